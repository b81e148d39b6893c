"""``papertaxa report``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from papertaxa.cli import options
from papertaxa.cli.progress import tracked
from papertaxa.errors import OutputError

if TYPE_CHECKING:
    from papertaxa.domain import Paper
    from papertaxa.report.labelled import PaperFound
    from papertaxa.report.survey import NameCount, Survey
    from papertaxa.taxonomy import Taxonomy

FORMATS = ("table", "csv", "jsonl", "html")
_TOP = 25  # names shown of each kind where people read them


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "report",
        help="count the methods and benchmarks of a listing, by topic",
        description="Count the papers that name each method and benchmark, under one name for all "
        "its spellings, in all and by topic.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="what `papertaxa label` wrote (JSON Lines, Parquet or CSV), or a listing, which is "
        "labelled first",
    )
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="OUT", help="output file (default: standard output)"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="output format (default: by the suffix of OUT; without OUT a table on a terminal, "
        "HTML elsewhere)",
    )
    parser.add_argument(
        "--by", choices=("topic", "area"), default="topic", help="what to group by (default: topic)"
    )
    parser.add_argument(
        "--top",
        type=options.positive,
        metavar="N",
        help=f"list the N most frequent names of each kind (default: {_TOP} in a table and in "
        "HTML, all in CSV and JSON Lines)",
    )
    parser.add_argument(
        "--min-papers",
        type=options.positive,
        default=1,
        metavar="N",
        help="leave out names that fewer papers have (default: %(default)s)",
    )
    parser.add_argument(
        "--aliases",
        type=Path,
        metavar="FILE",
        help="names that are one though no paper says so: alias, tab, name (default: "
        "labels/aliases.tsv, which ships)",
    )
    parser.add_argument(
        "--taxonomy",
        type=Path,
        metavar="FILE",
        help="taxonomy that the topics of labelled papers are from (default: labels/taxonomy.yaml, "
        "which ships)",
    )
    options.model(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa import listings
    from papertaxa.files import write_text
    from papertaxa.report.aliases import ALIASES, read_aliases
    from papertaxa.report.survey import KINDS, survey

    format_ = _format(args)
    aliases = read_aliases(args.aliases or ALIASES)
    found, taxonomy = _found(listings.read(args.inputs, stdin=sys.stdin.buffer), args)
    order = taxonomy.labels if args.by == "topic" else taxonomy.areas
    counted = survey(tracked(found, "reading"), by=args.by, order=order, aliases=aliases)
    top = args.top or (_TOP if format_ in {"table", "html"} else None)
    names = [
        name
        for kind in KINDS
        for name in islice(counted.of(kind), top)
        if name.papers >= args.min_papers
    ]
    text = _writer(format_, taxonomy)(counted, names)
    if args.output is None:
        sys.stdout.buffer.write(text.encode())
    else:
        write_text(args.output, text)
        print(f"{args.output}: {len(names)} names of {counted.papers} papers", file=sys.stderr)
    return 0 if set(counted.statuses) <= {"ok"} else 1


def _format(args: argparse.Namespace) -> str:
    from papertaxa.report import format_of

    if args.format is not None:
        chosen: str = args.format
        return chosen
    if args.output is None:
        return "table" if sys.stdout.isatty() else "html"
    by_suffix = format_of(args.output)
    if by_suffix not in FORMATS or args.output.suffix == ".gz":
        raise OutputError(
            f"{args.output}: a report is written as {', '.join(FORMATS)}; choose one by the "
            "suffix (.txt, .csv, .jsonl, .html), or give --format"
        )
    return by_suffix


def _found(
    papers: Iterator[Paper], args: argparse.Namespace
) -> tuple[Iterator[PaperFound], Taxonomy]:
    """Read labelled papers, or label a listing: the first row that can be parsed tells which."""
    from papertaxa.report.labelled import from_labelled, from_row, is_labelled

    head: list[Paper] = []
    for paper in papers:
        head.append(paper)
        if paper.problem is None:
            break
    rows = chain(head, papers)
    if not head or head[-1].problem is not None or is_labelled(head[-1]):
        from papertaxa import taxonomy
        from papertaxa.data import TAXONOMY

        return map(from_row, rows), taxonomy.load(args.taxonomy or TAXONOMY)
    from papertaxa.batch import label
    from papertaxa.model import load

    model = load(args.model)
    return map(from_labelled, label(rows, model)), model.taxonomy


def _writer(format_: str, taxonomy: Taxonomy) -> Callable[[Survey, list[NameCount]], str]:
    def title(group: str) -> str:
        return taxonomy.name(group) if group in taxonomy else group

    if format_ == "table":
        from papertaxa.report.survey_text import to_table

        return lambda survey, names: to_table(survey, names, title=title)
    if format_ == "html":
        from papertaxa.report.survey_page import to_html

        return lambda survey, names: to_html(survey, names, title=title)
    from papertaxa.report import survey_data

    return survey_data.to_csv if format_ == "csv" else survey_data.to_jsonl
