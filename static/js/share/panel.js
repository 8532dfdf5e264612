// The Share dialog: the links of the server with the step of the page, buttons
// that copy, and the picture as PNG.

import { under } from "../shared/base.js";
import { withoutFolding, withoutLayout } from "../shared/page-address.js";
import { addStylesheet } from "../shared/stylesheet.js";

/**
 * Makes the dialog from the element that is there without scripts; returns a function that opens it.
 * @param {HTMLDetailsElement} details
 */
export function sharePanel(details) {
  const panel = /** @type {HTMLElement} */ (details.querySelector("[data-part=panel]"));
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement | null} */ (panel.querySelector(`[data-part="${name}"]`));
  const content = /** @type {HTMLElement} */ (part("content"));
  const changes = "fetch" in details.dataset; // the tree may change while the page is open

  const dialog = document.createElement("dialog");
  dialog.className = "share-dialog";
  dialog.setAttribute("aria-labelledby", "share-title");
  dialog.append(panel); // away from the page's form, whose choices are another page
  document.body.append(dialog);
  const styled = addStylesheet("css/share/panel.css");

  dialog.addEventListener("click", (e) => {
    const at = e.target instanceof Element ? e.target : dialog;
    if (at === dialog && !inside(e)) dialog.close();
    else if (at.closest("[data-part=close]")) dialog.close();
    else if (at.closest("[data-part=png]")) png();
    else if (at.closest("[data-copy]")) copy(/** @type {HTMLButtonElement} */ (at.closest("[data-copy]")));
    else if (at.closest("a")) follow(); // the step may have changed meanwhile
  });
  dialog.addEventListener("change", follow);
  const room = /** @type {HTMLFormElement | null} */ (part("room"));
  room?.addEventListener("submit", async (e) => {
    e.preventDefault();
    const { handIn } = await import("./hand-in.js");
    showStatus("Handing in …");
    await handIn(details.dataset.id ?? "", code().value.replace(/\s/g, "").toUpperCase()).then(
      () => showStatus("Handed in."),
      (error) => showStatus(error.message, true),
    );
  });

  let lessons = false;
  return async () => {
    showStatus("");
    await styled;
    dialog.showModal();
    if (!lessons) {
      lessons = true;
      import("./add-to-lesson.js").then(({ offerLessons }) => offerLessons(panel), () => {}); // the links do without it
    }
    if (room && code().value === "") import("./hand-in.js").then(({ knownCode }) => (code().value = knownCode()), () => {}); // it is typed then
    if (changes) await fetchContent();
    prepare();
  };

  function code() {
    return /** @type {HTMLInputElement} */ (room?.elements.namedItem("code"));
  }

  /** Whether a click is inside: one on the backdrop has the dialog as its target, too. @param {MouseEvent} e */
  function inside(e) {
    const box = dialog.getBoundingClientRect();
    return e.clientX >= box.left && e.clientX <= box.right && e.clientY >= box.top && e.clientY <= box.bottom;
  }

  /** Completes the content that has come with what needs scripts. */
  function prepare() {
    for (const only of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-share-script]"))) only.hidden = false;
    const colours = /** @type {HTMLSelectElement | null} */ (part("theme"));
    if (colours && !colours.dataset.ready) {
      colours.dataset.ready = "yes";
      const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      colours.value = dark;
    }
    const edit = part("edit-link"), address = /** @type {HTMLAnchorElement | null} */ (part("edit-address"));
    if (edit && address) {
      edit.hidden = !location.pathname.startsWith(under("/edit/"));
      address.href = location.origin + location.pathname;
      address.textContent = address.href;
    }
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (panel.querySelectorAll(".share-link .address a"))) link.textContent = link.href;
    follow();
  }

  /** Puts the current step, what is folded at it, and the colours into the links. */
  function follow() {
    const here = new URLSearchParams(location.search);
    const step = /** @type {HTMLInputElement | null} */ (document.getElementById("scrub"))?.value;
    const colours = /** @type {HTMLSelectElement | null} */ (part("theme"))?.value;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (panel.querySelectorAll("a[data-step-link]"))) {
      const to = new URL(link.href);
      if (step !== undefined) {
        to.searchParams.set("step", step);
        for (const name of ["open", "fold"]) {
          to.searchParams.delete(name);
          for (const value of here.getAll(name)) to.searchParams.append(name, value);
        }
      }
      if (colours && link.closest("[data-part=picture]")) to.searchParams.set("theme", colours);
      if (link.href !== to.href) link.href = to.href;
      if (link.matches(".address a")) link.textContent = link.href;
    }
    const code = part("embed-code");
    if (code) code.textContent = frame();
  }

  /** The frame as HTML, escaped by the browser itself. */
  function frame() {
    const element = document.createElement("iframe");
    element.src = /** @type {HTMLAnchorElement} */ (part("embed")).href;
    element.title = /** @type {HTMLElement | null} */ (panel.querySelector(".share-embed"))?.dataset.title ?? "";
    element.width = "720";
    element.height = "560";
    element.loading = "lazy";
    return element.outerHTML;
  }

  /** Fetches the content for the editor's tree as it is now. */
  async function fetchContent() {
    const saved = details.dataset.id ?? "";
    const page = new URLSearchParams(withoutLayout(withoutFolding(location.search))); // how the tree lies, and what is folded, belongs to this tab
    const query = new URLSearchParams();
    for (const [name, value] of page) {
      const source = ["figure", "text", "saved", "revision"].includes(name);
      if (name !== "mode" && !(source && saved)) query.append(name, value);
    }
    if (saved) query.set("saved", saved);
    if (!["figure", "text", "saved"].some((name) => query.get(name))) {
      content.replaceChildren(note("There is nothing to share yet: the tree gets its addresses with your first change."));
      return;
    }
    try {
      const answer = await fetch(under(`/share?${query}`), { headers: { Accept: "text/html" } });
      const text = await answer.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      if (answer.ok) content.replaceChildren(...page.body.childNodes);
      else content.replaceChildren(note(page.querySelector("main p")?.textContent ?? text));
    } catch {
      content.replaceChildren(note("The server cannot be reached, so nothing can be shared now."));
    }
  }

  /** @param {string} text */
  function note(text) {
    const p = document.createElement("p");
    p.textContent = text;
    return p;
  }

  /** @param {string} text @param {boolean} [wrong] */
  function showStatus(text, wrong = false) {
    const box = /** @type {HTMLElement} */ (part("status"));
    box.textContent = text;
    box.classList.toggle("wrong", wrong);
  }

  /** @param {HTMLButtonElement} button */
  async function copy(button) {
    follow();
    try {
      await toClipboard(...wanted(button));
      showStatus(button.dataset.copied ?? "");
      mark(button);
    } catch (error) {
      showStatus(`Nothing was copied: ${error instanceof Error ? error.message : error}`, true);
    }
  }

  /** What a button copies, and its type. @param {HTMLButtonElement} button @returns {[string | Promise<string | Blob>, string]} */
  function wanted(button) {
    const what = button.dataset.copy ?? "";
    if (what === "link") return [/** @type {HTMLAnchorElement} */ (button.parentElement?.querySelector("a")).href, "text/plain"];
    if (what === "embed") return [frame(), "text/plain"];
    if (what === "png") return [painted().then(({ blob }) => blob), "image/png"];
    return [fetched(/** @type {HTMLAnchorElement} */ (panel.querySelector(`a[data-name="${what}"]`)).href), "text/plain"];
  }

  /** Marks the button as copied for a while. @param {HTMLButtonElement} button */
  function mark(button) {
    button.classList.add("copied");
    const word = button.firstChild;
    if (word instanceof Text && word.data.trim()) {
      button.dataset.word ??= word.data;
      word.data = "Copied";
    }
    setTimeout(() => {
      button.classList.remove("copied");
      if (word instanceof Text && button.dataset.word) word.data = button.dataset.word;
    }, 2_000);
  }

  /** The picture of the current step as PNG. */
  async function painted() {
    const { pngOf } = await import("./png.js");
    const link = /** @type {HTMLAnchorElement} */ (panel.querySelector("a[data-name='picture.svg']"));
    return pngOf(link.href, Number(/** @type {HTMLSelectElement} */ (part("scale")).value));
  }

  async function png() {
    follow();
    showStatus("Drawing…");
    try {
      const { blob, name, width, height } = await painted();
      const file = document.createElement("a");
      file.href = URL.createObjectURL(blob);
      file.download = name;
      file.click();
      setTimeout(() => URL.revokeObjectURL(file.href), 60_000); // the download has begun by then
      showStatus(`The picture has ${width.toLocaleString("en")} × ${height.toLocaleString("en")} pixels.`);
    } catch (error) {
      showStatus(error instanceof Error ? error.message : String(error), true);
    }
  }
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim());
  return text;
}

/**
 * Puts something on the clipboard. Content that is still loading is passed as a
 * promise: Safari allows a copy only within the click.
 * @param {string | Promise<string | Blob>} content @param {string} type
 */
async function toClipboard(content, type) {
  if (navigator.clipboard && typeof content !== "string" && typeof ClipboardItem !== "undefined") {
    const blob = content.then((c) => (typeof c === "string" ? new Blob([c], { type }) : c));
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return;
  }
  const text = await content;
  if (typeof text !== "string") throw new Error("the browser cannot copy pictures at this address; download it instead.");
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // On a local server, by plain HTTP, there is no other way.
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("the browser does not allow copying; select the text and copy it.");
}
