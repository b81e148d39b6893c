import numpy as np

from papertaxa.domain import Label
from papertaxa.extract.gold import gold, tagged
from papertaxa.extract.pipeline import blank
from papertaxa.extract.places import places

LABEL = Label(
    id="x",
    topics=("t",),
    proposed=("QPM", "Quiet Score", "TidePool"),
    methods=("QPM", "orbit gate", "prompting"),
    benchmarks=("TidePool",),
)


def test_each_name_has_a_kind_and_a_role() -> None:
    assert gold(LABEL, {"prompting"}) == {
        "qpm": ("QPM", "METHOD", True),
        "quietscore": ("Quiet Score", "OTHER", True),
        "tidepool": ("TidePool", "BENCHMARK", True),
        "orbitgate": ("orbit gate", "METHOD", False),
    }


def test_every_spelling_is_marked_and_the_longest_name_wins() -> None:
    doc = blank().make_doc("Orbit-gate of QPM differs from QPMs. Quiet score")
    found = tagged(
        doc, gold(LABEL, set()) | {"orbitgateofqpm": ("orbit gate of QPM", "METHOD", False)}
    )
    marked = {doc[start:end].text: (kind, new) for (start, end), kind, new in found.names}
    assert marked == {
        "Orbit-gate of QPM": ("METHOD", False),
        "QPMs": ("METHOD", True),
        "Quiet score": ("OTHER", True),
    }


def test_the_same_word_is_one_group_in_its_paper_alone() -> None:
    rows = np.array([0, 1, 0, 0, 1])
    ground = places(
        rows,
        np.array([1, 0, 1, 1, 0]),
        lengths=np.array([3, 2]),
        titles=np.array([0, 0]),
        colons=np.array([0, 0]),
        opens=9,
        closes=np.array([8]),
    )
    assert ground.starts.tolist() == [0, 3]
    groups = ground.groups.tolist()
    assert groups[0] == groups[2]
    assert len(set(groups)) == 4
    assert ground.places[0] == ground.places[2] != ground.places[3]  # twice in one, once in other
