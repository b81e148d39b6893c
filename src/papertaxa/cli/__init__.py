"""The command line: it parses, calls and shows; everything else is elsewhere.

A command is a module with ``add(commands)``, which declares its arguments, and ``run(args)``,
which returns the exit code. What a command needs is imported when it runs: ``--help`` is instant.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from papertaxa import __version__
from papertaxa.cli import evaluate, explain, label, labels, models, report, review, taxonomy, train
from papertaxa.errors import PapertaxaError

COMMANDS = (label, train, evaluate, explain, labels, taxonomy, models, review, report)

OK, SOME_ROWS_FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="papertaxa",
        description="Give every abstract of a machine-learning listing its research areas, and "
        "the methods and benchmarks it names.",
        epilog="exit codes: 0 all well; 1 some rows have a status other than ok, or problems were "
        "found; 2 the call or a file is unusable, and nothing was written",
    )
    root.add_argument("--version", action="version", version=f"papertaxa {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments; those of the process if None.

    Returns:
        The exit code.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="warning: %(message)s")
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except PapertaxaError as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code
