// The open calls of a program whose run is played, with their variables: as a table, and beside the nodes that they
// are about. The state of each step comes with its details; that of a line between two steps is asked for.

import { node as named } from "./sentence.js";
import { Breakpoints } from "./breakpoints.js";

/** @typedef {{name: string, text: string, node?: number, number?: boolean, changed?: boolean}} Variable */
/** @typedef {{function?: string, line?: number, node: number, name?: string, vars?: Variable[]}} Call */
/** @typedef {{moment: number, step: number, line: number, calls: Call[], left?: number, last?: boolean, full?: boolean}} Program */
/** How a move goes on. @typedef {"line" | "over" | "out" | "stop"} Move */

/**
 * @typedef {object} CallsHost
 * @property {import("./tree-view.js").TreeView} view
 * @property {(step: number) => void} go
 * @property {(wish: {from: number, by: Move, back: boolean, stops: number[]}) => void} [ask]  left out: there are no lines between steps
 * @property {(line: number) => void} line  marks a line of the program
 * @property {{lines: number[]}} [stops]  the lines with a breakpoint, where the page has its own text of the program
 */

/** Of more open calls the outermost are shown before those that are left out (web/play/calls.go). */
const outer = 2;
/** The variables that a node shows in each of its two lines. */
const beside = 2;
/** Pixels of these texts, where there is room; their size in the picture (calls.css); pixels of the label of the next node; and the most nodes among which room is looked for. */
const least = 11, written = 13, label = 14, mostMeasured = 400;
/** The windows of papers. @type {Record<string, string>} */
const greek = { alpha: "α", beta: "β" };

export class Calls {
  #host;
  #box = /** @type {HTMLElement} */ (document.getElementById("calls"));
  #body = /** @type {HTMLElement} */ (this.#box.querySelector("tbody"));
  #state = document.getElementById("line-state");
  #stops;
  /** What is shown. @type {Program | undefined} */
  #now;
  /** The moves that are to be made. @type {{by: Move, back: boolean}[]} */
  #waiting = [];
  #asked = false;
  /** @type {Element[]} texts beside nodes */
  #texts = [];

  /** @param {CallsHost} host */
  constructor(host) {
    this.#host = host;
    const code = document.querySelector("#code.own");
    this.#stops = host.stops ?? (code instanceof HTMLElement && host.ask ? new Breakpoints(code) : { lines: [] });
  }

