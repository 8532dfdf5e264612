// The form for a new homework.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keep } from "../shared/desk.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("assign")), state = byId("assign-state");
const algorithm = /** @type {HTMLSelectElement | null} */ (form.querySelector("[name=algorithm]"));

/** For an algorithm of Max and Min there are two players: the field for their number is hidden. */
function fit() {
  const two = algorithm?.selectedOptions[0]?.dataset.two !== undefined, label = /** @type {HTMLElement | null} */ (form.querySelector("[data-of=players]"));
  if (label) label.hidden = two;
}
let usual = algorithm?.selectedOptions[0]?.text ?? "";
algorithm?.addEventListener("change", () => {
  const title = /** @type {HTMLInputElement} */ (byId("title")), chosen = algorithm.selectedOptions[0].text;
  if (title.value === `Practice: ${usual}`) title.value = `Practice: ${chosen}`;
  usual = chosen;
  for (const name of ["kind", "case"]) /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]`)).value = ""; // they belong to the previous algorithm
  fit();
});
fit();

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  if (state.textContent === "Creating …") return;
  state.textContent = "Creating …";
  busy(form);
  try {
    const response = await fetch(under("/api/v1/assignments"), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body()) });
    const answer = await response.json();
    if (response.ok) made(answer);
    else state.textContent = answer.errors?.[0]?.message ?? answer.detail ?? answer.title;
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  }
  idle(form);
});

/** The body of the request. */
function body() {
  const f = new FormData(form), text = (/** @type {string} */ name) => String(f.get(name) ?? "");
  const moment = (/** @type {string} */ name) => (text(name) ? new Date(text(name)).getTime() : null);
  const common = { title: text("title"), names: text("names"), numbers: text("numbers"), feedback: text("feedback"), opens: moment("opens"), closes: moment("closes"), late: text("late") };
  if (form.dataset.lesson) return { ...common, lesson: form.dataset.lesson };
  /** @type {Record<string, string | number | boolean>} */
  const practice = { algorithm: text("algorithm") };
  for (const name of ["kind", "case"]) if (text(name)) practice[name] = text(name);
  const two = algorithm?.selectedOptions[0]?.dataset.two !== undefined;
  for (const name of ["players", "depth", "branching", "maxsum", "exercises"]) practice[name] = Number(text(name));
  if (text("trees") === "own") practice.own = true;
  if (text("trees") === "public") practice.seed = Number(text("seed") || 1);
  if (two && practice.kind !== "maxn") practice.players = 2;
  return { ...common, practice };
}

/** @param {{id: string, key: string, join: string, results: string}} assignment */
function made({ id, key, join, results }) {
  const kept = keep("assignment", { id, key, title: String(new FormData(form).get("title")) });
  const link = /** @type {HTMLAnchorElement} */ (byId("made-join")), address = new URL(join, location.href).href;
  link.href = link.textContent = address;
  /** @type {HTMLAnchorElement} */ (byId("made-results")).href = results;
  state.textContent = kept ? "" : "This browser does not store data of this site. Save the link to the results now: it is not shown again.";
  form.hidden = kept;
  byId("made").hidden = false;
  byId("made").focus();
  byId("made-copy").onclick = async () => {
    try {
      await navigator.clipboard.writeText(address);
      byId("made-copied").textContent = "The link is copied.";
    } catch {
      byId("made-copied").textContent = "This browser does not allow copying. Copy the link by hand.";
    }
  };
}
