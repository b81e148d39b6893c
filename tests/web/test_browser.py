"""The page in Chromium: what a person does with keys and pointer, and what is on the disk then."""

import os
import shutil
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None and os.environ.get("CI") != "true",
        reason="no Chromium (apt-get install chromium); with CI=true this would fail",
    ),
]
PATIENCE = 60_000  # milliseconds, for what starts processes of its own
SIZES = {"wide": {"width": 1280, "height": 860}, "narrow": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "no Chromium on this machine"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium):
    context = chromium.new_context(viewport=SIZES["wide"])
    context.set_default_timeout(10_000)
    yield context
    context.close()


class Person:
    """A person at the page, whose key presses are counted, and who meets no error unseen."""

    def __init__(self, context, server):
        self.presses = 0
        self.server = server
        self.errors = []
        self.requests = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _console(self, message):
        # A server that is away on purpose is no error of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self, path="review"):
        self.page.goto(self.server.url + path)
        self.page.wait_for_function("document.activeElement?.id === 'paper'")
        return self

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def type(self, text):
        self.page.keyboard.type(text)
        self.presses += len(text)

    def wait_for_paper(self, paper):
        self.page.wait_for_function(
            "id => JSON.parse(document.getElementById('paper').dataset.state ?? '{}').id === id",
            arg=paper,
        )

    def wait_for_message(self, text):
        self.page.locator(".toast", has_text=text).wait_for()

    def select(self, text, field="abstract"):
        """Select words of the paper, as a pointer does."""
        found = self.page.evaluate(
            """([field, text]) => {
              const root = document.querySelector(`[data-field="${field}"]`);
              const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
              for (let node; (node = walker.nextNode());) {
                const at = node.data.indexOf(text);
                if (at < 0) continue;
                getSelection().setBaseAndExtent(node, at, node, at + text.length);
                return true;
              }
              return false;
            }""",
            [field, text],
        )
        assert found, f"{text!r} is not on the page"
        self.page.wait_for_function(
            "text => document.getElementById('name').value === text", arg=text
        )

    def ticked(self):
        return self.page.locator(".topic .toggle[aria-pressed=true] .name").all_inner_texts()


@pytest.fixture
def person(context, server):
    person = Person(context, server)
    yield person.open()
    assert person.errors == []
    assert {url.split("/")[2] for url in person.requests} == {f"127.0.0.1:{server.port}"}


def test_ten_papers_by_keyboard_alone_with_one_press_where_the_suggestion_is_right(person, rows):
    wrong = {
        "fern-02": ["t", *"bandits", "Enter"],  # one more topic
        "fern-08": ["1", "t", *"mt", "Enter"],  # another one instead
    }
    costs = {}
    for number in range(1, 11):
        paper = f"fern-{number:02}"
        person.wait_for_paper(paper)
        before = person.presses
        for key in wrong.get(paper, ()):
            person.press(key)
        person.press("Enter")
        costs[paper] = person.presses - before
    person.wait_for_paper("fern-11")
    saved = rows()
    assert len(saved) == 10
    assert saved["fern-01"]["topics"] == ["offline-rl"]
    assert saved["fern-02"]["topics"] == ["safe-rl", "bandits"]
    assert saved["fern-08"]["topics"] == ["translation"]
    right = [cost for paper, cost in costs.items() if paper not in wrong]
    assert max(right) == 1, "the bound is four"
    assert person.page.locator("#reviewed").inner_text() == "10"


def test_keys_pressed_faster_than_the_server_answers_are_not_lost(person, rows):
    person.press(*["a"] * 5)
    person.wait_for_paper("fern-06")
    assert len(rows()) == 5


def test_what_is_typed_while_a_decision_is_on_its_way_is_not_lost(person, rows, server):
    """The server is slow here: the keys for the next paper come before it is on the page."""

    def slowly(route):
        person.page.wait_for_timeout(300)
        route.continue_()

    person.page.route("**/review/decide", slowly)
    person.press("1", "t", *"mt", "Enter", "Enter", "t", *"depth", "Enter", "Enter")
    person.wait_for_paper("fern-03")
    assert rows()["fern-01"]["topics"] == ["translation"]
    assert rows()["fern-02"]["topics"] == ["safe-rl", "depth"]
    person.page.unroute("**/review/decide")


