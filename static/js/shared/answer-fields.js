// Fields in which an answer is typed, as something to drag: a value of a leaf becomes a slider, which also
// follows the leaf on the tree, and an order becomes a list. The text of the field stays the answer.

import { addStylesheet } from "./stylesheet.js";

/** Pixels on the tree for one value of a leaf. */
const perValue = 14;

/** Makes controls of the fields in a form. @param {ParentNode} form */
export function draggable(form) {
  if (form.querySelector("input[data-values], input[data-order]")) addStylesheet("css/shared/answer-fields.css");
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-values]"))) new Slider(field);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-order]"))) new OrderList(field);
}

/** The order that a list shows, before anything was moved, is an answer, too. @param {ParentNode | null | undefined} part */
export function takeShown(part) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (part?.querySelectorAll("input[data-order]") ?? [])) field.value ||= JSON.parse(field.dataset.order ?? "[]").join(", ");
}

/** The nodes of an order that is typed; undefined: it is none. @param {HTMLInputElement} field @returns {number[] | undefined} */
export function orderOf(field) {
  const names = /** @type {string[]} */ (JSON.parse(field.dataset.order ?? "[]")), nodes = /** @type {number[]} */ (JSON.parse(field.dataset.nodes ?? "[]"));
  const list = field.value.split(/[,\s]+/).filter(Boolean).map((name) => nodes[names.findIndex((one) => one.toLowerCase() === name.toLowerCase())]);
  return list.length === 0 || list.includes(/** @type {any} */ (undefined)) ? undefined : list;
}

/** The order that a field has, for the API, or why there is none. @param {HTMLInputElement} field @returns {{answer?: number[], fault?: string}} */
export function answerIn(field) {
  takeShown(field.form);
  const answer = orderOf(field);
  return answer ? { answer } : { fault: `Write the names of all children, such as ${field.placeholder.replace("e.g. ", "")}.` };
}

/** Fills a field with the names of an order. @param {HTMLInputElement} field @param {string[]} nodes */
export function fill(field, nodes) {
  const names = JSON.parse(field.dataset.order ?? "[]"), numbers = JSON.parse(field.dataset.nodes ?? "[]").map(String);
  field.value = nodes.map((node) => names[numbers.indexOf(node)]).join(", ");
}

/**
 * Calls `moved` while the pointer is dragged. A drag is no click.
 * @param {PointerEvent} e @param {(e: PointerEvent) => void} moved @param {() => void} [ended]
 */
function drag(e, moved, ended) {
  const at = /** @type {Element} */ (e.currentTarget), { pointerId, clientX, clientY } = e, listening = new AbortController(), { signal } = listening;
  e.stopPropagation(); // the tree itself must not be moved
  let dragged = false;
  const move = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== pointerId) return;
    dragged ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) > 4;
    if (dragged) moved(now);
  };
  const end = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== pointerId) return;
    listening.abort();
    ended?.();
    if (!dragged) return;
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    at.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => at.removeEventListener("click", stop, true));
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** A slider for the value of a leaf. */
class Slider {
  #field;
  /** @type {string[]} from the value that the leaf has */
  #values;
  #slider = document.createElement("input");
  /** @type {SVGElement | null} the leaf on the tree */
  #leaf;

  /** @param {HTMLInputElement} field */
  constructor(field) {
    this.#field = field;
    this.#values = JSON.parse(field.dataset.values ?? "[]");
    this.#leaf = document.querySelector(`svg.tree [data-node="${field.dataset.leaf}"]`);
    Object.assign(this.#slider, { type: "range", className: "answer-slider", min: "0", max: String(this.#values.length - 1), value: "0" });
    this.#slider.setAttribute("aria-label", field.getAttribute("aria-label") ?? "");
    field.before(this.#slider);
    this.#slider.addEventListener("input", () => this.#take(Number(this.#slider.value)));
    this.#slider.addEventListener("keydown", (e) => {
      if (/^(Arrow|Page|Home|End)/.test(e.key)) e.stopPropagation(); // the same keys move the run
    });
    field.addEventListener("input", () => this.#follow());
    this.#leaf?.classList.add("to-drag");
    this.#leaf?.addEventListener("pointerdown", (e) => this.#grab(/** @type {PointerEvent} */ (e)));
    this.#follow();
  }

  /** The field has a text: the slider shows it, if it is one of its values. */
  #follow() {
    const plain = (/** @type {string} */ text) => text.replace(/[()\s]/g, "").replaceAll("−", "-"), i = this.#values.findIndex((value) => plain(value) === plain(this.#field.value));
    this.#show(Math.max(0, i));
  }

