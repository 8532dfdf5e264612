// A paper's listing beside the run: the lines that are about the event at this
// step are marked.

const lines = document.querySelectorAll("#listing [data-engine]");

document.addEventListener("step-explained", (e) => {
  const { event } = /** @type {CustomEvent<import("../run/page.js").Explained>} */ (e).detail.detail;
  for (const line of lines) {
    const now = (line.getAttribute("data-engine") ?? "").split(" ").includes(String(event.code_line));
    line.classList.toggle("now", now);
    if (now) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
});

export {}; // a module, for the type checker