def test_number_keys_tick_and_untick_and_shift_makes_primary(person, rows):
    person.open("review?id=fern-10")
    assert person.ticked() == ["Safe RL\nDecision making", "Bandits\nDecision making"]
    person.press("Shift+Digit2")
    person.page.locator(".topic.primary", has_text="Bandits").wait_for()
    assert rows()["fern-10"]["topics"] == ["bandits", "safe-rl"]
    person.press("2")
    person.page.locator(".toggle[aria-pressed=false]", has_text="Safe RL").wait_for()
    assert rows()["fern-10"]["topics"] == ["bandits"]
    person.press("1")
    person.wait_for_message("needs a topic")
    assert rows()["fern-10"]["topics"] == ["bandits"]


def test_the_topic_with_the_focus_is_moved_with_alt_and_an_arrow(person, rows):
    person.open("review?id=fern-10")
    person.page.locator(".toggle", has_text="Bandits").focus()
    person.press("Alt+ArrowUp")
    person.page.locator(".topic.primary", has_text="Bandits").wait_for()
    assert rows()["fern-10"]["topics"] == ["bandits", "safe-rl"]
    assert "Bandits" in person.page.evaluate("document.activeElement.innerText")


def test_a_topic_is_found_by_alias_id_or_part_of_a_name(person):
    for typed, found in {
        "ope": "Offline RL",
        "llm eval": "Evaluation of language models",
        "summ": "Summarization",
        "safe-rl": "Safe RL",
    }.items():
        person.press("t")
        person.type(typed)
        first = person.page.locator("#found [aria-selected=true]")
        first.wait_for()
        assert first.inner_text().startswith(found)
        assert person.page.locator("#find").get_attribute("aria-activedescendant") == "found-0"
        person.press("Escape")


def test_a_name_is_added_by_selecting_it_and_undone_and_survives_a_reload(person, rows):
    person.select("conservative Q-learning")
    person.press("m")
    item = person.page.locator(".names li", has_text="conservative Q-learning")
    item.wait_for()
    assert rows()["fern-01"]["methods"] == ["LogHarbor", "conservative Q-learning"]
    assert person.page.locator("mark.m", has_text="conservative Q-learning").count() == 1
    person.select("conservative Q-learning")
    person.press("p")
    item.locator(".flag.p[aria-pressed=true]").wait_for()
    assert "conservative Q-learning" in rows()["fern-01"]["proposed"]
    person.press("u")
    item.locator(".flag.p[aria-pressed=false]").wait_for()
    person.page.reload()
    person.wait_for_paper("fern-01")
    assert item.count() == 1
    person.press("u")
    item.wait_for(state="detached")
    assert "fern-01" not in rows()
    person.press("u")
    person.wait_for_message("Nothing of yours to undo")


def test_a_name_with_the_focus_changes_its_kind_and_goes(person, rows):
    person.page.locator("[data-name=PierBench] .flag").first.focus()
    person.press("m", "b")
    person.page.locator("[data-name=PierBench] .flag.b[aria-pressed=false]").wait_for()
    assert rows()["fern-01"]["methods"] == ["LogHarbor", "PierBench"]
    assert rows()["fern-01"]["benchmarks"] == []
    person.press("x")
    person.page.locator("[data-name=PierBench]").wait_for(state="detached")
    assert rows()["fern-01"]["methods"] == ["LogHarbor"]


def test_pointer_and_touch_can_do_what_keys_can(person, rows):
    page = person.page
    page.get_by_label("Add a name").fill("Q-learning")
    page.get_by_role("button", name="Method", exact=True).click()
    page.locator("[data-name='Q-learning']").wait_for()
    page.get_by_label("Add a topic").fill("depth")
    page.locator("#found li").first.click()
    page.locator(".topic.on", has_text="Depth").wait_for()
    page.get_by_role("button", name="Make Depth estimation the primary topic").click()
    page.locator(".topic.primary", has_text="Depth").wait_for()
    page.get_by_role("button", name="Next ↵").click()
    person.wait_for_paper("fern-02")
    assert rows()["fern-01"]["topics"] == ["depth", "offline-rl"]
    assert "Q-learning" in rows()["fern-01"]["methods"]


def test_evidence_follows_the_chosen_topic(person):
    person.open("review?id=fern-10")
    assert "safety" in person.page.locator(".terms").inner_text()
    person.press("w")
    person.page.locator(".terms", has_text="Evidence for Bandits").wait_for()
    assert person.page.locator("mark.e3", has_text="Bandits").count() == 1


def test_back_and_forward_lead_through_the_papers(person):
    person.press("j")
    person.wait_for_paper("fern-02")
    person.press("j")
    person.wait_for_paper("fern-03")
    person.page.go_back()
    person.wait_for_paper("fern-02")
    person.press("k")
    person.wait_for_paper("fern-01")


