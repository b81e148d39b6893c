"""Names: F1 against abstracts per second, from the small end to the large.

Usage: python bench/frontier.py --papers FILE... --labels FILE... [--train N] [--held N]

Trains our pipeline in several sizes and a hashed linear tagger on the same papers, and measures all
on other papers. Speeds are taken by turns in one run, with the clock of the process, and shown as
ratios to spaCy's own NER over HashEmbedCNN (96 wide, 4 deep) without training, for speed does not
depend on what it has learnt; so another process on the machine changes them little.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import spacy
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import SGDClassifier
from threadpoolctl import threadpool_limits

from papertaxa import labels as hand_labels
from papertaxa import listings
from papertaxa.data import DEFAULT_MODEL, LABELS
from papertaxa.domain import Label
from papertaxa.extract import Extra, extract, load, train
from papertaxa.extract.gold import gold, tagged
from papertaxa.extract.pipeline import blank, joined
from papertaxa.extract.training import read_lists
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.words import shape
from papertaxa.text import CleanPaper, clean_paper, fold

Example = tuple[CleanPaper, Label]
Found = dict[str, set[str]]
KINDS = ("proposed", "methods", "benchmarks")
SIZES = {
    "ours, 128 wide, 4 deep": {"width": 128, "depth": 4, "pieces": 2},
    "ours, 96 wide, 4 deep": {"width": 96, "depth": 4, "pieces": 2},
    "ours, 64 wide, 4 deep (shipped)": {"width": 64, "depth": 4, "pieces": 2},
    "ours, 64 wide, 3 deep": {"width": 64, "depth": 3, "pieces": 2},
    "ours, 32 wide, 2 deep": {"width": 32, "depth": 2, "pieces": 2},
    "ours, 4 wide, 1 deep": {"width": 4, "depth": 1, "pieces": 2},
}
PLAIN = "plain spaCy CNN (96 wide, 4 deep)"
BUCKETS = 2**18


def plain(papers: Sequence[CleanPaper]) -> Callable[[], None]:
    """Make spaCy's NER; what it returns runs it on the papers."""
    nlp = spacy.blank("en")
    tok2vec = {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "width": 96,
        "depth": 4,
        "embed_size": 2000,
        "window_size": 1,
        "maxout_pieces": 3,
        "subword_features": True,
        "pretrained_vectors": None,
    }
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "ner",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": tok2vec,
    }
    nlp.add_pipe("ner", config={"model": parser})
    for label in ("METHOD", "BENCHMARK"):
        nlp.get_pipe("ner").add_label(label)
    nlp.initialize()
    return lambda: list(nlp.pipe(map(joined, papers), batch_size=256)) and None


def ours(
    examples: Sequence[Example], held: Sequence[CleanPaper], sizes: dict[str, int], extra: Extra
) -> tuple[Callable[[], None], list[Found]]:
    """Train our pipeline; return what runs it, and what it finds."""
    with tempfile.TemporaryDirectory() as folder:
        train(examples, Path(folder) / "extractor", seed=0, extra=extra, sizes=sizes)
        extractor = load(Path(folder) / "extractor")
    found = []
    for names in extract(extractor, held):
        both = names.methods + names.benchmarks
        kinds = {
            "proposed": [name for name in both if name.role == "proposed"],
            "methods": names.methods,
            "benchmarks": names.benchmarks,
        }
        found.append(
            {
                kind: {fold(text) for name in some for text in (name.text, name.canonical)}
                for kind, some in kinds.items()
            }
        )
    return lambda: list(extract(extractor, held)) and None, found


def windows(words: Sequence[str]) -> Iterator[list[str]]:
    """Give the features of each token: two words to either side, and the word's looks."""
    low = [word.lower() for word in words]
    padded = ["<", "<", *low, ">", ">"]
    for at, word in enumerate(words):
        near = [f"{step}={padded[at + 2 + step]}" for step in (-2, -1, 0, 1, 2)]
        pairs = [f"p={padded[at + 1]} {low[at]}", f"n={low[at]} {padded[at + 3]}"]
        looks = [f"s={shape(word)}", f"e={word[-4:]}", f"b={word[:3]}", f"f={low[at][-2:]}"]
        around = [shape(words[i]) for i in (at - 1, at + 1) if 0 <= i < len(words)]
        yield [*near, *pairs, *looks, *(f"a={i}{form}" for i, form in enumerate(around))]


