// The page of a search that is written: it runs the program, shows what is right and wrong at its line, and finds a
// small tree on which it fails.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { keep, keptThing } from "../shared/desk.js";
import { Draft } from "../shared/draft.js";
import { editor } from "./editor.js";
import { play, take } from "./played.js";

/** @typedef {{line: number, program_line?: number, cause?: {line: number, text: string}, node: number, seq: number, severity: string, verdict: string, text: string}} Check */
/** @typedef {{checks: Check[], more: number, verdict: string}} Checks */
/** @typedef {{line: number, column?: number, text?: string, message?: string}} Fault */
/** The line that makes a run wrong. @typedef {{line: number, node: number, says: string, text: string, reference?: string}} Why */
/** What a run was held against, if it was left open; hint: its values fit the other perspective; fits: it makes the cuts that the chosen one does not make. @typedef {{algorithm?: string, because?: string, hint?: string, fits?: {id: string, name: string}}} Held */
/** @typedef {Held & {id: string, key?: string, revision: number, result: unknown, value: unknown, events: number, nodes: number, output: string, checks: Checks | null, error?: Fault, says?: string, why?: Why}} Ran */

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
  dated(text.value === ran ? "" : "This result is of the text before your last change.");
});
document.addEventListener("line-shown", (e) => {
  const line = /** @type {CustomEvent<number>} */ (e).detail, says = document.getElementById("line-text");
  if (text.value === ran) edit.now(line);
  if (says) says.textContent = line ? (ran.split("\n")[line - 1] ?? "").trim() : "";
});

/** Says that the run beside the text is of an earlier one; empty: it is not. @param {string} says */
function dated(says) {
  const shown = document.getElementById("run") ? says : "";
  byId("earlier").textContent = shown;
  byId("earlier").hidden = shown === "";
  byId("played").classList.toggle("dated", shown !== "");
}

/** Says the same after an answer that is not about that run. */
const ofEarlier = () => dated(text.value === ran ? "Below is your last run, on the tree that was chosen for it." : "The run below is of an earlier text.");

/** What is typed, and not run yet. @typedef {{text: string, title: string, tree: string, figure: string, algorithm: string, mover: boolean, begin: string, gap: boolean}} Typed */
/** @returns {Typed} */
const typed = () => ({ text: text.value, title: title.value, tree: tree.value, figure: figure.value, algorithm: algorithm.value, mover: mover.checked, begin: begin.value, gap: gap.checked });

/** The draft of this address. @returns {Draft<Typed>} */
function draft() {
  const { pathname, searchParams } = new URL(location.href);
  for (const name of ["step", "by", "t"]) searchParams.delete(name); // of the run beside the text
  return new Draft(`espalier-code:${pathname}?${searchParams}`);
}

/** What the page has begun with, or has run, or has been asked to begin with. */
let settled = typed();
form.addEventListener("input", () => {
  const now = typed();
  if (now.text === settled.text && now.tree === settled.tree) draft().drop();
  else draft().keep(now);
});

/** @param {Typed} to */
function fill(to) {
  if (text.value !== to.text) edit.replace(to.text);
  [title.value, tree.value, figure.value, algorithm.value, mover.checked, begin.value] = [to.title, to.tree, to.figure, to.algorithm, to.mover, to.begin];
  (to.gap ? gap : whole).checked = true;
  tasked();
  fit();
}
text.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    form.requestSubmit();
  }
});

/** The exercise that the program is for: its beginning has a gap; empty: none. */
let exercise = gap.checked ? begin.value : "";

/** Shows the exercise that is chosen. @returns {{mover: boolean, whole: Begun, gap: Begun, hint: string, task: string, chapter: string, path: string} | undefined} its beginning */
function tasked() {
  const chosen = begin.selectedOptions[0]?.dataset.beginning, from = chosen ? JSON.parse(chosen) : undefined;
  exercise = gap.checked ? begin.value : "";
  byId("task").hidden = exercise === "";
  byId("try-button").textContent = exercise ? "Check it" : "Find a tree on which it fails";
  if (!from) return undefined;
  byId("task-hint").textContent = from.hint;
  byId("task-done").textContent = from.task;
  const chapter = /** @type {HTMLAnchorElement} */ (byId("task-chapter"));
  chapter.textContent = from.chapter;
  chapter.href = under(from.path);
  return from;
}

