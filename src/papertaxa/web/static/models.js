// The third view: train, compare, promote, roll back.

import { get, inTurn, post, say } from "./talk.js";

const main = document.getElementById("main");
const job = document.getElementById("job");
const refusal = document.getElementById("refusal");
const comparison = document.getElementById("comparison");
const PAUSE = 500;
let watching = false;

const act = (name) => main.querySelector(`[data-act="${name}"]`);

function show(progress) {
  job.hidden = progress.state === "idle" || progress.state === "done";
  job.dataset.state = progress.state;
  document.getElementById("job-title").textContent = { train: "Training", compare: "Comparing" }[progress.what] ?? "";
  document.getElementById("job-step").textContent = progress.step;
  const bar = document.getElementById("job-part");
  bar.hidden = progress.state !== "running";
  if (progress.part === null) bar.removeAttribute("value");
  else bar.value = progress.part;
  act("stop").hidden = progress.state !== "running";
  act("train").disabled = progress.state === "running";
}

/** Follow what is going on until it ends. */
async function watch() {
  if (watching) return;
  watching = true;
  let progress = await get("/models/progress");
  for (; progress.state === "running"; progress = await get("/models/progress")) {
    show(progress);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  watching = false;
  show(progress);
  if (progress.state === "failed") say(`That failed: ${progress.step}`, "error");
  else if (progress.state === "done" && progress.what === "train") {
    say(`${progress.result.id} is trained. Now it is compared with the one in use.`);
    await send("compare", { version: progress.result.id });
  } else if (progress.state === "done") {
    comparison.innerHTML = progress.html; // rendered and escaped by the server
    say("The comparison is ready.");
    comparison.focus();
    await refreshVersions();
  }
}

/** Take the list of versions from a new copy of the page. */
async function refreshVersions() {
  const response = await fetch("/models");
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("tbody");
  if (fresh) main.querySelector("tbody").replaceWith(fresh);
}

async function send(name, body = {}) {
  if (name === "promote" && !body.force) say("Checking that it is no worse…");
  const answer = await post(`/models/${name}`, body);
  refusal.hidden = !answer.refused;
  if (answer.refused) {
    document.getElementById("refusal-text").textContent = answer.message;
    act("force").dataset.version = answer.refused;
    document.getElementById("refusal-text").focus();
  } else if (answer.message && !(name === "compare" && !answer.level)) say(answer.message, answer.level);
  if (answer.reload) await refreshVersions();
  if ((name === "train" || name === "compare") && !answer.level) watch();
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (!button) return;
  const { act: name, version } = button.dataset;
  inTurn(() => {
    if (name === "force") return send("promote", { version, force: true });
    return send(name, version ? { version } : {});
  });
});

if (job?.dataset.state === "running") watch();
else if (job) get("/models/progress").then(show);
