// The questions of a presenter: to ask what comes next, to stop, to show the totals and the
// right answer, to ask again; the answers live, and as a table.

import { under } from "../shared/base.js";
import { ChoiceList } from "../shared/choice-list.js";
import { BACKUP, PRUNE } from "../run/timeline.js";
import { answerInWords, inWords, isRight, kindOf } from "../shared/question-kinds.js";
import { readValue } from "../shared/read-value.js";
import { listCounts } from "./question.js";
import { runOf } from "./room.js";

/** @typedef {import("./room.js").Question} Question */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./led-run.js").LedRun} LedRun */
/** @typedef {{question?: string, followers: number, lost: number, hands: number, damaged?: number, answers: number, counts: {answer: any, count: number}[], other?: number, nodes: Record<string, number>, anonymous: boolean}} Class */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** Counts are spoken after they have not changed for this time, in milliseconds. */
const quiet = 2000;

export class Ask {
  #led;
  #room;
  /** The last question, to ask it again. @type {object | null} */
  #last = null;
  #dialog = /** @type {HTMLDialogElement} */ (byId("ask-dialog"));
  #choices = new ChoiceList(/** @type {HTMLElement} */ (this.#dialog.querySelector(".choice-list")));
  #table = /** @type {HTMLDetailsElement} */ (byId("answers"));
  #snapshots;
  #timer = 0;
  /** The newest message about the class. @type {Class | null} */
  #class = null;

