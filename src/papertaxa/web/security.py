"""Who may talk to the page: checked before anything else looks at a request.

Against DNS rebinding the ``Host`` header has to be a name that the server goes by; against requests
that another site makes a browser send, every change needs the page's own ``Origin`` and a token
that only the page can read (OWASP, Cross-Site Request Forgery Prevention Cheat Sheet); and where
others can reach the server, a secret in the address.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1_000_000
"""Largest body of a request."""

SHORTEST_TOKEN = 16
"""Fewer characters can be guessed."""

PERSON_COOKIE = "papertaxa_person"
CSRF_HEADER = "x-csrf-token"
_YEAR = 365 * 24 * 3600
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_PERSON = re.compile(r"[0-9a-f]{32}")
_SAFE = frozenset({"GET", "HEAD"})

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""Sent with every answer; a page may ask for something only where it sets the header itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Who may talk to the server.

    Attributes:
        host: The name or address that it binds to.
        port: Where it listens; cookies of two servers on one machine are kept apart by it.
        token: The secret that a visitor needs; None on loopback.
        secret: What CSRF tokens are made with; new in every process.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    @property
    def token_cookie(self) -> str:
        """The name of the cookie that holds the proof of the token."""
        return f"papertaxa_token_{self.port}"

    def csrf(self, person: str) -> str:
        """The token that changes made by one browser have to carry."""
        return hmac.new(self.secret, f"csrf {person}".encode(), hashlib.sha256).hexdigest()

    def proof(self) -> str:
        """What the cookie holds instead of the token itself."""
        token = (self.token or "").encode()
        return hmac.new(token, b"papertaxa review", hashlib.sha256).hexdigest()


def is_loopback(host: str) -> bool:
    """Whether a name or address can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """ASGI middleware that lets through what the rules allow."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        """Wrap an application."""
        self.app = app
        self.rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on with ``person`` and ``csrf`` in its state."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # there are no web sockets here; the server closes the connection
        headers = Headers(scope=scope)
        cookies = _cookies(headers)
        person = cookies.get(PERSON_COOKIE, "")
        fresh = _PERSON.fullmatch(person) is None
        if fresh:
            person = secrets.token_hex(16)
        scope.setdefault("state", {})["person"] = person
        scope["state"]["csrf"] = self.rules.csrf(person)
        refused = self._refusal(scope, headers, cookies, person)
        sender = _with_headers(send, person if fresh and refused is None else None)
        if refused is not None:
            await refused(scope, receive, sender)
            return
        body = await _body(receive) if scope["method"] not in _SAFE else b""
        if body is None:
            await _too_large()(scope, receive, sender)
            return
        await self.app(scope, _replayed(body, receive), sender)

    def _refusal(
        self, scope: Scope, headers: Headers, cookies: Mapping[str, str], person: str
    ) -> Response | None:
        """Return the answer to a request that goes no further."""
        if not self._host_known(headers.get("host", "")):
            return _no(421, "this server does not go by that name; use the address it was given")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return _too_large()
        changes = scope["method"] not in _SAFE
        site = headers.get("sec-fetch-site", "")
        if site not in ("", "same-origin", "none") and (
            changes or headers.get("sec-fetch-dest", "document") != "document"
        ):
            return _no(403, "another site asked for this")
        refused = self._token_refusal(scope, headers, cookies)
        if refused is not None or not changes:
            return refused
        if not self._own_origin(headers) or site == "none":
            return _no(403, "changes have to come from the page itself")
        given = headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.rules.csrf(person).encode()):
            return _no(403, "csrf")
        return None

    def _host_known(self, host: str) -> bool:
        name = _host_name(host)
        if name in _LOOPBACK_NAMES or name == self.rules.host.lower():
            return True
        if is_loopback(self.rules.host):
            return False
        # A rebound name is a name: an address says where the browser really went.
        return _is_address(name) or name == socket.gethostname().lower()

    def _own_origin(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site") == "same-origin"
        scheme, _, host = origin.partition("://")
        return scheme in ("http", "https") and host.lower() == headers.get("host", "").lower()

    def _token_refusal(
        self, scope: Scope, headers: Headers, cookies: Mapping[str, str]
    ) -> Response | None:
        token = self.rules.token
        if token is None:
            return None
        if _equal(cookies.get(self.rules.token_cookie, ""), self.rules.proof()):
            return None
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _equal(given.strip(), token):
            return None
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["method"] in _SAFE and _equal(query.pop("token", [""])[0], token):
            rest = urlencode(query, doseq=True)
            # The path begins with one slash: two would lead to another host.
            path = "/" + scope["path"].lstrip("/\\")
            response = RedirectResponse(f"{path}?{rest}" if rest else path, status_code=303)
            response.set_cookie(
                self.rules.token_cookie,
                self.rules.proof(),
                max_age=_YEAR,
                httponly=True,
                samesite="lax",  # strict would be left out after a click on the link in a mail
            )
            return response
        return _no(401, "open the address with ?token=… that papertaxa review printed")


async def _body(receive: Receive) -> bytes | None:
    """Read a body, which need not say how long it is; None if it is too long."""
    pieces: list[bytes] = []
    more = True
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        if sum(map(len, pieces)) > MOST_BYTES:
            return None
        more = message.get("more_body", False)
    return b"".join(pieces)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Hand on a body that has been read already, then whatever else comes."""
    pending = [body]

    async def replay() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return replay


def _with_headers(send: Send, new_person: str | None) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if new_person is not None:
                headers.append(
                    "Set-Cookie",
                    f"{PERSON_COOKIE}={new_person}; Max-Age={_YEAR}; Path=/; HttpOnly; "
                    "SameSite=Lax",  # strict would make a click on a link a new person
                )
        await send(message)

    return sender


def _cookies(headers: Headers) -> Mapping[str, str]:
    try:
        return {k: v.value for k, v in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def _host_name(host: str) -> str:
    """Take the port off a Host header."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _equal(given: str, right: str) -> bool:
    """Compare in a time that does not depend on how much is right."""
    return hmac.compare_digest(
        hashlib.sha256(given.encode("utf-8", "surrogateescape")).digest(),
        hashlib.sha256(right.encode("utf-8", "surrogateescape")).digest(),
    )


def _no(status: int, why: str) -> Response:
    return PlainTextResponse(why, status_code=status)


def _too_large() -> Response:
    return _no(413, f"a request may hold {MOST_BYTES:,} bytes")
