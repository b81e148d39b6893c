"""Options that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path


def papers_and_labels(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """``--papers FILE...`` and ``--labels FILE...``, which may be repeated too.

    Args:
        parser: What they are added to.
        required: Whether the call is wrong without them; otherwise both are empty lists then.
    """
    parser.add_argument(
        "--papers",
        nargs="+",
        action="extend",
        required=required,
        default=None if required else [],
        metavar="FILE",
        help="listings with the papers' texts (any format that `label` reads)",
    )
    parser.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        required=required,
        default=None if required else [],
        type=Path,
        metavar="FILE",
        help="labels files (JSON Lines or CSV); of two labels for a paper the later one counts",
    )


def model(parser: argparse.ArgumentParser) -> None:
    """``--model DIR``."""
    parser.add_argument(
        "--model", type=Path, metavar="DIR", help="model folder (default: the one that ships)"
    )


def input_format(parser: argparse.ArgumentParser) -> None:
    """``--input-format F``."""
    parser.add_argument(
        "--input-format",
        metavar="F",
        help="one of text, json, jsonl, csv, tsv, parquet (default: recognised by content)",
    )


def jobs(parser: argparse.ArgumentParser) -> None:
    """``--jobs N``."""
    parser.add_argument(
        "--jobs",
        type=count,
        default=1,
        metavar="N",
        help="processes to use; -1 for one a core (default: %(default)s)",
    )


def count(text: str) -> int:
    """A number of processes: positive, or -1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1 and number != -1:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a positive number nor -1")
    return number


def positive(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def probability(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number
