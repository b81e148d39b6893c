"""Label a split's test papers with a papertaxa model.

Usage: python label_papertaxa.py SPLIT OUT
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from papertaxa import listings
from papertaxa.model import load, predict
from papertaxa.text import clean_paper

_BATCH = 256


def main() -> None:
    split, out = Path(sys.argv[1]), Path(sys.argv[2])
    model = load(out / "model")
    labels = model.taxonomy.labels
    papers = list(listings.read([split / "test_papers.jsonl"]))
    with (out / "predictions.jsonl").open("w", encoding="utf-8") as file:
        for first in range(0, len(papers), _BATCH):
            batch = papers[first : first + _BATCH]
            found = predict(model, [clean_paper(p) for p in batch], extract_names=False)
            for paper, its in zip(batch, found, strict=True):
                scores = dict(zip(labels, its.scores.tolist(), strict=True))
                primary = its.decision.primary
                record = {
                    "id": paper.id,
                    "topics": [topic.id for topic in its.decision.topics],
                    "primary": None if primary is None else primary.topic,
                    "scores": scores,
                }
                file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
