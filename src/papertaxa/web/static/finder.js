// Finding a topic while typing: a combobox with a list, after the ARIA Authoring Practices.

import { get, inTurn, say } from "./talk.js";

const MOST = 8;
let topics = null;

/** Letters and digits in lower case: what spellings of one name share. */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** How well a topic fits what was typed: lower is better, null is not at all. */
function fit(topic, wanted) {
  let best = null;
  for (const [name, penalty] of topic.keys) {
    const at = name.startsWith(wanted) ? 0 : name.includes(` ${wanted}`) ? 2 : name.includes(wanted) ? 4 : null;
    const every = at === null && wanted.split(" ").every((word) => name.includes(word)) ? 6 : at;
    if (every !== null && (best === null || every + penalty < best)) best = every + penalty;
  }
  return best;
}

export function find(text) {
  const wanted = plain(text);
  if (!wanted || !topics) return [];
  return topics
    .map((topic) => ({ topic, score: fit(topic, wanted) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => a.score - b.score || a.topic.name.localeCompare(b.topic.name))
    .slice(0, MOST)
    .map(({ topic }) => topic);
}

async function load() {
  const answer = await get("/review/topics");
  if (!Array.isArray(answer)) return;
  topics = answer.map((topic) => ({
    ...topic,
    keys: [[plain(topic.name), 0], [plain(topic.id), 1], ...topic.aliases.map((alias) => [plain(alias), 1])],
  }));
}

/** Give the input of the page its list; `choose` is called, in turn, with the id of a topic. */
export function attach(choose) {
  const input = document.getElementById("find");
  const list = document.getElementById("found");
  if (!input) return;
  let shown = [];
  let at = 0;

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark(index) {
    at = (index + shown.length) % shown.length;
    [...list.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === at)));
    const item = list.children[at];
    input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  async function refresh() {
    if (!topics) await load();
    shown = find(input.value);
    list.replaceChildren(...shown.map((topic, n) => {
      const item = document.createElement("li");
      item.id = `found-${n}`;
      item.role = "option";
      item.append(topic.name);
      const more = document.createElement("span");
      more.className = "soft";
      more.textContent = topic.path ? `  ${topic.path}` : "";
      item.append(more);
      // Before the input loses the focus, which closes the list.
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); pick(n); });
      return item;
    }));
    if (!shown.length) return close();
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark(0);
  }

  /** Leave at once, so that the next key reaches the paper, and choose in turn. */
  function pick(index) {
    const text = input.value;
    close();
    input.value = "";
    document.getElementById("paper").focus({ preventScroll: true });
    if (!text.trim()) return;
    inTurn(async () => {
      if (!topics) await load();
      const topic = find(text)[index];
      return topic ? choose(topic.id) : say(`No topic is called ${text}.`, "warn");
    });
  }

  input.addEventListener("input", refresh);
  if (!topics) load();
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "ArrowDown" && shown.length) mark(at + 1);
    else if (event.key === "ArrowUp" && shown.length) mark(at - 1);
    else if (event.key === "Enter") {
      pick(list.hidden ? 0 : at);
    } else if (event.key === "Escape") {
      close();
      input.value = "";
      document.getElementById("paper").focus();
    } else return;
    event.preventDefault();
  });
}
