// The form of a question of the quiz: its choices, and what is chosen.

import { exact, jsonOf, most, multiply, total, zero } from "../shared/exact.js";
import { format, read } from "./quiz-check.js";

/** @typedef {import("./quiz-check.js").Prediction} Prediction */
/** @typedef {import("./quiz-check.js").Judgement} Judgement */
/** @typedef {import("./quiz-check.js").Value} Value */
/**
 * Asked before the step, about the node. A cut has two: what is cut, and then why;
 * or, where the algorithm may cut wrongly, whether it is right.
 * @typedef {{step: number, kind: "cut" | "why" | "judge" | "value" | "again", node: number}} Question
 */

/**
 * What the questions are about.
 * @typedef {object} Run
 * @property {import("./quiz-check.js").Tree} tree
 * @property {(node: number) => string} name
 * @property {(node: number, step: number) => import("./timeline.js").NodeState} state
 * @property {(open: Question) => any} event  at the step of the question
 * @property {(open: Question) => any} before  the event before it
 * @property {boolean} averages  the windows of chance nodes are bounds
 * @property {(open: Question) => number[]} path  from the root to the node of the question
 * @property {(node: number) => string | null | undefined} drawnValue  of a leaf
 */

/** Children that a list names one by one; more are taken together. */
const mostListed = 10;

/** The parts of each form in which a node can be chosen on the tree. */
const partsOf = { cut: ["cut"], why: ["why"], judge: ["why"], value: ["value"], again: ["again", "because"] };

export class QuizForm {
  #box;
  #run;

  /** @param {HTMLElement} box @param {Run} run */
  constructor(box, run) {
    this.#box = box;
    this.#run = run;
  }

  /** @param {Question} open */
  show(open) {
    this.#box.replaceChildren(...{ cut: () => this.#cutChoices(open), why: () => [group("Whose bounds justify it?", this.#holders(open))], judge: () => this.#judgeChoices(open), value: () => this.#valueChoices(open), again: () => this.#againChoices(open) }[open.kind]());
  }

  clear() {
    this.#box.replaceChildren();
  }

  /** All choices, each with the nodes that stand for it. */
  get choices() {
    return [...this.#box.querySelectorAll("input")].map((input) => ({ input, nodes: (input.dataset.nodes ?? "").split(" ").filter(Boolean).map(Number) }));
  }

  /** Chooses a node; null: it is no choice here. @param {Question} open @param {number} node */
  pick(open, node) {
    for (const part of partsOf[open.kind]) {
      const input = this.#inputs(part).find((i) => (i.dataset.nodes ?? "").split(" ").includes(String(node)));
      if (!input) continue;
      input.checked = input.type === "radio" || !input.checked;
      return input;
    }
    return null;
  }

  /** The children of the node that have no value yet. @param {Question} open */
  #rest(open) {
    if (this.#run.tree.chance[open.node]) { // a probed child has a value, and can be cut
      const before = this.#run.before(open), kids = this.#run.tree.kids[open.node];
      return before.type === "backup" && before.node === open.node ? kids.slice(kids.indexOf(before.child) + 1) : kids;
    }
    return this.#run.tree.kids[open.node].filter((k) => ["", "nil", "later"].includes(this.#run.state(k, open.step - 1).phase));
  }

