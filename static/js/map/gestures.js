// The pointer on a map: the wheel zooms at the pointer, a drag pans, two fingers pinch, a
// double click goes nearer, a click chooses, and what the pointer is on is meant.

/** A movement of less is a click, in CSS pixels. */
const still = 5;

/** Milliseconds between the two clicks of a double one, for touch, where the browser reports none. */
const twice = 320;

/**
 * @typedef {object} Actions
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number) => void} zoom
 * @property {(x: number, y: number) => void} nearer  smoothly
 * @property {(x: number, y: number) => void} choose
 * @property {(x: number, y: number) => void} point
 * @property {() => void} leave
 */

/** @param {HTMLElement} at @param {Actions} act */
export function listen(at, act) {
  /** @type {Map<number, {x: number, y: number}>} */
  const held = new Map();
  let moved = 0, clicked = -Infinity;
  const place = (/** @type {MouseEvent} */ e) => {
    const r = at.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  at.addEventListener("wheel", (e) => {
    e.preventDefault();
    const { x, y } = place(e), unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1;
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) act.pan(-(e.deltaX || e.deltaY) * unit, 0);
    else act.zoom(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * unit)) * (e.ctrlKey ? 0.01 : 0.0022)), x, y);
  }, { passive: false });
  at.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    at.setPointerCapture(e.pointerId);
    held.set(e.pointerId, place(e));
    if (held.size === 1) moved = 0;
    else moved = still + 1; // fingers that pinch choose nothing
  });
  at.addEventListener("pointermove", (e) => {
    const now = place(e), before = held.get(e.pointerId);
    if (!before) {
      if (e.pointerType !== "touch") act.point(now.x, now.y);
      return;
    }
    const dx = now.x - before.x, dy = now.y - before.y;
    moved += Math.hypot(dx, dy);
    if (held.size === 2) {
      const other = [...held].find(([id]) => id !== e.pointerId)?.[1] ?? now;
      const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(now.x - other.x, now.y - other.y);
      if (was > 10) act.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
      act.pan(dx / 2, dy / 2);
    } else if (moved > still) {
      at.dataset.dragged = "";
      act.pan(dx, dy);
    }
    held.set(e.pointerId, now);
  });
  const up = (/** @type {PointerEvent} */ e) => {
    const was = held.delete(e.pointerId);
    delete at.dataset.dragged;
    if (!was || e.type !== "pointerup" || moved > still || held.size > 0) return;
    const { x, y } = place(e);
    if (e.pointerType === "touch" && e.timeStamp - clicked < twice) act.nearer(x, y);
    else act.choose(x, y);
    clicked = e.timeStamp;
  };
  at.addEventListener("pointerup", up);
  at.addEventListener("pointercancel", up);
  at.addEventListener("dblclick", (e) => {
    const { x, y } = place(e);
    act.nearer(x, y);
  });
  at.addEventListener("pointerleave", () => act.leave());
}
