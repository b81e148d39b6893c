"""Retraining from corrected labels and a changed taxonomy, by the command line alone."""

import json
import random
import shutil

import pytest

from papertaxa.cli import main

TOPICS = {
    "orchards": {
        "pears": "pear conference stalk perry bosc quince gritty bartlett",
        "apples": "apple cider core russet pippin scab bramley pomace",
        "plums": "plum stone damson prune mirabelle kernel sloe gage",
    },
    "seas": {  # whales and corals are easily confused
        "tides": "tide moon estuary ebb surge gauge harbour amplitude",
        "whales": "whale sonar reef lagoon plankton current buoy",
        "corals": "coral polyp reef lagoon plankton current buoy",
    },
}
PARTS = {  # of the tides: what tells them apart beside the words of all tides
    "spring": "syzygy equinox alignment perigee",
    "neap": "quadrature weakest halfmoon slack",
}
OTHERS = {
    "foxes": "fox vixen den burrow brush earth cub scent",
    "pressing": "press must filter tank enzyme clarify",  # papers on these are between two topics
}
COMMON = ("season", "harvest", "sample", "field", "survey", "region", "water", "growth", "model")


def write(path, rows):
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def paper(paper_id, dice, *pools):
    """A paper with words of all the pools, and some that say nothing."""
    words = [dice.choice(dice.choice(pools).split()) for _ in range(14)]
    words += dice.choices(COMMON, k=4)
    dice.shuffle(words)
    a = iter(words)
    text = (
        f"We study how the {next(a)} and the {next(a)} change the {next(a)} of every {next(a)}. "
        f"We find that a {next(a)} with {next(a)} is better than the {next(a)} of a {next(a)}, and "
        f"that the {next(a)} depends on {next(a)}, {next(a)} and {next(a)}. In all of them the "
        f"{next(a)} follows the {next(a)}, but not the {next(a)}, which is what {next(a)} is for."
    )
    return {"id": paper_id, "title": f"On the {next(a)} and the {next(a)}", "abstract": text}


