// The theme: that of the system, light, dark or projector. A classic script in
// the head, so that the theme is set before the first paint.
"use strict";
(() => {
  const key = "espalier-theme";
  const themes = ["light", "dark", "projector"];
  let chosen = "";
  try {
    chosen = localStorage.getItem(key) || "";
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
  const apply = (/** @type {string} */ theme) => {
    if (themes.includes(theme)) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  apply(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
    if (!select) return;
    select.hidden = false;
    select.value = themes.includes(chosen) ? chosen : "";
    select.addEventListener("change", () => {
      apply(select.value);
      try {
        localStorage.setItem(key, select.value);
      } catch {
        // As above.
      }
    });
  });
})();
