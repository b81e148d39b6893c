import pytest

from papertaxa.errors import LabelsError
from papertaxa.report.aliases import ALIASES, read_aliases
from papertaxa.report.spelling import name_key


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "aliases.tsv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_an_alias_stands_for_a_name_whatever_its_spelling(write):
    aliases = read_aliases(write("# fruit\nPPO\tPear Picking Order\n\n  # more\nppo-X\tPPX\n"))
    assert aliases.target[name_key("ppo")] == name_key("Pear-Picking Orders")
    assert aliases.shown[name_key("pear picking order")] == "Pear Picking Order"
    assert name_key("PPX") in aliases.shown


def test_windows_line_ends_and_a_byte_order_mark_are_no_matter(write):
    aliases = read_aliases(write(b"\xef\xbb\xbfA1\tFirst\r\nA2\tSecond\r\n"))
    assert set(aliases.target) == {name_key("A1"), name_key("A2")}
    assert set(aliases.shown.values()) == {"First", "Second"}


def test_the_same_alias_twice_is_no_problem(write):
    assert len(read_aliases(write("A\tB\na\tb\n")).target) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("PPO Pear Picking Order\n", r"line 1: 'PPO Pear Picking Order' has no tab; write the al"),
        ("x\ty\n\nPPO\t\n", r"line 3: the name is empty in 'PPO'; fill it in, or delete the line"),
        ("\tPear\n", r"line 1: the alias is empty in 'Pear'"),
        ("A\tB\tC\n", r"line 1: 'A' is followed by 2 names; an alias stands for one name"),
        ("A\tB\na\tC\n", r"line 2: 'a' stands for 'C' here and for 'B' in line 1; keep one"),
        ("A\tB\nB\tC\n", r"line 1: 'A' stands for 'B', which is itself an alias in line 2; write"),
        (b"A\tB\nC\t\xff\n", r"line 2: is not UTF-8; save the file as UTF-8 text"),
    ],
)
def test_a_problem_is_told_with_its_line_and_its_remedy(write, content, said):
    with pytest.raises(LabelsError, match=said) as error:
        read_aliases(write(content))
    assert "aliases.tsv" in str(error.value)


def test_all_problems_are_told_at_once(write):
    with pytest.raises(LabelsError, match="3 problems"):
        read_aliases(write("A\nB\nC\tD\nc\tE\n"))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(LabelsError, match=r"none\.tsv: the aliases cannot be read \(No such file"):
        read_aliases(tmp_path / "none.tsv")


def test_a_name_that_stands_for_itself_is_kept_apart(write):
    aliases = read_aliases(write("SAM\tSAM\n"))
    assert aliases.target == {name_key("SAM"): name_key("SAM")}


def test_the_file_that_ships_is_sound_and_leaves_versions_apart():
    aliases = read_aliases(ALIASES)
    assert aliases.target[name_key("3DGS")] == name_key("3D Gaussian Splatting")
    assert name_key("GPT-4o") not in aliases.target
    assert name_key("ImageNet-1K") not in aliases.target
