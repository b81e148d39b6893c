"""A model made of word lists, a server that suggests by it, and a workshop that "trains" it."""

import json
import re
import sys
import time
from pathlib import Path

import numpy as np

from papertaxa import listings
from papertaxa.domain import Mention, Name, TopicScore
from papertaxa.errors import ModelError
from papertaxa.taxonomy import load
from papertaxa.web.desk import Desk
from papertaxa.web.engine import Evidence, Suggestion
from papertaxa.web.listing import Listing
from papertaxa.web.queue_order import QueueOrder
from papertaxa.web.server import bind, serve
from papertaxa.web.store import Store
from papertaxa.web.suggestions import Suggestions
from papertaxa.web.topics import TopicSource
from papertaxa.web.workshop import Version

FIXTURES = Path(__file__).parents[1] / "fixtures" / "web"
WORDS = {
    "offline-rl": ("offline", "log", "logs", "off-policy"),
    "safe-rl": ("safe", "safety", "constrained", "constraint"),
    "bandits": ("bandit", "bandits", "regret", "arms"),
    "segmentation": ("segmentation", "masks", "pixel"),
    "depth": ("depth", "monocular"),
    "summarization": ("summary", "summaries", "summarization"),
    "translation": ("translation", "translating"),
    "evaluation": ("language models", "evaluate", "riddles"),
}
METHODS = (
    *("LogHarbor", "CartGuard", "RestockTS", "LeafCut", "PuddleNet", "OmitSum", "ScaleMT"),
    *("RawWeight", "DimUCB", "PourSeg", "Thompson sampling", "Mask R-CNN"),
    "contrastive learning",
)
BENCHMARKS = (
    *("PierBench", "AisleSim", "VendLog", "FoliageSet", "RainyStreets", "MinutesCorpus"),
    *("KitchenPairs", "RiddleVoid", "LampTown", "SpillClips"),
)


class WordLists:
    """Scores a topic by how many of its words a paper holds."""

    def __init__(self, taxonomy):
        self.taxonomy = taxonomy

    @property
    def thresholds(self):
        return [0.5] * len(self.taxonomy.labels)

    def suggest(self, papers):
        return [self._suggest(paper) for paper in papers]

    def evidence(self, paper, topic):
        return [
            Evidence(field, hit.start(), hit.end(), 0.1 * len(word))
            for field in ("title", "abstract")
            for word in WORDS.get(topic, ())
            for hit in re.finditer(rf"\b{word}\b", getattr(paper, field), re.IGNORECASE)
        ]

    def _suggest(self, paper):
        scores = {topic: len(self.evidence(paper, topic)) for topic in WORDS}
        ordered = sorted(scores, key=lambda topic: -scores[topic])
        rows = [
            TopicScore(id=t, area=self.taxonomy.area_of(t), score=n / (n + 1.5))
            for t in ordered
            if (n := scores[t])
        ]
        given = tuple(row for row in rows[:2] if row.score > 0.5) or tuple(rows[:1])
        row = [scores.get(topic, 0) for topic in self.taxonomy.labels]
        return Suggestion(
            scores=np.array([n / (n + 1.5) for n in row], dtype=np.float32),
            topics=given,
            others=tuple(row for row in rows if row not in given),
            confident=bool(given) and given[0].score > 0.6,
            methods=self._names(paper, METHODS, "proposed"),
            benchmarks=self._names(paper, BENCHMARKS, "used"),
        )

    def _names(self, paper, names, role):
        found = []
        for name in names:
            mentions = tuple(
                Mention(field=field, start=hit.start(), end=hit.end())
                for field in ("title", "abstract")
                for hit in re.finditer(re.escape(name), getattr(paper, field))
            )
            if mentions:
                own = role if name[1:2].islower() and " " not in name else "used"
                found.append(Name(text=name, canonical=name, role=own, mentions=mentions))
        return tuple(found)