def taxonomy(path, areas, **changes):
    """Write a taxonomy; ``changes`` gives further keys of a topic or area."""
    lines = ["areas:"]
    for area, topics in areas.items():
        own = {"id": area, "name": area.title(), **changes.get(area, {})}
        lines.append(f'  - {json.dumps(own)[:-1]}, "topics": [')
        for topic in topics:
            entry = {"id": topic, "name": topic.title(), **changes.get(topic, {})}
            lines.append(f"      {json.dumps(entry)},")
        lines.append("    ]}")
    path.write_text("\n".join(lines))
    return path


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A base model on 25 papers a topic, and a listing with papers that it has not seen."""
    folder = tmp_path_factory.mktemp("base")
    dice = random.Random(11)
    texts, labels, unseen = [], [], []
    everything = [words for topics in TOPICS.values() for words in topics.values()]
    for topics in TOPICS.values():
        for topic, words in topics.items():
            for number in range(40):
                mixed = [words] * 4 + [dice.choice(everything)]
                if topic == "tides":
                    mixed += [PARTS["spring" if number % 2 else "neap"]] * 2
                one = paper(f"{topic}-{number}", dice, *mixed)
                if number < 30:
                    texts.append(one)
                    labels.append({"id": one["id"], "topics": [topic]})
                else:
                    unseen.append(one)
    for number in range(30):  # between pears and apples; the base is told that they are on apples
        one = paper(f"pressing-{number}", dice, OTHERS["pressing"], TOPICS["orchards"]["apples"])
        if number < 20:
            texts.append(one)
            labels.append({"id": one["id"], "topics": ["apples"]})
        else:
            unseen.append(one)
    base = folder / "base"
    code = main(
        [
            *("train", "--base", "none", "--no-extract", "-o", str(base)),
            *("--papers", str(write(folder / "papers.jsonl", texts))),
            *("--labels", str(write(folder / "labels.jsonl", labels))),
            *("--taxonomy", str(taxonomy(folder / "taxonomy.yaml", TOPICS))),
        ]
    )
    assert code == 0
    write(folder / "unseen.jsonl", unseen)
    return folder


@pytest.fixture
def desk(world, tmp_path, capfd):
    """A fresh copy of the base model and the listing, and the command line."""

    class Desk:
        folder = tmp_path
        model = tmp_path / "model"
        listing = tmp_path / "unseen.jsonl"

        def run(self, *args, code=0):
            assert main([str(arg) for arg in args]) == code
            self.out, self.err = capfd.readouterr()
            return self.out

        def train(self, *args, code=0):
            return self.run(
                *("train", "--no-extract", "--base", self.model, "-o", self.model, *args), code=code
            )

        def label(self, listing=None, model=None):
            out = self.run(
                *("label", listing or self.listing, "--no-extract", "--format", "jsonl"),
                *("--model", model or self.model),
            )
            return [json.loads(line) for line in out.splitlines()]

        def topics(self, listing=None, model=None):
            rows = self.label(listing, model)
            return {row["id"]: [topic["id"] for topic in row["topics"]] for row in rows}

        def compare(self, *args):
            args = ("models", "compare", self.model, f"{self.model}@2", "--json", *args)
            return json.loads(self.run(*args))

    shutil.copytree(world / "base", tmp_path / "model")
    shutil.copy(world / "unseen.jsonl", tmp_path)
    return Desk()


def areas(**changes):
    return {**TOPICS, **changes}


def test_the_model_follows_twenty_corrected_labels_on_their_neighbours(desk, tmp_path):
    neighbours = [f"pressing-{number}" for number in range(20, 30)]
    before = desk.topics()
    assert sum(before[paper][:1] == ["apples"] for paper in neighbours) >= 8
    corrected = [{"id": f"pressing-{number}", "topics": ["pears"]} for number in range(20)]
    desk.train("--labels", write(tmp_path / "corrected.jsonl", corrected), "--promote")
    assert "version 2 is in use now" in desk.err
    after = desk.topics()
    assert sum(after[paper][:1] == ["pears"] for paper in neighbours) >= 7
    others = [paper for paper in before if paper not in neighbours]
    same = sum(before[paper][:1] == after[paper][:1] for paper in others)
    assert same >= 0.85 * len(others)


def test_renaming_an_area_changes_no_id_and_no_score(desk, tmp_path):
    before = desk.label()
    renamed = taxonomy(tmp_path / "new.yaml", TOPICS, seas={"name": "The deep blue"})
    desk.train("--taxonomy", renamed, "--promote")
    assert desk.label() == before
    assert "The deep blue" in (desk.model / "versions" / "0002" / "taxonomy.json").read_text()


def test_a_merged_topic_is_as_good_as_the_better_of_the_two(desk, tmp_path):
    merged = areas(seas=["tides", "reefs"])
    desk.train(
        *(
            "--taxonomy",
            taxonomy(tmp_path / "new.yaml", merged, reefs={"was": ["whales", "corals"]}),
        ),
        "--promote",
    )
    row = next(
        row
        for row in json.loads(
            desk.run("models", "compare", f"{desk.model}@1", desk.model, "--json")
        )["per_topic"]
        if row["name"] == "reefs"
    )
    assert set(row["was"]) == {"whales", "corals"}
    assert row["papers"] == 60
    assert row["new"] >= max(row["was"].values())
    given = {topic for topics in desk.topics().values() for topic in topics}
    assert "reefs" in given
    assert given.isdisjoint({"whales", "corals"})


def test_both_sides_of_a_split_are_learnt_from_fifteen_labels_each(desk, tmp_path):
    split = areas(seas=["spring-tides", "neap-tides", "whales", "corals"])
    was = {"was": ["tides"]}
    tree = taxonomy(tmp_path / "new.yaml", split, **{"spring-tides": was, "neap-tides": was})
    labels = [
        {"id": f"tides-{n}", "topics": ["spring-tides" if n % 2 else "neap-tides"]}
        for n in range(30)
    ]
    desk.train("--taxonomy", tree, "--labels", write(tmp_path / "split.jsonl", labels))
    added = {row["name"]: row for row in desk.compare()["added"]}
    assert set(added) == {"spring-tides", "neap-tides"}
    assert all(row["papers"] == 15 for row in added.values())
    assert all(row["new"] >= 0.5 for row in added.values())
    assert all(set(row["was"]) == {"tides"} for row in added.values())


def test_papers_of_a_split_topic_are_left_out_until_they_are_labelled(desk, tmp_path):
    split = areas(seas=["spring-tides", "neap-tides", "whales", "corals"])
    was = {"was": ["tides"]}
    tree = taxonomy(tmp_path / "new.yaml", split, **{"spring-tides": was, "neap-tides": was})
    desk.train("--taxonomy", tree)
    assert "30 papers of the base are of a topic that was split" in desk.err
    thin = json.loads(desk.run("models", "show", f"{desk.model}@2"))["thin"]
    assert thin == {"spring-tides": 0, "neap-tides": 0}


def test_a_new_topic_with_twelve_labels_is_found_in_a_listing_that_holds_it(desk, tmp_path):
    dice = random.Random(5)
    mixed = OTHERS["foxes"], OTHERS["foxes"], TOPICS["seas"]["tides"]
    foxes = [paper(f"foxes-{number}", dice, *mixed) for number in range(22)]
    known = write(tmp_path / "foxes.jsonl", foxes[:12])
    labels = [{"id": one["id"], "topics": ["foxes"]} for one in foxes[:12]]
    tree = taxonomy(tmp_path / "new.yaml", areas(dens=["foxes"]))
    desk.train(
        *("--taxonomy", tree, "--papers", known, "--promote"),
        *("--labels", write(tmp_path / "labels.jsonl", labels)),
    )
    listing = tmp_path / "mixed.jsonl"
    listing.write_text(desk.listing.read_text() + "".join(f"{json.dumps(f)}\n" for f in foxes[12:]))
    found = {paper for paper, topics in desk.topics(listing).items() if "foxes" in topics}
    held = {one["id"] for one in foxes[12:]}
    assert len(found & held) >= 8
    assert len(found - held) <= 2


def test_a_new_topic_with_a_handful_of_labels_is_marked_as_thin(desk, tmp_path):
    dice = random.Random(6)
    foxes = [paper(f"foxes-{number}", dice, OTHERS["foxes"]) for number in range(6)]
    labels = [{"id": one["id"], "topics": ["foxes"]} for one in foxes[:5]]
    desk.train(
        *("--taxonomy", taxonomy(tmp_path / "new.yaml", areas(dens=["foxes"])), "--promote"),
        *("--papers", write(tmp_path / "foxes.jsonl", foxes)),
        *("--labels", write(tmp_path / "labels.jsonl", labels)),
    )
    assert "not to be relied on: foxes (5)" in desk.err
    assert json.loads(desk.run("models", "show", desk.model))["thin"] == {"foxes": 5}
    assert desk.topics(tmp_path / "foxes.jsonl")["foxes-5"] == ["foxes"]


def test_a_removed_topic_never_appears(desk, tmp_path):
    assert any("whales" in topics for topics in desk.topics().values())
    tree = taxonomy(tmp_path / "new.yaml", areas(seas=["tides", "corals"]))
    desk.train("--taxonomy", tree, "--promote")
    assert "30 labels of the base are of topics that the taxonomy no longer has" in desk.err
    out = desk.run(
        "label", desk.listing, "--no-extract", "--format", "jsonl", "--model", desk.model
    )
    topics = [json.loads(line) for line in out.splitlines()]
    assert not any('"whales"' in json.dumps([row["primary"], row["topics"]]) for row in topics)


def test_after_a_rollback_the_output_has_the_bytes_of_before(desk, tmp_path):
    before, after, again = (tmp_path / f"{name}.jsonl" for name in ("before", "after", "again"))

    def label(out):
        desk.run("label", desk.listing, "-o", out, "--no-extract", "--model", desk.model)

    label(before)
    labels = [{"id": f"pressing-{number}", "topics": ["pears"]} for number in range(20)]
    desk.train("--labels", write(tmp_path / "labels.jsonl", labels), "--promote")
    label(after)
    desk.run("models", "rollback", desk.model)
    assert "version 1 is in use again" in desk.out
    label(again)
    assert before.read_bytes() == again.read_bytes() != after.read_bytes()


def test_the_comparison_names_every_paper_that_flips_and_the_terms_that_did_it(desk, tmp_path):
    labels = [{"id": f"pressing-{number}", "topics": ["pears"]} for number in range(20)]
    desk.train("--labels", write(tmp_path / "labels.jsonl", labels))
    before, after = desk.topics(), desk.topics(model=f"{desk.model}@2")
    flips = {flip["id"]: flip for flip in desk.compare("--on", desk.listing)["listing"]["flips"]}
    assert set(flips) == {paper for paper in before if before[paper] != after[paper]}
    pressing = [flip for paper, flip in flips.items() if paper.startswith("pressing")]
    assert pressing
    for flip in pressing:
        reason = next(one for one in flip["reasons"] if one["topic"] == "pears")
        assert reason["gained"]
        assert reason["new_score"] > reason["old_score"]
        assert {term for term, _ in reason["terms"]} & set(OTHERS["pressing"].split())


def test_a_significant_loss_is_refused_with_its_figures_unless_forced(desk, tmp_path):
    dice = random.Random(3)  # somebody labels most of the papers without looking at them
    ids = [f"{topic}-{n}" for topics in TOPICS.values() for topic in topics for n in range(22)]
    names = [topic for topics in TOPICS.values() for topic in topics]
    labels = [{"id": one, "topics": [dice.choice(names)]} for one in ids]
    desk.train("--labels", write(tmp_path / "labels.jsonl", labels), "--promote", code=1)
    assert "version 2 is not promoted: the new model is significantly worse" in desk.err
    assert "95% interval -0." in desk.err
    desk.run("models", "promote", desk.model, code=2)
    assert "--force" in desk.err
    assert "* " in desk.run("models", "list", desk.model).splitlines()[0]
    desk.run("models", "promote", desk.model, "2", "--force")
    assert desk.run("models", "list", desk.model).splitlines()[1].startswith("*   2")


def test_other_processes_use_the_version_that_was_named(desk, tmp_path):
    labels = [{"id": f"pressing-{number}", "topics": ["pears"]} for number in range(20)]
    desk.train("--labels", write(tmp_path / "labels.jsonl", labels), "--promote")
    first = desk.label(model=f"{desk.model}@1")
    command = ("label", desk.listing, "--no-extract", "--format", "jsonl", "--jobs", "2")
    out = desk.run(*command, "--model", f"{desk.model}@1")
    assert [json.loads(line) for line in out.splitlines()] == first != desk.label()


def test_the_comparison_reads_as_a_table(desk, tmp_path):
    labels = [{"id": f"pressing-{number}", "topics": ["pears"]} for number in range(20)]
    desk.train("--labels", write(tmp_path / "labels.jsonl", labels))
    lines = desk.run(
        *("models", "compare", f"{desk.model}@1", f"{desk.model}@2", "--on", desk.listing)
    ).splitlines()
    assert lines[:2] == [f"old: {desk.model}@1", f"new: {desk.model}@2"]
    assert lines[2].startswith("judged on 180 labelled papers")
    assert lines[3].startswith("20 papers on whose labels the two differ are left out")
    assert any(line.startswith("topic F1 ") for line in lines)
    assert any(" of 70 papers change their topics" in line for line in lines)


def test_labels_that_were_set_aside_judge_papers_that_neither_model_knows(desk, tmp_path):
    desk.train()
    gold = [{"id": f"plums-{number}", "topics": ["plums"]} for number in range(30, 40)]
    args = ("--on", desk.listing, "--labels", write(tmp_path / "gold.jsonl", gold))
    assert desk.compare(*args)["papers"] == desk.compare()["papers"] + 10


def test_training_again_from_the_same_makes_no_new_version(desk):
    desk.train()
    first = desk.err
    desk.train()
    assert "this is version 2" in first
    assert "the same model as version 2" in desk.err
    assert json.loads(desk.run("models", "list", desk.model, "--json"))[-1]["version"] == 2


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ('{"id": "nobody", "topics": ["pears"]}', "none of the 1 labelled papers"),
        ('{"id": "pears-1", "topics": ["whale"]}', "did you mean 'whales'"),
        ('{"id": "pears-1", "topics": ["pears"', "line 1"),
    ],
)
def test_labels_that_cannot_be_used_leave_the_model_alone(desk, tmp_path, labels, said):
    (tmp_path / "labels.jsonl").write_text(labels)
    desk.train("--labels", tmp_path / "labels.jsonl", code=2)
    assert said in desk.err
    assert not (desk.model / "versions").exists()


def test_without_a_base_papers_and_labels_are_both_needed(desk, tmp_path):
    desk.run("train", "--base", "none", "-o", tmp_path / "other", code=2)
    assert "both --papers and --labels" in desk.err


def test_a_version_is_not_a_place_to_train_into(desk):
    desk.train()
    desk.run(
        *("train", "--base", desk.model, "-o", desk.model / "versions" / "0002", "--no-extract"),
        code=2,
    )
    assert "versions never change" in desk.err


def test_the_audit_finds_labels_that_were_swapped(desk, world, tmp_path):
    rows = [json.loads(line) for line in (world / "labels.jsonl").read_text().splitlines()]
    wrong = {"tides-3": "pears", "plums-4": "corals", "whales-5": "apples"}
    for row in rows:
        row["topics"] = [wrong.get(row["id"], row["topics"][0])]
    labels = write(tmp_path / "labels.jsonl", rows)
    out = desk.run("labels", "audit", "--labels", labels, "--model", desk.model, "-n", "10")
    found = [json.loads(line)["id"] for line in out.splitlines()]
    assert set(wrong) <= set(found)
    assert "judged by a model of 200 papers" in desk.err


def test_the_audit_without_labels_says_what_is_missing(desk):
    desk.run("labels", "audit", "--model", desk.model, code=2)
    assert "--labels" in desk.err


def test_labels_of_corpus_papers_turn_directions_but_are_not_fitted_on(world, desk, tmp_path):
    told = [{"id": f"whales-{number}", "topics": ["whales"]} for number in range(30)]
    known = [{"id": f"corals-{number}", "topics": ["tides"]} for number in range(30)]  # wrong
    more = write(tmp_path / "more.jsonl", told + known)
    fitted = [json.loads(row) for row in (world / "labels.jsonl").read_text().splitlines()]
    own = [row for row in fitted if row["topics"] != ["whales"]]
    desk.run(
        *("train", "--base", "none", "--no-extract", "-o", tmp_path / "told"),
        *("--papers", world / "papers.jsonl", "--labels", write(tmp_path / "own.jsonl", own)),
        *("--taxonomy", world / "taxonomy.yaml"),
        *("--corpus", world / "papers.jsonl", "--corpus-labels", more, "--jobs", 2),
    )
    folder = tmp_path / "told"
    knowledge = json.loads((folder / "classifier" / "knowledge" / "settings.json").read_text())
    assert set(knowledge["told"]) == {row["id"] for row in told}  # a fitted paper's is not used
    training = json.loads((folder / "training" / "settings.json").read_text())
    assert not {row["id"] for row in told} & set(training["ids"])
    sources = json.loads((folder / "manifest.json").read_text())["sources"]
    assert [source["name"] for source in sources["corpus_labels"]] == ["more.jsonl"]


def test_labels_of_a_corpus_without_the_corpus_are_refused_with_the_remedy(world, desk, tmp_path):
    desk.run(
        *("train", "--base", "none", "--no-extract", "-o", tmp_path / "told"),
        *("--papers", world / "papers.jsonl", "--labels", world / "labels.jsonl"),
        *("--corpus-labels", world / "labels.jsonl"),
        code=2,
    )
    assert "give its listings with --corpus" in desk.err
    assert not (tmp_path / "told").exists()
