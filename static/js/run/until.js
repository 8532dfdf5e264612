// A run that is shown up to the step of a question until that is answered.

import { takeWords } from "./words.js";

/**
 * @param {HTMLFormElement} form  gets the event "answered" @param {import("./page.js").LedRun} run
 * @returns {import("./page.js").Leader}
 */
export function untilAnswered(form, run) {
  const { until, neutral } = form.dataset;
  /** @type {import("./page.js").Leader} */
  const leader = { until: until === undefined ? null : Number(until), neutral: neutral !== undefined, arrived() {}, explained() {}, moved() {}, playing() {}, pick() {} };
  form.addEventListener("answered", async () => {
    const next = await takeWords(location.href);
    delete form.dataset.boundsHidden;
    leader.until = next ? next.until : null;
    leader.neutral = next?.neutral ?? false;
    run.again(leader.until);
  });
  return leader;
}
