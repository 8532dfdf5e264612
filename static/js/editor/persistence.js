// How the tree of the page is saved: its key and its id, once an edit has saved
// it, and the words that show it.

import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { keepTree, updateTree } from "../shared/own-trees.js";
import { withoutFolding, withoutLayout } from "../shared/page-address.js";
import { tabKey } from "../shared/undo-storage.js";
import { create } from "./new-tree.js";

/** Seconds before the tree is tried to be saved again. */
const retryAfter = [0.5, 1, 2, 5, 10];

/**
 * What stays of an address when its tree is saved: the algorithm and the step.
 * Values that it set belong to the tree now.
 * @param {string} search
 */
function played(search) {
  const q = new URLSearchParams(withoutFolding(search));
  for (const name of [...q.keys()]) if (/^(figure|text|saved|revision|v\d+)$/.test(name)) q.delete(name);
  return q.size > 0 ? `?${q}` : "";
}

// Storage may be forbidden or full: a reload then shows what the address says.

/** @param {string} name */
function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} value  null: none */
function remember(name, value) {
  try {
    if (value !== null) sessionStorage.setItem(name, value);
    else sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** @typedef {{waiting: number, connected: boolean, answers: boolean, gone: boolean, revision: number}} State */

export class Persistence {
  key;
  id;
  saving = false;
  #tries = 0;
  #met = false; // there has been a connection
  #title = ""; // in the list of this browser
  #page;
  #host;

  /**
   * @param {HTMLElement} page
   * @param {object} host
   * @param {() => void} host.saved  it has a key now
   * @param {(text: string) => void} host.notice
   */
  constructor(page, host) {
    this.#page = page;
    this.#host = host;
    this.key = page.dataset.key ?? "";
    this.id = page.dataset.id ?? "";
    if (!this.key) this.#follow();
  }

  /** The key under which this tab stores what belongs to the tree. */
  get local() {
    return tabKey(this.id || withoutLayout(withoutFolding(location.search)));
  }

  /**
   * A reload that has begun before the answer to save came asks for the old address, while this tab
   * stores under the new one what is still to be sent: the page goes on there.
   */
  #follow() {
    const name = `${this.local}:saved`, saved = recall(name), [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    if (!saved) return;
    remember(name, null); // who opens the address anew begins anew
    if (visit?.type !== "reload") return;
    busy(this);
    location.replace(saved + played(location.search));
  }

  async save() {
    if (this.saving) return;
    this.saving = true;
    busy(this);
    try {
      const made = await create(parseJSON(this.#page.dataset.source || '{"empty":true}'));
      remember(`${this.local}:saved`, made.edit);
      this.key = made.key;
      this.id = made.id;
      history.replaceState(history.state, "", made.edit + played(location.search));
      if (this.#tries > 0) this.#host.notice("");
      document.dispatchEvent(new CustomEvent("tree-saved", { detail: made }));
      this.#host.saved();
      idle(this);
    } catch (e) {
      this.#host.notice(`The tree cannot be saved yet, and is kept in this page. ${e instanceof Error ? e.message : ""}`);
      setTimeout(() => this.save(), 1000 * retryAfter[Math.min(this.#tries++, retryAfter.length - 1)]);
    }
    this.saving = false;
  }

  /** The tree joins the list of this browser: it was opened, or saved. @param {string} title */
  list(title) {
    this.#title = title;
    if (this.key) keepTree({ id: this.id, key: this.key, title, at: Date.now() });
  }

  /** The list has the title, and when the tree was open last. @param {string} title @param {boolean} [leaving]  the page is being left */
  relist(title, leaving = false) {
    if (!this.key || (title === this.#title && !leaving)) return;
    this.#title = title;
    updateTree(this.id, title);
  }

  /** Shows how the tree is saved. @param {State} state */
  show(state) {
    if (state.connected) this.#met = true;
    const box = /** @type {HTMLElement} */ (document.getElementById("saved")), words = this.#words(state);
    if (box.textContent !== words) box.textContent = words;
    this.#page.classList.toggle("away", this.#lost(state));
  }

  /** Whether the page says that it is not connected. */
  get away() {
    return this.#page.classList.contains("away");
  }

  /** @param {State} state */
  #lost({ connected, answers }) {
    return !answers || (!connected && this.key !== "" && this.#met);
  }

  /** @param {State} state */
  #words(state) {
    const { waiting, gone, revision } = state;
    if (gone) return "Not kept any more; the text beside the picture can be copied";
    if (!this.key && waiting === 0) return "locked" in this.#page.dataset ? "Cannot be saved now" : "Not saved yet; the first edit saves it";
    if (this.#lost(state)) {
      if (waiting === 0) return "Not connected; it is tried again";
      const edits = waiting === 1 ? "1 edit waits, and is" : `${waiting} edits wait, and are`;
      return `Not connected: ${edits} sent when the connection is back`;
    }
    return waiting > 0 ? "Saving…" : `Saved, revision ${revision.toLocaleString("en")}`;
  }
}
