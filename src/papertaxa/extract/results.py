"""Results that an abstract states: ``57.2 AP on PearBench``, ``from 50% to 77%``.

Patterns rather than a trained model: few abstracts state results, each in one of a few phrases, and
a wrong figure does more harm than a missing one. A figure is taken only where the phrase says what
became of it: a level that is reached, or a change and its direction. The benchmark is given only
where the words tie it to the figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.domain import Direction
from papertaxa.extract import judge
from papertaxa.extract.phrases import LEVELS, Phrase, metric_of, phrases, states_a_result
from papertaxa.extract.places import BREAK
from papertaxa.extract.spelling import Slice

KEY = "papertaxa_results"
"""Of the list of results in a document's ``user_data``, and of the component."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\[“\"])|(?<=;)\s+|\n+")
_BETTER = re.compile(
    r"improv|enhanc|outperform|surpass|exceed|beat|gain|speed|accelerat|better|fast"
)
_ARTICLE = re.compile(r"(?:^|\s)an?$")
_ADJECTIVES = r"(?:the\s)?(?:[a-z-]+\s){0,2}"
# Another level, of which the words tell where it was reached for both: 57.2 AP and 79.4 mIoU on B.
_AND_LEVEL = r"(?:\sand\s\d[\d.]*%?\s[\w@.:-]+)?"
_WHICH = re.compile(rf"{_AND_LEVEL}\son\sthe\s(?P<which>former|latter)\b")
_LEADS_TO = re.compile(rf"(?:{_AND_LEVEL}|(?:\s[A-Za-z-]+){{0,4}}?)\son\s{_ADJECTIVES}")
_OPENS = re.compile(rf"(?:[Oo]n|[Ii]n)\s{_ADJECTIVES}")
_OPENED = re.compile(r"(?:\s(?:benchmark|dataset|suite|tasks?|test set|validation set))?,")
_GOES_ON = re.compile(r"(?:,|,?\sand|/|\s&)\s?(?:the\s)?")
_NOT_ALONE = re.compile(rf"{_GOES_ON.pattern}[A-Z]\w*[A-Z\d]|[-\w]|\s\w*\s?subset of")
_NEXT_FIGURE = re.compile(r"[^.;]{0,40}?(?:,|and)\s[^.;\d]{0,20}\d")
_LAST_FIGURE = re.compile(r"\d[^.;]{0,12}(?:,|and)\s\D{0,12}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A result as it stands in the cleaned text; see `papertaxa.domain.Result`.

    Attributes:
        value: The number, or the range, as written.
        unit: As written; empty where there is none.
        metric: As written; None where the phrase names none.
        change: Whether the value is a change rather than a level that is reached.
        direction: Of the change, or from the baseline; None for a level by itself.
        baseline: The number it started from, where stated.
        hedge: As written; empty where there is none.
        benchmark: Where in the text the benchmark it belongs to stands; None if that is not stated.
        span: Start and end of the figure in the text.
    """

    value: str
    unit: str
    metric: str | None
    change: bool
    direction: Direction | None
    baseline: str | None
    hedge: str
    span: Slice
    benchmark: Slice | None = None


def find(text: str, benchmarks: Sequence[Slice] = ()) -> list[Stated]:
    """Find the results that a text states.

    Args:
        text: A cleaned abstract.
        benchmarks: Where benchmarks stand in it, in characters, in order.

    Returns:
        The results, in reading order.
    """
    found: list[Stated] = []
    start = 0
    for gap in [*_SENTENCE.finditer(text), None]:
        end = len(text) if gap is None else gap.start()
        sentence = text[start:end]
        if any(char.isdigit() for char in sentence):
            inside = [(a - start, b - start) for a, b in benchmarks if start <= a and b <= end]
            found += (_moved(result, start) for result in _of_sentence(sentence, inside))
        if gap is not None:
            start = gap.end()
    return found


def _moved(result: Stated, by: int) -> Stated:
    first, last = result.span
    mark = result.benchmark
    return replace(
        result,
        span=(first + by, last + by),
        benchmark=None if mark is None else (mark[0] + by, mark[1] + by),
    )


def _of_sentence(sentence: str, benchmarks: Sequence[Slice]) -> list[Stated]:
    found: dict[Slice, tuple[Stated, int]] = {}
    for result, end in _matches(sentence):
        first, last = result.span
        if all(last <= a or first >= b for a, b in found):
            found[result.span] = result, end
    ordered = [found[span] for span in sorted(found)]
    if "respectively" in sentence:
        # Which figure belongs to what is said by an order that these patterns do not follow.
        return [result for result, _ in ordered if not _listed(sentence, result.span)]
    return [
        replace(result, benchmark=_benchmark(sentence, end, result.span[0], benchmarks))
        for result, end in ordered
    ]


def _listed(sentence: str, span: Slice) -> bool:
    """Whether a figure is one of several in a row."""
    return bool(_NEXT_FIGURE.match(sentence, span[1]) or _LAST_FIGURE.search(sentence[: span[0]]))


def _matches(sentence: str) -> Iterator[tuple[Stated, int]]:
    """Every match of every phrase: a result, and where its phrase ends."""
    for phrase, pattern in phrases().items():
        for match in pattern.finditer(sentence):
            metric = metric_of(match)
            if states_a_result(phrase, match, metric):
                yield _stated(phrase, match, metric), match.end()


def _stated(phrase: Phrase, match: re.Match[str], metric: str | None) -> Stated:
    groups = match.groupdict()
    start = match.start("value")
    if groups.get("sign"):
        start = match.start("sign")
    if "whole" in groups:
        start = match.start("whole")
    return Stated(
        value=match["value"].strip(),
        unit=match["unit"].strip(),
        metric=metric,
        change=phrase not in LEVELS and phrase != "from-to",
        direction=_direction(phrase, groups.get("up"), groups.get("down")),
        baseline=groups.get("baseline"),
        hedge=_ARTICLE.sub("", " ".join((groups.get("hedge") or "").split())),
        span=(start, match.end("unit")),
    )


def _direction(phrase: Phrase, up: str | None, down: str | None) -> Direction | None:
    if up:
        return "better" if _BETTER.match(up) else "up"
    if down:
        return "worse" if down.startswith("degrad") else "down"
    return "up" if phrase == "signed" else None


def _benchmark(sentence: str, end: int, figure: int, benchmarks: Sequence[Slice]) -> Slice | None:
    """Find the benchmark that the words tie to a figure: ``... on B``, or ``On B, ...``."""
    before = [place for place in benchmarks if place[1] <= figure]
    if which := _WHICH.match(sentence, end):
        two = len(before) == 2 and len(benchmarks) == 2  # noqa: PLR2004 - the former, the latter
        return before[which["which"] == "latter"] if two else None
    following = [place for place in benchmarks if place[0] >= end]
    if following:
        first, last = following[0]
        leads = _LEADS_TO.fullmatch(sentence, end, first)
        if not leads or _NOT_ALONE.match(sentence, last):
            return None
        if len(following) > 1 and _GOES_ON.fullmatch(sentence, last, following[1][0]):
            return None  # one figure for several benchmarks
        return first, last
    opening = _OPENS.match(sentence)
    if len(benchmarks) == 1 and opening and opening.end() == benchmarks[0][0]:
        first, last = benchmarks[0]
        return (first, last) if last <= figure and _OPENED.match(sentence, last) else None
    return None


@Language.component(KEY)
def results(doc: Doc) -> Doc:
    """Find the results of one paper's abstract; the title states none."""
    text = doc.text
    start = text.find(BREAK) + 1
    places = {
        (doc[first].idx - start, doc[last - 1].idx + len(doc[last - 1]) - start)
        for name in doc.user_data.get(judge.KEY, ())
        if name.kind == "benchmark"
        for first, last in name.candidate.places
    }
    inside = sorted(place for place in places if place[0] >= 0)
    doc.user_data[KEY] = [_moved(result, start) for result in find(text[start:], inside)]
    return doc
