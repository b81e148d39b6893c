"""What an id in a taxonomy file may look like."""

from __future__ import annotations

import re

_SLUG = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def is_slug(text: str) -> bool:
    """Whether text is lower-case letters (of any script) and digits, joined by single hyphens."""
    return _SLUG.fullmatch(text) is not None and text == text.lower()


def slugify(text: str) -> str:
    """Make an id of a name: ``Offline RL`` gives ``offline-rl``; empty if nothing is left."""
    return "-".join(re.findall(r"[^\W_]+", text.lower()))
