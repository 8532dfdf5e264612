// Shows the draft and the selection in every part of the page: the picture, the
// panels beside it, the text, the notes, the links.

import { under } from "../shared/base.js";
import { valueText, withFields } from "./messages.js";
import { Made } from "./outbox.js";
import { PlusHandles } from "./plus-handles.js";
import { preserveFocus } from "./preserve-focus.js";
import { idOf } from "./selection.js";

/** @typedef {import("./draft-socket.js").Draft} Draft */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./tree-model.js").Node} Node */

/** Parameters of the editor's address that are not those of a run. */
const editorParameters = ["figure", "text", "saved", "revision", "mode", "folded", "opened", "layout"];
/** Pixels of a window in which the results of the algorithms have room. */
const wide = 800;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Display {
  #editor;
  #handles;
  /** What was said of the selection last; empty: something else is selected. */
  #said = "";

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    this.#handles = new PlusHandles(editor.picture);
    byId("results").querySelector("details")?.toggleAttribute("open", innerWidth > wide);
    this.#wantMaxsum();
  }

  /**
   * What depends on the draft, besides the picture.
   * @param {Draft} draft @param {import("./text-pane.js").Origin} origin @param {number} [select]  the node to go on with
   */
  draft(draft, origin, select) {
    const { inspector, notes, panel, picture, selection, sync, text } = this.#editor;
    inspector.header(sync.header);
    inspector.faults(draft.faults ?? [], picture.model);
    text.faults((draft.faults ?? []).map((f) => f.node));
    text.take(draft, origin);
    if (draft.notes !== undefined) notes.take(draft);
    selection.refresh(picture.model, (id) => picture.nearest(id), select);
    panel.refresh();
    this.#playLink();
  }

  /** The picture shows its own values again, except where edits wait or a value is being typed. */
  restoreValues() {
    const { inspector, panel, picture, sync } = this.#editor;
    if (!sync.outbox.has("set")) picture.restoreValues([idOf(panel.target ?? 0), ...inspector.typing]);
  }

  /** A leaf's value in an edit that waits; what is being typed there stays. @param {number} id @param {string} text */
  expectValue(id, text) {
    const { inspector, panel, picture } = this.#editor;
    if (idOf(panel.target ?? 0) !== id && !inspector.typing.includes(id)) picture.typed(id, text);
  }

  /** A node as it will be once the edits that wait are done. @param {Node} node */
  pending(node) {
    return withFields(node, this.#editor.sync.outbox.fields("set", node.id));
  }

  /** A leaf's value as it is typed, or as it will be. @param {import("./selection.js").Target} target @param {string | null} text */
  typed(target, text) {
    const id = idOf(target);
    if (id <= 0) {
      if (target instanceof Made) this.#editor.provisional.typed(target, text);
      return;
    }
    const { value } = this.#editor.sync.outbox.fields("set", id);
    this.#editor.picture.typed(id, text ?? (value === undefined ? null : valueText(value)));
  }

  /** What the algorithms return on the tree. @param {string} html */
  results(html) {
    // Where there is room, it is open; afterwards it stays as the user left it.
    const box = byId("results"), open = box.querySelector("details")?.open ?? innerWidth > wide;
    preserveFocus(box, () => (box.innerHTML = html), () => this.#editor.focus()); // our own server's, which has escaped every label
    const details = box.querySelector("details");
    if (details) details.open = open;
    this.#wantMaxsum();
  }

  /** Shows under the picture the maxsum that the results ask for: on a phone they are far below. */
  #wantMaxsum() {
    const asked = /** @type {HTMLElement | null} */ (byId("results").querySelector("[data-maxsum]")), line = byId("maxsum-hint");
    const button = /** @type {HTMLButtonElement} */ (line.querySelector("button"));
    line.hidden = !asked;
    if (asked) {
      button.textContent = asked.textContent;
      button.dataset.maxsum = asked.dataset.maxsum;
    }
  }

  /** @param {number} n */
  people(n) {
    byId("people").textContent = n > 1 ? `· ${n} people here` : "";
  }

  /** The address has values that were tried in a run by the numbers of nodes, which an edit may change. */
  forgetTriedValues() {
    const url = new URL(location.href);
    for (const name of [...url.searchParams.keys()]) if (/^v\d+$/.test(name)) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /** The link to the run keeps algorithm and step of the address, and not the key: whoever copies the address of a run gives nothing away. */
  #playLink() {
    const { sync, text } = this.#editor, { id } = sync.persistence;
    const link = /** @type {HTMLAnchorElement} */ (byId("play"));
    const figure = new URL(location.href).searchParams.get("figure");
    const to = new URL(under(id ? `/t/${id}` : figure ? `/figures/${figure}` : "/tree"), location.href);
    for (const [name, value] of new URL(location.href).searchParams) if (!editorParameters.includes(name)) to.searchParams.append(name, value);
    if (!id && !figure) to.searchParams.set("text", text.text);
    link.href = to.href;
  }

  /** Whether nothing has been made yet. */
  get empty() {
    const { model } = this.#editor.picture, root = model.get(model.root);
    return model.nodes.size === 1 && root !== undefined && root.leaf && root.hidden === 0 && root.label === "";
  }

  /** Marks the selected nodes in the picture. */
  mark() {
    const { page, picture, provisional, selection, svg, sync } = this.#editor;
    page.classList.toggle("empty", this.empty && sync.outbox.waiting === 0);
    const instead = selection.main === undefined ? 0 : provisional.standIn(selection.main), ids = instead > 0 ? [instead] : selection.ids;
    if (!provisional.mark() && selection.pending && instead === 0) return; // nobody knows yet what will be selected
    for (const group of svg.querySelectorAll('[aria-selected="true"]')) group.setAttribute("aria-selected", "false");
    picture.mark(ids, "selected");
    for (const n of ids) picture.model.get(n)?.group.setAttribute("aria-selected", "true");
    picture.mark(selection.pending && instead === 0 ? [] : ids.slice(-1), "main");
    this.#handles.show(ids.length === 1 && !selection.pending ? picture.model.get(ids[0]) : undefined);
  }

  /** Nodes are elsewhere on the screen. */
  moved() {
    this.#handles.place();
  }

  /** Says what is selected, until something else is. @param {string} text */
  saySelected(text) {
    this.#editor.announce(text);
    this.#said = text;
  }

  /** Other nodes are selected. */
  selected() {
    const { presence, selection, text, toolbar } = this.#editor;
    if (this.#said !== "" && byId("live-status").textContent === this.#said) this.#editor.announce("");
    this.#said = "";
    toolbar.refresh();
    presence.moved();
    this.mark();
    const nodes = this.fields();
    if (!selection.pending) text.select(nodes.map((n) => n.number)); // else it follows with the picture
  }

  /** The selected nodes beside the picture, as they will be; returns those that are drawn. */
  fields() {
    const { inspector, picture, provisional, selection } = this.#editor;
    const come = selection.main === undefined || selection.targets.length > 1 ? undefined : provisional.node(selection.main);
    byId("node-fields").inert = selection.pending && !come; // they are still those of another node
    if (come) inspector.select([come]);
    if (selection.pending) return [];
    const nodes = selection.ids.map((n) => picture.model.get(n)).filter((n) => n !== undefined).map((n) => this.pending(n));
    inspector.select(nodes);
    return nodes;
  }
}
