// The answer of a follower. It is given by clicks on the tree, chosen from a list, or typed.

import { answerOf, kindOf } from "../shared/question-kinds.js";
import { jsonOf, scoreText, typedNumber } from "../shared/exact.js";
import { spreadScores } from "../shared/scores.js";

/** @typedef {import("./room.js").Question} Question */
/** @typedef {import("../run/tree-view.js").TreeView} TreeView */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const keptText = "Your answer is saved. You can change it.";

export class Answer {
  #view;
  #width;
  #send;
  #known;
  /** @type {Question | null} */
  #question = null;
  /** The answer that was sent but not yet acknowledged. @type {{question: string, answer: any} | null} */
  #pending = null;
  /** Orders are put together by this module. @type {typeof import("../shared/answer-fields.js") | null} */
  #order = null;
  /** The question whose answer is stored, and the answer. */
  #kept = "";
  #keptAnswer = "";

  /** @param {TreeView} view @param {number} width  the number of scores of a value; 0: a value is one number @param {(message: {question: string, answer: any}) => void} send @param {(node: number) => boolean} known  whether the room has a number for a node */
  constructor(view, width, send, known) {
    this.#view = view;
    this.#width = width;
    this.#send = send;
    this.#known = known;
    const panel = byId("question");
    panel.addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      this.#changed();
    });
    panel.addEventListener("input", (e) => {
      const slider = this.#along;
      if (slider && e.target instanceof HTMLInputElement && e.target.type === "range") this.#fields.forEach((field, i) => (field.value = slider.value.replace(/[()]/g, "").split(",")[i].trim()));
      else if (this.#shape === "value") spreadScores(this.#fields, e.target);
      this.#changed();
    });
    panel.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement)) return;
      e.preventDefault();
      this.#give();
    });
    byId("send-answer").addEventListener("click", () => this.#give());
  }

  get #shape() {
    return kindOf(this.#question?.kind).shape;
  }

  get #fields() {
    return /** @type {HTMLInputElement[]} */ ([...byId("answer").querySelectorAll("input:not([data-values], [type=range])")]);
  }

  /** The field of the slider beside the fields of a value. @returns {HTMLInputElement | null} */
  get #along() {
    return byId("answer").querySelector("input[data-values]");
  }

  /** @param {Question | null} q @param {import("./room.js").Mine} [mine]  the stored answer, which the room sends on entering and with the right answer */
  show(q, mine) {
    const open = q?.state === "open", same = q?.id === this.#question?.id;
    this.#question = q;
    if (!same) {
      this.#pending = null;
      this.#say("");
      byId("answer").replaceChildren(...(q ? this.#inputs(q) : []));
    }
    if (q && mine?.question === q.id && this.#kept !== q.id) {
      this.#kept = q.id;
      this.#keptAnswer = JSON.stringify(mine.answer);
      if (!this.#pending && [undefined, "[]"].includes(JSON.stringify(this.#entered()))) this.#enter(mine.answer);
      if (open && !this.#pending) this.#changed();
    }
    for (const field of this.#fields) field.disabled = !open;
    this.#lock();
    byId("send-answer").hidden = !open;
    if (q && !open && !this.#pending) this.#say(this.#ended(q));
    this.#draw();
  }

  /** What is dragged has no fields to disable. */
  #lock() {
    const open = this.#question?.state === "open";
    for (const list of byId("answer").querySelectorAll("ol")) list.inert = !open;
    for (const slider of /** @type {NodeListOf<HTMLInputElement>} */ (byId("answer").querySelectorAll("input[type=range]"))) slider.disabled = !open;
  }

  /** The slider shows what is in the fields. */
  #follow() {
    const along = this.#along;
    if (!along) return;
    along.value = this.#fields.map((field) => field.value).join(",");
    along.dispatchEvent(new Event("input"));
  }

  /** The message when the question is closed. The fields may differ from the answer that was sent. @param {Question} q */
  #ended(q) {
    if ("correct" in q && this.#kept === q.id && JSON.stringify(this.#entered()) === this.#keptAnswer) return ""; // the verdict is shown beside it
    const given = JSON.stringify(this.#entered());
    if (this.#kept === q.id) return given === this.#keptAnswer ? "Your answer is saved." : "The answer that you sent is saved. This change was not sent.";
    return `No more answers are accepted.${given === undefined || given === "[]" ? "" : " This one was not sent."}`;
  }

  /** The fields have changed. */
  #changed() {
    const q = this.#question;
    if (q?.state === "open" && !this.#pending && this.#kept === q.id) this.#say(JSON.stringify(this.#entered()) === this.#keptAnswer ? keptText : "This change is not sent yet.");
    this.#follow();
    this.#draw();
  }

  /** Another part of the tree is drawn, so the choices may have changed. */
  redrawn() {
    const q = this.#question, box = byId("answer"), size = (/** @type {Element[]} */ list) => list.reduce((sum, part) => sum + part.querySelectorAll("input, option").length, 0);
    if (!q || !["nodes", "node"].includes(this.#shape)) return;
    const given = this.#entered(), inputs = this.#inputs(q);
    if (size([box]) !== size(inputs)) {
      box.replaceChildren(...inputs);
      for (const field of this.#fields) {
        field.checked = [given].flat().includes(Number(field.value));
        field.disabled = q.state !== "open";
      }
      const list = box.querySelector("select");
      if (list && given !== undefined) list.value = String(given);
    }
    this.#draw();
  }

  /** A node is clicked. @param {number} node */
  pick(node) {
    const list = byId("answer").querySelector("select"), field = this.#fields.find((f) => f.dataset.node === String(node));
    if (this.#question?.state !== "open") return;
    if (list && !this.#known(node)) return this.#say("The search has not reached this node yet. Choose another one.");
    if (list) list.value = String(node);
    else if (field) field.checked = !field.checked;
    this.#changed();
  }

  /** The connection is back: sends again what may be lost. */
  again() {
    if (this.#pending) this.#send(this.#pending);
  }

  /** An answer was stored. @param {string} question */
  kept(question) {
    const q = this.#question;
    if (!q || question !== q.id) return;
    if (this.#pending) this.#keptAnswer = JSON.stringify(this.#pending.answer);
    this.#pending = null;
    this.#kept = question;
    if (q.state === "open") {
      this.#say(keptText);
      this.#changed();
    } else this.#say(this.#ended(q));
  }

  /** The room has no answer of this person, for example after the presenter has taken them out. */
  forget() {
    if (!this.#kept) return;
    this.#kept = this.#keptAnswer = "";
    this.#say("");
  }

  /** A message was refused; returns whether it was an answer. @param {string} detail */
  refused(detail) {
    if (!this.#pending) return false;
    this.#pending = null;
    this.#say(detail);
    return true;
  }

  /** @param {Question} q @returns {Element[]} */
  #inputs(q) {
    const { links } = this.#view, { shape, choices } = kindOf(q.kind), name = (/** @type {number} */ n) => this.#view.name(n);
    if (shape === "node") {
      const list = document.createElement("select");
      list.setAttribute("aria-label", "Node");
      list.append(new Option("click a node", ""), ...links.flatMap(([node]) => (this.#known(node) ? new Option(name(node), String(node)) : [])));
      return [list];
    }
    if (shape === "order") {
      const field = document.createElement("input"), kids = links.flatMap(([node, parent]) => (parent === q.node ? [node] : []));
      field.dataset.order = JSON.stringify(kids.map(name));
      field.dataset.nodes = JSON.stringify(kids);
      field.setAttribute("aria-label", "The children in order, the first one to search first");
      const box = document.createElement("div");
      box.append(field);
      import("../shared/answer-fields.js").then((module) => {
        this.#order = module;
        module.draggable(box);
        this.#lock();
      });
      return [box];
    }
    if (q.kind === "change") this.#slide(q);
    if (choices) return choices(q, { links, name, width: this.#width }).map(({ text, value, node }) => this.#choice(shape === "nodes" ? "checkbox" : "radio", text, value, node));
    return Array.from({ length: this.#width || 1 }, (_, i) => {
      const field = document.createElement("input");
      field.inputMode = "text"; // a phone's keyboard for numbers lacks the minus or the slash
      field.autocomplete = "off";
      field.setAttribute("aria-label", this.#width ? `Score of player ${i + 1}` : "Value");
      field.placeholder = this.#width ? String(i + 1) : "value";
      return field;
    });
  }

  /** Adds a slider to the fields of a leaf that is changed one point at a time. @param {Question} q */
  async #slide(q) {
    const [{ draggable }, { valuesBetween }] = await Promise.all([import("../shared/answer-fields.js"), import("./values-between.js")]), node = q.node ?? -1;
    const values = valuesBetween(this.#view.shown(node)?.textContent ?? "", q.value);
    if (this.#question?.id !== q.id || this.#along || values.length < 2) return;
    const field = document.createElement("input"), box = document.createElement("div");
    field.type = "hidden";
    field.dataset.values = JSON.stringify(values);
    field.setAttribute("aria-label", `Value of ${this.#view.name(node)}`);
    box.className = "slides";
    box.append(field);
    byId("answer").append(box);
    draggable(box);
    this.#lock();
    this.#follow();
  }

  /** @param {string} type @param {string} text @param {number} value @param {number} [node] */
  #choice(type, text, value, node) {
    const label = document.createElement("label"), input = document.createElement("input"), words = document.createElement("span");
    label.className = "chip";
    Object.assign(input, { type, name: "room-answer", value: String(value) });
    if (node !== undefined) input.dataset.node = String(node);
    words.textContent = text;
    label.append(input, words);
    return label;
  }

  /** Shows the chosen nodes on the tree. */
  #draw() {
    const chosen = new Set(this.#fields.filter((f) => f.checked && f.dataset.node).map((f) => Number(f.dataset.node)));
    const list = byId("answer").querySelector("select");
    if (list?.value) chosen.add(Number(list.value));
    for (const node of this.#view.nodes) this.#view.group(node)?.classList.toggle("chosen", chosen.has(node));
  }

  /** The entered answer; undefined: it is incomplete. */
  #entered() {
    const fields = this.#fields, checked = fields.filter((f) => f.checked).map((f) => Number(f.value));
    if (this.#shape === "node") {
      const { value } = /** @type {HTMLSelectElement} */ (byId("answer").querySelector("select"));
      return value === "" ? undefined : Number(value);
    }
    if (this.#shape === "order") return this.#order?.orderOf(fields[0]);
    if (this.#shape !== "value") return answerOf(this.#shape, checked);
    const scores = fields.flatMap((f) => typedNumber(f.value) ?? []).map(jsonOf);
    if (scores.length < fields.length) return undefined;
    return this.#width ? scores : scores[0];
  }

  /** Enters an answer. @param {any} answer */
  #enter(answer) {
    const list = byId("answer").querySelector("select"), all = [answer].flat();
    if (list) list.value = String(answer);
    else if (this.#shape === "order") this.#fields[0].value = all.map((node) => this.#view.name(node)).join(", ");
    else if (this.#shape === "value") this.#fields.forEach((field, i) => (field.value = scoreText(all[i])));
    else for (const field of this.#fields) field.checked = all.some((one) => Number(one) === Number(field.value));
  }

  #give() {
    if (this.#question?.state !== "open") return;
    if (this.#shape === "order") this.#order?.takeShown(byId("answer"));
    const answer = this.#entered();
    if (answer === undefined) return this.#say(this.#shape !== "value" ? "Choose an answer first." : this.#width ? "Enter a number for each player." : "Enter a number.");
    this.#pending = { question: this.#question.id, answer };
    this.#say("Sending …");
    this.#send(this.#pending);
  }

  /** @param {string} text */
  #say(text) {
    byId("answer-state").textContent = text;
  }
}
