// The picture of the tree of a run. The server has drawn it; this sets classes
// and texts on it, step by step.

import { phases } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @typedef {object} Drawn
 * @property {Element} group
 * @property {number} parent         number of the parent, -1 for the root
 * @property {Element | null} edge
 * @property {SVGGraphicsElement | null} stroke
 * @property {SVGGraphicsElement | null} text   what changes during play: the bound vector beside an inner node
 * @property {Element | null} visits
 * @property {Element | null} share  the probability on the edge, where an opponent may choose the node
 * @property {number} shared          that probability, in tenths
 * @property {number} look           the classes that it shows, as bits, to leave alone what has not changed; -1: as the server has drawn it
 * @property {number} struck         those that its stroke shows
 * @property {string} words          its description for a screen reader, before its state
 * @property {string} stateText           the state in words that it shows, and so on
 * @property {string} bound
 * @property {string} visited
 */

/** The classes of a state: bit i of a look stands for the class i. */
const states = [...phases.filter((p) => p), "exact", "best", "now", "path", "past"];
/** @type {Record<string, number>} */
const bit = Object.fromEntries(states.map((name, i) => [name, 1 << i]));
const all = (1 << states.length) - 1;
/** The classes that change a stroke, and those that change an edge. */
const cuts = bit.cut | bit.later | bit.past, lines = cuts | bit.best | bit.path;
/** @type {Map<number, string[]>} */
const lists = new Map();

/** The names of some classes; kept, since they are asked for at every node. @param {number} look */
function names(look) {
  let list = lists.get(look);
  if (!list) lists.set(look, (list = states.filter((_, i) => look & (1 << i))));
  return list;
}

