// A tree in the list: its link and picture, and what can be done to it.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { forgetTree, keepTree } from "../shared/own-trees.js";
import { forgetEdits } from "../shared/undo-storage.js";
import { duplicate, exists, remove, rename } from "./server.js";

/** @typedef {import("../shared/own-trees.js").OwnTree} OwnTree */

/**
 * @typedef {object} Host
 * @property {() => void} show  the list has changed
 * @property {(text: string, button?: HTMLButtonElement) => void} say
 */

/** Characters that a title has at most, as the server has it. */
const longest = 200;

const template = /** @type {HTMLTemplateElement} */ (document.getElementById("own-tree"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("own-remove"));
dialog.querySelector("form")?.addEventListener("submit", () => (choose = null));
/** @type {((how: string) => void) | null} what the open dialog is asked for */
let choose = null;
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (dialog.querySelectorAll("button[value]"))) {
  button.addEventListener("click", () => {
    dialog.close();
    choose?.(button.value);
  });
}

/** The theme as pictures know it. */
function themeNow() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export class TreeCard {
  element = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  #tree;
  #host;

  /** @param {OwnTree} tree @param {Host} host */
  constructor(tree, host) {
    this.#tree = tree;
    this.#host = host;
    this.#part("rename").addEventListener("click", () => this.#renaming(true));
    this.#part("keep-name").addEventListener("click", () => this.#renaming(false));
    const form = this.#part("rename-form");
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.#rename();
    });
    form.addEventListener("keydown", (e) => e.key === "Escape" && this.#renaming(false));
    this.#part("duplicate").addEventListener("click", () => this.#duplicate());
    this.#part("remove").addEventListener("click", () => this.#askToRemove());
    this.#part("picture").addEventListener("error", () => this.#unpictured());
    this.paint();
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-part="${name}"]`));
  }

  get #field() {
    return /** @type {HTMLInputElement} */ (this.#part("name"));
  }

  /** What the tree is called. */
  get #title() {
    return this.#tree.title || "A tree of your own";
  }

  /** @param {OwnTree} tree */
  show(tree) {
    this.#tree = tree;
    const open = this.#part("open");
    open.textContent = open.title = this.#title; // a long one is shown in part
    for (const [name, to] of [["open", `/edit/${tree.key}`], ["beside", `/edit/${tree.key}`], ["play", `/t/${tree.id}`]]) this.#part(name).setAttribute("href", under(to));
    const time = /** @type {HTMLTimeElement} */ (this.#part("time")), at = new Date(tree.at);
    time.dateTime = at.toISOString();
    time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    for (const [name, does] of [["play", "Play"], ["rename", "Rename"], ["duplicate", "Duplicate"], ["remove", "Remove"]]) this.#part(name).setAttribute("aria-label", `${does} ${this.#title}`);
  }

  /** Draws the picture in the colours of the theme. */
  paint() {
    const to = under(`/trees/${this.#tree.id}/picture.svg?theme=${themeNow()}`), picture = this.#part("picture");
    if (picture.getAttribute("src") !== to) picture.setAttribute("src", to);
  }

  remove() {
    this.element.remove();
  }

  /** There is no picture. */
  async #unpictured() {
    this.#part("picture").hidden = true;
    const blank = this.#part("blank");
    blank.hidden = false;
    blank.textContent = "No picture now";
    if (!(await exists(this.#tree.id).catch(() => true))) blank.textContent = "The server does not have this tree any more";
  }

  /** @param {boolean} on */
  #renaming(on) {
    this.#part("rename-form").hidden = !on;
    this.#part("heading").hidden = this.#part("tools").hidden = on;
    this.#fault("");
    if (on) {
      this.#field.value = this.#tree.title;
      this.#field.select();
      this.#field.focus();
    } else this.#part("rename").focus();
  }

  async #rename() {
    const title = this.#field.value.trim();
    if (title === this.#tree.title) return this.#renaming(false);
    if ([...title].length > longest) return this.#fault(`A title has at most ${longest} characters; this one has ${[...title].length}.`);
    await this.#do(async () => {
      await rename(this.#tree, title);
      keepTree({ ...this.#tree, title, at: Date.now() });
      this.#renaming(false);
      this.#host.show();
      this.#host.say(`The tree is called “${this.#title}” now.`);
    });
  }

  async #duplicate() {
    await this.#do(async () => {
      const title = [..."Copy of ", ...this.#title].slice(0, longest).join("");
      const { id, key } = await duplicate(this.#tree, title);
      keepTree({ id, key, title, at: Date.now() });
      this.#host.show();
      this.#host.say(`“${title}” is the first of the list.`);
      window.scrollTo(0, 0);
    });
  }

  #askToRemove() {
    /** @type {HTMLElement} */ (dialog.querySelector("h2")).textContent = `Remove “${this.#title}”`;
    choose = (how) => (how === "delete" ? this.#delete() : this.#forget());
    dialog.showModal();
  }

  #forget() {
    const tree = this.#tree, title = this.#title, back = document.createElement("button");
    forgetTree(tree.id);
    this.#host.show();
    back.type = "button";
    back.textContent = "Put it back";
    back.addEventListener("click", () => {
      keepTree(tree);
      this.#host.show();
      this.#host.say(`“${title}” is on your desk again.`);
    });
    this.#host.say(`“${title}” is not on your desk any more. `, back);
    back.focus();
  }

  async #delete() {
    await this.#do(async () => {
      const title = this.#title;
      await remove(this.#tree);
      forgetTree(this.#tree.id);
      forgetEdits(this.#tree.id);
      this.#host.show();
      this.#host.say(`“${title}” is deleted.`);
      /** @type {HTMLElement} */ (document.querySelector(".own-new")).focus();
    });
  }

  /** Something that the server may refuse. @param {() => Promise<void>} action */
  async #do(action) {
    if (this.element.ariaBusy === "true") return;
    this.element.ariaBusy = "true";
    busy(this);
    this.#fault("");
    try {
      await action();
    } catch (e) {
      this.#fault(e instanceof Error ? e.message : String(e));
    }
    this.element.ariaBusy = null;
    idle(this);
  }

  /** @param {string} text */
  #fault(text) {
    const box = this.#part("fault");
    box.hidden = text === "";
    box.textContent = text;
  }
}
