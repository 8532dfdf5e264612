// Snapshots that a presenter keeps for a later discussion: the answers to a question with the
// tree at that time, and hand-ins. Two of them can be shown side by side.

import { treeOnScreen } from "./beside.js";
import { markCount } from "./question.js";

/** @typedef {import("./beside.js").Shown} Shown */
/** @typedef {import("./beside.js").Beside} Beside */

/** The number of snapshots; beyond that the oldest is dropped. A tree takes up to 100 kB of the browser's storage. */
const most = 12;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Snapshots {
  #beside;
  #name;
  /** @type {Shown[]} */
  #list = [];

  /** @param {Beside} beside @param {string} code */
  constructor(beside, code) {
    this.#beside = beside;
    this.#name = `espalier-snapshots:${code}`;
    try {
      this.#list = JSON.parse(sessionStorage.getItem(this.#name) ?? "[]");
    } catch {
      // Storage may be forbidden: then they last as long as the page.
    }
    byId("snapshots").addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      this.#choose();
    });
    byId("snapshots-beside").addEventListener("click", () => {
      const chosen = this.#chosen;
      beside.show(chosen.length === 1 ? [{ caption: "The current tree" }, ...chosen] : chosen);
    });
    this.#draw();
  }

  /** Keeps the current tree with the counts of answers. @param {string} caption @param {Shown["counts"]} counts @param {Record<string, number>} nodes */
  keepAnswers(caption, counts, nodes) {
    const tree = treeOnScreen();
    for (const old of tree.querySelectorAll(".tally")) old.remove();
    for (const [node, count] of Object.entries(nodes)) {
      const place = `g.node[data-node="${node}"]`, from = document.querySelector(`#stage ${place}`), to = tree.querySelector(place);
      if (from instanceof SVGGraphicsElement && to) markCount(from, to, count);
    }
    this.keep({ tree: new XMLSerializer().serializeToString(tree), caption, counts });
  }

  /** @param {Shown} one */
  keep(one) {
    this.#list = [...this.#list, one].slice(-most);
    this.#store();
    this.#draw();
    /** @type {HTMLDetailsElement} */ (byId("snapshots")).open = true;
  }

  /** The room is closed: deletes all snapshots. */
  clear() {
    sessionStorage.removeItem(this.#name);
  }

  get #boxes() {
    return /** @type {HTMLInputElement[]} */ ([...byId("snapshots-list").querySelectorAll("input")]);
  }

  get #chosen() {
    return this.#boxes.flatMap((box, i) => (box.checked ? this.#list[i] : []));
  }

  #choose() {
    const { length } = this.#chosen, button = /** @type {HTMLButtonElement} */ (byId("snapshots-beside"));
    button.disabled = length === 0 || length > 2;
    button.textContent = length === 1 ? "Beside the current tree" : "Side by side";
  }

  #draw() {
    byId("snapshots").hidden = this.#list.length === 0;
    byId("snapshots-list").replaceChildren(...this.#list.map((one, i) => {
      const row = document.createElement("li"), label = document.createElement("label"), box = document.createElement("input"), away = document.createElement("button");
      box.type = "checkbox";
      box.autocomplete = "off";
      label.append(box, ` ${i + 1}. ${one.caption}`);
      away.type = "button";
      away.textContent = "Remove";
      away.setAttribute("aria-label", `Remove snapshot ${i + 1}`);
      away.addEventListener("click", () => {
        this.#list = this.#list.filter((other) => other !== one);
        this.#store();
        this.#draw();
        (this.#list.length > 0 ? /** @type {HTMLElement} */ (byId("snapshots").querySelector("summary")) : byId("ask-next")).focus();
      });
      row.append(label, away);
      return row;
    }));
    this.#choose();
  }

  #store() {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.#list));
    } catch {
      // As above, or the storage is full.
    }
  }
}
