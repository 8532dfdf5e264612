// The form for a new homework: a list of parts, and the settings.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keep, keptByTitle } from "../shared/desk.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("assign")), state = byId("assign-state"), title = /** @type {HTMLInputElement} */ (byId("title"));
const parts = byId("parts");

/** @param {Element} part @param {string} name */
const field = (part, name) => /** @type {Field} */ (part.querySelector(`[name=${name}]`));
/** @param {Element} part @param {string} name */
const chosen = (part, name) => /** @type {HTMLSelectElement} */ (part.querySelector(`[name=${name}]`)).selectedOptions[0];
/** Whether the algorithm of a part is one of Max and Min, for two players. @param {Element} part */
const forTwo = (part) => chosen(part, "algorithm").dataset.two !== undefined;

/** Hides the fields that do not fit the choices of a part. @param {HTMLElement} part */
function fit(part) {
  if (part.dataset.kind === "lesson") return;
  /** @param {string} name @param {boolean} shown */
  const show = (name, shown) => {
    const label = /** @type {HTMLElement | null} */ (part.querySelector(`[data-of=${name}]`));
    if (label) label.hidden = !shown;
  };
  show("players", !forTwo(part));
  show("seed", field(part, "trees").value === "public");
  show("own", field(part, "trees").value === "own");
}

/** The title of homework whose field is empty: that of its first part. */
function fitTitle() {
  const first = /** @type {HTMLElement | null} */ (parts.firstElementChild);
  title.placeholder = !first ? "" : first.dataset.kind === "lesson" ? chosen(first, "lesson").text : first.dataset.kind === "practice" ? `Practice: ${chosen(first, "algorithm").text}` : `Implement ${chosen(first, "algorithm").dataset.inner}`;
  for (const [n, up] of [...parts.querySelectorAll(".part-up")].entries()) /** @type {HTMLButtonElement} */ (up).disabled = n === 0;
}

/** Lists the scenes of the chosen lesson that have a question. @param {HTMLElement} part */
async function listScenes(part) {
  const select = /** @type {HTMLSelectElement} */ (field(part, "scene")), says = /** @type {HTMLElement} */ (part.querySelector("[data-part=says]")), id = field(part, "lesson").value;
  /** @type {Record<string, string>} */
  const kinds = JSON.parse(select.dataset.kinds ?? "{}");
  select.replaceChildren(new Option("all", ""));
  says.textContent = "";
  busy(part);
  try {
    const response = await fetch(under(`/api/v1/lessons/${id}`));
    if (!response.ok || field(part, "lesson").value !== id) return;
    /** @type {{scenes: {question: {kind: string, text?: string} | null}[]}} */
    const { scenes } = await response.json(), asking = scenes.flatMap(({ question }, n) => (question ? [{ question, n }] : []));
    select.append(...asking.map(({ question, n }) => new Option(`${n + 1}: ${question.text || kinds[question.kind]}`, String(n))));
    says.textContent = asking.length === 0 ? "No scene of this lesson has a question yet. Add one in the editor of the lesson." : `${scenes.length === 1 ? "1 scene" : `${scenes.length} scenes`}, ${asking.length} with a question. Later changes to the lesson do not change the homework.`;
  } catch {
    // All scenes can be given without the list.
  } finally {
    idle(part);
  }
}

/** Adds a part. @param {string} kind */
function add(kind) {
  const template = /** @type {HTMLTemplateElement} */ (byId(`part-${kind}`));
  const part = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  part.dataset.kind = kind;
  if (kind === "lesson") {
    const lesson = /** @type {HTMLSelectElement} */ (field(part, "lesson")), own = keptByTitle("lesson").filter(({ id }) => ![...lesson.options].some(({ value }) => value === id)), group = document.createElement("optgroup");
    group.label = "Mine";
    group.append(...own.map((one) => new Option(one.title || "Untitled", one.id)));
    if (own.length > 0) lesson.prepend(group);
    if (own.length > 0 && !template.content.querySelector("option[selected]") && !template.content.querySelector("[name=lesson] > option")) lesson.selectedIndex = 0;
    lesson.addEventListener("change", () => void listScenes(part));
    void listScenes(part);
  } else {
    field(part, "algorithm").addEventListener("change", () => { // these belong to the previous algorithm
      for (const name of ["kind", "case"]) if (field(part, name)) field(part, name).value = "";
    });
  }
  part.addEventListener("change", () => {
    fit(part);
    fitTitle();
  });
  part.querySelector(".part-remove")?.addEventListener("click", () => {
    const next = /** @type {HTMLElement | null} */ (part.nextElementSibling ?? part.previousElementSibling);
    part.remove();
    fitTitle();
    (/** @type {HTMLElement | null} */ (next?.querySelector(".part-remove")) ?? /** @type {HTMLElement} */ (document.querySelector("[data-add]"))).focus();
  });
  const up = /** @type {HTMLButtonElement} */ (part.querySelector(".part-up"));
  up.addEventListener("click", () => {
    part.previousElementSibling?.before(part);
    fitTitle();
    (up.disabled ? /** @type {HTMLElement} */ (part.querySelector(".part-remove")) : up).focus();
  });
  parts.append(part);
  state.textContent = "";
  fit(part);
  fitTitle();
  return part;
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-add]"))) button.addEventListener("click", () => add(button.dataset.add ?? "").querySelector("select")?.focus());
if (form.dataset.first) add(form.dataset.first);
byId("parts-field").hidden = false;

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  if (state.textContent === "Creating …") return;
  if (parts.children.length === 0) {
    state.textContent = "Add a part first: a lesson, exercises or a program.";
    return;
  }
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

