// The second view: choose a topic and a change, see what it means, then apply it or not.

import { inTurn, post, say } from "./talk.js";

const form = document.getElementById("change");
const outcome = document.getElementById("consequences");
const picks = [...document.querySelectorAll(".pick")];
let considered = null;

const what = () => form.elements.what.value;
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** Show the fields that count for the chosen change. */
function arrange() {
  for (const part of form.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(what());
  }
  form.elements.other.options[0].textContent = what() === "merge" ? "choose one" : "(an area of its own)";
}

function forget() {
  considered = null;
  outcome.replaceChildren();
}

function choose(id) {
  form.elements.topic.value = id;
  for (const pick of picks) pick.setAttribute("aria-pressed", String(pick.dataset.topic === id));
  const { name = "", definition = "", aliases = "" } = picks.find((pick) => pick.dataset.topic === id)?.dataset ?? {};
  if (what() !== "add") form.elements.name.value = name;
  form.elements.definition.value = definition;
  form.elements.aliases.value = aliases;
  forget();
}

async function send(address, change) {
  const answer = await post(address, change);
  if (answer.html !== undefined) {
    outcome.innerHTML = answer.html; // rendered and escaped by the server
    outcome.focus();
    outcome.scrollIntoView({ block: "nearest" });
  }
  considered = answer.ticket ? { ...change, ticket: answer.ticket } : null;
  if (answer.message) say(answer.message, answer.level);
  if (answer.done) for (const item of form.elements) item.disabled = true;
}

for (const pick of picks) {
  pick.addEventListener("click", () => {
    if (what() === "add") form.elements.what.value = "rename";
    arrange();
    choose(pick.dataset.topic);
    form.elements.topic.focus();
  });
}
form.addEventListener("change", (event) => {
  arrange();
  if (event.target.name === "topic") choose(event.target.value);
  else if (event.target.name === "what" && what() === "add") form.elements.name.value = "";
  else if (event.target.name === "what" && what() === "rename") choose(form.elements.topic.value);
});
form.addEventListener("input", forget);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { topic, name, definition, aliases, other, names } = form.elements;
  const needed = new Set([...form.querySelectorAll("label[data-for]")].filter((part) => !part.hidden)
    .map((part) => part.querySelector("input, select, textarea").name));
  const all = {
    topic: topic.value, name: name.value, definition: definition.value,
    aliases: lines(aliases.value), other: other.value, names: lines(names.value),
  };
  const change = Object.fromEntries(Object.entries(all).filter(([key]) => needed.has(key)));
  inTurn(() => send("/taxonomy/consider", { what: what(), ...change }));
});
outcome.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act === "cancel") forget();
  if (act === "apply" && considered) inTurn(() => send("/taxonomy/apply", considered));
});

arrange();
