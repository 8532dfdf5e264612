// The keys of a page. Their table is the help that the server writes (web/play/keys.go): each key there has the act
// that it is for. A key without an action is left to the page.

/** What the acts of a page do. An action that returns false had nothing to do. @typedef {Record<string, () => unknown>} Actions */

/** What the help calls a key, where that is not its name in the browser. @type {Record<string, string>} */
const signs = { " ": "Space", "=": "+", "-": "−", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "Page ↑", PageDown: "Page ↓", Escape: "Esc" };

/** Where letters are typed. */
const fields = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** @typedef {{act: string, within: string | undefined, remote: boolean}} Entry */

/** @type {Map<string, Entry[]> | undefined} */
let table;
/** The help that the table was read from. @type {Element | null} */
let help = null;

/** Opens the help at its heading. Without that the first link in it would get the focus; an attribute for it would
 * take the focus of a page that embeds this one. */
export function showHelp() {
  /** @type {HTMLDialogElement} */ (document.getElementById("help")).showModal();
  document.getElementById("help-title")?.focus();
}

/** The keys that the help lists. @returns {Map<string, Entry[]>} */
function read() {
  const map = new Map();
  for (const { textContent: key, dataset: { act = "", within, remote } } of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#help [data-act]"))) {
    map.set(key, [...(map.get(key) ?? []), { act, within, remote: remote !== undefined }]);
  }
  return map;
}

/** What a key is for, at the element with the focus; those of a part of the page come first. @param {KeyboardEvent} e @returns {string[]} */
export function actsOf(e) {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return [];
  const now = document.getElementById("help");
  if (now !== help) table = undefined; // a page can get another one
  help = now;
  table ??= read();
  const at = e.target instanceof Element ? e.target : document.body, name = signs[e.key] ?? (e.key.length === 1 ? e.key.toUpperCase() : e.key);
  const entries = (e.shiftKey && table.get(`Shift+${name}`)) || table.get(name) || [];
  const here = entries.filter(({ within, remote }) => (!within || at.closest(within)) && (remote ? !at.closest("textarea") : !uses(at, e)));
  return here.sort((a, b) => Number(!a.within) - Number(!b.within)).map(({ act }) => act);
}

/** Whether an element uses a key itself. @param {Element} at @param {KeyboardEvent} e */
function uses(at, { key, shiftKey }) {
  if (at.closest(fields)) return true;
  if ((key === " " || key === "Enter") && at.closest("button, a, summary")) return true;
  if (key === " ") return at.closest("input[type=checkbox], input[type=radio]:not(:checked)") !== null; // a radio button that is chosen does not
  return !shiftKey && (key === "ArrowLeft" || key === "ArrowRight") && at.closest("input[type=radio]") !== null; // moves among the radio buttons
}

/** Listens until the returned function is called. @param {Actions} actions */
export function listenToKeys(actions) {
  const pressed = (/** @type {KeyboardEvent} */ e) => {
    const act = actsOf(e).find((a) => actions[a]);
    if (act && actions[act]() !== false) e.preventDefault();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
