// Arrow keys that go along the choices of a form may be pressed while the page
// of a choice comes: they are counted until shared/auto-submit.js takes them over. A
// classic script, and the first one, since modules come after all of the page.
"use strict";
(() => {
  const page = document.documentElement.dataset;
  try {
    if (!sessionStorage.getItem("espalier-focus")) return;
  } catch {
    return; // Storage may be forbidden.
  }
  page.walked = "0";
  document.addEventListener("keydown", (e) => {
    const by = ["ArrowLeft", "ArrowUp"].includes(e.key) ? -1 : ["ArrowRight", "ArrowDown"].includes(e.key) ? 1 : 0;
    if (!page.walked || by === 0 || e.shiftKey || e.ctrlKey || e.metaKey || e.altKey) return;
    page.walked = String(Number(page.walked) + by);
    e.preventDefault();
  });
  window.addEventListener("load", () => delete page.walked);
})();
