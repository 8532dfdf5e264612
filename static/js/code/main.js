// The page of a search that is written: it runs the program, shows what is right and wrong at its line, and finds a
// small tree on which it fails.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keep, keptThing } from "../shared/desk.js";
import { editor } from "./editor.js";
import { play, take } from "./played.js";

/** @typedef {{line: number, program_line?: number, node: number, seq: number, severity: string, verdict: string, text: string}} Check */
/** @typedef {{checks: Check[], more: number, verdict: string}} Checks */
/** @typedef {{line: number, column?: number, text?: string, message?: string}} Fault */
/** The line that makes a run wrong. @typedef {{line: number, node: number, says: string, text: string, reference?: string}} Why */
/** @typedef {{id: string, key?: string, revision: number, result: unknown, value: unknown, events: number, nodes: number, output: string, checks: Checks | null, error?: Fault, why?: Why, hint?: string}} Ran */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("search-form")), text = /** @type {HTMLTextAreaElement} */ (byId("program"));
const tree = /** @type {HTMLTextAreaElement} */ (byId("tree")), figure = /** @type {HTMLSelectElement} */ (byId("figure"));
const algorithm = /** @type {HTMLSelectElement} */ (byId("algorithm")), mover = /** @type {HTMLInputElement} */ (byId("mover"));
const title = /** @type {HTMLInputElement} */ (byId("title")), begin = /** @type {HTMLSelectElement} */ (byId("begin"));
const whole = /** @type {HTMLInputElement} */ (byId("whole")), gap = /** @type {HTMLInputElement} */ (byId("gap"));
const state = byId("code-state"), outcome = byId("outcome");
const edit = editor({ text, gutter: byId("gutter"), mark: byId("mark"), now: byId("now-mark"), paint: byId("paint") });

/** The text that the run beside it is of. */
let ran = text.value;
text.addEventListener("input", () => {
  edit.mark(0);
  if (text.value !== ran) edit.now(0);
});
document.addEventListener("line-shown", (e) => text.value === ran && edit.now(/** @type {CustomEvent<number>} */ (e).detail));
text.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    form.requestSubmit();
  }
});

/** The exercise that the program is for: its beginning has a gap; empty: none. */
let exercise = gap.checked ? begin.value : "";
for (const control of [begin, whole, gap]) {
  control.addEventListener("change", () => {
    const chosen = begin.selectedOptions[0].dataset.beginning;
    exercise = gap.checked ? begin.value : "";
    byId("task").hidden = exercise === "";
    byId("try-button").textContent = exercise ? "Check it" : "Find a tree on which it fails";
    if (!chosen) return;
    const from = JSON.parse(chosen), { text: program, tree: on, algorithm: of } = gap.checked ? from.gap : from.whole;
    edit.replace(program);
    tree.value = on;
    figure.value = "";
    mover.checked = from.mover;
    algorithm.value = of;
    byId("task-hint").textContent = from.hint;
    byId("task-done").textContent = from.task;
    const chapter = /** @type {HTMLAnchorElement} */ (byId("task-chapter"));
    chapter.textContent = from.chapter;
    chapter.href = under(from.path);
    fit();
  });
}

/** The typed tree is hidden while another one is chosen. */
function fit() {
  tree.hidden = figure.value !== "";
  byId("game-says").hidden = players() === 0;
}
figure.addEventListener("change", fit);

/** How many players the chosen game has; 0: a tree is chosen. */
const players = () => Number(figure.selectedOptions[0].dataset.players ?? "0");

byId("to-depth").addEventListener("click", () => {
  const { two = "", more = "" } = byId("game-says").dataset;
  begin.value = "";
  whole.checked = true;
  whole.dispatchEvent(new Event("change"));
  edit.replace(players() === 2 ? two : more);
  mover.checked = false;
  algorithm.value = "";
});
fit();

/** What is asked of the program, beside the tree. */
const how = () => ({ program: text.value, ...(mover.checked ? { perspective: "mover" } : {}), ...(algorithm.value ? { algorithm: algorithm.value } : {}), ...(exercise ? { exercise } : {}) });

/** The tree that it is run on. */
function source() {
  const chosen = figure.selectedOptions[0].dataset.source;
  return chosen ? JSON.parse(chosen) : { text: tree.value };
}

/** Sends a request, and resolves to its answer; undefined: it was refused, and the page says why.
 * @param {string} path @param {string} method @param {object} body @returns {Promise<any>} */
