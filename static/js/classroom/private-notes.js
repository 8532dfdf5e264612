// The private notes of a lesson, for its author. The room knows none of them: this browser
// reads them with the key of the lesson, if it has it.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { ownLessons } from "../shared/own-lessons.js";

/** Adds them to the rows of the scenes. @param {string} id  of the lesson @param {HTMLElement[]} rows */
export async function privateNotes(id, rows) {
  const own = ownLessons().find((lesson) => lesson.id === id);
  if (!own) return;
  busy(privateNotes);
  try {
    const answer = await fetch(under(`/api/v1/lessons/${own.key}`));
    const { scenes } = await answer.json();
    for (const row of rows) {
      const text = scenes?.[Number(row.dataset.scene)]?.private;
      if (!text) continue;
      const note = document.createElement("p");
      note.className = "private-note";
      note.textContent = text;
      row.append(note);
    }
  } catch {
    // Without them the lesson goes on: the public notes are there.
  }
  idle(privateNotes);
}
