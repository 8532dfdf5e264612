// Folder practice: working through an algorithm by hand. It imports shared/, and the keys of
// the tree from run/.
//
// This module is the page of an exercise. The address contains all steps. The server judges
// each step, immediately or at the end. In an assignment the page of the assignment gets the
// steps and hands them in.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { focus } from "../run/tree-keys.js";
import { Moves } from "./moves.js";
import { NodePanel } from "./node-panel.js";
import { picture } from "./picture.js";
import { TreeMarks } from "./tree-marks.js";

/** @typedef {import("./moves.js").Step} Step */
/** @typedef {{verdict: string, why: string, values?: Record<string, number | number[]>}} Judgement */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const { dataset } = byId("practice");
/** @type {import("./moves.js").TreeNode[]} */
const nodes = JSON.parse(dataset.nodes ?? "[]");
/** @type {{text: string, algorithm: string}} */
const request = JSON.parse(dataset.request ?? "{}");
const moves = new Moves(nodes, { players: Number(dataset.players), scalar: dataset.scalar !== undefined, window: dataset.bounds === "window" }, location.search);

/** The judgements so far, by the keys of the steps. @type {Map<string, Judgement>} */
const judged = new Map();
/** The steps in the order in which the student made them. @type {string[]} */
let order = [];
/** Why the last check failed; empty: it did not. */
let trouble = "";

const { svg, redraw } = picture((node, byKey) => panel.open(node, byKey));
const marks = new TreeMarks(svg, moves);
const panel = new NodePanel(/** @type {HTMLFormElement} */ (byId("move")), nodes, moves, changed, (node) => focus(svg, marks.group(node) ?? undefined));
svg.addEventListener("keydown", (e) => {
  const at = e.target instanceof Element ? e.target.closest("g.node") : null;
  if (!at || e.key.toLowerCase() !== "x" || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  panel.cut(Number(at.getAttribute("data-node")));
});

const assigned = "assigned" in dataset;
const atOnce = () => !assigned && /** @type {HTMLInputElement | null} */ (document.querySelector("#check input:checked"))?.value !== "end";

document.getElementById("check")?.addEventListener("change", changed);
byId("moves").addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("button") : null, step = moves.steps().get(button?.dataset.key ?? "");
  if (!step) return;
  moves.remove(step);
  if (panel.node === step.node) panel.open(step.node, false);
  else changed();
  const heir = /** @type {HTMLElement | null} */ (document.querySelector("#moves button"));
  if (heir) heir.focus();
  else focus(svg, marks.group(step.node) ?? undefined);
});
byId("finish").addEventListener("submit", (e) => {
  e.preventDefault();
  if (assigned) return void document.dispatchEvent(new CustomEvent("done", { detail: [...moves.steps().values()] }));
  const q = moves.query(location.search);
  q.set("done", "1");
  location.assign(under(`/practice?${query(q)}`));
});

/** The query with all parameters of the exercise. The first address may lack some. @param {URLSearchParams} q */
function query(q) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (byId("finish").querySelectorAll("input[type=hidden]"))) {
    if (!q.has(field.name) && field.name !== "done") q.set(field.name, field.value);
  }
  if (atOnce()) q.delete("check");
  else q.set("check", "end");
  return q;
}

/** A step was made or undone. */
function changed() {
  const steps = moves.steps();
  order = [...order.filter((key) => steps.has(key)), ...[...steps.keys()].filter((key) => !order.includes(key))];
  const q = moves.query(location.search);
  history.replaceState(history.state, "", assigned ? `?${q}` : under(`/practice?${query(q)}`));
  show(steps);
  const open = order.filter((key) => !judged.has(key));
  if (atOnce() && open.length > 0) check(open, steps);
}

/** @param {string[]} keys @param {Map<string, Step>} steps */
async function check(keys, steps) {
  const mine = {};
  busy(mine);
  trouble = "";
  try {
    const body = JSON.stringify({ ...request, done: keys.map((key) => steps.get(key)) });
    const answer = await fetch(under("/api/v1/practice/check"), { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const result = await answer.json();
    if (answer.ok) keys.forEach((key, i) => judged.set(key, result.results[i]));
    else trouble = `The step could not be checked: ${result.errors?.[0]?.message ?? result.detail ?? result.title}`;
  } catch {
    trouble = "The server cannot be reached, so your last step is not checked. All your steps are in the address of this page.";
  }
  show(moves.steps());
  idle(mine);
}

/** @param {Map<string, Step>} steps */
function show(steps) {
  /** @type {Map<number, string[]>} */
  const verdicts = new Map();
  const list = order.flatMap((key) => {
    const step = steps.get(key), judgement = atOnce() ? judged.get(key) : undefined;
    if (!step) return [];
    if (judgement) verdicts.set(step.node, [...(verdicts.get(step.node) ?? []), judgement.verdict]);
    return [line(key, step, judgement)];
  });
  byId("moves").replaceChildren(...list.reverse()); // the last one first, in sight
  byId("nothing").hidden = list.length > 0 && !trouble;
  byId("nothing").textContent = trouble || "No steps yet.";
  marks.draw(verdicts, panel.node);
  redraw();
  say();
}

/** The judgement of the last step, for screen readers and for the panel. */
function say() {
  const key = order.at(-1) ?? "", judgement = atOnce() ? judged.get(key) : undefined, said = byId("live-status"), step = moves.steps().get(key);
  const text = judgement && step ? `${moves.words(step)}: ${judgement.verdict}. ${judgement.why}` : trouble;
  if (said.textContent !== text) said.textContent = text;
}

/** @param {string} key @param {Step} step @param {Judgement} [judgement] */
function line(key, step, judgement) {
  const item = document.createElement("li"), what = document.createElement("b"), back = document.createElement("button");
  what.textContent = moves.words(step);
  item.append(what);
  if (judgement) {
    const verdict = document.createElement("em");
    verdict.textContent = judgement.verdict === "sound" ? "sound, but not a cut of this algorithm" : judgement.verdict;
    item.dataset.verdict = judgement.verdict;
    item.append(": ", verdict, `. ${judgement.why} `);
    if (judgement.values) item.append(failing(judgement.values), " ");
  }
  Object.assign(back, { type: "button", textContent: "Undo" });
  back.setAttribute("aria-label", `Undo: ${moves.words(step)}`);
  back.dataset.key = key;
  item.append(back);
  return item;
}

/** A link to the exhaustive run with the values that show that a cut is unsound. @param {Record<string, number | number[]>} values */
function failing(values) {
  const link = document.createElement("a"), q = new URLSearchParams({ text: request.text, algorithm: dataset.reference ?? "", step: "last" });
  for (const [node, value] of Object.entries(values)) q.set(`v${node}`, String(value));
  link.href = under(`/tree?${q}`);
  link.textContent = "See it fail";
  return link;
}

changed();
