"""``papertaxa explain``."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from papertaxa.cli import options
from papertaxa.cli.progress import status
from papertaxa.errors import ListingError, nearest

if TYPE_CHECKING:
    from papertaxa.domain import Paper

_SHOWN = 3  # ids that a message names


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "explain",
        help="show which words speak for a paper's topics, and which labelled papers are nearest",
        description="Take the linear score of a paper's topics apart, term by term, each with its "
        "places in the text as given, and find the labelled papers nearest to it.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="file, folder, glob, or - for standard input; titles of labelled papers are taken "
        "from here too",
    )
    parser.add_argument("--id", metavar="ID", help="the paper (not needed where there is only one)")
    parser.add_argument(
        "--topic",
        action="append",
        default=[],
        metavar="T",
        help="a topic's id or name, may be repeated (default: those the paper is given)",
    )
    options.model(parser)
    parser.add_argument(
        "--terms",
        type=options.positive,
        metavar="N",
        help="terms to show one by one, the others summed up (default: 12; JSON has all)",
    )
    parser.add_argument(
        "--format",
        choices=("table", "json"),
        default="table",
        help="what to print (default: %(default)s)",
    )
    options.input_format(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa import listings
    from papertaxa.model import load, training_set
    from papertaxa.model.explain import explain
    from papertaxa.report.explanation import TERMS, to_record, to_text

    papers = listings.read(args.inputs, input_format=args.input_format, stdin=sys.stdin.buffer)
    with status("reading"):
        model = load(args.model, extract=False)
        training = training_set(model)
        paper, titles = _look_up(papers, args.id, known=set(training.ids))
        _require_text(paper)
        explanation = explain(model, training, paper, topics=args.topic)
    if args.format == "json":
        record = to_record(explanation, taxonomy=model.taxonomy, titles=titles)
        print(json.dumps(record, indent=2, ensure_ascii=False))
        return 0
    on_terminal = sys.stdout.isatty()
    text = to_text(
        explanation,
        taxonomy=model.taxonomy,
        titles=titles,
        terms=args.terms or TERMS,
        width=max(60, shutil.get_terminal_size((80, 24)).columns) if on_terminal else 80,
        colour=on_terminal,
    )
    print(text)
    return 0


def _look_up(
    papers: Iterable[Paper], wanted: str | None, *, known: Set[str]
) -> tuple[Paper, dict[str, str]]:
    """Find the paper, and the titles of labelled papers on the way."""
    found: Paper | None = None
    ids: list[str] = []
    titles: dict[str, str] = {}
    for paper in papers:
        ids.append(paper.id)
        if found is None and wanted in (None, paper.id):
            found = paper
        if paper.id in known and paper.title:
            titles.setdefault(paper.id, paper.title)
    if wanted is None and len(ids) > 1:
        some = ", ".join(ids[:_SHOWN])
        raise ListingError(f"the input holds {len(ids)} papers ({some}, …); name one with --id")
    if found is None:
        some = nearest(str(wanted), ids) or f"; it has, for example, {', '.join(ids[:_SHOWN])}"
        raise ListingError(f"no paper in the input has the id {wanted!r}{some}")
    return found, titles


def _require_text(paper: Paper) -> None:
    """Refuse a paper that `label` gives no topics, so that there is nothing to explain."""
    from papertaxa.batch.screen import LABELLED, Seen, screen
    from papertaxa.text import clean_paper

    state, reason = screen(paper, clean_paper(paper), Seen())
    if state not in LABELLED:
        raise ListingError(f"{paper.id} gets no topics that could be explained: {reason}")
