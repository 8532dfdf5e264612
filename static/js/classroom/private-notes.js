// The private notes of a lesson, for its author. The room does not have them: this browser
// reads them with the key of the lesson, if it has the key. The page has a fingerprint of the
// id of the lesson instead of the id, with which others could read the lesson.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { ownLessons } from "../shared/own-lessons.js";

/** Adds them to the rows of the scenes. @param {DOMStringMap} of  the name of the lesson in the room, and its fingerprint @param {HTMLElement[]} rows */
export async function privateNotes({ lesson = "", print }, rows) {
  const own = ownLessons().find(({ id }) => fingerprint(lesson + id) === print);
  if (!own) return;
  busy(privateNotes);
  try {
    const answer = await fetch(under(`/api/v1/lessons/${own.key}`));
    const { scenes } = parseJSON(await answer.text());
    for (const row of rows) {
      const text = scenes?.[Number(row.dataset.scene)]?.private;
      if (!text) continue;
      const note = document.createElement("p");
      note.className = "private-note";
      note.textContent = text;
      row.append(note);
    }
  } catch {
    // The lesson works without them: the public notes are on the page.
  }
  idle(privateNotes);
}

/** FNV-1a with 32 bits, as on the server. @param {string} text  of ASCII */
function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16);
}
