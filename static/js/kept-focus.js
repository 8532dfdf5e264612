// A choice made by keys asks for another page: there the focus is on it again.
// After a click the arrow keys step the run.

const kept = "espalier-focus";

/**
 * Puts the focus where it was on the page before; returns what remembers it.
 * @param {HTMLFormElement} form
 */
export function keepFocus(form) {
  try {
    const was = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    sessionStorage.removeItem(kept);
    if (was?.path === location.pathname) find(form, was.name, was.value)?.focus();
  } catch {
    // Storage may be forbidden.
  }
  return (/** @type {EventTarget | null} */ target) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(":focus-visible")) return;
    try {
      sessionStorage.setItem(kept, JSON.stringify({ path: location.pathname, name: target.name, value: target.value }));
    } catch {
      // As above.
    }
  };
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function find(form, name, value) {
  const inputs = [...form.querySelectorAll("input")].filter((i) => i.name === name && i.type !== "hidden");
  return inputs.find((i) => i.type !== "radio" || i.value === value);
}
