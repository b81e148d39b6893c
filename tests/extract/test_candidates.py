import pytest

from papertaxa.extract import acronyms
from papertaxa.extract.candidates import KEY, candidates, gather
from papertaxa.extract.pipeline import blank
from papertaxa.extract.tokenizer import norms_of, words_of


def words(text: str) -> list[str]:
    return words_of(blank().make_doc(text))


def texts(given: list[str], runs: list[tuple[int, int]]) -> list[str]:
    return [" ".join(given[start:end]) for start, end in runs]


def test_the_long_form_is_all_that_its_bracket_holds() -> None:
    doc = blank().make_doc("The OpenHA (Open Hierarchical Agents) suite.")
    doc.user_data[acronyms.KEY] = [((3, 5), (1, 2))]
    found = {candidate.text: candidate for candidate in candidates(doc).user_data[KEY]}
    assert found["OpenHA"].partner is found["Open Hierarchical Agents"]


def test_no_name_reaches_from_the_title_into_the_abstract() -> None:
    doc = blank().make_doc("Brisk Folding\nWe fold briskly")
    given = words_of(doc)
    found = gather([((1, 4), "tagger"), ((0, 2), "tagger")], [], given, norms_of(doc), doc)
    assert [candidate.text for candidate in found] == ["Brisk Folding"]


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ('A "brisk tensor" folding (BTF) wins', '"brisk tensor" folding'),
        ("A “brisk tensor” folding (BTF) wins", "“brisk tensor” folding"),
        ('A "brisk tensor folding" (BTF) wins', "brisk tensor folding"),
        # The last letter of a short form need not begin the last word of the title's phrase.
        ("BriTe: Brisk Tensor Folding for Trees\nText.", "Brisk Tensor Folding"),
        ("BTF: Brisk Tensor Folding\nText.", "Brisk Tensor Folding"),
    ],
)
def test_a_long_form_ends_where_its_phrase_ends(text: str, long: str) -> None:
    doc = candidates(acronyms.acronyms(blank().make_doc(text)))
    assert [each.text for each in doc.user_data[KEY] if "long form" in each.sources] == [long]


def test_a_quoted_name_is_one_name_with_and_without_its_quotation_marks() -> None:
    doc = blank().make_doc('The "brisk tensor" folding (BTF). Brisk tensor folding is fast.')
    found = {each.text: each for each in candidates(acronyms.acronyms(doc)).user_data[KEY]}
    assert [doc[start:end].text for start, end in found['"brisk tensor" folding'].places] == [
        '"brisk tensor" folding',
        "Brisk tensor folding",
    ]
