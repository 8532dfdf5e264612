// What the edits that wait for the server will do, drawn at once: a node that is
// being made is near its parent, a field has its new text, a node that is
// being deleted fades. Each has a quiet mark. The server's picture takes its place.
//
// It is drawn again from the edits that wait whenever these change, so that it
// never disagrees with them.

import { half } from "./drop-target.js";
import { valueText } from "./messages.js";
import { Made } from "./outbox.js";
import { idOf } from "./selection.js";
import { leafHalf, sizes } from "./sizes.js";

/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {{x: number, y: number, half: number, parent: Target | 0}} Place */
/** @typedef {Place & {above?: Target, leaf: boolean, text: string, fields: Record<string, any>, group?: SVGGElement}} Coming  a node that is being made; above: it becomes the parent of this node */

const svgNamespace = "http://www.w3.org/2000/svg";
/** Ops that leave the nodes they name where they are drawn, until the answer comes. */
const marking = ["set", "move", "reorder", "dissolve", "rotate"];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(tag, attributes, text) {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

export class Provisional {
  #picture;
  #host;
  #layer = /** @type {SVGGElement} */ (draw("g", { class: "coming-nodes", "aria-hidden": "true" }));
  /** @type {Map<Made, Coming>} */
  #coming = new Map();
  /** @type {Map<Made, Record<string, any>>} fields of nodes that are being made */
  #set = new Map();
  /** @type {Map<Made, number>} what is selected once nodes are deleted, as far as the picture shows */
  #instead = new Map();
  /** @type {Element | null | undefined} the node that has the focus while one that is being made is the current one */
  #keepsFocus;
  /** @type {Map<Made, string>} values as they are typed */
  #typed = new Map();
  /** @type {(() => void)[]} bring back what the picture had */
  #undo = [];

  /**
   * @param {Picture} picture
   * @param {object} host
   * @param {() => {edit: Edit, made: Made}[]} host.waiting  the edits that wait, in their order
   * @param {() => Target | undefined} host.main  the current node
   * @param {() => string} host.kind  of the tree
   * @param {(id: number, text: string) => void} host.value  draws the value of a leaf
   */
  constructor(picture, host) {
    this.#picture = picture;
    this.#host = host;
  }

  /** Draws what waits now. */
  draw() {
    const waiting = this.#host.waiting();
    for (const undo of this.#undo.splice(0)) undo();
    this.#coming.clear();
    this.#instead.clear();
    this.#layer.replaceChildren();
    if (waiting.length === 0) {
      this.#typed.clear();
      return this.#layer.remove();
    }
    const { kept } = this;
    this.#set = fieldsOf(kept);
    for (const { edit, made } of kept) this.#apply(edit, made);
    for (const node of this.#coming.values()) this.#node(node);
    this.#picture.svg.append(this.#layer); // over the server's nodes
    this.mark();
  }

  /** @param {Edit} edit @param {Made} made */
  #apply(edit, made) {
    switch (edit.op) {
      case "child":
      case "paste":
        return this.#below(edit.node ?? edit.to, made, edit.op === "paste" ? "…" : "");
      case "copy":
        return this.#below(edit.to, made, "…");
      case "sibling":
        return this.#beside(edit.node, made, edit.before === true);
      case "parent":
        return this.#above(edit.node, made);
      case "delete":
        return this.#delete(edit.nodes, made);
    }
    if (!marking.includes(edit.op)) return;
    const { op, nodes, node, ...fields } = edit;
    for (const target of nodes ?? [node]) {
      if (!this.#comingAt(target)) this.#fields(this.#drawn(target), op === "set" ? fields : {});
    }
  }

  /** The node of a target, where the picture has it. @param {Target} target */
  #drawn(target) {
    return this.#picture.model.get(idOf(target) || (target instanceof Made ? this.#instead.get(target) : 0) || 0);
  }

  /** @param {Target | 0} target */
  #comingAt(target) {
    return target instanceof Made && target.id === 0 ? this.#coming.get(target) : undefined;
  }

  /** @param {Target | 0} target @returns {Place | undefined} */
  #place(target) {
    const node = target === 0 ? undefined : this.#drawn(target);
    return node ? { x: node.x, y: node.y, half: half(node), parent: node.parent } : this.#comingAt(target);
  }

  /** The distance between two levels. */
  get #rise() {
    const { model } = this.#picture;
    for (const node of model.nodes.values()) {
      const parent = model.get(node.parent);
      if (parent) return model.along(node).across - model.along(parent).across;
    }
    return sizes.rise; // the tree has one level only
  }

  /** Half of what a box takes of its level. @param {{half: number}} box */
  #span({ half }) {
    return this.#picture.model.sideways ? sizes.leaf : half;
  }

  /** The space between two boxes of a level. */
  get #gap() {
    return this.#picture.model.sideways ? sizes.row : sizes.gap;
  }

  /** @param {Target} parent @param {Made} made @param {string} text  instead of a value that is unknown */
  #below(parent, made, text) {
    const place = this.#place(parent), node = this.#drawn(parent), coming = this.#comingAt(parent);
    if (!place || (node && node.hidden > 0)) return;
    const same = (/** @type {Target | 0} */ other) => other === parent || (other !== 0 && idOf(other) > 0 && idOf(other) === node?.id);
    const last = [...this.#coming.values()].filter((c) => same(c.parent)).at(-1) ?? this.#place(node?.children.at(-1) ?? 0);
    const value = node?.leaf && node.value ? valueText(node.value) : ""; // the value of a leaf becomes its first child
    if (coming) coming.leaf = false;
    const own = this.#leaf(made, text || value || "?"), { model } = this.#picture, from = model.along(last ?? place);
    const along = last ? from.along + this.#span(last) + this.#gap + this.#span(own) : from.along;
    this.#coming.set(made, { ...own, ...model.at(along, last ? from.across : from.across + this.#rise), parent });
  }

  /** @param {Made} made @param {string} text */
  #leaf(made, text) {
    const fields = this.#set.get(made) ?? {}, shown = this.#typed.get(made) ?? ("value" in fields ? valueText(fields.value) : text);
    return { leaf: true, text: shown, half: leafHalf(shown.length * sizes.digit), fields };
  }

  /** @param {Target} target @param {Made} made @param {boolean} before */
  #beside(target, made, before) {
    const place = this.#place(target), node = this.#drawn(target);
    if (!place || place.parent === 0) return;
    const own = this.#leaf(made, "?"), side = before ? -1 : 1, { model } = this.#picture;
    const others = node ? model.get(node.parent)?.children ?? [] : [], next = node && model.get(others[node.index + side] ?? 0);
    const { along, across } = model.along(place), edge = along + side * this.#span(place);
    const to = next ? (edge + model.along(next).along - side * this.#span({ half: half(next) })) / 2 : edge + side * (this.#gap + this.#span(own));
    this.#coming.set(made, { ...own, ...model.at(to, across), parent: place.parent });
  }

  /** @param {Target} target @param {Made} made */
  #above(target, made) {
    const place = this.#place(target);
    if (!place) return;
    const top = place.parent === 0 ? undefined : this.#place(place.parent);
    const { model } = this.#picture, { along, across } = model.along(place);
    const between = top ? { x: (place.x + top.x) / 2, y: (place.y + top.y) / 2 } : model.at(along, across - this.#rise * 0.7);
    this.#coming.set(made, { ...between, half: sizes.box, parent: place.parent, above: target, leaf: false, text: "", fields: this.#set.get(made) ?? {} });
  }

  /** @param {Target[]} targets @param {Made} made */
  #delete(targets, made) {
    const { model } = this.#picture;
    let near;
    for (const target of targets) {
      const coming = this.#comingAt(target), top = this.#drawn(target);
      if (coming) {
        this.#coming.delete(/** @type {Made} */ (target));
        near ??= idOf(coming.parent);
      }
      if (!top) continue;
      for (const node of model.nodes.values()) {
        if (!model.within(node.id, top.id)) continue;
        for (const element of [node.group, node.edge]) element && this.#class(element, "leaving");
      }
    }
    // As the server does: the next one that stays, else the one before, else the parent.
    const node = this.#drawn(targets[targets.length - 1]), brothers = node ? model.get(node.parent)?.children ?? [] : [];
    const stays = (/** @type {number} */ id) => !model.get(id)?.group.classList.contains("leaving");
    near = brothers.slice((node?.index ?? 0) + 1).find(stays) ?? brothers.slice(0, node?.index ?? 0).reverse().find(stays) ?? (node?.parent || near);
    if (near) this.#instead.set(made, near);
  }

  /** @param {Element} element @param {string} name */
  #class(element, name) {
    if (element.classList.contains(name)) return;
    element.classList.add(name);
    this.#undo.push(() => element.classList.remove(name));
  }

  /** The fields of a node as they will be. @param {Node | undefined} node @param {Record<string, any>} fields */
  #fields(node, { value, label, player, cost }) {
    if (!node) return;
    const { group } = node;
    if (value !== undefined && node.leaf) this.#host.value(node.id, valueText(value));
    if (label !== undefined) this.#text(group, "name", label ?? "", -half(node) - sizes.side);
    if (cost !== undefined && cost !== null) this.#text(group, "cost", String(cost).replace("-", "−"));
    if (player) this.#mover(group, player);
    this.#waits(group, half(node), node.leaf ? sizes.leaf : sizes.box);
  }

  /** @param {SVGGElement} group @param {number} player */
  #mover(group, player) {
    const was = group.getAttribute("data-player"), marker = group.querySelector(".marker");
    if (!this.#text(group, "mover", this.#words(player))) return;
    group.setAttribute("data-player", String(player)); // it has a colour
    if (marker && was !== String(player)) marker.setAttribute("visibility", "hidden"); // it is the shape of the other player
    this.#undo.push(() => {
      // The server's node may be here already.
      if (marker?.isConnected) marker.removeAttribute("visibility");
      if (group.getAttribute("data-player") === String(player) && this.#picture.model.get(Number(group.getAttribute("data-id")))?.player !== player) group.setAttribute("data-player", was ?? "0");
    });
  }

  /** @param {number} player */
  #words(player) {
    return this.#host.kind() === "minimax" ? ["max", "min"][player - 1] ?? "" : String(player);
  }

  /**
   * Gives a text of a node other words.
   * @param {SVGGElement} group @param {string} name  its class @param {string} words @param {number} [x]  where it is added, if there is none
   */
  #text(group, name, words, x) {
    let text = group.querySelector(`text.${name}`);
    const added = text === null && x !== undefined;
    if (added) group.append((text = draw("text", { class: name, x, y: 5 })));
    if (!text) return false;
    const changed = text, was = text.textContent;
    text.textContent = words;
    this.#undo.push(() => (added ? changed.remove() : changed.textContent === words && (changed.textContent = was)));
    return true;
  }

  /** The mark of what waits. @param {SVGGElement} group @param {number} x @param {number} y */
  #waits(group, x, y) {
    if (group.querySelector(".waits")) return;
    const mark = draw("circle", { class: "waits", cx: x + 5, cy: -y, r: 3.5 });
    group.append(mark);
    this.#undo.push(() => mark.remove());
  }

  /** Draws a node that is being made. @param {Coming} node */
  #node(node) {
    const { x, y, parent, above, fields, leaf } = node, path = this.#host.kind() === "path", box = !leaf;
    if (path || box) node.half = path ? sizes.dot : sizes.box;
    const group = (node.group = /** @type {SVGGElement} */ (draw("g", { class: `coming${leaf ? " bare" : ""}`, transform: `translate(${x} ${y})`, "data-player": fields.player ?? 0 })));
    const height = box ? sizes.box : sizes.leaf;
    group.append(path ? draw("circle", { class: "box", r: sizes.dot }) : draw("rect", { class: "box", x: -node.half, y: -height, width: 2 * node.half, height: 2 * height, rx: 3 }));
    if (leaf && !path) group.append(draw("text", { class: "value", y: 6 }, node.text));
    if (!leaf && fields.player) group.append(draw("text", { class: "mover", y: 6 }, this.#words(fields.player)));
    if (fields.label) group.append(draw("text", { class: "name", x: -node.half - sizes.side, y: 5 }, fields.label));
    group.append(draw("circle", { class: "waits", cx: node.half + 5, cy: -height, r: 3.5 }));
    const ends = [[this.#place(parent), node], ...(above ? [[node, this.#place(above)]] : [])];
    for (const [from, to] of ends) {
      if (!from || !to) continue;
      const d = this.#picture.model.sideways ? `M${from.x + from.half} ${from.y}L${to.x - to.half} ${to.y}` : `M${from.x} ${from.y + sizes.box}L${to.x} ${to.y - height}`;
      this.#layer.append(draw("path", { class: "edge", d }));
    }
    this.#layer.append(group);
  }

  // What others ask for

  /** The edits that wait, without those that are taken back. */
  get kept() {
    const waiting = this.#host.waiting(), undone = takenBack(waiting);
    return waiting.filter(({ edit, made }) => !undone.has(made) && !(edit.op === "undo" && edit.revision instanceof Made && undone.has(edit.revision)));
  }

  /** A node that is being made, as the fields show it. @param {Target} target @returns {Node | undefined} */
  node(target) {
    const coming = this.#comingAt(target);
    if (!coming?.group || !(target instanceof Made)) return undefined;
    const { fields, leaf, group, x, y } = coming, list = (/** @type {any} */ v) => (v === null || v === undefined ? null : Array.isArray(v) ? v : [v]);
    return {
      id: -1 - [...this.#coming.keys()].indexOf(target), made: target, number: -1, level: 0, parent: -1, index: 0, children: [], leaf, hidden: 0, run: 0,
      label: fields.label ?? "", player: fields.player ?? 0, value: list(fields.value), alternatives: (fields.alternatives ?? []).map(list),
      low: list(fields.low), up: list(fields.up), static: list(fields.static), cost: fields.cost ?? null,
      chance: fields.chance === true, probs: null, action: fields.action ?? "", prob: fields.prob ?? "", infoset: fields.infoset ?? "",
      name: fields.label || "new node", group, edge: null, ends: [], x, y,
    };
  }

  /** The places of the nodes that are drawn for now, by their ids where these are known. */
  get places() {
    return new Map([...this.#coming].filter(([made]) => made.id > 0).map(([made, { x, y }]) => [made.id, { x, y }]));
  }

  /** The node that the picture has, of one that is selected in place of another. @param {Target} target */
  standIn(target) {
    return target instanceof Made && target.id === 0 ? this.#instead.get(target) ?? 0 : 0;
  }

  /** Where an arrow leads to from a node that is being made. @param {Target} target @param {string} key @returns {Target | undefined} */
  towards(target, key) {
    const coming = this.#comingAt(target), all = [...this.#coming], { model } = this.#picture, arrow = model.arrow(key);
    if (!coming) return undefined;
    if (arrow === "ArrowUp") return coming.parent || undefined;
    if (arrow === "ArrowDown") return coming.above ?? all.find(([, c]) => c.parent === target)?.[0];
    const level = model.along(coming).across;
    const row = all.map(([made, c]) => ({ target: /** @type {Target} */ (made), ...model.along(c) })).filter((r) => r.across === level);
    for (const n of model.nodes.values()) if (model.along(n).across === level) row.push({ target: n.id, ...model.along(n) });
    row.sort((a, b) => a.along - b.along);
    const at = row.findIndex((r) => r.target === target);
    return arrow === "ArrowLeft" ? row[at - 1]?.target : arrow === "ArrowRight" ? row[at + 1]?.target : undefined;
  }

  /** Draws a value as it is typed. @param {Made} made @param {string | null} text */
  typed(made, text) {
    if (text === (this.#typed.get(made) ?? null)) return;
    if (text === null) this.#typed.delete(made);
    else this.#typed.set(made, text);
    this.draw();
  }

  /** Marks the current node, if it is being made. @returns {boolean} whether it is drawn */
  mark() {
    const main = this.#host.main(), group = main === undefined ? undefined : this.#comingAt(main)?.group;
    for (const { group: other } of this.#coming.values()) for (const name of ["selected", "main"]) other?.classList.toggle(name, other === group);
    // A class of the picture would need new styles for all nodes.
    this.#keepsFocus?.classList.remove("keeps-focus");
    this.#keepsFocus = group ? document.activeElement?.closest("g.node") : null;
    this.#keepsFocus?.classList.add("keeps-focus");
    return group !== undefined;
  }
}

/** The fields of nodes that are being made. @param {{edit: Edit, made: Made}[]} waiting */
function fieldsOf(waiting) {
  /** @type {Map<Made, Record<string, any>>} */
  const all = new Map();
  for (const { edit } of waiting) {
    const { op, nodes, ...fields } = edit;
    if (op === "set") for (const target of nodes) if (target instanceof Made) all.set(target, { ...all.get(target), ...fields });
  }
  return all;
}

/** The edits that wait and are taken back by others that wait, too. @param {{edit: Edit, made: Made}[]} waiting */
function takenBack(waiting) {
  /** @type {Set<Made>} */
  const gone = new Set();
  for (const { edit, made } of [...waiting].reverse()) if (edit.op === "undo" && edit.revision instanceof Made && !gone.has(made)) gone.add(edit.revision);
  return gone;
}
