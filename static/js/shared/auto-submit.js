// Another choice in a form is another page. A click asks for it at once. Keys
// that go along the choices rest first, or the page would be gone under the
// next press; on the new page the focus is where they have come to. After a
// click the arrow keys step the run.

const kept = "espalier-focus";

/** How long keys rest before their choice counts, in milliseconds: longer than from one press to the next. */
const rest = 350;

/**
 * Puts the focus where keys have left it on the page before; returns what is told of each choice.
 * @param {HTMLFormElement} form @param {() => void} send  asks for the page of the choices
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
    // While a page is on its way another takes its place; it would not wait.
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
 * Goes along the choices as arrow keys do: round the radio buttons, to the ends of a list.
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

/** Where keys have left the form of the page before. @param {HTMLFormElement} form */
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
