// Ask me first: the search halts before each cut, backup and second search and
// asks. The answer is given in the panel or on the tree; what it is worth, and
// what is asked where, is for run/quiz-check.js to say.

import { checkAgain, checkCut, checkValue, format, held, question, read, tally, treeOf } from "./quiz-check.js";
import { ENTER } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./connection.js").Detail} Detail */
/** @typedef {import("./tree-view.js").TreeView} TreeView */
/** @typedef {import("./quiz-check.js").Kind} Kind */
/** @typedef {import("./quiz-check.js").Verdict} Verdict */
/** @typedef {{step: number, kind: "cut" | "value" | "again", node: number}} Open */

/**
 * @typedef {object} Page
 * @property {() => Timeline} timeline
 * @property {(step: number) => Detail | undefined} detail
 * @property {TreeView} view
 * @property {(step: number) => void} go  to a step that may be seen
 * @property {() => void} forward         one step on, asking again
 */

/** Children that a list names one by one; more are taken together. */
const mostListed = 10;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Record<Kind, string>} */
const titles = { right: "Right", lucky: "Lucky", missed: "Missed", unsound: "Unsound", wrong: "Wrong", shown: "Shown" };

export class Quiz {
  /** The furthest step that has been shown. */
  reached = 0;
  /** @type {Map<number, Kind>} the answers, by the step that they were about */
  #answers = new Map();
  /** @type {Open | null} */
  #open = null;
  /** @type {number} the step whose answer the panel tells; -1: none */
  #told = -1;
  /** @type {Page} */
  #page;
  #request;
  #tree;
  #panel = byId("ask");
  #choices = byId("ask-choices");
  #key;

  /** @param {any} request @param {number} step @param {SVGSVGElement} svg @param {Page} page */
  constructor(request, step, svg, page) {
    this.#page = page;
    this.#request = request;
    this.#tree = treeOf(request.tree);
    this.reached = step;
    const address = new URL(location.href);
    address.searchParams.delete("step");
    this.#key = `espalier-ask ${address.pathname}${address.search}`;
    this.#restore(step);
    byId("ask-answer").addEventListener("click", () => this.#answer());
    byId("ask-show").addEventListener("click", () => this.#settle({ kind: "shown", says: "" }));
    byId("ask-on").addEventListener("click", () => this.#page.forward());
    byId("score-again").addEventListener("click", () => {
      this.#store("");
      address.searchParams.set("step", "0");
      location.assign(address);
    });
    this.#panel.addEventListener("change", (e) => {
      e.stopPropagation(); // the run's form would send it
      this.#chosen(/** @type {HTMLInputElement} */ (e.target));
    });
    this.#panel.addEventListener("keydown", (e) => {
      const field = e.target instanceof HTMLInputElement;
      if (e.key === "Enter" && field) this.#answer();
      else if (!(field && e.key.startsWith("Arrow"))) return;
      if (e.key === "Enter") e.preventDefault(); // it would send the run's form
    });
    svg.addEventListener("keydown", (e) => {
      const at = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (e.key !== " " || !at || !this.#open) return;
      e.preventDefault(); // Space plays elsewhere; on a node it answers
      this.pick(Number(at.getAttribute("data-node")));
    });
    new ResizeObserver(([bar]) => document.documentElement.style.setProperty("--player-height", `${bar.target.getBoundingClientRect().height}px`)).observe(/** @type {Element} */ (document.querySelector(".player")));
    this.#score();
  }

