"""What all tests share: an invented world of papers, and a model trained on it."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a loaded machine is no failure. Derandomised: a run that passes passes again.
settings.register_profile("papertaxa", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("papertaxa")

TAXONOMY = """\
areas:
  - id: orchards
    name: Orchards
    topics:
      - {id: pears, name: Pears}
      - {id: apples, name: Apples}
  - id: seas
    name: Seas
    topics:
      - {id: tides, name: Tides}
      - {id: whales, name: Whales}
"""
WORDS = {
    "pears": [
        "pear",
        "ripening",
        "bruise",
        "conference",
        "basket",
        "blossom",
        "grafting",
        "orchard",
        "stalk",
        "juice",
    ],
    "apples": [
        "apple",
        "cider",
        "core",
        "peel",
        "orchard",
        "variety",
        "russet",
        "picking",
        "storage",
        "seedling",
    ],
    "tides": [
        "tide",
        "moon",
        "harbour",
        "flood",
        "ebb",
        "gauge",
        "current",
        "estuary",
        "surge",
        "coast",
    ],
    "whales": [
        "whale",
        "song",
        "migration",
        "pod",
        "krill",
        "sonar",
        "breaching",
        "plankton",
        "sea",
        "tagging",
    ],
}
METHODS = {"pears": "PearNet", "apples": "CoreFlow", "tides": "MoonGauge", "whales": "PodTrack"}
BENCHMARKS = {"pears": "PomeBench", "apples": "PomeBench", "tides": "TideSet", "whales": "SeaSong"}


@dataclass(frozen=True)
class World:
    """Files of an invented world, and what stands in them."""

    folder: Path
    papers: Path
    labels: Path
    taxonomy: Path
    texts: dict[str, dict[str, str]]
    topics: dict[str, list[str]]


def abstract(topic: str, dice: random.Random, name: str) -> str:
    """Two sentences about a topic that introduce a name and use a benchmark."""
    words = dice.sample(WORDS[topic], 6)
    return (
        f"We study how the {words[0]} changes the {words[1]} and the {words[2]} of every "
        f"{words[3]}. We propose {name}, a method that follows the {words[4]} and the {words[5]}, "
        f"and test it on {BENCHMARKS[topic]}."
    )


@pytest.fixture(scope="session")
def world(tmp_path_factory) -> World:
    """Eighty papers, twenty a topic, with labels and a taxonomy."""
    folder = tmp_path_factory.mktemp("world")
    dice = random.Random(7)
    texts, labels = {}, []
    for topic, name in METHODS.items():
        for number in range(20):
            paper = f"{topic}-{number}"
            own = f"{name}{number}" if number % 2 else name
            texts[paper] = {
                "id": paper,
                "title": f"On the {dice.choice(WORDS[topic])} and the {dice.choice(WORDS[topic])}",
                "abstract": abstract(topic, dice, own),
            }
            labels.append(
                {
                    "id": paper,
                    "topics": [topic],
                    "proposed": [own],
                    "methods": [own],
                    "benchmarks": [BENCHMARKS[topic]],
                }
            )
    papers_file, labels_file = folder / "papers.jsonl", folder / "labels.jsonl"
    papers_file.write_text("".join(f"{json.dumps(text)}\n" for text in texts.values()))
    labels_file.write_text("".join(f"{json.dumps(label)}\n" for label in labels))
    (folder / "taxonomy.yaml").write_text(TAXONOMY)
    return World(
        folder=folder,
        papers=papers_file,
        labels=labels_file,
        taxonomy=folder / "taxonomy.yaml",
        texts=texts,
        topics={label["id"]: label["topics"] for label in labels},
    )


@pytest.fixture(scope="session")
def tiny_model(world, tmp_path_factory) -> Path:
    """A model trained on the invented world, extractor and all."""
    from papertaxa.train import train

    folder = tmp_path_factory.mktemp("models") / "tiny"
    train(papers=[world.papers], labels=[world.labels], taxonomy=world.taxonomy, output=folder)
    return folder