  /** @param {LedRun} led @param {Room} room @param {import("./snapshots.js").Snapshots} snapshots @param {() => void} still  stops the playback */
  constructor(led, room, snapshots, still) {
    this.#led = led;
    this.#room = room;
    this.#snapshots = snapshots;
    byId("ask-keep").addEventListener("click", () => this.#keep());
    const send = (/** @type {string} */ type) => () => room.send({ type });
    byId("ask-next").addEventListener("click", () => this.next());
    byId("ask-stop").addEventListener("click", send("stop"));
    byId("ask-totals").addEventListener("click", send("tally"));
    byId("ask-reveal").addEventListener("click", send("reveal"));
    byId("ask-end").addEventListener("click", send("end"));
    byId("ask-again").addEventListener("click", () => this.#ask(this.#last ?? this.#present()));
    byId("ask-time").addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      if (room.value?.question?.state === "open") room.send({ type: "time", seconds: this.seconds });
    });
    byId("ask-other").addEventListener("click", () => {
      still();
      this.#open();
    });
    this.#dialog.addEventListener("change", (e) => {
      e.stopPropagation();
      this.#showFields();
    });
    this.#dialog.addEventListener("close", () => this.#dialog.returnValue === "ask" && this.#askEntered());
    this.#table.addEventListener("toggle", () => this.#table.open && this.#fill());
  }

  /** The time limit of a question in seconds; null: none. */
  get seconds() {
    return Number(field("ask-time").value) || null;
  }

  /** Asks what comes after the current step. */
  next() {
    const { step, steps } = this.#led, { timeline } = steps, next = step + 1;
    if (next > timeline.last) return;
    if (timeline.type[next] === PRUNE) return this.#ask({ kind: "terms", step: next });
    const path = timeline.path(step), inner = path.filter((n) => this.#kids(n).length > 0);
    const node = inner.at(-1) ?? 0;
    const ends = [BACKUP, PRUNE].includes(timeline.type[step]) && this.#kids(node).every((n) => ["done", "nil", "cut"].includes(timeline.state(n, step).phase));
    this.#ask({ kind: ends ? "value" : "cut", node });
  }

  /** @param {import("./room.js").Value} value */
  changed({ question: q, show }) {
    const here = q !== null && (!q.show || runOf(q.show) === runOf(show));
    const open = q?.state === "open", revealed = q !== null && "correct" in q;
    /** @param {string} id @param {boolean} does */
    const enable = (id, does) => (/** @type {HTMLButtonElement} */ (byId(id)).disabled = !does);
    for (const id of ["ask-next", "ask-other"]) enable(id, !open); // the next question comes after this one
    enable("ask-stop", open);
    enable("ask-totals", q !== null && (open || !q.tally));
    enable("ask-reveal", q !== null && !revealed);
    enable("ask-keep", q !== null && !open && here);
    for (const id of ["ask-again", "ask-end"]) enable(id, q !== null);
    if (q && byId("live").hidden) /** @type {HTMLElement} */ (byId("ask-stop").closest(".asking")).scrollLeft = 0; // on a phone it is one line
    byId("live").hidden = q === null;
  }

  /** Keeps a snapshot of the answers to a closed question. */
  #keep() {
    const q = this.#room.value?.question, made = this.#class;
    if (!q || made?.question !== q.id) return;
    const name = (/** @type {number} */ n) => this.#led.view.name(n), right = "correct" in q ? q.correct : null;
    const counts = made.counts.map(({ answer, count }) => ({ text: answerInWords(q, answer, name), count, right: isRight(right, answer) }));
    if (made.other) counts.push({ text: "other answers", count: made.other, right: false });
    this.#snapshots.keepAnswers(inWords(q, name), counts, made.nodes);
  }

  /** @param {Class} message */
  class(message) {
    this.#class = message;
    const q = this.#room.value?.question;
    byId("class-answered").textContent = `${message.answers} of ${message.followers} answered`;
    byId("answered").textContent = `${message.answers} of ${message.followers} have answered`;
    this.#speak(q ? `${message.answers} of ${message.followers} have answered.` : "");
    if (q) listCounts(byId("counts"), q, message, (n) => this.#led.view.name(n));
    if (this.#table.open) this.#fill();
  }

  /** @param {object} question */
  #ask(question) {
    this.#last = question;
    this.#room.send({ type: "ask", question, seconds: this.seconds });
  }

  /** The current question, to ask it again. */
  #present() {
    const { kind, node, text, value, choices, other, step } = /** @type {Question} */ (this.#room.value?.question);
    return { kind, text, step, ...(node !== null && { node }), ...(value !== undefined && { value }), ...(choices && kindOf(kind).fields.includes("choices") && { choices }), ...(other && { other }) };
  }

  /** Announces how many have answered, when this has not changed for a while. @param {string} text */
  #speak(text) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const said = byId("class-said");
      if (said.textContent !== text) said.textContent = text;
    }, quiet);
  }

  /** @param {number} node */
  #kids(node) {
    return this.#led.view.links.filter(([, parent]) => parent === node).map(([n]) => n);
  }

  #open() {
    const list = /** @type {HTMLSelectElement} */ (byId("ask-node")), { timeline } = this.#led.steps;
    list.replaceChildren(...this.#led.view.nodes.map((n) => new Option(this.#led.view.name(n), String(n))));
    list.value = String(timeline.node[this.#led.step] ?? 0);
    for (const id of ["ask-text", "ask-value"]) field(id).value = ""; // from the previous question
    this.#choices.set();
    this.#showFields();
    this.#dialog.returnValue = "";
    this.#dialog.showModal();
  }

  #showFields() {
    const has = kindOf(field("ask-kind").value).fields;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.#dialog.querySelectorAll("[data-of]"))) part.hidden = !has.includes(part.dataset.of ?? "");
  }

  #askEntered() {
    const kind = field("ask-kind").value, { fields: has, atAnswer } = kindOf(kind), text = field("ask-text").value.trim();
    const { choices, correct } = this.#choices;
    this.#ask({
      kind, ...(text && { text }),
      ...(atAnswer && { step: this.#led.step + 1 }),
      ...(has.includes("node") && { node: Number(field("ask-node").value) }),
      ...(has.includes("value") && { value: readValue(field("ask-value").value) }),
      ...(has.includes("choices") && { choices }),
      ...(has.includes("other") && { other: field("ask-other-algorithm").value }),
      ...(has.includes("correct") && correct !== undefined && { correct }),
    });
  }

  /** Loads the table of all answers. */
  async #fill() {
    const answer = await fetch(under(`/api/v1/rooms/${this.#room.value?.code}/answers`)).catch(() => null);
    if (!answer?.ok) return;
    const { questions } = await answer.json();
    this.#table.querySelector("tbody")?.replaceChildren(...questions.map((/** @type {any} */ q) => {
      const name = (/** @type {number} */ n) => q.names[n] ?? `node ${n}`; // the room may show another tree now
      const row = document.createElement("tr"), right = q.counts.filter((/** @type {any} */ c) => c.right).reduce((/** @type {number} */ sum, /** @type {any} */ c) => sum + c.count, 0);
      const commonest = q.counts[0] ? `${answerInWords(q, q.counts[0].answer, name)} (${q.counts[0].count})` : "–";
      for (const text of [inWords(q, name), String(q.answers), q.correct === null ? "–" : String(right), commonest]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        row.append(cell);
      }
      return row;
    }));
  }
}