export class TreeView {
  /** @type {Map<number, Drawn>} */
  #drawn = new Map();
  /** @type {SVGSVGElement} */
  #svg;
  /** Where the picture is along a path: what its rows show otherwise. @type {import("./along.js").Rows | undefined} */
  rows;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
    this.read();
  }

  /** The picture is another one: its nodes are looked up again. */
  read() {
    const svg = this.#svg;
    this.#drawn.clear();
    /** @type {number[]} the last node of every level: nodes are in preorder */
    const last = [];
    const prefix = svg.dataset.prefix ?? ""; // where a page has several pictures
    for (const group of svg.querySelectorAll("g.node")) {
      const node = Number(group.getAttribute("data-node"));
      const level = Number(group.getAttribute("aria-level"));
      last[level] = node;
      this.#drawn.set(node, {
        group,
        parent: last[level - 1] ?? -1,
        words: ownWords(group),
        edge: svg.getElementById(`${prefix}e${node}`),
        stroke: /** @type {SVGGraphicsElement | null} */ (svg.getElementById(`${prefix}k${node}`)),
        text: group.querySelector(".bound"),
        visits: group.querySelector(".visits"), share: group.querySelector(".share"),
        look: -1, struck: -1, stateText: "", bound: "", visited: "", shared: -1,
      });
    }
  }

  /** The numbers of the nodes in the picture. */
  get nodes() {
    return [...this.#drawn.keys()];
  }

  /** The nodes in the picture, each with its parent, -1 for the root. @returns {[number, number][]} */
  get links() {
    return [...this.#drawn].map(([node, { parent }]) => [node, parent]);
  }

  /** Whether the picture has the node itself, not a collapsed subtree in its place. @param {number} node */
  draws(node) {
    const group = this.#drawn.get(node)?.group;
    return group !== undefined && !group.classList.contains("more");
  }

  /** The parent of a node of the picture; -1: it is the root. @param {number} node */
  parent(node) {
    return this.#drawn.get(node)?.parent;
  }

  /** @param {number} node */
  group(node) {
    return this.#drawn.get(node)?.group;
  }

  /** The text of a node that is its bounds or its value; undefined: it shows none. @param {number} node */
  shown(node) {
    const drawn = this.#drawn.get(node);
    if (drawn?.text && drawn.bound) return drawn.text;
    return /** @type {SVGGraphicsElement | null} */ (drawn?.group.querySelector(".value")) ?? undefined;
  }

  /** The marks of cuts on the edges below a node. @param {number} node */
  strokesBelow(node) {
    const list = [];
    for (const { parent, stroke, struck } of this.#drawn.values()) if (parent === node && stroke && struck > 0) list.push(stroke);
    return list;
  }

  /**
   * The name of the node in a sentence.
   * @param {number} node
   */
  name(node) {
    const { group, words = "" } = this.#drawn.get(node) ?? {};
    const label = group?.querySelector(":scope > title") ?? group?.querySelector(".name"); // a long label is drawn in part
    return label?.textContent ?? named.exec(words)?.[1] ?? `node ${node}`;
  }

  /**
   * Shows every node as it is after step t.
   * @param {Timeline} timeline @param {number} t
   */
  show(timeline, t) {
    const path = new Set(timeline.path(t));
    const now = timeline.length > t ? timeline.node[t] : -1;
    this.rows?.measure();
    const samples = this.#svg.hasAttribute("data-samples") ? this.#mostVisits(timeline, t) : 0;
    for (const [node, drawn] of this.#drawn) {
      const state = this.rows?.sum(drawn.group, timeline, t) ?? timeline.state(node, t), begun = drawn.look < 0;
      const look = (bit[state.phase] ?? 0) | (state.exact ? bit.exact : 0) | (state.best ? bit.best : 0) | (node === now ? bit.now : 0) | (path.has(node) ? bit.path : 0) | (state.past ? bit.past : 0);
      // The mark of a cut is where the cut was made, not on every edge below.
      // An old cut stays visible while its node is re-searched.
      const below = isStruck(state) && drawn.parent >= 0 && isStruck(timeline.state(drawn.parent, t));
      const struck = below ? 0 : look & cuts, visited = state.visits > 1 ? visitMark(state.visits) : "";
      const changed = begun || look !== drawn.look || state.text !== drawn.bound || visited !== drawn.visited || state.share !== drawn.shared;
      const stateText = changed ? words(state, drawn.text !== null) + (node === now ? "; current" : "") : drawn.stateText;
      if (look !== drawn.look) {
        turn(drawn.group, drawn.look, look);
        if (drawn.edge) turn(drawn.edge, begun ? -1 : drawn.look & lines, look & lines);
      }
      if (drawn.stroke && struck !== drawn.struck) turn(drawn.stroke, drawn.struck, struck);
      if (begun || stateText !== drawn.stateText) drawn.group.setAttribute("aria-description", drawn.words + stateText);
      if (drawn.text && (begun || state.text !== drawn.bound)) {
        if (this.rows) this.rows.write(drawn.text, state.text);
        else write(drawn.text, state.text);
      }
      if (drawn.visits && (begun || visited !== drawn.visited)) drawn.visits.textContent = visited;
      if (state.share !== drawn.shared) this.#share(drawn, state.share);
      if (samples > 0 && drawn.edge) drawn.edge.setAttribute("data-visits", String(Math.ceil((visitWidths * state.visits) / samples)));
      drawn.look = look;
      drawn.struck = struck;
      drawn.stateText = stateText;
      drawn.bound = state.text;
      drawn.visited = visited;
      drawn.shared = state.share;
    }
  }

  /** Writes a probability on the edge into a node, as web/draw/node.go does. @param {Drawn} drawn @param {number} tenths */
  #share(drawn, tenths) {
    if (tenths === 0) {
      drawn.share?.remove();
      drawn.share = null;
      return;
    }
    if (!drawn.share) {
      if (!drawn.edge) return;
      const [x, y, toX, toY, ...stem] = numbers(drawn.edge, "d"), [left, top] = numbers(drawn.group, "transform");
      const at = this.#svg.dataset.wide ? [toX, (stem.at(-1) ?? toY) - sharedAbove] : [x + sharedAt * (toX - x), y + sharedAt * (toY - y) + sharedBelow];
      drawn.share = document.createElementNS(drawn.edge.namespaceURI, "text");
      for (const [name, value] of Object.entries({ class: "share", "aria-hidden": true, x: at[0] - left, y: at[1] - top })) drawn.share.setAttribute(name, String(value));
      drawn.group.append(drawn.share);
    }
    drawn.share.textContent = probability(tenths);
  }

  /** The visits of the root of the search, which all samples pass. @param {Timeline} timeline @param {number} t */
  #mostVisits(timeline, t) {
    let most = 0;
    for (const node of this.#drawn.keys()) most = Math.max(most, timeline.state(node, t).visits);
    return most;
  }

  /**
   * Highlights nodes while a term or a span of the sentence is pointed at.
   * @param {number[]} nodes
   */
  light(nodes) {
    for (const lit of this.#svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const node of nodes) this.#drawn.get(node)?.group.classList.add("lit");
  }
}

/** @param {number} tenths */
const probability = (tenths) => (tenths === 10 ? "1" : `0.${tenths}`);

/** Where on the slope of its edge a probability is, and how far below that is its base line; in a row, how far above the box (web/draw/node.go). */
const sharedAt = 0.55, sharedBelow = 5, sharedAbove = 6;

/** The numbers of an attribute. @param {Element} of @param {string} name */
const numbers = (of, name) => (of.getAttribute(name)?.match(/-?[\d.]+/g) ?? []).map(Number);

/** How many widths the edges of a search by samples have; draw/svg.go has it, too. */
const visitWidths = 8;

/**
 * Gives an element the classes of another state: only those that change, since each is work for the page.
 * @param {Element} element @param {number} from  a look; -1: not known @param {number} to
 */
function turn(element, from, to) {
  const gone = from < 0 ? all : from & ~to, come = from < 0 ? to : to & ~from;
  if (gone && come) { // at once: each change of a class makes the page look for the rules that match
    const others = [...element.classList].filter((name) => !(gone & bit[name]));
    element.setAttribute("class", [...new Set([...others, ...names(come)])].join(" "));
  } else if (gone) element.classList.remove(...names(gone));
  else if (come) element.classList.add(...names(come));
}

/** @param {{phase: string, past: boolean}} state */
function isStruck({ phase, past }) {
  return phase === "cut" || phase === "later" || past;
}

/** @type {Record<string, string>} */
const phaseWords = {
  "": "not searched yet",
  open: "being searched", done: "searched", nil: "searched, no value", cut: "cut", later: "cut for now",
};
/** The name of a node without a label in its description, and what follows it. */
const named = /^(.*?), (?:leaf|inner node|Max to move|Min to move|player \d to move|chance|[\d,]+ nodes?, not drawn)/s;
const list = new Intl.ListFormat("en-GB");
const stateWords = new RegExp(`; (${Object.values(phaseWords).join("|")})(, visit \\d+)?(, probability [\\d.]+)?(; current)?$`);

/** Writes a text, with long numbers shortened; few pages have any. @param {Element} part @param {string} text */
function write(part, text) {
  if (part.childNodes.length === 1 && part.firstChild instanceof Text) part.firstChild.data = text; // a step writes up to a thousand
  else part.textContent = text;
  if (part.hasAttribute("data-full")) part.removeAttribute("data-full");
  if (/\.\d{10}|\/\d{6}/.test(text)) import("../shared/brief.js").then(({ shorten }) => shorten(part));
}

/** A text of a node before it was shortened. @param {Element | null} part */
export const fullText = (part) => part?.getAttribute("data-full") ?? part?.textContent;

/** The description of a node for a screen reader, as the server has drawn it, without its state. @param {Element} group */
function ownWords(group) {
  const words = (group.getAttribute("aria-description") ?? "").replace(stateWords, ""), text = fullText(group.querySelector(".bound"));
  const bounds = text ? `, ${spokenBounds(text)}` : "";
  return words.endsWith(bounds) ? words.slice(0, words.length - bounds.length) : words;
}

/**
 * A state for a screen reader, in the words of the server, after words about the node.
 * @param {{phase: string, visits: number, share: number, text: string}} state @param {boolean} drawn  the text is drawn beside the node
 */
function words(state, drawn) {
  const share = state.share > 0 ? `, probability ${probability(state.share)}` : "";
  return `${drawn && state.text ? `, ${spokenBounds(state.text)}` : ""}; ${phaseWords[state.phase]}${state.visits > 1 ? `, visit ${state.visits}` : ""}${share}`;
}

/** The text beside a node in words: at least 5 for player 1, at most 4 for players 2 and 3. @param {string} text */
function spokenBounds(text) {
  /** @param {string} s */
  const spoken = (s) => s.replaceAll("≥", "at least ").replaceAll("≤", "at most ").replaceAll("−", "minus ");
  if (!/^\(.*[≥≤]/.test(text)) return spoken(text);
  /** @type {Map<string, number[]>} */
  const players = new Map();
  text.slice(1, -1).split(", ").forEach((bound, i) => bound !== "–" && players.set(bound, [...(players.get(bound) ?? []), i + 1]));
  return [...players].map(([bound, who]) => `${spoken(bound)} for player${who.length > 1 ? "s" : ""} ${list.format(who.map(String))}`).join(", ");
}

/** @param {number} visits */
function visitMark(visits) {
  return visits <= 10 ? String.fromCodePoint(0x245f + visits) : `×${visits}`;
}
