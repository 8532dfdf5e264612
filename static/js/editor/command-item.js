// A command in a menu or a list: an element with data-run, the name of a command,
// or data-click, the id of an element to be clicked.

import { commands } from "./commands.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {HTMLElement} item @param {(command: string) => void} press */
export function perform(item, press) {
  const { run, click } = item.dataset;
  if (run) press(run);
  else if (click) byId(click).click();
}

/** Shows whether it can be done now, and why not. @param {HTMLElement} item @param {Editor} editor */
export function offer(item, editor) {
  const { run, click } = item.dataset;
  const why = run ? commands[run].why(editor) : click && byId(click).hidden ? "There is nothing to do" : "";
  item.ariaDisabled = String(why !== "");
  item.title = why === "" ? "" : `Not now: ${why}`;
}
