// The homework of this browser: given and to do.

import { under } from "../shared/base.js";
import { keep, keptByTitle } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";
import { listOwn } from "../shared/own-list.js";
import { takenHomework } from "../shared/own-homework.js";

listOwn([...keptByTitle("assignment"), ...keptByTitle("task")], takenHomework(), (key) => `/results/${key}`, (id) => `/a/${id}`);

const carried = /** @type {HTMLInputElement} */ (document.getElementById("carried")), state = /** @type {HTMLElement} */ (document.getElementById("carry-state"));
for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;

carried.addEventListener("change", async () => {
  const file = carried.files?.[0];
  if (!file) return;
  busy(carried);
  state.textContent = "Sending …";
  try {
    const text = await file.text(), response = await fetch(under("/api/v1/assignments/import"), { method: "POST", headers: { "Content-Type": "application/json" }, body: text }), answer = await response.json();
    if (response.ok) {
      keep("assignment", { id: answer.id, key: answer.key, title: String(JSON.parse(text).assignment.title ?? "") });
      location.assign(answer.results);
    } else {
      state.textContent = answer.errors?.[0]?.message ?? answer.detail ?? answer.title;
    }
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  }
  idle(carried);
});
