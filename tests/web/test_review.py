import html
import json
import time

import pytest

from papertaxa.domain import Paper
from papertaxa.web.store import NEW, Author, Wanted, version

SECOND = Author(id="b" * 32, name="reader-2")
EVIL = "<script>alert('1')</script>\"'><img src=x onerror=alert(2)>"


def test_the_first_address_leads_to_the_first_paper(browser):
    assert browser.get("/").headers["location"] == "/review"
    page = browser.get("/review")
    assert page.status_code == 200
    assert "Learning to Dock from Old Logs" in page.text


def test_a_suggestion_is_ticked_and_its_names_and_evidence_are_marked(browser):
    text = browser.get("/review/paper", params={"id": "fern-01"}).json()["html"]
    assert browser.card("fern-01")["topics"] == ["offline-rl"]
    assert '<mark class="m p">LogHarbor</mark>' in text
    assert '<mark class="b">PierBench</mark>' in text
    assert '<mark class="e3">offline</mark>' in text
    assert "**" not in html.unescape(text)


def test_accepting_saves_and_moves_on(browser, rows):
    data = browser.card("fern-01")
    answer = browser.decide("fern-01", move=True).json()
    assert (answer["id"], answer["reviewed"], answer["total"]) == ("fern-02", 1, 12)
    saved = rows()["fern-01"]
    assert saved["topics"] == data["topics"]
    assert saved["methods"] == ["LogHarbor"]
    assert saved["proposed"] == ["LogHarbor"]
    assert saved["benchmarks"] == ["PierBench"]
    assert saved["annotator"] == "reader-1"


def test_a_paper_without_a_topic_is_not_saved_and_says_so(browser, labels):
    answer = browser.decide("fern-01", topics=[], move=True).json()
    assert "needs a topic" in answer["message"]
    assert answer["id"] == "fern-01"
    assert not labels.exists()


@pytest.mark.parametrize(
    ("ticked", "part"),
    [
        ({"topics": ["depht"]}, "did you mean 'depth'"),
        ({"topics": ["vision"]}, "not a topic"),
        ({"topics": ["depth", "bandits", "safe-rl", "offline-rl", "translation"]}, "at most 4"),
        ({"topics": "depth"}, "list"),
        ({"topics": [7]}, "string"),
        ({"methods": ["x" * 201]}, "at most 200 characters"),
        ({"methods": ["  "]}, "empty"),
        ({"methods": ["a\x00b"]}, "control"),
        ({"methods": ["\ud800"]}, ""),
        ({"methods": [str(n) for n in range(201)]}, "at most 200"),
        ({"shown": [str(n) for n in range(61)]}, "at most 60"),
        ({"more": 1}, "not permitted"),
    ],
)
def test_what_breaks_a_limit_is_refused_in_words(browser, labels, ticked, part):
    data = browser.card("fern-01")
    state = {key: data[key] for key in ("topics", "methods", "shown")} | ticked
    csrf = browser.get("/review/hello").json()["csrf"]
    response = browser.post(
        "/review/decide",
        content=json.dumps({"id": "fern-01", "version": "new", "state": state}),
        headers={
            "Origin": browser.origin,
            "X-CSRF-Token": csrf,
            "Content-Type": "application/json",
        },
    )
    assert response.status_code == 422
    assert part in response.json()["message"]
    assert not labels.exists()


def test_a_paper_that_the_listing_does_not_hold_is_refused(browser, labels):
    body = {"id": "../../etc/passwd", "version": "new", "state": {"topics": ["depth"]}}
    response = browser.change("/review/decide", body)
    assert response.status_code == 422
    assert browser.get("/review", params={"id": "nope"}).status_code == 422
    assert not labels.exists()


@pytest.mark.parametrize("query", [{"order": "evil"}, {"q": "x" * 600}, {"area": "y" * 501}])
def test_filters_out_of_bounds_are_refused(browser, query):
    assert browser.get("/review", params=query).status_code == 422


