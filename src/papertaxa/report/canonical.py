"""Canonical names across a listing: which names of different papers are one.

A paper that writes a short and a long form next to each other says that they are one; so its short
form stands for its long form, there. Where a paper uses the short form alone, it stands for the
long form that other papers give, if those agree: ``SAM`` alone is neither of two long forms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from papertaxa.report.aliases import Aliases
from papertaxa.report.spelling import name_key

Form = tuple[str, str]
"""A name as a paper has it: (text, canonical); both the same where it has one form."""

_SHARE = 0.8
"""Of the papers that spell a short form out, how many have to agree on what it is short for."""

_FEWEST = 2  # papers that introduce a long form, if no paper uses it: one coins it for itself
_LONG = 4  # letters of a short form that one paper may explain: two papers' GM may be two things
_ALIKE = 0.93  # of two long forms of one short form: `adaptation` and `adaption`
_OFTEN = 0.25  # of a name's papers that have to use a short form for it to be shown
_TAILS = ("algorithm", "method", "model", "framework", "network", "benchmark", "dataset", "loss")


@dataclass(frozen=True, slots=True)
class Support:
    """How many papers have a form of a name.

    Attributes:
        used: Papers that use it.
        proposed: Papers that introduce it.
    """

    used: int
    proposed: int

    @property
    def papers(self) -> int:
        """Papers that have it."""
        return self.used + self.proposed


def resolve(forms: Mapping[Form, Support], aliases: Aliases) -> dict[Form, str]:
    """Give each form the key of its canonical name.

    Args:
        forms: All forms of a listing.
        aliases: What the user has settled. A long form that stands next to a short one counts
            for more than an alias of the short one.

    Returns:
        For each form a key; forms of one name have the same.
    """
    longs: dict[str, dict[str, list[int]]] = {}  # short -> long -> [used, proposed]
    for (text, canonical), support in forms.items():
        short, long = name_key(text), name_key(canonical)
        if short != long:
            counts = longs.setdefault(short, {}).setdefault(long, [0, 0])
            counts[0] += support.used
            counts[1] += support.proposed
    same: dict[str, str] = {}
    meant: dict[str, str] = {}
    for short in sorted(longs):
        merged = _merged(longs[short], same)
        chosen = _agreed(short, merged)
        if chosen is not None:
            meant[short] = chosen
    return {form: _key(form, aliases, same, meant) for form in forms}


def _merged(longs: Mapping[str, list[int]], same: dict[str, str]) -> dict[str, list[int]]:
    """Bring variants of one long form under the most frequent, and note them in ``same``."""
    merged: dict[str, list[int]] = {}
    for long in sorted(longs, key=lambda long: (-sum(longs[long]), long)):
        main = next((other for other in merged if _variants(other, long)), None)
        if main is None:
            merged[long] = [*longs[long]]
            continue
        same.setdefault(long, main)
        for at, count in enumerate(longs[long]):
            merged[main][at] += count
    return merged


def _variants(one: str, other: str) -> bool:
    """Tell whether two long forms of the same short form are one."""
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(shorter) and longer[len(shorter) :] in _TAILS:
        return True
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _agreed(short: str, longs: Mapping[str, list[int]]) -> str | None:
    """Choose what a short form by itself is short for, if the papers agree on it."""
    total = sum(map(sum, longs.values()))
    for long, (used, proposed) in longs.items():
        known = used > 0 or proposed >= _FEWEST
        known &= used + proposed >= _FEWEST or len(short) >= _LONG
        if known and used + proposed >= _SHARE * total:
            return long
    return None


def _key(form: Form, aliases: Aliases, same: Mapping[str, str], meant: Mapping[str, str]) -> str:
    text, canonical = map(name_key, form)
    if canonical in aliases.target:
        return aliases.target[canonical]
    seen = {canonical}
    while canonical in same and same[canonical] not in seen:
        canonical = same[canonical]
        seen.add(canonical)
    if text == name_key(form[1]) and canonical in meant:
        canonical = meant[canonical]
    return aliases.target.get(canonical, canonical)


def spelled(forms: Iterable[tuple[Form, int]], key: str, aliases: Aliases) -> tuple[str, str]:
    """Choose how a canonical name is shown.

    Args:
        forms: Its forms, each with the number of papers that have it.
        key: The name's key.
        aliases: A name that an alias stands for is shown as its file spells it.

    Returns:
        The name, in its most frequent spelling, and its most frequent short form; the empty string
        where papers hardly use one.
    """
    names: Counter[str] = Counter()
    shorts: Counter[str] = Counter()
    rest: Counter[str] = Counter()
    total = 0
    for (text, canonical), papers in forms:
        total += papers
        for name in {text, canonical}:
            (names if name_key(name) == key else rest)[name] += papers
        if name_key(text) != key:
            shorts[text] += papers
    name = aliases.shown.get(key) or _most(names) or _most(rest)
    short = _most(shorts)
    spelt = sum(papers for text, papers in shorts.items() if name_key(text) == name_key(short))
    acronym = len(short) < len(name) and " " not in short
    return name, short if acronym and spelt >= _OFTEN * total else ""


def _most(counts: Counter[str]) -> str:
    return min(counts, key=lambda name: (-counts[name], name)) if counts else ""
