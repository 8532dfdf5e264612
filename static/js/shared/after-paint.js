// Runs what can wait until the page has been painted.

import { busy, idle } from "./idle.js";

/** It waits at most so many milliseconds: a hidden page is not painted. */
const longest = 250;

/**
 * Runs something once, after the next frame has been painted.
 * @param {() => void} action @returns {() => void} cancels it
 */
export function afterPaint(action) {
  let over = false;
  const once = () => {
    if (over) return;
    cancel();
    action();
  };
  const cancel = () => {
    over = true;
    idle(once);
  };
  busy(once);
  // The first timer may come before what else waits for this frame.
  requestAnimationFrame(() => setTimeout(() => setTimeout(once)));
  setTimeout(once, longest);
  return cancel;
}
