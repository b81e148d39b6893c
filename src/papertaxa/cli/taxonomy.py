"""``papertaxa taxonomy``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from papertaxa.cli import propose
from papertaxa.data import TAXONOMY, label_files


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("taxonomy", help="look after the tree of topics")
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    show_ = parts.add_parser("show", help="print the tree, with the number of labels per topic")
    show_.set_defaults(run=show)
    check_ = parts.add_parser(
        "check",
        help="find duplicate ids, unknown parents, cycles and empty names",
        description="Check a taxonomy file; exit code 1 if a problem was found.",
    )
    check_.set_defaults(run=check)
    for part in (show_, check_):
        part.add_argument(
            "file", nargs="?", type=Path, metavar="FILE", help="default: the one that ships"
        )
    show_.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        type=Path,
        metavar="FILE",
        help="labels files to count (default: labels/papers/*.jsonl)",
    )
    _add_diff(parts)
    _add_apply(parts)
    propose.add(parts)


def _add_diff(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    diff_ = parts.add_parser(
        "diff",
        help="show what happened between two versions of a taxonomy",
        description="Recognise topics that were renamed, moved, merged, split, added or removed. "
        "Merges and splits are declared in the new file: 'was: [old-id, ...]' under a topic.",
    )
    diff_.set_defaults(run=diff)
    _old_and_new(diff_)
    diff_.add_argument("--json", action="store_true", help="print JSON rather than text")


def _add_apply(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    apply_ = parts.add_parser(
        "apply",
        help="carry labels over to a new version of the taxonomy",
        description="Rewrite labels and crosswalks for a new version of the taxonomy. Without "
        "--write only the consequences are shown. Labels of topics that were removed or split are "
        "kept in the folder 'removed' beside their file.",
    )
    apply_.set_defaults(run=apply)
    _old_and_new(apply_)
    apply_.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        required=True,
        type=Path,
        metavar="FILE",
        help="labels files",
    )
    apply_.add_argument(
        "--crosswalks",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="FILE",
        help="YAML files from venues' areas or categories to topics",
    )
    apply_.add_argument(
        "--to-read",
        type=Path,
        metavar="FILE",
        help="write the papers that need a label as JSON Lines, the first to read first",
    )
    apply_.add_argument("--write", action="store_true", help="change the files")


def _old_and_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", type=Path, metavar="OLD", help="the taxonomy as it was")
    parser.add_argument("new", type=Path, metavar="NEW", help="the taxonomy as it will be")


def show(args: argparse.Namespace) -> int:
    """Run ``papertaxa taxonomy show``."""
    from papertaxa import labels, taxonomy

    tree = taxonomy.load(args.file or TAXONOMY)
    files = args.labels or ([] if args.file else label_files())
    counts = labels.counts(labels.read(files), taxonomy=tree) if files else None
    print(taxonomy.render(tree, counts))
    return 0


def check(args: argparse.Namespace) -> int:
    """Run ``papertaxa taxonomy check``."""
    from papertaxa import taxonomy

    file = args.file or TAXONOMY
    problems = taxonomy.problems(file)
    for problem in problems:
        print(problem)
    if problems:
        return 1
    tree = taxonomy.load(file)
    print(f"{file}: {len(tree.areas)} areas, {len(tree.labels)} topics, no problems")
    return 0


def diff(args: argparse.Namespace) -> int:
    """Run ``papertaxa taxonomy diff``."""
    from dataclasses import asdict

    from papertaxa import taxonomy
    from papertaxa.taxonomy.diff import diff

    found = diff(taxonomy.load(args.old), taxonomy.load(args.new))
    if args.json:
        rows = {"changes": [asdict(change) for change in found.changes], "notes": found.notes}
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    for change in found.changes:
        print(change)
    for note in found.notes:
        print(f"note: {note}")
    if not found.changes:
        print("no topic has changed")
    return 0


def apply(args: argparse.Namespace) -> int:
    """Run ``papertaxa taxonomy apply``."""
    from papertaxa import taxonomy
    from papertaxa.labels.apply import plan, to_row, write
    from papertaxa.labels.consequences import render
    from papertaxa.labels.rowfile import rows_beside
    from papertaxa.taxonomy.diff import diff

    change = diff(taxonomy.load(args.old), taxonomy.load(args.new))
    planned = plan(change, args.labels, args.crosswalks)
    print(render(planned), end="\n\n")
    with rows_beside(args.to_read, map(to_row, planned.to_read)):
        if args.write:
            write(planned)
    if not planned.contents:
        print("no file has to change")
    elif args.write:
        print("\n".join(f"written: {path}" for path in planned.contents))
    else:
        names = ", ".join(str(path) for path in planned.contents)
        print(f"no file was changed; repeat with --write to change {names}")
    return 0
