from papertaxa.labels.apply import plan
from papertaxa.labels.consequences import render
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.taxonomy.diff import diff

FRUIT = Topic("fruit", "Fruit")


def under(*ids: str, was: tuple[str, ...] = ()) -> list[Topic]:
    return [Topic(topic, topic.title(), "", "fruit", (), was) for topic in ids]


OLD = Taxonomy((FRUIT, *under("lemon", "fig", "plum")))


def test_consequences_are_counted_and_said_in_words(write):
    path = write(
        '{"id": "p", "topics": ["plum"]}\n{"id": "q", "topics": ["plum", "fig"]}\n'
        '{"id": "r", "topics": ["fig", "plum"]}\n{"id": "s", "topics": ["lemon"]}\n'
    )
    new = Taxonomy((FRUIT, *under("lemon", "fig"), *under("damson", "prune", was=("plum",))))
    assert render(plan(diff(OLD, new), [path])).splitlines() == [
        "the taxonomies differ in 1 place",
        "  split        plum -> damson, prune (declared)",
        "",
        "a.jsonl: 3 of 4 labels change",
        "  for example p: plum -> (no topic left)",
        "  for example q: plum, fig -> fig",
        "  for example r: fig, plum -> fig",
        "  losing a topic: 3 papers (plum 3)",
        "  leaving the file, with no other topic: 1",
        "  losing the primary topic, so that the next one takes its place: 1",
        "  kept as they were: all of them, in removed/a.jsonl",
        "",
        "damson, prune need labels: nobody can tell which of them papers on plum belong to",
        "  read first: p, q, r",
    ]


def test_only_the_first_papers_are_shown(write):
    path = write("".join(f'{{"id": "p{n}", "topics": ["plum"]}}\n' for n in range(12)))
    new = Taxonomy((FRUIT, *under("lemon", "fig"), *under("damson", "prune", was=("plum",))))
    text = render(plan(diff(OLD, new), [path]))
    assert text.endswith("  read first: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more")


def test_a_removal_needs_no_reading(write):
    path = write('{"id": "p", "topics": ["plum"]}\n')
    text = render(plan(diff(OLD, Taxonomy((FRUIT, *under("lemon", "fig")))), [path]))
    assert "need labels" not in text
    assert "leaving the file, with no other topic: 1" in text


def test_crosswalks_are_counted_and_places_to_change_by_hand_named(write):
    labels = write('{"id": "p", "topics": ["fig"]}\n')
    crosswalk = write("a: [lemon, plum]\n", "cw.yaml")
    new = Taxonomy((FRUIT, *under("fig"), *under("citrus", was=("lemon",))))
    lines = render(plan(diff(OLD, new), [labels], [crosswalk])).splitlines()
    assert lines[-4:] == [
        "cw.yaml: 1 topic replaced",
        "",
        "to be changed by hand:",
        "  cw.yaml, line 1: 'plum' is no topic any more; name another one",
    ]


def test_no_change_is_said_too(write):
    path = write('{"id": "p", "topics": ["fig"]}\n')
    assert render(plan(diff(OLD, OLD), [path])).splitlines() == [
        "the taxonomies differ in 0 places",
        "",
        "a.jsonl: 0 of 1 label change",
    ]
