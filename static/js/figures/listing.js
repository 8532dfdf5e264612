// Folder figures: what is beside a run on the page of a figure. It imports
// shared/ and run/.
//
// This module marks the lines of the paper's listing that belong to the event of
// the step.

const nodes = document.getElementById("listing")?.dataset.nodes?.split(" ");
const lines = document.querySelectorAll("#listing [data-engine]");

document.addEventListener("step-explained", (e) => {
  const { event } = /** @type {CustomEvent<import("../run/stage.js").Explained>} */ (e).detail.detail;
  for (const line of lines) {
    const now = (nodes?.includes(String(event.node)) ?? true) && (line.getAttribute("data-engine") ?? "").split(" ").includes(String(event.code_line));
    line.classList.toggle("now", now);
    if (now) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
});
