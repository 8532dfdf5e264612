// The dialog in which a teacher chooses what a new scene or a room shows: a figure, an exercise or a game, which the page
// lists, what this browser has itself, or the run at an address of this server. A room can begin a lesson in it, too.

import { under } from "../shared/base.js";
import { kept, keptByTitle } from "../shared/desk.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { OptionList } from "../shared/option-list.js";
import { ownTrees } from "../shared/own-trees.js";
import { showOf, stepOn } from "../shared/shown-run.js";

/** What this browser has, by kind: the key of a show that names it. @type {Record<string, string>} */
const sources = { tree: "saved", trace: "trace", program: "code" };

/** The run at an address of this server, as a show. @param {string} address */
async function showAt(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => {
    throw new Error("The server does not answer. Try again.");
  });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), run = page.getElementById("run");
  if (!answer.ok || !run?.dataset.request) throw new Error("There is no run at this address. Copy the address of the page of a run.");
  return showOf(run.dataset, stepOn(page));
}

export class SourcePicker {
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("source-picker"));
  #list = new OptionList(this.#dialog, { taken: (option) => this.#take(option), none: "Nothing here has this name." });
  #field = /** @type {HTMLInputElement} */ (this.#dialog.querySelector("[role=combobox]"));
  #said = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=status]"));
  /** @type {(show: object) => void} */
  #chosen = () => {};
  /** @type {(lesson: string) => void} */
  #begin = () => {};

  constructor() {
    this.#field.addEventListener("input", (e) => {
      e.stopPropagation(); // it is no change of the lesson
      this.#address();
    });
  }

  /** @param {(show: object) => void} chosen @param {(lesson: string) => void} [begin]  called with the id of a lesson */
  open(chosen, begin = () => {}) {
    this.#chosen = chosen;
    this.#begin = begin;
    if (this.#lessons) this.#lessons.replaceChildren(...[this.#lessons.firstElementChild ?? ""], ...keptByTitle("lesson").map(({ id, title }) => this.#option("lesson", id, title || "A lesson without a title", { lesson: id })));
    this.#fill("tree", ownTrees() ?? []);
    this.#fill("trace", kept("trace") ?? []);
    this.#fill("program", keptByTitle("program"));
    this.#list.open();
    this.#address();
  }

  /** The lessons of this browser; null: no lesson can be chosen. */
  get #lessons() {
    return /** @type {HTMLElement | null} */ (this.#dialog.querySelector(`[data-of="lesson"]`));
  }

  /** @param {string} of */
  #group(of) {
    return /** @type {HTMLElement} */ (this.#dialog.querySelector(`[data-of="${of}"]`));
  }

  /** @param {string} of @param {string} id @param {string} text @param {Record<string, string>} data */
  #option(of, id, text, data) {
    const option = Object.assign(document.createElement("div"), { id: `source-${of}-${id}`, textContent: text });
    option.setAttribute("role", "option");
    Object.assign(option.dataset, data);
    return option;
  }

  /** @param {string} of @param {{id: string, title: string}[]} things */
  #fill(of, things) {
    const group = this.#group(of);
    for (const old of group.querySelectorAll("[role=option]")) old.remove();
    group.append(...things.map(({ id, title }) => this.#option(of, id, title || `Untitled (${id.slice(0, 6)})`, { show: JSON.stringify({ [sources[of]]: id }) })));
  }

  /** Offers the run at an address that is typed. */
  #address() {
    const group = this.#group("address"), text = this.#list.text, own = under("/");
    /** @type {URL | null} */
    let at = null;
    if (/^(https?:\/)?\/\S+$/.test(text)) at = URL.canParse(text, location.href) ? new URL(text, location.href) : null;
    const here = at?.origin === location.origin && at.pathname.startsWith(own), [, lesson] = (here && this.#lessons && at?.pathname.slice(own.length).match(/^lessons\/([\w-]+)(\/print)?\/?$/)) || [];
    group.replaceChildren(...(lesson ? [this.#option("address", "typed", "The lesson at this address", { any: "", lesson })] : here && at ? [this.#option("address", "typed", "The run at this address", { any: "", address: at.href })] : []));
    this.#list.filter();
  }

  /** @param {HTMLElement} option */
  async #take({ dataset: { show, address, lesson } }) {
    busy(this);
    try {
      const chosen = lesson ? null : show ? parseJSON(show) : await showAt(address ?? "");
      this.#dialog.close();
      if (lesson) this.#begin(lesson);
      else this.#chosen(chosen);
    } catch (e) {
      this.#said.textContent = e instanceof Error ? e.message : String(e);
    }
    idle(this);
  }
}
