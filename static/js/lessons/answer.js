// The question of a scene that is read alone: the server judges the answer, and this script
// shows the verdict in place. Without scripts the form loads the page with the verdict.

import { draggable, orderOf, takeShown } from "../shared/answer-fields.js";
import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { answerOf, kindOf } from "../shared/question-kinds.js";
import { readValue } from "../shared/read-value.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("question"));

if (form) draggable(form);
form?.addEventListener("submit", async (e) => {
  takeShown(form);
  const answer = answerIn(form);
  if (answer === undefined || "done" in form.elements) return; // the page says what is wrong with it, or knows which other questions are open
  e.preventDefault();
  const { lesson, scene } = form.dataset, judged = /** @type {HTMLElement} */ (document.getElementById("judged"));
  busy(form);
  try {
    const response = await fetch(under(`/api/v1/lessons/${lesson}/answers`), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/html" },
      body: JSON.stringify({ scene: Number(scene), answer }),
    });
    if (response.ok) {
      judged.replaceChildren(...new DOMParser().parseFromString(await response.text(), "text/html").body.childNodes);
      history.replaceState(history.state, "", answered(form)); // reloading shows the same verdict
      for (const link of judged.querySelectorAll("a")) link.href = atStep(answered(form), new URL(link.href).searchParams.get("step") ?? "");
      document.getElementById("run")?.dispatchEvent(new Event("answered"));
    } else {
      const problem = await response.json();
      judged.textContent = problem.errors?.[0]?.message ?? problem.detail ?? problem.title;
    }
  } catch {
    judged.textContent = "The server does not answer; try again.";
  }
  idle(form);
});

/** The answer for the API; undefined: it cannot be read. @param {HTMLFormElement} form */
function answerIn(form) {
  const given = new FormData(form).getAll("answer").map(String), { shape } = kindOf(form.dataset.kind);
  if (shape === "order") return orderOf(/** @type {HTMLInputElement} */ (form.elements.namedItem("answer")));
  if (shape === "truth") return given[0] === "true";
  if (shape !== "value") return answerOf(shape, given.map(Number));
  const value = readValue(given[0]);
  if (value === null) return undefined;
  return "scalar" in form.dataset ? value : [value].flat();
}

/** The page with the verdict at a step: past the question it is shown only there. @param {URL} page @param {string} step */
function atStep(page, step) {
  page.searchParams.set("step", step);
  page.hash = "";
  return page.href;
}

/** The address of the page with the verdict. @param {HTMLFormElement} form */
function answered(form) {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
  return url;
}
