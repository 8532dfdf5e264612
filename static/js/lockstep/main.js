// Folder lockstep: two or three runs on one tree with one cursor. It imports
// shared/ and run/.
//
// The server has aligned the runs: for every moment it gives the runs that move
// on, and where they differ. Each run has its own connection, as on a page of one.

import { Certificate, shown } from "../run/certificate.js";
import { autoSubmit } from "../shared/auto-submit.js";
import { chooseNext, onChoice } from "../run/controls.js";
import { listenToKeys } from "../run/keys.js";
import { Playback } from "../run/playback.js";
import { presentable } from "../run/present.js";
import { Connection } from "../run/connection.js";
import { lastAtOrBefore, Timeline } from "../run/timeline.js";
import { walkByKeys } from "../run/tree-keys.js";
import { TreeView } from "../run/tree-view.js";
import { Viewport } from "../shared/viewport.js";
import { busy, idle } from "../shared/idle.js";
import { presenting } from "../shared/page-address.js";

/** @typedef {import("../run/connection.js").Detail} Detail */
/** @typedef {import("../run/connection.js").Span} Span */

/** Steps fetched around the one that is shown. */
const behind = 32, ahead = 96;
const lost = "The connection to the server is lost; it is tried again.";

/**
 * The step of each run at each moment, from the moves: a digit a moment, one
 * bit a run; pure.
 * @param {string} moves @param {number} runs @returns {Int32Array[]}
 */
function positions(moves, runs) {
  return Array.from({ length: runs }, (_, run) => {
    const steps = new Int32Array(moves.length);
    for (let m = 0, at = -1; m < moves.length; m++) {
      if (moved(moves, run, m)) at++;
      steps[m] = at;
    }
    return steps;
  });
}

