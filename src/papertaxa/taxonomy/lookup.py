"""Finding the topic someone means: by id, name, alias, or a near spelling."""

from __future__ import annotations

import difflib

from papertaxa.taxonomy.tree import Taxonomy

# difflib's own default; lower values suggest words that share little but their ending.
_CUTOFF = 0.6


def plain(text: str) -> str:
    """Reduce a name to what two spellings of it share: letters and digits, lower case."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def find(taxonomy: Taxonomy, text: str) -> str | None:
    """Return the id of the node that has this id, name or alias; case and hyphens do not matter.

    Where the same words name two nodes, a label is preferred to an area, then the first in order.
    """
    if text in taxonomy:
        return text
    return _names(taxonomy).get(plain(text))


def suggest(taxonomy: Taxonomy, text: str) -> str | None:
    """Return the id of the node that is most likely meant by an unknown topic, or None.

    Ids, names and aliases are compared, so that ``batch RL`` leads to ``offline-rl``.
    """
    wanted = plain(text)
    names = _names(taxonomy)
    if wanted in names:
        return names[wanted]
    close = difflib.get_close_matches(wanted, names, n=1, cutoff=_CUTOFF)
    return names[close[0]] if close else None


def _names(taxonomy: Taxonomy) -> dict[str, str]:
    """Map every plain id, name and alias to its node; labels before areas, ids before aliases."""
    nodes = sorted(taxonomy.topics, key=lambda topic: topic.id not in taxonomy.index)
    names: dict[str, str] = {}
    for topic in nodes:
        names.setdefault(plain(topic.id), topic.id)
    for topic in nodes:
        names.setdefault(plain(topic.name), topic.id)
    for topic in nodes:
        for alias in topic.aliases:
            names.setdefault(plain(alias), topic.id)
    names.pop("", None)
    return names
