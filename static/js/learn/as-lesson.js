// The line of a chapter that says that it is a lesson: a copy of it is an own lesson.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("copy-lesson")), said = document.getElementById("lesson-copied");
let busying = false;
if (button && said) {
  /** @type {HTMLElement} */ (button.parentElement).hidden = false;
  button.addEventListener("click", async () => {
    if (busying) return;
    busying = true;
    busy(button);
    try {
      // Loaded when it is wanted: most readers copy nothing.
      const { copyLesson } = await import("../shared/copy-lesson.js");
      const { lesson = "", title = "" } = button.dataset, { key } = await copyLesson(lesson, title);
      const link = document.createElement("a");
      link.href = under(`/lessons/${key}/edit`);
      link.textContent = "Edit the copy";
      said.replaceChildren(`“Copy of ${title}” is on your desk. `, link);
    } catch (e) {
      said.textContent = e instanceof Error ? e.message : String(e);
    }
    busying = false;
    idle(button);
  });
}
