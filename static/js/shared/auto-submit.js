// Submits a form when a choice in it changes, which loads another page. A click
// submits at once. Arrow keys that move along the choices submit after a pause,
// since the next key press would be lost with the page; on the new page the
// choice that they reached has the focus. After a click the arrow keys step the run.

const kept = "espalier-focus";

/** Milliseconds after the last key before the form is submitted: longer than from one press to the next. */
const rest = 350;

/**
 * Restores the focus that keys had on the page before; returns the function to call at each choice.
 * @param {HTMLFormElement} form @param {() => void} send  loads the page of the choices
 * @returns {(choice: EventTarget | null) => void}
 */
export function autoSubmit(form, send) {
  let resting = 0, sent = false;
  const ask = () => {
    sent = true;
    send();
  };
  window.addEventListener("pageshow", () => (sent = false));
  window.addEventListener("pagehide", () => clearTimeout(resting));
  /** @param {EventTarget | null} choice */
  const chosen = (choice) => {
    clearTimeout(resting);
    const at = isChoice(choice) && choice.matches(":focus-visible") ? choice : null;
    remember(at);
    // While a page loads, another choice replaces it at once.
    if (at && !sent && (at instanceof HTMLSelectElement || at.type === "radio")) resting = window.setTimeout(ask, rest);
    else ask();
  };
  const page = document.documentElement.dataset, by = Number(page.walked ?? 0); // counted by early-keys.js
  delete page.walked;
  const left = remembered(form);
  const at = left && by !== 0 ? walk(form, left, by) : left;
  at?.focus();
  if (at && by !== 0) chosen(at);
  return chosen;
}

/**
 * Moves along the choices as arrow keys do: around the radio buttons, to the ends of a list.
 * @param {HTMLFormElement} form @param {HTMLInputElement | HTMLSelectElement} from @param {number} by
 */
function walk(form, from, by) {
  if (from instanceof HTMLSelectElement) {
    from.selectedIndex = Math.max(0, Math.min(from.length - 1, from.selectedIndex + by));
    return from;
  }
  const group = [...form.elements].filter((c) => c instanceof HTMLInputElement && c.type === "radio" && c.name === from.name);
  const to = /** @type {HTMLInputElement | undefined} */ (group.at((group.indexOf(from) + by) % group.length));
  if (to) to.checked = true;
  return to;
}

/** The choice that keys had reached on the page before. @param {HTMLFormElement} form */
function remembered(form) {
  try {
    const was = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    sessionStorage.removeItem(kept);
    if (was?.path === location.pathname) return find(form, was.name, was.value);
  } catch {
    // Storage may be forbidden.
  }
}

/** @param {EventTarget | null} target @returns {target is HTMLInputElement | HTMLSelectElement} */
function isChoice(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** @param {HTMLInputElement | HTMLSelectElement | null} at */
function remember(at) {
  try {
    if (at) sessionStorage.setItem(kept, JSON.stringify({ path: location.pathname, name: at.name, value: at.value }));
    else sessionStorage.removeItem(kept);
  } catch {
    // As above.
  }
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function find(form, name, value) {
  const choices = [...form.elements].filter(isChoice).filter((c) => c.name === name && c.type !== "hidden");
  return choices.find((c) => c.type !== "radio" || c.value === value);
}
