// The page of a run: joins the steps, the cursor of time, the picture, the
// panels and the keys. Where the steps come from, and what else there is
// besides, is handed in: a page that the server plays (figure.js), and a file
// that plays by itself (recorded.js), are the same page.

import { Timeline } from "./timeline.js";
import { Player } from "./player.js";
import { TreeView } from "./tree-view.js";
import { Viewport } from "./zoom.js";
import { Sight } from "./sight.js";
import { choosing } from "./choosing.js";
import { Panels } from "./panels.js";
import { Certificate } from "./certificate.js";
import { listen } from "./keys.js";
import { NodeCard } from "./node-card.js";
import { walkByKeys } from "./tree-keys.js";
import { Pointing } from "./pointing.js";
import { busy, idle } from "./idle.js";

/** @typedef {import("./socket.js").Detail} Detail */
/** @typedef {import("./ask.js").Ask} Ask */
/** @typedef {import("./what-if.js").WhatIf} WhatIf */

/**
 * Where the steps of a run come from: they are told to a listener.
 * @typedef {object} Source
 * @property {(request: object) => void} run  from the first step
 * @property {(from: number, to: number) => void} details  asks for those of some steps
 * @property {() => void} close
 */

/**
 * @typedef {object} Surroundings
 * @property {(listener: import("./socket.js").Listener) => Source} source
 * @property {(step: number) => void} address  notes the step that is shown where the next visitor looks for it
 * @property {(page: import("./ask.js").Page) => Ask} [ask]  the questions, where there are any
 * @property {(view: TreeView) => Promise<WhatIf>} [whatIf]  fetched when a leaf is first picked
 */

/** Steps fetched around the one that is shown. */
const behind = 32, ahead = 96;
/** Steps whose details are kept; far more than anybody walks through in one go. */
const kept = 20_000;

const lost = "The connection to the server is lost; it is tried again.";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The form and the picture of the page; null where nothing can be played. */
export function parts() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("run"));
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#stage svg.tree"));
  return form && svg ? { form, svg } : null;
}

/**
 * @param {{form: HTMLFormElement, svg: SVGSVGElement}} page
 * @param {object} request  the body of the run
 * @param {number} first  the step that the page shows first
 * @param {Surroundings} given
 */
export function start({ form, svg }, request, first, given) {
  let timeline = new Timeline();
  let over = false;
  /** @type {Map<number, Detail>} */
  const details = new Map();
  const view = new TreeView(svg);
  const port = new Viewport(svg);
  const sight = new Sight(svg, port);
  const certificate = new Certificate(svg, (n) => view.group(n));
  const panels = new Panels((n) => view.name(n));
  const card = document.getElementById("card") ? new NodeCard((t) => to(t)) : null;
  const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  let wanted = first;
  const pointing = new Pointing(svg, (nodes) => view.light(nodes));
  const ask = given.ask?.({ timeline: () => timeline, detail: (t) => details.get(t), view, go: (t) => to(t), forward: () => by(1) });

  const player = new Player({
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
    gate: ask ? (t) => ask.gate(t) : undefined,
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
      explain(player.step);
      ask?.arrived();
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
    player.last = timeline.last;
    if (!ask) scrub.max = String(timeline.last);
    const begin = ask ? first : wanted; // what lies between is asked about first
    if (at < 0 && timeline.length > begin) {
      player.step = begin;
      draw(begin);
      if (ask) player.go(wanted);
      else if (wanted !== first) address(wanted);
    } else if (at >= 0) {
      label(at);
      if (timeline.length > at) explain(at);
    }
    seek();
    ask?.arrived();
  }

  let sought = 0; // the direction of a mark that was asked for before its step had come
  /** Goes to the next mark in the direction that was asked for, once it is known which that is. */
  function seek() {
    if (sought === 0 || at < 0) return;
    const mark = timeline.mark(player.step, sought > 0 ? 1 : -1);
    if (sought < 0 || over || mark < timeline.last || timeline.marks.at(-1) === mark) to(mark);
  }

  /** @param {number} t */
  function draw(t) {
    at = t;
    view.show(timeline, t);
    if (timeline.length > t) sight.follow(view.group(timeline.node[t]));
    certificate.clear();
    panels.step(timeline, t);
    card?.show(timeline, t);
    ask?.shown(t);
    label(t);
    explain(t);
  }

  /** @param {number} t */
  function label(t) {
    const text = `step ${t.toLocaleString("en")}` + (ask ? "" : ` of ${timeline.last.toLocaleString("en")}${over ? "" : " so far"}`);
    if (ask) scrub.max = String(ask.reached); // the range tells no more than has been shown
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

  /** While the words of a step are on their way, those that stand there are not of it. @param {boolean} on */
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
      pointing.refresh();
    }
    const near = details.get(Math.min(t + ahead / 2, timeline.last)) && details.get(Math.max(0, t - behind / 2));
    if (detail && near) return;
    const from = Math.max(0, t - behind), to = Math.min(timeline.length, t + ahead);
    if (to <= from || (asked[0] === from && asked[1] === to)) return;
    asked = [from, to];
    source.details(from, to);
  }

  function marks() {
    if (ask) return; // they tell what lies ahead
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
  // refuse more than a hundred changes in half a minute.
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
    player.setSpeed(Number(speeds[i].value));
  }
  const to = (/** @type {number} */ t) => {
    sought = 0;
    player.pause();
    // Before the steps have come, a move says where the play is to begin.
    if (at < 0) wanted = Math.max(0, Math.min(end(), Math.round(t)));
    else player.go(t);
  };
  /** The last step; with questions, nothing tells it before it has come. */
  const end = () => (at >= 0 ? timeline.last : ask ? Infinity : Number(scrub.max));
  const toLast = () => to(end());
  const by = (/** @type {number} */ n) => to((at < 0 ? wanted : player.step) + n);
  const play = () => {
    if (at < 0 && wanted >= end()) wanted = 0;
    player.toggle();
  };

  /** @type {[string, () => void][]} */
  const buttons = [
    ["first", () => to(0)],
    ["back", () => by(-1)],
    ["play", play],
    ["forward", () => by(1)],
    ["last", toLast],
    ["show-help", () => help.showModal()],
    ["fit", () => sight.fit()],
    ["zoom-in", () => port.zoom(1.4)],
    ["zoom-out", () => port.zoom(1 / 1.4)],
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
  for (const s of speeds) s.addEventListener("change", () => player.setSpeed(Number(s.value)));
  listen({
    toggle: play,
    step: by,
    mark(direction) {
      sought = direction;
      seek();
    },
    first: () => to(0),
    last: toLast,
    speed: faster,
    fit: () => sight.fit(),
    help: () => help.showModal(),
  });

  // Another algorithm, option or value is another page: the server draws it,
  // and Back comes back.
  const chosen = choosing(form, () => {
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
  // What was chosen before this script had come counts, too; but not what a browser restores when somebody goes back.
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
    if (ask) {
      ask.pick(node); // the card would tell of visits to come
      return;
    }
    const value = view.group(node)?.querySelector(".value")?.textContent ?? null;
    card?.open(node, view.name(node), value, timeline, player.step);
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
