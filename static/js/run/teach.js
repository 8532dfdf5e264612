// Opens a room with what the page of a run shows, and goes to its presenter's page.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { openRoom } from "../shared/open-room.js";

/** @param {HTMLElement} button */
export function teach(button) {
  const { dataset } = /** @type {HTMLFormElement} */ (document.getElementById("run"));
  const { algorithm, options, ...tree } = parseJSON(dataset.request ?? "{}"), shown = dataset.show ? parseJSON(dataset.show) : tree;
  const step = Number(/** @type {HTMLInputElement} */ (document.getElementById("scrub")).value);
  const { lesson } = dataset, begins = lesson ? (/** @type {{code: string, key: string}} */ room) => begin(room, lesson, Number(dataset.scene)) : undefined;
  return openRoom(button, { ...shown, algorithm, options, step }, /** @type {HTMLElement} */ (document.getElementById("notice")), document.querySelector("h1")?.textContent?.trim() ?? "", begins);
}

/** Begins a lesson in a room. Where that fails the room shows the scene alone. @param {{code: string, key: string}} room @param {string} lesson @param {number} scene */
function begin({ code, key }, lesson, scene) {
  return fetch(under(`/api/v1/rooms/${code}/scene`), {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({ lesson, scene }),
  });
}
