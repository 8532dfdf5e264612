// What can wait until the page has been painted.

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
    over = true;
    action();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, longest);
  return () => (over = true);
}
