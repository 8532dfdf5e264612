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

  /** A value between two steps is in the address alone: it counts until its slider is moved. @param {HTMLInputElement} slider */
  const between = (slider) => (slider.previousElementSibling instanceof HTMLInputElement ? slider.previousElementSibling : null);
  /** @param {HTMLInputElement} slider */
  const valueOf = (slider) => between(slider)?.value ?? slider.value;

  function showCondition() {
    const names = sliders.map((s) => s.dataset.letter).join(" + ");
    const numbers = sliders.map(valueOf).join(" + ");
    const sum = total(sliders.map((s) => exact(valueOf(s)) ?? zero)), holds = order(sum, maxsum) >= 0;
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
      sessionStorage.setItem(remembered, keyOf(slider));
      const url = new URL(location.href);
      for (const s of sliders) url.searchParams.set(keyOf(s), valueOf(s));
      for (const name of [...url.searchParams.keys()]) if (/^v\d+$/.test(name)) url.searchParams.delete(name);
      url.searchParams.set("step", "last"); // what the values lead to
      location.replace(url);
    }, rest);
  }

  for (const slider of sliders) {
    slider.addEventListener("input", () => {
      between(slider)?.remove();
      slider.name = keyOf(slider);
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
  sliders.find((s) => keyOf(s) === last)?.focus({ preventScroll: true });
}

/** The letter in the address. @param {HTMLInputElement} slider */
function keyOf(slider) {
  return slider.dataset.key ?? "";
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const at = document.getElementById(id);
  if (at) at.textContent = text;
}
