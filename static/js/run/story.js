// The story beside the tree: the sentence of the step is shown, and its number
// is marked.

const frames = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".frames a")]);
const sentence = document.getElementById("told");

document.addEventListener("step-explained", (e) => {
  const { at } = /** @type {CustomEvent<import("./stage.js").Explained>} */ (e).detail;
  /** @type {HTMLAnchorElement | undefined} */
  let here;
  for (const frame of frames) {
    const step = Number(frame.dataset.to ?? NaN);
    if (step <= at && (!here || step >= Number(here.dataset.to))) here = frame;
  }
  for (const frame of frames) {
    frame.classList.toggle("here", frame === here);
    if (frame === here) frame.setAttribute("aria-current", "step");
    else frame.removeAttribute("aria-current");
  }
  const text = here?.title ?? "";
  if (sentence && sentence.textContent !== text) sentence.textContent = text;
});
