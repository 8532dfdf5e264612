// What every page has: its theme, which is that of the system or the chosen one,
// and the terms in its text. A classic script in the head, so that the
// theme is set before the first paint.
"use strict";
document.documentElement.dataset.scripts = ""; // they run here: the controls that need them have their places
(() => {
  const key = "espalier-theme";
  let chosen = "";
  try {
    chosen = localStorage.getItem(key) || "";
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
  const apply = (/** @type {string} */ theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  apply(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
    if (!select) return;
    select.hidden = false;
    select.value = chosen;
    if (select.selectedIndex < 0) apply(select.value = ""); // a theme of another version of these pages
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

// The terms come when somebody begins to use the page: a key, a touch, a pointer that moves. Where a pointer rests
// while a page is laid out below it, browsers report a move by nothing. A file on a disk has no glossary.
if ("base" in document.documentElement.dataset) {
  const signs = ["pointermove", "pointerdown", "keydown"];
  /** @param {any} e */
  const begin = (e) => {
    if (e.type === "pointermove" && !e.movementX && !e.movementY) return;
    for (const sign of signs) document.removeEventListener(sign, begin);
    import("./terms.js").catch(() => {}); // offline: a term is a link to the glossary
  };
  for (const sign of signs) document.addEventListener(sign, begin);
  /** @param {any} e */
  const clicked = async (e) => {
    const link = e.target.closest("a.term");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const { show } = await import("./terms.js");
    show(link, e.detail === 0);
  };
  document.addEventListener("click", clicked);

  // The search of the header, by its button and the keys that the button names. What is typed before it is there is kept.
  const load = () => import("./search.js");
  const search = async () => {
    let typed = "";
    /** @param {KeyboardEvent} e */
    const hold = (e) => {
      if (e.key.length > 1 || e.ctrlKey || e.metaKey) return;
      typed += e.key;
      e.preventDefault();
      e.stopImmediatePropagation();
    };
    addEventListener("keydown", hold, true);
    try {
      const { open, styled } = await load();
      await styled;
      open(typed);
    } catch {
      // Offline: there is no index.
    }
    removeEventListener("keydown", hold, true);
  };
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("site-search");
    if (!button) return;
    button.onclick = search;
    button.onpointerenter = button.onfocus = () => void load().catch(() => {});
    // After the keys of the page itself.
    addEventListener("keydown", (e) => {
      const ctrl = e.ctrlKey || e.metaKey, key = (ctrl ? "Control+" : "") + e.key.toUpperCase();
      if (e.defaultPrevented || e.altKey || (ctrl && e.shiftKey) || !button.checkVisibility() || document.querySelector("dialog[open]")) return;
      if (!button.getAttribute("aria-keyshortcuts")?.split(" ").includes(key)) return;
      if (!ctrl && /** @type {Element} */ (e.target).closest("input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]")) return;
      e.preventDefault();
      search();
    });
  });
}
