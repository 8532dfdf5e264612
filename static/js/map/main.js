// Folder map: the map of a large search. This module puts its parts together: the search
// that grows, the panes, the step, and the controls.

import { ask } from "./ask.js";
import { busy, idle } from "../shared/idle.js";
import { Card } from "./card.js";
import { listenToTable } from "./facts.js";
import { listenToFind } from "./find.js";
import { Growing } from "./growing.js";
import { drawLegend } from "./legend.js";
import { Minimap } from "./minimap.js";
import { Moment } from "./moment.js";
import { bytes, whole } from "./numbers.js";
import { Pane } from "./pane.js";
import { GrowingPlayer, Sweep } from "./growing-player.js";
import { PlayerBar } from "../shared/player-bar.js";
import { ruleName } from "./rules.js";

/** @typedef {import("./growing.js").State} State */
/** @typedef {import("./pane.js").Hit} Hit */
/** @typedef {import("./ask.js").Place} Place */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-map]"));

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const part = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} id @param {() => void} action */
const click = (id, action) => part(id).addEventListener("click", action);

const notice = part("map-notice"), stage = /** @type {HTMLElement} */ (root.querySelector(".map-stage"));
const rule = /** @type {HTMLSelectElement} */ (part("map-rule")), stop = /** @type {HTMLSelectElement} */ (part("map-stop"));
const sizes = /** @type {HTMLInputElement} */ (part("map-sizes")), lineOn = /** @type {HTMLInputElement} */ (part("map-line"));
const samples = root.dataset.samples !== undefined;
const otherRun = root.dataset.other ? JSON.parse(root.dataset.other) : null, run = JSON.parse(root.dataset.run ?? "{}");

/** How long a notice stays, in milliseconds: long enough to be read twice. */
const noticed = 8000;

let noticeTimer = 0;
const say = (/** @type {string} */ text) => {
  clearTimeout(noticeTimer);
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = text === "";
  if (text) noticeTimer = window.setTimeout(() => say(""), noticed);
};

/** Writes a text where it has changed. @param {HTMLElement | null} at @param {string} text */
const write = (at, text) => {
  if (at && at.textContent !== text) at.textContent = text;
};

// The panes.

let compared = "one";
/** @type {Pane | null} */
let other = null;
/** @type {State | null} */
let state = null;
/** @type {State | null} */
let otherState = null;

const pane = new Pane(part("map-pane"), {
  moved: () => {
    follow();
  },
  meant: (hit) => mean(hit),
  chosen: (hit) => choose(hit),
  failed: say,
  drawn: () => minimapLater(),
});
const minimap = new Minimap(part("map-mini"), pane);

/** The minimap is drawn again when its tiles or the step have changed, at most once a frame. */
let minimapFrame = 0;
function minimapLater() {
  minimapFrame ||= requestAnimationFrame(() => {
    minimapFrame = 0;
    minimap.draw();
  });
}

const spoken = part("map-sentence");
const card = new Card(part("map-card"), pane, ruleName, (text) => card.stays && write(part("map-said"), text)); // what the pointer only passes is not spoken

/** The second map shows the same part. */
function follow() {
  if (!other || other.root.hidden) return;
  const from = pane.view, to = other.view, same = from.span / to.span;
  to.shape = from.shape;
  to.scale = from.scale * same * (to.width / from.width);
  to.x = (from.x / from.span) * to.span;
  to.y = from.y;
  to.rowBeside = from.row;
  to.fitted = from.fitted;
  if (to.fitted) to.fit();
  else to.clamp();
  other.invalidate(true);
}

// The step.

// A speed is the number of seconds in which all events are shown, or below 0 a number of events per second.
const playback = new GrowingPlayer({ step: () => showStep(), playing: () => showPlaying() }, new Sweep(() => (playback.speed < 0 ? -playback.speed : Math.max(1, playback.last / playback.speed))));

const moment = new Moment(() => ({ key: pane.tiles.key, form: pane.tiles.form }), (at) => {
  pane.marks.path = at.path ?? [];
  pane.invalidate(false);
  if (!playback.playing) write(spoken, at.sentence);
  else spoken.firstChild ? (spoken.firstChild.nodeValue = at.sentence) : write(spoken, at.sentence);
  write(part("map-bounds"), at.bounds ?? "");
  /** @type {HTMLElement} */ (spoken.parentElement).dataset.kind = at.type;
  printed = at;
  writeStep();
  for (const dd of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-count]"))) write(dd, whole(at.counts?.[/** @type {"nodes"} */ (dd.dataset.count)] ?? 0));
  const work = pane.marks.path[pane.marks.path.length - 1];
  // What plays is kept in sight, unless the whole is seen.
  if (work && !pane.view.fitted && following && !pane.sees(work)) pane.go(work, false);
}, say);

