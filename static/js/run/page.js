// The page of a run: connects its steps, cursor, picture and controls. main.js
// starts it for a run on the server, export/standalone.js in a file.

import { busy, idle } from "../shared/idle.js";
import { Cursor } from "./cursor.js";
import { Controls } from "./controls.js";
import { lasts } from "./motion.js";
import { Stage } from "./stage.js";
import { Steps } from "./steps.js";

/** @typedef {import("./quiz.js").Quiz} Quiz */
/** @typedef {import("./what-if.js").WhatIf} WhatIf */
/** @typedef {import("./folding.js").Folding} Folding */
/** @typedef {import("./calls.js").Calls} Calls */

/**
 * @typedef {object} PageOptions
 * @property {import("./steps.js").Connect} source
 * @property {(step: number, size: string) => void} address  writes the step and its size to the address
 * @property {(go: (step: number) => void) => Promise<import("./node-card.js").NodeCard>} card  when a node is first opened
 * @property {() => import("./certificate.js").Drawing | Promise<import("./certificate.js").Drawing>} drawing  of certificates, when the first one may come
 * @property {(form: HTMLFormElement) => void} narrow  does what a narrow window needs
 * @property {(form: HTMLFormElement, picture?: {parts: Stage["parts"], refresh: () => void}) => void} [present]  gives the page its present mode; the picture is one that can be drawn again
 * @property {(timeline: import("./timeline.js").Timeline, step: number) => Promise<void>} [leave]  another run of the same tree is about to be loaded
 * @property {(timeline: import("./timeline.js").Timeline, over: boolean) => number | null | undefined} [place]  the step that is like the one of the page before; null: it has not come yet
 * @property {() => void} [send]  does what a choice in the form does; left out: the form is sent
 * @property {(page: import("./quiz.js").Page) => Quiz} [quiz]
 * @property {(view: Stage["view"], host: import("./folding.js").Host) => Folding} [folding]  where the tree is drawn in part
 * @property {Stage["parts"]["follow"]["frame"]} [frame]  finds what to show of a large tree that is drawn as a whole
 * @property {(view: Stage["view"]) => Promise<WhatIf>} [whatIf]  when a leaf is first picked
 * @property {(run: LedRun) => Leader} [leader]  moves the run from outside
 * @property {typeof import("./choices.js").sendChoices} [choices]  where the form has choices of the run
 * @property {() => Promise<{Calls: typeof import("./calls.js").Calls}>} [calls]  where the run of a program says what its calls do
 * @property {{lines: number[]}} [stops]  the breakpoints, where the page has its own text of the program
 */

/**
 * A run that is moved from outside, and what reports how it moves. A call of moved that
 * is not the answer to a call of go comes from the person at the page.
 * @typedef {object} LedRun
 * @property {import("./cursor.js").Cursor} cursor
 * @property {Steps} steps
 * @property {Stage["view"]} view
 * @property {Stage["parts"]["follow"]} follow
 * @property {(until: number | null) => void} again  asks for the steps again, up to one
 * @property {(node: number) => void} open  draws the children of a node, where the tree is drawn in part
 */

/**
 * @typedef {object} Leader
 * @property {() => void} arrived  more steps have come
 * @property {() => void} explained  their details have
 * @property {(step: number) => void} moved  another step is shown
 * @property {(on: boolean) => void} playing
 * @property {(node: number) => void} pick
 * @property {() => void} [redrawn]  another part of the tree is drawn
 * @property {number | null} until  the last step that may be asked for; null: all may
 * @property {boolean} [neutral]  a question is open: no sentence may state a result
 */

/** The form and the picture of the page; null where there is no run. */
export function parts() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("run"));
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#stage svg.tree"));
  return form && svg ? { form, svg } : null;
}

/** Starts a run; the returned function ends it, where another one comes in its place. @param {{form: HTMLFormElement, svg: SVGSVGElement}} page @param {object} request @param {number} first  the step to show first @param {PageOptions} given */
export function start({ form, svg }, request, first, given) {
  const page = new RunPage(svg, first, given);
  showControls();
  page.listen(form);
  given.narrow(form);
  given.present?.(form, page.picture);
  form.dataset.ready = "";
  page.run(request);
  return () => page.close();
}

class RunPage {
  #given;
  #stage;
  #steps;
  /** @type {Quiz | undefined} */
  #quiz;
  /** @type {Folding | undefined} */
  #folding;
  /** @type {Cursor} */
  #cursor;
  #controls;
  /** The step that is explained, and how many of its re-searches; empty: that of another step is shown still. */
  #announced = "";
  /** @type {Promise<WhatIf> | undefined} */
  #whatIf;
  /** @type {Leader | undefined} */
  #leader;
  /** @type {Calls | undefined} */
  #calls;
  /** @type {object} */
  #request = {};

