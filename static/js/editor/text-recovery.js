// The state of a text area whose text is being sent, stored for this tab when the
// page is left: after a reload it continues from there, and what was typed last is
// not lost.

/**
 * @typedef {object} Unsent
 * @property {string} token     of the edit that is being sent; empty: none is
 * @property {string} outgoing  the text that it sends
 * @property {string} typed     the text as it is now
 * @property {string} known     the text that the server has
 * @property {number} revision  that it is based on
 */

/** @param {string} name @param {Unsent | null} unsent  null: the server has everything */
export function saveUnsent(name, unsent) {
  try {
    if (unsent) sessionStorage.setItem(name, JSON.stringify(unsent));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage may be forbidden or full: the page then lasts as long as it is open.
  }
}

/** @param {string} name @returns {Unsent | null} */
export function loadUnsent(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}
