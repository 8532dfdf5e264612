// The preview of a lesson: all scenes in order, as the class sees them before it answers. It shows what is in the editor,
// saved or not.

import { busy, idle } from "../shared/idle.js";
import { drawnScene } from "./scene-picture.js";

/** @typedef {import("./scene-form.js").Scene} Scene */

export class Preview {
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("preview"));
  #list = /** @type {HTMLElement} */ (this.#dialog.querySelector("ol"));
  /** Draws a scene when it comes into sight. @type {IntersectionObserver | null} */
  #seen = null;

  /** @param {Scene[]} scenes @param {number} at  the one that is shown first, from 1 */
  open(scenes, at) {
    this.#seen?.disconnect();
    const seen = (this.#seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        this.#draw(/** @type {HTMLElement} */ (target), scenes[this.#rows.indexOf(target)]);
      }
    }, { root: this.#list, rootMargin: "50%" }));
    this.#list.replaceChildren(...scenes.map((_, i) => {
      const row = document.createElement("li"), title = document.createElement("h3"), place = document.createElement("div");
      title.textContent = `Scene ${i + 1}`;
      title.tabIndex = -1;
      place.className = "scene-picture";
      row.append(title, place);
      return row;
    }));
    this.#dialog.showModal();
    for (const row of this.#rows) seen.observe(row);
    const first = this.#rows[at - 1];
    first.scrollIntoView();
    /** @type {HTMLElement} */ (first.firstElementChild).focus();
  }

  get #rows() {
    return [...this.#list.children];
  }

  /** @param {HTMLElement} row @param {Scene} scene */
  async #draw(row, { show, note, question }) {
    busy(row);
    const drawn = await drawnScene(JSON.stringify({ show, note, question, class: true })).catch((e) => (e instanceof Error ? e.message : String(e)));
    /** @type {HTMLElement} */ (row.lastElementChild).replaceChildren(drawn);
    idle(row);
  }
}
