// Opens a room with what the page of a run shows, and goes to its presenter's page.

import { openRoom, presentLesson } from "../shared/open-room.js";
import { showOf, stepOn } from "../shared/shown-run.js";

/** @param {HTMLElement} button */
export function teach(button) {
  const { dataset } = /** @type {HTMLFormElement} */ (document.getElementById("run"));
  const { lesson } = dataset, show = showOf(dataset, stepOn(document)), notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  const title = document.querySelector("h1")?.textContent?.trim() ?? "";
  return lesson ? presentLesson(button, show, notice, title, lesson, Number(dataset.scene)) : openRoom(button, show, notice, title);
}
