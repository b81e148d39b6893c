"""Running the application on this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

from papertaxa.errors import OutputError
from papertaxa.web.app import create_app
from papertaxa.web.desk import Desk
from papertaxa.web.security import SHORTEST_TOKEN, Rules, is_loopback


def check_access(host: str, token: str | None) -> None:
    """Refuse to be reachable for others without a secret that cannot be guessed.

    Raises:
        OutputError: The token is missing or too short.
    """
    if token is None and not is_loopback(host):
        raise OutputError(
            f"--host {host} lets others reach the page: give a secret with --token (at least "
            f"{SHORTEST_TOKEN} characters), or leave --host out to serve this machine alone"
        )
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise OutputError(
            f"--token: {len(token)} characters can be guessed; use at least {SHORTEST_TOKEN}, such "
            "as those of: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )


def bind(host: str, port: int) -> socket.socket:
    """Take the port before anything is announced.

    Args:
        host: A name or address of this machine.
        port: The port; 0 for any free one.

    Raises:
        OutputError: The port is taken, or the host is none of this machine's.
    """
    listening = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio turns Nagle's algorithm off only where the protocol is named; with it, every
        # second answer comes 40 ms late.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        if listening is not None:
            listening.close()
        raise OutputError(
            f"{host}:{port}: cannot listen there ({getattr(error, 'strerror', None) or error}); "
            "choose another port with --port (0 for any free one), or another host"
        ) from error
    return listening


def serve(
    desk: Desk,
    listening: socket.socket,
    *,
    host: str,
    token: str | None,
    annotator: str,
    ready: Callable[[str], None],
) -> None:
    """Serve the page until the process is asked to end.

    Args:
        desk: What is reviewed.
        listening: From `bind`.
        host: The name or address that was asked for.
        token: The secret that visitors need, if any.
        annotator: The name that goes into labels.
        ready: Called with the page's address once it answers.
    """
    import uvicorn

    port = listening.getsockname()[1]
    rules = Rules(host=host, port=port, token=token)
    app = create_app(desk, rules, annotator=annotator)
    shown = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    listening.listen(128)
    desk.suggestions.start()
    try:
        # The socket listens already: a browser that is quicker than the server just waits.
        ready(f"http://{shown}:{port}/" + (f"?token={token}" if token else ""))
        with suppress(KeyboardInterrupt):  # Ctrl+C is how a server is ended, not an accident
            server.run(sockets=[listening])
    finally:
        desk.suggestions.stop()
        desk.job.stop()