/** A step and the line of a program that it comes from: a program prints fewer events than a map has steps. @type {{step: number, printed?: number}} */
let printed = { step: -1 };

function writeStep() {
  const line = printed.printed && printed.step === playback.step ? `, line ${whole(printed.printed)} of the program` : "";
  bar.show(playback.step, playback.last, `step ${whole(playback.step)} of ${whole(playback.last)}${line}`);
}

/** Whether the window goes along with the node at work. */
let following = false;

/** What was written last, so that a scrub writes no more than it must. */
function showStep() {
  if (!notice.hidden) say("");
  const { step, last } = playback;
  pane.at(step);
  if (other && !other.root.hidden && otherState) other.at(Math.round((step / Math.max(1, last)) * otherState.events));
  bar.last = last;
  writeStep();
  spoken.setAttribute("aria-live", playback.playing || state?.state === "running" ? "off" : "polite"); // what changes many times a second is not spoken
  if (last > 0) {
    moment.want(step);
    writeAddress();
  }
  refreshTable();
}

function showPlaying() {
  bar.playing(playback.playing);
  showStep();
}

/** @param {1 | -1} by */
function stepBy(by) {
  playback.pause();
  following = true;
  playback.go(playback.step + by);
}

function toggle() {
  following = true;
  playback.toggle();
}

/** Goes to the next or previous cut by a rule. @param {string} by @param {1 | -1} direction */
async function toCut(by, direction) {
  if (!pane.tiles.key) return;
  playback.pause();
  busy(toCut);
  try {
    /** @type {import("./ask.js").Cut} */
    const cut = await ask(pane.tiles.key, "cut", { rule: by, [direction > 0 ? "after" : "before"]: playback.step, form: pane.tiles.form });
    if (cut.step === null) say(direction > 0 ? "No such cut after this step." : "No such cut before this step.");
    else {
      say("");
      following = true;
      playback.go(cut.step);
      const place = { ...cut, label: "" };
      pane.marks.chosen = place;
      pane.go(place); // from the whole, too: a cut is seen where its node can be read
      pane.invalidate(false);
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  idle(toCut);
}

// The address has the step, so that a link leads to it.

/** Milliseconds at rest before the address is written. */
const addressed = 400;

let addressTimer = 0;
function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => {
    const url = new URL(location.href);
    if (playback.following) url.searchParams.delete("at");
    else url.searchParams.set("at", String(playback.step));
    if (pane.view.shape === "tree") url.searchParams.set("map", "tree");
    else url.searchParams.delete("map");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }, addressed);
}

/** The step that the address asks for, until the search has come so far. */
let asked = Number(new URLSearchParams(location.search).get("at") ?? NaN);

// Nodes.

/** @param {Hit | null} hit */
function mean(hit) {
  const now = pane.marks.meant;
  if (now?.row === hit?.row && now?.index === hit?.index && now?.from === hit?.from) return;
  pane.marks.meant = hit;
  pane.invalidate(false);
  card.show(hit, false);
}

/** @param {Hit | null} hit */
function choose(hit) {
  if (hit?.cell) {
    pane.animate(() => pane.view.show(hit.from, hit.to, hit.row, pane.view.scale * 4)); // a cell has more in it than can be chosen
    return;
  }
  pane.marks.chosen = hit;
  pane.marks.meant = null;
  pane.invalidate(false);
  card.show(hit, true);
  if (!hit) card.show(null, false);
}

function leave() {
  if (!pane.marks.chosen && !card.stays) return false;
  pane.marks.chosen = null;
  card.show(null, true);
  pane.invalidate(false);
  return true;
}
click("map-leave", () => {
  leave();
  pane.front.focus({ preventScroll: true });
});
click("map-play-here", () => {
  const hit = card.hit;
  if (!hit) return;
  playback.go(hit.event);
  leave();
  if (!playback.playing) toggle();
});
click("map-nearer", () => {
  if (card.hit) pane.go(card.hit);
});

listenToFind(/** @type {HTMLFormElement} */ (part("map-find")), () => ({ key: pane.tiles.key, form: pane.tiles.form }), (node) => {
  pane.go(node);
  pane.marks.chosen = node;
  card.show({ ...node, cell: null, cut: false }, true);
}, (nodes) => {
  pane.marks.found = nodes;
  pane.invalidate(false);
});

