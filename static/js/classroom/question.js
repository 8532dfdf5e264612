// The part of a question that everyone sees: its text, the totals and the right answer, in
// words and on the tree.

import { answerInWords, inWords, isRight, kindOf, nodesOf, valueInWords } from "../shared/question-kinds.js";

/** @typedef {import("./room.js").Question} Question */
/** @typedef {import("./room.js").Result} Result */
/** @typedef {import("../run/tree-view.js").TreeView} TreeView */

const svgNamespace = "http://www.w3.org/2000/svg";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The results of both searches in words. @param {{before: Result, after: Result}} results */
function resultsInWords({ before, after }) {
  const both = (/** @type {any} */ a, /** @type {any} */ b) => (a = valueInWords(a ?? "no value"), b = valueInWords(b ?? "no value"), a === b ? `${a} in both cases` : `${a} as it is, ${b} with that value`);
  const truth = before.truth === undefined || after.truth === undefined ? "" : ` Exhaustive search returns ${both(before.truth, after.truth)}.`;
  return `The algorithm returns ${both(before.value, after.value)}.${truth}`;
}

/** The right answer, after the person's own answer. @param {Question} q @param {import("./room.js").Mine | undefined} mine @param {(node: number) => string} name */
function rightInWords(q, mine, name) {
  const own = mine?.question === q.id ? `You ${kindOf(q.kind).shape === "value" ? "answered" : "chose"} ${answerInWords(q, mine.answer, name)}. ` : "";
  if (q.correct === null) return `${own}There is no right answer.`;
  if (own && mine?.right) return `${own}That is correct.`;
  return `${own}Correct: ${answerInWords(q, q.correct, name)}${own ? "." : ""}`;
}

/**
 * Lists how often each answer was given.
 * @param {Element} list @param {Question} q @param {{counts: {answer: any, count: number}[], other?: number}} tally @param {(node: number) => string} name
 */
export function listCounts(list, q, { counts, other }, name) {
  const rows = counts.map(({ answer, count }) => [answerInWords(q, answer, name), count]);
  for (const [i, choice] of (q.choices ?? []).entries()) if (!other && !counts.some(({ answer }) => answer === i)) rows.push([choice, 0]);
  if (other) rows.push(["other answers", other]);
  const all = rows.reduce((sum, [, count]) => sum + Number(count), 0);
  list.replaceChildren(...rows.map(([text, count], i) => {
    const row = document.createElement("li"), many = document.createElement("b");
    many.textContent = `${count}×`;
    row.append(many, ` ${text}`);
    row.style.setProperty("--share", String(Number(count) / Math.max(1, all)));
    row.classList.toggle("right", "correct" in q && q.correct !== null && i < counts.length && isRight(q.correct, counts[i].answer));
    return row;
  }));
}

export class QuestionView {
  #view;
  #steps;
  #spoken = "";
  /** @type {Question | null} */
  #question = null;
  /** The person's answer to it. @type {import("./room.js").Mine | undefined} */
  #mine;

  /** @param {TreeView} view @param {import("../run/steps.js").Steps} steps */
  constructor(view, steps) {
    this.#view = view;
    this.#steps = steps;
  }

  /** Another part of the tree is drawn. */
  again() {
    this.show(this.#question, this.#mine);
  }

  /** Shows the reason of the right answer, when it has arrived: the sentence and the certificate of a step. */
  explain() {
    const q = this.#question, box = byId("right-why"), at = q && "correct" in q ? q.at ?? null : null;
    const detail = at === null ? undefined : this.#steps.detail(at);
    if (at !== null && !detail && this.#steps.timeline.length > at) this.#steps.askFor([at]);
    box.hidden = !detail && !q?.results && !q?.why;
    if (q?.results) box.textContent = resultsInWords(q.results);
    if (!detail) {
      // A follower only has the steps that the room has shown.
      if (q?.why && at === null) box.textContent = q.why;
      else if (q?.why) box.textContent = `Step ${(at ?? 0).toLocaleString("en")}: ${q.why.replaceAll("ax^n", "axⁿ")}`;
      return;
    }
    const { text, certificate: c } = detail;
    const sum = c?.who ? ` ${c.who}: ${c.sum} ${c.limit}.` : "";
    box.textContent = `Step ${(at ?? 0).toLocaleString("en")}: ${text.map((span) => span.t).join("").replaceAll("ax^n", "axⁿ")}${sum}`;
  }

  /** @param {Question | null} q @param {import("./room.js").Mine} [mine] */
  show(q, mine) {
    this.#question = q;
    this.#mine = mine;
    const panel = byId("question"), name = (/** @type {number} */ n) => this.#view.name(n);
    panel.hidden = q === null;
    panel.closest("form")?.classList.toggle("asked", q !== null);
    panel.closest("form")?.classList.toggle("asks-bounds", q?.kind === "terms" && !("correct" in q));
    for (const old of document.querySelectorAll("svg.tree .tally")) old.remove();
    for (const node of this.#view.nodes) {
      const group = this.#view.group(node);
      group?.classList.toggle("asked-about", q?.node === node);
      group?.classList.toggle("right", q !== null && nodesOf(q, q.correct).includes(node));
    }
    if (!q) return;
    const text = inWords(q, name), known = "correct" in q;
    byId("question-text").textContent = text;
    byId("choices").hidden = !q.choices || q.tally !== null; // the totals have the same words
    byId("choices").replaceChildren(...(q.choices ?? []).map((choice) => Object.assign(document.createElement("li"), { textContent: choice })));
    const totals = byId("totals");
    totals.hidden = !q.tally;
    listCounts(totals, q, q.tally ?? { counts: [] }, name);
    if (q.tally?.counts.length === 0 && !q.choices) totals.append(Object.assign(document.createElement("li"), { textContent: "No answers yet." }));
    for (const [node, count] of Object.entries(q.tally?.nodes ?? {})) this.#mark(Number(node), Number(count));
    const answer = byId("right-answer");
    answer.hidden = !known;
    answer.textContent = known ? rightInWords(q, mine, name) : "";
    answer.classList.toggle("missed", known && mine?.question === q.id && mine.right === false);
    this.explain();
    this.#speak(q, known ? answer.textContent : q.tally ? "The totals are shown." : q.state === "stopped" ? "No more answers." : text);
  }

  /** Each state of a question is announced once. @param {Question} q @param {string} text */
  #speak(q, text) {
    const spoken = `${q.id} ${text}`;
    if (spoken === this.#spoken) return;
    this.#spoken = spoken;
    byId("question-said").textContent = text;
  }

  /** @param {number} node @param {number} count */
  #mark(node, count) {
    const group = this.#view.group(node);
    if (group instanceof SVGGraphicsElement) markCount(group, group, count);
  }
}

/** Writes a count at the corner of a node, or into a copy of it. @param {SVGGraphicsElement} group @param {Element} into @param {number} count */
export function markCount(group, into, count) {
  const box = /** @type {SVGGraphicsElement} */ (group.querySelector(".box, .value") ?? group).getBBox();
  const text = document.createElementNS(svgNamespace, "text");
  text.setAttribute("class", "tally");
  text.setAttribute("x", String(box.x + box.width + 4));
  text.setAttribute("y", String(box.y - 2));
  text.textContent = `${count}×`;
  into.append(text);
}
