// Keeps the focus in a part of the page that is built again.

/**
 * Builds the part; the focus stays on the control at the same position.
 * @param {HTMLElement} box @param {() => void} build
 * @param {() => void} back  where the focus goes when no control is left
 */
export function preserveFocus(box, build, back) {
  const controls = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("a, button, summary")]);
  const was = controls().findIndex((c) => c === document.activeElement);
  build();
  if (was < 0) return;
  (controls()[was] ?? controls()[0])?.focus({ preventScroll: true });
  if (!box.contains(document.activeElement)) back();
}
