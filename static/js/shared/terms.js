// The entry of a term as a small card. Without scripts the term is a link to the
// glossary. The entries come from that page when the first one is asked for, and the
// rules of the card with this script.

import { busy, idle } from "./idle.js";

/** Pixels between the card and the edge of the window, and the term. */
const gap = 8;

/** @type {Promise<Document> | undefined} */
let glossary;

const card = document.createElement("div");
card.id = card.className = "term-card";
card.popover = "auto";
card.setAttribute("role", "note");
document.body.append(card);

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("../../css/shared/terms.css", import.meta.url).href;
const styled = new Promise((done) => (sheet.onload = sheet.onerror = done));
document.head.append(sheet);

document.addEventListener("click", async (e) => {
  const link = e.target instanceof Element ? e.target.closest("a.term") : null;
  if (!(link instanceof HTMLAnchorElement) || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  busy(card);
  try {
    glossary ??= fetch(link.pathname).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, "text/html"));
    await styled;
    const entry = (await glossary).getElementById(link.hash.slice(1));
    if (entry) open(link, entry);
  } catch {
    glossary = undefined;
    location.assign(link.href);
  }
  idle(card);
});

/** @param {HTMLAnchorElement} link @param {Element} entry */
function open(link, entry) {
  const name = document.createElement("b"), all = document.createElement("a"), last = document.createElement("p");
  name.textContent = entry.querySelector("dt")?.textContent ?? "";
  all.href = link.href;
  all.textContent = "In the glossary";
  last.append(all);
  card.replaceChildren(name, ...[...entry.querySelectorAll("dd > p")].map((p) => p.cloneNode(true)), last);
  card.setAttribute("aria-label", name.textContent);
  card.showPopover();
  const at = link.getClientRects()[0], { width, height } = card.getBoundingClientRect();
  card.style.left = `${Math.max(gap, Math.min(at.left, innerWidth - width - gap))}px`;
  const below = at.bottom + gap;
  card.style.top = `${below + height < innerHeight ? below : Math.max(gap, at.top - height - gap)}px`;
  all.focus({ preventScroll: true });
}
