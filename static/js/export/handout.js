// The handout: a button that prints, and choices of the layout that apply at once.

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("print"));
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

const layout = /** @type {HTMLFormElement | null} */ (document.querySelector("form.layout"));
layout?.addEventListener("change", () => layout.requestSubmit());
