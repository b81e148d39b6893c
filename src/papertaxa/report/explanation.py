"""An explanation as plain data, and as text for people."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from papertaxa.classifier.breakdown import Breakdown, Place, TermPart
from papertaxa.domain import Field
from papertaxa.model.explain import Explanation, TopicExplanation
from papertaxa.report.record import DIGITS
from papertaxa.taxonomy import Taxonomy

TERMS = 12
"""Terms that are shown to people one by one."""

_FIELDS: tuple[Field, ...] = ("title", "abstract")
_STRONG, _WEAK = 0.4, 0.1  # of the strongest character's part of the score
_DECIMALS = 4  # of what is shown to people
_TERM_WIDTH = 31
_PLACES = 2  # that are listed for a term


def to_record(
    explanation: Explanation, *, taxonomy: Taxonomy, titles: Mapping[str, str]
) -> dict[str, Any]:
    """Turn an explanation into JSON-able data, with all terms and all places.

    Args:
        explanation: What is shown.
        taxonomy: Where its topics have their names and areas.
        titles: The titles of labelled papers, as far as they are known.
    """
    return {
        "id": explanation.paper.id,
        "title": explanation.paper.title,
        "topics": [_topic_record(topic, taxonomy) for topic in explanation.topics],
        "outside": explanation.outside,
        "none_fits": round(explanation.none_fits, DIGITS),
        "trained_on": explanation.trained_on,
        "nearest": [
            {
                "id": paper.id,
                "title": titles.get(paper.id),
                "cosine": round(paper.cosine, DIGITS),
                "topics": list(paper.topics),
            }
            for paper in explanation.nearest
        ],
    }


def to_text(
    explanation: Explanation,
    *,
    taxonomy: Taxonomy,
    titles: Mapping[str, str],
    terms: int = TERMS,
    width: int = 80,
    colour: bool = False,
) -> str:
    """Turn an explanation into lines for people.

    Args:
        explanation: What is shown.
        taxonomy: Where its topics have their names and areas.
        titles: The titles of labelled papers, as far as they are known.
        terms: How many terms are shown one by one, the weightiest; the others are summed up.
        width: In columns.
        colour: Whether the text itself is shown too, coloured where it speaks for a topic (green)
            or against it (red).
    """
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        highlight=False,
        soft_wrap=not colour,
    )
    with console.capture() as shown:
        heading = Text(explanation.paper.id, style="bold")
        heading.append(f"  {_one_line(explanation.paper.title)}", style="not bold")
        console.print(heading)
        for topic in explanation.topics:
            console.print()
            for line in _topic_lines(topic, taxonomy, terms=terms):
                console.print(line)
            if colour and topic.breakdown is not None:
                console.print()
                for text in _highlighted(explanation, topic.breakdown):
                    console.print(text)
        console.print()
        for line in _nearest_lines(explanation, taxonomy, titles, width=width):
            console.print(line)
    return "\n".join(line.rstrip() for line in shown.get().splitlines())


def _topic_record(topic: TopicExplanation, taxonomy: Taxonomy) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": topic.topic,
        "name": taxonomy.name(topic.topic),
        "area": taxonomy.area_of(topic.topic),
        "given": topic.given,
        "probability": round(topic.probability, DIGITS),
        "threshold": round(topic.threshold, DIGITS),
    }
    parts = topic.breakdown
    if parts is None:
        return {**record, "linear_score": None, "intercept": None, "terms": []}
    return {
        **record,
        "linear_score": parts.score,
        "intercept": parts.intercept,
        "terms": [
            {
                "term": part.term,
                "weight": part.weight,
                "mentions": [asdict(place) for place in part.places],
            }
            for part in parts.terms
        ],
    }


def _topic_lines(topic: TopicExplanation, taxonomy: Taxonomy, *, terms: int) -> Iterator[Text]:
    area = taxonomy.area_of(topic.topic)
    line = Text(taxonomy.name(topic.topic), style="bold")
    line.append(f"  [{topic.topic}, in {taxonomy.name(area)}]", style="not bold")
    yield line
    if topic.breakdown is None:
        yield Text("  no training paper has this topic, so the model cannot give it")
        return
    verdict = "given" if topic.given else "not given"
    yield Text(
        f"  probability {topic.probability:.2f}, {verdict} (it is from {topic.threshold:.2f} on); "
        f"linear score {topic.breakdown.score:.{_DECIMALS}f}:"
    )
    parts = topic.breakdown.terms
    for part in parts[:terms]:
        yield _weighed(part.weight, part.term, _where(part))
    # The last lines take up what rounding left over, so that a reader's sum comes out right.
    left = round(topic.breakdown.score, _DECIMALS)
    left -= sum(round(part.weight, _DECIMALS) for part in parts[:terms])
    rest = len(parts[terms:])
    if rest:
        intercept = round(topic.breakdown.intercept, _DECIMALS)
        yield _weighed(left - intercept, f"{rest} other terms" if rest > 1 else "one other term")
        left = intercept
    yield _weighed(left, "what every paper has")


def _weighed(weight: float, what: str, where: str = "") -> Text:
    style = "green" if weight > 0 else "red"
    line = Text(f"  {weight:+.{_DECIMALS}f}", style=style)
    if where:
        what = f"{what}{' ' * max(1, _TERM_WIDTH - cell_len(what))}"
    line.append(f"  {what}", style="default")
    line.append(where, style="dim")
    return line


def _where(part: TermPart) -> str:
    """List where a term stands: ``title 0-4, abstract 17-21, …``."""
    shown, before = [], ""
    for place in part.places[:_PLACES]:
        field = "" if place.field == before else f"{place.field} "
        shown.append(f"{field}{place.start}-{place.end}")
        before = place.field
    return ", ".join(shown) + (", …" if len(part.places) > _PLACES else "")


def _highlighted(explanation: Explanation, parts: Breakdown) -> Iterator[Text]:
    """Colour the paper's texts as given by what each character adds to the score."""
    places = [place for part in parts.terms for place in part.places]
    heats = {field: _heat(places, field, len(_raw(explanation, field))) for field in _FIELDS}
    most = max((abs(value) for heat in heats.values() for value in heat), default=0.0)
    for field in _FIELDS:
        if raw := _raw(explanation, field):
            styles = [_style(value / most) if most else "" for value in heats[field]]
            text = Text(style="default")
            at = 0
            for style, run in groupby(styles):
                length = len(list(run))
                text.append(raw[at : at + length], style=style)
                at += length
            yield text