/** Whether a run moves on at a moment; pure. @param {string} moves @param {number} run @param {number} m */
function moved(moves, run, m) {
  return ((moves.charCodeAt(m) - 48) & (1 << run)) !== 0;
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** One run with its picture. */
class Lane {
  timeline = new Timeline();
  /** @type {Map<number, Detail>} */
  #details = new Map();
  #asked = -1;
  #step = 0;
  #box;
  #over = false;

  /** @param {HTMLElement} box @param {(node: number) => void} light @param {(text: string) => void} notice */
  constructor(box, light, notice) {
    this.#box = box;
    const svg = /** @type {SVGSVGElement} */ (box.querySelector("svg.tree"));
    this.view = new TreeView(svg);
    this.viewport = new Viewport(svg);
    this.certificate = new Certificate(svg, (n) => this.view.group(n));
    walkByKeys(svg, light);
    for (const area of [svg, box.querySelector(".sentence")]) {
      const point = (/** @type {Event} */ e) => {
        const at = e.target instanceof Element ? e.target.closest("[data-node]") : null;
        light(at ? Number(at.getAttribute("data-node")) : -1);
      };
      area?.addEventListener("pointerover", point);
      area?.addEventListener("focusin", point);
      area?.addEventListener("pointerleave", () => light(-1));
      area?.addEventListener("focusout", () => light(-1));
    }
    this.connection = new Connection({
      steps: (message) => {
        if (message.from === 0 && this.timeline.length > 0) this.#restart();
        this.timeline.append(message);
        if (this.timeline.length > this.#step) this.show(this.#step);
      },
      end: () => (this.#over = true),
      error: (message) => notice(`${message.title}: ${message.detail}`),
      details: (from, list) => {
        list.forEach((d, i) => this.#details.set(from + i, d));
        this.#explain();
      },
      connection: (on) => notice(on ? "" : lost),
    });
  }

  run() {
    const request = JSON.parse(this.#box.dataset.request ?? "{}");
    this.connection.run({ ...request, drawn: this.view.nodes });
  }

  /** After a lost connection the same run comes again, from its first step. */
  #restart() {
    this.timeline = new Timeline();
    this.#asked = -1;
    this.#over = false;
  }

  /** @param {number} step */
  show(step) {
    this.#step = step;
    if (this.timeline.length <= step) {
      this.#box.querySelector(".sentence")?.setAttribute("aria-busy", "true");
      busy(this);
      return; // it is drawn when it has come
    }
    this.view.show(this.timeline, step);
    this.certificate.clear();
    const count = (/** @type {string} */ name, /** @type {Int32Array} */ list) => {
      const cell = this.#box.querySelector(`[data-part="${name}"]`);
      if (cell) cell.textContent = list[step].toLocaleString("en");
    };
    count("nodes", this.timeline.entered);
    count("leaves", this.timeline.leaves);
    count("cut", this.timeline.cuts);
    count("again", this.timeline.again);
    const alone = /** @type {HTMLAnchorElement | null} */ (this.#box.querySelector("a[data-alone]"));
    if (alone) {
      const url = new URL(alone.href);
      url.searchParams.set("step", String(step));
      alone.href = url.href;
    }
    this.#explain();
  }

  /** @param {boolean} on */
  waits(on) {
    this.#box.classList.toggle("waits", on);
    const words = /** @type {HTMLElement | null} */ (this.#box.querySelector(".waiting"));
    if (words) words.hidden = !on;
  }

  #explain() {
    const t = this.#step, detail = this.#details.get(t);
    const sentence = /** @type {HTMLElement} */ (this.#box.querySelector(".sentence"));
    sentence.setAttribute("aria-busy", String(!detail)); // until then the sentence is of another step
    (detail ? idle : busy)(this);
    if (detail) {
      sentence.dataset.kind = detail.event.type;
      sentence.replaceChildren(...detail.text.map(span));
      if (shown(detail.event.type) && detail.certificate) this.certificate.show(detail.certificate, this.view.links);
    }
    const from = Math.max(0, t - behind), to = Math.min(this.timeline.length, t + ahead);
    const all = detail && this.#details.get(Math.min(t + ahead / 2, this.timeline.last)) && this.#details.get(from);
    if (all || to <= from || (this.#asked === t && !this.#over)) return;
    this.#asked = t;
    this.connection.details(from, to);
  }
}

/** @param {Span} part */
function span({ t, p, n, s }) {
  const text = t.replaceAll("ax^n", "axⁿ");
  if (p === undefined && n === undefined && !s) return document.createTextNode(text);
  const element = document.createElement("b");
  element.textContent = text;
  if (p) element.className = `p p${p}`;
  else if (n !== undefined) {
    element.className = "ref";
    element.dataset.node = String(n);
  }
  return element;
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("lockstep"));
if (form && form.dataset.moves) start(form, form.dataset.moves);

/** @param {HTMLFormElement} form @param {string} moves */
function start(form, moves) {
  /** @param {number} node */
  const light = (node) => lanes.forEach((l) => l.view.light(node < 0 ? [] : [node]));
  /** @param {string} text */
  const notice = (text) => {
    byId("notice").textContent = text;
    byId("notice").hidden = text === "";
  };
  /** @type {Lane[]} */
  const lanes = [...form.querySelectorAll(".lane")].map((box) => new Lane(/** @type {HTMLElement} */ (box), light, (text) => {
    if (text !== "" || byId("notice").textContent === lost) notice(text);
  }));
  const steps = positions(moves, lanes.length);
  const links = /** @type {HTMLAnchorElement[]} */ ([...form.querySelectorAll("#differences a[data-to]")]);
  const differences = links.map((a) => Number(a.dataset.to));
  const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  const saidFirst = byId("said").textContent ?? "";

  const playback = new Playback({
    step(m) {
      // The playback stops where the runs first differ; then it goes on to the end.
      if (playback.playing && m === differences[0]) playback.pause();
      draw(m);
      address(m);
    },
    playing(on) {
      byId("play").textContent = on ? "Pause" : "Play";
      byId("play").classList.toggle("on", on);
    },
  });
  playback.last = moves.length - 1;
  playback.step = Number(form.dataset.step);

  /** @param {number} m */
  function draw(m) {
    lanes.forEach((lane, i) => {
      lane.show(steps[i][m]);
      lane.waits(!moved(moves, i, m));
    });
    label(m);
    showDifference(m);
  }

  /** @param {number} m */
  function label(m) {
    const text = `step ${m.toLocaleString("en")} of ${playback.last.toLocaleString("en")}`;
    byId("step").textContent = text;
    scrub.value = String(m);
    scrub.setAttribute("aria-valuetext", text);
    for (const [id, off] of /** @type {[string, boolean][]} */ ([["first", m === 0], ["back", m === 0], ["forward", m === playback.last], ["last", m === playback.last]])) {
      byId(id).setAttribute("aria-disabled", String(off));
    }
    byId("next-difference").setAttribute("aria-disabled", String(lastAtOrBefore(differences, m) === differences.length - 1));
  }

  /** The last difference so far, as the server words it. @param {number} m */
  function showDifference(m) {
    const i = lastAtOrBefore(differences, m);
    let text = differences.length > 0 ? "No difference so far." : saidFirst;
    if (i >= 0) {
      const words = links[i].textContent ?? "";
      text = differences[i] === m ? words : `They parted last at step ${differences[i]}. ${words}`;
    }
    const box = byId("said");
    if (box.textContent !== text) box.textContent = text;
    box.parentElement?.classList.toggle("here", i >= 0 && differences[i] === m);
    links.forEach((a, j) => (i === j ? a.setAttribute("aria-current", "step") : a.removeAttribute("aria-current")));
  }

  let pending = 0;
  /** @param {number} m */
  function address(m) {
    clearTimeout(pending);
    busy(address);
    pending = window.setTimeout(() => {
      idle(address);
      const url = new URL(location.href);
      url.searchParams.set("step", String(m));
      history.replaceState(history.state, "", url);
    }, 250);
  }

  const to = (/** @type {number} */ m) => {
    playback.pause();
    playback.go(m);
  };
  const by = (/** @type {number} */ n) => to(playback.step + n);
  const difference = (/** @type {1 | -1} */ direction) => {
    const i = lastAtOrBefore(differences, direction > 0 ? playback.step : playback.step - 1) + (direction > 0 ? 1 : 0);
    if (i >= 0 && i < differences.length) to(differences[i]);
  };
  const fit = () => lanes.forEach((l) => l.viewport.fit());
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  const setSpeed = () => playback.setSpeed(Number(speed.value));
  /** @param {1 | -1} direction */
  const faster = (direction) => {
    if (chooseNext(speed, direction)) setSpeed();
  };
  /** @type {[string, () => void][]} */
  const buttons = [
    ["first", () => to(0)],
    ["back", () => by(-1)],
    ["play", () => playback.toggle()],
    ["forward", () => by(1)],
    ["last", () => to(playback.last)],
    ["next-difference", () => difference(1)],
    ["show-help", () => help.showModal()],
  ];
  for (const [id, action] of buttons) {
    const button = /** @type {HTMLButtonElement} */ (byId(id));
    button.type = "button"; // without scripts some of them send the form
    button.addEventListener("click", action);
  }
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-script]"))) {
    only.hidden = false;
    if (only instanceof HTMLFieldSetElement) only.disabled = false;
  }
  for (const link of links) {
    link.addEventListener("click", (e) => {
      e.preventDefault();
      to(Number(link.dataset.to));
    });
  }
  scrub.addEventListener("input", () => to(Number(scrub.value)));
  onChoice(speed, setSpeed);
  listenToKeys({ toggle: () => playback.toggle(), step: by, mark: difference, first: () => to(0), last: () => to(playback.last), speed: faster, fit, help: () => help.showModal() });

  // Another algorithm is another page; the step belongs to the runs that are left.
  const choices = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[name]")]);
  const chosen = autoSubmit(form, () => {
    scrub.disabled = true;
    for (const c of choices) c.disabled = c.value === "";
    form.submit();
  });
  for (const choice of choices) choice.addEventListener("change", () => chosen(choice));
  form.addEventListener("submit", (e) => e.preventDefault()); // Enter on the range
  window.addEventListener("pageshow", (e) => {
    scrub.disabled = false;
    for (const c of choices) {
      c.disabled = false;
      for (const o of c.options) o.selected = o.defaultSelected;
    }
    if (e.persisted) lanes.forEach((l) => l.run());
  });
  window.addEventListener("pagehide", () => lanes.forEach((l) => l.connection.close()));
  label(playback.step);
  showDifference(playback.step);
  presentable(form, presenting);
  form.dataset.ready = "";
  lanes.forEach((lane, i) => {
    lane.show(steps[i][playback.step]);
    lane.run();
  });
}
