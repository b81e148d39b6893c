"""The two splits that all systems are compared on, written as files.

A folder holds what a system may see: ``train.jsonl`` (cleaned text and topics), ``test.jsonl``
(cleaned text), ``labels.json`` and ``task.json``; and for papertaxa the listings as they are. The
right topics of the test papers stay in this process.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from papertaxa import listings
from papertaxa import taxonomy as taxonomies
from papertaxa.domain import Paper
from papertaxa.taxonomy import Taxonomy
from papertaxa.taxonomy.slug import slugify
from papertaxa.text import clean_paper

ROOT = Path(__file__).resolve().parents[2]
CORPORA = (
    "icml2026",
    "icml2026_supplement",
    "iclr2026",
    "iclr2024",
    "sessions_2015_2019",
    "other_primary_area",
    "unlabelled",
    "arxiv",
)
LABELLED = ("labelled", "icml2026", "icml2026_supplement", "iclr2026")
_TEST_BYTES = 52  # of 256: about a fifth of ICML's papers
_SAME_BEGINNING = 120  # letters by which two abstracts are the same


@dataclass(frozen=True, kw_only=True)
class Split:
    """One taxonomy's papers, divided.

    Attributes:
        name: ``ours`` or ``icml``.
        folder: Where its files are.
        taxonomy: What the topics are from.
        single: Whether every paper has exactly one topic.
        train: How many papers there are to learn from.
        ids: Of the test papers.
        gold: Their right topics, the primary one first.
    """

    name: str
    folder: Path
    taxonomy: Taxonomy
    single: bool
    train: int
    ids: tuple[str, ...]
    gold: tuple[tuple[str, ...], ...]


def ours(shared: Path, work: Path) -> Split:
    """The project's taxonomy: hand-labelled papers, train against dev."""
    labels = ROOT / "labels"
    tree = taxonomies.load(labels / "taxonomy.yaml")
    parts = [
        [row for path in sorted((labels / "papers").glob(pattern)) for row in _rows(path)]
        for pattern in ("train*.jsonl", "dev.jsonl")
    ]
    wanted = {row["id"] for part in parts for row in part}
    papers: dict[str, Paper] = {}
    for paper in listings.read([shared / "corpora" / f"{name}.jsonl.gz" for name in LABELLED]):
        if paper.id in wanted:
            papers.setdefault(paper.id, paper)
    train, dev = (
        [(papers[row["id"]], row) for row in part if row["id"] in papers] for part in parts
    )
    return _write("ours", work, tree, train, dev, single=False)


def icml(shared: Path, work: Path) -> Split:
    """ICML's own subject areas, one a paper, divided by the hash of the id."""
    papers = [
        paper
        for paper in listings.read([shared / "corpora" / "icml2026.jsonl.gz"])
        if paper.extra.get("topic")
    ]
    names = sorted({str(paper.extra["topic"]) for paper in papers})
    tree = _two_levels(names, work)
    rows = [(p, {"id": p.id, "topics": [_topic_id(str(p.extra["topic"]))]}) for p in papers]
    train = [row for row in rows if not is_test(row[0].id)]
    test = [row for row in rows if is_test(row[0].id)]
    return _write("icml", work, tree, train, test, single=True)


def is_test(paper_id: str) -> bool:
    """Whether a paper of icml2026 is in the test part."""
    return hashlib.sha256(paper_id.encode()).digest()[0] < _TEST_BYTES


def corpus(shared: Path, work: Path, splits: Iterable[Split]) -> list[Path]:
    """Copy the corpora without any test paper, nor any paper with such a one's title or beginning.

    What is left out is left out whole: text, keywords and the venue's area.
    """
    ids = {paper_id for split in splits for paper_id in split.ids}
    marks: set[str] = set()
    for name in ("labelled", "icml2026"):
        for _, row in _lines(shared / "corpora" / f"{name}.jsonl.gz"):
            if row["id"] in ids:
                marks |= _marks(row)
    folder = work / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in CORPORA:
        written.append(folder / f"{name}.jsonl.gz")
        with gzip.open(written[-1], "wt", encoding="utf-8", compresslevel=1) as out:
            for line, row in _lines(shared / "corpora" / f"{name}.jsonl.gz"):
                if row["id"] not in ids and marks.isdisjoint(_marks(row)):
                    out.write(line)
    return written


def _write(
    name: str,
    work: Path,
    tree: Taxonomy,
    train: list[tuple[Paper, dict]],
    test: list[tuple[Paper, dict]],
    *,
    single: bool,
) -> Split:
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    seen = sorted({topic for _, row in train for topic in row["topics"]})
    _dump(folder / "labels.json", seen)
    _dump(folder / "task.json", {"single": single})
    (folder / "taxonomy.json").write_text(taxonomies.dumps_json(tree), "utf-8")
    _dump_lines(folder / "train.jsonl", (_cleaned(p, row["topics"]) for p, row in train))
    _dump_lines(folder / "test.jsonl", (_cleaned(p, None) for p, _ in test))
    _dump_lines(folder / "train_labels.jsonl", (row for _, row in train))
    for part, rows in (("train", train), ("test", test)):
        _dump_lines(
            folder / f"{part}_papers.jsonl",
            ({"id": p.id, "title": p.title, "abstract": p.abstract} for p, _ in rows),
        )
    return Split(
        name=name,
        folder=folder,
        taxonomy=tree,
        single=single,
        train=len(train),
        ids=tuple(paper.id for paper, _ in test),
        gold=tuple(tuple(row["topics"]) for _, row in test),
    )


def _cleaned(paper: Paper, topics: list[str] | None) -> dict:
    clean = clean_paper(paper)
    row = {"id": paper.id, "text": f"{clean.title.text}\n{clean.abstract.text}"}
    return row if topics is None else {**row, "topics": topics}


def _two_levels(names: list[str], work: Path) -> Taxonomy:
    """Make a taxonomy of names like ``Reinforcement Learning->Deep RL``."""
    tops = sorted({name.split("->")[0] for name in names})
    areas = [
        {
            "id": slugify(top),
            "name": top,
            "topics": [
                {"id": _topic_id(name), "name": name.replace("->", ": ")}
                for name in names
                if name.split("->")[0] == top
            ],
        }
        for top in tops
    ]
    work.mkdir(parents=True, exist_ok=True)
    path = work / "icml-taxonomy.yaml"
    path.write_text(yaml.safe_dump({"areas": areas}, sort_keys=False), "utf-8")
    return taxonomies.load(path)


def _topic_id(name: str) -> str:
    return slugify(name.replace("->", " "))


def _marks(row: dict) -> set[str]:
    """What makes two records the same paper: the letters of the title, and of the beginning."""
    title, abstract = (
        re.sub(r"[^a-z0-9]+", "", re.sub(r"<[^>]*>", "", (row.get(part) or "").lower()))
        for part in ("title", "abstract")
    )
    return {mark for mark in (title, abstract[:_SAME_BEGINNING]) if mark}


def _rows(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _lines(path: Path) -> Iterator[tuple[str, dict]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line, json.loads(line)


def _dump(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), "utf-8")


def _dump_lines(path: Path, rows: Iterable[dict]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")
