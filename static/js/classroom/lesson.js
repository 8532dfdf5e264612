// The lesson of a room, for its presenter: a click shows a scene, and a checkbox opens it to
// the class.

import { privateNotes } from "./private-notes.js";

/** @typedef {import("./room.js").Room} Room */

/** The largest number of characters of a scene's name. */
const nameLength = 60;

/** The name of a scene: the title in its note, or its first words. @param {HTMLElement} row */
function nameOf(row) {
  const note = row.querySelector(".note"), title = note?.querySelector(":is(h1, h2, h3, h4), p:first-child > strong:first-child");
  const text = ((title ?? note)?.textContent ?? "").trim().replace(/\s+/g, " ").replace(/ question$/, "");
  return text.length <= nameLength ? text.replace(/\.$/, "") : `${text.slice(0, nameLength).replace(/\s+\S*$/, "")} …`;
}

export class Lesson {
  #panel = document.getElementById("lesson");
  #room;
  #go;

  /** @param {Room} room @param {(lesson: string, scene: number) => void} go  shows a scene */
  constructor(room, go) {
    this.#room = room;
    this.#go = go;
    for (const row of this.#rows) {
      const button = /** @type {HTMLElement | null} */ (row.querySelector(".scene")), name = nameOf(row);
      button?.addEventListener("click", () => this.#show(Number(row.dataset.scene)));
      if (button && name) {
        button.title = name;
        button.setAttribute("aria-label", `Show scene ${Number(row.dataset.scene) + 1}: ${name}`);
      }
      row.querySelector(".note")?.addEventListener("click", () => this.#show(Number(row.dataset.scene)));
    }
    this.#panel?.addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      this.#open();
    });
    if (this.#panel) privateNotes(this.#panel.dataset, this.#rows);
    document.getElementById("next-scene")?.addEventListener("click", () => this.next());
  }

  get #rows() {
    return /** @type {HTMLElement[]} */ ([...(this.#panel?.querySelectorAll("[data-scene]") ?? [])]);
  }

  /** @param {HTMLElement} row */
  #box(row) {
    return /** @type {HTMLInputElement} */ (row.querySelector(".open input"));
  }

  /** Shows the next scene; returns whether there is one. */
  next() {
    const at = this.#rows.findIndex((row) => row.classList.contains("here")); // before the room’s first message, too
    if (at + 1 >= this.#rows.length) return false;
    this.#show(at + 1);
    return true;
  }

  /** Opens the current scene to the class, or closes it. */
  pace() {
    const row = this.#rows.find((r) => Number(r.dataset.scene) === this.#room.value?.lesson?.scene);
    if (!row) return;
    this.#box(row).checked = !this.#box(row).checked;
    this.#open();
  }

  #open() {
    this.#room.send({ type: "open", scenes: this.#rows.flatMap((row) => (this.#box(row).checked ? Number(row.dataset.scene) : [])) });
  }

  /** Whether the page lists the scenes of this lesson. @param {import("./room.js").Value} value */
  lists({ lesson }) {
    return (lesson?.id ?? "") === (this.#panel?.dataset.lesson ?? "");
  }

  /** @param {import("./room.js").Value} value */
  changed({ lesson }) {
    for (const row of this.#rows) {
      const n = Number(row.dataset.scene), here = n === lesson?.scene, button = row.querySelector(".scene");
      if (here && !row.classList.contains("here")) row.scrollIntoView({ block: "nearest" });
      row.classList.toggle("here", here);
      if (here) button?.setAttribute("aria-current", "step");
      else button?.removeAttribute("aria-current");
      this.#box(row).checked = lesson?.open.includes(n) ?? false;
    }
    const next = /** @type {HTMLButtonElement | null} */ (document.getElementById("next-scene"));
    if (next) next.disabled = lesson?.scene === this.#rows.length - 1;
    const place = document.getElementById("next-name"), following = this.#rows[(lesson?.scene ?? -1) + 1];
    if (place) place.textContent = following ? `${Number(following.dataset.scene) + 1}. ${nameOf(following)}` : "This is the last scene.";
  }

  /** @param {number} scene */
  #show(scene) {
    const id = this.#panel?.dataset.lesson;
    if (id) this.#go(id, scene);
  }
}
