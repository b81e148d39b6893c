import re
import signal
import subprocess
import sys

import pytest

from papertaxa.cli import main
from papertaxa.cli.review import PORT, TOKEN

LISTING = "id,title,abstract\np,A title,An abstract\n"


@pytest.fixture
def listing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(TOKEN, raising=False)
    path = tmp_path / "papers.csv"
    path.write_text(LISTING)
    return path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["papers.csv", "--host", "0.0.0.0"], "--token"),
        (["papers.csv", "--token", "short"], "can be guessed"),
        (["nothing.csv"], "nothing.csv"),
        (["papers.csv", "papers.csv"], "--labels FILE"),
        (["papers.csv", "--labels", "no/such/l.jsonl"], "no/such does not exist"),
        (["papers.csv", "--labels", "."], "folder"),
        (["papers.csv", "--model", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_served_is_an_error_with_a_remedy(listing, capsys, arguments, said):
    assert main(["review", *arguments, "--no-browser"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert said in told
    assert [path.name for path in listing.parent.iterdir()] == ["papers.csv"]


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8.5", "\u00b2"])
def test_a_port_is_a_number_up_to_65535(listing, capsys, port):
    with pytest.raises(SystemExit) as ended:
        main(["review", "papers.csv", "--port", port])
    assert ended.value.code == 2
    assert "not a port" in capsys.readouterr().err


def test_without_the_web_framework_it_says_what_to_install(listing, capsys, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("papertaxa.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert main(["review", "papers.csv"]) == 2
    assert "pip install 'papertaxa[review]'" in capsys.readouterr().err


def test_the_help_does_not_load_the_web_framework():
    script = (
        "import sys; from papertaxa.cli import main\n"
        "try: main(['review', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'fastapi', 'uvicorn', 'numpy'}\n"
        "sys.exit(bool(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0


def test_the_page_is_served_with_a_model_until_it_is_interrupted(listing, tiny_model):
    import urllib.request

    process = subprocess.Popen(
        [sys.executable, "-m", "papertaxa", "review", "papers.csv", "--no-browser", "--port", "0",
         "--model", str(tiny_model), "--no-extract"],
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        address = re.match(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())[0]
        assert "papers.labels.jsonl" in process.stderr.readline()
        with urllib.request.urlopen(f"{address}review") as page:
            assert "A title" in page.read().decode()
    finally:
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)[1]
    assert (process.returncode, rest) == (0, "")
    assert PORT == 8765
