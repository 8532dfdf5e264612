// The page of a run: connects the steps, the playback, the picture, the panels
// and the keys. Its caller provides the source of the steps and what is special
// about the page: a run on the server (main.js) and a standalone file
// (export/standalone.js) use the same page.

import { Timeline } from "./timeline.js";
import { Playback } from "./playback.js";
import { TreeView } from "./tree-view.js";
import { Viewport } from "../shared/viewport.js";
import { AutoFollow } from "./auto-follow.js";
import { autoSubmit } from "../shared/auto-submit.js";
import { Panels } from "./panels.js";
import { Certificate } from "./certificate.js";
import { listenToKeys } from "./keys.js";
import { NodeCard } from "./node-card.js";
import { walkByKeys } from "./tree-keys.js";
import { busy, idle } from "../shared/idle.js";
import { CrossHighlight } from "./cross-highlight.js";

/** @typedef {import("./connection.js").Detail} Detail */
/** @typedef {{detail: Detail, at: number, earlier: (t: number) => Detail | undefined}} Explained  what an event step-explained holds */
/** @typedef {import("./quiz.js").Quiz} Quiz */
/** @typedef {import("./what-if.js").WhatIf} WhatIf */

/**
 * Where the steps of a run come from; it calls a listener.
 * @typedef {object} Source
 * @property {(request: object) => void} run  from the first step
 * @property {(from: number, to: number) => void} details  asks for those of some steps
 * @property {() => void} close
 */

/**
 * @typedef {object} PageOptions
 * @property {(listener: import("./connection.js").Listener) => Source} source
 * @property {(step: number) => void} address  writes the current step to the address
 * @property {(page: import("./quiz.js").Page) => Quiz} [quiz]  the questions, where there are any
 * @property {(view: TreeView) => Promise<WhatIf>} [whatIf]  fetched when a leaf is first picked
 */

/** Steps fetched around the one that is shown. */
const behind = 32, ahead = 96;
/** Steps whose details are kept: far more than are visited at a time. */
const kept = 20_000;

const lost = "The connection to the server is lost; it is tried again.";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The form and the picture of the page; null where there is no run. */
export function parts() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("run"));
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#stage svg.tree"));
  return form && svg ? { form, svg } : null;
}

/**
 * @param {{form: HTMLFormElement, svg: SVGSVGElement}} page
 * @param {object} request  the body of the run
 * @param {number} first  the step that the page shows first
 * @param {PageOptions} given
 */
