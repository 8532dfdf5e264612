// The fields of one node, or of several alike: in the panel at the node and
// beside the picture. Their changes are read as the fields of one edit.

import { scoreText } from "../shared/exact.js";
import { limitOf, spreadScores } from "../shared/scores.js";
import { addsUp, probabilityOf, sumWords, wrongProbability } from "./probability.js";
import { alternativesOf, drawn, inField, isNumber, scoreOf, suggestion, tentative, valueOf, vectorOf, wrongScore } from "./score-text.js";

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./draft-socket.js").Header} Header */
/** @typedef {{key: string, input: HTMLInputElement | HTMLSelectElement, was: string}} Field */
/** @typedef {{leaf: boolean, root: boolean, several: boolean, brief: boolean, prob?: boolean}} Shape  brief: only what is typed at the node; prob: it follows a chance node */

/** The longest label, in characters, as the server has it. */
const longestLabel = 64;

/** Fields that the panel at the node does not have. */
const further = ["low", "up", "static", "alternatives"];

let count = 0;

export class NodeFields {
  /** @type {Map<string, Field>} by key; scores are "score0", "score1", … */
  fields = new Map();
  #box;
  #fault;
  /** @type {Header} */
  #header = {};
  #built = "";
  /** @type {HTMLElement | null} what the probabilities add up to */
  #sum = null;
  /** @type {HTMLElement | null} what becomes the last score, while the others are typed */
  #rest = null;
  /** @type {string[]} the probabilities of the node and of its siblings, and its place among them */
  #probs = [];
  #place = 0;

  /** @param {HTMLElement} box @param {HTMLElement} fault  where a fault is shown */
  constructor(box, fault) {
    this.#box = box;
    this.#fault = fault;
  }

  get width() {
    return this.#header.kind === "maxn" ? this.#header.players ?? 3 : 1;
  }

  /** @returns {HTMLInputElement[]} */
  get scores() {
    return [...this.fields].filter(([key]) => key.startsWith("score")).map(([, f]) => /** @type {HTMLInputElement} */ (f.input));
  }

  /**
   * Builds the fields that such a node has; those that are there stay, and so
   * does what is typed in them.
   * @param {Shape} shape @param {Header} header
   * @returns {string} what was typed, if a field of it is gone
   */
  shape(shape, header) {
    const wanted = JSON.stringify([shape, header.kind, header.players]);
    this.#header = header;
    if (wanted === this.#built) return "";
    this.#built = wanted;
    const words = this.words, typed = new Map([...this.fields].filter(([, f]) => f.input.value !== f.was).map(([name, f]) => [name, f.input.value]));
    const [at] = [...this.fields].find(([, f]) => f.input === document.activeElement) ?? [];
    this.#build(shape, header);
    for (const field of this.fields.values()) field.was = field.input.value; // a choice has a value at once, which was not chosen
    this.restore(typed);
    if (at !== undefined) this.fields.get(at)?.input.focus({ preventScroll: true });
    return [...typed.keys()].every((name) => this.fields.has(name)) ? "" : words;
  }

  /** @param {Shape} shape @param {Header} header */
  #build(shape, header) {
    this.fields.clear();
    this.#box.replaceChildren();
    const players = Array.from({ length: header.players ?? 3 }, (_, i) => i + 1);
    const scored = header.kind !== "path";
    if (!shape.several) this.#text("label", "Label", {});
    if (shape.leaf && scored) {
      const group = this.#group("Value");
      for (let p = 0; p < this.width; p++) this.#score(group, p);
      this.#rest = document.createElement("p");
      this.#rest.className = "rest";
      this.#rest.hidden = true;
      this.#rest.setAttribute("role", "status");
      group.append(this.#rest);
    } else this.#rest = null;
    if (scored && (!shape.leaf || !shape.brief)) {
      const names = header.kind === "minimax" ? ["Max", "Min"] : players.map((p) => `Player ${p}`);
      this.#choice("player", shape.leaf ? "Player drawn at the leaf" : "Mover", [...(shape.leaf || shape.several ? [["", shape.several ? "as they are" : "none"]] : []), ...names.map((n, i) => [String(i + 1), n]), ...(shape.leaf ? [] : [["*", "Chance"]])]);
    }
    if (header.kind === "path" && !shape.root) this.#text("cost", "Cost of the edge above", {});
    // They come after the value, so that Tab leads from the label to it.
    if (!shape.several && !shape.root) this.#text("action", "Move", {});
    this.#sum = null;
    if (shape.prob) {
      this.#text("prob", "Probability", {});
      this.#sum = document.createElement("p");
      this.#sum.className = "sum";
      this.#sum.setAttribute("role", "status");
      this.#box.append(this.#sum);
    }
    if (shape.brief) return;
    if (shape.leaf && scored && !shape.several) this.#text("alternatives", "Values to try", { hint: `${Array(this.width).fill("0").join(", ")} | ${Array(this.width).fill("1").join(", ")}` });
    if (!shape.leaf) {
      const hint = Array(this.width).fill("0").join(", ");
      this.#text("low", header.kind === "path" ? "Lower bound on the whole cost" : "Lower bounds", { hint });
      if (scored) {
        this.#text("up", "Upper bounds", { hint });
        this.#text("static", "Static evaluation", { hint });
        this.#text("infoset", "Information set", {});
      }
    }
  }

  /** @param {string} name */
  #group(name) {
    const group = document.createElement("fieldset");
    group.className = "score-fields";
    const legend = document.createElement("legend"), text = document.createElement("span");
    text.textContent = name;
    legend.append(text);
    group.append(legend);
    this.#box.append(group);
    return group;
  }

