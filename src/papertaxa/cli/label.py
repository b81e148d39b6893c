"""``papertaxa label``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from papertaxa.cli import options
from papertaxa.cli.progress import tracked
from papertaxa.errors import OutputError

if TYPE_CHECKING:
    from papertaxa.domain import Paper
    from papertaxa.model import Model

FORMATS = ("table", "jsonl", "csv", "parquet", "html")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "label",
        help="give the papers of a listing their areas, topics, methods and benchmarks",
        description="Label listings. Every input row gives one output row, in order, with a "
        "status.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "inputs", nargs="+", metavar="INPUT", help="file, folder, glob, or - for standard input"
    )
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="OUT", help="output file (default: standard output)"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="output format (default: by the suffix of OUT; without OUT a table on a terminal, "
        "JSON Lines elsewhere)",
    )
    options.model(parser)
    options.jobs(parser)
    parser.add_argument(
        "--no-extract", action="store_true", help="leave methods and benchmarks out (faster)"
    )
    options.input_format(parser)
    parser.add_argument(
        "--resume", action="store_true", help="go on with an interrupted run (needs -o)"
    )
    parser.add_argument(
        "--min-score",
        type=options.probability,
        metavar="X",
        help="give no topic with a score below X",
    )
    parser.add_argument(
        "--results",
        action="store_true",
        help="also give the figures that abstracts state (57.2 AP on a benchmark, from 50%% to "
        "77%%)",
    )
    parser.add_argument(
        "--link-kinds",
        action="store_true",
        help="also say what each link leads to: code, data, model, demo, project page, ...",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa import listings
    from papertaxa.model import load

    format_ = _format(args)
    if args.results and args.no_extract:
        raise OutputError(
            "--results needs the names, to tell which benchmark a figure belongs to; "
            "leave out --no-extract"
        )
    # The first look at the input comes before the model is loaded: a wrong path fails at once.
    papers = listings.read(args.inputs, input_format=args.input_format, stdin=sys.stdin.buffer)
    model = load(args.model, extract=not args.no_extract)
    papers = tracked(papers, "labelling")
    if args.output is None:
        statuses = _to_stdout(papers, model, format_, args)
    else:
        statuses = _to_file(papers, model, format_, args)
    return 0 if set(statuses) <= {"ok"} else 1


def _also(args: argparse.Namespace) -> list[str]:
    """What is given on demand only."""
    asked = {"results": args.results, "link_kinds": args.link_kinds}
    return [key for key, wanted in asked.items() if wanted]


def _format(args: argparse.Namespace) -> str:
    from papertaxa.report import format_of

    if args.resume and args.output is None:
        raise OutputError("--resume goes on with an output file: name it with -o")
    if args.format is not None:
        format_: str = args.format
    elif args.output is not None:
        format_ = format_of(args.output)
    else:
        format_ = "table" if sys.stdout.isatty() else "jsonl"
    if format_ == "parquet" and args.output is None:
        raise OutputError("Parquet is not for a terminal or a pipe: name a file with -o")
    return format_


def _to_file(
    papers: Iterable[Paper], model: Model, format_: str, args: argparse.Namespace
) -> Counter[str]:
    from papertaxa.batch import label_to_file
    from papertaxa.batch.journal import path_for

    key = {
        "inputs": [str(item) for item in args.inputs],
        "extract": not args.no_extract,
        "min_score": args.min_score,
        "also": _also(args),
    }
    try:
        statuses = label_to_file(
            papers,
            model,
            args.output,
            format=format_,
            resume=args.resume,
            key=key,
            extract=not args.no_extract,
            min_score=args.min_score,
            also=_also(args),
            jobs=args.jobs,
        )
    except KeyboardInterrupt:
        print(
            f"what is finished is kept in {path_for(args.output)}: repeat the call with --resume",
            file=sys.stderr,
        )
        raise
    summary = ", ".join(f"{n} {status}" for status, n in statuses.most_common())
    print(f"{args.output}: {statuses.total()} papers: {summary}", file=sys.stderr)
    return statuses


def _to_stdout(
    papers: Iterable[Paper], model: Model, format_: str, args: argparse.Namespace
) -> Counter[str]:
    from papertaxa.batch import counted, label
    from papertaxa.report import writer

    statuses: Counter[str] = Counter()
    rows = label(
        papers,
        model,
        extract=not args.no_extract,
        min_score=args.min_score,
        also=_also(args),
        jobs=args.jobs,
    )
    writer(format_)(counted(rows, statuses), sys.stdout.buffer, taxonomy=model.taxonomy)
    return statuses
