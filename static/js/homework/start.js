// The first page of a homework: a student enters, or sees the state of their work.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keepTaken, takenHomework } from "../shared/own-homework.js";
import { begun, root, say, showStates, troubleOf, Work } from "./work.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const work = new Work(), form = /** @type {HTMLFormElement} */ (byId("enter"));

/** Writes times in the time zone of the browser. */
function showTimes() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-ms]"))) {
    time.textContent = new Date(Number(time.dataset.ms)).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
  }
}
showTimes();

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  const state = byId("enter-state"), given = new FormData(form);
  /** @type {Record<string, string>} */
  const who = {};
  for (const member of ["name", "number"]) if (String(given.get(member) ?? "").trim()) who[member] = String(given.get(member)).trim();
  busy(form);
  try {
    const response = await fetch(under(`/api/v1/assignments/${work.id}/students`), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(who),
    });
    const answer = await response.json();
    if (!response.ok) {
      state.textContent = troubleOf(answer);
    } else if (keepTaken({ id: work.id, token: answer.token, title: root.dataset.title ?? "", words: answer.link.split("/").pop() })) {
      return location.assign(/** @type {HTMLAnchorElement} */ (byId("go-on")).href);
    } else {
      state.textContent = "This browser does not store data of this site, so you could not return. Allow it to store data, and start again.";
    }
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  }
  idle(form);
});

/** @param {import("./work.js").View} view */
function show(view) {
  form.hidden = true;
  byId("work").hidden = false;
  byId("whose").textContent = view.name && `You are ${view.name}.`;
  const words = takenHomework().find((one) => one.id === work.id)?.words, line = byId("own-link"), link = /** @type {HTMLAnchorElement} */ (line.querySelector("a"));
  if (words) link.href = link.textContent = new URL(under(`/a/${work.id}/${words}`), location.href).href;
  line.hidden = !words;
  work.own("#about", ".parts").then(() => {
    showTimes();
    showStates(view);
  });
  const next = view.items.find((item) => item.tries === 0), on = /** @type {HTMLAnchorElement} */ (byId("go-on"));
  if (next) on.search = `?part=${next.part}`;
  on.textContent = view.items.every((item) => item.tries === 0) ? "Start" : next ? "Continue" : "Review";
  open = view.items.filter(({ tries }) => tries === 0).map(({ item }) => item + 1);
  const finish = document.getElementById("finish-line"), finished = document.getElementById("finished-line");
  if (finish) finish.hidden = view.finished || view.closed;
  if (finished) finished.hidden = !view.finished || view.told;
  if (view.closed) say("The homework is closed. Open a part to see the right answer.");
  else if (view.finished && view.told) say("You have finished. Open a part to see the right answer.");
  else say("");
}

/** The questions without an answer, as a person counts them. @type {number[]} */
let open = [];

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("finish-dialog"));
document.getElementById("finish")?.addEventListener("click", () => {
  byId("finish-open").textContent = open.length === 0 ? "You have answered every question." : `Not answered yet: ${open.length === 1 ? "question" : "questions"} ${open.join(", ")}.`;
  if (!dialog) return;
  dialog.returnValue = "";
  dialog.showModal();
});
dialog?.addEventListener("close", () => void (dialog.returnValue === "finish" && change("/finish", { sure: true }, "finish-state")));
document.getElementById("resume")?.addEventListener("click", () => void change("/resume", {}, "resume-state"));
document.getElementById("see-answers")?.addEventListener("click", async () => {
  const view = await work.view();
  if (view) show(view);
});

/** @param {string} path @param {object} body @param {string} state  where an error is shown */
async function change(path, body, state) {
  const answer = await work.ask("POST", path, body);
  if (answer.ok) show(answer.json);
  byId(state).textContent = answer.ok ? "" : answer.trouble;
}

const view = work.token && document.getElementById("work") ? await work.view(false) : null;
if (view) show(view);
else form.hidden = false;
if (work.token && !view && !takenHomework().some(({ id }) => id === work.id)) say("The server no longer has the work of this browser. Perhaps your teacher deleted it. You can start again.");
begun();