class Workshop:
    """Versions as lines of a file; training adds one, and every third is a bad one."""

    def __init__(self, folder):
        self.file = Path(folder) / "versions.json"
        if not self.file.exists():
            self._write([{"id": "v1", "promoted": True, "papers": 20, "topics": 8}])

    def _read(self):
        return json.loads(self.file.read_text())

    def _write(self, rows):
        self.file.write_text(json.dumps(rows))

    def versions(self):
        return [Version(**row) for row in reversed(self._read())]

    def training(self):
        return [sys.executable, __file__, "--train", str(self.file.parent)]

    def comparing(self, old, new):
        return [sys.executable, __file__, "--compare", old, new]

    def train(self):
        rows = self._read()
        new = f"v{len(rows) + 1}"
        thin = {"depth": 1}
        self._write(
            [*rows, {"id": new, "papers": 24, "topics": 8, "thin": thin, "note": "3 labels"}]
        )
        return new

    def promote(self, version, *, force):
        if version.endswith("3") and not force:
            raise ModelError(f"{version} is significantly worse (topic F1 0.61 instead of 0.71)")
        self._promote(version)

    def _promote(self, version):
        self._write([row | {"promoted": row["id"] == version} for row in self._read()])

    def rollback(self):
        ids = [row["id"] for row in self._read()]
        now = next(row["id"] for row in self._read() if row["promoted"])
        if now == ids[0]:
            raise ModelError("v1 is the first version; there is none before it")
        before = ids[ids.index(now) - 1]
        self._promote(before)
        return before

    def engine(self):
        return WordLists(load(FIXTURES / "taxonomy.yaml"))


def report(**row):
    print(json.dumps(row), flush=True)


def work(what, *args):
    for done in range(4):
        report(step=f"{what} {done + 1} of 4", part=done / 4)
        time.sleep(0.05)
    if what == "--train":
        report(result={"id": Workshop(args[0]).train()})
        return
    interval = {"old_interval": [0.6, 0.8], "new_interval": [0.65, 0.85]}
    report(
        result={
            "old": args[0],
            "new": args[1],
            "verdict": "The new version is better (paired bootstrap, p = 0.03).",
            "measures": [{"name": "topic F1", "old": 0.71, "new": 0.74} | interval],
            "topics": [{"name": "depth", "old": 0.8, "new": 0.6, "papers": 5}],
            "flips": [
                {"id": "fern-10", "title": "Safe Bandits for Street Lamps", "before": ["safe-rl"],
                 "after": ["safe-rl", "bandits"], "terms": ["bandit", "regret"]},
                {"id": "elsewhere", "before": ["depth"]},
            ],
        }
    )  # fmt: skip


def make_desk(labels, *, papers=None, taxonomy=None):
    """Put the invented papers, or others, before a reviewer."""
    labels = Path(labels)
    listing = Listing.of(papers or listings.read(FIXTURES / "papers.jsonl"))
    store = Store(labels)
    suggestions = Suggestions(WordLists(load(FIXTURES / "taxonomy.yaml")), listing.papers)
    return Desk(
        listing=listing,
        store=store,
        topics=TopicSource(
            Path(taxonomy or FIXTURES / "taxonomy.yaml"), load(FIXTURES / "taxonomy.yaml")
        ),
        suggestions=suggestions,
        queue=QueueOrder(listing, store, suggestions),
        workshop=Workshop(labels.parent),
    )


def main():
    if sys.argv[1] in ("--train", "--compare"):
        work(*sys.argv[1:])
        return
    labels, port, *rest = sys.argv[1:]
    desk = make_desk(labels, taxonomy=rest[0] if rest else None)
    serve(
        desk,
        bind("127.0.0.1", int(port)),
        host="127.0.0.1",
        token=None,
        annotator="reader-1",
        ready=lambda address: print(address, flush=True),
    )


if __name__ == "__main__":
    main()
