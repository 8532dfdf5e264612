// The form for a new homework.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keep, keptByTitle } from "../shared/desk.js";

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
    else state.textContent = refused(answer);
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  }
  idle(form);
});

/** What is wrong, with the part that it is about.
 * @param {{errors?: {path: string, message: string}[], detail?: string, title: string}} answer */
function refused({ errors, detail, title }) {
  const first = errors?.[0], part = first?.path.match(/^items\[(\d+)\]/);
  return first ? (part ? `Part ${Number(part[1]) + 1}: ${first.message}` : first.message) : (detail ?? title);
}

/** The body of the request. */
function body() {
  const f = new FormData(form), text = (/** @type {string} */ name) => String(f.get(name) ?? "");
  const moment = (/** @type {string} */ name) => (text(name) ? new Date(text(name)).getTime() : null);
  const common = { title: text("title"), names: text("names"), numbers: text("numbers"), feedback: text("feedback"), opens: moment("opens"), closes: moment("closes"), late: text("late") };
  const parts = [...byId("parts").children].map((part) => added(/** @type {HTMLElement} */ (part)));
  if (parts.length > 0) return { ...common, items: [form.dataset.lesson ? { lesson: form.dataset.lesson } : { practice: practice(text) }, ...parts] };
  return form.dataset.lesson ? { ...common, lesson: form.dataset.lesson } : { ...common, practice: practice(text) };
}

/** The exercises of the first part.
 * @param {(name: string) => string} text */
function practice(text) {
  /** @type {Record<string, string | number | boolean>} */
  const given = { algorithm: text("algorithm") };
  for (const name of ["kind", "case"]) if (text(name)) given[name] = text(name);
  const two = algorithm?.selectedOptions[0]?.dataset.two !== undefined;
  for (const name of ["players", "depth", "branching", "maxsum", "exercises"]) given[name] = Number(text(name));
  if (text("trees") === "own") given.own = true;
  if (text("trees") === "public") given.seed = Number(text("seed") || 1);
  if (two && given.kind !== "maxn") given.players = 2;
  return given;
}

/** A part that was added, as the request has it.
 * @param {HTMLElement} part */
function added(part) {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (part.querySelector(`[name=${name}]`));
  const number = (/** @type {string} */ name) => Number(field(name).value);
  const points = number("points"), two = /** @type {HTMLElement | null} */ (part.querySelector("option:checked[data-two]")) !== null;
  switch (part.dataset.kind) {
    case "lesson":
      return { lesson: field("lesson").value, ...(field("scene").value ? { scene: number("scene") - 1 } : {}), points };
    case "practice": {
      /** @type {Record<string, string | number | boolean>} */
      const given = { algorithm: field("algorithm").value, own: /** @type {HTMLInputElement} */ (field("own")).checked };
      for (const name of ["players", "depth", "branching", "maxsum", "exercises"]) given[name] = number(name);
      if (two) given.players = 2;
      return { practice: given, points };
    }
  }
  return { program: { algorithm: field("algorithm").value, trees: { random: { count: number("count"), ...(two ? {} : { players: number("players") }) } } }, points };
}

/** Adds a part of the chosen kind. */
function add() {
  const kind = /** @type {HTMLSelectElement} */ (byId("part-kind")).value, template = /** @type {HTMLTemplateElement} */ (byId(`part-${kind}`));
  const part = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  part.dataset.kind = kind;
  const own = kind === "lesson" ? keptByTitle("lesson") : [];
  if (own.length > 0) {
    const group = document.createElement("optgroup");
    group.label = "Mine";
    group.append(...own.map(({ id, title }) => new Option(title || "Untitled", id)));
    part.querySelector("select")?.prepend(group);
    /** @type {HTMLSelectElement} */ (part.querySelector("select")).selectedIndex = 0;
  }
  const fitPlayers = () => {
    const players = /** @type {HTMLElement | null} */ (part.querySelector("[data-of=players]"));
    if (players) players.hidden = part.querySelector("option:checked[data-two]") !== null;
  };
  part.addEventListener("change", fitPlayers);
  fitPlayers();
  part.querySelector(".part-remove")?.addEventListener("click", () => {
    const next = /** @type {HTMLElement | null} */ (part.nextElementSibling ?? part.previousElementSibling);
    part.remove();
    (/** @type {HTMLElement | null} */ (next?.querySelector(".part-remove")) ?? byId("part-add")).focus();
  });
  byId("parts").append(part);
  /** @type {HTMLElement | null} */ (part.querySelector("select"))?.focus();
}
byId("part-add").addEventListener("click", add);
byId("more-parts").hidden = false;

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
