// Who else is here: a coloured outline and a name at the nodes that others have
// selected, and their names beside the state of the tree. Each may choose a name,
// which is kept in this tab and sent to those who are here, and to nobody else.

import { half } from "./drop-target.js";
import { sizes } from "./sizes.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{who: string, guest: number, name: string, nodes: number[]}} Person */

/** Milliseconds between two messages about where one is. */
const between = 150;
/** What the server takes: selected nodes, characters of a name. */
const { maxPresence: mostNodes, maxName: longestName } = /** @type {HTMLElement} */ (document.getElementById("edit")).dataset;
/** From a box to its outline. */
const beside = 6;
/** Colours of people: those of the players, in another order. */
const colours = 8, shift = 3;
const storageKey = "espalier:name";
const svgNamespace = "http://www.w3.org/2000/svg";

/** @param {Person} person */
const nameOf = ({ name, guest }) => name || `guest ${guest}`;
/** @param {{guest: number}} person */
const colourOf = ({ guest }) => String(((guest + shift - 1) % colours) + 1);

export class Presence {
  #picture;
  #host;
  #box;
  /** @type {Person[]} */
  #people = [];
  /** Where each was before that: who deletes a node has left it by the time that its deletion comes. @type {Map<string, number[]>} */
  #left = new Map();
  #me = 0;
  #name = "";
  #sent = "";
  #timer = 0;
  #typing = false;

  /**
   * @param {HTMLElement} box  for the names
   * @param {Picture} picture
   * @param {object} host
   * @param {() => number[]} host.nodes  that are selected here
   * @param {(message: object) => void} host.send
   * @param {(node: number) => void} host.go  selects a node
   * @param {() => void} host.back  the focus goes to the tree
   */
  constructor(box, picture, host) {
    this.#box = box;
    this.#picture = picture;
    this.#host = host;
    try {
      this.#name = sessionStorage.getItem(storageKey) ?? "";
    } catch {
      // Storage may be forbidden.
    }
  }

  /** The connection is new: the server does not know who is here. */
  begin() {
    this.#sent = "";
    this.moved();
  }

  /** Other nodes are selected. */
  moved() {
    if (this.#timer > 0) return;
    this.#send();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#send();
    }, between);
  }

  #send() {
    const message = { type: "presence", name: this.#name, nodes: this.#host.nodes().slice(-Number(mostNodes)) }, text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#host.send(message);
  }

  /** @param {{me: number, others: Person[]}} message */
  take({ me, others }) {
    this.#me = me;
    this.#left = new Map(others.map((p) => {
      const before = this.#people.find((old) => old.who === p.who)?.nodes ?? [];
      return [p.who, String(before) === String(p.nodes) ? (this.#left.get(p.who) ?? []) : before];
    }));
    this.#people = others;
    this.draw();
    if (!this.#typing) this.#list();
  }

  /** Nobody is known: the connection is lost. */
  forget() {
    this.take({ me: 0, others: [] });
  }

  /** The name of the only one who is at a node, or was before; empty: nobody, or several. @param {number} node */
  at(node) {
    const now = this.#people.filter((p) => p.nodes.includes(node));
    const there = now.length > 0 ? now : this.#people.filter((p) => this.#left.get(p.who)?.includes(node));
    return there.length === 1 ? nameOf(there[0]) : "";
  }

  /** Marks the nodes of the others; the picture may be another one. */
  draw() {
    for (const mark of this.#picture.svg.querySelectorAll(".person-here")) mark.remove();
    /** @type {Map<number, Person[]>} */
    const at = new Map();
    for (const person of this.#people) for (const node of person.nodes) at.set(node, [...(at.get(node) ?? []), person]);
    for (const [id, people] of at) {
      const node = this.#picture.model.get(id);
      if (!node) continue;
      const w = half(node) + beside, h = (node.leaf ? sizes.leaf : sizes.box) + beside;
      const mark = add(node.group, "g", { class: "person-here", "data-guest": colourOf(people[0]), "aria-hidden": "true" });
      add(mark, "rect", { class: "outline", x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 7 });
      add(mark, "text", { class: "person-name", x: w + 4, y: -h + 6 }).textContent = people.map(nameOf).join(", ");
    }
  }

  #list() {
    const focused = [...this.#box.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const rows = this.#people.map((person) => {
      const go = button(nameOf(person), person.nodes.length > 0 ? "Go to where they are" : "Nothing is selected there");
      go.dataset.guest = colourOf(person);
      go.addEventListener("click", () => {
        const node = this.#people.find((p) => p.who === person.who)?.nodes.at(-1);
        if (node !== undefined && this.#picture.model.get(node)) this.#host.go(node);
      });
      return go;
    });
    if (rows.length === 0) return this.#box.replaceChildren();
    const own = button(`you: ${this.#name || `guest ${this.#me}`}`, "Choose a name, for those who are here");
    own.addEventListener("click", () => this.#rename());
    this.#box.replaceChildren(...rows, own);
    if (focused >= 0) ([...rows, own][focused] ?? own).focus();
  }

  /** The own name becomes a field. */
  #rename() {
    const input = document.createElement("input");
    input.type = "text";
    input.maxLength = Number(longestName);
    input.value = this.#name;
    input.placeholder = `guest ${this.#me}`;
    input.setAttribute("aria-label", "Your name, for those who are here");
    input.autocomplete = "off";
    this.#typing = true;
    const done = (/** @type {boolean} */ take) => {
      if (!this.#typing) return;
      this.#typing = false;
      if (take) this.#take(input.value.trim());
      this.#list();
    };
    input.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== "Escape") return;
      e.preventDefault();
      done(e.key === "Enter");
      this.#host.back();
    });
    input.addEventListener("blur", () => done(true));
    this.#box.lastElementChild?.replaceWith(input);
    input.select();
    input.focus();
  }

  /** @param {string} name */
  #take(name) {
    this.#name = name;
    try {
      if (name === "") sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, name);
    } catch {
      // As above.
    }
    this.#send();
  }
}

/** @param {string} text @param {string} title */
function button(text, title) {
  const one = document.createElement("button");
  one.type = "button";
  one.className = "person";
  one.textContent = text;
  one.title = title;
  return one;
}

/** @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes */
function add(parent, tag, attributes) {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent.append(element);
  return element;
}
