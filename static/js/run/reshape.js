// The picture of a projector is flatter, so that its text is larger. The server draws it, and
// the page's own again.

import { busy, idle } from "../shared/idle.js";
import { redraw } from "./redraw.js";

/** The request that is under way: a later one makes it void. @type {AbortController | undefined} */
let asked;

/**
 * Draws the picture of the page at its address again: present mode has another one.
 * @param {{parts: import("./stage.js").Stage["parts"], refresh: () => void}} picture
 */
export async function reshape({ parts, refresh }) {
  asked?.abort();
  const mine = (asked = new AbortController());
  busy(mine);
  try {
    const answer = await fetch(location.href, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("#stage svg.tree");
    if (!answer.ok || !fresh || mine.signal.aborted) return;
    redraw(parts, fresh.outerHTML, 0);
    refresh();
    parts.follow.fit();
  } catch {
    // Without an answer the picture stays as it is.
  } finally {
    idle(mine);
  }
}
