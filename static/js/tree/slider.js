// @ts-check
// Folder tree: the slider of the page with all decision rules on one tree.
//
// The page has the picture of each range of weights, and the slider shows one of them. Where there
// would be too many, each change asks for the page anew. Without this module the button does.

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("weights"));
const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("w"));
if (form && slider) start(form, slider);

/** @param {HTMLFormElement} form @param {HTMLInputElement} slider */
function start(form, slider) {
  const now = /** @type {HTMLOutputElement} */ (document.getElementById("weight-now"));
  const ranges = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("figure")]);
  const whole = "whole" in form.dataset;
  if (whole) /** @type {HTMLElement} */ (form.querySelector("button")).hidden = true;

  slider.addEventListener("input", show);
  slider.addEventListener("change", () => {
    if (!whole) return form.requestSubmit();
    const url = new URL(location.href);
    for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value));
    history.replaceState(null, "", url);
  });
  show(); // a browser restores the slider

  function show() {
    const steps = Number(slider.value), weight = String(steps / Number(slider.max)).replace("-", "−");
    now.value = weight;
    slider.setAttribute("aria-valuetext", weight);
    if (!whole) return;
    for (const f of ranges) f.hidden = steps < Number(f.dataset.from) || steps > Number(f.dataset.to);
  }
}
