"""The process in which a model is trained or compared: ``python -m papertaxa.web.worker TASK``.

TASK is JSON from `papertaxa.web.local_workshop`; what is written is read by `papertaxa.web.job`.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from papertaxa.data import DEFAULT_MODEL
from papertaxa.errors import PapertaxaError
from papertaxa.model import manifest, versions
from papertaxa.train import compare, train
from papertaxa.train.flips import Flip, Reason
from papertaxa.train.judge import Measure

_MOST_FLIPS = 200
_NAMES = {
    "topic_f1": "topic F1",
    "topic_macro_f1": "topic F1, mean of topics",
    "topic_precision": "topic precision",
    "topic_recall": "topic recall",
}


def main(argv: list[str]) -> int:
    """Carry out one task; errors go to standard error, in words."""
    task = json.loads(argv[0])
    try:
        result = TASKS[task.pop("task")](**task)
    except PapertaxaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _say(result=result)
    return 0


def _train(*, root: str, papers: list[str], labels: str, taxonomy: str | None) -> dict[str, Any]:
    folder = Path(root)
    if not versions.numbers(folder):
        # The way back to the model that ships is a rollback like any other.
        versions.add(folder, _copy_default)
    summary = train(
        papers=papers,
        labels=[Path(labels)],
        output=folder,
        taxonomy=None if taxonomy is None else Path(taxonomy),
        base=folder,
        progress=lambda step, part: _say(step=step, part=part),
    )
    return {"id": str(summary.version), "told": str(summary)}


def _copy_default(folder: Path) -> None:
    for name in [manifest.NAME, *manifest.read(versions.resolve(DEFAULT_MODEL)).files]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(versions.resolve(DEFAULT_MODEL) / name, folder / name)


def _compare(*, root: str, old: str, new: str, papers: list[str]) -> dict[str, Any]:
    _say(step="judging both on labelled papers, and on the listing")
    found = compare(Path(f"{root}@{old}"), Path(f"{root}@{new}"), on=papers)
    topics = sorted(found.judgement.topics, key=_change, reverse=True)
    flips = found.listing.flips if found.listing is not None else ()
    return {
        "old": old,
        "new": new,
        "verdict": f"{found.verdict[:1].upper()}{found.verdict[1:]}.",
        "worse": found.worse,
        "measures": [_measure(one) for one in found.judgement.overall],
        "topics": [_measure(one) for one in (*topics, *found.added)],
        "flips": [_flip(one) for one in flips[:_MOST_FLIPS]],
        "more": max(0, len(flips) - _MOST_FLIPS),
    }


def _measure(one: Measure) -> dict[str, Any]:
    return {
        "name": _NAMES.get(one.name, one.name),
        "papers": one.papers,
        "old": one.old,
        "new": one.new,
        "old_interval": one.old_interval,
        "new_interval": one.new_interval,
    }


def _change(one: Measure) -> float:
    return abs((one.new or 0) - (one.old or 0))


def _flip(one: Flip) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "before": one.before,
        "after": one.after,
        "terms": [text for reason in one.reasons if (text := _reason(reason))],
    }


def _reason(reason: Reason) -> str:
    return ", ".join(f"{term} {by:+.2f}" for term, by in reason.terms)


def _say(**row: Mapping[str, Any] | str | float) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


TASKS: Mapping[str, Callable[..., dict[str, Any]]] = {"train": _train, "compare": _compare}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
