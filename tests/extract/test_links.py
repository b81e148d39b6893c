import pytest

from papertaxa.domain import Paper
from papertaxa.extract.links import kind_of, kinds_of_links
from papertaxa.text import clean_paper


@pytest.mark.parametrize(
    ("address", "before", "kind"),
    [
        ("https://github.com/pears/net", "Our code is available at ", "code"),
        ("https://github.com/pears/net", "", "code"),
        ("https://github.com/pears/set", "The dataset is available at ", "data"),
        ("https://github.com/pears/set", "Code and data are at ", "code"),
        ("https://anonymous.4open.science/r/pears-1", "See ", "code"),
        ("https://anonymous.4open.science/w/pears-1", "See ", "project"),
        ("https://huggingface.co/datasets/pears", "Weights are at ", "data"),
        ("https://huggingface.co/spaces/pears", "", "demo"),
        ("https://huggingface.co/pears", "", "model"),
        ("https://huggingface.co/pears", "The data (", "data"),
        ("https://zenodo.org/record/1", "", "data"),
        ("https://www.youtube.com/watch?v=1", "", "video"),
        ("https://youtu.be/1", "", "video"),
        ("https://pears.github.io", "See more at ", "project"),
        ("https://pears.github.io/net", "Audio samples are at ", "demo"),
        ("https://sites.google.com/view/pears", "The project website is ", "project"),
        ("https://arxiv.org/abs/2401.00001", "The code of ", "paper"),
        ("https://colab.research.google.com/drive/1", "Our code: ", "demo"),
        ("https://pears.example.org", "The project page is ", "project"),
        ("https://pears.example.org", "The pears are at ", "other"),
        ("https://tinyurl.com/pears", "We make our code available at ", "code"),
        ("https://tinyurl.com/pears", "We use a dataset. See ", "other"),
    ],
)
def test_words_next_to_a_link_say_its_kind_else_its_host(address, before, kind):
    assert kind_of(address, before) == kind


def test_every_address_is_given_once_with_its_place_as_given():
    paper = clean_paper(
        Paper(
            id="x",
            title="Pears (https://pears.github.io)",
            abstract=(
                r"Our code is at \href{https://github.com/pears/net\_1}{this link}. "
                "Data: [here](https://zenodo.org/record/1). See https://pears.github.io."
            ),
        )
    )
    found = kinds_of_links(paper)
    assert [(link.url, link.kind) for link in found] == [
        ("https://pears.github.io", "project"),
        ("https://github.com/pears/net_1", "code"),
        ("https://zenodo.org/record/1", "data"),
    ]
    raw = {"title": paper.title.raw, "abstract": paper.abstract.raw}
    spans = [raw[m.field][m.start : m.end] for m in (link.mention for link in found)]
    assert spans == [
        "https://pears.github.io",
        r"https://github.com/pears/net\_1",
        "https://zenodo.org/record/1",
    ]


def test_a_link_after_another_is_described_by_the_words_between_them():
    paper = Paper(
        id="x", abstract="Code (https://tinyurl.com/a), data (https://tinyurl.com/b) are open."
    )
    assert [link.kind for link in kinds_of_links(clean_paper(paper))] == ["code", "data"]


def test_no_links_give_nothing():
    assert kinds_of_links(clean_paper(Paper(id="x", abstract="No links in here."))) == ()
