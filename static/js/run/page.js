// The page of a run: connects its steps, cursor, picture and controls. main.js
// starts it for a run on the server, export/standalone.js in a file.

import { Cursor } from "./cursor.js";
import { Controls, sendChoices } from "./controls.js";
import { lasts } from "./motion.js";
import { Stage } from "./stage.js";
import { Steps } from "./steps.js";
import { fitNarrow } from "./narrow.js";
import { presentable } from "./present.js";

/** @typedef {import("./quiz.js").Quiz} Quiz */
/** @typedef {import("./what-if.js").WhatIf} WhatIf */

/**
 * @typedef {object} PageOptions
 * @property {import("./steps.js").Connect} source
 * @property {(step: number, size: string) => void} address  writes the step and its size to the address
 * @property {(on: boolean) => void} [presenting]  writes to the address whether the page is in present mode
 * @property {(page: import("./quiz.js").Page) => Quiz} [quiz]
 * @property {(view: Stage["view"]) => Promise<WhatIf>} [whatIf]  when a leaf is first picked
 */

/** The form and the picture of the page; null where there is no run. */
export function parts() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("run"));
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#stage svg.tree"));
  return form && svg ? { form, svg } : null;
}

/** @param {{form: HTMLFormElement, svg: SVGSVGElement}} page @param {object} request @param {number} first  the step to show first @param {PageOptions} given */
export function start({ form, svg }, request, first, given) {
  const page = new RunPage(svg, first, given);
  showControls();
  page.listen(form);
  fitNarrow(form);
  presentable(form, given.presenting);
  form.dataset.ready = "";
  page.run(request);
}

class RunPage {
  #given;
  #stage;
  #steps;
  /** @type {Quiz | undefined} */
  #quiz;
  /** @type {Cursor} */
  #cursor;
  #controls;
  /** The step that is explained, and how many of its re-searches; empty: that of another step is shown still. */
  #told = "";
  /** @type {Promise<WhatIf> | undefined} */
  #whatIf;

  /** @param {SVGSVGElement} svg @param {number} first @param {PageOptions} given */
  constructor(svg, first, given) {
    this.#given = given;
    this.#stage = new Stage(svg, (t) => this.#cursor.to(t));
    this.#steps = new Steps(given.source, this);
    this.#quiz = given.quiz?.({
      timeline: () => this.#steps.timeline,
      detail: (t) => this.#steps.detail(t),
      view: this.#stage.view,
      go: (t) => this.#cursor.to(t),
      play: () => this.#cursor.play(),
    });
    this.#cursor = new Cursor(first, this.#steps, this.#quiz, this);
    this.#controls = new Controls(this.#cursor, this.#stage);
  }

  /** @param {object} request */
  run(request) {
    const run = { ...request, drawn: this.#stage.view.nodes };
    this.#stage.wait(true);
    this.#steps.source.run(run);
    window.addEventListener("pagehide", () => this.#steps.source.close());
    window.addEventListener("pageshow", (e) => {
      if (e.persisted) this.#steps.source.run(run); // the browser kept the page, not its connection
    });
  }

  /** Listens to the form, the links and the tree. @param {HTMLFormElement} form */
  listen(form) {
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const fresh = visit?.type === "navigate";
    if (fresh) this.#controls.catchUp();
    sendChoices(form, this.#controls, fresh);
    // A story step within this run moves the cursor; the others are links.
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a[data-to]"))) {
      link.addEventListener("click", (e) => {
        e.preventDefault();
        this.#cursor.to(Number(link.dataset.to));
      });
    }
    this.#stage.listen((node, byKey) => this.#pick(node, byKey));
  }

  // What the steps call.

  arrived() {
    if (!this.#quiz) this.#controls.last = this.#steps.timeline.last;
    this.#cursor.arrived();
    this.#quiz?.arrived();
  }

  ended() {
    this.arrived();
    if (!this.#quiz) this.#controls.mark(this.#steps.timeline); // marks show what is still to come
  }

  failed() {
    this.#stage.wait(false);
  }

  explained() {
    this.#explain(this.#cursor.step);
    this.#quiz?.arrived();
  }

  // What the cursor calls.

  /** @param {number} t */
  draw(t) {
    this.#stage.draw(this.#steps.timeline, t, this.#cursor.moves ? lasts(this.#cursor.playing ? this.#cursor.speed : 1) : 0);
    this.#quiz?.shown(t);
    this.#told = "";
    this.#label(t);
    this.#explain(t);
  }

  /** @param {number} t */
  refresh(t) {
    this.#label(t);
    if (this.#steps.timeline.length > t) this.#explain(t);
  }

  /** @param {number} t */
  rest(t) {
    this.#given.address(t, this.#cursor.size);
  }

  /** @param {boolean} on */
  playing(on) {
    this.#controls.playing(on);
  }

  get end() {
    return this.#quiz ? Infinity : this.#controls.last;
  }

  /** @param {number} t */
  #label(t) {
    const { timeline: { last }, over } = this.#steps;
    if (this.#quiz) this.#controls.last = this.#quiz.reached; // the range shows no more than the steps so far
    this.#controls.show(t, last, this.#quiz ? "" : ` of ${last.toLocaleString("en")}${over ? "" : " so far"}`);
  }

  /** @param {number} t */
  #explain(t) {
    const detail = this.#steps.detail(t);
    this.#stage.wait(!detail);
    const again = this.#steps.again(t), told = `${t} ${again.length}`;
    if (detail && this.#told !== told) {
      this.#told = told;
      this.#stage.explain({ detail, at: t, earlier: (s) => this.#steps.detail(s - 1), again });
    }
    if (this.#cursor.size === "events") this.#steps.ask(t);
    else this.#steps.askFor([t, ...this.#cursor.stops]);
  }

  /** @param {number} node @param {boolean} byKey */
  #pick(node, byKey) {
    if (this.#quiz) {
      this.#quiz.pick(node); // the card would show later visits
      return;
    }
    const leaf = this.#stage.open(node, this.#steps.timeline, this.#cursor.step);
    if (leaf && document.getElementById("what-if")) this.#whatIf ??= this.#given.whatIf?.(this.#stage.view);
    this.#whatIf?.then((w) => w.open(node, byKey));
  }
}

/** Shows the controls that do nothing without scripts. */
function showControls() {
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) {
    only.hidden = false;
    if (only instanceof HTMLFieldSetElement) only.disabled = false;
  }
}
