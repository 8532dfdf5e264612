// What can wait until the page has been painted.

import { busy, idle } from "./idle.js";

/** Milliseconds after which it waits no longer: a page that nobody sees is not painted. */
const longest = 250;

/**
 * Runs something once, after the next frame has been painted.
 * @param {() => void} action @returns {() => void} calls it off
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
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, longest);
  return cancel;
}
