"""A survey as data: CSV, a row a name with a column a topic, and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from papertaxa.report.survey import NameCount, Survey

COLUMNS = ("kind", "name", "short", "papers", "proposed", "forms")


def to_csv(survey: Survey, names: Sequence[NameCount]) -> str:
    """Write names as a table: what they are, then a column of counts for each topic or area."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow([*COLUMNS, *survey.groups])
    for name in names:
        forms = ";".join(form.replace(";", ",") for form in name.forms)
        fixed = (name.kind, name.name, name.short, name.papers, name.proposed, forms)
        table.writerow([*fixed, *(name.groups.get(group, 0) for group in survey.groups)])
    return stream.getvalue()


def to_jsonl(survey: Survey, names: Sequence[NameCount]) -> str:
    """Write names one a line, with the counts by topic or area that are not zero."""
    groups = "topics" if survey.by == "topic" else "areas"
    rows = (
        {
            "kind": name.kind,
            "name": name.name,
            "short": name.short or None,
            "papers": name.papers,
            "proposed": name.proposed,
            "forms": dict(name.forms),
            groups: dict(name.groups),
        }
        for name in names
    )
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