  /**
   * How far the cursor may go: to just before the first question that has not
   * been answered. @param {number} to
   */
  gate(to) {
    const timeline = this.#page.timeline();
    for (let t = this.reached + 1; t <= to; t++) {
      const kind = question(timeline, t, this.#tree, this.#request);
      if (kind === "" || this.#answers.has(t)) {
        this.reached = t;
        continue;
      }
      const node = timeline.type[t] === ENTER ? this.#tree.parent[timeline.node[t]] : timeline.node[t];
      this.#open = { step: t, kind, node };
      // Once the cursor stands there; it may be there already.
      queueMicrotask(() => this.#pose());
      return t - 1;
    }
    return to;
  }

  /** The page shows a step. @param {number} t */
  shown(t) {
    if (this.#told !== t) this.#told = -1;
    if (!this.#open || this.#open.step - 1 !== t) this.#close();
    this.#panel.hidden = this.#told < 0 && !this.#posed;
    this.#score();
  }

  /** More of the run, or of its details, has come. */
  arrived() {
    if (this.#open && !this.#posed && this.#waits) this.#pose();
    this.#score();
  }

  #posed = false;
  #waits = false;

  #close() {
    this.#open = null;
    this.#posed = this.#waits = false;
    this.#choices.replaceChildren();
    this.#mark();
  }

  #pose() {
    const open = this.#open;
    if (!open || this.#posed) {
      if (open) this.#panel.focus();
      return;
    }
    this.#waits = !this.#page.detail(open.step); // its answer is still under way
    if (this.#waits) return;
    this.#posed = true;
    this.#told = -1;
    const name = this.#name(open.node);
    /** @type {Record<string, [string, string]>} */
    const words = {
      cut: ["What is cut?", `At ${name}: is anything cut now, and whose bounds justify it? Choose here, or on the tree.`],
      value: ["What backs up?", `${this.#name(this.#event(open).child ?? -1)} is done. What does ${name} hold then: does its best value change?`],
      again: ["Is a child searched again?", `Children of ${name} came back without a value. Is one searched again, and why?`],
    };
    byId("ask-title").textContent = words[open.kind][0];
    byId("ask-says").textContent = words[open.kind][1];
    this.#panel.dataset.kind = "open";
    this.#choices.replaceChildren(...{ cut: () => this.#cutChoices(open), value: () => this.#valueChoices(open), again: () => this.#againChoices(open) }[open.kind]());
    this.#buttons(true);
    this.#panel.hidden = false;
    this.#mark();
    if (!document.activeElement?.closest("svg.tree")) this.#panel.focus({ preventScroll: true });
    // Beside the tree the panel scrolls; on a phone it stands over the page, and the tree comes above it.
    const fixed = getComputedStyle(this.#panel).position === "fixed";
    if (fixed) document.getElementById("stage")?.scrollIntoView({ block: "start" });
    else this.#panel.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} asking */
  #buttons(asking) {
    for (const id of ["ask-answer", "ask-show"]) byId(id).hidden = !asking;
    byId("ask-on").hidden = asking;
  }

  /** @param {Open} open */
  #event(open) {
    return this.#page.detail(open.step)?.event;
  }

  /** @param {number} node */
  #name(node) {
    return this.#page.view.name(node);
  }

  /** @param {number} node @param {number} step */
  #state(node, step) {
    return this.#page.timeline().state(node, step);
  }

  /** The children of the node that have no value yet. @param {Open} open */
  #rest(open) {
    return this.#tree.kids[open.node].filter((k) => ["", "nil", "later"].includes(this.#state(k, open.step - 1).phase));
  }

  /** The nodes from the root to the one that is asked about. @param {Open} open */
  #path(open) {
    const path = this.#page.timeline().path(open.step - 1);
    return path.slice(0, path.indexOf(open.node) + 1);
  }

