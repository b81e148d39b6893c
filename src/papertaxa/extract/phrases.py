"""The phrases in which abstracts state results, and which of their matches are none.

A phrase's groups: ``value``, ``unit``, ``hedge``, ``sign``; ``up`` or ``down``, the word for the
change; ``metric``, ``within`` or ``after``, the metric; ``between``, what stands between a verb and
its figure; ``baseline`` and ``whole`` of a change from one figure to another.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from papertaxa.extract.quantities import (
    AFTER,
    DOWN_NOUN,
    DOWN_VERB,
    HEDGE,
    METRIC,
    NUMBER,
    RANGE,
    REACH,
    UNIT,
    UP_NOUN,
    UP_VERB,
)

Phrase = Literal[
    "from-to", "by", "noun", "noun-of", "more", "faster", "signed", "level", "of", "on"
]
LEVELS: frozenset[Phrase] = frozenset({"level", "of", "on"})
"""Phrases that state what is reached, rather than a change."""

_FIGURE = rf"(?P<hedge>{HEDGE})(?P<sign>[+−–-]?)(?P<value>{RANGE})(?P<unit>{UNIT})"
_LEVEL = rf"(?P<hedge>{HEDGE})(?P<value>{NUMBER})(?P<unit>(?:{UNIT})?)"
_VERB = rf"\b(?:(?P<up>{UP_VERB})|(?P<down>{DOWN_VERB}))\b"
_NOUN = rf"(?:(?P<up>{UP_NOUN})|(?P<down>{DOWN_NOUN}))\b"
_OF_SPEED = r"(?!the\b)[a-z-]+\s(?=(?:[a-z-]+\s)?(?:speed-?ups?|accelerations?)\b)"  # end-to-end
_BETWEEN = r"(?P<between>(?:(?!\b(?:by|and|or|while|with|which|that|but)\b)[^.;:()\d]){0,90}?)"
_IN = rf"\sin\s(?:terms of\s)?(?P<within>{METRIC}){AFTER}"
_NOT_MORE = r"(?!\s*(?:of\b|[-\w]*\w-))"  # 10% of the data, 3% lower-case

_PARTS: dict[Phrase, tuple[str, ...]] = {
    # improves accuracy from 50% to 77%
    "from-to": (
        rf"{_VERB}{_BETWEEN}\bfrom\s+",
        rf"(?P<whole>(?P<baseline>{NUMBER})(?:{UNIT})?(?:\s\([^()]{{1,40}}\))?",
        rf"\s+to\s+(?P<value>{NUMBER})(?P<unit>(?:{UNIT})?))",
        rf"(?:\s+(?P<after>{METRIC}){AFTER})?(?![\w%-])",
    ),
    # improves accuracy by 3.2%; outperforms it by 3 points in accuracy
    "by": (
        rf"{_VERB}{_BETWEEN}\bby\s+{_FIGURE}",
        rf"(?:\s+(?P<after>{METRIC}){AFTER}|(?:\son average)?{_IN})?{_NOT_MORE}",
    ),
    # a 3.2% accuracy gain, a 2× speedup, a 30% reduction in memory
    "noun": (
        rf"{_FIGURE}\s+(?:(?:average|absolute|relative|further|overall|additional)\s|{_OF_SPEED})*",
        rf"(?:(?P<metric>{METRIC})\s)?{_NOUN}(?:{_IN})?",
    ),
    # accuracy gains of up to 3.2%, an improvement of 3 points in accuracy
    "noun-of": (
        rf"(?:(?P<metric>{METRIC})\s)?\b{_NOUN}",
        rf"\s(?:in\s(?P<within>{METRIC})\s)?(?:of|by|up to|reaching)\s{_FIGURE}",
        rf"(?:\sin\s(?:terms of\s)?(?P<after>{METRIC}){AFTER})?{_NOT_MORE}",
    ),
    # 5% higher accuracy
    "more": (
        rf"{_FIGURE}\s+(?:(?P<up>higher|better|greater)|(?P<down>lower|smaller))",
        rf"\s(?P<metric>{METRIC}){AFTER}",
    ),
    # 17× faster than, 30% faster inference
    "faster": (
        rf"{_FIGURE}\s+(?P<metric>(?P<up>faster)(?:\s(?:training|inference|convergence|",
        r"decoding|generation|sampling|runtime|speed))?)",
        r"(?=\s*(?:[,.;)]|(?:than|and|compared|while|on|with|in)\b|$))",
    ),
    # +3.2% on, (+5 to +13 points)
    "signed": (
        rf"(?P<hedge>{HEDGE})(?P<sign>[+])(?P<value>{RANGE})(?P<unit>{UNIT})",
        rf"(?:\s+(?:in\s)?(?P<metric>{METRIC}){AFTER})?",
        r"(?=\s*(?:[,;.)]|(?:on|over|in|and|for)\b|$))",
    ),
    # achieves a 97.4% success rate
    "level": (
        rf"\b(?P<reach>{REACH}|with|and)\s(?:an?\s|the\s)?",
        r"(?:(?:new|record|remarkable|strong|impressive|notable|state-of-the-art|SOTA)\s)*",
        rf"{_LEVEL}\s(?P<metric>{METRIC}){AFTER}",
    ),
    # an accuracy of 97.4%
    "of": (
        rf"(?P<metric>{METRIC})(?:\s\([\w@.-]+\))?\s(?:of|reaches|reaching)\s{_LEVEL}",
        r"(?![\w%-])(?!\.\d)(?!\s?(?:%|million|billion|[KMB]\b|k\b|tokens|points))",
    ),
    # reaches 79.1% on
    "on": (rf"\b(?:{REACH})\s{_FIGURE}(?=\son\s)",),
}
_RIVAL = re.compile(r"outperform|surpass|exceed|beat")  # what follows is whom, not what
_GROW = re.compile(r"increas|rais|lift|elevat|cut|lower|shrink")
_CHANGING = re.compile(r"\b(?:by|improv\w+|outperform\w*|surpass\w*|gains?|reduc\w+)\b")
_COUNTED = re.compile(
    r"\s*(?:of\s(?:the\s)?(?:parameters|tokens|data|labels|samples|examples)|more\b)"
)
_SHARE = re.compile(r"(?i)\b(?:success|rates?|accurac\w+|costs?|errors?|performance)$")
_ENDS = re.compile(
    r"\s*(?:[,;:()]|\.(?!\s?\d)|$|(?:on|in|with|for|across|at|and(?!\s\d)|when|while|using|under|"
    r"compared|without|against|by|over|than|from|to|vs\.?|versus|after|within|during|among)\b)"
)
_FRACTION = re.compile(r"0\.\d+")
_OBJECT = re.compile(
    rf"{METRIC}(?=\s*(?:$|,|\([^()]*\)|(?:of|on|for|in|over|across|at|under|further)\b))"
)


@cache
def phrases() -> dict[Phrase, re.Pattern[str]]:
    """Make the phrases, of two of which that overlap the earlier one wins.

    It takes a while, and most who load an extractor want no results.
    """
    return {name: re.compile("".join(parts)) for name, parts in _PARTS.items()}


def metric_of(match: re.Match[str]) -> str | None:
    """Give the metric that a phrase names, as written, if it names one."""
    groups = match.groupdict()
    named = groups.get("metric") or groups.get("within") or groups.get("after")
    if named is None and groups.get("between") and not _RIVAL.match(match[0]):
        metrics = _OBJECT.findall(groups["between"])
        named = metrics[0] if len(metrics) == 1 else None
    return named.strip() if named else None


def states_a_result(phrase: Phrase, match: re.Match[str], metric: str | None) -> bool:
    """Tell a result from what only looks like one.

    Args:
        phrase: What matched.
        match: The match.
        metric: From `metric_of`.
    """
    unit, text, end = match["unit"].strip(), match.string, match.end()
    if phrase == "from-to":
        sound = _moves(match) and (metric is not None or unit in {"%", "points"})
    elif phrase == "by" and metric is None and _GROW.match(match[0]):
        sound = False  # what is increased may be what the authors chose
    elif phrase in {"by", "noun", "noun-of"}:
        sound = not _COUNTED.match(text, end)
    elif phrase == "level" and match["reach"] == "and" and _CHANGING.search(text, 0, match.start()):
        sound = False  # "by 6 mIoU on A and 9 mIoU on B" goes on with a change
    elif phrase == "of" and not unit and not _ENDS.match(text, end):
        sound = False  # 2.36 minutes
    elif phrase == "on":
        sound = unit in {"", "%"}  # 20 points lower
    elif phrase in {"level", "of"} and not unit and _SHARE.search(metric or ""):
        sound = _FRACTION.fullmatch(match["value"]) is not None
    elif phrase in {"level", "of"}:
        sound = unit in {"", "%", "dB", "points"}
    else:
        sound = True
    return sound


def _moves(match: re.Match[str]) -> bool:
    """Whether the figures go where the verb says: nobody increases anything from 8 to 3."""
    value, baseline = (float(match[name].replace(",", "")) for name in ("value", "baseline"))
    return value < baseline if match["down"] else value > baseline
