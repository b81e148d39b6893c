// The first view: decisions on one paper at a time, by key or by pointer.

import { attach } from "./finder.js";
import { get, inTurn, post, say } from "./talk.js";

const MOST_TOPICS = 4;
const stage = document.getElementById("stage");
let state = null;
let selected = "";

/** The filters that the page was loaded with. */
function view() {
  const asked = new URLSearchParams(location.search);
  return {
    area: asked.get("area") ?? "",
    order: asked.get("order") ?? "listing",
    q: asked.get("q") ?? "",
    todo: Boolean(asked.get("todo")),
  };
}

function address(path, more) {
  const asked = new URLSearchParams(location.search);
  asked.delete("id");
  for (const [key, value] of Object.entries(more)) {
    if (value !== "" && value !== null) asked.set(key, value);
  }
  const query = asked.toString();
  return query ? `${path}?${query}` : path;
}

const article = () => document.getElementById("paper");

function read() {
  const data = article().dataset.state;
  state = data ? JSON.parse(data) : null;
  selected = "";
  attach(addTopic);
}

/** What to give the focus back to after the paper was drawn anew. */
function focused() {
  const at = document.activeElement;
  if (!at || !stage.contains(at)) return null;
  if (at.id) return `#${CSS.escape(at.id)}`;
  const name = at.closest("[data-name]")?.dataset.name;
  const own = ["act", "topic", "list"].filter((key) => at.dataset[key])
    .map((key) => `[data-${key}="${CSS.escape(at.dataset[key])}"]`).join("");
  return own ? (name ? `[data-name="${CSS.escape(name)}"] ${own}` : own) : null;
}

/** What is being typed into a field of the paper: it must not be lost when the paper is drawn. */
function typed() {
  const at = document.activeElement;
  return at?.matches("#find, #name") ? { id: at.id, value: at.value } : null;
}

/** Put an answer into the page. */
function draw(answer, { moved = false, keepFocus = true } = {}) {
  if (answer.html !== undefined) {
    const typing = typed();
    const before = keepFocus && !moved ? focused() : null;
    stage.innerHTML = answer.html; // rendered and escaped by the server
    read();
    if (moved) window.scrollTo(0, 0);
    const input = typing && document.getElementById(typing.id);
    const next = answer.conflict ? "#conflict-title" : before;
    (input ?? (next && stage.querySelector(next)) ?? article()).focus({ preventScroll: true });
    if (input) {
      input.value = typing.value;
      input.dispatchEvent(new Event("input"));
    }
    if (answer.conflict) window.scrollTo(0, 0);
    document.title = `${answer.title || "Review"} · papertaxa`;
    for (const key of ["reviewed", "total"]) document.getElementById(key).textContent = answer[key];
    document.getElementById("progress").value = answer.reviewed;
    const here = address("/review", { id: answer.id ?? "" });
    if (here !== location.pathname + location.search) {
      history[moved ? "pushState" : "replaceState"](null, "", here);
    }
  }
  if (answer.message) say(moved && answer.title ? `${answer.message} Now: ${answer.title}` : answer.message, answer.level);
}

async function save({ move = false, keepFocus = true, ...more } = {}) {
  const { id, version, why, saved, ...ticked } = state;
  const answer = await post("/review/decide", { id, version, why, view: view(), state: ticked, move, ...more });
  draw(answer, { moved: move && answer.id !== id, keepFocus });
}

async function turn(by) {
  draw(await get(address("/review/paper", { id: state?.id ?? "", by })), { moved: true });
}

const without = (list, item) => list.filter((other) => other !== item);

function toggleTopic(topic) {
  if (state.topics.includes(topic)) state.topics = without(state.topics, topic);
  else if (state.topics.length >= MOST_TOPICS) return say("Four topics are the most; untick one first.", "warn");
  else state.topics = [...state.topics, topic];
  return save();
}

function addTopic(topic) {
  if (state.topics.includes(topic)) return say("That topic is ticked already.");
  if (!state.shown.includes(topic)) state.shown = [...state.topics, topic, ...state.shown.filter((other) => !state.topics.includes(other))];
  return toggleTopic(topic);
}

function makeFirst(topic) {
  if (!state.topics.includes(topic) && state.topics.length >= MOST_TOPICS) return toggleTopic(topic);
  state.topics = [topic, ...without(state.topics, topic)];
  state.shown = [topic, ...without(state.shown, topic)];
  return save();
}

function moveTopic(topic, by) {
  const from = state.topics.indexOf(topic);
  const to = from + by;
  if (from < 0 || to < 0 || to >= state.topics.length) return undefined;
  const other = state.topics[to];
  [state.topics[from], state.topics[to]] = [other, topic];
  const [a, b] = [state.shown.indexOf(topic), state.shown.indexOf(other)];
  [state.shown[a], state.shown[b]] = [other, topic];
  return save();
}

/** Tick or untick a name; a list that nobody has looked at yet begins to be looked at. */
function flag(list, name) {
  const names = state[list] ?? [];
  state[list] = names.includes(name) ? without(names, name) : [...names, name];
  getSelection().removeAllRanges();
  return save();
}

function drop(name) {
  for (const list of ["methods", "benchmarks", "proposed"]) {
    if (state[list]?.includes(name)) state[list] = without(state[list], name);
  }
  return save();
}

async function show(topic) {
  if (!state.topics.length) return say("Add a topic first; nothing is saved yet.", "warn");
  draw(await get(address("/review/paper", { id: state.id, why: topic })));
  return undefined;
}

