// The keys of the tree that is edited. A key that needs the picture as it will
// be waits for it, and so do those behind it, and the clicks on nodes: what is
// typed fast lands where it was meant. A key that means nothing here is left to
// the page.

import { commands, meaning } from "./commands.js";

/** @typedef {import("./commands.js").Meaning} Meaning */

/**
 * @typedef {object} Host
 * @property {() => boolean} here  the focus is in the tree, or nowhere else
 * @property {() => boolean} armed  something is selected
 * @property {() => boolean} pending  what is selected is still being made
 * @property {() => boolean} unsettled  the picture is going to change
 * @property {() => boolean} unsaved  anything is going to change
 * @property {() => boolean} unseen  only what is folded in it is going to change
 * @property {() => Promise<void>} settled
 * @property {(meaning: Meaning) => void} act
 * @property {(id: number) => void} arm  selects the node that has the focus
 */

export class Keys {
  /** @type {{what: Meaning, tool: boolean}[]} */
  #waiting = [];
  #host;
  #taken;

  /**
   * @param {SVGSVGElement} svg @param {Host} host
   * @param {boolean} taken  Tab adds a child at once; else it goes on through the page until somebody has done something in the tree
   */
  constructor(svg, host, taken) {
    this.#host = host;
    this.#taken = taken;
    svg.addEventListener("click", () => (this.#taken = true));
    svg.addEventListener("keydown", (e) => {
      if (e.defaultPrevented || e.isComposing) return;
      const group = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (!group || (e.key === "Tab" && !this.#taken)) return;
      if (!host.armed() && this.#waiting.length === 0) return this.#unarmed(e, Number(group.getAttribute("data-id")));
      // Behind a key that waits, a comma or a blank may belong to a value.
      const plain = !e.ctrlKey && !e.metaKey && !e.altKey && [...e.key].length === 1;
      const what = this.#waiting.length > 0 && plain ? { typed: e.key } : meaning(e);
      if (!what) return;
      e.preventDefault();
      this.turn(what);
    });
    // Undo is meant wherever no text has an undo of its own.
    document.addEventListener("keydown", (e) => {
      const at = e.target instanceof Element ? e.target : null;
      if (e.defaultPrevented || !(e.ctrlKey || e.metaKey) || at?.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
      const what = meaning(e);
      if (!what || !("command" in what) || !["undo", "redo"].includes(what.command)) return;
      e.preventDefault();
      this.turn(what);
    });
  }

  /** The focus came here by Tab, and goes on by it until somebody takes hold. @param {KeyboardEvent} e @param {number} id */
  #unarmed(e, id) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const what = meaning(e);
    if (!what || "leave" in what || !("move" in what || e.key === "Enter" || e.key === " " || e.key === "F2")) return;
    e.preventDefault();
    this.#host.arm(id);
    if ("move" in what || e.key === "F2") this.turn(what);
  }

  /**
   * @param {Meaning} what
   * @param {boolean} [tool]  it comes of a button, and not of a key in the tree
   */
  turn(what, tool = false) {
    this.#taken = true;
    if (this.#waiting.length > 0 || this.#waits(what)) {
      this.#waiting.push({ what, tool });
      if (this.#waiting.length === 1) this.#host.settled().then(() => this.#drain());
    } else this.#host.act(what);
  }

  /** Whether keys wait. */
  get waiting() {
    return this.#waiting.length > 0;
  }

  /** @param {Meaning} what */
  #waits(what) {
    if ("move" in what) return this.#host.unsettled();
    if ("command" in what && ["copy", "cut"].includes(what.command)) return this.#host.unsaved(); // the text is to say what was typed
    if ("typed" in what || ("command" in what && what.command === "edit")) return this.#host.unseen(); // nothing is typed at what stands folded
    return "command" in what && commands[what.command].settled === true && this.#host.unsettled();
  }

  #drain() {
    /** @type {Element | null} whoever has gone elsewhere meanwhile is not fetched back */
    let away = null;
    while (this.#waiting.length > 0) {
      const [{ what, tool }] = this.#waiting;
      if (this.#waits(what)) {
        this.#host.settled().then(() => this.#drain());
        break;
      }
      this.#waiting.shift();
      if (tool) away = null;
      else if (!this.#host.here()) away = document.activeElement;
      this.#host.act(what);
    }
    if (away instanceof HTMLElement) away.focus({ preventScroll: true });
  }
}