/** What is wrong, with the part and the tree that it is about.
 * @param {{errors?: {path: string, message: string}[], detail?: string, title: string}} answer */
function refused({ errors, detail, title: what }) {
  const first = errors?.[0], [, part, rest] = first?.path.match(/^items\[(\d+)\](.*)/) ?? [], tree = rest?.match(/trees\[(\d+)\]/);
  const where = [...(part && parts.children.length > 1 ? [`Part ${Number(part) + 1}`] : []), ...(tree ? [`Your tree ${Number(tree[1]) + 1}`] : [])].join(", ");
  return first ? (where ? `${where}: ${first.message}` : first.message) : (detail ?? what);
}

/** The body of the request. */
function body() {
  const f = new FormData(form), text = (/** @type {string} */ name) => String(f.get(name) ?? "");
  const moment = (/** @type {string} */ name) => (text(name) ? new Date(text(name)).getTime() : null);
  return { title: title.value, names: text("names"), numbers: text("numbers"), feedback: text("feedback"), opens: moment("opens"), closes: moment("closes"), late: text("late"), items: [...parts.children].map((part) => added(/** @type {HTMLElement} */ (part))) };
}

/** A part as the request has it. @param {HTMLElement} part */
function added(part) {
  const points = Number(field(part, "points").value);
  switch (part.dataset.kind) {
    case "lesson":
      return { lesson: field(part, "lesson").value, ...(field(part, "scene").value ? { scene: Number(field(part, "scene").value) } : {}), points };
    case "practice":
      return { practice: practice(part), points };
  }
  return { program: program(part), points };
}

/** Numbers of fields by their names. @param {HTMLElement} part @param {string[]} names @returns {Record<string, any>} */
const numbers = (part, names) => Object.fromEntries(names.map((name) => [name, Number(field(part, name).value)]));

/** @param {HTMLElement} part */
function practice(part) {
  const given = numbers(part, ["players", "depth", "branching", "maxsum", "exercises"]), trees = field(part, "trees").value;
  given.algorithm = field(part, "algorithm").value;
  for (const name of ["kind", "case"]) if (field(part, name).value) given[name] = field(part, name).value;
  if (trees === "own") given.own = true;
  if (trees === "public") given.seed = Number(field(part, "seed").value || 1);
  if (forTwo(part) && given.kind !== "maxn") given.players = 2;
  return given;
}

/** @param {HTMLElement} part */
function program(part) {
  const random = numbers(part, ["count", "players", "depth", "branching", "maxsum"]), strict = field(part, "strict").value;
  if (forTwo(part)) delete random.players;
  if (field(part, "trees").value === "public") random.seed = Number(field(part, "seed").value || 1);
  const own = field(part, "own-trees").value.split(/^[ \t]*---[ \t]*$/m).map((one) => one.trim()).filter((one) => one !== "").map(source);
  const checked = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (field(part, name)).checked;
  return { algorithm: field(part, "algorithm").value, note: field(part, "note").value, strict: strict === "" ? null : strict === "true", ties: checked("ties") ? "left" : "any", frontier: checked("frontier"), trees: own, random: random.count > 0 ? random : null };
}

/** The source of one of the teacher's trees: an address of a figure or a saved tree, or a text. @param {string} text */
function source(text) {
  const address = /^\S*\/(figures|t|edit)\/([\w-]+)(?:[?#]\S*)?$/.exec(text);
  if (!address) return { text };
  return address[1] === "figures" ? { figure: address[2] } : { saved: address[2] };
}

/** @param {{id: string, key: string, join: string, results: string}} assignment */
function made({ id, key, join, results }) {
  const kept = keep("assignment", { id, key, title: title.value || title.placeholder });
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
