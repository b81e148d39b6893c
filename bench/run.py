"""Measure start-up, model load, speed and memory, beside what a user would pick instead.

Usage: python bench/run.py [--json]

Everything is measured in one run, in fresh processes where a cold start is meant, and shown as the
median with the range. The seeds are the input, so no other file is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEEDS = ROOT / "seeds"
ONE_CORE = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

LOAD = """
import time; start = time.perf_counter()
from papertaxa.model import load
imported = time.perf_counter()
load()
end = time.perf_counter()
print(end - imported)
print(end - start)
"""
OURS = """
import resource, time
from papertaxa.listings import read
from papertaxa.model import load, predict
from papertaxa.text import clean_paper
model = load()
papers = list(read(["seeds"])) * {times}
predict(model, [clean_paper(paper) for paper in papers[:38]])
start = time.perf_counter()
for first in range(0, len(papers), 256):
    predict(model, [clean_paper(paper) for paper in papers[first : first + 256]],
            extract_names={extract})
print(len(papers) / (time.perf_counter() - start))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
PLAIN_CNN = """
import resource, time
import spacy
from papertaxa.listings import read
texts = [paper.abstract for paper in read(["seeds"])]
nlp = spacy.blank("en")
nlp.add_pipe("ner", config={{"model": {{
    "@architectures": "spacy.TransitionBasedParser.v2", "state_type": "ner",
    "extra_state_tokens": False, "hidden_width": 64, "maxout_pieces": 2, "use_upper": True,
    "tok2vec": {{"@architectures": "spacy.HashEmbedCNN.v2", "width": 96, "depth": 4,
                 "embed_size": 2000, "window_size": 1, "maxout_pieces": 3, "subword_features": True,
                 "pretrained_vectors": None}}}}}})
for label in ("METHOD", "BENCHMARK"):
    nlp.get_pipe("ner").add_label(label)
nlp.initialize()
list(nlp.pipe(texts))
texts = texts * {times}
start = time.perf_counter()
list(nlp.pipe(texts, batch_size=256))
print(len(texts) / (time.perf_counter() - start))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def seconds(command: list[str], *, repeat: int) -> list[float]:
    """Wall-clock seconds of a command in fresh processes."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(command, cwd=ROOT, env=ONE_CORE, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return times


def numbers(code: str, *, repeat: int) -> list[list[float]]:
    """The numbers that a snippet prints, one list for each fresh process."""
    command = [sys.executable, "-c", code]
    return [
        [
            float(line)
            for line in subprocess.run(
                command, cwd=ROOT, env=ONE_CORE, check=True, capture_output=True, text=True
            ).stdout.split()
        ]
        for _ in range(repeat)
    ]


def spread(values: list[float]) -> dict[str, float]:
    """Median and range."""
    return {
        "median": round(statistics.median(values), 3),
        "low": round(min(values), 3),
        "high": round(max(values), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON rather than a table")
    args = parser.parse_args()
    papertaxa = [sys.executable, "-m", "papertaxa"]
    seconds([*papertaxa, "label", "seeds"], repeat=1)  # compiles the modules once
    # By turns: a machine that is slower for a while is slower for both.
    ours, plain = [], []
    for _ in range(5):
        ours += numbers(OURS.format(times=20, extract=True), repeat=1)
        plain += numbers(PLAIN_CNN.format(times=10), repeat=1)
    topics = numbers(OURS.format(times=40, extract=False), repeat=3)
    loads = numbers(LOAD, repeat=5)
    results = {
        "papertaxa --help, s": spread(seconds([*papertaxa, "--help"], repeat=9)),
        "label the 38 seeds from a cold start, s": spread(
            seconds([*papertaxa, "label", "seeds", "--format", "table"], repeat=5)
        ),
        "load the default model, s": spread([alone for alone, _ in loads]),
        "  with the imports of numpy, scipy and spaCy, s": spread([whole for _, whole in loads]),
        "topics, methods and benchmarks, abstracts/s on one core": spread([n for n, _ in ours]),
        "  peak memory, MiB": spread([mib for _, mib in ours]),
        "topics alone, abstracts/s on one core": spread([n for n, _ in topics]),
        "plain spaCy CNN NER (96 wide, 4 deep), abstracts/s on one core": spread(
            [n for n, _ in plain]
        ),
        "ratio: papertaxa with everything / plain spaCy CNN NER alone": spread(
            [a / b for (a, _), (b, _) in zip(ours, plain, strict=True)]
        ),
    }
    if args.json:
        print(json.dumps(results, indent=2))
        return
    for name, value in results.items():
        print(f"{name:<64} {value['median']:>9.2f}  ({value['low']:.2f} to {value['high']:.2f})")


if __name__ == "__main__":
    main()
