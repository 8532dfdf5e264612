// The free values of a generic figure. Moving a slider shows at once whether
// the cut becomes possible; then the server runs the search with the new values
// and shows its end.

import { exact, order, textOf, total, zero } from "../shared/exact.js";

const panel = document.getElementById("sliders");
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("run"));
/** Milliseconds after the last move of a slider before the search runs again. */
const rest = 350;
const remembered = "espalier-slider";

if (panel && form) start(panel, form);

/** @param {HTMLElement} panel @param {HTMLFormElement} form */
function start(panel, form) {
  const maxsum = exact(panel.dataset.maxsum) ?? zero;
  const sliders = /** @type {HTMLInputElement[]} */ ([...panel.querySelectorAll("input[type=range]")]);

  function showCondition() {
    const names = sliders.map((s) => s.dataset.letter).join(" + ");
    const numbers = sliders.map((s) => s.value).join(" + ");
    const sum = total(sliders.map((s) => exact(s.value) ?? zero)), holds = order(sum, maxsum) >= 0;
    const steps = sliders.length > 1 ? `${numbers} = ${textOf(sum)}` : numbers;
    write("condition-sum", `${names} = ${steps} ${holds ? "≥" : "<"} ${textOf(maxsum)}`);
    write("condition-says", holds ? "the cut is possible" : "nothing can be cut");
    panel.querySelector(".condition")?.classList.toggle("holds", holds);
  }

  let waiting = 0;
  /** @param {HTMLInputElement} slider */
  function run(slider) {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      sessionStorage.setItem(remembered, slider.name);
      const url = new URL(location.href);
      for (const s of sliders) url.searchParams.set(s.name, s.value);
      for (const name of [...url.searchParams.keys()]) if (/^v\d+$/.test(name)) url.searchParams.delete(name);
      url.searchParams.set("step", "last"); // what the values lead to
      location.replace(url);
    }, rest);
  }

  for (const slider of sliders) {
    slider.addEventListener("input", () => {
      const shown = slider.parentElement?.querySelector("output");
      if (shown) shown.textContent = slider.value;
      showCondition();
      run(slider);
    });
    // The form would be submitted at once, and the keys would step the run.
    slider.addEventListener("change", (e) => e.stopPropagation());
    slider.addEventListener("keydown", (e) => {
      if (/^(Arrow|Home|End|Page)/.test(e.key)) e.stopPropagation();
    });
  }
  const last = sessionStorage.getItem(remembered);
  sessionStorage.removeItem(remembered);
  sliders.find((s) => s.name === last)?.focus({ preventScroll: true });
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const at = document.getElementById(id);
  if (at) at.textContent = text;
}