async function ask(path, method, body) {
  busy(form);
  try {
    const response = await fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const answer = await response.json();
    state.textContent = "";
    if (response.ok) return answer;
    refuse(answer);
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  } finally {
    idle(form);
  }
  return undefined;
}

/** @param {{errors?: (Fault & {path: string})[], detail?: string, title: string}} problem */
function refuse({ errors = [], detail, title: what }) {
  const faults = errors.filter(({ line }) => line);
  if (faults.length === 0) {
    state.textContent = errors[0]?.message ?? detail ?? what;
    return;
  }
  clear();
  byId("code-verdict").textContent = faults.length === 1 ? "The program cannot be run:" : `The program cannot be run. It has ${faults.length} mistakes:`;
  outcome.dataset.verdict = "wrong";
  byId("mistakes").append(...faults.map(({ line, column, message }) => item(line, column ?? 1, message ?? "")));
  edit.mark(faults[0].line, faults[0].column);
  show();
}

/** A mistake with its line, which leads to it.
 * @param {number} line @param {number} column @param {string} says */
function item(line, column, says) {
  const li = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.textContent = `Line ${line}`;
  button.addEventListener("click", () => edit.go(line, Math.max(1, column)));
  li.append(button, ` ${says}`);
  return li;
}

function clear() {
  for (const id of ["code-verdict", "code-reference", "mistakes", "value", "output", "found-says", "found-tree", "hint"]) byId(id).replaceChildren();
  for (const id of ["found", "console", "hint"]) byId(id).hidden = true;
  edit.mark(0);
}

function show() {
  const all = /** @type {HTMLDetailsElement} */ (byId("all-mistakes")), { length } = byId("mistakes").children;
  all.hidden = length === 0;
  all.open = byId("code-reference").textContent === "" || length === 1; // else the first one is above
  byId("mistakes-title").textContent = length === 1 ? "The mistake" : `All ${length} mistakes`;
  outcome.hidden = false;
  const { top } = outcome.getBoundingClientRect();
  if (top < 0 || top > innerHeight - 80) outcome.scrollIntoView({ block: "nearest" });
}

/** What a value looks like on the page. @param {unknown} v @returns {string} */
const written = (v) => (Array.isArray(v) ? `(${v.map(written).join(", ")})` : v === null ? "none" : v === "inf" ? "∞" : v === "-inf" ? "−∞" : String(v).replace(/^-/, "−"));

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  if (state.textContent === "Running …") return;
  state.textContent = "Running …";
  const kept = form.dataset.id ? keptThing("program", form.dataset.id) : null, sent = text.value;
  const body = { ...how(), ...source(), ...(title.value ? { title: title.value } : {}) };
  /** @type {Ran | undefined} */
  const answer = await (kept ? ask(under(`/api/v1/programs/${kept.key}`), "PUT", body) : ask(under("/api/v1/programs"), "POST", body));
  if (!answer) return;
  if (answer.key) {
    keep("program", { id: answer.id, key: answer.key, title: title.value });
    form.dataset.id = answer.id;
  } else if (kept) keep("program", { ...kept, title: title.value });
  history.replaceState(null, "", under(`/code/${answer.id}`));
  ran = sent;
  report(answer);
  busy(take);
  try {
    await take(answer.id, edit.stops);
  } catch {
    state.textContent = "The run cannot be loaded. Run it again.";
  }
  idle(take);
});

/** Shows what the judge says, and returns the line that is to be marked; 0: none. @param {Pick<Ran, "checks" | "error" | "why">} of */
function judged({ checks, error, why }) {
  const wrong = checks?.checks.filter(({ severity }) => severity === "error") ?? [], verdict = error ? "wrong" : (checks?.verdict ?? "incomplete");
  outcome.dataset.verdict = verdict;
  byId("code-verdict").textContent = error ? "The run has ended:" : verdict === "right" ? "Right. Every value and every cut is right." : verdict === "wrong" ? (why?.says ?? "Wrong.") : "Not everything could be judged.";
  if (error) byId("mistakes").append(item(error.line, error.column ?? 1, `${error.text}.`));
  byId("code-reference").textContent = (!error && why?.reference) || "";
  byId("mistakes").append(...wrong.slice(0, 20).map((check) => item(check.program_line ?? 1, 1, check.text)));
  const open = checks?.checks.find((check) => check.verdict === "undecided");
  if (verdict === "incomplete" && open) byId("mistakes").append(item(open.program_line ?? 1, 1, open.text));
  return error?.line ?? why?.line ?? wrong[0]?.program_line ?? 0;
}