def test_everything_that_comes_from_files_is_escaped(tmp_path, make_desk, make_browser):
    tree = tmp_path / "tree.yaml"
    name = json.dumps(EVIL)
    tree.write_text(
        f"areas: [{{id: a, name: {name}, topics: [{{id: t, name: {name}, definition: {name}}}]}}]"
    )
    labels = tmp_path / "labels.jsonl"
    row = {"id": EVIL, "topics": [EVIL, "t"], "methods": [EVIL], "annotator": EVIL}
    labels.write_text(json.dumps(row) + f"\n{{{EVIL}\n")
    papers = [Paper(id=EVIL, title=EVIL, abstract=EVIL, problem=EVIL), Paper(id="q", title="Q")]
    browser = make_browser(make_desk(labels, papers=papers, taxonomy=tree))
    pages = [
        browser.get("/review").text,
        browser.get("/review", params={"q": EVIL}).text,
        browser.get("/review", params={"area": EVIL}).text,
        browser.get("/review/paper", params={"id": EVIL}).json()["html"],
        browser.decide(EVIL, topics=["t"], version="stale").json()["html"],
        browser.get("/review", params={"id": EVIL}).text,
    ]
    for page in pages:
        assert "alert(" in page or page is pages[2]
        assert "<script>alert" not in page
        assert "<img" not in page
        assert 'alert(2)">' not in page


def test_a_broken_line_is_named_and_kept(tmp_path, make_desk, make_browser):
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"id": "fern-02", "topics": ["depth"]}\n{"id": "fern-03", topics\n')
    browser = make_browser(make_desk(labels))
    assert "line 2: broken JSON" in html.unescape(browser.get("/review").text)
    browser.decide("fern-01")
    assert labels.read_text().splitlines()[1] == '{"id": "fern-03", topics'


def test_a_topic_that_is_gone_is_struck_through_and_saving_works_without_it(
    tmp_path, make_desk, make_browser, rows, taxonomy_file
):
    tree = tmp_path / "tree.yaml"
    tree.write_text(taxonomy_file.read_text())
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"id": "fern-05", "topics": ["depth", "segmentation"]}\n')
    browser = make_browser(make_desk(labels, taxonomy=tree))
    assert browser.card("fern-05")["gone"] == []
    time.sleep(0.01)
    lines = taxonomy_file.read_text().splitlines()
    tree.write_text("\n".join(line for line in lines if "id: depth" not in line))
    page = browser.get("/review", params={"id": "fern-05"}).text
    assert "<s>depth</s>" in page
    assert "not in the taxonomy any more" in page
    data = browser.card("fern-05")
    assert (data["topics"], data["gone"]) == (["segmentation"], ["depth"])
    assert browser.decide("fern-05", topics=["depth"]).status_code == 422
    assert browser.decide("fern-05").json()["message"] == "Saved."
    assert rows(labels)["fern-05"]["topics"] == ["segmentation"]
    history = browser.get("/review/paper", params={"id": "fern-05"}).json()["html"]
    assert "History" in history


def test_a_taxonomy_edited_into_a_circle_is_said_and_not_taken_over(
    tmp_path, make_desk, make_browser, taxonomy_file
):
    tree = tmp_path / "tree.yaml"
    tree.write_text(taxonomy_file.read_text())
    browser = make_browser(make_desk(tmp_path / "l.jsonl", taxonomy=tree))
    tree.write_text("topics: [{id: a, name: A, parent: b}, {id: b, name: B, parent: a}]")
    page = browser.get("/review")
    assert page.status_code == 200
    assert "Until that is mended, the topics stay as they were" in page.text
    assert browser.decide("fern-01").status_code == 200


def state_of(answer):
    start = answer["html"].index('data-state="') + len('data-state="')
    end = answer["html"].index('"', start)
    return json.loads(html.unescape(answer["html"][start:end]))


