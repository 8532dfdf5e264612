// The map of the whole tree, above a picture that draws a part of it. This module says when
// there is one, and asks the server for it: again after each edit, and twice a second at
// most. How it is drawn (whole-tree.js) is loaded when it is needed.

import { afterPaint } from "../shared/after-paint.js";
import { busy, idle } from "../shared/idle.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./whole-tree.js").WholeTree} WholeTree */
/** @typedef {{type: string, id: string, state?: string, reason?: string, detail?: string, key: string, version: number, rows: number, width: number | string, nodes: number}} State */

const kept = "espalier-tree-map";

/** Milliseconds between two maps that are asked for. */
const pause = 500;

/** Milliseconds at rest before what is drawn and selected is marked. */
const rest = 60;

/** On a phone the picture needs the room. */
const phone = matchMedia("(max-width: 800px)");

export class TreeMap {
  #editor;
  #root = /** @type {HTMLDetailsElement} */ (document.getElementById("tree-map"));
  #said = /** @type {HTMLElement} */ (this.#root.querySelector("[data-part=said]"));
  /** @type {WholeTree | null} */
  #whole = null;
  #loading = false;
  #count = 0;
  /** The map that is asked for, and that which is shown: the ids of their messages. */
  #asked = "";
  #watched = "";
  /** The revision of the tree when the last map was asked for; −1: none was. */
  #revision = -1;
  #askedAt = -Infinity;
  #timer = 0;
  #marking = 0;
  /** Why the newest map is not drawn. */
  #fault = "";

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    let open = !phone.matches;
    try {
      open = (localStorage.getItem(kept) ?? (open ? "shown" : "hidden")) === "shown";
    } catch {
      // Storage may be forbidden: the choice then lasts as long as the page.
    }
    this.#root.open = open;
    this.#root.addEventListener("toggle", () => {
      if (this.#root.open !== open) this.#store((open = this.#root.open));
      this.later();
    });
    this.#offer();
  }

  /** @param {boolean} open */
  #store(open) {
    try {
      localStorage.setItem(kept, open ? "shown" : "hidden");
    } catch {
      // As above.
    }
  }

  /** It is there where the tree has more nodes than one picture can have. */
  #offer() {
    this.#root.hidden = (this.#editor.sync.draft.nodes ?? 0) <= Number(this.#root.dataset.most);
  }

  /** The tree has changed, or its picture, or what is selected. */
  later() {
    this.#offer();
    if (this.#root.hidden) return;
    if (this.#root.open && this.#editor.sync.draft.revision !== this.#revision) this.#want();
    if (this.#marking) return;
    busy(this.#said);
    this.#marking = window.setTimeout(() => {
      this.#marking = 0;
      this.#whole?.mark();
      this.#describe();
      idle(this.#said);
    }, rest);
  }

  /** The connection is new: the server has forgotten what was watched over the one before. */
  connected() {
    this.#asked = this.#watched = "";
    this.#revision = -1;
    this.later();
  }

  lost() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked = "";
    idle(this);
  }

  /** Asks for the newest map when it is time: never two at once, and after the edit is painted. */
  #want() {
    const { persistence, connected } = this.#editor.sync;
    if (this.#timer || this.#asked || !connected || persistence.id === "") return;
    busy(this);
    this.#timer = window.setTimeout(() => afterPaint(() => {
      this.#timer = 0;
      this.#ask();
    }), Math.max(0, this.#askedAt + pause - performance.now()));
  }

  async #ask() {
    const { sync } = this.#editor;
    if (!sync.connected) return idle(this);
    this.#askedAt = performance.now();
    this.#revision = sync.draft.revision;
    this.#asked = `map${++this.#count}`;
    sync.socket.ask({ type: "map", id: this.#asked, of: "tree", saved: sync.persistence.id });
    if (this.#whole || this.#loading) return;
    this.#loading = true;
    const { WholeTree } = await import("./whole-tree.js");
    this.#whole = new WholeTree(this.#root, this.#editor, () => this.#shown());
    if (this.#come) this.#take(this.#come);
  }

  /** A map that has come before the modules that draw it. @type {State | null} */
  #come = null;

  /** @param {State} state  a message of the server about a map */
  received(state) {
    if (state.id === "" || state.id !== this.#asked) return;
    if (state.type === "error" || state.state === "failed") {
      this.#asked = "";
      idle(this);
      this.#fault = `The map is that of an earlier revision: ${state.detail ?? state.reason} `;
      this.later();
    } else if (state.type === "map" && state.state === "done") this.#take(state);
  }

  /** @param {State} state */
  #take(state) {
    this.#come = this.#whole ? null : state;
    this.#whole?.take({ key: state.key, version: state.version, rows: state.rows, width: Number(state.width), state: "done", nodes: state.nodes });
  }

  /** The newest map is on the screen: the one before is not needed any more. */
  #shown() {
    if (this.#asked === "") return;
    if (this.#watched) this.#editor.sync.socket.ask({ type: "release", id: this.#watched });
    this.#watched = this.#asked;
    this.#asked = this.#fault = "";
    idle(this);
    this.later();
  }

  /** Says which part is drawn, for those who do not see it, too. */
  #describe() {
    const { model } = this.#editor.picture, { nodes = 0 } = this.#editor.sync.draft, current = this.#editor.current;
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    let drawn = 0, deepest = 0;
    for (const node of model.nodes.values()) {
      if (node.hidden === 0) drawn++;
      deepest = Math.max(deepest, node.level + 1);
    }
    const text = `${this.#fault}${number(drawn)} of ${number(nodes)} nodes ${drawn === 1 ? "is" : "are"} drawn, on levels 1 to ${deepest}.${current ? ` Selected: ${current.name}, on level ${current.level + 1}.` : ""}`;
    if (this.#said.textContent !== text) this.#said.textContent = text;
  }
}