def linear(
    examples: Sequence[Example], held: Sequence[CleanPaper], generic: set[str]
) -> tuple[Callable[[], None], list[Found]]:
    """Train a hashed linear tagger, token by token; it knows no roles."""
    nlp = blank()
    hasher = FeatureHasher(BUCKETS, input_type="string", alternate_sign=False)
    rows, tags = [], []
    for paper, label in examples:
        names = tagged(nlp.make_doc(joined(paper)), gold(label, generic))
        tag = ["O"] * len(names.words)
        for (start, end), kind, _ in names.names:
            if kind != "OTHER":
                tag[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        rows.append(hasher.transform(windows(names.words)))
        tags += tag
    from scipy.sparse import vstack

    model = SGDClassifier(loss="log_loss", alpha=3e-6, average=True, max_iter=5, tol=None)
    model.fit(vstack(rows), tags)

    def run() -> list[Found]:
        results = []
        for paper in held:
            doc = nlp.make_doc(joined(paper))
            words = [token.text for token in doc]
            tag = model.predict(hasher.transform(windows(words))) if words else np.array([])
            found: Found = {kind: set() for kind in KINDS}
            for start in (at for at, one in enumerate(tag) if one.startswith("B")):
                end = start + 1
                while end < len(tag) and tag[end] == f"I{tag[start][1:]}":
                    end += 1
                found[f"{tag[start][2:].lower()}s"].add(fold(doc[start:end].text))
            results.append(found)
        return results

    return lambda: run() and None, run()


def f1(found: Sequence[Found], golds: Sequence[Label], generic: set[str]) -> dict[str, float]:
    """Score names once a paper, as `papertaxa evaluate` does."""
    scores = {}
    for kind in KINDS:
        hits = both = 0
        for one, label in zip(found, golds, strict=True):
            right = {fold(name) for name in getattr(label, kind) or ()} - generic
            given = one[kind] - generic
            hits += len(right & given)
            both += len(right) + len(given)
        scores[kind] = 2 * hits / max(both, 1)
    return scores


def examples_of(args: argparse.Namespace) -> list[Example]:
    """Read the papers whose names are labelled, shuffled."""
    given = {label.id: label for label in hand_labels.read(args.labels)}
    found = [
        (clean_paper(paper), given[paper.id])
        for paper in listings.read(args.papers)
        if paper.id in given and given[paper.id].methods is not None
    ]
    order = np.random.default_rng(0).permutation(len(found))
    return [found[i] for i in order]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--papers", nargs="+", required=True)
    parser.add_argument("--labels", nargs="+", required=True)
    parser.add_argument("--vectors", default=DEFAULT_MODEL / "extractor/papertaxa_tagger/vectors")
    parser.add_argument("--train", type=int, default=None, help="papers to train on; default: all")
    parser.add_argument("--held", type=int, default=320, help="papers to measure on")
    parser.add_argument("--turns", type=int, default=5, help="times each speed is taken")
    args = parser.parse_args()
    examples = examples_of(args)
    held = [paper for paper, _ in examples[: args.held]]
    golds = [label for _, label in examples[: args.held]]
    learnt = examples[args.held :][: args.train]
    lists = read_lists(LABELS / "gazetteer")
    generic = {fold(name) for name in lists["generic"]}
    extra = Extra(vectors=Vectors.from_disk(Path(args.vectors)), lists=lists)
    runs: dict[str, Callable[[], None]] = {PLAIN: plain(held)}
    scores: dict[str, dict[str, float]] = {}
    with threadpool_limits(1):
        for name, sizes in SIZES.items():
            runs[name], found = ours(learnt, held, sizes, extra)
            scores[name] = f1(found, golds, generic)
        runs["hashed linear tagger"], found = linear(learnt, held, generic)
        scores["hashed linear tagger"] = f1(found, golds, generic)
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(args.turns):
            for name, run in runs.items():
                start = time.process_time()
                run()
                times[name].append(time.process_time() - start)
    print(f"trained on {len(learnt)} papers, measured on {len(held)}")
    for name, seconds in times.items():
        ratio = statistics.median(p / s for p, s in zip(times[PLAIN], seconds, strict=True))
        speed = len(held) / statistics.median(seconds)
        score = "  ".join(f"{kind} {value:.3f}" for kind, value in scores.get(name, {}).items())
        print(f"{name:<36} {speed:7.0f}/s {ratio:6.2f}x  {score}")


if __name__ == "__main__":
    main()
