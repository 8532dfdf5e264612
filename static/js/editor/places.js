// Where the user is: the selected nodes, and the part of the picture that is in
// sight. Undo and redo go back to where the edit was made.

import { idOf } from "./selection.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{targets: Target[], view: import("./picture.js").View}} Place */

export class Places {
  #host;
  /** How often the selection had changed when the last place was taken. */
  #changes = 0;

  /**
   * @param {object} host
   * @param {Selection} host.selection
   * @param {Picture} host.picture
   * @param {() => void} host.focus  the focus goes to the current node, if it is in the tree
   */
  constructor(host) {
    this.#host = host;
  }

  /** @returns {Place} */
  now() {
    const { picture, selection } = this.#host;
    this.#changes = selection.changes;
    return { targets: selection.targets, view: picture.view(selection.anchor) };
  }

  /** Goes back to a place, unless something else has been selected since. @param {Place} place */
  restore({ targets, view }) {
    const { focus, picture, selection } = this.#host;
    if (selection.changes !== this.#changes) return;
    const there = targets.map(idOf).filter((id) => picture.model.get(id));
    if (there.length > 0) selection.set(there);
    this.#changes = selection.changes;
    picture.restore(view);
    picture.reveal(selection.anchor);
    focus();
  }
}
