"""Recognising what happened between two versions of a taxonomy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from papertaxa.errors import nearest
from papertaxa.taxonomy.changes import Basis, Change, Diff
from papertaxa.taxonomy.lookup import plain
from papertaxa.taxonomy.tree import Taxonomy, Topic

Heirs = dict[str, tuple[str, ...]]


def diff(old: Taxonomy, new: Taxonomy) -> Diff:
    """Compare two versions of a taxonomy.

    An id that both have is the same topic. Where ids differ, ``was: [old-id, …]`` of a new topic
    says what it was: several old ids make a merge, one old id in several topics a split. Without
    it, a topic whose name is a name or alias of exactly one topic that disappeared, or the other
    way round, is taken for that topic under a new id; anything else counts as added and removed.

    A topic that keeps its id while another one names this id in ``was`` has been split too: labels
    cannot say which of the two is meant.

    Args:
        old: The version before.
        new: The version after.

    Returns:
        All changes; none if the two differ in the order of siblings at most.
    """
    heirs = _declared(old, new)
    guessed, notes = _recognised(old, new, heirs)
    heirs.update(guessed)
    successors = {topic.id: heirs.get(topic.id, ()) for topic in old.topics}
    changes = _changes(old, new, successors, frozenset(guessed))
    return Diff(
        old=old,
        new=new,
        changes=tuple(changes),
        successors=successors,
        notes=(*_unknown_past(old, new), *notes),
    )


def _declared(old: Taxonomy, new: Taxonomy) -> Heirs:
    """Find what each old id has become by the ids and by ``was``."""
    heirs: Heirs = {}
    for topic in new.topics:
        for past in dict.fromkeys((topic.id, *topic.was)):
            if past in old:
                heirs[past] = (*heirs.get(past, ()), topic.id)
    return heirs


def _recognised(old: Taxonomy, new: Taxonomy, heirs: Heirs) -> tuple[Heirs, list[str]]:
    """Pair, by name, topics that disappeared with topics that came; only where one pairing fits."""
    gone = [topic for topic in old.topics if topic.id not in heirs]
    come = [
        topic
        for topic in new.topics
        if topic.id not in old and not any(past in old or past == topic.id for past in topic.was)
    ]
    found: Heirs = {}
    notes: list[str] = []
    for matches in (_same_name, _name_among_aliases):
        pairs = [(was, now) for was in gone for now in come if matches(was, now)]
        for was, now in pairs:
            rivals = [pair for pair in pairs if was in pair or now in pair]
            if len(rivals) == 1:
                found[was.id] = (now.id,)
            else:
                notes.append(
                    f"{was.id!r} may have become {now.id!r}, but others fit as well; if so, write "
                    f"'was: [{was.id}]' there"
                )
        met = {topic.id for pair in pairs for topic in pair}
        gone = [topic for topic in gone if topic.id not in met]
        come = [topic for topic in come if topic.id not in met]
    if gone and come:
        notes.append(
            f"{_some(gone)} disappeared, and {_some(come)} came: if one became the other, write "
            f"'was: [{gone[0].id}]' under '- id: {come[0].id}'; a merge lists several ids there, a "
            "split has the same id in several topics"
        )
    notes.extend(
        f"{was!r} is taken for {now!r} because of its name; if that is wrong, write 'was: [{now}]' "
        "there: it has always been itself"
        for was, (now,) in found.items()
    )
    return found, notes


def _same_name(was: Topic, now: Topic) -> bool:
    return plain(was.name) == plain(now.name) != ""


def _name_among_aliases(was: Topic, now: Topic) -> bool:
    return plain(was.name) in map(plain, now.aliases) or plain(now.name) in map(plain, was.aliases)


def _some(topics: list[Topic]) -> str:
    shown = ", ".join(topic.id for topic in topics[:5])
    return shown + (f" and {len(topics) - 5} more" if len(topics) > 5 else "")  # noqa: PLR2004 # shown above


def _changes(
    old: Taxonomy, new: Taxonomy, successors: Mapping[str, tuple[str, ...]], guessed: frozenset[str]
) -> Iterator[Change]:
    """Yield all changes."""
    for past, heirs in successors.items():
        if len(heirs) > 1:
            yield Change(kind="split", old=(past,), new=heirs, basis="declared")
    for topic in new.topics:
        pasts = [past for past, heirs in successors.items() if topic.id in heirs]
        if not pasts:
            yield Change(kind="added", old=(), new=(topic.id,))
        if len(pasts) > 1:
            yield Change(kind="merged", old=tuple(pasts), new=(topic.id,), basis="declared")
            pasts = [past for past in pasts if past == topic.id]
        for past in pasts:
            yield from _changes_of_one(old, new, past, topic, successors, guessed)
    for past, heirs in successors.items():
        if not heirs:
            yield Change(kind="removed", old=(past,), new=())


def _changes_of_one(
    old: Taxonomy,
    new: Taxonomy,
    past: str,
    topic: Topic,
    successors: Mapping[str, tuple[str, ...]],
    guessed: frozenset[str],
) -> Iterator[Change]:
    """Yield what happened to a topic that comes from one other, or from a part of it."""
    was = old.topic(past)
    basis: Basis = "name" if past in guessed else "declared"
    before, after = (past,), (topic.id,)
    if len(successors[past]) == 1:
        if past != topic.id:
            yield Change(kind="new-id", old=before, new=after, basis=basis)
        if past in old.index and topic.id not in new.index:
            yield Change(kind="area-now", old=before, new=after)
    elif past != topic.id:
        return  # a part has a name, a definition and a place of its own
    heirs = (None,) if was.parent is None else successors[was.parent]
    if topic.parent not in heirs:
        places = f"from {_place(was)} to {_place(topic)}"
        yield Change(kind="moved", old=before, new=after, detail=places)
    changed = "; ".join(_rewording(was, topic))
    if changed:
        yield Change(kind="renamed", old=before, new=after, detail=changed)


def _rewording(was: Topic, now: Topic) -> Iterator[str]:
    """Say what readers see differently."""
    if was.name != now.name:
        yield f"name {was.name!r} -> {now.name!r}"
    if was.definition != now.definition:
        yield "definition"
    more = [alias for alias in now.aliases if alias not in was.aliases]
    fewer = [alias for alias in was.aliases if alias not in now.aliases]
    if more or fewer:
        yield " ".join(["aliases", *(f"+{alias!r}" for alias in more), *(f"-{a!r}" for a in fewer)])


def _place(topic: Topic) -> str:
    return "the areas" if topic.parent is None else topic.parent


def _unknown_past(old: Taxonomy, new: Taxonomy) -> Iterator[str]:
    """Note ids in ``was`` that are neither the old version's nor known from its own past."""
    known = {past for topic in old.topics for past in topic.was} | set(old.by_id)
    for topic in new.topics:
        for past in topic.was:
            if past not in known and past != topic.id:
                yield (
                    f"{topic.id!r} says 'was: {past}', but the old taxonomy has no such topic"
                    f"{nearest(past, old.by_id)}; a slip, or from a version before it"
                )