def test_filters_narrow_what_is_stepped_through(person):
    page = person.page
    page.get_by_label("Area").select_option("Vision")
    with page.expect_navigation():
        page.get_by_role("button", name="Show", exact=True).click()
    person.wait_for_paper("fern-04")
    person.press("j")
    person.wait_for_paper("fern-05")
    person.press("j")
    person.wait_for_paper("fern-11")
    person.open("review?q=street+lamps&todo=1")
    person.wait_for_paper("fern-10")
    person.press("a")
    page.get_by_role("heading", name="Nothing is left to review here").wait_for()


def test_two_tabs_at_one_paper_lose_no_decision(context, person, server, rows):
    other = Person(context, server).open("review?id=fern-01")
    person.press("t")
    person.type("depth")
    person.press("Enter")
    person.wait_for_message("Saved")
    other.press("t")
    other.type("bandits")
    other.press("Enter")
    other.page.get_by_role("heading", name="This paper was changed meanwhile").wait_for()
    assert rows()["fern-01"]["topics"] == ["offline-rl", "depth"]
    assert "Offline RL, Depth estimation" in other.page.locator(".conflict").inner_text()
    assert "Offline RL, Bandits" in other.page.locator(".conflict").inner_text()
    other.page.get_by_role("button", name="Save mine").press("Enter")
    other.page.locator(".conflict").wait_for(state="detached")
    assert rows()["fern-01"]["topics"] == ["offline-rl", "bandits"]
    other.page.get_by_text("History").click()
    assert "Offline RL, Depth estimation" in other.page.locator(".history").inner_text()
    person.press("2")
    person.page.get_by_role("button", name="Keep the file's").press("Enter")
    person.wait_for_message("Yours is in the history")
    assert rows()["fern-01"]["topics"] == ["offline-rl", "bandits"]
    assert other.errors == []


def test_a_server_killed_between_two_decisions_loses_neither(context, killable, rows):
    server = killable
    person = Person(context, server).open()
    person.press("a")
    person.wait_for_paper("fern-02")
    server.kill()
    person.press("a")
    person.wait_for_message("does not answer")
    assert list(rows()) == ["fern-01"]
    server.start()
    person.wait_for_paper("fern-03")
    assert list(rows()) == ["fern-01", "fern-02"]
    person.press("u")
    person.wait_for_paper("fern-02")
    assert list(rows()) == ["fern-01"]
    assert person.errors == []


def test_help_opens_and_single_keys_can_be_turned_off(person, rows, labels):
    person.press("?")
    dialog = person.page.get_by_role("dialog", name="Keys")
    dialog.wait_for()
    dialog.get_by_label("single keys are on").uncheck()
    person.press("Escape")
    dialog.wait_for(state="hidden")
    person.press("a", "u", "1")
    person.page.wait_for_timeout(200)
    assert not labels.exists()


def test_a_screen_reader_is_told_what_was_saved_and_where_one_is(person):
    person.press("a")
    person.wait_for_paper("fern-02")
    status = person.page.locator("[role=status]")
    assert status.inner_text() == (
        "Saved. 1 of 12 reviewed. Now: Keeping Within the Lines: Constraints for Warehouse Carts"
    )
    focused = person.page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-labelledby')).innerText"
    )
    assert focused.startswith("Keeping Within the Lines")


def test_the_first_tab_stops_are_skip_link_views_and_filters(person):
    order = person.page.evaluate(
        """() => [...document.querySelectorAll('a, button, input, select, summary')]
          .filter((item) => item.tabIndex >= 0 && item.offsetParent !== null)
          .map((item) => item.name || item.dataset.act || item.textContent.trim())"""
    )
    assert order[:10] == [
        "Skip to the content",
        "papertaxa",
        "Review",
        "Taxonomy",
        "Retrain",
        "q",
        "area",
        "order",
        "todo",
        "Show",
    ]
    assert order.index("toggle") < order.index("accept")