/** Shows the result of a run. @param {Ran} answer */
function report(answer) {
  clear();
  const line = judged(answer);
  byId("value").textContent = `The root gets ${written(answer.value)}. The search visits ${answer.nodes} ${answer.nodes === 1 ? "node" : "nodes"}.`;
  if (answer.hint) {
    byId("hint").textContent = answer.hint;
    byId("hint").hidden = false;
  }
  if (line) edit.mark(line);
  printed(answer.output);
  show();
}

// A program that was kept is opened with its newest run.
const before = document.getElementById("run")?.dataset.verdict;
if (before) {
  edit.mark(judged(JSON.parse(before)));
  show();
}
void play(edit.stops);

/** Reads a file of a program into the text; undo takes it back. @param {File | undefined} file */
async function open(file) {
  if (!file) return;
  if (file.size > text.maxLength) {
    state.textContent = `${file.name} has ${file.size.toLocaleString("en")} bytes; a program has at most ${text.maxLength.toLocaleString("en")}.`;
    return;
  }
  busy(open);
  edit.replace((await file.text()).replace(/\r\n?/g, "\n").replaceAll("\t", "    "));
  if (!title.value) title.value = file.name.replace(/\.\w+$/, "");
  idle(open);
  await check();
}

/** Names what is not in the language, line by line, without a run of the program. */
async function check() {
  state.textContent = "Reading …";
  const answer = await ask(under("/api/v1/programs/run"), "POST", { ...how(), ...source() });
  if (answer) {
    clear();
    byId("code-verdict").textContent = "It can be run.";
    outcome.dataset.verdict = "right";
    show();
  }
}

const file = /** @type {HTMLInputElement} */ (byId("open-file"));
file.addEventListener("change", () => {
  void open(file.files?.[0]);
  file.value = "";
});
for (const kind of ["dragover", "drop"]) {
  byId("editor").addEventListener(kind, (e) => {
    const { dataTransfer } = /** @type {DragEvent} */ (e);
    if (!dataTransfer?.types.includes("Files")) return; // a text is dropped as ever
    e.preventDefault();
    if (kind === "drop") void open(dataTransfer.files[0]);
  });
}

/** @param {string} output */
function printed(output) {
  byId("console").hidden = output === "";
  byId("output").textContent = output;
}

byId("try-button").addEventListener("click", async () => {
  if (!algorithm.value && !exercise) {
    state.textContent = "Choose what the program is held against: the trees are of the kind that this algorithm is for.";
    algorithm.focus();
    return;
  }
  if (state.textContent === "Trying …") return;
  state.textContent = "Trying …";
  /** @type {{says: string, first: {tree: string, nodes: number, checks: Checks | null, error?: Fault, visits?: {program: number, reference: number}} | null, stopped?: string} | undefined} */
  const tried = await ask(under("/api/v1/programs/test"), "POST", { ...how(), ...(exercise ? { algorithm: undefined } : {}) });
  if (!tried) return;
  clear();
  outcome.dataset.verdict = tried.first ? "wrong" : "right";
  byId("code-verdict").textContent = tried.says;
  if (tried.stopped) byId("value").textContent = `The trial has stopped: ${tried.stopped}.`;
  if (tried.first) {
    const { tree: on, nodes, checks, error, visits } = tried.first, check = checks?.checks.find(({ severity }) => severity === "error");
    const more = !error && !check && visits ? `It visits ${visits.program} nodes where the reference visits ${visits.reference}. ` : "";
    byId("found-says").textContent = `${more}The smallest tree that was found on which it is wrong has ${nodes} nodes:`;
    byId("found-tree").textContent = on;
    byId("found").hidden = false;
    if (error) byId("mistakes").append(item(error.line, error.column ?? 1, `${error.text}.`));
    else if (check) byId("mistakes").append(item(check.program_line ?? 1, 1, check.text));
    const line = error?.line ?? check?.program_line ?? 0;
    if (line) edit.mark(line);
  }
  show();
});

byId("use-tree").addEventListener("click", () => {
  tree.value = byId("found-tree").textContent ?? "";
  figure.value = "";
  fit();
  form.requestSubmit();
});