  /** @param {SVGSVGElement} svg @param {number} first @param {PageOptions} given */
  constructor(svg, first, given) {
    this.#given = given;
    this.#stage = new Stage(svg, () => given.card((t) => this.#cursor.to(t)), given.drawing, first);
    this.#steps = new Steps(given.source, this);
    this.#quiz = given.quiz?.({
      timeline: () => this.#steps.timeline,
      detail: (t) => this.#steps.detail(t),
      view: this.#stage.view,
      follow: (node) => this.#stage.follow(node),
      go: (t) => this.#cursor.to(t),
      play: () => this.#cursor.play(),
    });
    this.#folding = given.folding?.(this.#stage.view, {
      timeline: () => this.#steps.timeline,
      step: () => this.#cursor.step,
      details: (t) => [this.#steps.detail(t) ?? [], this.#steps.again(t)].flat(),
      next: () => this.#cursor.stops,
      ask: (wish) => this.#steps.source.picture?.(wish),
      stage: () => this.#stage.parts,
      refresh: (also) => this.#refresh(also),
    });
    if (given.frame) this.#stage.parts.follow.frame = given.frame;
    this.#cursor = new Cursor(first, this.#steps, this.#quiz, this);
    const moves = (/** @type {import("./calls.js").Move[]} */ ...list) => Object.fromEntries(list.flatMap((by) => ["", "-back"].map((back) => [`code-${by}${back}`, () => this.#calls?.move(by, back !== "")])));
    this.#controls = new Controls(this.#cursor, this.#stage, { ...moves("line", "over", "out", "stop"), "mistake": () => document.getElementById("mistake")?.click() });
    if (given.calls && document.getElementById("calls")) void this.#loadCalls(given.calls);
    this.#leader = given.leader?.({ cursor: this.#cursor, steps: this.#steps, ...this.#stage.parts, again: (until) => this.#start(until), open: (node) => void this.#folding?.turn(node, false) });
  }

  /** @param {NonNullable<PageOptions["calls"]>} load */
  async #loadCalls(load) {
    busy(load);
    const { Calls } = await load(), { source } = this.#steps;
    this.#calls = new Calls({
      view: this.#stage.view,
      go: (t) => this.#cursor.to(t),
      ask: source.calls && ((wish) => source.calls?.(wish)),
      line: (line) => this.#stage.showLine(line),
      stops: this.#given.stops,
    });
    idle(load);
    this.#showCalls(this.#cursor.step);
  }

  /** @param {number} t */
  #showCalls(t) {
    this.#calls?.explained(this.#steps.detail(t)?.program);
  }

  /** The picture, if it can be drawn again in another form. */
  get picture() {
    if (this.#folding) return undefined;
    return { parts: this.#stage.parts, refresh: () => this.#refresh(-1) };
  }

  /** @param {object} request */
  run(request) {
    this.#request = { ...request, ...(this.#folding ? { every: true } : { drawn: this.#stage.view.nodes }) };
    this.#stage.wait(true);
    this.#start(this.#leader?.until ?? null);
    const { signal } = this.#over;
    window.addEventListener("pagehide", () => this.#steps.source.close(), { signal });
    window.addEventListener("pageshow", (e) => {
      if (e.persisted) this.#start(this.#leader?.until ?? null); // the browser kept the page, not its connection
    }, { signal });
  }

  #over = new AbortController();

  /** Ends the run: another one comes in its place. */
  close() {
    this.#over.abort();
    this.#cursor.pause();
    this.#steps.close();
    this.#stage.wait(false);
    this.#controls.bar.close();
  }

  /** @param {number | null} until  the last step to ask for; null: all */
  #start(until) {
    this.#steps.source.run({ ...this.#request, ...(until !== null && { until }), ...(this.#leader?.neutral && { neutral: true }), ...(this.#quiz && { ask: true }) });
  }

  /** Listens to the form, the links and the tree. @param {HTMLFormElement} form */
  listen(form) {
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const fresh = visit?.type === "navigate";
    if (fresh) this.#controls.catchUp();
    form.addEventListener("submit", (e) => e.preventDefault()); // Enter in a field: what it changes has been sent already
    this.#given.choices?.(form, this.#controls, fresh, async () => this.#given.leave?.(this.#steps.timeline, this.#cursor.step), this.#given.send);
    // A story step within this run moves the cursor; the others are links.
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a[data-to]"))) {
      link.addEventListener("click", (e) => {
        e.preventDefault();
        this.#cursor.to(Number(link.dataset.to));
      });
    }
    this.#stage.listen((node, byKey) => this.#pick(node, byKey), this.#folding && ((node) => this.#turn(node)));
  }

  // What the steps call.

  arrived() {
    if (!this.#quiz) this.#controls.bar.last = this.#steps.timeline.last;
    this.#findPlace();
    this.#cursor.arrived();
    this.#quiz?.arrived();
    this.#leader?.arrived();
  }

  /** Goes to the place that the page before was at, once its step has come. */
  #findPlace() {
    const at = this.#quiz ? undefined : this.#given.place?.(this.#steps.timeline, this.#steps.over);
    if (at === null) return;
    delete this.#given.place;
    if (at !== undefined) this.#cursor.to(at);
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
    this.#folding?.after(this.#cursor.step);
    this.#quiz?.arrived();
    this.#leader?.explained();
  }

  restarted() {
    this.#folding?.restart();
  }

  /** @param {{program: import("./calls.js").Program}} message */
  called({ program }) {
    this.#calls?.came(program);
  }

  /** @param {any} message */
  pictured(message) {
    this.#folding?.came(message);
  }

  // What the cursor calls.

  /** @param {number} t */
  draw(t) {
    this.#folding?.before(t);
    this.#stage.draw(this.#steps.timeline, t, this.#cursor.moves ? lasts(this.#cursor.playing ? this.#cursor.speed : 1) : 0);
    this.#quiz?.shown(t);
    this.#announced = "";
    this.#calls?.moved(t);
    this.#label(t);
    this.#explain(t);
    this.#folding?.after(t);
    this.#leader?.moved(t);
    if (this.#folding) {
      this.#leader?.redrawn?.();
      this.#calls?.redrawn();
    }
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
    this.#controls.bar.playing(on);
    this.#leader?.playing(on);
  }

  get end() {
    return this.#quiz ? Infinity : this.#controls.bar.last;
  }

  /** @param {number} t */
  #label(t) {
    const { timeline: { last }, over } = this.#steps;
    if (this.#quiz) this.#controls.bar.last = this.#quiz.reached; // the range shows no more than the steps so far
    const of = this.#quiz || typeof this.#leader?.until === "number" ? "" : ` of ${last.toLocaleString("en")}${over ? "" : " so far"}`;
    this.#controls.bar.show(t, last, `step ${t.toLocaleString("en")}${of}`);
  }

  /** @param {number} t */
  #explain(t) {
    const detail = this.#steps.detail(t);
    this.#stage.wait(!detail);
    const again = this.#steps.again(t), announced = `${t} ${again.length}`;
    if (detail && this.#announced !== announced) {
      this.#announced = announced;
      this.#stage.explain({ detail, at: t, earlier: (s) => this.#steps.detail(s - 1), again });
      this.#showCalls(t);
    }
    if (this.#cursor.size === "events") this.#steps.ask(t);
    else this.#steps.askFor([t, ...this.#cursor.stops]);
  }

  /** Shows the step in another picture. @param {number} also  a node that is to be seen, too */
  #refresh(also) {
    const t = this.#cursor.step;
    this.#stage.draw(this.#steps.timeline, t, 0);
    this.#announced = "";
    this.#explain(t);
    this.#stage.see(also);
    this.#quiz?.redrawn();
    this.#leader?.redrawn?.();
    this.#calls?.redrawn();
  }

  /** Folds what is below a node, or opens it. @param {number} node */
  #turn(node) {
    const waits = this.#folding?.turn(node) ?? "", notice = document.getElementById("notice");
    if (notice && (waits || notice.dataset.of === "fold")) {
      notice.textContent = waits;
      notice.hidden = waits === "";
      notice.dataset.of = "fold";
    }
  }

  /** @param {number} node @param {boolean} byKey */
  #pick(node, byKey) {
    if (this.#quiz) {
      this.#quiz.pick(node); // the card would show later visits
      return;
    }
    this.#leader?.pick(node);
    const open = this.#stage.open(node, this.#steps.timeline, () => this.#cursor.step);
    if (this.#stage.isLeaf(node) && document.getElementById("what-if")) this.#whatIf ??= this.#given.whatIf?.(this.#stage.view);
    this.#whatIf?.then((w) => open.then(() => w.open(node, byKey)));
  }
}

/** Shows the controls that do nothing without scripts. */
function showControls() {
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) {
    only.hidden = false;
    if (only instanceof HTMLFieldSetElement) only.disabled = false;
  }
}
