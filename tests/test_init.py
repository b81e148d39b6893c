"""The front door: a few names, imported when they are asked for."""

import subprocess
import sys

import pytest

import papertaxa


@pytest.mark.parametrize("name", papertaxa.__all__)
def test_every_name_it_offers_is_there(name):
    assert getattr(papertaxa, name).__name__ == name


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'labl'"):
        papertaxa.labl  # noqa: B018 - looking it up is the test


def test_importing_it_loads_nothing_heavy():
    heavy = "{'numpy', 'scipy', 'spacy', 'sklearn', 'pandas', 'pyarrow', 'rich'}"
    script = (
        "import sys, papertaxa, papertaxa.cli; papertaxa.cli.parser()\n"
        f"sys.exit(bool({heavy} & {{name.split('.')[0] for name in sys.modules}}))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_listing_is_labelled_in_one_line(world, tiny_model):
    rows = list(papertaxa.label(papertaxa.read([world.papers]), papertaxa.load(tiny_model)))
    assert [row.id for row in rows] == list(world.texts)
    assert {row.status for row in rows} == {"ok"}
