import pytest

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy.crosswalk import rewrite

BECOME = {"lemon": "citrus", "lime": "citrus", "fig": "fig", "plum": None, "pear": "new pear"}


def rewritten(tmp_path, text: str):
    path = tmp_path / "cw.yaml"
    path.write_bytes(text.encode())
    return rewrite(path, BECOME.__getitem__)


CASES = {
    "list": ("a: [lemon, fig]  # lemon\n", "a: [citrus, fig]  # lemon\n"),
    "block list": ("a:\n  - fig\n  - lemon # x\n", "a:\n  - fig\n  - citrus # x\n"),
    "single value": ("cs.LM: lemon\r\n", "cs.LM: citrus\r\n"),
    "quotes": ("a: ['lemon', \"lemon2\"]\n", "a: ['citrus', \"lemon2\"]\n"),
    "weights": ("a: {lemon: 0.5, fig: 1}\n", "a: {citrus: 0.5, fig: 1}\n"),
    "a venue's area of the same name": ("lemon: [fig, lemon]\n", "lemon: [fig, citrus]\n"),
    "deeper": (
        "icml:\n  'A->B':\n    topics: [lemon]\n",
        "icml:\n  'A->B':\n    topics: [citrus]\n",
    ),
    "an id that needs quotes": ("a: [pear]\n", 'a: ["new pear"]\n'),
    "other letters before": ("ä€😀: [fig, lemon]\n", "ä€😀: [fig, citrus]\n"),
    "nothing": ("# only a comment\n", "# only a comment\n"),
    "no topic": ("a: [stone, 3, ~]\n", "a: [stone, 3, ~]\n"),
    "one place referred to twice": ("a: &x [lemon]\nb: *x\n", "a: &x [citrus]\nb: *x\n"),
}


@pytest.mark.parametrize("case", CASES)
def test_ids_are_replaced_and_everything_else_stays(tmp_path, case):
    before, after = CASES[case]
    found = rewritten(tmp_path, before)
    assert found.text == after
    assert found.by_hand == ()
    assert (found.replaced > 0) == (before != after)


def test_what_a_person_has_to_decide_is_named_with_its_line(tmp_path):
    found = rewritten(tmp_path, "a: [fig]\nb:\n  - plum\n  - lemon\nc: [lime, lemon]\n")
    assert found.text == "a: [fig]\nb:\n  - plum\n  - citrus\nc: [citrus, lemon]\n"
    path = tmp_path / "cw.yaml"
    assert found.by_hand == (
        f"{path}, line 3: 'plum' is no topic any more; name another one",
        f"{path}, line 5: 'lemon' would make 'citrus' stand twice; delete one",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a: [lemon", "this is not YAML"),
        (b"a: \xff", "this is not UTF-8 text"),
        (b"[" * 500, "hundreds of levels deep"),
    ],
)
def test_a_broken_file_is_an_error_with_a_remedy(tmp_path, content, message):
    (tmp_path / "cw.yaml").write_bytes(content)
    with pytest.raises(TaxonomyError, match=message):
        rewrite(tmp_path / "cw.yaml", BECOME.__getitem__)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(TaxonomyError, match="cannot be read"):
        rewrite(tmp_path / "none.yaml", BECOME.__getitem__)
