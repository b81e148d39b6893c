"""``papertaxa taxonomy propose``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from papertaxa.cli import options
from papertaxa.cli.progress import tracked

if TYPE_CHECKING:
    from papertaxa.domain import Paper
    from papertaxa.text import CleanPaper

_EXAMPLES = 3
_BEGINNING = 70  # characters of an abstract that stand in for a missing title


def add(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "propose",
        help="propose topics for the papers of a listing that fit none",
        description="Group the papers of a listing that may fit no topic, and print each group as "
        "a topic to paste into a taxonomy file.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "inputs", nargs="+", metavar="INPUT", help="file, folder, glob, or - for standard input"
    )
    options.model(parser)
    parser.add_argument(
        "--least",
        type=options.positive,
        default=4,
        metavar="N",
        help="papers in the smallest group (default: %(default)s)",
    )
    parser.add_argument(
        "--level",
        type=options.probability,
        default=0.1,
        metavar="X",
        help="probability that no topic fits from which on a paper is considered "
        "(default: %(default)s; lower finds more)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON rather than YAML")
    options.input_format(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa import listings
    from papertaxa.model import load
    from papertaxa.model.propose import propose
    from papertaxa.taxonomy.suggestions import Suggestion, render

    papers = listings.read(args.inputs, input_format=args.input_format, stdin=sys.stdin.buffer)
    model = load(args.model, extract=False)
    titles: dict[str, str] = {}
    found = propose(
        model,
        _labelled(tracked(papers, "reading"), titles),
        least=args.least,
        level=args.level,
    )
    _report(found.papers, found.candidates, found.compared, len(found.proposals))
    if args.json:
        rows = [
            {
                "name": its.name,
                "area": its.area,
                "terms": its.terms,
                "papers": [{"id": paper, "title": titles[paper]} for paper in its.papers],
            }
            for its in found.proposals
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    suggestions = [
        Suggestion(
            name=its.name,
            area=its.area,
            terms=its.terms,
            examples=[(paper, titles[paper]) for paper in its.papers[:_EXAMPLES]],
            papers=len(its.papers),
        )
        for its in found.proposals
    ]
    print(render(suggestions, model.taxonomy), end="")
    return 0


def _labelled(papers: Iterable[Paper], titles: dict[str, str]) -> Iterator[tuple[str, CleanPaper]]:
    """Pass on the papers that get topics, and note what each is called."""
    from papertaxa.batch.screen import LABELLED, Seen, screen
    from papertaxa.text import clean_paper

    seen = Seen()
    for paper in papers:
        clean = clean_paper(paper)
        if screen(paper, clean, seen)[0] in LABELLED:
            beginning = clean.abstract.text[:_BEGINNING].rsplit(" ", 1)[0]
            titles.setdefault(paper.id, clean.title.text or f"{beginning} …")
            yield paper.id, clean


def _report(papers: int, candidates: int, compared: int, proposals: int) -> None:
    """Say on stderr what was looked at, so that the output can be redirected."""
    text = f"{papers} papers, {candidates} of which may fit no topic; {proposals} topics proposed"
    if compared < candidates:
        text += f" from the {compared} that fit least"
    print(text, file=sys.stderr)
