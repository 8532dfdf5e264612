// The first page: the failure of deep pruning plays by itself once, unless less motion is asked for.

import { busy, idle } from "../shared/idle.js";

/** Milliseconds from one step to the next: long enough to read its sentence. */
const pace = 2_000;

const box = /** @type {HTMLElement} */ (document.getElementById("once"));
const frames = [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-frame]"))];
const says = [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-says]"))];
const button = /** @type {HTMLButtonElement} */ (document.getElementById("once-play"));

let step = frames.findIndex((frame) => !frame.hidden), timer = 0;

/** @param {number} to */
function show(to) {
  step = to;
  for (const list of [frames, says]) for (const [i, part] of list.entries()) part.hidden = i !== step;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  idle(box);
  button.textContent = step === frames.length - 1 ? "Play again" : "Play";
}

function next() {
  if (step === frames.length - 1) return stop();
  show(step + 1);
  timer = setTimeout(next, pace);
}

function play() {
  busy(box);
  button.textContent = "Pause";
  if (step === frames.length - 1) show(0);
  timer = setTimeout(next, pace);
}

button.addEventListener("click", () => (timer ? stop() : play()));
button.hidden = false;
if (matchMedia("(prefers-reduced-motion: reduce)").matches) stop();
else {
  show(0);
  play();
}
