// A choice that is made by keys asks for another page. There the focus stands
// on the choice again, so that the next key goes on from it. A click needs none
// of this: after it the arrow keys step the run.

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
    // Storage may be forbidden: the focus is then at the top of the page.
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
