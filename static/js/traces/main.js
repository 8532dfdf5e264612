// Folder traces: the page that checks the trace of another program. It imports nothing.
//
// A file that is dropped or chosen is put into the text field and checked at once.

const form = /** @type {HTMLFormElement} */ (document.getElementById("trace-form"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("trace"));
const chosen = /** @type {HTMLInputElement} */ (document.getElementById("file"));

/** @param {File | null | undefined} file */
async function take(file) {
  if (!file) return;
  text.value = await file.text();
  form.requestSubmit();
}

chosen.addEventListener("change", () => take(chosen.files?.[0]));
for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (e) => {
    if (!(e instanceof DragEvent) || !e.dataTransfer?.types.includes("Files")) return;
    e.preventDefault();
    text.classList.add("over");
  });
}
document.addEventListener("dragleave", (e) => {
  if (!(e.relatedTarget instanceof Node)) text.classList.remove("over");
});
document.addEventListener("drop", (e) => {
  text.classList.remove("over");
  const file = e.dataTransfer?.files[0];
  if (!file) return;
  e.preventDefault();
  take(file);
});