  /** @param {HTMLElement} group @param {number} p */
  #score(group, p) {
    const input = this.#input();
    // A click on a score selects it, as Tab does; another click sets the caret.
    let fresh = true;
    input.addEventListener("blur", () => (fresh = true));
    input.addEventListener("keydown", () => (fresh = false));
    input.addEventListener("mousedown", (e) => {
      if (!fresh || e.button !== 0) return;
      e.preventDefault();
      input.focus();
      input.select();
      fresh = false;
    });
    input.setAttribute("aria-label", this.width === 1 ? "Value" : `Player ${p + 1}`);
    const label = document.createElement("label");
    if (this.width > 1) {
      const who = document.createElement("span");
      who.className = `p p${p + 1}`;
      who.textContent = String(p + 1);
      label.append(who);
    }
    label.append(input);
    group.append(label);
    this.fields.set(`score${p}`, { key: "value", input, was: "" });
  }

  /** @param {string} key @param {string} name @param {{hint?: string}} o */
  #text(key, name, o) {
    const input = this.#input();
    if (o.hint) input.placeholder = `none; or ${o.hint}`;
    this.#row(key, name, input);
  }

  #input() {
    const input = document.createElement("input");
    input.type = "text";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("autocapitalize", "off");
    input.inputMode = "text"; // the keyboard for numbers lacks the minus, or the slash
    input.id = `field-${++count}`;
    return input;
  }

  /** @param {string} key @param {string} name @param {string[][]} choices */
  #choice(key, name, choices) {
    const select = document.createElement("select");
    select.id = `field-${++count}`;
    for (const [value, text] of choices) select.append(new Option(text, value));
    this.#row(key, name, select);
  }

  /** @param {string} key @param {string} name @param {HTMLInputElement | HTMLSelectElement} input */
  #row(key, name, input) {
    const label = document.createElement("label");
    label.className = "field";
    const text = document.createElement("span");
    text.textContent = name;
    label.append(text, input);
    this.#box.append(label);
    this.fields.set(key, { key, input, was: "" });
  }

  /**
   * Fills in what the nodes are; several that differ leave a field empty.
   * @param {Node[]} nodes @param {boolean} [force]  also where something is being typed
   */
  fill(nodes, force = false) {
    const common = (/** @type {(n: Node) => string} */ of) => {
      const first = nodes[0] ? of(nodes[0]) : "";
      return nodes.every((n) => of(n) === first) ? first : "";
    };
    for (const [name, field] of this.fields) {
      const p = Number(name.slice(5));
      const is = common((n) => {
        switch (field.key) {
          case "label": return n.label;
          case "action": return n.action;
          case "prob": return n.prob;
          case "infoset": return n.infoset;
          case "value": return n.value ? (n.value[p] === null ? "?" : n.value[p] === undefined ? "" : scoreText(n.value[p])) : "";
          case "player": return n.chance ? "*" : n.player > 0 ? String(n.player) : "";
          case "cost": return n.cost === null ? "" : scoreText(n.cost);
          case "alternatives": return n.alternatives.map(inField).map((t) => `(${t})`).join(" | ");
          case "low": return inField(n.low);
          case "up": return inField(n.up);
          default: return inField(n.static);
        }
      });
      // What is typed and not committed yet is not overwritten by other changes.
      const busy = field.input.value !== field.was;
      if (force || !busy) field.input.value = is;
      field.was = busy && !force ? is : field.input.value; // as the field can show it: a mover who is no longer a player is not a choice
    }
    this.suggest();
    if (force || !this.changed) this.fault(null);
  }

  get #typed() {
    return this.scores.map((s) => s.value);
  }

  /** The least score that the last player can have; undefined: it is not given. */
  get #least() {
    return limitOf(this.#header.minp, this.width - 1);
  }

  /** What is drawn at the leaf while it is typed. */
  get drawn() {
    return drawn(this.#typed, this.#header.maxsum, this.#least);
  }

  /** What is typed in a score may be those of other players, too. @param {EventTarget | null} input */
  spread(input) {
    spreadScores(this.scores, input);
  }

  /** The probabilities of the node and its siblings, by their places; they are shown while one is typed. @param {string[] | null} probs @param {number} place  of the node */
  among(probs, place) {
    this.#probs = probs ?? [];
    this.#place = place;
    const input = this.fields.get("prob")?.input;
    if (input instanceof HTMLInputElement) input.placeholder = this.#probs.every((p) => p === "") && this.#probs.length > 0 ? `1/${this.#probs.length}` : "none";
    this.#add();
  }

  /** Says what the probabilities add up to. */
  #add() {
    const field = this.fields.get("prob");
    if (!this.#sum || !field) return;
    const texts = this.#probs.map((p, i) => (i === this.#place ? field.input.value : p));
    this.#sum.textContent = sumWords(texts);
    this.#sum.classList.toggle("off", !addsUp(texts));
  }

  /** The last score that is left of maxsum, where only that one is not typed; null: none. */
  get tentative() {
    return this.#valueChanged ? tentative(this.#typed, this.#header.maxsum, this.#least) : null;
  }

  /** What is said of a last score that nobody has typed. @param {string} rest */
  filled(rest) {
    return `player ${this.width} gets ${rest}, which makes the sum ${scoreText(this.#header.maxsum)}`;
  }

  /** Suggests the last score, where it is known, and says what probabilities add up to. @returns {boolean} whether a line has come or gone */
  suggest() {
    this.#add();
    const last = this.scores.at(-1), said = this.#rest;
    if (!last || !said || this.width < 2) return false;
    last.placeholder = suggestion(this.#typed, this.#header.maxsum, this.#least) ?? "";
    const rest = this.tentative, words = rest === null ? "" : `${rest} makes the sum ${scoreText(this.#header.maxsum)}. Enter takes it.`, hidden = rest === null;
    if (said.textContent !== words) said.textContent = words;
    if (said.hidden === hidden) return false;
    said.hidden = hidden;
    return true;
  }

  /** Whether a value is typed that is no whole one yet: a score is missing, or filled in, or wrong. */
  get unfinished() {
    return this.changed && (!this.readable || this.tentative !== null);
  }

  get #valueChanged() {
    return this.scores.some((s, p) => s.value !== this.fields.get(`score${p}`)?.was);
  }

  /** Whether what is typed is valid. */
  get readable() {
    return !("message" in this.read());
  }

  /** Whether anything was changed. */
  get changed() {
    return [...this.fields.values()].some((f) => f.input.value !== f.was);
  }

  /**
   * What was changed, or what is wrong with it.
   * @returns {{set: Record<string, any>} | {field: Field | undefined, message: string}}
   */
  read() {
    /** @type {Record<string, any>} */
    const set = {}, signed = this.#header.kind !== "path";
    for (const [name, field] of this.fields) {
      const text = field.input.value;
      if (text === field.was && field.key !== "value") continue;
      switch (field.key) {
        case "label":
          if ([...text].length > longestLabel) return { field, message: `The label has ${[...text].length} characters; a label has at most ${longestLabel}.` };
          set.label = text;
          break;
        case "action":
          if ([...text].length > longestLabel) return { field, message: `The name has ${[...text].length} characters; the name of a move has at most ${longestLabel}.` };
          set.action = text === "" ? null : text;
          break;
        case "infoset":
          if ([...text].length > longestLabel) return { field, message: `The name has ${[...text].length} characters; that of an information set has at most ${longestLabel}.` };
          set.infoset = text === "" ? null : text;
          break;
        case "prob":
          if (wrongProbability(text)) return { field, message: wrongProbability(text) };
          set.prob = probabilityOf(text);
          break;
        case "player":
          if (text === "*") set.chance = true;
          else if (text !== "" || field.was !== "") set.player = text === "" ? null : Number(text);
          break;
        case "cost":
          if (text.trim() !== "" && wrongScore(text.trim())) return { field, message: wrongScore(text.trim()) };
          set.cost = text.trim() === "" ? null : scoreOf(text);
          break;
        case "value": {
          if (name !== "score0" || [...this.fields.values()].every((f) => f.key !== "value" || f.input.value === f.was)) break;
          const value = valueOf(this.#typed, this.#header.maxsum, signed, this.#least);
          if ("message" in value) return { field: this.fields.get(`score${value.field}`), message: value.message };
          set.value = value.value && this.#header.kind === "minimax" ? value.value[0] : value.value;
          break;
        }
        case "alternatives": {
          const list = alternativesOf(text, this.width, signed);
          if ("message" in list) return { field, message: list.message };
          set.alternatives = list.vectors && this.width === 1 ? list.vectors.map((v) => v[0]) : list.vectors;
          break;
        }
        default: {
          const one = vectorOf(text, this.width, signed);
          if ("message" in one) return { field, message: one.message };
          // Min and max have one number; a path's bound is a list of one.
          set[field.key] = one.vector && this.#header.kind === "minimax" ? one.vector[0] : one.vector;
        }
      }
    }
    return { set };
  }

  /** Goes to the first field that the panel at the node does not have, or to the first of all. */
  enter() {
    const all = [...this.fields.values()], { input } = all.find((f) => further.includes(f.key)) ?? all[0];
    input.focus();
    if (input instanceof HTMLInputElement) input.select();
  }

  /** What is typed in each field. */
  get contents() {
    return new Map([...this.fields].map(([name, f]) => [name, f.input.value]));
  }

  /** What was typed and is not committed, to be copied; empty: nothing. */
  get words() {
    const words = [];
    for (const { key, input, was } of this.fields.values()) {
      if (key === "value" || input.value === was) continue;
      words.push(`${key} ${input instanceof HTMLSelectElement ? input.selectedOptions[0]?.text : input.value}`);
    }
    if (this.#valueChanged) words.push(`value ${drawn(this.#typed, null)}`);
    return words.join("; ");
  }

  /** The name of the field that has the focus; empty: none. */
  get at() {
    return [...this.fields].find(([, f]) => f.input === document.activeElement)?.[0] ?? "";
  }

  /** Puts back what was typed. @param {Map<string, string>} contents */
  restore(contents) {
    for (const [name, text] of contents) {
      const field = this.fields.get(name);
      if (field) field.input.value = text;
    }
    this.suggest();
  }

  /** Takes what was typed as the state of the fields, before the answer of the server. */
  taken() {
    const rest = this.scores.at(-1);
    if (rest && rest.value === "" && rest.placeholder !== "" && this.scores.slice(0, -1).every((s) => isNumber(s.value))) rest.value = rest.placeholder;
    for (const f of this.fields.values()) f.was = f.input.value;
  }

  /** @param {{field?: Field, message: string} | null} fault @param {boolean} [go]  to the field */
  fault(fault, go = true) {
    this.#fault.textContent = fault?.message ?? "";
    this.#fault.hidden = !fault;
    for (const f of this.fields.values()) {
      f.input.setAttribute("aria-invalid", String(fault?.field === f));
      if (fault?.field === f) f.input.setAttribute("aria-describedby", this.#fault.id);
      else f.input.removeAttribute("aria-describedby");
    }
    if (go) fault?.field?.input.focus();
  }
}
