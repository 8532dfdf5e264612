// The dialog in which a presenter chooses what to show: a figure, a tree of this browser or
// a lesson.

import { ownLessons } from "../shared/own-lessons.js";
import { ownTrees } from "../shared/own-trees.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const list = (id) => /** @type {HTMLSelectElement} */ (document.getElementById(id));

export class Picker {
  #dialog = /** @type {HTMLDialogElement} */ (byId("pick-dialog"));

  /** @param {(show: object) => void} show @param {(lesson: string, scene: number) => void} scene */
  constructor(show, scene) {
    byId("pick").addEventListener("click", () => this.open());
    this.#on("pick-figure", () => show(JSON.parse(list("pick-figure-list").value)));
    this.#on("pick-tree", () => show({ saved: list("pick-tree-list").value }));
    this.#on("pick-lesson", () => scene(list("pick-lesson-list").value, 0));
    this.#on("pick-own", () => {
      const field = /** @type {HTMLInputElement} */ (byId("pick-own-id"));
      scene(field.value.trim().replace(/[?#].*$/, "").split("/").filter(Boolean).at(-1) ?? "", 0);
    });
  }

  open() {
    const trees = ownTrees() ?? [];
    list("pick-tree-list").replaceChildren(...trees.map(({ id, title }) => new Option(title || "Untitled", id)));
    byId("pick-tree").hidden = trees.length === 0;
    byId("pick-none").hidden = trees.length > 0;
    const lessons = list("pick-lesson-list"), group = document.createElement("optgroup");
    group.label = "Your lessons";
    group.append(...ownLessons().map(({ id, title }) => new Option(title || "A lesson without a title", id)));
    lessons.querySelector("optgroup")?.remove();
    if (group.childElementCount > 0) lessons.prepend(group);
    this.#dialog.showModal();
  }

  /** @param {string} id @param {() => void} chosen */
  #on(id, chosen) {
    byId(id).addEventListener("submit", (e) => {
      e.preventDefault();
      this.#dialog.close();
      chosen();
    });
  }
}
