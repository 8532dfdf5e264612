// The keys of the map. A key that means nothing here is left to the page.

/**
 * @typedef {object} Actions
 * @property {() => void} toggle
 * @property {(direction: 1 | -1) => void} step
 * @property {(direction: 1 | -1) => void} mark
 * @property {() => void} first
 * @property {() => void} last
 * @property {(direction: 1 | -1) => void} zoom
 * @property {() => void} fit
 * @property {() => void} shape
 * @property {() => void} sizes
 * @property {() => void} line
 * @property {() => void} work
 * @property {(direction: 1 | -1) => void} cut
 * @property {() => void} find
 * @property {() => void} help
 * @property {() => boolean} leave  whether there was something to leave
 * @property {(dx: -1 | 0 | 1, dy: -1 | 0 | 1) => void} walk  on the map itself
 * @property {() => void} choose
 */

/** @param {HTMLElement} map  what the keys of the map itself are for @param {Actions} act */
export function listenToKeys(map, act) {
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const action = find(e, map, act);
    if (!action || action() === false) return;
    e.preventDefault();
  });
}

/** @param {KeyboardEvent} e @param {HTMLElement} map @param {Actions} act @returns {(() => unknown) | null} */
function find(e, map, act) {
  const at = e.target instanceof Element ? e.target : document.body;
  if (at.closest("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]")) return null;
  const radio = at.closest("input[type=radio]") !== null, on = map.contains(at);
  const ways = /** @type {const} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  if (on && !e.shiftKey && e.key in ways) {
    const [dx, dy] = ways[/** @type {keyof typeof ways} */ (e.key)];
    return () => act.walk(dx, dy);
  }
  switch (e.key) {
    case " ":
      return at.closest("button, a, summary, input[type=checkbox], input[type=radio]:not(:checked)") ? null : act.toggle;
    case "Enter":
      return on ? act.choose : null;
    case "ArrowLeft":
    case "ArrowRight": {
      if (radio && !e.shiftKey) return null;
      const direction = e.key === "ArrowRight" ? 1 : -1;
      return e.shiftKey ? () => act.mark(direction) : () => act.step(direction);
    }
    case "Home":
      return act.first;
    case "End":
      return act.last;
    case "+":
    case "=":
      return () => act.zoom(1);
    case "-":
    case "−":
      return () => act.zoom(-1);
    case "n":
    case "N":
      return () => act.cut(e.shiftKey ? -1 : 1);
    case "f":
    case "F":
      return act.fit;
    case "t":
    case "T":
      return act.shape;
    case "w":
    case "W":
      return act.sizes;
    case "l":
    case "L":
      return act.line;
    case "c":
    case "C":
      return act.work;
    case "/":
      return act.find;
    case "?":
      return act.help;
    case "Escape":
      return act.leave;
  }
  return null;
}