  /** @param {number} i */
  #take(i) {
    this.#field.value = this.#values[i];
    this.#show(i);
  }

  /** @param {number} i */
  #show(i) {
    this.#slider.value = String(i);
    this.#slider.setAttribute("aria-valuetext", this.#values[i]);
    const text = this.#leaf?.querySelector(".value");
    if (text && (text.textContent !== this.#values[i])) text.textContent = this.#values[i];
    this.#leaf?.classList.toggle("tried", i > 0);
  }

  /** Drags the leaf: up to a larger score, down to a smaller one. @param {PointerEvent} e */
  #grab(e) {
    if (e.button !== 0) return;
    const start = Number(this.#slider.value), up = this.#rises() ? 1 : -1;
    drag(e, (move) => {
      const by = Math.round((up * (e.clientY - move.clientY)) / perValue), i = Math.min(this.#values.length - 1, Math.max(0, start + by));
      if (i !== Number(this.#slider.value)) this.#take(i);
    });
  }

  /** Whether the first score that changes becomes larger. */
  #rises() {
    const [from, to] = [this.#values[0], this.#values[1]].map((value) => value.replace(/[()]/g, "").replaceAll("−", "-").split(",").map(Number)), i = from.findIndex((score, k) => score !== to[k]);
    return to[i] > from[i];
  }
}

/** A list of children to be put into an order. */
class OrderList {
  #field;
  #list = document.createElement("ol");
  #said = document.createElement("span");

  /** @param {HTMLInputElement} field */
  constructor(field) {
    this.#field = field;
    const names = /** @type {string[]} */ (JSON.parse(field.dataset.order ?? "[]")), given = field.value.split(/[,\s]+/).filter((name) => names.includes(name));
    this.#list.className = "answer-order";
    this.#list.setAttribute("aria-label", field.getAttribute("aria-label") ?? "");
    this.#list.append(...(given.length === names.length ? given : names).map((name) => this.#item(name)));
    this.#said.className = "vh";
    this.#said.setAttribute("role", "status");
    field.before(this.#list, this.#said);
    field.type = "hidden";
    this.#list.addEventListener("keydown", (e) => this.#key(e));
    this.#list.addEventListener("pointerdown", (e) => this.#grab(e));
  }

  /** @param {string} name */
  #item(name) {
    const item = document.createElement("li"), text = document.createElement("button");
    text.type = "button";
    text.textContent = name;
    text.title = "Drag it, or press the left or the right arrow key";
    text.setAttribute("aria-description", text.title);
    item.append(text);
    return item;
  }

  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.#list.children]);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key], button = e.target instanceof HTMLButtonElement ? e.target : null, items = this.#items;
    if (!by || !button) return;
    e.preventDefault();
    e.stopPropagation(); // the same keys move the run
    const i = items.findIndex((item) => item.contains(button)), to = i + by;
    if (to < 0 || to >= items.length) return;
    this.#move(items[i], by < 0 ? items[to] : items[to].nextElementSibling);
    button.focus();
    this.#said.textContent = `${button.textContent} is number ${to + 1} of ${items.length}.`;
  }

  /** @param {HTMLElement} item @param {Element | null} before */
  #move(item, before) {
    this.#list.insertBefore(item, before);
    this.#field.value = this.#items.map((one) => one.textContent).join(", ");
    this.#field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {PointerEvent} e */
  #grab(e) {
    const item = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("li")) : null;
    if (!item || e.button !== 0) return;
    item.classList.add("dragged");
    drag(e, (move) => {
      const before = this.#items.filter((one) => one !== item).find((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return move.clientY < top || (move.clientY <= bottom && move.clientX < (left + right) / 2);
      });
      if ((before ?? null) !== item.nextElementSibling) this.#move(item, before ?? null);
    }, () => item.classList.remove("dragged"));
  }
}
