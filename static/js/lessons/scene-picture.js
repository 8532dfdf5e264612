// The picture of a scene in the editor: the tree at the step of the scene. A click on a node
// chooses it for the question. The server draws it when the scene comes into sight.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/**
 * A scene as the server draws it; a text: why it cannot be drawn.
 * @param {string} body  what it shows, and perhaps what the class sees of it @returns {Promise<HTMLElement | string>}
 */
export async function drawnScene(body) {
  const answer = await fetch(under("/lessons/picture"), { method: "POST", headers: { "Content-Type": "application/json", Accept: "text/html" }, body }).catch(() => {
    throw new Error("The server cannot be reached, so there is no picture.");
  });
  if (!answer.ok) return (await answer.json()).detail;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("figure"), svg = drawn?.querySelector("svg");
  if (!drawn) return "";
  // A page has many pictures. The list of nodes is the way in for keys and screen readers.
  for (const part of drawn.querySelectorAll("svg, svg *")) {
    for (const name of part.getAttributeNames()) {
      if (name === "id" || name === "role" || name === "tabindex" || name.startsWith("aria-")) part.removeAttribute(name);
    }
  }
  svg?.setAttribute("aria-hidden", "true");
  return drawn;
}

export class ScenePicture {
  #place;
  #nodes;
  #what;
  #algorithm;
  #step;
  #show;
  #question;
  #note;
  #asClass;
  /** @type {string | undefined} what is drawn, or asked for */
  #asked;

  /** @param {HTMLElement} form  of the scene @param {() => object} show  what it shows now @param {() => object | null} question  what it asks now */
  constructor(form, show, question) {
    this.#place = /** @type {HTMLElement} */ (form.querySelector("[data-part=picture]"));
    this.#nodes = /** @type {HTMLSelectElement} */ (form.querySelector("[name=node]"));
    this.#what = /** @type {HTMLElement} */ (form.querySelector("[data-part=what]"));
    this.#algorithm = /** @type {HTMLSelectElement} */ (form.querySelector("[name=algorithm]"));
    this.#step = /** @type {HTMLInputElement} */ (form.querySelector("[name=step]"));
    this.#show = show;
    this.#question = question;
    this.#asClass = /** @type {HTMLInputElement} */ (form.querySelector("[name=as-class]"));
    this.#note = /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=note]"));
    for (const field of [this.#asClass, this.#note]) field.addEventListener("change", () => this.#draw());
    this.#place.addEventListener("click", (e) => this.#choose(e.target));
    this.#nodes.addEventListener("change", () => this.mark());
    for (const field of [this.#step, this.#algorithm]) field.addEventListener("change", () => this.#draw());
    for (const [part, by] of /** @type {const} */ ([["back", -1], ["forward", 1]])) form.querySelector(`[data-part=${part}]`)?.addEventListener("click", () => this.#go(by));
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      this.#draw();
    }).observe(form);
  }

  /** Marks the node that the question is about. */
  mark() {
    const question = this.#question(), line = /** @type {HTMLElement} */ (this.#asClass.closest("[data-part]"));
    line.hidden = question === null;
    if (question === null && this.#asClass.checked) this.#asClass.click(); // it draws the picture of the author again
    const asks = !this.#nodes.closest("[data-of]")?.hasAttribute("hidden");
    this.#place.toggleAttribute("data-asks", asks);
    for (const node of this.#place.querySelectorAll("[data-node]")) {
      node.toggleAttribute("data-picked", asks && node.getAttribute("data-node") === this.#nodes.value);
    }
  }

  /** Goes on by a step, or back. @param {number} by */
  #go(by) {
    const to = Number(this.#step.value) + by;
    if (to < 0 || (this.#step.max && to > Number(this.#step.max))) return;
    this.#step.value = String(to);
    for (const type of ["input", "change"]) this.#step.dispatchEvent(new Event(type, { bubbles: true }));
  }

  async #draw() {
    const body = JSON.stringify({ show: this.#show(), ...(this.#asClass.checked && { class: true, question: this.#question(), note: this.#note.value }) });
    if (body === this.#asked) return;
    this.#asked = body;
    busy(this);
    const drawn = await drawnScene(body).catch((e) => {
      this.#asked = undefined; // the next change asks again
      return e instanceof Error ? e.message : String(e);
    });
    if (this.#asked === body || this.#asked === undefined) this.#put(drawn);
    idle(this);
  }

  /** @param {HTMLElement | string} drawn */
  #put(drawn) {
    this.#place.replaceChildren(drawn);
    if (typeof drawn === "string") return;
    const { title = "", last = "", names = "[]", algorithms = "[]", algorithm = "" } = drawn.dataset;
    if (title) this.#what.textContent = title; // the class does not see it
    this.#algorithm.replaceChildren(...JSON.parse(algorithms).map((/** @type {[string, string]} */ [id, name]) => new Option(name, id)));
    this.#algorithm.value = algorithm;
    if (!this.#asClass.checked) this.#step.max = last;
    const before = this.#nodes.value;
    this.#nodes.replaceChildren(new Option("choose one", ""), ...JSON.parse(names).map((/** @type {[number, string]} */ [node, name]) => new Option(name, String(node))));
    if (before && ![...this.#nodes.options].some((o) => o.value === before)) this.#nodes.append(new Option(`node ${before}`, before));
    this.#nodes.value = before;
    this.mark();
  }

  /** @param {EventTarget | null} target */
  #choose(target) {
    const node = target instanceof Element ? target.closest("[data-node]")?.getAttribute("data-node") : null;
    if (!node || !this.#place.hasAttribute("data-asks")) return;
    this.#nodes.value = node;
    this.#nodes.dispatchEvent(new Event("input", { bubbles: true }));
    this.mark();
  }
}
