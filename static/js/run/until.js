// A run that is shown up to the step of a question until that is answered.

/**
 * @param {HTMLFormElement} form  gets the event "answered" @param {import("./page.js").LedRun} run
 * @returns {import("./page.js").Leader}
 */
export function untilAnswered(form, run) {
  /** @type {import("./page.js").Leader} */
  const leader = { until: Number(form.dataset.until), arrived() {}, explained() {}, moved() {}, playing() {}, pick() {} };
  form.addEventListener("answered", () => {
    if (leader.until === null) return;
    leader.until = null;
    delete form.dataset.boundsHidden;
    run.again(null);
  });
  return leader;
}
