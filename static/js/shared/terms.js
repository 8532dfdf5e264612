// The terms of the glossary. Wherever one occurs in the text of a page it is marked,
// and opens its entry as a small card. The script of the page's frame asks for this
// module when somebody begins to use the page. What is marked keeps its place: only a
// dotted line is added. Without scripts, a term of a chapter is a link where it occurs first.
//
// One term of each part of the text is reached by Tab; up and down go from it to the
// others. A Tab stop for each would make the way through a page many times as long.

import { under } from "./base.js";
import { busy, idle } from "./idle.js";
import { addStylesheet } from "./stylesheet.js";

/** Pixels between the card and the edge of the window, and the term. */
const gap = 8;

/** What changes from step to step. */
const sentences = ".sentence, #story-text";
/** What holds text. */
const blocks = "p, li, dd, figcaption, caption";
/** What is no running text, or has an action of its own. */
const apart = "a, button, label, legend, summary, nav, svg, textarea, select, [role=option], math, code, pre, kbd, .code, .procedure ol, i, .ref, .story, [contenteditable], [aria-hidden=true], [role=status], [role=alert], [aria-live]:not(.sentence)";
/** The parts of a page; of each, a term is marked where it occurs first. */
const parts = `${sentences}, .glossary > div, .scene, section, article, aside, dialog, main`;

const home = under("/learn/glossary");

/** @type {Promise<Document> | undefined} */
let glossary;

/** The ids of terms, by their words. @type {Map<string, string>} */
const ids = new Map();
/** Finds words of terms, and what only looks like one, as a title in quotes does. */
let pattern = /^(?!)/g;

/** The text of a block when its terms were marked. @type {WeakMap<Element, string | null>} */
const marked = new WeakMap();

const card = document.createElement("div");
card.id = card.className = "term-card";
card.popover = "auto";
card.setAttribute("role", "note");
document.body.append(card);

/** The term whose card is open. @type {HTMLAnchorElement | undefined} */
let opener;

/** The sentence in which a term has the focus. @type {Element | null} */
let held = null;

const styled = addStylesheet("css/shared/terms.css");

function read() {
  return (glossary ??= fetch(home).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, "text/html")));
}

/** Shows the entry of a term. @param {HTMLAnchorElement} link @param {boolean} byKey */
export async function show(link, byKey) {
  busy(card);
  try {
    const entry = (await read()).getElementById(link.hash.slice(1));
    await styled;
    if (entry) open(link, entry, byKey);
  } catch {
    glossary = undefined;
    location.assign(link.href);
  }
  idle(card);
}

/** @param {HTMLAnchorElement} link @param {Element} entry @param {boolean} byKey */
function open(link, entry, byKey) {
  const name = document.createElement("b"), all = document.createElement("a"), last = document.createElement("p");
  name.textContent = entry.querySelector("dt")?.textContent ?? "";
  all.href = link.href;
  all.textContent = "In the glossary";
  last.append(all);
  if (byKey && neighbours(link).length > 1) last.append(" · ↑ ↓ other terms of this text");
  card.replaceChildren(name, ...[...entry.querySelectorAll("dd > p")].map((p) => p.cloneNode(true)), last);
  card.setAttribute("aria-label", name.textContent);
  opener = link;
  (link.closest("dialog") ?? document.body).append(card); // what is outside of an open dialog is out of reach
  card.showPopover();
  const { left } = link.getClientRects()[0], { top, bottom } = link.getBoundingClientRect(), { width, height } = card.getBoundingClientRect(); // a term may take two lines
  card.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  const below = bottom + gap;
  card.style.top = `${below + height < innerHeight ? below : Math.max(gap, top - height - gap)}px`;
  all.focus({ preventScroll: true });
}

/** The marked terms of the part of the text in which one occurs. @param {Element} link */
function neighbours(link) {
  return termsOf(link.closest(parts) ?? link).filter((a) => a.checkVisibility());
}

/** The marked terms of a part of the text, without those of parts inside of it. @param {Element} part */
function termsOf(part) {
  return /** @type {HTMLAnchorElement[]} */ ([...part.querySelectorAll("a.in-text")]).filter((a) => a.closest(parts) === part);
}

document.addEventListener("keydown", (e) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[e.key], at = e.target instanceof Element ? e.target : null;
  const from = at?.closest(".term-card") ? opener : at?.closest("a.in-text");
  if (!by || !from || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const list = neighbours(from), to = list[list.findIndex((a) => a === from) + by];
  e.preventDefault();
  if (!to) return;
  const opened = card.matches(":popover-open");
  if (opened) card.hidePopover();
  to.focus();
  if (opened) show(to, true);
});

document.addEventListener("focusin", (e) => (held = e.target instanceof Element && e.target.matches("a.in-text") ? e.target.closest(sentences) : null));

/** Marks the terms of a block. @param {Element} block */
function mark(block) {
  const part = block.closest(parts) ?? block;
  const before = (marked.has(block) ? block : part).querySelectorAll("a.term"); // what has changed has its terms for itself
  const seen = new Set([part.id, ...[...before].map((a) => /** @type {HTMLAnchorElement} */ (a).hash.slice(1))]);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element) return node.matches(apart) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    const pieces = [];
    let at = 0;
    for (const { 0: word, index } of text.data.matchAll(pattern)) {
      const id = ids.get(word.toLowerCase());
      if (!id || seen.has(id)) continue;
      seen.add(id);
      pieces.push(text.data.slice(at, index), linked(word, id));
      at = index + word.length;
    }
    if (at > 0) text.replaceWith(...pieces, text.data.slice(at));
  }
  marked.set(block, block.textContent);
  termsOf(part).forEach((a, i) => (a.tabIndex = i ? -1 : 0)); // those of the markup, too
}

/** @param {string} word @param {string} id */
function linked(word, id) {
  const link = document.createElement("a");
  link.className = "term in-text";
  link.href = `${home}#${id}`;
  link.textContent = word;
  link.tabIndex = -1;
  return link;
}

/** Marks what has come or has changed. */
function markAll() {
  for (const block of document.querySelectorAll(blocks)) {
    if (marked.get(block) === block.textContent || block.closest(apart) || !block.closest("main, dialog")) continue;
    if (block.matches(sentences) && !marked.has(block)) {
      new MutationObserver((_, observer) => {
        mark(block);
        observer.takeRecords(); // of the marks themselves
        if (held === block && document.activeElement === document.body) /** @type {HTMLElement | null} */ (block.querySelector("a.in-text"))?.focus({ preventScroll: true });
      }).observe(block, { childList: true });
    }
    mark(block);
  }
}

/** Waits for the words of the terms, and looks for them whenever the page has come to rest. */
async function begin() {
  const page = await read().catch(() => undefined), list = page?.querySelector("dl.glossary");
  await styled;
  if (!(list instanceof HTMLElement)) return void (glossary = undefined); // the next click tries again
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(":scope > div"))) {
    const name = entry.querySelector("dt")?.textContent ?? "";
    for (const word of [name, ...(entry.dataset.words?.split("|") ?? [])]) ids.set(word.toLowerCase(), entry.id);
  }
  const longest = [...ids.keys(), ...(list.dataset.not ?? "").split("|")].sort((a, b) => b.length - a.length);
  pattern = new RegExp(`“[^”]*”|(?<![\\p{L}\\p{N}-])(?:${longest.join("|")})(?![\\p{L}\\p{N}-])`, "giu");
  markAll();
  new MutationObserver(() => document.documentElement.hasAttribute("data-idle") && markAll()).observe(document.documentElement, { attributeFilter: ["data-idle"] });
}

busy(begin);
begin().finally(() => idle(begin));
