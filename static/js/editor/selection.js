// The selected nodes: nodes of the picture, or one that is still being made. The
// last one is the current node.

import { Made } from "./outbox.js";

/** @typedef {number | Made} Target */

/** @param {Target} target */
export const idOf = (target) => (target instanceof Made ? target.id : target);

export class Selection {
  /** @type {Target[]} */
  #targets = [];
  /** The current node before one that is still being made. */
  #before = 0;
  /** The fixed end of a range. */
  #from = 0;
  #changed;
  /** How often somebody has selected something. */
  changes = 0;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether anything is selected. */
  get any() {
    return this.#targets.length > 0;
  }

  /** The current node. @returns {Target | undefined} */
  get main() {
    return this.#targets.at(-1);
  }

  /** The current node, or the one before if it is still being made; 0: none. */
  get anchor() {
    return idOf(this.main ?? 0) || this.#before;
  }

  /** The ids that are known. */
  get ids() {
    return this.#targets.map(idOf).filter((id) => id > 0);
  }

  /** All of them, to be named in an edit. */
  get targets() {
    return [...this.#targets];
  }

  /** Whether the current node is still being made. */
  get pending() {
    return this.#targets.some((t) => t instanceof Made && t.id === 0 && !t.failed);
  }

  /** @param {Target[]} targets */
  set(targets) {
    this.changes++;
    this.#before = idOf(this.main ?? 0) || this.#before;
    this.#targets = targets;
    this.#from = targets.length > 0 ? idOf(targets[targets.length - 1]) : 0;
    this.#changed();
  }

  /** Adds or removes a node. @param {number} id */
  toggle(id) {
    this.changes++;
    const rest = this.#targets.filter((t) => idOf(t) !== id);
    this.#targets = rest.length < this.#targets.length && rest.length > 0 ? rest : [...rest, id];
    this.#from = id;
    this.#changed();
  }

  /**
   * From the fixed end to a node, in the order of their numbers.
   * @param {number} id @param {import("./tree-model.js").TreeModel} model
   */
  extend(id, model) {
    const all = [...model.nodes.keys()];
    const a = all.indexOf(this.#from), b = all.indexOf(id);
    if (a < 0 || b < 0) return this.set([id]);
    const from = model.get(this.#from), to = model.get(id);
    // Along a level the nodes between them on it; else all between in preorder.
    const level = from && to && from.level === to.level;
    this.changes++;
    const range = all.slice(Math.min(a, b), Math.max(a, b) + 1).filter((n) => !level || model.get(n)?.level === to.level);
    if (a > b) range.reverse();
    this.#targets = range;
    this.#changed();
  }

  /**
   * Removes nodes that are gone; a node that was made has its id now.
   * @param {import("./tree-model.js").TreeModel} model
   * @param {(id: number) => number} nearest  the nearest node that is still there; 0: none
   * @param {number} [instead]  where nothing is left
   */
  refresh(model, nearest, instead = 0) {
    if (!this.any) return;
    const candidates = [instead, nearest(idOf(this.main ?? 0)), nearest(this.#before), model.root];
    const other = /** @type {number} */ (candidates.find((id) => model.get(id)));
    const kept = this.#targets.filter((t) => (t instanceof Made && t.id === 0 ? !t.failed : model.get(idOf(t))));
    this.#targets = kept.length > 0 ? kept.map((t) => (t instanceof Made && t.id > 0 ? t.id : t)) : [other];
    if (!model.get(this.#from)) this.#from = idOf(this.#targets[this.#targets.length - 1]);
    this.#changed();
  }
}
