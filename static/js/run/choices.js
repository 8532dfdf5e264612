// The choices of a run: its algorithm, options and values.

import { autoSubmit } from "../shared/auto-submit.js";

/**
 * Sends the form at each choice: another algorithm, option or value is another
 * page, which the server draws, and Back comes back.
 * @param {HTMLFormElement} form @param {import("./controls.js").Controls} controls
 * @param {boolean} fresh  the page is not one that the browser restores
 * @param {() => Promise<void>} leave  another run is about to be loaded
 * @param {() => void} [send]  what to do instead
 */
export function sendChoices(form, controls, fresh, leave, send) {
  let sameRun = false;
  const chosen = autoSubmit(form, send ?? (async () => {
    if (!sameRun) {
      await leave();
      controls.disable(true); // the step belongs to the run that is left; the speed is not part of the URL
    }
    form.submit();
  }));
  const choose = (/** @type {EventTarget | null} */ choice) => {
    // Whether the page asks first changes nothing of the run, so that its step stays.
    sameRun = choice instanceof HTMLInputElement && ["ask", "cuts"].includes(choice.name);
    if (!controls.has(choice) && form.reportValidity()) chosen(choice);
  };
  form.addEventListener("change", (e) => choose(e.target));
  const choices = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=radio], input[type=checkbox]")]).filter((c) => !controls.has(c));
  // A choice that was made before this script ran counts; one that the browser restores on Back does not.
  const early = fresh && choices.find((c) => c.checked !== c.defaultChecked && (c.checked || c.type === "checkbox"));
  if (early) choose(early);
  // Tab goes to the chosen radio button alone, so opening the fold by a key goes to the first one in it.
  const more = form.querySelector(".more");
  more?.addEventListener("toggle", () => /** @type {HTMLElement | null} */ (more.querySelector(":focus-visible ~ * input"))?.focus());
  window.addEventListener("pageshow", (e) => {
    controls.disable(false);
    // Back comes to the page as it was left; its choices are those of its address.
    if (!fresh || e.persisted) for (const c of choices) c.checked = c.defaultChecked;
  });
}
