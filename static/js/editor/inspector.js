// The panels beside the picture: the fields of the selected nodes, the header of
// the tree, its faults.

import { halfOf } from "./half-typed.js";
import { NodeFields } from "./node-fields.js";
import { scoreText } from "../shared/exact.js";
import { alternativesOf, inField, isNumber, scoreOf, vectorOf, wrongScore } from "./score-text.js";
import { accepted } from "./offered-change.js";
import { preserveFocus } from "./preserve-focus.js";
import { Probabilities } from "./probabilities.js";
import { idOf } from "./selection.js";

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {import("./draft-socket.js").Header} Header */
/** @typedef {import("./draft-socket.js").Fault} Fault */
/** @typedef {import("./outbox.js").Edit} Edit */

/** What an edit names. @param {Node} node */
const targetOf = (node) => node.made ?? node.id;
/** A number of the header in its field. @param {import("../shared/exact.js").Score | null | undefined} number */
const numberText = (number) => (number === null || number === undefined ? null : scoreText(number));
/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

export class Inspector {
  #fields = new NodeFields(byId("node-fields"), byId("node-fault"));
  /** @type {Node[]} */
  #nodes = [];
  /** @type {Header} */
  #header = {};
  /** @type {Fault[]} */
  #faults = [];
  #probabilities;
  #host;

  /**
   * @param {object} host
   * @param {(edit: Edit) => {done: Promise<any>}} host.edit
   * @param {(words: string) => void} host.filled  a score that nobody typed was taken
   * @param {(words: string, typed: string) => void} host.unfinished  what was typed is not committed
   * @param {(id: number) => void} host.go  selects a node
   * @param {(target: import("./selection.js").Target, text: string | null) => void} host.typed
   * @param {() => void} host.back  the focus goes to the tree
   * @param {() => Header} host.header  as it will be once the edits that wait are done
   * @param {() => TreeModel} host.model
   */
  constructor(host) {
    this.#host = host;
    this.#probabilities = new Probabilities(host);
    const box = byId("node-fields");
    box.addEventListener("input", (e) => {
      this.#fields.spread(e.target);
      this.#fields.suggest();
      this.#fields.fault(null);
      const score = e.target instanceof HTMLInputElement && this.#fields.scores.includes(e.target);
      if (score && this.#nodes.length === 1) host.typed(targetOf(this.#nodes[0]), this.#fields.drawn);
    });
    // A vector is committed when the focus leaves its fields, all else at once.
    box.addEventListener("change", (e) => {
      if (!this.#fields.scores.includes(/** @type {any} */ (e.target))) this.commit(false);
    });
    box.addEventListener("focusout", (e) => {
      const scores = this.#fields.scores;
      if (scores.includes(/** @type {any} */ (e.target)) && !scores.includes(/** @type {any} */ (e.relatedTarget))) this.commit(false);
    });
    box.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && e.target instanceof HTMLInputElement) {
        e.preventDefault();
        if (this.commit(true)) host.back();
      } else if (e.key === "Escape") {
        for (const n of this.#nodes) host.typed(targetOf(n), null);
        this.#fields.fill(this.#nodes, true);
        host.back();
      }
    });
    this.#headerFields();
  }

  /**
   * Commits what is typed.
   * @param {boolean} go  focuses a field that is not valid @returns {boolean} whether all is valid
   */
  commit(go) {
    if (!this.#fields.changed) return true;
    const read = this.#fields.read();
    if ("message" in read) {
      this.#fields.fault(read, go);
      return false;
    }
    if (Object.keys(read.set).length === 0) return true;
    const nodes = this.#nodes, contents = this.#fields.contents, words = this.#fields.words, rest = this.#fields.tentative;
    const filled = rest === null ? "" : `${nodes.length === 1 ? nodes[0].name : `${nodes.length} nodes`}: ${this.#fields.filled(rest)}.`;
    this.#fields.taken();
    this.#host.edit({ op: "set", nodes: nodes.map(targetOf), ...read.set }).done.then(() => filled && this.#host.filled(filled), (why) => {
      const reason = why.answer?.errors?.[0]?.message ?? why.message, now = this.#nodes;
      const name = nodes.length === 1 ? `${nodes[0].name} is` : `${nodes.length} nodes are`;
      if (now.length !== nodes.length || now.some((n, i) => idOf(targetOf(n)) !== idOf(targetOf(nodes[i]))) || this.#fields.changed) return this.#host.unfinished(`${name} not changed: ${reason}`, words);
      this.#fields.restore(contents);
      this.#fields.fault({ message: `${reason}.`.replace("..", ".") }, false);
    });
    return true;
  }

