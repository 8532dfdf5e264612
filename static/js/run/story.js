// The story in the commentary: the sentence that belongs to the step is shown, and
// its number is marked. A number that is pointed at or focused shows its own sentence.

const frames = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".frames a")]);
const sentence = document.getElementById("told");
/** @type {HTMLAnchorElement | undefined} the number of the sentence that belongs to the step */
let here = frames.find((f) => f.classList.contains("here"));

/** @param {string} text */
function show(text) {
  if (sentence && sentence.textContent !== text) sentence.textContent = text;
}

document.addEventListener("step-explained", (e) => {
  const { at } = /** @type {CustomEvent<import("./stage.js").Explained>} */ (e).detail;
  here = undefined;
  for (const frame of frames) {
    const step = Number(frame.dataset.to ?? NaN);
    if (step <= at && (!here || step >= Number(here.dataset.to))) here = frame;
  }
  for (const frame of frames) {
    frame.classList.toggle("here", frame === here);
    if (frame === here) frame.setAttribute("aria-current", "step");
    else frame.removeAttribute("aria-current");
  }
  show(here?.title ?? "");
});

for (const frame of frames) {
  for (const begins of ["pointerenter", "focus"]) frame.addEventListener(begins, () => show(frame.title));
  for (const ends of ["pointerleave", "blur"]) frame.addEventListener(ends, () => show(here?.title ?? ""));
}
