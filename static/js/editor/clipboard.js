// Cut, copy and paste of subtrees as text in the notation, so that they can be
// pasted into a mail, and text from elsewhere into a tree.

/** @typedef {import("./tree-model.js").Node} Node */

/**
 * @typedef {object} Host
 * @property {() => boolean} here  the tree has the focus, and something is selected
 * @property {() => Node[]} nodes  that are selected, none of them below another
 * @property {(number: number) => string | null} part  a node's part of the text
 * @property {() => void} remove  what was cut
 * @property {() => import("./selection.js").Target | undefined} target  where something is pasted
 * @property {(text: string, to?: import("./selection.js").Target) => void} paste
 * @property {(text: string) => void} announce
 * @property {() => boolean} waits  edits or actions are still to come
 * @property {() => boolean} stale  the text is that before edits which wait
 * @property {(action: import("./keys.js").Action) => void} run  performs an action in its turn
 */

export class Clipboard {
  #host;
  /** What was copied here last: a button may not be allowed to read the clipboard. */
  #own = "";
  #copies = 0; // how often
  /** A copy that the browser has not yet written to the clipboard. @type {Promise<void> | undefined} */
  #writing;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    document.addEventListener("copy", (e) => this.#copied(e, false));
    document.addEventListener("cut", (e) => this.#copied(e, true));
    document.addEventListener("paste", (e) => {
      if (!host.here()) return;
      const text = this.#writing ? this.#own : (e.clipboardData?.getData("text/plain") ?? "");
      if (text.trim() === "") return;
      e.preventDefault();
      if (host.waits()) host.run({ paste: text, after: this.#copies });
      else host.paste(text);
    });
  }

  #notation() {
    const parts = this.#host.nodes().map((n) => this.#host.part(n.number));
    return parts.length > 0 && parts.every((p) => p !== null) ? parts.join("\n") : null;
  }

  /** @param {ClipboardEvent} e @param {boolean} cut */
  #copied(e, cut) {
    if (!this.#host.here()) return;
    if (this.#host.waits()) {
      e.preventDefault();
      return this.#host.run({ command: cut ? "cut" : "copy" });
    }
    const text = this.#notation();
    if (text === null) return this.#host.announce("The text of these nodes is not here: the tree is too large, or its text cannot be read.");
    this.#own = text;
    e.clipboardData?.setData("text/plain", text);
    e.preventDefault();
    this.#took(cut);
  }

  /** @param {boolean} cut */
  #took(cut) {
    const nodes = this.#host.nodes();
    const what = nodes.length === 1 ? nodes[0].name : `${nodes.length} subtrees`;
    if (cut) this.#host.remove();
    this.#host.announce(cut ? `${what} was cut; paste puts it below the selected node.` : `${what} was copied.`);
  }

  /** By a button, or by a key after it had to wait. @param {boolean} cut */
  take(cut) {
    if (this.#host.stale()) return this.#host.announce("The server does not answer: what was done here can be copied once it has it.");
    const text = this.#notation();
    if (text === null) return this.#host.announce("The text of these nodes is not here: the tree is too large, or its text cannot be read.");
    this.#own = text;
    this.#copies++;
    const written = () => {
      if (this.#writing === writing) this.#writing = undefined;
    };
    const writing = (this.#writing = navigator.clipboard?.writeText(text).then(written, written)); // where that is not allowed, it can still be pasted here
    this.#took(cut);
  }

  /** A paste that had to wait; if there was a copy since, what was copied is pasted. @param {{paste: string, after: number}} what */
  late({ paste, after }) {
    this.#host.paste(this.#copies > after ? this.#own : paste);
  }

  /** By a button. */
  async give() {
    let text = this.#own;
    const to = this.#host.target(); // the clipboard may take a while
    try {
      text = (await navigator.clipboard.readText()) || text;
    } catch {
      // Not allowed: what was copied here is pasted.
    }
    if (text.trim() === "") this.#host.announce("Nothing was copied yet. Ctrl+V pastes what was copied elsewhere.");
    else this.#host.paste(text, to);
  }
}
