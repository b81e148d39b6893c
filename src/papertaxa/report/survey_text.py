"""A survey for reading in a terminal, at 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from papertaxa.report.survey import KINDS, NameCount, Survey

WIDTH = 80
HEADINGS = {"method": "Methods", "benchmark": "Benchmarks and datasets"}
BEST = 5
"""Names shown of a topic."""


def shown(name: NameCount) -> str:
    """A name with its short form first: ``PPO (Proximal Policy Optimization)``."""
    return f"{name.short} ({name.name})" if name.short else name.name


def brief(name: NameCount) -> str:
    """The short form, if there is one."""
    return name.short or name.name


def tops(names: Sequence[NameCount], groups: Sequence[str]) -> dict[str, list[NameCount]]:
    """The most frequent names of each topic or area, most papers in it first."""
    found: dict[str, list[NameCount]] = {group: [] for group in groups}
    for name in names:
        for group in name.groups:
            found[group].append(name)
    return {
        group: sorted(its, key=lambda name: (-name.groups[group], -name.papers, name.name))[:BEST]
        for group, its in found.items()
    }


def summary(survey: Survey) -> str:
    """One line: how many papers there are, and of what status."""
    statuses = ", ".join(f"{count} {status}" for status, count in survey.statuses.items())
    names = ", ".join(f"{len(survey.of(kind))} {HEADINGS[kind].lower()}" for kind in KINDS)
    return f"{survey.papers} papers ({statuses or 'none'}); {names}"


def to_table(
    survey: Survey, names: Sequence[NameCount], *, title: Callable[[str], str] = str
) -> str:
    """Write the most frequent names, and those of each topic or area.

    Args:
        survey: What was counted.
        names: The names to list.
        title: What a topic or area is called.
    """
    lines = [summary(survey)]
    for kind in KINDS:
        its = [name for name in names if name.kind == kind]
        lines += ["", f"{HEADINGS[kind]} (papers, of which new)"]
        lines += [line for name in its for line in _listed(name)]
        left = len(survey.of(kind)) - len(its)
        if left:
            lines.append(f"{'':15}and {left} more")
    lines += ["", f"By {survey.by}"]
    best = {kind: tops(survey.of(kind), list(survey.groups)) for kind in KINDS}
    for group, papers in survey.groups.items():
        lines.append(f"{title(group)} ({papers})")
        for kind in KINDS:
            if best[kind][group]:
                its_names = ", ".join(f"{brief(n)} {n.groups[group]}" for n in best[kind][group])
                lines += _wrapped(f"{kind}s: {its_names}", "  ", "    ")
    if survey.ungrouped:
        lines.append(f"without a sure {survey.by} ({survey.ungrouped})")
    return "\n".join([*lines, ""])


def _listed(name: NameCount) -> Iterator[str]:
    new = f"{name.proposed}" if name.proposed else ""
    yield from _wrapped(shown(name), f"{name.papers:7}{new:>6}  ", " " * 15)


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
