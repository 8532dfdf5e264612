// The people of a room that asks for names, for its presenter: who is here, who has answered what, who is lost, and who
// waits. A person can be taken out and let in.

import { under } from "../shared/base.js";
import { answerInWords } from "../shared/question-kinds.js";
import { questionHere } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {{id: string, name: string, state: string, lost: boolean, answer?: any, right?: boolean}} Person */

/** Milliseconds between two requests, at least. */
const between = 500;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const box = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** The order of the list. */
const order = ["waiting", "here", "away", "out"];

export class People {
  #room;
  #name;
  #timer = 0;
  #asked = -Infinity;
  #loading = false;
  #stale = false; // something has changed since the list was asked for

  /** @param {Room} room @param {(node: number) => string} name  of a node */
  constructor(room, name) {
    this.#room = room;
    this.#name = name;
    byId("people").addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      const { target } = e;
      if (target === box("names-on")) room.send({ type: "names", on: box("names-on").checked });
      if (target === box("lock-on")) room.send({ type: "lock", on: box("lock-on").checked });
    });
    byId("people-list").addEventListener("click", (e) => {
      const button = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("button")) : null;
      if (button) room.send({ type: button.dataset.act ?? "", person: button.dataset.person });
    });
  }

  /** The class or the room has changed. */
  changed() {
    const names = this.#room.value?.names ?? false;
    box("names-on").checked = names;
    this.#stale = names;
    if (!names) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.#show({ locked: false, nameless: 0, people: [] });
    } else this.#later();
  }

  #later() {
    if (this.#timer || this.#loading || !this.#stale) return;
    this.#timer = window.setTimeout(() => this.#load(), Math.max(0, this.#asked + between - performance.now()));
  }

  async #load() {
    this.#timer = 0;
    this.#loading = true;
    this.#stale = false;
    this.#asked = performance.now();
    const answer = await fetch(under(`/api/v1/rooms/${this.#room.value?.code}/people`)).catch(() => null);
    const list = answer?.ok ? await answer.json().catch(() => null) : null;
    this.#loading = false;
    if (list && this.#room.value?.names) this.#show(list);
    this.#later(); // the answer may be from before the change
  }

  /** @param {{locked: boolean, nameless: number, people: Person[]}} list */
  #show({ locked, nameless, people }) {
    byId("lock-line").hidden = !this.#room.value?.names;
    box("lock-on").checked = locked;
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.person;
    const sorted = people.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    byId("people-list").replaceChildren(...sorted.map((p, i) => this.#row(p, i)));
    byId("people-list").hidden = people.length === 0;
    byId("nameless").textContent = nameless === 0 ? "" : nameless === 1 ? "1 has not given a name." : `${nameless} have not given a name.`;
    if (at) /** @type {HTMLElement | null} */ (byId("people-list").querySelector(`[data-person="${CSS.escape(at)}"]`))?.focus();
  }

  /** @param {Person} person @param {number} i */
  #row({ id, name, state, lost, answer, right }, i) {
    const row = document.createElement("li"), who = document.createElement("span"), what = document.createElement("span"), act = document.createElement("button");
    const value = this.#room.value, q = value ? questionHere(value) : null;
    row.dataset.state = state;
    who.className = "person-name";
    who.textContent = name || (state === "out" ? "Taken out" : `Student ${i + 1}`);
    what.className = "person-does";
    const parts = [];
    if (state === "waiting") parts.push("waits");
    if (state === "away") parts.push("has left");
    if (lost) parts.push("lost");
    if (right !== undefined) parts.push(right ? "right" : "wrong");
    if (answer !== undefined) parts.push(q ? answerInWords(q, answer, this.#name) : "answered");
    what.textContent = what.title = parts.join(", ");
    const lets = state === "waiting" || state === "out";
    act.type = "button";
    act.dataset.person = id;
    act.dataset.act = lets ? "let-in" : "take-out";
    act.textContent = lets ? "Let in" : "Take out";
    act.setAttribute("aria-label", `${act.textContent}: ${who.textContent}`);
    if (!lets) act.title = "The name, the answers and the hand-ins are deleted, and new people wait until you let them in";
    row.append(who, what, act);
    return row;
  }
}
