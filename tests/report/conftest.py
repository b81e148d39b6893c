"""Invented rows that hold every kind of trouble a writer can meet."""

import pytest

from papertaxa.domain import (
    AreaScore,
    LabelledPaper,
    Link,
    Mention,
    Name,
    Primary,
    Result,
    TopicScore,
)
from papertaxa.taxonomy import Taxonomy, Topic


@pytest.fixture
def taxonomy():
    return Taxonomy(
        topics=(
            Topic(id="fruit", name="Fruit", definition="", parent=None, aliases=()),
            Topic(id="apples", name="Apples & pears", definition="", parent="fruit", aliases=()),
            Topic(
                id="a-very-long-topic",
                name="Long-distance transport of over-ripe bananas and mangoes",
                definition="",
                parent="fruit",
                aliases=(),
            ),
        )
    )


@pytest.fixture
def rows():
    mention = Mention(field="abstract", start=3, end=8)
    return [
        LabelledPaper(
            id="a-1",
            title='A "quoted", <b>bold</b>; [red]title[/red]\nover two lines',
            status="ok",
            primary=Primary(topic="apples", area="fruit", score=0.91239),
            topics=(
                TopicScore(id="apples", area="fruit", score=0.91239),
                TopicScore(id="a-very-long-topic", area="fruit", score=0.5),
            ),
            areas=(AreaScore(id="fruit", score=0.97),),
            confident=True,
            methods=(
                Name(
                    text="PRESS",
                    canonical="Pear Early Sorting System",
                    role="proposed",
                    mentions=(mention,),
                ),
                Name(text="k; means", canonical="k; means", role="used", mentions=(mention,)),
            ),
            benchmarks=(
                Name(text="PomeBench", canonical="PomeBench", role="used", mentions=(mention,)),
            ),
            links=("https://example.org/a?b=1&c=2", "javascript:alert(1)"),
            extra={"authors": ["Ä", "B"], "year": 2026},
        ),
        LabelledPaper(
            id="a-2",
            title="",
            status="ok",
            primary=Primary(topic=None, area="fruit", score=0.4),
            areas=(AreaScore(id="fruit", score=0.4),),
            outside=True,
        ),
        LabelledPaper(
            id="a-3",
            title="lone \ud800 surrogate",
            status="unreadable",
            reason="papers.jsonl, line 3: not valid JSON",
        ),
    ]


@pytest.fixture
def result():
    return Result(
        value="77",
        unit="%",
        metric="ripeness",
        change=False,
        direction="up",
        baseline="50",
        hedge="over",
        benchmark="PomeBench",
        mention=Mention(field="abstract", start=3, end=9),
    )


@pytest.fixture
def link():
    mention = Mention(field="title", start=0, end=19)
    return Link(url="https://example.org", kind="code", mention=mention)
