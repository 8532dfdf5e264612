// The focus while the room changes: it stays, or goes to a replacement. After a reload the
// focus and unsent texts are restored.

const stored = "espalier-room-focus";
/** The fields whose texts are restored. */
const written = ["hand-text", "nick"];

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (document.getElementById(id));

/**
 * Makes a change. If it removes the element with the focus, another one gets the focus.
 * @param {string} box  a selector of the changed part @param {() => void} change @param {() => HTMLElement | null} other
 */
export function keepFocus(box, change, other) {
  const at = document.activeElement;
  change();
  if (!at || !at.closest(box) && at.isConnected) return;
  if (!at.isConnected || !at.checkVisibility() || at.matches(":disabled")) other()?.focus({ preventScroll: true });
}

/** Reloads the page. */
export function reload() {
  const at = document.activeElement, shows = [...document.querySelectorAll("[data-show]")];
  /** @type {Record<string, string>} */
  const texts = {};
  for (const id of written) {
    const part = field(id);
    if (part && part.value !== part.defaultValue) texts[id] = part.value;
  }
  try {
    sessionStorage.setItem(stored, JSON.stringify({ id: at?.id, show: at ? shows.indexOf(at) : -1, texts }));
  } catch {
    // Storage may be forbidden.
  }
  location.reload();
}

/** Restores the focus and the texts after a reload. */
export function restore() {
  let kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(stored) ?? "null");
    sessionStorage.removeItem(stored);
  } catch {
    return; // as above
  }
  if (!kept) return;
  for (const [id, text] of Object.entries(kept.texts)) {
    const part = field(id);
    if (!part) continue;
    part.value = text;
    part.closest("details")?.setAttribute("open", "");
  }
  const at = kept.id ? document.getElementById(kept.id) : document.querySelectorAll("[data-show]")[kept.show];
  if (at instanceof HTMLElement && document.activeElement === document.body) at.focus({ preventScroll: true });
}