/** @typedef {{text: string, tree: string, algorithm: string}} Begun */
for (const control of [begin, whole, gap]) {
  control.addEventListener("change", () => {
    const from = tasked();
    if (!from) return;
    const { text: program, tree: on, algorithm: of } = gap.checked ? from.gap : from.whole;
    begins(program);
    tree.value = on;
    figure.value = "";
    mover.checked = from.mover;
    algorithm.value = gap.checked ? of : "auto";
    fit();
    settled = typed();
  });
}

/** Puts a search to begin with in the place of the text, which undo brings back. @param {string} program */
function begins(program) {
  const lost = text.value !== settled.text && text.value !== ran && text.value !== program;
  edit.replace(program);
  byId("begin-says").textContent = lost ? "Your text was replaced. Ctrl Z in the text brings it back." : "";
}

/** The typed tree is hidden while another one is chosen. */
function fit() {
  held({ algorithm: "" });
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
  tasked();
  begins(players() === 2 ? two : more);
  mover.checked = false;
  algorithm.value = "auto";
  settled = typed();
});

/** Says beside the choice what was chosen to hold the program against, and why. @param {Held} of */
function held({ algorithm: id, because }) {
  const says = byId("against-says"), { name } = [...algorithm.options].map(({ value, text: n }) => ({ value, name: n })).find(({ value }) => value === id) ?? { name: "" };
  says.textContent = id && because && algorithm.value === "auto" ? `${name}: ${because}.` : "";
}
algorithm.addEventListener("change", () => held({}));
fit();
const { algorithm: chosen, because: reason } = byId("against-says").dataset;
if (reason) held({ algorithm: chosen, because: reason });
settled = typed();

const before = draft().read();
if (before && (before.text !== settled.text || before.tree !== settled.tree)) {
  const served = settled;
  fill(before);
  byId("draft").hidden = false;
  byId("draft-discard").addEventListener("click", () => {
    fill(served);
    draft().drop();
    byId("draft").hidden = true;
    text.focus();
  });
}

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
  byId("to-language").hidden = false;
  ofEarlier();
  byId("mistakes").append(...faults.map(({ line, column, message }) => refusal(line, column ?? 1, message ?? "")));
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

/** What the language refuses. Its words are none of games, such as pass, so that none is linked to the glossary (terms.js).
 * @param {number} line @param {number} column @param {string} says */
function refusal(line, column, says) {
  const li = item(line, column, says);
  li.setAttribute("aria-live", "off");
  return li;
}

function clear() {
  for (const id of ["code-verdict", "code-reference", "mistakes", "value", "output", "found-says", "found-tree", "offer-says"]) byId(id).replaceChildren();
  for (const id of ["found", "console", "offer", "to-language"]) byId(id).hidden = true;
  edit.mark(0);
}

function show() {
  const all = /** @type {HTMLDetailsElement} */ (byId("all-mistakes")), { length } = byId("mistakes").children;
  all.hidden = length === 0;
  all.open = byId("code-reference").textContent === "" || length === 1; // else the first one is above
  byId("mistakes-title").textContent = length === 1 ? "The mistake" : `All ${length} mistakes`;
  outcome.hidden = false;
  const { top } = outcome.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) outcome.scrollIntoView({ block: "start" });
}

/** Offers what would change the result, as a button. @param {string} says @param {string} does @param {() => void} act */
function offer(says, does, act) {
  byId("offer-says").textContent = says;
  byId("offer-button").textContent = does;
  byId("offer-button").onclick = act;
  byId("offer").hidden = false;
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
  draft().drop();
  history.replaceState(null, "", under(`/code/${answer.id}`));
  ran = sent;
  settled = { ...typed(), text: sent };
  draft().drop();
  byId("draft").hidden = true;
  byId("begin-says").textContent = "";
  dated("");
  held(answer);
  report(answer);
  busy(take);
  try {
    await take(answer.id, edit.stops);
  } catch {
    state.textContent = "The run cannot be loaded. Run it again.";
  }
  idle(take);
});

/** A mistake as an item of the list, at the line that it comes from. @param {Check} check */
const mistake = ({ program_line, cause, text }) => item(cause?.line ?? program_line ?? 1, 1, cause ? `${text} ${cause.text}` : text);

