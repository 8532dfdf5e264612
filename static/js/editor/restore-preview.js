// The dialog that shows a revision, and what would change, before it is restored.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** Pixels of a unit of the picture, at least and at most: what is larger than the dialog scrolls. */
const least = 0.6, most = 1.2;

/** The picture is looked at and not edited: no part of it is named, or reached by a key. @param {SVGSVGElement} svg @param {string} words */
function still(svg, words) {
  for (const part of [svg, ...svg.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (["id", "role", "tabindex"].includes(name) || name.startsWith("aria-")) part.removeAttribute(name);
  }
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  const { width, height } = svg.viewBox.baseVal, { style } = svg;
  [style.minWidth, style.minHeight, style.maxWidth] = [width * least, height * least, width * most].map((size) => `${Math.round(size)}px`);
}

export class RestorePreview {
  #dialog;
  #host;
  #title;
  #effects;
  #picture;
  #take;
  #revision = 0;
  #asked = 0; // how often: only the last answer counts

  /**
   * @param {HTMLDialogElement} dialog
   * @param {object} host
   * @param {() => string} host.id  of the saved tree
   * @param {() => boolean} host.sideways
   * @param {(revision: number) => void} host.restore
   */
  constructor(dialog, host) {
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (dialog.querySelector(selector));
    this.#dialog = dialog;
    this.#host = host;
    this.#title = part("h2");
    this.#effects = part("[role=status]");
    this.#picture = part("[data-part=picture]");
    this.#take = /** @type {HTMLButtonElement} */ (part("[data-part=take]"));
    this.#take.addEventListener("click", () => {
      dialog.close();
      host.restore(this.#revision);
    });
  }

  /** @param {number} revision */
  async open(revision) {
    const number = ++this.#asked;
    this.#revision = revision;
    this.#title.textContent = `Restore revision ${revision.toLocaleString("en")}?`;
    this.#effects.textContent = "Fetching the revision…";
    this.#picture.hidden = true;
    this.#picture.replaceChildren();
    this.#take.disabled = true;
    this.#dialog.showModal();
    const fetching = Symbol();
    busy(fetching);
    try {
      const query = new URLSearchParams({ revision: String(revision), ...(this.#host.sideways() ? { layout: "sideways" } : {}) });
      const answer = await fetch(under(`/trees/${this.#host.id()}/restore?${query}`), { headers: { accept: "application/problem+json, text/html" } });
      const body = await answer.text();
      if (number !== this.#asked) return;
      if (!answer.ok) throw new Error(reason(body));
      this.#show(body);
    } catch (e) {
      if (number !== this.#asked) return;
      this.#effects.textContent = `The revision cannot be shown now. ${e instanceof Error ? e.message : ""}`;
    } finally {
      idle(fetching);
    }
  }

  /** @param {string} html  our own server's, which has escaped every label */
  #show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const drawing = /** @type {HTMLElement} */ (page.querySelector("[data-part=drawing]")), svg = /** @type {SVGSVGElement} */ (drawing.querySelector("svg"));
    this.#effects.replaceChildren(.../** @type {HTMLElement} */ (page.querySelector("[data-part=words]")).children);
    for (const kind of ["changing", "coming"]) {
      for (const id of (drawing.dataset[kind] ?? "").split(" ").filter(Boolean)) svg.querySelector(`[data-id="${id}"]`)?.setAttribute("data-kind", kind);
    }
    const words = `The tree of revision ${this.#revision.toLocaleString("en")}`;
    still(svg, words);
    this.#picture.setAttribute("aria-label", `${words}; the arrow keys scroll it`);
    this.#picture.replaceChildren(svg);
    this.#picture.hidden = false;
    this.#take.disabled = false;
    svg.querySelector("[data-kind]")?.scrollIntoView({ block: "center", inline: "center" });
  }
}

/** Why the server refuses. @param {string} body */
function reason(body) {
  try {
    const { detail = "", title = "" } = JSON.parse(body);
    return detail || title;
  } catch {
    return "";
  }
}
