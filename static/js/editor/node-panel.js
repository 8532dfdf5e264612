// The small panel at a node, for its value, or its mover and label. It opens at
// once, also for a node that is still being made.

import { halfOf } from "./half-typed.js";
import { NodeFields } from "./node-fields.js";
import { Made } from "./outbox.js";
import { idOf } from "./selection.js";

/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./draft-socket.js").Header} Header */

/** Pixels between a node and its panel. */
const gap = 10;
/** Where a panel at its node would cover the nodes around it: it is a sheet under the picture. */
const narrow = matchMedia("(max-width: 800px)");

export class NodePanel {
  #box;
  #fields;
  #head;
  /** @type {Target | null} */
  target = null;
  #leaf = true;
  #host;
  /** @type {{left: number, top: number} | null} where it was last */
  #meanwhile = null;
  /** @type {Target | undefined} the node beside which one is being made */
  #beside;

  /**
   * @param {HTMLElement} box
   * @param {object} host
   * @param {(target: Target) => Node | undefined} host.node
   * @param {() => Header} host.header
   * @param {(node: Node) => {probs: string[] | null, place: number} | undefined} host.among  the probabilities of the moves beside it; undefined: it does not follow a chance node
   * @param {(target: Target, text: string | null) => void} host.typed  the value as it is typed
   * @param {(target: Target, set: Record<string, any>) => Promise<any>} host.commit
   * @param {(target: Target) => boolean} host.here  the user is still at this node
   * @param {() => void} host.beside  the focus goes to the fields beside the picture
   * @param {() => void} host.closed  the focus goes back to the tree
   * @param {(node: Node, covered: number) => void} host.clear  the picture moves the node above so many pixels at its bottom
   * @param {(words: string) => void} host.filled  a score that nobody typed was taken
   * @param {(words: string, typed: string) => void} host.unfinished  what was typed is not committed
   * @param {() => void} host.away  the focus goes to the notice: the node is gone
   */
  constructor(box, host) {
    this.#box = box;
    this.#host = host;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(`[data-part="${name}"]`));
    this.#head = part("name");
    this.#fields = new NodeFields(part("fields"), part("fault"));
    part("done").addEventListener("click", () => this.commit());
    part("cancel").addEventListener("click", () => this.cancel());
    box.addEventListener("keydown", (e) => this.#key(e));
    box.addEventListener("input", (e) => this.#input(e));
    // When the focus leaves, what was typed is complete.
    box.addEventListener("focusout", (e) => {
      if (this.open && e.relatedTarget instanceof Element && !box.contains(e.relatedTarget)) this.commit(false);
    });
    // So it is when the mouse is pressed, or a finger taps, where nothing takes the focus.
    document.addEventListener("mousedown", (e) => {
      if (this.open && e.target instanceof Node && !box.contains(e.target)) this.commit(false);
    }, { capture: true });
  }

  get open() {
    return this.target !== null;
  }

  /**
   * @param {Target} target @param {boolean} leaf
   * @param {{key?: string, field?: string}} [o]  key: what was typed and opened it; field: the first one
   */
  show(target, leaf, { key, field } = {}) {
    if (this.open) this.commit(false);
    if (this.open) this.leave();
    this.target = target;
    this.#leaf = leaf;
    const node = this.#host.node(target);
    const among = node ? this.#host.among(node) : undefined;
    this.#fields.shape({ leaf, root: node ? node.parent === 0 : false, several: false, brief: true, prob: among !== undefined }, this.#host.header());
    this.#fields.fill(node ? [node] : [], true);
    this.#fields.among(among?.probs ?? null, among?.place ?? 0);
    this.#head.textContent = node?.name ?? "new node";
    const label = this.#fields.fields.get("label")?.input;
    if (label instanceof HTMLInputElement) label.placeholder = node?.name ?? "";
    this.#box.hidden = false;
    this.place();
    if (node && narrow.matches) this.#host.clear(node, this.#covered);
    const scores = this.#fields.scores;
    const first = this.#fields.fields.get(field ?? (leaf && scores.length > 0 ? "score0" : "label")) ?? [...this.#fields.fields.values()][0];
    // A phone's keyboard covers half the page: there the field must come into sight.
    first.input.focus({ preventScroll: !matchMedia("(pointer: coarse)").matches });
    if (first.input instanceof HTMLInputElement) {
      if (key === undefined) first.input.select();
      else {
        first.input.value = key;
        // A value that is typed again starts again.
        if (first.key === "value") for (const other of scores.slice(1)) other.value = "";
        this.#typing();
      }
    }
  }

  /** What is half typed here, so that it can go on after a reload; null: nothing is. @returns {import("./half-typed.js").HalfTyped | null} */
  get half() {
    if (!this.target || !this.#fields.unfinished) return null;
    return { ...halfOf([this.target], this.#fields), leaf: this.#leaf, name: this.#head.textContent ?? "" };
  }

  /** Goes on with what was half typed. @param {Target} target @param {import("./half-typed.js").HalfTyped} half */
  resume(target, { leaf, contents, at }) {
    this.show(target, leaf, { field: at || undefined });
    this.#fields.restore(new Map(contents));
    this.#typing();
    const input = document.activeElement;
    if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length);
  }

  get focused() {
    return this.#box.contains(document.activeElement);
  }

  /** Closes the panel although what was typed is not valid. */
  leave() {
    this.#host.unfinished(`${this.#head.textContent} was left half typed, and is not changed`, this.#fields.words);
    this.cancel(false);
  }

  /** Pixels of the picture that the sheet covers. */
  get #covered() {
    const canvas = this.#box.offsetParent?.getBoundingClientRect();
    return canvas ? Math.max(0, canvas.bottom - this.#box.getBoundingClientRect().top) : 0;
  }

  /** Places it below its node, inside the canvas. */
  place() {
    if (!this.target) return;
    if (narrow.matches) {
      this.#box.style.left = this.#box.style.top = ""; // the style sheet places it
      return;
    }
    const canvas = /** @type {HTMLElement} */ (this.#box.offsetParent ?? document.body).getBoundingClientRect();
    const own = this.#host.node(this.target), node = own ?? (this.#meanwhile || this.#beside === undefined ? undefined : this.#host.node(this.#beside));
    const mark = node?.group.querySelector(".box")?.getBoundingClientRect();
    const w = this.#box.offsetWidth, h = this.#box.offsetHeight;
    let at = this.#meanwhile;
    if (mark) {
      const below = mark.bottom + gap + 22 + h <= canvas.bottom || mark.top - gap - h < canvas.top;
      at = { left: mark.left + mark.width / 2 - w / 2 - canvas.left, top: (below ? mark.bottom + gap + (this.#leaf ? 0 : 22) : mark.top - gap - h) - canvas.top };
      this.#meanwhile = at;
    }
    if (!at) return;
    this.#box.style.left = `${Math.max(4, Math.min(at.left, canvas.width - w - 4))}px`;
    this.#box.style.top = `${Math.max(4, at.top)}px`;
  }

  /** The panel of a node that is being made is placed below this one. @param {Target | undefined} target */
  near(target) {
    this.#beside = target;
    this.#meanwhile = null;
  }

  /** There is another picture: the node has come, or gone, or changed. */
  refresh() {
    if (!this.target) return;
    const node = this.#host.node(this.target);
    const gone = this.target instanceof Made ? this.target.failed : false;
    if ((!node && idOf(this.target) > 0) || gone) {
      const typing = this.focused;
      this.#host.unfinished(`${this.#head.textContent} ${gone ? "was not made" : "has been deleted meanwhile"}`, this.#fields.words);
      this.cancel(false);
      if (typing) this.#host.away();
      return;
    }
    if (!node) return;
    this.#head.textContent = node.name;
    this.place();
    if (this.#fields.changed) this.#draw();
  }

  #typing() {
    if (this.#fields.suggest()) this.place();
    this.#fields.fault(null);
    this.#draw();
  }

  /** Draws what is typed at the node. */
  #draw() {
    if (this.target && this.#leaf && this.#fields.scores.length > 0) this.#host.typed(this.target, this.#fields.drawn);
  }

  /** @param {Event} e */
  #input(e) {
    this.#fields.spread(e.target);
    this.#typing();
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!this.type(e.key, e.shiftKey)) return;
    e.preventDefault();
    e.stopPropagation();
  }

  /**
   * A key that the panel handles; also one that was typed before it was open.
   * @param {string} key @param {boolean} shift
   */
  type(key, shift) {
    switch (key) {
      case "Enter":
        this.commit();
        return true;
      case "Escape":
        this.cancel();
        return true;
      case "F2":
        if (!shift) return false;
        this.commit();
        if (!this.open) this.#host.beside();
        return true;
      case "Tab": {
        const inputs = [...this.#fields.fields.values()].map((f) => f.input);
        const at = inputs.findIndex((i) => i === document.activeElement);
        const next = inputs[(at + (shift ? -1 : 1) + inputs.length) % inputs.length];
        next.focus();
        if (next instanceof HTMLInputElement) next.select();
        return true;
      }
    }
    return false;
  }

  /** A character that was typed before the panel was open. @param {string} text */
  insert(text) {
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement) || !this.#box.contains(input)) return;
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  /** @param {boolean} [back]  the focus goes back to the tree */
  commit(back = true) {
    const target = this.target;
    if (!target) return;
    const read = this.#fields.read();
    if ("message" in read) {
      this.#fields.fault(read, back);
      return;
    }
    const words = this.#fields.words, rest = this.#fields.tentative, filled = rest === null ? "" : this.#fields.filled(rest);
    this.#fields.taken();
    const name = this.#head.textContent, leaf = this.#leaf, contents = this.#fields.contents;
    const typed = "value" in read.set && idOf(target) > 0 ? this.#fields.drawn : null;
    this.#close();
    if (Object.keys(read.set).length > 0) {
      this.#host.commit(target, read.set).then(() => filled && this.#host.filled(`${name}: ${filled}.`), (why) => {
        const reason = why.answer?.errors?.[0]?.message ?? why.message;
        if (this.open || !this.#host.here(target) || !this.#host.node(target)) return this.#host.unfinished(`${name} is not changed: ${reason}`, words);
        this.show(target, leaf);
        this.#fields.restore(contents);
        this.#fields.fault({ message: `${reason}.`.replace("..", ".") }, false);
      });
    }
    this.#host.typed(target, typed); // until the server's picture has it
    if (back) this.#host.closed();
  }

  /** @param {boolean} [back] */
  cancel(back = true) {
    if (!this.target) return;
    const target = this.target;
    this.#close();
    this.#host.typed(target, null);
    if (back) this.#host.closed();
  }

  #close() {
    this.target = null;
    this.#box.hidden = true;
  }
}
