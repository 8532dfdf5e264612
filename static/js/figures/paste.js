// A tree that is pasted or dropped on the page, or chosen as a file, in any notation. A short
// one is opened in the address of its page; a longer one is saved and opened in the editor.

import { under } from "../shared/base.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("paste-tree"));
const area = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));
const file = /** @type {HTMLInputElement} */ (form.querySelector("input[type=file]"));
const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;
const mostInAddress = Number(form.dataset.mostInAddress), mostInBody = Number(form.dataset.mostInBody);

/** @param {string} words */
function refuse(words) {
  status.textContent = words;
  status.hidden = false;
}

/** @param {string} text */
function open(text) {
  if (text.trim() === "") return refuse("There is no text in it.");
  const size = new Blob([text]).size;
  if (size <= mostInAddress) return location.assign(under(`/tree?${new URLSearchParams({ text })}`));
  const posted = document.createElement("form"), field = document.createElement("textarea");
  posted.method = "post";
  posted.action = under("/edit");
  field.name = "text";
  field.value = text;
  posted.hidden = true;
  posted.append(field);
  document.body.append(posted);
  posted.submit();
}

/** @param {File} chosen */
async function take(chosen) {
  if (chosen.size > mostInBody) return refuse(`${chosen.name} has ${Math.round(chosen.size / 1048576)} MiB; the server takes at most ${mostInBody >> 20}.`);
  const bytes = await chosen.arrayBuffer(); // not text(), which replaces characters that it cannot read
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse(`${chosen.name} is not UTF-8, so that some of its characters cannot be read; save it as UTF-8.`);
  }
  open(text);
}

form.addEventListener("submit", (e) => {
  if (new Blob([area.value]).size <= mostInAddress) return; // the form itself
  e.preventDefault();
  open(area.value);
});
file.addEventListener("change", () => file.files?.[0] && take(file.files[0]));
document.addEventListener("paste", (e) => {
  if (e.target instanceof Element && e.target.closest("input, textarea, select, [contenteditable]")) return;
  const pasted = e.clipboardData?.files[0], text = e.clipboardData?.getData("text/plain") ?? "";
  if (!pasted && text.trim() === "") return;
  e.preventDefault();
  if (pasted && text === "") take(pasted);
  else open(text);
});

/** Whether something that is dragged can be dropped. @param {DragEvent} e */
const holds = (e) => e.dataTransfer?.types.includes("Files") || (e.target !== area && e.dataTransfer?.types.includes("text/plain"));
document.addEventListener("dragover", (e) => {
  if (!holds(e)) return;
  e.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (e) => e.relatedTarget === null && document.body.classList.remove("dropping"));
document.addEventListener("drop", (e) => {
  document.body.classList.remove("dropping");
  const dropped = e.dataTransfer?.files[0], text = e.dataTransfer?.getData("text/plain") ?? "";
  if (!dropped && (text === "" || e.target === area)) return;
  e.preventDefault();
  if (dropped) take(dropped);
  else open(text);
});
