import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.extract.pipeline import blank
from papertaxa.extract.tokenizer import norms_of, spaces_of, split, words_of

NLP = blank()


NAMES = (
    "Qwen3-8B COCO-MIG π0.5 GPT-4o ℓ2-PGD C³ ∇-SDF D4RL GPT-4o-mini LLaMA-3.1-8B CLIP+ C++ M^2R "
    "p-less U-Net++"
)


@pytest.mark.parametrize("name", NAMES.split())
@pytest.mark.parametrize(
    "around", ["{}", "({})", "“{}”,", "{}.", "**{}**", "[{}]:", "{}'s", "({}),"]
)
def test_a_name_is_one_token_whatever_stands_around_it(name: str, around: str) -> None:
    assert name in words_of(NLP.make_doc(f"see {around.format(name)} here"))


@pytest.mark.parametrize("around", ["{}", "({}).", "“{}”,", "{}.", "[{}]:"])
def test_a_link_is_one_token(around: str) -> None:
    link = "https://example.org/a-b?c=d"
    assert link in words_of(NLP.make_doc(f"see {around.format(link)} here"))


@pytest.mark.parametrize(
    ("chunk", "tokens"),
    [
        ("GRPO-based", ["GRPO", "-based"]),
        ("diffusion-based", ["diffusion", "-based"]),
        ("Adam-stabilized", ["Adam", "-stabilized"]),
        ("Move-Then-Operate", ["Move-Then-Operate"]),
        ("state-of-the-art", ["state-of-the-art"]),
        ("VDN/QMIX", ["VDN", "/", "QMIX"]),
        ("streams—really", ["streams", "—", "really"]),
        ("BM25+BGE", ["BM25+BGE"]),
        ("(TTT)s", ["(", "TTT", ")", "s"]),
        ("end.Next", ["end", ".", "Next"]),
        ("77%.", ["77", "%", "."]),
    ],
)
def test_compounds_part_where_a_name_may_end(chunk: str, tokens: list[str]) -> None:
    assert split(chunk) == tokens


@given(st.text(max_size=80))
def test_tokens_give_the_text_back(text: str) -> None:
    doc = NLP.make_doc(text)
    assert doc.text == text
    assert [token.text for token in doc] == words_of(doc)
    assert len(norms_of(doc)) == len(doc)
    assert spaces_of(doc) == [bool(token.whitespace_) for token in doc]


def test_title_and_abstract_are_parted_by_a_token() -> None:
    assert words_of(NLP.make_doc("A title\nAn abstract")) == ["A", "title", "\n", "An", "abstract"]
