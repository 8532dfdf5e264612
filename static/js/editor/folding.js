// What is folded in this tab, and which collapsed subtrees are open. The tree
// is the same for everybody. Of a tree that is not saved yet the address holds
// it, and the server draws the page of that address.

import { withoutFolding } from "../shared/page-address.js";

/**
 * @typedef {object} Host
 * @property {() => boolean} live  the server draws over the socket: the tree is saved, or is being saved
 * @property {() => Promise<void>} request  asks the server for the picture as it is folded now, and waits for it
 * @property {() => boolean} unseen  a picture that was asked for has not come
 * @property {() => boolean} saved
 * @property {(markup: string, anchor: number) => void} draw  anchor: the node that stays where it is
 * @property {() => void} failed  the server cannot be reached
 */

export class Folding {
  /** @type {{folded: number[], opened: number[]}} ids of nodes */
  view = { folded: [], opened: [] };
  #name;
  #host;
  #chosen = false; // what is folded was chosen before
  #unfold = /** @type {HTMLElement} */ (document.getElementById("unfold"));

  /** @param {string} name  under which it is stored @param {number[]} folded  as the page comes @param {Host} host */
  constructor(name, folded, host) {
    this.#name = name;
    this.#host = host;
    const address = new URLSearchParams(location.search);
    this.view.folded = folded;
    this.view.opened = (address.get("opened") ?? "").split(",").map(Number).filter((n) => n > 0);
    this.#chosen = address.has("folded") || this.view.opened.length > 0;
    try {
      const kept = sessionStorage.getItem(name);
      this.#chosen ||= kept !== null;
      Object.assign(this.view, JSON.parse(kept ?? "{}"));
    } catch {
      // Storage may be forbidden.
    }
    this.#offer();
  }

  /**
   * Folds what is open, opens what is folded; the picture does not show it yet.
   * @param {{id: number, hidden: number}} node
   */
  turn({ id, hidden }) {
    const { folded, opened } = this.view, others = (/** @type {number[]} */ ids) => ids.filter((n) => n !== id);
    if (hidden === 0) this.view = { folded: [...others(folded), id], opened: others(opened) };
    else if (folded.includes(id)) this.view = { folded: others(folded), opened };
    else this.view = { folded, opened: [...others(opened), id] }; // what is opened last goes first
    this.#store();
    this.#offer();
  }

  /** Folds or opens a node, and shows it. @param {{id: number, hidden: number}} node */
  toggle(node) {
    this.turn(node);
    this.#show(node.id);
  }

  /** The server has folded nodes that are new. @param {number[]} ids */
  folded(ids) {
    this.view = { ...this.view, folded: [...this.view.folded, ...ids] };
    this.#store();
    this.#offer();
    if (this.#host.unseen()) this.#host.request(); // what was asked for meanwhile does not have them
  }

  /** Opens a node below which something is being made. @param {{id: number, hidden: number}} node */
  openFor(node) {
    this.turn(node);
    if (this.#host.live()) this.#host.request();
  }

  /** Folds nodes of a tree that has just been opened, unless somebody has folded or opened some. @param {number[]} ids */
  begin(ids) {
    if (this.#chosen || ids.length === 0) return;
    this.view = { ...this.view, folded: [...this.view.folded, ...ids] };
    this.#offer();
    if (!this.#host.saved()) this.#show(ids[0]); // else it is drawn when the saved tree comes
  }

  /** Opens everything. @param {number} anchor  the node that stays where it is */
  unfold(anchor) {
    this.view = { folded: [], opened: this.view.opened };
    this.#store();
    this.#offer();
    return this.#show(anchor);
  }

  /** Draws the tree again, in another layout. @param {number} anchor  the node that stays where it is */
  redraw(anchor) {
    return this.#show(anchor);
  }

  /** Opens what hides a node. @param {number[]} above  its id, and those above it */
  reveal(above) {
    this.view = { folded: this.view.folded.filter((id) => !above.includes(id)), opened: this.view.opened };
    this.#store();
    this.#offer();
    return this.#show(above[0]);
  }

  /** The button that opens everything is there where something is folded. */
  #offer() {
    this.#unfold.hidden = this.view.folded.length === 0;
  }

  /** @param {number} anchor */
  async #show(anchor) {
    if (this.#host.live()) return this.#host.request();
    return this.#picture().then((markup) => {
      if (markup && !this.#host.saved()) this.#host.draw(markup, anchor); // once it is saved, it comes folded
    }, () => this.#host.failed());
  }

  #store() {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.view));
    } catch {
      // As above.
    }
  }

  /**
   * The picture as it is folded now, of a tree that is not saved.
   * @returns {Promise<string | undefined>} its markup; undefined: the folding has changed meanwhile
   */
  async #picture() {
    const to = new URL(location.href);
    to.search = withoutFolding(to.search);
    // Without it the page would come folded as at first.
    to.searchParams.set("folded", this.view.folded.join(","));
    if (this.view.opened.length > 0) to.searchParams.set("opened", this.view.opened.join(","));
    history.replaceState(history.state, "", to);
    const page = await (await fetch(to)).text();
    return location.href === to.href ? /<svg class="tree draft[^]*?<\/svg>/.exec(page)?.[0] : undefined;
  }

  /** @param {string} name  the tree is saved now */
  rename(name) {
    this.#name = name;
    this.#store();
  }
}
