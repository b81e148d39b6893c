"""A survey as one HTML page: no script, no request to any host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from papertaxa.report.survey import KINDS, NameCount, Survey
from papertaxa.report.survey_text import HEADINGS, brief, shown, summary, tops

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Methods and benchmarks of a listing</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .6rem; text-align: left;
  vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 500; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
.wide thead th { vertical-align: bottom; }
.wide thead th span { writing-mode: vertical-rl; }
.forms { color: #555; color: light-dark(#555, #aaa); font-size: .9rem; }
</style>
</head>
<body>
<main>
<h1>Methods and benchmarks of a listing</h1>
"""
_TAIL = "</main>\n</body>\n</html>\n"
_FORMS = 4


def to_html(
    survey: Survey, names: Sequence[NameCount], *, title: Callable[[str], str] = str
) -> str:
    """Write a page: the names with their counts, those of each topic, and the cross-table.

    Args:
        survey: What was counted.
        names: The names to list.
        title: What a topic or area is called.
    """
    parts = [_HEAD, f"<p>{escape(summary(survey))}</p>\n"]
    for kind in KINDS:
        its = [name for name in names if name.kind == kind]
        parts.append(f"<h2>{HEADINGS[kind]}</h2>\n")
        parts += _counts(its, len(survey.of(kind)))
    parts.append(f"<h2>By {survey.by}</h2>\n")
    parts += _by_group(survey, title)
    for kind in KINDS:
        parts += _cross(survey, kind, [name for name in names if name.kind == kind], title)
    return "".join([*parts, _TAIL])


def _counts(names: Sequence[NameCount], among: int) -> Iterator[str]:
    yield f"<table>\n<caption>{len(names)} of {among}</caption>\n<thead><tr>"
    yield '<th scope="col">Name</th><th scope="col" class="n">Papers</th>'
    yield '<th scope="col" class="n">New in</th><th scope="col">Spelled</th></tr></thead>\n'
    yield "<tbody>\n"
    for name in names:
        by_letters: dict[str, str] = {}
        for form in name.forms:
            by_letters.setdefault(form.casefold(), form)
        spelled = list(by_letters.values())
        forms = ", ".join(spelled[:_FORMS]) + (", …" if len(spelled) > _FORMS else "")
        yield f'<tr><th scope="row">{escape(shown(name))}</th><td class="n">{name.papers}</td>'
        yield f'<td class="n">{name.proposed or ""}</td>'
        yield f'<td class="forms">{escape(forms)}</td></tr>\n'
    yield "</tbody>\n</table>\n"


def _by_group(survey: Survey, title: Callable[[str], str]) -> Iterator[str]:
    best = {kind: tops(survey.of(kind), list(survey.groups)) for kind in KINDS}
    yield f'<table>\n<thead><tr><th scope="col">{survey.by.capitalize()}</th>'
    yield '<th scope="col" class="n">Papers</th>'
    yield "".join(f'<th scope="col">{HEADINGS[kind]}</th>' for kind in KINDS)
    yield "</tr></thead>\n<tbody>\n"
    for group, papers in survey.groups.items():
        yield f'<tr><th scope="row">{escape(title(group))}</th><td class="n">{papers}</td>'
        for kind in KINDS:
            cell = ", ".join(f"{brief(name)} {name.groups[group]}" for name in best[kind][group])
            yield f"<td>{escape(cell)}</td>"
        yield "</tr>\n"
    if survey.ungrouped:
        yield f'<tr><th scope="row">no sure {survey.by}</th><td class="n">{survey.ungrouped}</td>'
        yield f'<td colspan="{len(KINDS)}"></td></tr>\n'
    yield "</tbody>\n</table>\n"


def _cross(
    survey: Survey, kind: str, names: Sequence[NameCount], title: Callable[[str], str]
) -> Iterator[str]:
    groups = [group for group in survey.groups if any(group in name.groups for name in names)]
    if not groups:
        return
    yield f'<h2>{HEADINGS[kind]} by {survey.by}</h2>\n<div class="wide" tabindex="0">\n<table>\n'
    yield f"<caption>Papers that name it; one with two {survey.by}s counts in both</caption>\n"
    yield '<thead><tr><th scope="col">Name</th>'
    yield "".join(f'<th scope="col"><span>{escape(title(group))}</span></th>' for group in groups)
    yield "</tr></thead>\n<tbody>\n"
    for name in names:
        yield f'<tr><th scope="row">{escape(brief(name))}</th>'
        yield "".join(f'<td class="n">{name.groups.get(group, "")}</td>' for group in groups)
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n"