  /** What is half typed here, so that it can go on after a reload; null: nothing is. @returns {import("./half-typed.js").HalfTyped | null} */
  get half() {
    if (!this.#fields.unfinished) return null;
    return { ...halfOf(this.#nodes.map(targetOf), this.#fields), leaf: true, name: byId("node-title").textContent ?? "" };
  }

  /** Goes on with what was half typed at the selected nodes. @param {import("./half-typed.js").HalfTyped} half */
  resume({ contents, at }) {
    this.#fields.restore(new Map(contents));
    if (this.#nodes.length === 1 && this.#fields.scores.length > 0) this.#host.typed(targetOf(this.#nodes[0]), this.#fields.drawn);
    this.#fields.fields.get(at)?.input.focus();
  }

  /** The nodes whose values are being typed here. */
  get typing() {
    return this.#fields.changed ? this.#nodes.map((n) => n.id) : [];
  }

  /** @param {Node[]} nodes  the selected ones */
  select(nodes) {
    const ids = (/** @type {Node[]} */ list) => list.map((n) => n.made?.id || n.id).join(); // what was being made may be there now
    const before = this.#nodes, open = nodes.filter((n) => n.hidden === 0), others = ids(before) !== ids(open);
    if (before.length > 0 && others && this.#fields.words) {
      this.#host.unfinished(before.length === 1 ? `${before[0].name} was left half typed, and is not changed` : `${before.length} nodes were left half typed, and are not changed`, this.#fields.words);
    }
    for (const n of this.#nodes) if (!nodes.some((other) => other.id === n.id)) this.#host.typed(targetOf(n), null);
    this.#nodes = open;
    const title = byId("node-title"), words = byId("node-words");
    if (nodes.length === 0) {
      title.textContent = "No node selected";
      words.textContent = "Click a node, or select it with the arrow keys.";
    } else if (nodes.length === 1) {
      title.replaceChildren("Node ", this.#name(nodes[0]));
      words.textContent = this.#words(nodes[0]);
    } else {
      title.textContent = `${nodes.length} nodes`;
      words.textContent = "A field changes them all.";
    }
    byId("node-fields").hidden = this.#nodes.length === 0;
    this.#wrong(nodes);
    this.#probabilities.select(this.#nodes.length === 1 ? this.#nodes[0] : undefined);
    if (this.#nodes.length === 0) {
      this.#fields.fault(null);
      if (byId("node-fields").contains(document.activeElement)) this.#host.back();
      return;
    }
    const leaf = this.#nodes.every((n) => n.leaf), alike = leaf || this.#nodes.every((n) => !n.leaf);
    byId("node-fields").hidden = !alike && this.#header.kind === "path";
    const lost = this.#fields.shape({ leaf: alike ? leaf : true, root: this.#nodes.some((n) => n.parent === 0), several: this.#nodes.length > 1, brief: !alike }, this.#header);
    if (lost && !others) this.#host.unfinished(`${this.#nodes.length === 1 ? this.#nodes[0].name : "What is selected"} is another sort of node now, and is not changed`, lost);
    this.#fields.fill(this.#nodes, others);
  }

  /** Moves the focus here. @returns {boolean} whether there is a field for it */
  enter() {
    const any = !byId("node-fields").hidden && this.#nodes.length > 0;
    if (any) this.#fields.enter();
    return any;
  }

  /** @param {Node} node */
  #name(node) {
    const i = document.createElement("i");
    i.textContent = node.name;
    return i;
  }

  /** @param {Node} n */
  #words(n) {
    if (n.made) return "It is on its way to the server";
    if (n.run > 0) return `${n.run.toLocaleString("en")} subtrees are folded here, ${n.hidden.toLocaleString("en")} nodes in all. Space, a double click or the button Fold opens them.`;
    if (n.hidden > 0) return `${n.hidden.toLocaleString("en")} nodes are folded here. Space, a double click or the button Fold opens them.`;
    const what = n.leaf ? "Leaf" : `${n.children.length} ${n.children.length === 1 ? "child" : "children"}`;
    return `${n.chance ? "Chance decides; " : ""}${what}, level ${n.level + 1}`;
  }

  /** @param {Node[]} nodes */
  #wrong(nodes) {
    const here = this.#faults.filter((f) => nodes.some((n) => n.id === f.id)).map((f) => f.message);
    const box = byId("node-wrong");
    box.hidden = here.length === 0;
    const words = here.join("; ");
    box.textContent = words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** @param {Fault[]} faults @param {TreeModel} model */
  faults(faults, model) {
    this.#faults = faults;
    const box = byId("faults");
    box.hidden = faults.length === 0;
    const list = /** @type {HTMLElement} */ (box.querySelector("ul"));
    preserveFocus(box, () => list.replaceChildren(...faults.map((f) => {
      const row = document.createElement("li");
      const node = model.get(f.id);
      if (node) {
        const go = document.createElement("button");
        go.type = "button";
        go.className = "to-node";
        go.textContent = node.name;
        go.addEventListener("click", () => this.#host.go(f.id));
        row.append(go, " ");
      } else if (f.node < 0) {
        const field = document.createElement("i");
        field.textContent = f.field;
        row.append(field, " ");
      }
      row.append(f.message);
      return row;
    })), () => this.#host.back());
  }

  #headerFields() {
    const fault = byId("header-fault");
    const showFault = (/** @type {string} */ text) => {
      fault.textContent = text;
      fault.hidden = text === "";
    };
    const send = (/** @type {Record<string, any>} */ fields) => {
      showFault("");
      return this.#host.edit({ op: "header", ...fields }).done;
    };
    const kind = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (byId("header-kind")));
    // Max and min are two players.
    kind.addEventListener("change", () => {
      const fields = { kind: kind.value, ...(kind.value === "minimax" && this.#header.players !== 2 ? { players: 2 } : {}) };
      send(fields).catch(async (why) => {
        const fault = why.answer?.errors?.[0];
        if (fault?.offer === "clear" && (await accepted(fault))) send({ ...fields, clear: true });
      });
    });
    input("header-players").addEventListener("change", () => send({ players: Number(input("header-players").value) }));
    for (const name of ["maxsum", "delta"]) {
      const field = input(`header-${name}`);
      field.addEventListener("change", () => {
        const text = field.value.trim();
        const wrong = text === "" ? "" : wrongScore(text, true);
        if (wrong) showFault(wrong);
        else send({ [name]: text === "" ? null : scoreOf(text) });
      });
    }
    for (const name of ["minp", "maxp"]) {
      const field = input(`header-${name}`);
      field.addEventListener("change", () => {
        const text = field.value.trim(), width = this.#header.kind === "maxn" ? this.#header.players ?? 3 : 1;
        if (text === "" || isNumber(text)) return send({ [name]: text === "" ? null : scoreOf(text) });
        const one = vectorOf(text, width, true);
        if ("message" in one) showFault(one.message);
        else send({ [name]: one.vector });
      });
    }
    const outcomes = input("header-outcomes");
    outcomes.addEventListener("change", () => {
      const width = this.#header.kind === "maxn" ? this.#header.players ?? 3 : 1;
      const list = alternativesOf(outcomes.value, width, this.#header.kind !== "path");
      if ("message" in list) showFault(list.message);
      else send({ outcomes: list.vectors && width === 1 ? list.vectors.map((v) => v[0]) : list.vectors });
    });
    const header = byId("tree-header");
    header.addEventListener("keydown", (e) => e.key === "Escape" && this.header(this.#host.header(), true));
    for (const part of [header, byId("title")]) {
      // Changes that came while the focus was here are shown now.
      part.addEventListener("focusout", () => fault.hidden && queueMicrotask(() => this.header(this.#host.header())));
    }
    const title = input("title");
    title.addEventListener("change", () => send({ title: title.value.trim() === "" ? null : title.value }));
    title.addEventListener("keydown", (e) => {
      if (e.key === "Escape") title.value = this.#header.title ?? "";
      if (e.key === "Enter" || e.key === "Escape") this.#host.back();
    });
  }

  /** @param {Header} header @param {boolean} [all]  also the field that has the focus */
  header(header, all = false) {
    this.#header = header;
    const set = (/** @type {string} */ id, /** @type {any} */ value) => {
      const field = input(id);
      if (all || document.activeElement !== field || field instanceof HTMLSelectElement) field.value = value === null || value === undefined ? "" : String(value);
    };
    set("title", header.title);
    set("header-kind", header.kind);
    set("header-players", header.players);
    for (const name of /** @type {const} */ (["maxsum", "delta"])) set(`header-${name}`, numberText(header[name]));
    for (const name of /** @type {const} */ (["minp", "maxp"])) set(`header-${name}`, Array.isArray(header[name]) ? `(${inField(header[name])})` : numberText(header[name]));
    set("header-outcomes", header.outcomes?.map((/** @type {any} */ v) => (Array.isArray(v) ? inField(v) : scoreText(v))).join(" | "));
    input("header-players").disabled = header.kind !== "maxn";
    document.title = `${header.title || "A tree of your own"} · Espalier`;
  }
}