def test_a_conflict_shows_both_sides_and_either_can_be_kept(browser, desk, rows):
    data = browser.card("fern-04")
    desk.store.decide("fern-04", Wanted(topics=("depth",)), seen=NEW, by=SECOND)
    answer = browser.decide("fern-04", version=data["version"], topics=["segmentation"]).json()
    assert answer["conflict"] is True
    assert "by reader-2" in answer["html"]
    assert rows()["fern-04"]["topics"] == ["depth"]
    hasty = browser.decide("fern-04", version=state_of(answer)["version"], topics=["segmentation"])
    assert hasty.json()["conflict"] is True, "one more key press chooses nothing"
    assert rows()["fern-04"]["topics"] == ["depth"]
    seen = version(desk.store.snapshot().labels["fern-04"])
    browser.decide("fern-04", version=seen, topics=["segmentation"])
    assert rows()["fern-04"]["topics"] == ["segmentation"]
    page = browser.get("/review/paper", params={"id": "fern-04"}).json()["html"]
    assert "held up" in page


def test_undo_shows_the_paper_it_took_back(browser, rows):
    browser.decide("fern-01", move=True)
    browser.decide("fern-02", move=True)
    answer = browser.change("/review/undo", {}).json()
    assert (answer["id"], answer["message"]) == ("fern-02", "Undone.")
    assert list(rows()) == ["fern-01"]
    browser.change("/review/undo", {})
    assert browser.change("/review/undo", {}).json()["message"] == "Nothing of yours to undo."


def test_labels_of_papers_that_the_listing_does_not_hold_are_kept(
    tmp_path, make_desk, make_browser, rows
):
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"id": "elsewhere", "topics": ["depth"], "own": {"x": 1}}\n')
    browser = make_browser(make_desk(labels))
    browser.decide("fern-01")
    assert rows(labels)["elsewhere"] == {"id": "elsewhere", "topics": ["depth"], "own": {"x": 1}}
    assert browser.get("/review/paper").json()["reviewed"] == 1


def test_unreviewed_papers_are_stepped_through_until_none_is_left(browser):
    seen = []
    current = browser.get("/review/paper", params={"todo": "1"}).json()["id"]
    while current:
        seen.append(current)
        data = browser.card(current)
        state = {key: data[key] for key in ("topics", "methods", "benchmarks", "proposed", "shown")}
        state["topics"] = state["topics"] or ["evaluation"]
        body = {"id": current, "version": "new", "state": state}
        body |= {"move": True, "view": {"todo": True}}
        answer = browser.change("/review/decide", body).json()
        current = answer["id"]
    assert len(seen) == len(set(seen)) == 12
    assert "Nothing is left to review" in answer["html"]


def test_topics_are_found_by_what_people_call_them(browser):
    topics = {topic["id"]: topic for topic in browser.get("/review/topics").json()}
    assert topics["offline-rl"] == {
        "id": "offline-rl",
        "name": "Offline RL",
        "path": "Decision making",
        "aliases": ["batch RL", "OPE"],
    }
    assert "vision" not in topics


@pytest.mark.parametrize("name", ["Reader Two", "Läser 山", ""])
def test_a_visitor_may_sign_labels_with_another_name(browser, rows, name):
    assert browser.change("/review/annotator", {"name": name}).status_code == 200
    browser.decide("fern-01")
    assert rows()["fern-01"]["annotator"] == (name or "reader-1")


def test_the_page_says_when_the_model_fails(tmp_path, make_desk, make_browser):
    desk = make_desk(tmp_path / "l.jsonl")
    desk.suggestions.failure = "suggestions stopped at row 3: no memory"
    assert "stopped at row 3" in make_browser(desk).get("/review").text


def test_a_failing_disk_is_said_in_words(browser, desk, monkeypatch):
    from papertaxa.errors import OutputError

    def full(*args, **options):
        raise OutputError("labels.jsonl: the disk is full")

    monkeypatch.setattr(desk.store, "decide", full)
    response = browser.decide("fern-01")
    assert response.status_code == 500
    assert response.json()["message"] == "Not saved: labels.jsonl: the disk is full"
