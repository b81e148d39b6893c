"""``papertaxa evaluate``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from papertaxa.cli import options
from papertaxa.cli.progress import status


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "evaluate",
        help="measure a model on labelled papers, with 95%% intervals",
        description="Measure a model against labels that it was not trained on.",
    )
    parser.set_defaults(run=run)
    options.papers_and_labels(parser)
    options.model(parser)
    parser.add_argument("--json", action="store_true", help="print JSON rather than a table")
    parser.add_argument(
        "--per-topic", type=Path, metavar="FILE", help="write the figures of each topic as CSV"
    )
    parser.add_argument(
        "--keep-leaks",
        action="store_true",
        help="measure on papers that the model was trained on, too (they are left out otherwise)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from papertaxa.evaluate import evaluate, to_csv
    from papertaxa.files import write_text

    with status("measuring"):
        report = evaluate(
            papers=args.papers,
            labels=args.labels,
            model=args.model,
            keep_leaks=args.keep_leaks,
        )
    if args.per_topic is not None:
        write_text(args.per_topic, to_csv(report.per_topic))
    for warning in report.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    print(json.dumps(report.to_json(), indent=2) if args.json else report.to_table())
    return 0
