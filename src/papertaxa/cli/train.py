"""``papertaxa train``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from papertaxa.cli import options
from papertaxa.cli.progress import status
from papertaxa.data import DEFAULT_MODEL


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "train",
        help="train a model from labels, on top of a base model or from nothing",
        description="Train a model. With a base, the base's own training papers and labels are "
        "used too, and yours come before them; with `--base none`, only what you give.",
    )
    parser.set_defaults(run=run)
    options.papers_and_labels(parser)
    parser.add_argument(
        "--taxonomy",
        type=Path,
        metavar="FILE",
        help="taxonomy in YAML or JSON (default: the base's; without a base, a flat one made of "
        "the topics in the labels)",
    )
    parser.add_argument(
        "--base",
        metavar="DIR|none",
        help="model to build on (default: the one that ships), or none",
    )
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        default=Path("model"),
        metavar="DIR",
        help="folder to write the model to (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of every random choice"
    )
    parser.add_argument(
        "--no-extract", action="store_true", help="train no extractor of methods and benchmarks"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa.train import train

    base = None if args.base == "none" else Path(args.base or DEFAULT_MODEL)
    with status("training"):
        summary = train(
            papers=args.papers,
            labels=args.labels,
            taxonomy=args.taxonomy,
            base=base,
            output=args.output,
            seed=args.seed,
            extract_names=not args.no_extract,
        )
    print(summary, file=sys.stderr)
    return 0
