// The keys of the playback. A key that has no action here is left to the page.

/** @typedef {{toggle(): void, step(direction: 1 | -1): void, mark(direction: 1 | -1): void, first(): void, last(): void, speed(direction: 1 | -1): void, size?(): void, fit(): void, help(): void}} Actions */

/** @param {Actions} actions */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const action = find(e, actions);
    if (!action) return;
    e.preventDefault();
    action();
  });
}

/** @param {KeyboardEvent} e @param {Actions} actions @returns {(() => void) | null} */
function find(e, actions) {
  const at = e.target instanceof Element ? e.target : document.body;
  if (at.closest("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]")) return null;
  const radio = at.closest("input[type=radio]") !== null;
  switch (e.key) {
    case " ":
      // A button or a link uses Space itself; a radio button that is chosen does not.
      return at.closest("button, a, summary, input[type=checkbox], input[type=radio]:not(:checked)") ? null : actions.toggle;
    case "ArrowLeft":
    case "ArrowRight": {
      if (radio && !e.shiftKey) return null; // moves among the radio buttons
      const direction = e.key === "ArrowRight" ? 1 : -1;
      return e.shiftKey ? () => actions.mark(direction) : () => actions.step(direction);
    }
    case "Home":
      return actions.first;
    case "End":
      return actions.last;
    case "+":
    case "=":
      return () => actions.speed(1);
    case "-":
    case "−":
      return () => actions.speed(-1);
    case "s":
    case "S":
      return actions.size ?? null;
    case "f":
    case "F":
      return actions.fit;
    case "?":
      return actions.help;
  }
  return null;
}
