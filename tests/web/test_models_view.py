import time

import pytest


@pytest.fixture
def labelled(browser):
    browser.decide("fern-01")
    return browser


def wait(browser):
    for _ in range(1000):
        progress = browser.get("/models/progress").json()
        if progress["state"] != "running":
            return progress
        time.sleep(0.01)
    raise AssertionError("it does not end")


def test_without_labels_nothing_is_trained(browser):
    response = browser.change("/models/train", {})
    assert response.status_code == 422
    assert "no label" in response.json()["message"]


def test_a_version_is_trained_compared_promoted_and_rolled_back(labelled, desk):
    before = desk.suggestions.engine
    assert "Started" in labelled.change("/models/train", {}).json()["message"]
    assert wait(labelled)["result"] == {"id": "v2"}
    assert [version.promoted for version in desk.workshop.versions()] == [False, True]
    labelled.change("/models/compare", {"version": "v2"})
    html = wait(labelled)["html"]
    assert "better (paired bootstrap" in html
    assert "Depth estimation" in html
    assert 'href="/review?id=fern-10"' in html
    assert "v2 is in use" in labelled.change("/models/promote", {"version": "v2"}).json()["message"]
    assert desk.suggestions.engine is not before
    assert "Rolled back: v1" in labelled.change("/models/rollback", {}).json()["message"]
    again = labelled.change("/models/rollback", {}).json()
    assert (again["level"], "first version" in again["message"]) == ("warn", True)
    desk.suggestions.stop()


def test_a_worse_version_is_promoted_only_if_forced(labelled, desk):
    for _ in range(2):
        labelled.change("/models/train", {})
        wait(labelled)
    refused = labelled.change("/models/promote", {"version": "v3"}).json()
    assert (refused["refused"], "significantly worse" in refused["message"]) == ("v3", True)
    assert desk.workshop.versions()[0].promoted is False
    labelled.change("/models/promote", {"version": "v3", "force": True})
    assert desk.workshop.versions()[0].promoted is True
    desk.suggestions.stop()


@pytest.mark.parametrize("path", ["/models/compare", "/models/promote"])
@pytest.mark.parametrize("version", ["../../etc", "v9", "/tmp", "--force"])
def test_only_known_versions_get_anywhere(labelled, path, version):
    response = labelled.change(path, {"version": version})
    assert response.status_code == 422
    assert "no version" in response.json()["message"]


def test_the_version_in_use_is_not_compared_with_itself(labelled):
    assert labelled.change("/models/compare", {"version": "v1"}).status_code == 422


def test_two_trainings_at_once_are_one(labelled, desk):
    first = labelled.change("/models/train", {}).json()
    second = labelled.change("/models/train", {}).json()
    assert ("level" in first, second["level"]) == (False, "warn")
    labelled.change("/models/stop", {})
    assert wait(labelled)["state"] == "stopped"
    assert len(desk.workshop.versions()) == 1


def test_without_a_workshop_the_page_says_what_to_do(tmp_path, make_desk, make_browser):
    from dataclasses import replace

    browser = make_browser(replace(make_desk(tmp_path / "l.jsonl"), workshop=None))
    assert "papertaxa train" in browser.get("/models").text
    assert browser.change("/models/train", {}).status_code == 422


def test_everything_of_a_version_is_escaped(tmp_path, make_desk, make_browser):
    desk = make_desk(tmp_path / "l.jsonl")
    evil = "<script>alert(1)</script>"
    desk.workshop._write([{"id": evil, "note": evil, "thin": {evil: 1}, "promoted": True}])
    assert "<script>alert" not in make_browser(desk).get("/models").text
