"""One HTML page for reading and passing on: no script, no request to any host."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import BinaryIO

from papertaxa.domain import LabelledPaper, Name, Result
from papertaxa.taxonomy import Taxonomy

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Labelled papers</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8886; padding: .8rem 0; }
h2 { font-size: 1.05rem; margin: 0; }
p { margin: .2rem 0; overflow-wrap: anywhere; }
.id, .kind, .status { color: #666; color: light-dark(#555, #aaa); font-size: .9rem; }
.topic { border: 1px solid #8888; border-radius: .4rem; padding: 0 .4rem; }
.primary { font-weight: 600; }
</style>
</head>
<body>
<main>
<h1>Labelled papers</h1>
"""
_TAIL = "</main>\n</body>\n</html>\n"


def write(rows: Iterable[LabelledPaper], stream: BinaryIO, *, taxonomy: Taxonomy) -> None:
    """Write rows as one page, an article a paper."""
    stream.write(_HEAD.encode())
    for row in rows:
        stream.write(_article(row, taxonomy).encode("utf-8", "replace"))
    stream.write(_TAIL.encode())


def _article(row: LabelledPaper, taxonomy: Taxonomy) -> str:
    parts = [f"<h2>{escape(row.title)}</h2>" if row.title else ""]
    parts.append(f'<p class="id">{escape(row.id)}</p>')
    if row.status != "ok":
        parts.append(f'<p class="status">{row.status}: {escape(row.reason or "")}</p>')
    topics = [
        f'<span class="topic{" primary" if row.primary and topic.id == row.primary.topic else ""}">'
        f"{escape(taxonomy.name(topic.area))} › {escape(taxonomy.name(topic.id))} "
        f"{topic.score:.2f}</span>"
        for topic in row.topics
    ]
    if not topics and row.primary is not None:
        topics = [f'<span class="topic">{escape(taxonomy.name(row.primary.area))} (unsure)</span>']
    if topics:
        parts.append(f"<p>{' '.join(topics)}</p>")
    parts += [_names("methods", row.methods), _names("benchmarks", row.benchmarks)]
    parts.append(_results(row.results or ()))
    links = (link for link in row.links if link.startswith(("http://", "https://")))
    anchors = " ".join(
        f'<a href="{escape(link)}" rel="noreferrer">{escape(link)}</a>' for link in links
    )
    parts.append(f"<p>{anchors}</p>" if anchors else "")
    return "<article>\n" + "\n".join(filter(None, parts)) + "\n</article>\n"


def _names(kind: str, names: Iterable[Name]) -> str:
    shown = ", ".join(
        f"{escape(name.text)}{' <em>(new)</em>' if name.role == 'proposed' else ''}"
        for name in names
    )
    return f'<p><span class="kind">{kind}</span> {shown}</p>' if shown else ""


def _results(results: Iterable[Result]) -> str:
    shown = "; ".join(escape(_in_words(result)) for result in results)
    return f'<p><span class="kind">results</span> {shown}</p>' if shown else ""


def _in_words(result: Result) -> str:
    """A result on one line: ``accuracy up by 3.2% on PearBench``."""
    start = f"from {result.baseline} to " if result.baseline else ""
    value = f"{start}{result.hedge} {result.value}{'' if result.unit in '%×' else ' '}{result.unit}"
    change = f"{result.direction} by" if result.change else ""
    where = f"on {result.benchmark}" if result.benchmark else ""
    return " ".join(f"{result.metric or ''} {change} {value} {where}".split())