export function start({ form, svg }, request, first, given) {
  let timeline = new Timeline();
  let over = false;
  /** @type {Map<number, Detail>} */
  const details = new Map();
  const view = new TreeView(svg);
  const viewport = new Viewport(svg);
  const autoFollow = new AutoFollow(svg, viewport);
  const certificate = new Certificate(svg, (n) => view.group(n));
  const panels = new Panels((n) => view.name(n));
  const card = document.getElementById("card") ? new NodeCard((t) => to(t)) : null;
  const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  let wanted = first;
  const highlight = new CrossHighlight(svg, (nodes) => view.light(nodes));
  const quiz = given.quiz?.({ timeline: () => timeline, detail: (t) => details.get(t), view, go: (t) => to(t), forward: () => by(1) });

  const playback = new Playback({
    step(t) {
      draw(t);
      address(t);
    },
    playing(on) {
      const button = byId("play");
      button.textContent = on ? "Pause" : "Play";
      button.classList.toggle("on", on);
    },
    more: () => !over,
    gate: quiz ? (t) => quiz.gate(t) : undefined,
  });

  const source = given.source({
    steps(message) {
      if (message.from === 0 && timeline.length > 0) restart();
      timeline.append(message);
      arrived();
    },
    end(message) {
      over = true;
      idle(source);
      if (message.truncated && message.stats) {
        notice(`The run was longer than can be recorded: ${timeline.length.toLocaleString("en")} steps are kept. In all the search entered ${message.stats.nodes.toLocaleString("en")} nodes.`);
      }
      arrived();
      marks();
    },
    error(message) {
      over = true;
      idle(source);
      waits(false);
      notice(`${message.title}: ${message.detail}`);
    },
    details(from, list) {
      if (details.size + list.length > kept) details.clear();
      list.forEach((d, i) => details.set(from + i, d));
      explain(playback.step);
      quiz?.arrived();
    },
    connection(on) {
      if (!on) notice(lost);
      else if (byId("notice").textContent === lost) notice("");
    },
  });

  /** After a lost connection the same run comes again, from its first step. */
  function restart() {
    timeline = new Timeline();
    over = false;
    busy(source);
    asked = [0, 0];
  }

  let at = -1; // the step that the page shows
  function arrived() {
    playback.last = timeline.last;
    if (!quiz) scrub.max = String(timeline.last);
    const begin = quiz ? first : wanted; // the questions before that step come first
    if (at < 0 && timeline.length > begin) {
      playback.step = begin;
      draw(begin);
      if (quiz) playback.go(wanted);
      else if (wanted !== first) address(wanted);
    } else if (at >= 0) {
      label(at);
      if (timeline.length > at) explain(at);
    }
    seek();
    quiz?.arrived();
  }

  let sought = 0; // the direction of a mark that was asked for before its step had come
  /** Goes to the next mark in the direction that was asked for, once it is known which that is. */
  function seek() {
    if (sought === 0 || at < 0) return;
    const mark = timeline.mark(playback.step, sought > 0 ? 1 : -1);
    if (sought < 0 || over || mark < timeline.last || timeline.marks.at(-1) === mark) to(mark);
  }

  /** @param {number} t */
  function draw(t) {
    at = t;
    view.show(timeline, t);
    if (timeline.length > t) autoFollow.follow(view.group(timeline.node[t]));
    certificate.clear();
    panels.step(timeline, t);
    card?.show(timeline, t);
    quiz?.shown(t);
    label(t);
    explain(t);
  }

  /** @param {number} t */
  function label(t) {
    const text = `step ${t.toLocaleString("en")}` + (quiz ? "" : ` of ${timeline.last.toLocaleString("en")}${over ? "" : " so far"}`);
    if (quiz) scrub.max = String(quiz.reached); // the range shows no more than the steps so far
    byId("step").textContent = text;
    scrub.value = String(t);
    scrub.setAttribute("aria-valuetext", text);
    /** @param {string} id @param {boolean} off */
    const disable = (id, off) => byId(id).setAttribute("aria-disabled", String(off));
    disable("first", t === 0);
    disable("back", t === 0);
    disable("forward", t >= timeline.last);
    disable("last", t >= timeline.last);
  }

  /** Whether the sentence of the step is still to come: the one that is shown is of another step. @param {boolean} on */
  function waits(on) {
    byId("sentence").setAttribute("aria-busy", String(on));
    (on ? busy : idle)(waits);
  }

  let asked = [0, 0]; // the steps whose details were asked for last
  /** @param {number} t */
  function explain(t) {
    const detail = details.get(t);
    waits(!detail);
    if (detail) {
      panels.detail(detail);
      document.dispatchEvent(new CustomEvent("step-explained", { detail: { detail, at: t, earlier: (/** @type {number} */ s) => details.get(s - 1) } }));
      if (detail.event.type === "prune" && detail.certificate) certificate.show(detail.event.node, detail.certificate, view.nodes);
      highlight.refresh();
    }
    const near = details.get(Math.min(t + ahead / 2, timeline.last)) && details.get(Math.max(0, t - behind / 2));
    if (detail && near) return;
    const from = Math.max(0, t - behind), to = Math.min(timeline.length, t + ahead);
    if (to <= from || (asked[0] === from && asked[1] === to)) return;
    asked = [from, to];
    source.details(from, to);
  }

  function marks() {
    if (quiz) return; // they show what is still to come
    const strip = byId("marks");
    const most = Number(strip.dataset.most);
    const every = Math.ceil(timeline.marks.length / most) || 1;
    const shapes = [];
    for (let i = 0; i < timeline.marks.length; i += every) {
      const t = timeline.marks[i];
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      mark.setAttribute("x", String((1000 * t) / Math.max(1, timeline.last) - 1.5));
      mark.setAttribute("width", "3");
      mark.setAttribute("height", "10");
      mark.classList.add(timeline.type[t] === 5 ? "again" : timeline.extra[t] < 0 ? "later" : "cut");
      shapes.push(mark);
    }
    strip.replaceChildren(...shapes);
  }

  // The address follows the cursor, but not at every frame of a scrub: browsers
  // reject more than a hundred changes in half a minute.
  let pending = 0;
  /** @param {number} t */
  function address(t) {
    clearTimeout(pending);
    busy(address);
    pending = window.setTimeout(() => {
      idle(address);
      given.address(t);
    }, 250);
  }

  /** @param {string} text */
  function notice(text) {
    const box = byId("notice");
    box.textContent = text;
    box.hidden = text === "";
  }

  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  const speeds = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=speed]"));
  /** @param {1 | -1} direction */
  function faster(direction) {
    const i = [...speeds].findIndex((s) => s.checked) + direction;
    if (i < 0 || i >= speeds.length) return;
    speeds[i].checked = true;
    playback.setSpeed(Number(speeds[i].value));
  }
  const to = (/** @type {number} */ t) => {
    sought = 0;
    playback.pause();
    // Before the steps have come, a move sets where the playback begins.
    if (at < 0) wanted = Math.max(0, Math.min(end(), Math.round(t)));
    else playback.go(t);
  };
  /** The last step; with a quiz it is unknown before it has come. */
  const end = () => (at >= 0 ? timeline.last : quiz ? Infinity : Number(scrub.max));
  const toLast = () => to(end());
  const by = (/** @type {number} */ n) => to((at < 0 ? wanted : playback.step) + n);
  const play = () => {
    if (at < 0 && wanted >= end()) wanted = 0;
    playback.toggle();
  };

  /** @type {[string, () => void][]} */
  const buttons = [
    ["first", () => to(0)],
    ["back", () => by(-1)],
    ["play", play],
    ["forward", () => by(1)],
    ["last", toLast],
    ["show-help", () => help.showModal()],
    ["fit", () => autoFollow.fit()],
    ["zoom-in", () => viewport.zoom(1.4)],
    ["zoom-out", () => viewport.zoom(1 / 1.4)],
  ];
  for (const [id, action] of buttons) {
    const button = /** @type {HTMLButtonElement} */ (byId(id));
    button.type = "button"; // without scripts some of them send the form
    button.addEventListener("click", action);
  }
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) {
    only.hidden = false;
    if (only instanceof HTMLFieldSetElement) only.disabled = false;
  }
  scrub.addEventListener("input", () => to(Number(scrub.value)));
  // On a small screen the choices scroll: the one that is made shall be in sight.
  for (const row of form.querySelectorAll(".choices .chips")) {
    const made = row.querySelector("input:checked")?.parentElement;
    if (made) row.scrollLeft = made.offsetLeft - (row.clientWidth - made.offsetWidth) / 2;
  }
  for (const s of speeds) s.addEventListener("change", () => playback.setSpeed(Number(s.value)));
  listenToKeys({
    toggle: play,
    step: by,
    mark(direction) {
      sought = direction;
      seek();
    },
    first: () => to(0),
    last: toLast,
    speed: faster,
    fit: () => autoFollow.fit(),
    help: () => help.showModal(),
  });

  // Another algorithm, option or value is another page: the server draws it,
  // and Back comes back.
  const chosen = autoSubmit(form, () => {
    // The step belongs to the run that is left; the speed is not part of the URL.
    scrub.disabled = true;
    for (const s of speeds) s.disabled = true;
    form.submit();
  });
  const choose = (/** @type {EventTarget | null} */ choice) => {
    if (choice === scrub || (choice instanceof HTMLInputElement && choice.name === "speed")) return;
    if (form.reportValidity()) chosen(choice);
  };
  form.addEventListener("change", (e) => choose(e.target));
  const choices = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=radio], input[type=checkbox]")]).filter((c) => c.name !== "speed");
  // A choice that was made before this script ran counts; one that the browser restores on Back does not.
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const fresh = visit?.type === "navigate";
  if (fresh && scrub.value !== scrub.defaultValue) to(Number(scrub.value));
  const early = fresh && choices.find((c) => c.checked !== c.defaultChecked && (c.checked || c.type === "checkbox"));
  if (early) choose(early);
  form.addEventListener("submit", (e) => e.preventDefault()); // Enter in a field: what it changes has been sent already
  window.addEventListener("pageshow", (e) => {
    scrub.disabled = false;
    for (const s of speeds) s.disabled = false;
    // Back comes to the page as it was left; its choices are those of its address.
    if (!fresh || e.persisted) for (const c of choices) c.checked = c.defaultChecked;
    if (e.persisted) source.run(run); // the browser kept the page, not its connection
  });
  // A story step within this run moves the cursor; the others are links.
  for (const link of document.querySelectorAll("a[data-to]")) {
    link.addEventListener("click", (e) => {
      e.preventDefault();
      to(Number(/** @type {HTMLElement} */ (link).dataset.to));
    });
  }
  /** @type {Promise<WhatIf> | undefined} */
  let whatIf;
  /** @param {number} node @param {boolean} [byKey] */
  const pick = (node, byKey = false) => {
    if (quiz) {
      quiz.pick(node); // the card would show later visits
      return;
    }
    const value = view.group(node)?.querySelector(".value")?.textContent ?? null;
    card?.open(node, view.name(node), value, timeline, playback.step);
    if (value !== null && document.getElementById("what-if")) whatIf ??= given.whatIf?.(view);
    whatIf?.then((w) => w.open(node, byKey));
  };
  walkByKeys(svg, (node) => pick(node, true));
  svg.addEventListener("click", (e) => {
    const at = e.target instanceof Element ? e.target.closest("g.node") : null;
    if (at && !at.querySelector("a")) pick(Number(at.getAttribute("data-node")));
  });
  window.addEventListener("pagehide", () => source.close());
  form.dataset.ready = "";
  waits(true);
  const run = { ...request, drawn: view.nodes };
  busy(source);
  source.run(run);
}
