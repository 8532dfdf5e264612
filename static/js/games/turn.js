// A move is answered in place: the page of the next position is fetched, and its content replaces what is shown. Addresses, Back and
// what a person has opened or typed stay as if the page had been loaded. Without scripts, and where something goes wrong, it is.

import { busy, idle } from "../shared/idle.js";

/** What is connected to the content each time that it is replaced. @type {() => void} */
let connected = () => {};

/** The request that is under way. @type {AbortController | undefined} */
let asking;

const content = () => /** @type {HTMLElement} */ (document.querySelector(".game"));

/** @param {() => void} connect  binds what the content needs; it is called now, and after each move */
export function begin(connect) {
  connected = connect;
  document.addEventListener("click", clicked);
  window.addEventListener("popstate", () => go(location.href));
  connect();
}

/** @param {MouseEvent} e */
function clicked(e) {
  const a = e.target instanceof Element ? e.target.closest("a") : null;
  if (!a || e.defaultPrevented || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey || !content().contains(a)) return;
  const to = new URL(a.getAttribute("href") ?? "", location.href);
  if (to.pathname !== location.pathname && a.id !== "engine") return;
  e.preventDefault();
  go(to.href, "pushState");
}

/**
 * Shows the position at an address.
 *
 * @param {string} href
 * @param {"pushState" | "replaceState"} [how]  how the history notes it; nothing: it is there
 */
export async function go(href, how) {
  asking?.abort();
  const mine = (asking = new AbortController());
  busy(mine);
  try {
    const answer = await fetch(href, { signal: mine.signal }), page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine.signal.aborted) return;
    if (!answer.ok || !page.querySelector(".game")) return location.assign(href);
    if (how) history[how](null, "", answer.url);
    replace(page);
  } catch {
    if (!mine.signal.aborted) location.assign(href);
  } finally {
    idle(mine);
  }
}

/** Puts the content of a page in the place of what is shown. @param {Document} page */
export function replace(page) {
  const old = content(), next = /** @type {HTMLElement} */ (page.querySelector(".game")), focus = focused(old), open = opened(old);
  keepTyped(old, next);
  next.querySelectorAll("details").forEach((d) => (d.open ||= open.has(d.querySelector("summary")?.textContent ?? "")));
  // A region that is read aloud is read when it changes, not when it is new.
  for (const selector of [".game-head [role=status]", "#worths"]) {
    const had = old.querySelector(selector), has = next.querySelector(selector);
    if (!had || !has) continue;
    const text = has.textContent;
    has.replaceWith(had);
    if (had.textContent !== text) had.textContent = text;
  }
  const left = old.querySelector(".position")?.scrollLeft;
  old.replaceWith(next);
  const position = next.querySelector(".position");
  if (position && left !== undefined) position.scrollLeft = left;
  if (focus) focus(next);
  connected();
}

/** @param {HTMLElement} root  @returns what a person has opened, by its heading */
function opened(root) {
  return new Set([...root.querySelectorAll("details[open] > summary")].map((s) => s.textContent));
}

/** Keeps what a person has chosen or typed in a form and not yet sent. @param {HTMLElement} from  @param {HTMLElement} to */
function keepTyped(from, to) {
  for (const control of from.querySelectorAll("select[id], input[id]")) {
    const now = to.querySelector(`#${CSS.escape(control.id)}`);
    if (control instanceof HTMLSelectElement && now instanceof HTMLSelectElement) {
      const changed = [...control.options].some((o) => o.selected !== o.defaultSelected) && !control.options[control.selectedIndex]?.defaultSelected;
      if (changed && [...now.options].some((o) => o.value === control.value)) now.value = control.value;
    } else if (control instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      if (control.type === "checkbox") now.checked = control.checked;
      else if (control.value !== control.defaultValue) now.value = control.value;
    }
  }
}

/**
 * Where the focus is: the link of the same name in the same part has it afterwards, or else the first one there.
 *
 * @param {HTMLElement} root
 * @returns {((next: HTMLElement) => void) | undefined}
 */
function focused(root) {
  const at = document.activeElement, part = at && root.contains(at) ? at.closest(".position, .to-play, .moves, .game-side, .game-forms") : null;
  if (!at || !part) return undefined;
  const selector = `.${part.classList[0]}`, name = nameOf(at);
  return (next) => {
    const all = /** @type {(HTMLElement | SVGElement)[]} */ ([...(next.querySelector(selector)?.querySelectorAll("a, button, summary, input, select") ?? [])]);
    (all.find((one) => nameOf(one) === name) ?? all[0])?.focus({ preventScroll: true });
  };
}

/** @param {Element} one */
const nameOf = (one) => one.id || (one.getAttribute("aria-label") ?? one.textContent ?? "").trim();
