// Opens a room with what the page of a run shows, and goes to its presenter's page.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** @param {HTMLElement} button */
export async function teach(button) {
  const { dataset } = /** @type {HTMLFormElement} */ (document.getElementById("run"));
  const { algorithm, options, ...tree } = JSON.parse(dataset.request ?? "{}"), shown = dataset.show ? JSON.parse(dataset.show) : tree;
  const step = Number(/** @type {HTMLInputElement} */ (document.getElementById("scrub")).value);
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  busy(button);
  let problem = "The room could not be opened: the server does not answer.";
  try {
    const answer = await fetch(under("/api/v1/rooms"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ show: { ...shown, algorithm, options, step } }),
    });
    const room = await answer.json();
    if (answer.ok) {
      if (dataset.lesson) await begin(room, dataset.lesson, Number(dataset.scene));
      return location.assign(room.present);
    }
    problem = `The room could not be opened: ${room.errors?.[0]?.message ?? room.detail ?? room.title}`;
  } catch {
    // What is thrown says no more than this.
  }
  idle(button);
  button.removeAttribute("aria-disabled");
  const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  notice.textContent = problem;
  notice.hidden = false;
}

/** Begins a lesson in a room. Where that fails the room shows the scene alone. @param {{code: string, key: string}} room @param {string} lesson @param {number} scene */
function begin({ code, key }, lesson, scene) {
  return fetch(under(`/api/v1/rooms/${code}/scene`), {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({ lesson, scene }),
  });
}
