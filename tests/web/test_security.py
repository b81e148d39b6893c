import hashlib

import pytest

from papertaxa.errors import OutputError
from papertaxa.web.security import MOST_BYTES, Rules, is_loopback
from papertaxa.web.server import bind, check_access

TOKEN = "correct horse battery"
OPEN = {"host": "0.0.0.0", "token": TOKEN, "base_url": "http://192.0.2.7:8765"}


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765"])
def test_a_loopback_server_answers_to_loopback_names(browser, host):
    assert browser.get("/review", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "192.0.2.7", "", "["]
)
def test_another_host_name_is_refused_so_that_no_rebound_name_gets_in(browser, host):
    response = browser.get("/review", headers={"Host": host})
    assert response.status_code == 421
    assert "fern-01" not in response.text


def test_an_open_server_answers_to_addresses_but_not_to_names(desk, make_browser):
    open_ = make_browser(desk, **OPEN)
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert open_.get("/review", headers=bearer).status_code == 200
    rebound = open_.get("/review", headers=bearer | {"Host": "evil.example"})
    assert rebound.status_code == 421


GOOD = {"Origin": "http://127.0.0.1:8765"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (GOOD, 200),
        (GOOD | {"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "http://127.0.0.1:8765.evil.example"}, 403),
        (GOOD | {"Sec-Fetch-Site": "cross-site"}, 403),
        (GOOD | {"Sec-Fetch-Site": "same-site"}, 403),
        (GOOD | {"Sec-Fetch-Site": "none"}, 403),
        (GOOD | {"X-CSRF-Token": ""}, 403),
        (GOOD | {"X-CSRF-Token": "0" * 64}, 403),
        (GOOD | {"X-CSRF-Token": "\u00e4".encode()}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/review/undo", "/review/decide", "/review/annotator"])
def test_a_change_has_to_come_from_the_page_itself(browser, labels, path, headers, status):
    csrf = browser.get("/review/hello").json()["csrf"]
    body = {
        "/review/undo": {},
        "/review/annotator": {"name": "x"},
        "/review/decide": {"id": "fern-01", "version": "new", "state": {"topics": ["depth"]}},
    }[path]
    response = browser.post(path, json=body, headers={"X-CSRF-Token": csrf} | headers)
    assert response.status_code == status
    assert labels.exists() == (status == 200 and path == "/review/decide")


def test_the_csrf_token_of_one_browser_is_of_no_use_to_another(desk, make_browser):
    one, other = make_browser(desk), make_browser(desk)
    stolen = one.get("/review/hello").json()["csrf"]
    other.get("/review")
    response = other.post("/review/undo", json={}, headers=GOOD | {"X-CSRF-Token": stolen})
    assert response.status_code == 403


def test_another_site_may_link_to_the_page_but_not_load_it(browser):
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    load = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script"}
    assert browser.get("/review", headers=link).status_code == 200
    assert browser.get("/review/topics", headers=load).status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/review", "/review/topics", "/static/review.js", "/nothing"]
)
def test_without_the_token_nothing_is_shown(desk, make_browser, path):
    response = make_browser(desk, **OPEN).get(path)
    assert response.status_code == 401
    assert "fern" not in response.text
    assert TOKEN not in response.text


@pytest.mark.parametrize("given", ["", "wrong", TOKEN[:-1], TOKEN + "x", "\u00e4"])
def test_a_wrong_token_opens_nothing(desk, make_browser, given):
    open_ = make_browser(desk, **OPEN)
    assert open_.get("/review", params={"token": given}).status_code == 401
    bearer = {"Authorization": f"Bearer {given}".encode()}
    assert open_.get("/review", headers=bearer).status_code == 401
    open_.cookies.set("papertaxa_token_0", given.encode().hex(), domain="192.0.2.7")
    assert open_.get("/review").status_code == 401


def test_the_token_is_asked_once_and_leaves_the_address(desk, make_browser):
    open_ = make_browser(desk, **OPEN)
    first = open_.get("/review", params={"token": TOKEN, "id": "fern-02"})
    assert (first.status_code, first.headers["location"]) == (303, "/review?id=fern-02")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert TOKEN not in cookie
    assert open_.get("/review").status_code == 200
    assert open_.decide("fern-02", topics=["depth"]).status_code == 200


def test_the_way_back_after_the_token_never_leads_to_another_host(desk, make_browser):
    open_ = make_browser(desk, **OPEN)
    response = open_.get(f"{open_.origin}//evil.example/x", params={"token": TOKEN})
    assert response.headers["location"] == "/evil.example/x"


def test_tokens_are_compared_in_constant_time(desk, make_browser, monkeypatch):
    compared = []

    def compare(one, other):
        compared.append((one, other))
        return False

    monkeypatch.setattr("hmac.compare_digest", compare)
    make_browser(desk, **OPEN).get("/review", params={"token": "guess"})
    digest = hashlib.sha256(TOKEN.encode()).digest()
    assert (hashlib.sha256(b"guess").digest(), digest) in compared


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_that_is_too_large_is_refused_even_if_it_does_not_say_so(browser, declared):
    csrf = browser.get("/review/hello").json()["csrf"]
    body = b'{"x": "' + b"y" * MOST_BYTES + b'"}'

    async def pieces():
        for start in range(0, len(body), 100_000):
            yield body[start : start + 100_000]

    content = body if declared else pieces()
    response = browser.post(
        "/review/decide", content=content, headers=GOOD | {"X-CSRF-Token": csrf}
    )
    assert response.status_code == 413


@pytest.mark.parametrize(
    "path", ["/", "/review", "/static/style.css", "/nothing", "/review/topics"]
)
def test_every_answer_carries_the_headers_that_keep_a_browser_in_check(browser, path):
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/security.py", "/etc/passwd", "nothing.js", "."]
)
def test_no_path_leads_to_a_file(browser, name):
    assert browser.get(f"/static/{name}").status_code in (404, 421)


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_there_are_no_pages_that_load_from_elsewhere(browser, path):
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.7", False),
        ("localhost.example", False),
    ],
)
def test_only_loopback_is_served_without_a_token(host, loopback):
    assert is_loopback(host) is loopback
    if loopback:
        check_access(host, None)
    else:
        with pytest.raises(OutputError, match="--token"):
            check_access(host, None)
    with pytest.raises(OutputError, match="can be guessed"):
        check_access(host, "short")
    check_access(host, TOKEN)


def test_a_port_that_is_taken_is_an_error_with_a_remedy():
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(OutputError, match="--port"):
            bind("127.0.0.1", taken.getsockname()[1])


def test_answers_are_not_held_back_to_be_sent_together():
    import socket

    # asyncio asks for it by the number of the protocol, which a socket need not know.
    with bind("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_each_process_makes_its_own_tokens():
    assert Rules().csrf("x") != Rules().csrf("x")