function nextEvidence() {
  const at = state.shown.indexOf(state.why);
  return state.shown.length ? show(state.shown[(at + 1) % state.shown.length]) : undefined;
}

async function undo() {
  const answer = await post("/review/undo", { view: view() });
  draw(answer, { moved: answer.id !== undefined && answer.id !== state?.id });
}

const actions = {
  accept: () => (state.topics.length ? save({ move: true }) : say("Tick or add a topic first.", "warn")),
  next: () => turn(1),
  previous: () => turn(-1),
  undo,
  toggle: ({ topic }) => toggleTopic(topic),
  first: ({ topic }) => makeFirst(topic),
  up: ({ topic }) => moveTopic(topic, -1),
  down: ({ topic }) => moveTopic(topic, 1),
  why: ({ topic }) => show(topic),
  evidence: nextEvidence,
  flag: ({ list, name }) => flag(list, name),
  drop: ({ name }) => drop(name),
  restore: ({ restore }) => {
    const { topics, methods, benchmarks, proposed } = JSON.parse(restore);
    const shown = [...new Set([...topics, ...state.shown])];
    Object.assign(state, { topics, methods, benchmarks, proposed, shown });
    return save();
  },
  theirs: () => save({ settle: "theirs" }),
  mine: ({ version }) => { state.version = version; return save(); },
  name: ({ list }) => {
    const input = document.getElementById("name");
    const name = input.value.trim();
    if (!name) return input.focus();
    if (state[list]?.includes(name)) return say("That name is there already.");
    input.value = "";
    return flag(list, name);
  },
};

const anytime = new Set(["next", "previous", "undo"]);

function act(name, data = {}) {
  return inTurn(() => (state || anytime.has(name) ? actions[name](data) : undefined));
}

// Pointer, touch, and Enter or space on a button.
stage.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (!button) return;
  event.preventDefault();
  const name = button.closest("[data-name]")?.dataset.name;
  // After a click the keys shall work on the paper, not press the same button again.
  if (event.detail) article().focus({ preventScroll: true });
  act(button.dataset.act, { ...button.dataset, name });
});
stage.addEventListener("submit", (event) => {
  event.preventDefault();
  act("name", { list: "methods" });
});

// Selecting in the paper fills the field for names, so that touch and keyboard have it, too.
document.addEventListener("selectionchange", () => {
  const selection = getSelection();
  const field = selection.anchorNode?.parentElement?.closest("[data-field]");
  const inside = field && field.contains(selection.focusNode);
  const text = inside ? selection.toString().replace(/\s+/g, " ").trim() : "";
  selected = text.length <= 200 ? text : "";
  const input = document.getElementById("name");
  if (selected && input && document.activeElement !== input) input.value = selected;
});

const lists = { m: "methods", b: "benchmarks", p: "proposed" };
const plainKeys = {
  a: "accept", Enter: "accept", j: "next", n: "next", ArrowRight: "next", k: "previous",
  ArrowLeft: "previous", u: "undo", w: "evidence",
};
const help = document.getElementById("help");
const keysOn = document.getElementById("keys-on");
keysOn.checked = localStorage.getItem("papertaxa-keys") !== "off";
keysOn.addEventListener("change", () => localStorage.setItem("papertaxa-keys", keysOn.checked ? "on" : "off"));
document.getElementById("help-open").addEventListener("click", () => help.showModal());
document.getElementById("help-close").addEventListener("click", () => help.close());

/** Do what a key stands for; return whether it stood for something. */
function pressed(event) {
  const at = document.activeElement;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? /^[1-9]$/.exec(event.key)?.[0];
  if (event.key === "?") help.showModal();
  else if (event.key === "t" || event.key === "/") document.getElementById("find")?.focus();
  else if (digit) {
    // The row is looked up in its turn, when the answer to the last key is on the page.
    inTurn(() => {
      const topic = state?.shown[digit - 1];
      return topic && (event.shiftKey ? makeFirst(topic) : toggleTopic(topic));
    });
  } else if (event.key in lists) {
    const name = selected || at?.closest("[data-name]")?.dataset.name;
    if (name) act("flag", { list: lists[event.key], name });
    else document.getElementById("name")?.focus();
  } else if (event.key === "x" || event.key === "Delete") {
    const name = at?.closest("[data-name]")?.dataset.name;
    if (!name) return false;
    act("drop", { name });
  } else if (event.key in plainKeys) {
    if (event.key === "Enter" && at?.closest("button, a, summary")) return false;
    act(plainKeys[event.key]);
  } else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.isComposing || help.open) return;
  const at = document.activeElement;
  if (event.altKey) {
    const topic = at?.closest(".topic")?.querySelector(".toggle").dataset.topic;
    const by = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (topic && by) { event.preventDefault(); act(by, { topic }); }
    return;
  }
  if (at?.matches("input, select, textarea")) {
    if (event.key === "Escape" && stage.contains(at)) article().focus();
    return;
  }
  if (!keysOn.checked && event.key !== "?") return;
  if (pressed(event)) event.preventDefault();
});

window.addEventListener("popstate", () => inTurn(async () => {
  const id = new URLSearchParams(location.search).get("id") ?? "";
  draw(await get(address("/review/paper", { id })), { keepFocus: false });
}));

document.getElementById("annotator").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = event.target.elements.name.value;
  inTurn(async () => {
    const answer = await post("/review/annotator", { name });
    say(answer.message, answer.level);
  });
});

read();
article().focus({ preventScroll: true });
if (state) history.replaceState(null, "", address("/review", { id: state.id }));
