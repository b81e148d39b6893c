r"""What the links of a paper lead to: its code, its data, a demo, a page about it.

The words next to a link say it where they can ("our dataset is at ..."); else its host does. The
texts are read as they were given, since the address behind ``\href`` or in Markdown is markup.
"""

from __future__ import annotations

import re

from papertaxa.domain import Field, Link, LinkKind, Mention
from papertaxa.text import CleanPaper
from papertaxa.text.addresses import located

_HOSTS: tuple[tuple[str, LinkKind], ...] = (
    (r"(?:huggingface\.co|hf\.co|kaggle\.com)/datasets/", "data"),
    (r"(?:huggingface\.co|hf\.co)/spaces/|hf\.space|colab\.research\.google\.com", "demo"),
    (r"gradio\.(?:app|live)", "demo"),
    (r"huggingface\.co/papers/|arxiv\.org/|openreview\.net/|doi\.org/", "paper"),
    (r"huggingface\.co/|hf\.co/", "model"),
    (r"anonymous\.4open\.science/w/", "project"),
    (r"(?:^|[/.])(?:github|gitlab|bitbucket|codeberg|gitee)\.(?:com|org)/|gitlab\.", "code"),
    (r"anonymous\.4open\.science/|pypi\.org/", "code"),
    (r"(?:zenodo|figshare|osf|datadryad|physionet)\.(?:org|com|io)/|dataverse\.", "data"),
    (r"(?:youtube|vimeo|bilibili)\.com/|youtu\.be/", "video"),
    (r"\.git(?:hub|lab)\.io(?:/|$)|sites\.google\.com/", "project"),
    (r"\.(?:netlify|vercel)\.app|\.pages\.dev", "project"),
)
_WORDS: tuple[tuple[LinkKind, str], ...] = (
    (
        "code",
        r"codes?|codebase|source|implementations?|repository|repo|toolkit|library|package|scripts?",
    ),
    ("data", r"datasets?|data|benchmarks?|corpus|corpora|annotations"),
    ("demo", r"demos?|demonstrations?|playground|try it|samples|audio examples"),
    ("model", r"weights|checkpoints?|models?"),
    ("project", r"(?:project|web|home)[- ]?(?:page|site)s?|website|webpage|homepage|leaderboard"),
    ("video", r"videos?"),
    ("paper", r"full paper|appendix|supplementary material"),
)
_NAMED: re.Pattern[str] = re.compile(
    "|".join(rf"(?P<{kind}>\b(?:{words})\b)" for kind, words in _WORDS), re.IGNORECASE
)
_MANY = frozenset({"code", "project", "model"})  # hosts of these hold other things too
_REACH = 120  # characters before a link that may speak of it
_BREAK = re.compile(r"(?:[.!?;]\s|\n\s*\n|https?://\S*)")


def kinds_of_links(paper: CleanPaper) -> tuple[Link, ...]:
    """Tell what each link of a paper leads to.

    Args:
        paper: A cleaned paper; its texts as they were given are read.

    Returns:
        Every address once, where it stands first, in reading order.
    """
    fields: tuple[tuple[Field, str], ...] = (
        ("title", paper.title.raw),
        ("abstract", paper.abstract.raw),
    )
    found: dict[str, Link] = {}
    for field, raw in fields:
        for start, end, address in located(raw):
            if address not in found:
                found[address] = Link(
                    url=address,
                    kind=kind_of(address, raw[:start]),
                    mention=Mention(field=field, start=start, end=end),
                )
    return tuple(found.values())


def kind_of(address: str, before: str = "") -> LinkKind:
    """Tell what a link leads to.

    Args:
        address: The link.
        before: The text before it.

    Returns:
        What the words of its sentence name, if they name one kind of thing; else what its host is
        known for; else ``other``.
    """
    sentence = _BREAK.split(before[-_REACH:])[-1]
    named = dict.fromkeys(str(match.lastgroup) for match in _NAMED.finditer(sentence))
    host = next(
        (kind for pattern, kind in _HOSTS if re.search(pattern, address, re.IGNORECASE)), None
    )
    if len(named) == 1 and (host is None or host in _MANY):
        word = next(iter(named))
        return next(kind for kind, _ in _WORDS if kind == word)
    if host is not None:
        return host
    return next((kind for kind, _ in _WORDS if kind in named), "other")
