// The story in the commentary: the sentence that belongs to the step is shown, and
// its number is marked. A number that is pointed at or focused shows its own sentence.
// The list of the story holds the sentences, with the nodes that each names.

const frames = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".frames a")]);
const sentence = document.getElementById("story-text");
/** @type {HTMLAnchorElement | undefined} the number of the sentence that belongs to the step */
let here = frames.find((f) => f.classList.contains("here"));

/** The number whose sentence is shown. */
let shown = here;

/** @param {HTMLAnchorElement | undefined} frame */
function show(frame) {
  if (frame === shown) return;
  shown = frame;
  const entry = frame && document.querySelector(`.story li:nth-child(${frame.textContent})`);
  const said = entry && (entry.querySelector("a") ?? entry);
  const run = frame && said ? frame.title.slice(0, -(said.textContent ?? "").length) : ""; // the name of another run
  sentence?.replaceChildren(...(said ? [run, ...said.cloneNode(true).childNodes] : [frame?.title ?? ""]));
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
  show(here);
});

for (const frame of frames) {
  for (const begins of ["pointerenter", "focus"]) frame.addEventListener(begins, () => show(frame));
  for (const ends of ["pointerleave", "blur"]) frame.addEventListener(ends, () => show(here));
}
