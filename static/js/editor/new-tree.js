// Begins a new tree from a text, a file or a generator. Figures are links of the
// form itself. A file can also be dropped on the page.

import { under } from "../shared/base.js";

/** A document that says its format is sent as it is: it may be as large as a body. */
const formatted = /^\s*\{[^]*"format"\s*:\s*"espalier/;

/**
 * The body for a file; pure. The server finds out in which notation a text is.
 * @param {string} name @param {string} text
 */
export function sourceOf(name, text) {
  if (/\.efg$/i.test(name) || /^\s*EFG\s/.test(text)) return { efg: text };
  if (formatted.test(text)) return { tree: text }; // the digits as they are: not parsed here
  return { text };
}

/** @param {{efg?: string, tree?: string, text?: string} | object} source */
function bodyOf(source) {
  if ("tree" in source && typeof source.tree === "string") return `{"tree":${source.tree}}`;
  return JSON.stringify(source);
}

/** The server did not make the tree: where in the body the fault is, and which. */
class Rejected extends Error {
  /** @param {{path: string, message: string}} fault */
  constructor({ path, message }) {
    const grown = path.startsWith("grow");
    const read = message.replace(/\d{5,}/g, (digits) => Number(digits).toLocaleString("en"));
    super(grown || !path ? read : `${path}: ${read}`);
    /** The field of the generator's form; empty: none. */
    this.field = grown ? path.slice("grow.".length) : "";
  }
}

/** @param {string} path @param {object} source @returns {Promise<any>} */
async function ask(path, source) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: bodyOf(source) });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok && Object.keys(body).length > 0) return body;
  const fault = body.errors?.[0];
  throw fault ? new Rejected(fault) : new Error(answer.ok ? "The answer of the server broke off. Try again." : body.detail ?? `The server answered with status ${answer.status}.`);
}

/**
 * Makes a tree on the server.
 * @param {object} source @returns {Promise<{key: string, id: string, revision: number, edit: string, remarks?: string[]}>}
 */
export const create = (source) => ask(under("/api/v1/trees"), source);

/** @typedef {{as: string, root?: string, players?: string[], numbers?: string, words: string, note?: number}} Choice  another way to read a text; note: what it is the alternative to, else it is another notation */

/**
 * The tree of a source in the notation, what it was read as, what was assumed and left out, and
 * the other ways to read it.
 * @param {object} source @returns {Promise<{text: string, read_as: string, called: string, notes: string[], choices?: Choice[]}>}
 */
export const parse = (source) => ask(under("/api/v1/parse"), source);

/**
 * Why a text is too long for the server; empty: it is not; pure.
 * @param {string} text @param {number} most  bytes @param {string} [instead]
 */
export function tooLong(text, most, instead = "") {
  const bytes = new Blob([JSON.stringify(text)]).size;
  if (bytes <= most) return "";
  return `The text has ${bytes.toLocaleString("en")} bytes; at most ${most.toLocaleString("en")} are taken here. It is not sent, and stays as it was typed. ${instead}`.trim();
}

/** Nodes of a tree with as many children at every inner node; pure. @param {number} branching @param {number} depth */
const nodesOf = (branching, depth) => (branching === 1 ? depth + 1 : Math.round((branching ** (depth + 1) - 1) / (branching - 1)));

/** @param {HTMLElement} box  the forms @param {(made: {id: string, remarks?: string[]}, source: object) => void} began */
export function startFrom(box, began) {
  const status = /** @type {HTMLElement} */ (box.querySelector("[data-part=status]"));
  /** @param {object} source */
  const begin = async (source) => {
    status.textContent = "Making the tree…";
    status.classList.remove("fault");
    try {
      const made = await create(source);
      began(made, source);
      location.assign(made.edit);
    } catch (e) {
      status.textContent = e instanceof Error ? e.message : String(e);
      status.classList.add("fault");
      const field = e instanceof Rejected && e.field && form("start-grow").elements.namedItem(e.field);
      if (!(field instanceof HTMLInputElement)) return;
      field.setCustomValidity(status.textContent);
      field.reportValidity();
    }
  };
  /** @param {string} id */
  const form = (id) => /** @type {HTMLFormElement} */ (document.getElementById(id));
  /** @param {File} file */
  const take = async (file) => {
    const most = Number(document.getElementById("edit")?.dataset.maxBody);
    if (file.size > most) {
      status.textContent = `${file.name} has ${Math.round(file.size / 1048576)} MiB; the server takes at most ${most >> 20}.`;
      status.classList.add("fault");
      return;
    }
    const bytes = await file.arrayBuffer(); // not text(), which replaces characters that it cannot read
    try {
      begin(sourceOf(file.name, new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    } catch {
      status.textContent = `${file.name} is not UTF-8, so that some of its characters cannot be read; save it as UTF-8.`;
      status.classList.add("fault");
    }
  };
  form("start-text").addEventListener("submit", (e) => {
    e.preventDefault();
    const text = String(new FormData(form("start-text")).get("text"));
    begin(sourceOf("", text));
  });
  const nodes = /** @type {HTMLOutputElement} */ (box.querySelector("[data-part=nodes]"));
  const countNodes = () => {
    const data = new FormData(form("start-grow")), n = nodesOf(Number(data.get("branching")), Number(data.get("depth")));
    nodes.value = form("start-grow").matches(":invalid") ? "" : `This makes ${n.toLocaleString("en")} ${n === 1 ? "node" : "nodes"}.`;
  };
  countNodes();
  // A fault of one number may be corrected at another.
  form("start-grow").addEventListener("input", () => {
    for (const field of form("start-grow").querySelectorAll("input")) field.setCustomValidity("");
    countNodes();
  });
  form("start-grow").addEventListener("submit", (e) => {
    e.preventDefault();
    const data = new FormData(form("start-grow"));
    const number = (/** @type {string} */ name) => Number(data.get(name));
    begin({
      grow: {
        players: number("players"), branching: number("branching"), depth: number("depth"), maxsum: number("maxsum"),
        constant: data.has("constant"), seed: number("seed"),
      },
    });
  });
  const file = /** @type {HTMLInputElement} */ (document.getElementById("start-file"));
  file.addEventListener("change", () => file.files?.[0] && take(file.files[0]));

  const holds = (/** @type {DragEvent} */ e) => e.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (e) => {
    if (!holds(e)) return;
    e.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (e) => e.relatedTarget === null && document.body.classList.remove("dropping"));
  document.addEventListener("drop", (e) => {
    document.body.classList.remove("dropping");
    const dropped = e.dataTransfer?.files[0];
    if (!dropped) return;
    e.preventDefault();
    if (box instanceof HTMLDialogElement && !box.open) box.showModal(); // where a fault would be shown
    take(dropped);
  });
}
