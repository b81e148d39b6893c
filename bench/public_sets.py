"""Measure the extractor on public sets with hand-marked names, for orientation.

Usage: python bench/public_sets.py [--sets DIR] [--extractor DIR] [--json]

The sets (SciREX's abstracts, SciER's sentences from full texts) mark more than our guidelines do:
generic methods, and every place of a name. What the figures say is how ours compares with itself
from one version to the next, and roughly where the guidelines differ; no weights are trained on
these sets.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from papertaxa.domain import Label, LabelledPaper, Paper
from papertaxa.evaluate.names import figures, tally
from papertaxa.extract import extract, load
from papertaxa.text import clean_paper

ROOT = Path(__file__).resolve().parents[1]
SETS = ROOT.parent / "shared" / "extraction"
FILES = {
    "SciREX abstracts (dev)": "scirex_abstract_dev.jsonl.gz",
    "SciER (test)": "scier_test.jsonl.gz",
    "SciER (test, out of distribution)": "scier_test_ood.jsonl.gz",
}
KINDS = {"METHOD": "methods", "BENCHMARK": "benchmarks"}
LONGEST = 1500  # characters of a piece: full texts are read in pieces as long as an abstract
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text between sentences into pieces as long as an abstract."""
    start = last = 0
    for gap in SENTENCE.finditer(text):
        if gap.start() - start > LONGEST and last > start:
            yield start, last
            start = last
        last = gap.end()
    yield start, len(text)


def read(path: Path) -> tuple[list[Paper], list[Label]]:
    """Read a set; a full text gives several papers, each with the names that stand in it."""
    papers, labels = [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            for start, end in pieces(row["text"]):
                spans = [
                    {**span, "start": span["start"] - start, "end": span["end"] - start}
                    for span in row["spans"]
                    if span["label"] in KINDS and start <= span["start"] and span["end"] <= end
                ]
                text = row["text"][start:end]
                names: dict[str, list[str]] = {kind: [] for kind in KINDS.values()}
                for span in spans:
                    names[KINDS[span["label"]]].append(text[span["start"] : span["end"]])
                name = f"{row['id']}-{start}"
                papers.append(Paper(id=name, abstract=text))
                labels.append(
                    Label(
                        id=name,
                        topics=("none",),
                        methods=tuple(names["methods"]),
                        benchmarks=tuple(names["benchmarks"]),
                        extra={"spans": spans},
                        source=path.name,
                    )
                )
    return papers, labels


def measure(path: Path, extractor: Path) -> dict[str, dict[str, float]]:
    papers, labels = read(path)
    found = extract(load(extractor), map(clean_paper, papers))
    rows = [
        LabelledPaper(
            id=paper.id, title="", status="ok", methods=names.methods, benchmarks=names.benchmarks
        )
        for paper, names in zip(papers, found, strict=True)
    ]
    return {
        kind: {name: round(float(value[0]), 3) for name, value in figures(sums).items()}
        for kind, counts in tally(labels, rows, papers).items()
        if np.any(sums := counts.sum(axis=0, keepdims=True))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sets", type=Path, default=SETS, help="folder with the sets")
    parser.add_argument("--extractor", type=Path, default=ROOT / "models" / "default" / "extractor")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    results = {name: measure(args.sets / file, args.extractor) for name, file in FILES.items()}
    if args.json:
        print(json.dumps(results, indent=2))
        return
    for name, kinds in results.items():
        print(name)
        for kind, its in kinds.items():
            print(
                f"  {kind:20}" + "  ".join(f"{figure} {value:.3f}" for figure, value in its.items())
            )


if __name__ == "__main__":
    main()
