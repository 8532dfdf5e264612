// The scenes in the editor of a lesson, in order: they are added, moved and removed here.

import { parseJSON } from "../shared/exact.js";
import { sceneForm, sceneOf } from "./scene-form.js";

/** @typedef {import("./scene-form.js").Scene} Scene */
/** @typedef {import("./history.js").State} State */

export class SceneList {
  #list;
  #most;
  #made = 0;
  /** The scenes as JSON. @type {WeakMap<Element, string>} */
  #texts = new WeakMap();

  /** @param {HTMLElement} list @param {number} most  scenes that a lesson can have */
  constructor(list, most) {
    this.#list = list;
    this.#most = most;
  }

  /** @returns {HTMLElement[]} */
  get forms() {
    return /** @type {HTMLElement[]} */ ([...this.#list.children]);
  }

  get isFull() {
    return this.forms.length >= this.#most;
  }

  /** @param {Element} form */
  numberOf(form) {
    return this.forms.indexOf(/** @type {HTMLElement} */ (form)) + 1;
  }

  /** @returns {State["scenes"]} */
  get state() {
    return this.forms.map((form) => ({ id: form.dataset.form ?? "", text: this.#texts.get(form) ?? "" }));
  }

  /** @returns {Scene[]} */
  get scenes() {
    return this.forms.map(sceneOf);
  }

  /** @param {Scene[]} scenes */
  show(scenes) {
    this.#list.replaceChildren(...scenes.map((scene) => this.#form(scene)));
    this.#number();
  }

  /** @param {Scene} scene @param {string} [id] */
  #form(scene, id = `scene-${++this.#made}`) {
    const form = sceneForm(scene);
    form.dataset.form = id;
    this.changed(form);
    return form;
  }

  /** Something of a scene was changed. @param {HTMLElement} form */
  changed(form) {
    this.#texts.set(form, JSON.stringify(sceneOf(form)));
  }

  /** @param {Scene} scene @param {Element | null} after  the scene before it; null: it is the first one */
  add(scene, after) {
    const form = this.#form(scene);
    if (after) after.after(form);
    else this.#list.prepend(form);
    this.#number();
    return form;
  }

  /** Moves a scene by one place; returns whether it could. @param {HTMLElement} form @param {-1 | 1} by */
  move(form, by) {
    const other = by < 0 ? form.previousElementSibling : form.nextElementSibling;
    if (!other) return false;
    // The other one is moved, so that the scene keeps the focus.
    if (by < 0) form.after(other);
    else form.before(other);
    this.#number();
    form.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** Removes a scene, unless it is the only one; returns the one that is in its place. @param {HTMLElement} form */
  remove(form) {
    const near = /** @type {HTMLElement | null} */ (form.nextElementSibling ?? form.previousElementSibling);
    if (!near) return null;
    form.remove();
    this.#number();
    return near;
  }

  /** Shows an earlier state; returns the first scene that differs. @param {State["scenes"]} scenes @returns {HTMLElement | undefined} */
  restore(scenes) {
    const before = this.forms, known = new Map(before.map((form) => [form.dataset.form, form]));
    const forms = scenes.map(({ id, text }) => {
      const form = known.get(id);
      return form && this.#texts.get(form) === text ? form : this.#form(parseJSON(text), id);
    });
    for (const form of before) if (!forms.includes(form)) form.remove();
    for (const [i, form] of forms.entries()) if (this.#list.children[i] !== form) this.#list.insertBefore(form, this.#list.children[i] ?? null);
    this.#number();
    const first = forms.findIndex((form, i) => form !== before[i]);
    return first >= 0 ? forms[first] : before.length > forms.length ? forms.at(-1) : undefined;
  }

  /** Numbers the scenes, and what is done with them. */
  #number() {
    const all = this.forms;
    for (const [i, form] of all.entries()) {
      const n = i + 1, part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-part=${name}]`));
      part("number").textContent = `Scene ${n}`;
      form.setAttribute("aria-label", `Scene ${n}`);
      /** @type {[string, string, boolean][]} */
      const tools = [["up", `Move scene ${n} up`, n > 1], ["down", `Move scene ${n} down`, n < all.length], ["remove", `Remove scene ${n}`, all.length > 1]];
      part("preview").setAttribute("aria-label", `Preview scene ${n}`);
      part("add").setAttribute("aria-label", `Add a scene here, after scene ${n}`);
      for (const [name, label, can] of tools) {
        part(name).setAttribute("aria-label", label);
        part(name).ariaDisabled = can ? null : "true"; // it keeps the focus
      }
    }
  }
}
