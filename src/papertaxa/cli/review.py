"""``papertaxa review``."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from papertaxa.cli.progress import status
from papertaxa.errors import OutputError

if TYPE_CHECKING:
    from papertaxa.web.desk import Desk

PORT = 8765
TOKEN = "PAPERTAXA_TOKEN"  # noqa: S105 - the name of a variable, not a secret


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "review",
        help="open a local page on which labels are corrected by keyboard",
        description="Open a page with the papers of a listing and what the model suggests. Every "
        "decision is saved at once; nothing leaves the machine.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "inputs", nargs="+", metavar="LISTING", help="listings (any format that `label` reads)"
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="labels file to go on with or to begin, JSON Lines or CSV (default: beside the "
        "listing, NAME.labels.jsonl)",
    )
    parser.add_argument(
        "--model",
        type=Path,
        metavar="DIR",
        help="model that suggests, to which retraining adds versions (default: beside the labels, "
        "NAME.model, if it is there, else the one that ships)",
    )
    parser.add_argument(
        "--taxonomy",
        type=Path,
        metavar="FILE",
        help="taxonomy to review with and to edit (default: beside the labels, NAME.taxonomy.yaml, "
        "if it is there, else the model's)",
    )
    parser.add_argument(
        "--annotator", metavar="NAME", help="name that labels are signed with (default: yours)"
    )
    parser.add_argument(
        "--no-extract", action="store_true", help="suggest no methods and benchmarks"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to serve on (default: %(default)s, this machine alone); any other needs a "
        "token",
    )
    parser.add_argument(
        "--port",
        type=_port,
        metavar="P",
        help=f"port to serve on; 0 for any free one (default: {PORT}, or any if that is taken)",
    )
    parser.add_argument(
        "--token",
        metavar="T",
        help=f"secret that visitors need (default: the variable {TOKEN}, if it is set)",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    try:
        from papertaxa.web.server import bind, check_access, serve
    except ModuleNotFoundError as error:
        raise OutputError(
            f"the review page needs {error.name}, which is not installed: pip install "
            "'papertaxa[review]'"
        ) from error
    token = args.token if args.token is not None else os.environ.get(TOKEN)
    check_access(args.host, token)
    desk = _desk(args)
    try:
        listening = bind(args.host, PORT if args.port is None else args.port)
    except OutputError:
        if args.port is not None:
            raise
        listening = bind(args.host, 0)

    def ready(address: str) -> None:
        print(f"{address}\nlabels: {desk.store.path}; end with Ctrl+C", file=sys.stderr)
        if not args.no_browser:
            webbrowser.open(address)

    annotator = args.annotator if args.annotator is not None else _user()
    serve(desk, listening, host=args.host, token=token, annotator=annotator, ready=ready)
    return 0


def _desk(args: argparse.Namespace) -> Desk:
    from papertaxa import listings
    from papertaxa.model import load
    from papertaxa.model.versions import locate
    from papertaxa.web.desk import Desk
    from papertaxa.web.listing import Listing
    from papertaxa.web.local_workshop import LocalWorkshop
    from papertaxa.web.model_engine import ModelEngine
    from papertaxa.web.queue_order import QueueOrder
    from papertaxa.web.store import Store
    from papertaxa.web.suggestions import Suggestions
    from papertaxa.web.topics import TopicSource

    # Whatever is wrong with a file is found before the model takes its time to load.
    papers = listings.read(args.inputs)
    labels = args.labels or _beside(args.inputs)
    if labels.is_dir():
        raise OutputError(f"{labels}: is a folder; name a file in it with --labels FILE")
    if not labels.parent.is_dir():
        raise OutputError(f"{labels}: the folder {labels.parent} does not exist; create it")
    store = Store(labels)
    with status("reading the listing"):
        listing = Listing.of(papers)
    taxonomy = args.taxonomy or labels.with_name(f"{_stem(labels)}.taxonomy.yaml")
    root = locate(args.model)[0] if args.model else labels.with_name(f"{_stem(labels)}.model")
    workshop = LocalWorkshop(
        root=root,
        papers=args.inputs,
        labels=labels,
        taxonomy=taxonomy,
        extract=not args.no_extract,
    )
    with status("loading the model"):
        # A version that is named with DIR@2 suggests, whichever is in use.
        named = args.model and ModelEngine(load(args.model, extract=not args.no_extract))
        engine = named or workshop.engine()
    suggestions = Suggestions(engine, listing.papers)
    return Desk(
        listing=listing,
        store=store,
        topics=TopicSource(taxonomy, engine.taxonomy),
        suggestions=suggestions,
        queue=QueueOrder(listing, store, suggestions),
        workshop=workshop,
    )


def _beside(inputs: list[str]) -> Path:
    """Name the labels file of a listing."""
    listing = Path(inputs[0])
    if len(inputs) > 1 or not listing.is_file():
        raise OutputError("name the labels file with --labels FILE: there is not one listing alone")
    return listing.with_name(f"{_stem(listing)}.labels.jsonl")


def _stem(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).stem


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no such variable and no entry for the user, as in containers
        return ""


def _port(text: str) -> int:
    """A port: 0 to 65535."""
    if not text.isdecimal() or int(text) > 65535:  # noqa: PLR2004 - the largest port
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)
