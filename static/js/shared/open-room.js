// Opens a room with a show, and goes to its presenter's page.

import { under } from "./base.js";
import { putRoom } from "./desk.js";
import { busy, idle } from "./idle.js";

/**
 * @param {HTMLElement} button @param {object} show @param {HTMLElement} notice  says why it fails @param {string} title  of what it shows first
 * @param {(room: {code: string, key: string}) => Promise<unknown>} [begin]  what is done before the page is left
 */
export async function openRoom(button, show, notice, title, begin) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  busy(button);
  let problem = "The room could not be opened: the server does not answer.";
  try {
    const answer = await fetch(under("/api/v1/rooms"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ show }),
    });
    const room = await answer.json();
    if (answer.ok) {
      await Promise.all([begin?.(room), putRoom(room.key, title)]);
      return location.assign(room.present);
    }
    problem = `The room could not be opened: ${room.errors?.[0]?.message ?? room.detail ?? room.title}`;
  } catch {
    // What is thrown says no more than this.
  }
  idle(button);
  button.removeAttribute("aria-disabled");
  notice.textContent = problem;
  notice.hidden = false;
}

/**
 * Opens a room that begins a lesson. Where the lesson cannot begin, the room shows the scene alone.
 * @param {HTMLElement} button @param {object} show  of the scene @param {HTMLElement} notice @param {string} title
 * @param {string} lesson  its id @param {number} scene  from 0
 */
export const presentLesson = (button, show, notice, title, lesson, scene) => openRoom(button, show, notice, title, ({ code, key }) => fetch(under(`/api/v1/rooms/${code}/scene`), {
  method: "POST",
  headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
  body: JSON.stringify({ lesson, scene }),
}));
