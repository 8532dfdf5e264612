// A scene of a homework: its question, and its run up to the step of the question until the
// student has seen the right answer.

import { jsonOf, parseJSON, typedNumber } from "../shared/exact.js";
import { answerOf, kindOf } from "../shared/question-kinds.js";
import { Connection } from "../run/connection.js";
import { fitNarrow } from "../run/narrow.js";
import { parts, start } from "../run/page.js";
import { begun, root, say, seenSeconds, showStates, showVerdict, Work } from "./work.js";

/** @typedef {import("./work.js").Item} Item */
/** @typedef {import("./work.js").View} View */

const work = new Work(), before = work.token ? await work.view() : null, number = Number(new URLSearchParams(location.search).get("part"));
if (before && differs(before)) await work.ownPage();
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("question"));
const page = parts(), item = Number(root.dataset.item);

/** Moves the run; it is there when the page of the run is. @type {import("../run/page.js").LedRun | null} */
let run = null;
/** @type {import("../run/page.js").Leader} */
const leader = {
  until: null, arrived() {}, explained() {}, moved() {}, playing() {},
  pick(node) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form?.querySelector("select[name=answer], input[inputmode=numeric]") ?? null);
    if (field) field.value = String(node);
  },
};

const typed = /** @type {HTMLInputElement | null} */ (form?.querySelector("[data-values], [data-order]") ?? null);
const fields = typed && (await import("../shared/answer-fields.js")); // to be dragged

if (page?.form.dataset.request) {
  const { until, request, step } = page.form.dataset;
  leader.until = until === undefined ? null : Number(until);
  leader.neutral = "neutral" in page.form.dataset;
  const Folding = "around" in page.form.dataset ? (await import("../run/folding.js")).Folding : null;
  start(page, parseJSON(request ?? "{}"), Number(step), {
    source: (listener) => new Connection(listener),
    address,
    narrow: fitNarrow,
    card: (go) => import("../run/node-card.js").then(({ NodeCard }) => new NodeCard(go)),
    calls: () => import("../run/calls.js"),
    drawing: () => import("../run/certificate-drawing.js").then(({ Drawing }) => Drawing),
    folding: Folding ? (view, host) => new Folding(view, host) : undefined,
    leader: (led) => {
      run = led;
      return leader;
    },
  });
}

/** @param {number} step */
function address(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  history.replaceState(history.state, "", url);
}

/** The answer cannot be changed any more. */
function fix() {
  if (form) {
    /** @type {HTMLFieldSetElement} */ (form.querySelector("#answer-fields")).disabled = true;
    /** @type {HTMLElement} */ (form.querySelector("#send")).hidden = true;
  }
  if (page) delete page.form.dataset.boundsHidden;
}

/** What open questions leave of the part. @param {View} view */
function limitIn({ items, reading }) {
  return [...items, ...reading].find(({ part }) => part === number);
}

/** Whether the student sees more than somebody who has answered nothing, as the page is at first. @param {View} view */
function differs(view) {
  const part = limitIn(view), until = document.getElementById("run")?.dataset.until, answered = view.items.some(({ tries }) => tries > 0);
  return part !== undefined && (String(part.until ?? "") !== (until ?? "") || part.closed !== (document.getElementById("closed") !== null) || (part.closed && answered));
}

/** Shows the run up to what the open questions of the student leave of it. @param {View} view */
async function free(view) {
  const part = limitIn(view);
  if (!part) return;
  if (part.closed !== (document.getElementById("closed") !== null)) return location.reload();
  if (!page || (part.until === leader.until && (part.until !== null || !leader.neutral))) return;
  const words = await work.words();
  if (!words || (words.until === leader.until && words.neutral === leader.neutral)) return;
  leader.until = words.until;
  leader.neutral = words.neutral;
  run?.again(words.until);
}

/** Shows the answer that the server has. @param {Item} one */
function fill(one) {
  if (!form) return;
  const given = [one.answer].flat().map(String);
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll("[name=answer]"))) {
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) field.checked = given.includes(field.value);
    else if (fields && field === typed && field.dataset.order) fields.fill(typed, given);
    else field.value = given.join(", ");
  }
}

/** The answer for the API, or why there is none. @param {HTMLFormElement} of @returns {{answer?: any, fault?: string}} */
function answerIn(of) {
  const given = new FormData(of).getAll("answer").map(String).filter((text) => text.trim() !== ""), { shape } = kindOf(of.dataset.kind);
  if (shape === "nodes") return given.length > 0 || of.dataset.kind === "cut" ? { answer: answerOf(shape, given.map(Number)) } : { fault: "Choose a node first." };
  if (shape === "order" && typed && fields) return fields.answerIn(typed);
  if (given.length === 0) return { fault: shape === "value" ? "Enter a value first." : "Choose an answer first." };
  if (shape === "truth") return { answer: given[0] === "true" };
  if (shape !== "value") return { answer: Number(given[0]) };
  const texts = given[0].replace(/[()]/g, " ").split(/[,\s]+/).filter(Boolean), scores = texts.map((text) => typedNumber(text));
  const wrong = texts.find((_, i) => !scores[i]);
  if (wrong !== undefined) return { fault: `“${wrong}” is not a number.` };
  const list = scores.flatMap((score) => (score ? [jsonOf(score)] : []));
  return { answer: "scalar" in of.dataset && list.length === 1 ? list[0] : list };
}

form?.addEventListener("submit", async (e) => {
  e.preventDefault();
  const judged = /** @type {HTMLElement} */ (document.getElementById("judged")), { answer, fault } = answerIn(form), send = /** @type {HTMLButtonElement} */ (form.querySelector("#send"));
  if (fault || send.getAttribute("aria-disabled") === "true") {
    judged.textContent = fault ?? "";
    return;
  }
  send.setAttribute("aria-disabled", "true");
  judged.textContent = "Sending …";
  const { state, trouble } = await work.answer(item, answer, seenSeconds());
  send.removeAttribute("aria-disabled");
  if (!state) judged.textContent = trouble;
  else await show();
});

/** Shows what the server has. @param {View | null} [known] */
async function show(known) {
  const view = known ?? (await work.view());
  if (!view) return work.token && document.getElementById("trouble")?.hidden === false ? undefined : location.replace(work.start);
  await free(view);
  showStates(view);
  const one = view.items[item], judged = document.getElementById("judged");
  if (!one || !judged) return;
  const told = view.told || (view.feedback === "at-once" && one.tries > 0);
  if (one.tries > 0) fill(one);
  if (one.tries > 0) showVerdict(judged, one, told);
  else if (told && one.why) judged.textContent = one.why;
  if (view.closed && one.tries === 0) say("The homework is closed. No more answers are accepted.");
  if (told || one.final || view.finished) fix();
}

const settle = document.getElementById("settle");
settle?.addEventListener("click", async () => {
  for (const k of settle.dataset.items?.split(",") ?? []) {
    const { ok, trouble } = await work.ask("POST", `/items/${k}/final`, {});
    if (!ok) return void (/** @type {HTMLElement} */ (document.getElementById("settle-state")).textContent = trouble);
  }
  location.reload();
});

if (work.token) await show(before);
else location.replace(work.start);
if (form) fields?.draggable(form);
begun();