  /** The value that a searched child shows. @param {number} child @param {number} step @returns {string} */
  #valueOf(child, step) {
    const state = this.#run.state(child, step);
    if (state.phase !== "done") return "";
    if (state.text) return state.text;
    return this.#run.drawnValue(child) ?? format(this.#run.tree.value[child]);
  }

  /** @param {Question} open */
  #cutChoices(open) {
    const rest = this.#rest(open);
    const children = rest.length <= mostListed
      ? rest.map((k) => choice("checkbox", "cut", [k], this.#run.name(k)))
      : [choice("checkbox", "cut", rest, `all ${rest.length} children that are left`)];
    return [group("What is cut?", [choice("radio", "what", "none", "Nothing"), ...children])];
  }

  /** @param {Question} open */
  #judgeChoices(open) {
    const answers = [choice("radio", "what", "unsound", "No, nothing does"), choice("radio", "what", "justified", "Yes:")];
    return [group("Do bounds justify this cut?", [...answers, ...this.#holders(open)])];
  }

  /** The nodes of the path, with the bounds that they hold. @param {Question} open */
  #holders(open) {
    const { tree, averages } = this.#run;
    return this.#run.path(open).filter((n) => averages || !tree.chance[n]).map((n) => {
      if (tree.chance[n]) return choice("checkbox", "why", [n], `${this.#run.name(n)}: its window for this child`);
      const has = this.#run.state(n, open.step - 1).text, player = this.#run.tree.player[n];
      return choice("checkbox", "why", [n], `${this.#run.name(n)}${player && this.#run.tree.kind !== "path" ? `, player ${player}` : ""}${has ? `: ${has}` : ": no value yet"}`);
    });
  }

  /** @param {Question} open */
  #valueChoices(open) {
    const step = open.step - 1, event = this.#run.event(open);
    /** @type {Map<string, number[]>} */
    const values = new Map();
    for (const k of this.#run.tree.kids[open.node]) {
      const value = this.#valueOf(k, step);
      if (value) values.set(value, [...(values.get(value) ?? []), k]);
    }
    // Also the vector of everybody's best, which is a common mistake, and what
    // is known here from elsewhere.
    const known = [...values.keys()].map((v) => read(v, this.#width)), vectors = known.filter(Array.isArray);
    if (this.#run.tree.chance[open.node]) { // as if all were equally likely, another common mistake
      const equally = { over: 1n, under: BigInt(this.#run.tree.kids[open.node].length) };
      const drawn = this.#run.tree.kids[open.node].map((k) => read(this.#valueOf(k, step), this.#width));
      const mean = (/** @type {any[]} */ scores) => jsonOf(multiply(equally, total(scores.map((score) => exact(score) ?? zero))));
      if (drawn.every((v) => v !== undefined)) add(format(this.#width > 0 ? Array.from({ length: this.#width }, (_, i) => mean(drawn.map((v) => /** @type {any} */ (v)[i]))) : mean(drawn)));
    } else if (vectors.length > 1) add(format(vectors[0].map((_, i) => jsonOf(vectors.map((v) => exact(v[i]) ?? zero).reduce(most)))));
    for (const value of [event.value, event.best]) if (value !== null) add(format(value));
    /** @param {string} text */
    function add(text) {
      if (!values.has(text)) values.set(text, []);
    }
    const sorted = [...values].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    const typed = document.createElement("label");
    typed.className = "ask-typed";
    const field = document.createElement("input");
    Object.assign(field, { type: "text", autocomplete: "off", inputMode: "text", placeholder: this.#width > 0 ? "5, 2, 2" : "5" });
    field.setAttribute("form", "ask-none");
    field.dataset.typed = "";
    typed.append("another value", field);
    return [group("The value is", [...sorted.map(([text, kids]) => choice("radio", "value", kids, text, text)), choice("radio", "value", [], "no value", "no value"), typed])];
  }

  get #width() {
    return this.#run.tree.kind === "maxn" ? this.#run.tree.players : 0;
  }

  /** @param {Question} open */
  #againChoices(open) {
    const step = open.step - 1, kids = this.#run.tree.kids[open.node];
    const without = kids.filter((k) => this.#run.state(k, step).phase === "nil");
    const valued = kids.filter((k) => this.#valueOf(k, step) !== "");
    return [
      group("Which child is re-searched?", [choice("radio", "again", [], "None", "none"), ...without.map((k) => choice("radio", "again", [k], this.#run.name(k), String(k)))]),
      group("Because of whose value?", [...valued.map((k) => choice("radio", "because", [k], `${this.#run.name(k)} gave ${this.#valueOf(k, step)}`, String(k))), choice("radio", "because", [], "Nothing else has settled it", "none")]),
    ];
  }

  /** @param {string} part @returns {HTMLInputElement[]} */
  #inputs(part) {
    return [...this.#box.querySelectorAll(`input[data-part="${part}"]`)].map((i) => /** @type {HTMLInputElement} */ (i));
  }

  /** @param {string} part */
  #checked(part) {
    return this.#inputs(part).filter((i) => i.checked);
  }

  /** Takes back what contradicts the last choice. @param {HTMLInputElement} input */
  reconcile(input) {
    const { part } = input.dataset;
    const drop = (/** @type {HTMLInputElement[]} */ list) => list.forEach((i) => (i.checked = false));
    if (part === "what" && input.value === "none") drop(this.#inputs("cut"));
    if (part === "what" && input.value === "unsound") drop(this.#inputs("why"));
    if (part === "cut" && input.checked) drop(this.#inputs("what"));
    if (part === "why" && input.checked) for (const yes of this.#inputs("what")) yes.checked = yes.value === "justified";
    if ("typed" in input.dataset && input.value) drop(this.#inputs("value"));
    if (part === "value") /** @type {HTMLInputElement} */ (this.#box.querySelector("[data-typed]")).value = "";
  }

  /** The nodes of the choices that are made. @param {string} part */
  #nodes(part) {
    return this.#checked(part).flatMap((i) => (i.dataset.nodes ?? "").split(" ").map(Number));
  }

  /** What is said to be cut; a text: what is missing in the answer. @returns {Prediction | string} */
  cutAnswer() {
    const none = this.#checked("what").length > 0, cut = this.#nodes("cut");
    return none || cut.length > 0 ? { none, cut } : "Choose the children that are cut, or “Nothing”.";
  }

  /** What is said of a cut; a text: what is missing in the answer. @returns {Judgement | string} */
  judgement() {
    const justified = !this.#checked("what").some((i) => i.value === "unsound"), why = this.#nodes("why");
    if (justified && why.length === 0) return this.#inputs("what").length > 0 ? "Choose whose bounds justify the cut, or that nothing does." : "Choose whose bounds justify the cut.";
    return { justified, why };
  }

  /** The answer about a value; a text: what is missing in it. @returns {{value: Value} | string} */
  valueAnswer() {
    const typed = /** @type {HTMLInputElement} */ (this.#box.querySelector("[data-typed]")).value.trim();
    const chosen = typed || this.#checked("value")[0]?.value;
    if (chosen === undefined) return "Choose a value, or type one.";
    const value = chosen === "no value" ? null : read(chosen, this.#width);
    if (value === undefined) return this.#width > 0 ? `“${typed}” is not a value: it needs ${this.#width} scores, such as 5, 2, 2.` : `“${typed}” is not a number.`;
    return { value };
  }

  /** The answer about a second search; a text: what is missing in it. @returns {{child: number | null, because: number | null} | string} */
  againAnswer() {
    const again = this.#checked("again")[0]?.value, because = this.#checked("because")[0]?.value;
    if (again === undefined) return "Choose a child, or “None”.";
    if (again !== "none" && because === undefined) return "Choose why it is re-searched.";
    const number = (/** @type {string | undefined} */ text) => (text === undefined || text === "none" ? null : Number(text));
    return { child: number(again), because: number(because) };
  }
}

/** @param {string} legend @param {Element[]} content */
function group(legend, content) {
  const set = document.createElement("fieldset"), title = document.createElement("legend");
  title.textContent = legend;
  set.append(title, ...content);
  return set;
}

/**
 * @param {"radio" | "checkbox"} type @param {string} part @param {number[] | string} nodes  of the tree that stand for it, or its value
 * @param {string} text @param {string} [value]
 */
function choice(type, part, nodes, text, value) {
  const label = document.createElement("label"), input = document.createElement("input");
  label.className = "ask-choice";
  input.type = type;
  input.name = `ask-${part}`;
  input.setAttribute("form", "ask-none"); // no part of the run's form
  input.dataset.part = part;
  if (Array.isArray(nodes)) input.dataset.nodes = nodes.join(" ");
  input.value = value ?? (Array.isArray(nodes) ? nodes.join(" ") : nodes);
  label.append(input, text);
  return label;
}
