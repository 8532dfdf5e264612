// What stands in a text area while a text of it is under way, kept for this tab
// when the page is left: after a reload it goes on from there, and what was
// typed last is not lost.

/**
 * @typedef {object} Unsent
 * @property {string} token     of the edit that is under way; empty: none is
 * @property {string} outgoing  the text that it sends
 * @property {string} typed     the text as it stands
 * @property {string} known     the text that the server has
 * @property {number} revision  that it comes from
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
