"""``papertaxa models``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from papertaxa.cli.progress import status
from papertaxa.data import DEFAULT_MODEL

_Parts = argparse._SubParsersAction
_THIN = 5  # thin topics that the list names


def add(commands: _Parts[argparse.ArgumentParser]) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser(
        "models", help="look after models: list, compare, promote, roll back"
    )
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    list_ = parts.add_parser("list", help="list the versions of a model, and say which is in use")
    list_.set_defaults(run=list_versions)
    _add_model(list_)
    list_.add_argument("--json", action="store_true", help="print JSON rather than a table")
    show_ = parts.add_parser(
        "show", help="check that a model is whole, and print where it came from"
    )
    show_.set_defaults(run=show)
    _add_model(show_)
    _add_compare(parts)
    promote_ = parts.add_parser(
        "promote",
        help="put a version into use, unless it is significantly worse",
        description="Put a version into use. It is compared with the one in use first, and "
        "refused if it is significantly worse.",
    )
    promote_.set_defaults(run=promote)
    promote_.add_argument("model", type=Path, metavar="DIR", help="the model's folder")
    promote_.add_argument(
        "version", nargs="?", type=_version, metavar="VERSION", help="default: the newest"
    )
    promote_.add_argument("--force", action="store_true", help="use it without comparing")
    rollback_ = parts.add_parser(
        "rollback", help="use the version again that was in use before the last promotion"
    )
    rollback_.set_defaults(run=rollback)
    rollback_.add_argument("model", type=Path, metavar="DIR", help="the model's folder")


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model",
        nargs="?",
        type=Path,
        metavar="DIR",
        help="the model's folder; DIR@2 for its version 2 (default: the model that ships)",
    )


def _add_compare(parts: _Parts[argparse.ArgumentParser]) -> None:
    compare_ = parts.add_parser(
        "compare",
        help="say how two models differ in quality, and on which papers of a listing and why",
        description="Compare two models, topic by topic, on the papers that both were trained on, "
        "each judged by models fitted without it; and list every paper of a listing whose topics "
        "change, with the terms that changed them.",
    )
    compare_.set_defaults(run=compare)
    compare_.add_argument(
        "old", type=Path, metavar="OLD", help="a model's folder; DIR@2 for its version 2"
    )
    compare_.add_argument("new", type=Path, metavar="NEW", help="the same for the other model")
    compare_.add_argument(
        "--on",
        nargs="+",
        action="extend",
        default=[],
        metavar="LISTING",
        help="listings to look for papers whose topics change",
    )
    compare_.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="FILE",
        help="labels to judge by (default: those that NEW was trained on); labelled papers of the "
        "listings that neither model was trained on are judged too",
    )
    compare_.add_argument("--json", action="store_true", help="print JSON rather than a table")


def list_versions(args: argparse.Namespace) -> int:
    """Run ``papertaxa models list``."""
    from papertaxa.model import versions

    root, _ = versions.locate(args.model or DEFAULT_MODEL)
    found = versions.describe(root)
    if args.json:
        rows = [
            {
                "version": one.number,
                "current": one.current,
                "problem": one.problem,
                **(_summary(asdict(one.manifest)) if one.manifest is not None else {}),
            }
            for one in found
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    for one in found:
        mark = "*" if one.current else " "
        if one.manifest is None:
            print(f"{mark} {one.number:>3}  damaged: {one.problem}")
            continue
        row = _summary(asdict(one.manifest))
        labels = ", ".join(row["labels"]) or "no labels given"
        print(
            f"{mark} {one.number:>3}  {row['papers']} papers, {row['topics']} topics, seed "
            f"{row['seed']}, from {labels}{_thin(row['thin'])}"
        )
    print(f"{root}: version {next(one.number for one in found if one.current)} is in use (*)")
    return 0


def _summary(manifest: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "papers": manifest["counts"].get("papers"),
        "topics": manifest["counts"].get("topics"),
        "seed": manifest["seed"],
        "papertaxa": manifest["papertaxa"],
        "labels": [source["name"] for source in manifest["sources"].get("labels") or ()],
        "thin": manifest["thin"],
    }


def _thin(topics: Mapping[str, int]) -> str:
    if not topics:
        return ""
    shown = ", ".join(f"{topic} {number}" for topic, number in list(topics.items())[:_THIN])
    more = len(topics) - _THIN
    return f"; thin: {shown}" + (f" and {more} more" if more > 0 else "")


def show(args: argparse.Namespace) -> int:
    """Run ``papertaxa models show``."""
    from papertaxa.model import manifest, versions

    folder = versions.resolve(args.model or DEFAULT_MODEL)
    written = asdict(manifest.read(folder))
    size = sum((folder / name).stat().st_size for name in written["files"])
    written["files"] = {"number": len(written["files"]), "bytes": size}
    print(json.dumps(written, indent=2, ensure_ascii=False))
    return 0


def compare(args: argparse.Namespace) -> int:
    """Run ``papertaxa models compare``."""
    from papertaxa.train import compare
    from papertaxa.train.render import to_json, to_table

    with status("comparing"):
        found = compare(args.old, args.new, on=args.on, labels=args.labels)
    print(
        json.dumps(to_json(found), indent=2, ensure_ascii=False) if args.json else to_table(found)
    )
    return 0


def promote(args: argparse.Namespace) -> int:
    """Run ``papertaxa models promote``."""
    from papertaxa.train import promote

    with status("comparing"):
        done = promote(args.model, args.version, force=args.force)
    if done.comparison is not None:
        print(done.comparison.verdict)
    if done.version == done.previous:
        print(f"{args.model}: version {done.version} is in use already")
    else:
        print(
            f"{args.model}: version {done.version} is in use now, in place of {done.previous}; "
            f"to go back: papertaxa models rollback {args.model}"
        )
    return 0


def rollback(args: argparse.Namespace) -> int:
    """Run ``papertaxa models rollback``."""
    from papertaxa.train import rollback

    done = rollback(args.model)
    print(f"{args.model}: version {done.version} is in use again, in place of {done.previous}")
    return 0


def _version(text: str) -> int:
    """A version's number: positive."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a version")
    return int(text)
