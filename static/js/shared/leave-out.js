// The button that leaves out the lines that a program has printed besides its events.

/**
 * Offers to send a run without some of its lines, by the button in a paragraph.
 * @param {HTMLElement} at @param {(send: () => Promise<void>) => void} send
 * @returns {(lines: number, again: () => Promise<void>) => void}
 */
export function offerIn(at, send) {
  const button = /** @type {HTMLButtonElement} */ (at.querySelector("button"));
  return (lines, again) => {
    button.textContent = lines === 1 ? "Leave this line out" : `Leave these ${lines.toLocaleString("en")} lines out`;
    button.onclick = () => {
      at.hidden = true;
      send(again);
    };
    at.hidden = false;
  };
}
