// Two trees side by side, for discussion: hand-ins, or one and the tree on screen. All
// windows of this browser that show the room show them, so that the projector does.
// No name stands there.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {{svg: string, caption: string}} Shown  an empty svg: the tree on screen */

export class Beside {
  #dialog = /** @type {HTMLDialogElement} */ (byId("beside"));
  #windows;

  /** @param {string} code */
  constructor(code) {
    this.#windows = new BroadcastChannel(`espalier-room-beside:${code}`);
    this.#windows.onmessage = ({ data }) => (data ? this.#open(data) : this.#dialog.close());
    this.#dialog.addEventListener("close", () => this.#windows.postMessage(null)); // where it is closed already nothing happens
  }

  /** @param {Shown[]} trees */
  show(trees) {
    this.#open(trees);
    this.#windows.postMessage(trees);
  }

  /** @param {Shown[]} trees */
  #open(trees) {
    byId("beside-trees").replaceChildren(...trees.map(({ svg, caption }) => {
      const figure = document.createElement("figure"), words = document.createElement("figcaption");
      words.textContent = caption;
      figure.append(svg ? image(svg, caption) : onScreen(), words);
      return figure;
    }));
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}

/** @param {string} svg @param {string} caption */
function image(svg, caption) {
  const picture = document.createElement("img");
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  picture.alt = caption;
  return picture;
}

/** The tree on screen as it is now. */
function onScreen() {
  const copy = /** @type {SVGSVGElement} */ (document.querySelector("#stage svg.tree")?.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (/^(id|tabindex|role|aria-.*)$/.test(name)) part.removeAttribute(name);
  }
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-label", "The tree on screen");
  return copy;
}
