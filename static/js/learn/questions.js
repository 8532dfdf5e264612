// The questions at the end of a chapter: the server judges the answers, and this script shows
// the verdicts in place.

import { busy, idle } from "../shared/idle.js";

/** Submits the questions without leaving the page. */
export function answerable() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("questions"));
  /** Fields that are dragged are loaded where a question has them. @type {typeof import("../shared/answer-fields.js") | null} */
  let fields = null;
  if (form?.querySelector("input[data-values], input[data-order]")) {
    import("../shared/answer-fields.js").then((loaded) => (fields = loaded).draggable(form));
  }
  form?.addEventListener("submit", async (e) => {
    e.preventDefault();
    fields?.takeShown(e.submitter?.closest(".question"));
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
