// The map of a run as a strip above its playback bar: it shows where the current step is in
// the whole search, and a click goes to a node. The page of the run has everything else.

import { ask } from "./ask.js";
import { Growing } from "./growing.js";
import { Pane } from "./pane.js";

/** Milliseconds without a further step before the path to the current node is asked for. */
const rest = 60;

const root = /** @type {HTMLElement | null} */ (document.getElementById("map-strip")), toggle = document.getElementById("map-toggle");
if (root && toggle) {
  let begun = false;
  const set = (/** @type {boolean} */ on) => {
    root.hidden = !on;
    toggle.setAttribute("aria-pressed", String(on));
    if (on && !begun) {
      begun = true;
      show(root);
    }
  };
  toggle.addEventListener("click", () => set(root.hidden !== false));
  // Beside the tree of a game is a position, and both are to be seen at once.
  const least = document.getElementById("at-work") ? 1050 : 760;
  set(matchMedia(`(min-width: 701px) and (min-height: ${least}px)`).matches);
}

/** @param {HTMLElement} root */
function show(root) {
  const form = /** @type {HTMLElement} */ (document.getElementById("run"));
  const scrub = /** @type {HTMLInputElement} */ (document.getElementById("scrub"));
  const said = /** @type {HTMLElement} */ (root.querySelector("[data-part=said]"));
  const say = (/** @type {string} */ text) => (said.textContent = text);
  const pane = new Pane(/** @type {HTMLElement} */ (root.querySelector(".map-pane")), {
    moved: () => {},
    meant: (hit) => {
      pane.marks.meant = hit && !hit.cell ? hit : null;
      pane.front.title = hit ? (hit.cell ? `${hit.cell.nodes.toLocaleString("en")} nodes` : hit.label) : "";
      pane.invalidate(false);
    },
    chosen: (hit) => {
      if (!hit || hit.event > Number(scrub.max)) return;
      scrub.value = String(hit.event);
      scrub.dispatchEvent(new Event("input", { bubbles: true }));
    },
    failed: say,
    drawn: () => {},
  });

  let step = Number(root.dataset.step), timer = 0;
  const at = (/** @type {number} */ t) => {
    step = t;
    pane.at(t);
    clearTimeout(timer);
    timer = window.setTimeout(path, rest);
  };
  /** @type {AbortController | null} */
  let asked = null;
  const path = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      /** @type {import("./ask.js").At} */
      const found = await ask(pane.tiles.key, "at", { step }, asked.signal);
      pane.marks.path = found.path;
      pane.invalidate(false);
    } catch {
      // The path is not marked until the next step.
    }
  };
  document.addEventListener("step-explained", (e) => at(/** @type {CustomEvent} */ (e).detail.at));

  const growing = new Growing();
  let search = "";
  const begin = () => {
    if (search) growing.release(search);
    search = growing.begin(JSON.parse(form.dataset.request ?? "{}"), "", (state) => {
      root.dataset.nodes = String(state.nodes);
      pane.grown(state);
      at(step);
    }, say);
  };
  new MutationObserver(begin).observe(form, { attributes: true, attributeFilter: ["data-request"] }); // other values of leaves
  begin();
}
