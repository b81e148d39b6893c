"""``papertaxa train``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from papertaxa.cli import options
from papertaxa.cli.progress import status
from papertaxa.data import DEFAULT_MODEL
from papertaxa.errors import PapertaxaError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "train",
        help="train a model from labels, on top of a base model or from nothing",
        description="Train a model. With a base, the base's own training papers and labels are "
        "used too, and yours come before them; with `--base none`, only what you give. If there "
        "is a model in the folder, a new version is added to it, and the one in use stays in use.",
    )
    parser.set_defaults(run=run)
    options.papers_and_labels(parser, required=False)
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
        help="model to build on (default: the one that ships; DIR@2 for a version that is not in "
        "use), or none",
    )
    parser.add_argument(
        "--corpus",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="listings without labels, from which it is learnt what terms belong together "
        "(default: what the base learnt)",
    )
    parser.add_argument(
        "--corpus-labels",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="FILE",
        help="labels of papers of the corpus that say more of what terms belong together; the "
        "classifier is not fitted on them, so there may be ever so many; names in them teach the "
        "extractor",
    )
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        default=Path("model"),
        metavar="DIR",
        help="folder to write the model to; a model that is there gets a new version (default: "
        "%(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of every random choice"
    )
    options.jobs(parser)
    parser.add_argument(
        "--no-extract", action="store_true", help="train no extractor of methods and benchmarks"
    )
    parser.add_argument(
        "--promote",
        action="store_true",
        help="put the new version into use, unless it is significantly worse",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa.train import promote, train

    base = None if args.base == "none" else Path(args.base or DEFAULT_MODEL)
    with status("training"):
        summary = train(
            papers=args.papers,
            labels=args.labels,
            taxonomy=args.taxonomy,
            base=base,
            output=args.output,
            corpus=args.corpus,
            corpus_labels=args.corpus_labels,
            jobs=args.jobs if args.jobs > 0 else os.cpu_count() or 1,
            seed=args.seed,
            extract_names=not args.no_extract,
        )
    print(summary, file=sys.stderr)
    if not args.promote or summary.version == summary.current:
        return 0
    try:
        with status("comparing"):
            done = promote(args.output, summary.version)
    except PapertaxaError as error:  # the version was made all the same
        print(f"error: {error}", file=sys.stderr)
        return 1
    if done.comparison is not None:
        print(done.comparison.verdict, file=sys.stderr)
    print(f"{args.output}: version {done.version} is in use now", file=sys.stderr)
    return 0
