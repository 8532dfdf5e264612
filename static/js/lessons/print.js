// A lesson to print: a button that prints, and choices that apply at once.

import "../shared/idle.js";

const button = document.getElementById("print"), choices = /** @type {HTMLFormElement | null} */ (document.getElementById("choices"));
if (button) button.hidden = false;
button?.addEventListener("click", () => window.print());
choices?.addEventListener("change", () => choices.requestSubmit());
