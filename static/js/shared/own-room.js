// The room that this browser was last in as a follower, so that a tree can be handed in
// from the editor.

const name = "espalier-room";

/** @typedef {{code: string, you: string, nick: string}} OwnRoom */

/** @returns {OwnRoom | null} */
export function ownRoom() {
  try {
    const { code, you, nick } = JSON.parse(localStorage.getItem(name) ?? "");
    return [code, you, nick].every((part) => typeof part === "string") ? { code, you, nick } : null;
  } catch {
    return null;
  }
}

/** @param {OwnRoom | null} room  null: it is closed */
export function keepRoom(room) {
  try {
    if (room) localStorage.setItem(name, JSON.stringify(room));
    else localStorage.removeItem(name);
  } catch {
    // Storage may be forbidden.
  }
}
