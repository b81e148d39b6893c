// Talking to the server and to the person.

let csrf = document.querySelector('meta[name="csrf"]').content;
let pending = 0;
let timer = 0;

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Say something in the live region; a warning stays longer and interrupts. */
export function say(text, level = "") {
  const loud = level === "warn" || level === "error";
  const [box, other] = ["alert", "status"].map((id) => document.getElementById(id));
  (loud ? other : box).textContent = "";
  (loud ? box : other).textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => { box.textContent = other.textContent = ""; }, loud ? 12000 : 4000);
}

/** Fetch, again and again while the server is away: a decision waits here until it is saved. */
async function persistently(address, options) {
  for (let pause = 400; ; pause = Math.min(pause * 1.5, 3000)) {
    try {
      return await fetch(address, { credentials: "same-origin", ...options });
    } catch {
      say("The server does not answer. Nothing is lost: this is sent again until it does.", "warn");
      await wait(pause);
    }
  }
}

async function answerOf(response) {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) return response.json();
  return { message: `${response.status}: ${await response.text()}`, level: "error" };
}

export async function get(address) {
  return answerOf(await persistently(address, {}));
}

/** Send a change; a page that was loaded before a restart of the server gets a new token first. */
export async function post(address, body) {
  pending += 1;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const response = await persistently(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf },
        body: JSON.stringify(body),
      });
      const stale = response.status === 403 && (await response.clone().text()) === "csrf";
      if (!stale || attempt > 1) return await answerOf(response);
      csrf = (await get("/review/hello")).csrf;
    }
  } finally {
    pending -= 1;
  }
}

window.addEventListener("beforeunload", (event) => {
  if (pending) event.preventDefault();
});

let last = Promise.resolve();

/** Do one thing after the other, so that a key pressed while another is saved is not lost. */
export function inTurn(action) {
  last = last.then(action).catch((error) => say(`That did not work: ${error.message}`, "error"));
  return last;
}
