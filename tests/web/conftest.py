import asyncio
import importlib.util
import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from papertaxa.web.app import create_app
from papertaxa.web.security import Rules
from papertaxa.web.server import bind

HERE = Path(__file__).parent


def _load(name):
    spec = importlib.util.spec_from_file_location(f"web_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


stand_in = _load("stand_in")


@pytest.fixture(scope="session")
def taxonomy_file():
    return stand_in.FIXTURES / "taxonomy.yaml"


@pytest.fixture
def make_desk():
    return stand_in.make_desk


@pytest.fixture
def labels(tmp_path):
    return tmp_path / "labels.jsonl"


@pytest.fixture
def desk(labels, make_desk):
    return make_desk(labels)


class Browser:
    """A client that behaves as the page does: it keeps cookies, and sends origin and token."""

    def __init__(self, app, *, base_url="http://127.0.0.1:8765"):
        self.app = app
        self.origin = base_url
        self.cookies = httpx.Cookies()

    def request(self, method, path, **options):
        async def send():
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url=self.origin, cookies=self.cookies
            ) as client:
                response = await client.request(method, path, **options)
                self.cookies = client.cookies
                return response

        return asyncio.run(send())

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, **options):
        return self.request("POST", path, **options)

    def change(self, path, body, **headers):
        csrf = self.get("/review/hello").json()["csrf"]
        return self.post(
            path, json=body, headers={"Origin": self.origin, "X-CSRF-Token": csrf, **headers}
        )

    def card(self, paper, **query):
        """What the script of the page knows of a paper."""
        html = self.get("/review/paper", params={"id": paper, **query}).json()["html"]
        return state_in(html)

    def decide(self, paper, *, move=False, version=None, **ticked):
        data = self.card(paper)
        keys = ("topics", "gone", "methods", "benchmarks", "proposed", "shown")
        state = {key: data[key] for key in keys}
        body = {
            "id": paper,
            "version": version or data["version"],
            "state": state | ticked,
            "move": move,
        }
        return self.change("/review/decide", body)


def state_in(html):
    import html as escapes

    start = html.index('data-state="') + len('data-state="')
    return json.loads(escapes.unescape(html[start : html.index('"', start)]))


@pytest.fixture
def make_browser():
    def make(desk, **rules):
        base_url = rules.pop("base_url", "http://127.0.0.1:8765")
        return Browser(create_app(desk, Rules(**rules), annotator="reader-1"), base_url=base_url)

    return make


@pytest.fixture
def browser(desk, make_browser):
    return make_browser(desk)


@pytest.fixture
def rows(labels):
    """Read the label file as a plain reader of JSON Lines would."""

    def rows(path=labels):
        return {row["id"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}

    return rows


class KillableServer:
    """The page in a process of its own, that can be killed and started again on its port."""

    def __init__(self, labels):
        self.labels, self.port, self.process = labels, 0, None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "stand_in.py"), str(self.labels), str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = self.process.stdout.readline().strip()
        assert self.url, "the server did not start"
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        return self

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


@pytest.fixture
def killable(labels):
    server = KillableServer(labels).start()
    yield server
    server.kill()


@contextmanager
def _serving(desk):
    """The page in a thread, which starts in no time."""
    import uvicorn

    with bind("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        app = create_app(desk, Rules(port=port), annotator="reader-1")
        config = uvicorn.Config(app, log_level="error", lifespan="off", ws="none")
        running = uvicorn.Server(config)
        listening.listen()
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        desk.suggestions.start()
        desk.suggestions.wait()
        yield SimpleNamespace(url=f"http://127.0.0.1:{port}/", port=port)
        running.should_exit = True
        thread.join()


@pytest.fixture
def make_server():
    return _serving


@pytest.fixture
def server(desk):
    with _serving(desk) as server:
        yield server