  /** The value that a searched child shows. @param {number} child @param {number} step @returns {string} */
  #valueOf(child, step) {
    const state = this.#state(child, step);
    if (state.phase !== "done") return "";
    if (state.text) return state.text;
    return this.#page.view.group(child)?.querySelector(".value")?.textContent ?? format(this.#tree.value[child]);
  }

  /** @param {Open} open */
  #cutChoices(open) {
    const rest = this.#rest(open), step = open.step - 1;
    const children = rest.length <= mostListed
      ? rest.map((k) => choice("checkbox", "cut", [k], this.#name(k)))
      : [choice("checkbox", "cut", rest, `all ${rest.length} children that are left`)];
    const holders = this.#path(open).map((n) => {
      const has = this.#state(n, step).text, player = this.#tree.player[n];
      return choice("checkbox", "why", [n], `${this.#name(n)}${player && this.#tree.kind !== "path" ? `, player ${player}` : ""}${has ? `: ${has}` : ": no value yet"}`);
    });
    return [
      group("What is cut?", [choice("radio", "what", "none", "Nothing"), ...children]),
      group("Whose bounds justify it?", [...holders, choice("radio", "what", "unsound", "Nobody’s: this cut is not justified")]),
    ];
  }

  /** @param {Open} open */
  #valueChoices(open) {
    const step = open.step - 1, event = this.#event(open);
    /** @type {Map<string, number[]>} */
    const values = new Map();
    for (const k of this.#tree.kids[open.node]) {
      const value = this.#valueOf(k, step);
      if (value) values.set(value, [...(values.get(value) ?? []), k]);
    }
    // Also the vector of everybody's best, which is a common mistake, and what
    // is known here from elsewhere.
    const vectors = [...values.keys()].map((v) => read(v, this.#width)).filter(Array.isArray);
    if (vectors.length > 1) add(format(vectors[0].map((_, i) => Math.max(...vectors.map((v) => v[i])))));
    for (const value of [event.value, event.best]) if (value !== null) add(format(value));
    /** @param {string} text */
    function add(text) {
      if (!values.has(text)) values.set(text, []);
    }
    const sorted = [...values].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    const typed = document.createElement("label");
    typed.className = "ask-typed";
    const field = document.createElement("input");
    Object.assign(field, { type: "text", autocomplete: "off", inputMode: this.#width > 0 ? "text" : "decimal", placeholder: this.#width > 0 ? "5, 2, 2" : "5" });
    field.setAttribute("form", "ask-none");
    field.dataset.typed = "";
    typed.append("another value", field);
    return [group("The value is", [...sorted.map(([text, kids]) => choice("radio", "value", kids, text, text)), choice("radio", "value", [], "no value", "no value"), typed])];
  }

  get #width() {
    return this.#tree.kind === "maxn" ? this.#tree.players : 0;
  }

  /** @param {Open} open */
  #againChoices(open) {
    const step = open.step - 1, kids = this.#tree.kids[open.node];
    const without = kids.filter((k) => this.#state(k, step).phase === "nil");
    const valued = kids.filter((k) => this.#valueOf(k, step) !== "");
    return [
      group("Which child is searched again?", [choice("radio", "again", [], "None", "none"), ...without.map((k) => choice("radio", "again", [k], this.#name(k), String(k)))]),
      group("Because of whose value?", [...valued.map((k) => choice("radio", "because", [k], `${this.#name(k)} gave ${this.#valueOf(k, step)}`, String(k))), choice("radio", "because", [], "Nothing else has settled it", "none")]),
    ];
  }

  /** @param {string} part @returns {HTMLInputElement[]} */
  #inputs(part) {
    return [...this.#choices.querySelectorAll(`input[data-part="${part}"]`)].map((i) => /** @type {HTMLInputElement} */ (i));
  }

  /** @param {string} part */
  #checked(part) {
    return this.#inputs(part).filter((i) => i.checked);
  }

  /** What contradicts the last choice is taken back. @param {HTMLInputElement} input */
  #chosen(input) {
    const { part } = input.dataset;
    const drop = (/** @type {HTMLInputElement[]} */ list) => list.forEach((i) => (i.checked = false));
    if (part === "what" && input.value === "none") drop([...this.#inputs("cut"), ...this.#inputs("why")]);
    if (part === "what" && input.value === "unsound") drop(this.#inputs("why"));
    if (part === "cut" && input.checked) drop(this.#inputs("what").filter((i) => i.value === "none"));
    if (part === "why" && input.checked) drop(this.#inputs("what"));
    if ("typed" in input.dataset && input.value) drop(this.#inputs("value"));
    if (part === "value") /** @type {HTMLInputElement} */ (this.#choices.querySelector("[data-typed]")).value = "";
    this.#mark();
  }

  /** A node of the tree was chosen. @param {number} node */
  pick(node) {
    if (!this.#open || !this.#posed) return;
    const parts = { cut: ["cut", "why"], value: ["value"], again: ["again", "because"] }[this.#open.kind];
    for (const part of parts) {
      const input = this.#inputs(part).find((i) => (i.dataset.nodes ?? "").split(" ").includes(String(node)));
      if (!input) continue;
      input.checked = input.type === "radio" || !input.checked;
      this.#chosen(input);
      this.#say(`${this.#name(node)}: ${part === "cut" ? "cut" : part === "why" ? "its bound" : "chosen"}${input.checked ? "" : ", taken back"}.`);
      return;
    }
    this.#say(`${this.#name(node)} is not one of the choices here.`);
  }

  /** @param {string} text */
  #say(text) {
    byId("ask-says").textContent = text;
  }

  /** Shows on the tree what is chosen. */
  #mark() {
    const { view } = this.#page;
    for (const n of view.nodes) {
      const group = view.group(n);
      if (!group?.hasAttribute("aria-selected")) continue;
      group.classList.remove("askable", "picked-cut", "picked-why");
      group.removeAttribute("aria-selected");
    }
    if (!this.#posed) return;
    for (const input of this.#choices.querySelectorAll("input")) {
      for (const text of (input.dataset.nodes ?? "").split(" ").filter(Boolean)) {
        const group = view.group(Number(text));
        group?.classList.add("askable");
        if (group?.getAttribute("aria-selected") !== "true") group?.setAttribute("aria-selected", String(input.checked));
        if (input.checked) group?.classList.add(input.dataset.part === "cut" ? "picked-cut" : "picked-why");
      }
    }
  }

  #answer() {
    const open = this.#open;
    if (!open || !this.#posed) return;
    const verdict = { cut: () => this.#judgeCut(open), value: () => this.#judgeValue(open), again: () => this.#judgeAgain(open) }[open.kind]();
    if (typeof verdict === "string") this.#say(verdict);
    else this.#settle(verdict);
  }

  /** @param {Open} open @returns {Verdict | string} */
  #judgeCut(open) {
    const nodes = (/** @type {string} */ part) => this.#checked(part).flatMap((i) => (i.dataset.nodes ?? "").split(" ").map(Number));
    const none = this.#checked("what").some((i) => i.value === "none"), unjust = this.#checked("what").some((i) => i.value === "unsound");
    const cut = nodes("cut"), why = nodes("why");
    if (!none && cut.length === 0) return "Choose the children that are cut, or “Nothing”.";
    if (!none && !unjust && why.length === 0) return "Choose whose bounds justify the cut, or that none do.";
    const event = this.#event(open), step = open.step - 1;
    return checkCut({
      tree: this.#tree, event: event.type === "prune" ? event : null, at: open.node, path: this.#path(open),
      held: (n) => held(this.#state(n, step).text, this.#tree.player[n]),
      name: (n) => this.#name(n), asPrinted: Boolean(this.#request.options?.as_printed),
    }, { none, cut, why, justified: !unjust });
  }

  /** @param {Open} open @returns {Verdict | string} */
  #judgeValue(open) {
    const typed = /** @type {HTMLInputElement} */ (this.#choices.querySelector("[data-typed]")).value.trim();
    const chosen = typed || this.#checked("value")[0]?.value;
    if (chosen === undefined) return "Choose a value, or type one.";
    const value = chosen === "no value" ? null : read(chosen, this.#width);
    if (value === undefined) return this.#width > 0 ? `“${typed}” is not a value: it needs ${this.#width} scores, such as 5, 2, 2.` : `“${typed}” is not a number.`;
    return checkValue(this.#event(open), value, (n) => this.#name(n));
  }

  /** @param {Open} open @returns {Verdict | string} */
  #judgeAgain(open) {
    const again = this.#checked("again")[0]?.value, because = this.#checked("because")[0]?.value;
    if (again === undefined) return "Choose a child, or “None”.";
    if (again !== "none" && because === undefined) return "Choose why it is searched again.";
    const event = this.#event(open);
    const number = (/** @type {string | undefined} */ text) => (text === undefined || text === "none" ? null : Number(text));
    return checkAgain(event.type === "research" ? event : null, { child: number(again), because: number(because) }, (n) => this.#name(n));
  }

  /** The answer stands, and the step is shown. @param {Verdict} verdict */
  #settle(verdict) {
    const open = this.#open;
    if (!open) return;
    this.#answers.set(open.step, verdict.kind);
    this.#store(JSON.stringify([...this.#answers]));
    this.#close();
    this.#told = open.step;
    byId("ask-title").textContent = titles[verdict.kind];
    this.#panel.dataset.kind = verdict.kind;
    this.#say(verdict.says || (this.#page.detail(open.step)?.text ?? []).map((s) => s.t).join(""));
    this.#buttons(false);
    this.#page.go(open.step);
    byId("ask-on").focus({ preventScroll: true });
  }

  #score() {
    const timeline = this.#page.timeline(), counts = tally(this.#answers.values());
    for (const row of document.querySelectorAll("#ask-score [data-kind]")) {
      const count = row.querySelector("dd");
      if (count) count.textContent = String(counts[/** @type {Kind} */ (row.getAttribute("data-kind"))]);
    }
    const over = timeline.length > 0 && this.reached >= timeline.last && timeline.open.length === 0;
    byId("score-again").hidden = !over;
    byId("ask-on").hidden ||= over;
    const asked = this.#answers.size;
    if (!over || asked === 0) return;
    const parts = /** @type {Kind[]} */ (["right", "lucky", "missed", "unsound", "wrong", "shown"]).filter((k) => counts[k] > 0).map((k) => `${counts[k]} ${k}`);
    const says = `The search is over. Of ${asked} ${asked === 1 ? "question" : "questions"}: ${parts.join(", ")}. Leave “Ask me first” to see the verdict and the story.`;
    if (byId("score-says").textContent !== says) byId("score-says").textContent = says;
  }

  // The answers outlast a reload, as the step in the address does.
  /** @param {string} text */
  #store(text) {
    try {
      if (text) sessionStorage.setItem(this.#key, text);
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Storage may be forbidden; the answers then last as long as the page.
    }
  }

  /** @param {number} step */
  #restore(step) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      if (step > 0) for (const [t, kind] of kept) this.#answers.set(t, kind);
    } catch {
      // Whatever stands there is not ours.
    }
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
