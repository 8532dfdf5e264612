// Folder lockstep: two or three runs on one tree with one cursor. It imports
// shared/ and run/.
//
// The server has aligned the runs: for every moment it gives the runs that move
// on, and where they differ. Each run has its own connection, as on a page of one.

import { autoSubmit } from "../shared/auto-submit.js";
import { chooseRound, onChoice, PlayerBar } from "../shared/player-bar.js";
import { EqualSteps, Player } from "../shared/player.js";
import { lasts } from "../run/motion.js";
import { presentable } from "../run/present.js";
import { lastAtOrBefore } from "../run/lists.js";
import { busy, idle } from "../shared/idle.js";
import { presenting } from "../shared/page-address.js";
import { moved, nearest, positions, stop, stopsOf } from "./aligned.js";
import { arrangement } from "./arrange.js";
import { Lane, lost } from "./lane.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("lockstep"));
if (form && form.dataset.moves) {
  // Trees that are drawn in part are few.
  const Folding = "around" in form.dataset ? (await import("../run/folding.js")).Folding : null;
  start(form, form.dataset.moves, Folding);
}

/** @param {HTMLFormElement} form @param {string} moves @param {typeof import("../run/folding.js").Folding | null} Folding */
function start(form, moves, Folding) {
  /** @param {number} node */
  const light = (node) => lanes.forEach((l) => l.view.light(node < 0 ? [] : [node]));
  /** @param {string} text */
  const notice = (text) => {
    byId("notice").textContent = text;
    byId("notice").hidden = text === "";
  };
  const { width: w, height: h } = /** @type {SVGSVGElement} */ (form.querySelector("svg.tree")).viewBox.baseVal, picture = { w, h };
  /** @type {Lane[]} */
  const lanes = [...form.querySelectorAll(".lane")].map((box, i) => new Lane(/** @type {HTMLElement} */ (box), {
    light,
    notice(text) {
      if (text !== "" || byId("notice").textContent === lost) notice(text);
    },
    next: () => (/** @type {const} */ ([-1, 1])).map((direction) => steps[i][stop(stops(), playback.step, direction)]),
    Folding,
    turn(node, folds) {
      // The run where it was asked for comes last: the address keeps what it has open.
      const others = lanes.filter((_, j) => j !== i);
      for (const other of others) other.turn(node, folds);
      notice(lanes[i].turn(node, folds));
    },
  }));
  const steps = positions(moves, lanes.length), allStops = stopsOf(form.dataset.sizes ?? "");
  const size = /** @type {HTMLSelectElement} */ (byId("by"));
  /** The moments where a step of the chosen size ends. */
  const stops = () => allStops[/** @type {import("../run/timeline.js").StepSize} */ (size.value)];
  const links = /** @type {HTMLAnchorElement[]} */ ([...form.querySelectorAll("#differences a[data-to]")]);
  const differences = links.map((a) => Number(a.dataset.to));
  const saidFirst = byId("live-status").textContent ?? "";

  const playback = new Player({
    step() {
      const m = playback.step;
      // The playback stops where the runs first differ; then it goes on to the end.
      if (playback.playing && m === differences[0]) playback.pause();
      draw(m, playback.moves ? lasts(playback.playing ? playback.speed : 1) : 0);
      address(m);
    },
    playing: (on) => bar.playing(on),
  }, new EqualSteps((m) => stop(stops(), m, 1)));
  playback.last = moves.length - 1;
  playback.step = Number(form.dataset.step);

  /** @param {number} m @param {number} ms  how long the runs that go on move */
  function draw(m, ms) {
    lanes.forEach((lane, i) => {
      lane.show(steps[i][m], moved(moves, i, m) ? ms : 0);
      lane.waits(!moved(moves, i, m));
    });
    label(m);
    showDifference(m);
  }

  /** @param {number} m */
  function label(m) {
    bar.show(m, playback.last, `step ${m.toLocaleString("en")} of ${playback.last.toLocaleString("en")}`);
    byId("next-difference").setAttribute("aria-disabled", String(lastAtOrBefore(differences, m) === differences.length - 1));
  }

  /** The last difference so far, as the server words it. @param {number} m */
  function showDifference(m) {
    const i = lastAtOrBefore(differences, m);
    let text = differences.length > 0 ? "No difference so far." : saidFirst;
    if (i >= 0) {
      const words = links[i].textContent ?? "";
      text = differences[i] === m ? words : `They last differed at step ${differences[i]}. ${words}`;
    }
    const box = byId("live-status");
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
      setSize(url);
      history.replaceState(history.state, "", url);
      for (const link of /** @type {HTMLAnchorElement[]} */ ([...form.querySelectorAll("a[data-alone], a[data-drawn], #differences a[data-to]")])) {
        const to = new URL(link.href);
        if ("drawn" in link.dataset) to.searchParams.set("step", String(m));
        setSize(to);
        link.href = to.href;
      }
    }, 250);
  }

  /** How the runs are arranged in present mode. */
  function arrange() {
    form.dataset.arrange = arrangement(picture, { w: innerWidth, h: innerHeight }, lanes.length, parseFloat(getComputedStyle(document.documentElement).fontSize));
  }

  /** @param {URL} url */
  function setSize(url) {
    if (size.selectedIndex === 0) url.searchParams.delete("by");
    else url.searchParams.set("by", size.value);
  }

  const to = (/** @type {number} */ m) => {
    playback.pause();
    playback.go(m);
  };
  const by = (/** @type {1 | -1} */ direction) => {
    const there = () => to(stop(stops(), playback.step, direction));
    if (direction > 0) playback.advance(there);
    else there();
  };
  const difference = (/** @type {1 | -1} */ direction) => {
    const i = lastAtOrBefore(differences, direction > 0 ? playback.step : playback.step - 1) + (direction > 0 ? 1 : 0);
    if (i >= 0 && i < differences.length) to(differences[i]);
  };
  const bar = new PlayerBar({
    "play": () => playback.toggle(),
    "back": () => by(-1),
    "forward": () => by(1),
    "mark-back": () => difference(-1),
    "mark-forward": () => difference(1),
    "next-difference": () => difference(1),
    "first": () => to(0),
    "last": () => to(playback.last),
    "size": () => {
      chooseRound(size);
      address(playback.step);
    },
    "fit": () => lanes.forEach((l) => l.fit()),
  }, {
    scrub(m) {
      to(nearest(stops(), m));
      bar.at(playback.step);
    },
    speed: (speed) => playback.setSpeed(speed),
  });
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
  onChoice(size, () => address(playback.step));

  // Another algorithm is another page; the step belongs to the runs that are left.
  const choices = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[name]")]).filter((c) => c !== size);
  const chosen = autoSubmit(form, () => {
    bar.disable(true);
    size.disabled = size.selectedIndex === 0; // an address has no more than it needs
    for (const c of choices) c.disabled = c.value === "";
    form.submit();
  });
  for (const choice of choices) choice.addEventListener("change", () => chosen(choice));
  form.addEventListener("submit", (e) => e.preventDefault()); // Enter on the range
  window.addEventListener("pageshow", (e) => {
    bar.disable(false);
    size.disabled = false;
    for (const c of choices) {
      c.disabled = false;
      for (const o of c.options) o.selected = o.defaultSelected;
    }
    if (e.persisted) lanes.forEach((l) => l.run());
  });
  window.addEventListener("pagehide", () => lanes.forEach((l) => l.connection.close()));
  label(playback.step);
  showDifference(playback.step);
  arrange();
  window.addEventListener("resize", arrange);
  presentable(form, presenting);
  form.dataset.ready = "";
  lanes.forEach((lane, i) => {
    lane.show(steps[i][playback.step]);
    lane.run();
  });
}
