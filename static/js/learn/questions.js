// The questions at the end of a chapter: the server judges the answers, and this script shows
// the verdicts in place.

import { draggable, takeShown } from "../shared/answer-fields.js";
import { busy, idle } from "../shared/idle.js";

/** Submits the questions without leaving the page. */
export function answerable() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("questions"));
  if (form) draggable(form);
  form?.addEventListener("submit", async (e) => {
    e.preventDefault();
    takeShown(e.submitter?.closest(".question"));
    busy(form);
    const url = new URL(location.href);
    for (const name of [...url.searchParams.keys()]) if (/^q\d/.test(name)) url.searchParams.delete(name);
    for (const [name, value] of new FormData(form)) if (/^q\d/.test(name) && value) url.searchParams.set(name, String(value));
    try {
      const answer = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
      for (const now of form.querySelectorAll(".verdict-of")) now.replaceChildren(...(answer.getElementById(now.id)?.childNodes ?? []));
      history.replaceState(history.state, "", url);
    } catch {
      const part = e.submitter?.closest(".question")?.querySelector(".verdict-of");
      if (part) part.textContent = "The server does not answer; try again.";
    }
    idle(form);
  });
}
