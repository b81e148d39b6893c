"""A survey of a labelled listing: how many papers have each name, by topic or area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from papertaxa.report.aliases import NONE, Aliases
from papertaxa.report.canonical import Form, Support, resolve, spelled
from papertaxa.report.labelled import Kind, PaperFound

By = Literal["topic", "area"]
KINDS: tuple[Kind, ...] = ("method", "benchmark")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCount:
    """One canonical name of a listing.

    Attributes:
        kind: What most papers have it as.
        name: In its most frequent spelling; the long form where papers give one.
        short: The most frequent short form; empty if there is none.
        papers: Papers that name it.
        proposed: Papers that introduce it.
        forms: Papers by form, as the papers spell it, the most frequent first.
        groups: Papers by topic (or area); a paper with two topics counts in both.
    """

    kind: Kind
    name: str
    short: str
    papers: int
    proposed: int
    forms: Mapping[str, int]
    groups: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What a listing names.

    Attributes:
        papers: Rows read.
        statuses: Rows by status.
        by: What the papers are grouped by.
        groups: Papers by topic (or area), in the taxonomy's order.
        ungrouped: Papers without one.
        names: All names, by kind, then the most frequent first.
    """

    papers: int
    statuses: Mapping[str, int]
    by: By
    groups: Mapping[str, int]
    ungrouped: int
    names: tuple[NameCount, ...]

    def of(self, kind: Kind) -> tuple[NameCount, ...]:
        """The names of one kind, the most frequent first."""
        return tuple(name for name in self.names if name.kind == kind)


def survey(
    papers: Iterable[PaperFound],
    *,
    by: By = "topic",
    order: Sequence[str] = (),
    aliases: Aliases = NONE,
) -> Survey:
    """Count the canonical names of a listing.

    The papers are read once, as a stream; what is kept of each is a few numbers.

    Args:
        papers: Labelled papers.
        by: Whether to group by topic or by area.
        order: Topics or areas in the order in which to give them; others follow by id.
        aliases: Names that are one though no paper says so.
    """
    numbers: dict[Form, int] = {}
    group_numbers: dict[str, int] = {}
    rows: list[tuple[list[tuple[int, Kind, bool]], list[int]]] = []
    statuses: Counter[str] = Counter()
    for paper in papers:
        statuses[paper.status] += 1
        groups = dict.fromkeys(paper.topics if by == "topic" else paper.areas)
        rows.append(
            (
                [
                    (numbers.setdefault((f.text, f.canonical), len(numbers)), f.kind, f.proposed)
                    for f in paper.names
                ],
                [group_numbers.setdefault(group, len(group_numbers)) for group in groups],
            )
        )
    forms = list(numbers)
    keys = resolve(_support(forms, (found for found, _ in rows)), aliases)
    names = _Names([keys[form] for form in forms])
    for found, groups_found in rows:
        names.add(found, groups_found)
    ids = list(group_numbers)
    ranks = {group: rank for rank, group in enumerate(order)}
    ids_in_order = sorted(ids, key=lambda group: (ranks.get(group, len(ranks)), group))
    per_group = Counter(group for _, groups_found in rows for group in groups_found)
    return Survey(
        papers=len(rows),
        statuses=dict(statuses.most_common()),
        by=by,
        groups={group: per_group[group_numbers[group]] for group in ids_in_order},
        ungrouped=sum(not groups_found for _, groups_found in rows),
        names=names.counted(forms, ids, ids_in_order, aliases),
    )


def _support(
    forms: Sequence[Form], rows: Iterable[Sequence[tuple[int, Kind, bool]]]
) -> dict[Form, Support]:
    used, proposed = [0] * len(forms), [0] * len(forms)
    for found in rows:
        new = {form for form, _, is_new in found if is_new}
        for form in new:
            proposed[form] += 1
        for form in {form for form, _, _ in found} - new:
            used[form] += 1
    return {form: Support(used[at], proposed[at]) for at, form in enumerate(forms)}


class _Names:
    """Counts per canonical name; forms and groups are numbers here."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._papers: Counter[str] = Counter()
        self._proposed: Counter[str] = Counter()
        self._kinds: dict[str, Counter[Kind]] = {}
        self._forms: dict[str, Counter[int]] = {}
        self._groups: dict[str, Counter[int]] = {}

    def add(self, found: Sequence[tuple[int, Kind, bool]], groups: Sequence[int]) -> None:
        """Count one paper's names, each once, in whatever forms it has them."""
        new = {self._keys[form] for form, _, proposed in found if proposed}
        self._proposed.update(new)
        kinds = {(self._keys[form], kind) for form, kind, _ in found}
        for key, kind in kinds:
            self._kinds.setdefault(key, Counter())[kind] += 1
        for form in {form for form, _, _ in found}:
            self._forms.setdefault(self._keys[form], Counter())[form] += 1
        for key in {key for key, _ in kinds}:
            self._papers[key] += 1
            self._groups.setdefault(key, Counter()).update(groups)

    def counted(
        self, forms: Sequence[Form], ids: Sequence[str], order: Sequence[str], aliases: Aliases
    ) -> tuple[NameCount, ...]:
        """Give the counts under names as they are shown."""
        ranks = {group: rank for rank, group in enumerate(order)}
        counts = []
        for key, papers in sorted(self._papers.items()):  # ties below keep this order
            own = [(forms[form], count) for form, count in self._forms[key].items()]
            name, short = spelled(own, key, aliases)
            kinds = self._kinds[key]
            groups = {ids[number]: count for number, count in self._groups[key].items()}
            counts.append(
                NameCount(
                    kind=max(KINDS, key=lambda kind: kinds[kind]),
                    name=name,
                    short=short,
                    papers=papers,
                    proposed=self._proposed[key],
                    forms=_surfaces(own),
                    groups={
                        group: groups[group] for group in sorted(groups, key=ranks.__getitem__)
                    },
                )
            )
        counts.sort(
            key=lambda count: (KINDS.index(count.kind), -count.papers, count.name, count.short)
        )
        return tuple(counts)


def _surfaces(forms: Iterable[tuple[Form, int]]) -> dict[str, int]:
    surfaces: Counter[str] = Counter()
    for (text, canonical), papers in forms:
        for surface in {text, canonical}:
            surfaces[surface] += papers
    return dict(sorted(surfaces.items(), key=lambda item: (-item[1], item[0])))
