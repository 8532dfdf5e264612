// Folder learn: the course. It imports shared/ and run/.
//
// This module is the page of a chapter: the run beside the text follows the part that the
// reader has reached. The reader can leave the text and come back.

import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { Connection } from "../run/connection.js";
import { widest } from "../run/frame.js";
import { fitNarrow } from "../run/narrow.js";
import { sendChoices } from "../run/choices.js";
import { parts, start } from "../run/page.js";
import "./as-lesson.js";
import { answerable } from "./questions.js";

/** The position of the reading line: a fraction of the height of the text in the window. */
const reading = 0.35;

/** Whether the tree is above the text, as in learn.css. */
const stacked = matchMedia("(max-width: 900px)");

/** @typedef {import("../run/page.js").LedRun} LedRun */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Chapter {
  #form;
  /** The current request; the fields for another value of a leaf use it, too. @type {any} */
  #request;
  /** The algorithm and options of each run. @type {object[]} */
  #runs;
  /** @type {LedRun | undefined} */
  #led;
  /** The number of the run that is shown. */
  #run;
  /** The step to show when the events of another run have arrived. @type {number | null} */
  #wanted = null;
  /** Whether the text makes the current move. */
  #leads = false;
  /** The parts of the text that name a step: scenes and questions. @type {HTMLElement[]} */
  #parts = [...document.querySelectorAll(".scene, .question")].map((part) => /** @type {HTMLElement} */ (part));
  /** The part that the run belongs to. */
  #here = this.#parts.find((part) => part.classList.contains("here"));
  /** The part at the last position of the reading line. @type {HTMLElement | undefined} */
  #read;

  /** @param {{form: HTMLFormElement, svg: SVGSVGElement}} page */
  constructor(page) {
    const { dataset } = (this.#form = page.form);
    this.#request = parseJSON(dataset.request ?? "{}");
    this.#runs = parseJSON(dataset.runs ?? "[]");
    this.#run = Number(dataset.run);
    start(page, this.#request, Number(dataset.step), {
      source: (listener) => new Connection(listener),
      address: (step, size) => this.#address(step, size),
      drawing: () => import("../run/certificate-drawing.js").then(({ Drawing }) => Drawing),
      choices: sendChoices,
      narrow: fitNarrow,
      card: (go) => import("../run/node-card.js").then(({ NodeCard }) => new NodeCard(go)),
      whatIf: (view) => import("../run/what-if.js").then(({ WhatIf }) => new WhatIf(view, this.#request)),
      leader: (run) => {
        this.#led = run;
        run.follow.frame = widest;
        return { arrived: () => this.#arrived(), explained() {}, moved: (t) => this.#moved(t), playing() {}, pick() {}, until: null };
      },
    });
    if ("changed" in dataset) return; // the text is about the original tree; its links lead back
    this.#begin();
    byId("text").addEventListener("click", (e) => this.#clicked(e));
    let due = 0;
    document.addEventListener("scroll", () => (due ||= requestAnimationFrame(() => {
      due = 0;
      this.#scrolled();
    })), { passive: true });
    window.addEventListener("pageshow", (e) => {
      if (e.persisted) this.#start(this.#led?.cursor.step ?? 0); // the browser has restored the page with its first run
    });
  }

  /** Scrolls to the part in the address. If the browser restored its own scroll position, the run would go there. */
  #begin() {
    history.scrollRestoration = "manual";
    if (this.#here && this.#here !== this.#parts[0]) scrollBy({ top: this.#here.getBoundingClientRect().top - this.#line() + 1, behavior: "instant" });
    this.#read = this.#atLine();
  }

  /** @param {MouseEvent} e */
  #clicked(e) {
    const link = e.target instanceof Element ? e.target.closest("a.to-step") : null;
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    this.#read = this.#atLine(); // a scroll event that is still pending must not lead away from the chosen step
    const of = /** @type {HTMLElement} */ (link.closest("[data-step]"));
    this.#go(of, of.matches(".scene, .question") ? of : this.#here);
  }

  /** The position of the reading line in the window. */
  #line() {
    const top = stacked.matches ? byId("run").getBoundingClientRect().bottom : 0;
    return top + (innerHeight - top) * reading;
  }

  /** The part of the text at the reading line. */
  #atLine() {
    const line = this.#line();
    return this.#parts.findLast((p) => p.getBoundingClientRect().top <= line) ?? this.#parts[0];
  }

  #scrolled() {
    const part = this.#atLine();
    if (part === this.#read) return;
    this.#read = part;
    this.#go(part, part);
  }

  /** Shows the step of an element. @param {HTMLElement} of @param {HTMLElement | undefined} part  the part of the text that it belongs to */
  #go({ dataset }, part) {
    const run = Number(dataset.run), step = Number(dataset.step), { cursor } = /** @type {LedRun} */ (this.#led);
    this.#mark(part);
    if (run !== this.#run) {
      this.#run = run;
      byId("run-name").textContent = dataset.name ?? "";
      cursor.pause();
      this.#start(step);
    } else if (this.#wanted !== null) {
      this.#wanted = step;
    } else {
      this.#lead(() => cursor.to(step));
    }
  }

  /** Requests the events of the run. @param {number} step  to show */
  #start(step) {
    const { steps, view } = /** @type {LedRun} */ (this.#led);
    this.#wanted = step;
    busy(this);
    steps.source.run({ ...Object.assign(this.#request, this.#runs[this.#run]), drawn: view.nodes });
  }

  #arrived() {
    const wanted = this.#wanted;
    if (!this.#led || wanted === null || this.#led.steps.timeline.length <= wanted) return;
    const { cursor } = this.#led;
    this.#wanted = null;
    idle(this);
    if (cursor.step === wanted) cursor.step = -1; // it belongs to the other run
    this.#lead(() => cursor.go(wanted));
  }

  /** @param {() => void} move */
  #lead(move) {
    this.#leads = true;
    move();
    this.#leads = false;
  }

  /** The reader moves the run: marks the part of the text for its step. @param {number} t */
  #moved(t) {
    if (this.#leads || "changed" in this.#form.dataset) return;
    const reached = this.#parts.filter((p) => p.matches(".scene") && Number(p.dataset.run) === this.#run && Number(p.dataset.step) <= t);
    const last = Math.max(...reached.map((p) => Number(p.dataset.step))), there = reached.filter((p) => Number(p.dataset.step) === last);
    if (there.length > 0 && !there.some((p) => p === this.#here)) this.#mark(there[0]);
  }

  /** @param {HTMLElement | undefined} part */
  #mark(part) {
    this.#here?.classList.remove("here");
    (this.#here = part)?.classList.add("here");
  }

  /** @param {number} step @param {string} size */
  #address(step, size) {
    const url = new URL(location.href), { searchParams: q } = url, here = this.#here?.dataset;
    if (here?.scene) q.set("scene", here.scene);
    if (here?.scene && Number(here.step) === step && Number(here.run) === this.#run) q.delete("step");
    else if (Number(here?.run ?? this.#run) === this.#run && here?.scene) q.set("step", String(step));
    if (size === "events") q.delete("by");
    else q.set("by", size);
    history.replaceState(history.state, "", url);
  }
}

const page = parts();
if (page?.form.dataset.request) new Chapter(page);
answerable();