def test_a_model_is_retrained_compared_promoted_and_rolled_back(context, server, desk):
    person = Person(context, server).open()
    person.press("a")
    person.wait_for_paper("fern-02")
    page = person.page
    with page.expect_navigation():
        page.get_by_role("link", name="Retrain").click()
    page.get_by_role("button", name="Train a new version").press("Enter")
    page.get_by_role("heading", name="v2 beside v1").wait_for(timeout=PATIENCE)
    assert "+0.030" in page.locator("#comparison").inner_text()
    page.locator("#comparison").get_by_role("button", name="Promote v2").press("Enter")
    page.locator("tr", has_text="v2").locator(".chip").wait_for()
    page.get_by_role("button", name="Roll back").press("Enter")
    page.locator("tr", has_text="v1").locator(".chip").wait_for()
    page.get_by_role("button", name="Train a new version").press("Enter")
    page.get_by_role("heading", name="v3 beside v1").wait_for(timeout=PATIENCE)
    page.locator("tr", has_text="v3").get_by_role("button", name="Promote v3").click()
    page.get_by_text("significantly worse").wait_for()
    page.get_by_role("button", name="Promote it all the same").press("Enter")
    page.locator("tr", has_text="v3").locator(".chip").wait_for()
    assert person.errors == []
    desk.suggestions.stop()


def test_the_taxonomy_is_changed_after_its_consequences_were_seen(
    chromium, labels, tmp_path, make_desk, make_server, taxonomy_file, rows
):
    tree = tmp_path / "tree.yaml"
    tree.write_bytes(taxonomy_file.read_bytes())
    labels.write_text('{"id": "fern-05", "topics": ["depth", "segmentation"]}\n')
    context = chromium.new_context(viewport=SIZES["narrow"])
    with make_server(make_desk(labels, taxonomy=tree)) as server:
        person = Person(context, server)
        page = person.page
        page.goto(server.url + "taxonomy")
        page.get_by_role("button", name="Depth estimation").press("Enter")
        page.get_by_label("Merge").check()
        page.get_by_label("Into").select_option("segmentation")
        page.get_by_role("button", name="Show the consequences").press("Enter")
        page.get_by_text("1 of 1").wait_for()
        assert rows()["fern-05"]["topics"] == ["depth", "segmentation"]
        page.get_by_role("button", name="Apply").press("Enter")
        page.get_by_role("heading", name="What was done").wait_for()
        assert rows()["fern-05"]["topics"] == ["segmentation"]
        assert "id: depth" not in tree.read_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert person.errors == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["taxonomy", "models"])
def test_axe_finds_no_violation_in_the_other_views(chromium, server, browser, view, scheme, desk):
    from axe_playwright_python.sync_playwright import Axe

    context = chromium.new_context(viewport=SIZES["narrow"], color_scheme=scheme, bypass_csp=True)
    try:
        person = Person(context, server).open()
        person.press("a")
        person.wait_for_paper("fern-02")
        page = person.page
        page.goto(server.url + view)
        if view == "models":
            page.get_by_role("button", name="Train a new version").click()
            page.get_by_role("heading", name="v2 beside v1").wait_for(timeout=PATIENCE)
        else:
            page.get_by_role("button", name="Offline RL").click()
            page.get_by_label("Split").check()
            page.get_by_label("Names of its parts").fill("One\nTwo")
            page.get_by_role("button", name="Show the consequences").click()
            page.get_by_role("button", name="Apply").wait_for()
        page.wait_for_timeout(250)
        found = Axe().run(page).response["violations"]
        assert [(v["id"], v["impact"], v["nodes"][0]["html"]) for v in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_no_violation_and_nothing_is_wider_than_the_window(
    chromium, server, rows, scheme, size
):
    from axe_playwright_python.sync_playwright import Axe

    context = chromium.new_context(viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    try:
        person = Person(context, server).open("review?id=fern-10")
        page = person.page
        states = {"suggested": lambda: None}
        states["reviewed, with history"] = lambda: (
            person.press("Shift+Digit2"),
            page.locator(".topic.primary", has_text="Bandits").wait_for(),
            page.get_by_text("History").click(),
        )
        states["finding a topic"] = lambda: (
            page.get_by_label("Add a topic").fill("e"),
            page.locator("#found li").first.wait_for(),
        )
        states["keys"] = lambda: (
            person.press("Escape", "?"),
            page.get_by_role("dialog").wait_for(),
        )
        for state, reach in states.items():
            reach()
            page.wait_for_timeout(250)
            found = Axe().run(page).response["violations"]
            told = [(v["id"], v["impact"], v["nodes"][0]["html"]) for v in found]
            assert told == [], state
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    finally:
        context.close()


def test_the_script_of_axe_is_not_in_the_repository():
    root = Path(__file__).parents[2]
    assert not list(root.glob("src/**/axe*.js"))
    assert not list(root.glob("tests/**/axe*.js"))