// From node to node, or over the map, with the arrow keys.
/** @param {-1 | 0 | 1} dx @param {-1 | 0 | 1} dy */
function walk(dx, dy) {
  const at = pane.marks.chosen, v = pane.view;
  if (!at) return pane.pan(-dx * v.width * 0.15, -dy * v.height * 0.15);
  const middle = (at.from + at.to) / 2;
  const small = 0.5 / v.scale;
  const hit = dy < 0 ? pane.item(at.row - 1, middle) : dy > 0 ? pane.item(at.row + 1, Math.max(at.from, Math.min(v.x, at.to)) + 1e-6) : pane.item(at.row, dx > 0 ? at.to + Math.min(small, 0.25) : at.from - Math.min(small, 0.25));
  if (!hit) return;
  if (hit.cell) return pane.animate(() => v.show(hit.from, hit.to, hit.row, v.scale * 4));
  choose(hit);
  if (!pane.sees(hit)) pane.go(hit, false);
}

// What the map shows.

/** @param {"tree" | "icicle"} shape */
function setShape(shape) {
  for (const r of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[name=map-shape]"))) r.checked = r.value === shape;
  stage.dataset.shape = shape;
  pane.shape(shape);
  writeAddress();
}
for (const r of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[name=map-shape]"))) r.addEventListener("change", () => setShape(r.value === "tree" ? "tree" : "icicle"));

function setForm() {
  const form = sizes.checked ? "sized" : "plain", difference = compared === "difference" && otherState ? otherState.key : "";
  pane.show(form, difference);
  other?.show(form, "");
  card.forget();
  pane.marks.chosen = pane.marks.meant = null;
  pane.marks.found = []; // their places are those of the other form
  card.show(null, true);
  if (playback.last > 0) moment.want(playback.step, true);
  if (lineOn.checked) showLine();
  legend();
}
/** Somebody has chosen the form, so the end of the search does not. */
let formChosen = false;
function choseForm() {
  formChosen = true;
  setForm();
}
sizes.addEventListener("change", choseForm);

/** A map with cuts opens with their sizes: they are what the picture is about. While it grows they change with each node. @param {State} s */
function openForm(s) {
  if (formChosen || s.state === "running" || !Object.values(s.prunes ?? {}).some((n) => n > 0)) return;
  formChosen = true;
  sizes.checked = true;
  setForm();
}

const legend = () => drawLegend(part("map-legend"), pane.palette, compared === "difference", samples ? 1 : state?.again ?? 0, state?.counted ?? 0, sizes.checked, state?.prunes ?? {});

lineOn.addEventListener("change", () => showLine());

/** Finds the last node of the line of play; its ancestors are above it. */
async function showLine() {
  pane.marks.line = [];
  pane.invalidate(false);
  if (!lineOn.checked || !state?.line) return;
  busy(showLine);
  try {
    /** @type {Place[]} */
    const places = [];
    const moves = state.line.split(" ");
    for (let n = 1; n <= moves.length; n++) {
      /** @type {import("./ask.js").Found} */
      const { found } = await ask(pane.tiles.key, "find", { q: moves.slice(0, n).join(" "), limit: 20, form: pane.tiles.form });
      const node = found.find((f) => f.row === n);
      if (!node) break;
      places.push(node);
    }
    pane.marks.line = lineOn.checked && places.length > 0 ? [{ row: 0, index: 0, from: 0, to: pane.view.span, label: "" }, ...places] : [];
    pane.invalidate(false);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  idle(showLine);
}

/** @param {string} how */
function compare(how) {
  compared = how;
  const second = part("map-pane-other");
  second.hidden = how !== "side";
  stage.toggleAttribute("data-side", how === "side");
  if (!other && how !== "one") {
    other = new Pane(second, { moved: () => {}, meant: () => {}, chosen: () => {}, failed: say, drawn: () => {} });
    const first = pane;
    other.front.addEventListener("wheel", (e) => e.stopPropagation());
    growing.begin(otherRun, "", (s) => {
      otherState = s;
      other?.grown(s);
      if (compared === "difference" && s.state !== "running") setForm();
      follow();
      showStep();
      first.invalidate(false);
    }, say);
  }
  setForm();
  follow();
}
for (const r of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[name=map-compare]"))) r.addEventListener("change", () => compare(r.value));

// The search.

const program = root.dataset.program !== undefined;
const states = { running: program ? "The program is running." : "Searching.", done: program ? "The run is over." : "The search is done.", stopped: "Stopped at the first cut by the chosen rule.", cancelled: "Cancelled. The map so far stays.", failed: "The search has failed." };

const growing = new Growing();
let search = "";

function begin() {
  if (search) growing.release(search);
  search = growing.begin(run, stop.value, (s) => {
    state = s;
    root.dataset.nodes = String(s.nodes);
    root.dataset.state = s.state;
    part("map-wait").hidden = s.nodes > 0;
    pane.grown(s);
    if (s.events !== playback.last) {
      playback.grown(s.events);
      showStep();
    }
    if (asked <= s.events) {
      playback.go(asked);
      asked = NaN;
    }
    grow(s);
    openForm(s);
  }, say);
}
stop.addEventListener("change", () => {
  playback.following = true;
  begin();
});
click("map-cancel", () => growing.cancel(search));

/** @param {State} s */
function grow(s) {
  write(part("map-state"), (s.reason || states[s.state]) + (s.value && s.state !== "running" ? ` The value is ${s.value.replaceAll(", ", ",\u00a0")}.` : ""));
  part("map-cancel").hidden = s.state !== "running" || program; // the program is not ours to stop
  /** @type {[string, string][]} */
  const list = [["nodes", whole(s.nodes)], ["nodes a second", whole(s.perSecond)], ["depth", `${whole(Math.max(0, s.rows - 1))} ${s.rows === 2 ? "ply" : "plies"}`], ["seconds", s.seconds.toFixed(s.seconds < 10 ? 1 : 0)]];
  if (s.counted > 0) list.push(["only counted", whole(s.counted)]);
  for (const [id, n] of Object.entries(s.prunes ?? {})) list.push([`cuts: ${ruleName(id)}`, whole(n)]);
  const dl = part("map-growth");
  while (dl.children.length > list.length) dl.lastElementChild?.remove();
  list.forEach(([name, value], i) => {
    let div = dl.children[i];
    if (!div) {
      div = document.createElement("div");
      div.append(document.createElement("dt"), document.createElement("dd"));
      dl.append(div);
    }
    write(/** @type {HTMLElement} */ (div.firstElementChild), name);
    write(/** @type {HTMLElement} */ (div.lastElementChild), value);
  });
  write(part("map-memory-text"), `${bytes(s.bytes)} of ${bytes(s.maxBytes)} memory`);
  /** @type {HTMLMeterElement} */ (part("map-memory")).value = s.maxBytes ? s.bytes / s.maxBytes : 0;
  legend();
  if (s.state !== "running" && lineOn.checked) showLine();
  refreshTable();
}

const tableChanged = listenToTable(/** @type {HTMLDetailsElement} */ (part("map-table")), () => ({ key: pane.tiles.key, step: playback.following ? null : playback.step }), ruleName);
function refreshTable() {
  tableChanged();
}

new MutationObserver(() => legend()).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => legend());

// Buttons and keys.

/** How much a key or a button zooms. */
const zoomBy = 1.6;
const zoom = (/** @type {1 | -1} */ d) => pane.animate(() => pane.view.zoom(zoomBy ** d, pane.view.width / 2, pane.view.height / 2));

const bar = new PlayerBar({
  "play": toggle,
  "back": () => stepBy(-1),
  "forward": () => stepBy(1),
  "mark-back": () => toCut("any", -1),
  "mark-forward": () => toCut("any", 1),
  "first": () => playback.go(0),
  "last": () => playback.end(),
  "zoom-in": () => zoom(1),
  "zoom-out": () => zoom(-1),
  "fit": () => pane.fit(),
  "shape": () => setShape(pane.view.shape === "tree" ? "icicle" : "tree"),
  "sizes": () => {
    sizes.checked = !sizes.checked;
    choseForm();
  },
  "line": () => {
    lineOn.checked = !lineOn.checked;
    showLine();
  },
  "map-work": () => {
    const at = pane.marks.path[pane.marks.path.length - 1];
    if (at) pane.go(at);
  },
  "map-cut-back": () => toCut(rule.value, -1),
  "map-cut-next": () => toCut(rule.value, 1),
  "find": () => /** @type {HTMLElement} */ (part("map-find").querySelector("input")).focus(),
  leave,
  "walk-left": () => walk(-1, 0),
  "walk-right": () => walk(1, 0),
  "walk-up": () => walk(0, -1),
  "walk-down": () => walk(0, 1),
  "choose": () => {
    const v = pane.view;
    for (let y = v.height / 2; y >= 0; y -= v.row / 2) {
      const hit = pane.hit(v.width / 2, y);
      if (hit) return choose(hit);
    }
  },
}, {
  scrub: (step) => {
    following = false;
    playback.go(step);
  },
  speed: (speed) => playback.setSpeed(speed),
});

for (const e of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-script]"))) e.hidden = false;
if (new URLSearchParams(location.search).get("map") === "tree") setShape("tree");
begin();
