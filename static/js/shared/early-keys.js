// Counts the arrow keys that are pressed along the choices of a form while the
// page of a choice still loads; auto-submit.js then applies them. A classic
// script, and the first one, since modules run after the whole page is read.
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
