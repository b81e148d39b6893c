"""``papertaxa models``."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from papertaxa.data import DEFAULT_MODEL


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("models", help="look after models")
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    show_ = parts.add_parser(
        "show", help="check that a model is whole, and print where it came from"
    )
    show_.set_defaults(run=show)
    show_.add_argument(
        "model", nargs="?", type=Path, metavar="DIR", help="default: the model that ships"
    )


def show(args: argparse.Namespace) -> int:
    """Run ``papertaxa models show``."""
    from papertaxa.model import manifest

    folder = args.model or DEFAULT_MODEL
    written = asdict(manifest.read(folder))
    size = sum((folder / name).stat().st_size for name in written["files"])
    written["files"] = {"number": len(written["files"]), "bytes": size}
    print(json.dumps(written, indent=2, ensure_ascii=False))
    return 0