/** Shows what the judge says, and returns the line that is to be marked; 0: none. @param {Pick<Ran, "checks" | "error" | "says" | "why" | "hint" | "fits">} of */
function judged({ checks, error, says, why, hint, fits }) {
  const wrong = checks?.checks.filter(({ severity }) => severity === "error") ?? [], verdict = error ? "wrong" : (checks?.verdict ?? "incomplete");
  const turned = !error && hint !== undefined && hint !== ""; // the values are right, from the other perspective
  outcome.dataset.verdict = turned ? "incomplete" : verdict;
  byId("code-verdict").textContent = error ? "The run has ended:" : turned ? turnedSays() : (says ?? "Not everything could be judged.");
  if (error) byId("mistakes").append(refusal(error.line, error.column ?? 1, `${error.text}.`));
  byId("to-language").hidden = !error;
  byId("code-reference").textContent = (!error && !turned && why?.reference) || "";
  byId("mistakes").append(...wrong.slice(0, 20).map(mistake));
  const open = checks?.checks.find((check) => check.verdict === "undecided");
  if (verdict === "incomplete" && open) byId("mistakes").append(item(open.program_line ?? 1, 1, open.text));
  if (turned) {
    const now = mover.checked, box = byId("mover-says").textContent;
    offer(`${now ? "Untick" : "Tick"} “${box}”, and every value is right.`, `${now ? "Untick" : "Tick"} it and run again`, () => {
      mover.checked = !now;
      form.requestSubmit();
    });
    return 0;
  }
  if (fits) {
    offer(`${fits.name} makes all of its cuts.`, `Hold it against ${fits.name}`, () => {
      algorithm.value = fits.id;
      form.requestSubmit();
    });
  }
  return error?.line ?? why?.line ?? wrong[0]?.program_line ?? 0;
}

const turnedSays = () => (mover.checked ? "The returned numbers are right as Max’s, and not for the player to move." : "The returned numbers are right for the player to move, as negamax returns them.");

/** Shows the result of a run. @param {Ran} answer */
function report(answer) {
  clear();
  const line = judged(answer);
  byId("value").textContent = `The root gets ${written(answer.value)}. The search visits ${answer.nodes} ${answer.nodes === 1 ? "node" : "nodes"}.`;
  if (line) edit.mark(line);
  printed(answer.output);
  show();
}

// A program that was kept is opened with its newest run.
const verdict = document.getElementById("run")?.dataset.verdict;
if (verdict) {
  const line = judged(JSON.parse(verdict));
  if (text.value === ran) edit.mark(line);
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
    ofEarlier();
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

byId("try-button").addEventListener("click", () => void attempt());

async function attempt() {
  if (!algorithm.value && !exercise) {
    clear();
    outcome.dataset.verdict = "incomplete";
    byId("code-verdict").textContent = "There is nothing to hold the program against: the trees are of the kind that this algorithm is for.";
    offer("Choose an algorithm at “Hold it against”, or", "take what fits the program", () => {
      algorithm.value = "auto";
      void attempt();
    });
    ofEarlier();
    show();
    outcome.focus({ preventScroll: true });
    return;
  }
  if (state.textContent === "Trying …") return;
  state.textContent = "Trying …";
  let against = exercise ? undefined : algorithm.value;
  if (against === "auto") { // a run on the tree of the page says what fits
    const answer = await ask(under("/api/v1/programs/run"), "POST", { ...how(), ...source() });
    if (!answer) return;
    held(answer);
    against = answer.algorithm;
    state.textContent = "Trying …";
  }
  /** @type {{says: string, first: {tree: string, nodes: number, checks: Checks | null, error?: Fault, visits?: {program: number, reference: number}} | null, stopped?: string} | undefined} */
  const tried = await ask(under("/api/v1/programs/test"), "POST", { ...how(), algorithm: against });
  if (!tried) return;
  clear();
  ofEarlier();
  outcome.dataset.verdict = tried.first ? "wrong" : "right";
  byId("code-verdict").textContent = tried.says;
  if (tried.stopped) byId("value").textContent = `The trial has stopped: ${tried.stopped}.`;
  if (tried.first) {
    const { tree: on, nodes, checks, error, visits } = tried.first, check = checks?.checks.find(({ severity }) => severity === "error");
    const more = !error && !check && visits ? `It visits ${visits.program} nodes where the reference visits ${visits.reference}. ` : "";
    byId("found-says").textContent = `${more}The smallest tree that was found on which it is wrong has ${nodes} nodes:`;
    byId("found-tree").textContent = on;
    byId("found").hidden = false;
    if (error) byId("mistakes").append(refusal(error.line, error.column ?? 1, `${error.text}.`));
    else if (check) byId("mistakes").append(mistake(check));
    const line = error?.line ?? check?.cause?.line ?? check?.program_line ?? 0;
    if (line) edit.mark(line);
  }
  show();
}

byId("use-tree").addEventListener("click", () => {
  tree.value = byId("found-tree").textContent ?? "";
  figure.value = "";
  fit();
  form.requestSubmit();
});