def _style(share: float) -> str:
    """How a character is shown that has this share of the strongest one's part."""
    if abs(share) < _WEAK:
        return ""
    return f"{'bold ' if abs(share) >= _STRONG else ''}{'green' if share > 0 else 'red'}"


def _heat(places: Sequence[Place], field: Field, length: int) -> list[float]:
    """Spread each place's weight over its characters."""
    heat = [0.0] * length
    for place in places:
        if place.field == field:
            each = place.weight / (place.end - place.start)
            for at in range(place.start, place.end):
                heat[at] += each
    return heat


def _raw(explanation: Explanation, field: Field) -> str:
    return explanation.paper.title if field == "title" else explanation.paper.abstract


def _nearest_lines(
    explanation: Explanation, taxonomy: Taxonomy, titles: Mapping[str, str], *, width: int
) -> Iterator[Text]:
    if explanation.outside:
        yield Text(
            f"The paper may fit no topic of the taxonomy (probability {explanation.none_fits:.2f})."
        )
    if explanation.trained_on:
        yield Text("The model was trained on this very paper, which raises its scores.")
    if not explanation.nearest:
        yield Text("No labelled paper shares a word with it.")
        return
    yield Text("Nearest labelled papers (cosine, id, topics, title where known)", style="bold")
    for paper in explanation.nearest:
        names = "; ".join(taxonomy.name(topic) for topic in paper.topics)
        line = f"  {paper.cosine:.2f}  {paper.id}  {names}"
        yield Text(line)
        if title := titles.get(paper.id):
            title = _one_line(title)
            room = width - 8
            if cell_len(title) > room:
                title = set_cell_size(title, room - 1).rstrip() + "…"
            yield Text(f"        {title}", style="dim")


def _one_line(text: str) -> str:
    return " ".join(text.split())