  /** Moves in the program. @param {Move} by @param {boolean} back */
  move(by, back) {
    if (!this.#host.ask || this.#waiting.length >= 4) return; // a key that is held is not made up for
    this.#waiting.push({ by, back });
    this.#next();
  }

  #next() {
    if (this.#asked || !this.#now || !this.#host.ask) return;
    const move = this.#waiting.shift();
    if (!move) return;
    const stops = this.#stops.lines;
    if (move.by === "stop" && stops.length === 0) {
      this.#say("There is no breakpoint. A click on a line number sets one.");
      return;
    }
    this.#asked = true;
    this.#host.ask({ from: this.#now.moment, ...move, stops: move.by === "stop" ? stops : [] });
  }

  /** A move has led to a place. @param {Program} program */
  came(program) {
    this.#asked = false;
    this.#between = program;
    this.#host.go(program.step);
    this.show(program);
    this.#next();
  }

  /** The place of a move, which is shown until another step is. @type {Program | undefined} */
  #between;

  /** Another step is shown. @param {number} step */
  moved(step) {
    if (this.#between?.step !== step) this.#between = undefined;
  }

  /** @param {Program | undefined} ofStep  the calls of the step that is shown */
  explained(ofStep) {
    const program = this.#between ?? ofStep;
    if (program) this.show(program);
    this.#next();
  }

  /** @param {Program} program */
  show(program) {
    if (this.#now === program) return;
    this.#now = program;
    const rows = program.calls.map((call) => this.#row(call));
    if (program.left) {
      const row = document.createElement("tr"), cell = document.createElement("td");
      row.className = "left";
      cell.colSpan = 2;
      cell.textContent = `${program.left.toLocaleString("en")} more ${program.left === 1 ? "call" : "calls"}`;
      row.append(cell);
      rows.splice(outer, 0, row);
    }
    this.#body.replaceChildren(...rows);
    this.#box.scrollTop = this.#box.scrollHeight; // the innermost call
    this.#say(program.last && program.full ? "The variables of later steps are not kept: the run is too long." : program.line ? `Line ${program.line}` : "");
    this.#host.line(program.line);
    this.#write(program);
  }

  /** @param {string} text */
  #say(text) {
    if (this.#state && this.#state.textContent !== text) this.#state.textContent = text;
  }

  /** @param {Call} call */
  #row(call) {
    const row = document.createElement("tr"), head = document.createElement("th"), cell = document.createElement("td");
    head.scope = "row";
    head.append(code(call.function || "program"));
    if (call.node >= 0) {
      row.dataset.node = String(call.node);
      head.append(" ", named(call.node, call.name ?? ""));
    }
    if (call.line) {
      const small = document.createElement("small");
      small.textContent = `line ${call.line}`;
      head.append(" ", small);
    }
    for (const { name, text, node, changed } of call.vars ?? []) {
      const box = document.createElement("span"), value = node === undefined ? document.createElement("b") : named(node, text);
      box.className = changed ? "var changed" : "var";
      if (node === undefined) value.textContent = text;
      box.append(code(name), " ", value);
      cell.append(box, " ");
    }
    row.append(head, cell);
    return row;
  }

  /** The picture has been drawn again: the texts beside its nodes are gone. */
  redrawn() {
    if (this.#now) this.#write(this.#now);
  }

  /** Writes the variables of each call beside its node, as the pictures of the papers write bounds. @param {Program} program */
  #write({ calls }) {
    for (const text of this.#texts) {
      text.parentElement?.classList.remove("has-vars");
      text.remove();
    }
    this.#texts = [];
    /** @type {Map<number, Variable[]>} of more calls of a node the innermost one with numbers */
    const nodes = new Map();
    for (const { node, vars = [] } of calls) {
      const numbers = vars.filter(({ number }) => number);
      if (node >= 0 && numbers.length > 0) nodes.set(node, numbers);
    }
    for (const [node, vars] of nodes) {
      const group = this.#host.view.group(node), bound = group?.querySelector(".bound");
      if (!group || !bound || this.#host.view.rows) continue; // along a path there is no room
      const window = vars.filter(({ name }) => greek[name]), others = vars.filter(({ name }) => !greek[name]);
      const lines = [window, others.slice(0, beside)].filter(({ length }) => length > 0);
      const text = /** @type {SVGTextElement} */ (bound.cloneNode(false));
      text.setAttribute("class", "vars");
      text.setAttribute("aria-hidden", "true"); // the table has them
      text.removeAttribute("data-full");
      lines.forEach((line, i) => text.append(...line.flatMap(({ name, text: value, changed }, k) => {
        const part = document.createElementNS(text.namespaceURI, "tspan");
        part.textContent = `${k > 0 ? "\u2002" : ""}${greek[name] ?? short(name)} ${value}`;
        if (changed) part.setAttribute("class", "changed");
        if (k === 0) {
          part.setAttribute("x", bound.getAttribute("x") ?? "0");
          part.setAttribute("dy", i === 0 ? "0" : "1.15em");
        }
        return [part];
      })));
      group.classList.add("has-vars");
      group.append(text);
      this.#texts.push(text);
    }
    legible(this.#texts);
  }
}

/** Makes texts beside nodes large enough to be read, where there is room for it. @param {Element[]} texts */
function legible(texts) {
  const svg = texts[0]?.closest("svg"), scale = svg?.getScreenCTM()?.a ?? 0, size = least / scale;
  const groups = svg?.querySelectorAll("g.node") ?? [];
  if (!svg || scale === 0 || size <= written || groups.length > mostMeasured) return;
  const end = (svg.closest(".canvas") ?? svg).getBoundingClientRect().right;
  const shapes = [...groups].map((group) => ({ group, box: (group.querySelector(".box, .value") ?? group).getBoundingClientRect() }));
  for (const text of /** @type {SVGTextElement[]} */ (texts)) text.style.fontSize = `${size}px`;
  const boxes = texts.map((text) => text.getBoundingClientRect());
  texts.forEach((text, i) => {
    const { left, right, top, bottom } = boxes[i];
    const beside = shapes.filter(({ group, box }) => group !== text.parentElement && box.left > left && box.top < bottom && box.bottom > top);
    const room = Math.min(end, ...beside.map(({ box }) => box.left - label)) - left;
    if (room < right - left) /** @type {SVGTextElement} */ (text).style.fontSize = `${Math.max(written, size * (room / (right - left)))}px`;
  });
}

/** @param {string} text */
function code(text) {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}

/** A long name beside a node. @param {string} name */
const short = (name) => (name.length > 10 ? `${name.slice(0, 9)}…` : name);
