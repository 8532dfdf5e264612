// What a key means at a selected node. No DOM here.

/**
 * What can be done in the tree: a command; a step to another node; a character
 * that begins a value or a label; leaving the selection; a click on a node; a
 * paste that had to wait (after: how many copies there had been).
 * @typedef {{command: string} | {move: string, extend: boolean} | {typed: string} | {leave: true} | {pick: number, how: "only" | "too" | "range" | "touch"} | {paste: string, after: number}} Action
 */

/** The commands of the signs that stand for them in the notation: <Left>, @1/2 and *[ … ]. */
const signs = new Map([["<", "name"], ["@", "prob"], ["*", "chance"]]);

/**
 * The action of a key; null: it has none, and is left to the page; pure.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} e
 * @returns {Action | null}
 */
export function actionOf(e) {
  const ctrl = e.ctrlKey || e.metaKey;
  if (signs.has(e.key) && (e.altKey || !ctrl)) return { command: signs.get(e.key) ?? "" }; // Ctrl with Alt: AltGr of some keyboards
  if (ctrl && e.altKey) return null;
  if (ctrl) {
    switch (e.key) {
      case "ArrowUp": case "ArrowLeft": return { command: "left" };
      case "ArrowDown": case "ArrowRight": return { command: "right" };
      case "Enter": return { command: "parent" };
      case "z": case "Z": return { command: e.shiftKey ? "redo" : "undo" };
      case "y": case "Y": return { command: "redo" };
      case "a": case "A": return e.shiftKey ? null : { command: "all" };
      case "d": case "D": return e.shiftKey ? null : { command: "duplicate" };
      case "f": case "F": return { command: e.shiftKey ? "zoom" : "find" };
      case "k": case "K": return e.shiftKey ? null : { command: "palette" };
    }
    return null; // X, C and V come as events of the clipboard
  }
  if (e.altKey) {
    return e.key === "ArrowLeft" ? { command: "left" } : e.key === "ArrowRight" ? { command: "right" } : null;
  }
  switch (e.key) {
    case "Tab": return e.shiftKey ? null : { command: "child" };
    case "Enter": return { command: e.shiftKey ? "before" : "sibling" };
    case "Delete": case "Backspace": return { command: e.shiftKey ? "dissolve" : "delete" };
    case "F2": return { command: e.shiftKey ? "beside" : "edit" };
    case " ": return { command: "fold" };
    case "Escape": return { leave: true };
    case "ArrowUp": case "ArrowDown": case "ArrowLeft": case "ArrowRight": case "Home": case "End":
      return { move: e.key, extend: e.shiftKey };
  }
  return /^[\p{L}\p{N}_.(+"-]$/u.test(e.key) ? { typed: e.key } : null;
}
