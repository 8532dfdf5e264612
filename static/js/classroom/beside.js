// Two pictures side by side, for discussion: hand-ins, snapshots, or one of them and the
// current tree. All windows of this browser that show the room show them, so the projector
// does, too. No names are shown.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @typedef {object} Shown  without svg and tree it is the current tree
 * @property {string} caption
 * @property {string} [svg]  a picture with its own style
 * @property {string} [tree]  an earlier copy of the tree
 * @property {{text: string, count: number, right: boolean}[]} [counts]
 */

export class Beside {
  #dialog = /** @type {HTMLDialogElement} */ (byId("beside"));
  #windows;

  /** @param {string} code */
  constructor(code) {
    this.#windows = new BroadcastChannel(`espalier-room-beside:${code}`);
    this.#windows.onmessage = ({ data }) => (data ? this.#open(data) : this.#dialog.close());
    this.#dialog.addEventListener("close", () => this.#windows.postMessage(null)); // an already closed dialog does not change
  }

  /** @param {Shown[]} shown */
  show(shown) {
    this.#open(shown);
    this.#windows.postMessage(shown);
  }

  /** @param {Shown[]} shown */
  #open(shown) {
    byId("beside-trees").replaceChildren(...shown.map((one) => {
      const figure = document.createElement("figure"), words = document.createElement("figcaption");
      words.textContent = one.caption;
      figure.append(picture(one), words);
      if (one.counts) figure.append(countList(one.counts));
      return figure;
    }));
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}

/** @param {Shown} shown */
function picture({ svg, tree, caption }) {
  if (svg) {
    const image = document.createElement("img");
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    image.alt = caption;
    return image;
  }
  if (!tree) return treeOnScreen();
  const copy = document.importNode(new DOMParser().parseFromString(tree, "image/svg+xml").documentElement, true);
  copy.setAttribute("aria-label", `The tree of: ${caption}`);
  return copy;
}

/** @param {{text: string, count: number, right: boolean}[]} counts */
function countList(counts) {
  const list = document.createElement("ul");
  list.className = "totals";
  list.append(...counts.map(({ text, count, right }) => {
    const row = document.createElement("li"), many = document.createElement("b");
    many.textContent = `${count}×`;
    row.append(many, ` ${text}${right ? " (right)" : ""}`);
    return row;
  }));
  return list;
}

/** A copy of the current tree. */
export function treeOnScreen() {
  const copy = /** @type {SVGSVGElement} */ (document.querySelector("#stage svg.tree")?.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (/^(id|style|tabindex|role|aria-.*)$/.test(name)) part.removeAttribute(name);
  }
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-label", "The current tree");
  return copy;
}
