// Where the viewport of a picture is, and where it moves when the picture
// changes: the geometry only, for runs and the editor. The current node keeps its
// place on the screen, and the scale stays as long as the tree fits.

/** @typedef {import("./viewport.js").Box} Box */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{w: number, h: number}} Size */

/** Pixels of a unit of a fitted picture, at most: a tree of one node is not shown huge. */
const largest = 1.45;
/** Space around a tree that has just been fitted, so that it can grow; none on a phone, and none that would make its values smaller than 9 pixels. */
const margin = 1.2, narrow = 600, plain = 0.5;
/** Pixels of a unit with which a picture can still be read: a larger tree is shown in part, at a better scale. */
const legible = 0.32, better = 0.7;
/** A fitted tree that takes less of the viewport than this is fitted again. */
const small = 0.45;

/**
 * What is visible around a box in a window whose sides have another ratio.
 * @param {Box} box @param {Size} window @returns {Box}
 */
export function seen(box, window) {
  const scale = Math.min(window.w / box.w, window.h / box.h);
  const w = window.w / scale, h = window.h / scale;
  return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h };
}

/**
 * A box with space around the picture.
 * @param {Size} picture @param {Size} window @returns {Box}
 */
export function roomy(picture, window) {
  const room = Math.min(window.w / picture.w, window.h / picture.h) / plain;
  const more = window.w < narrow ? 1 : Math.max(1, Math.min(room, margin));
  const w = Math.max(picture.w * more, window.w / largest), h = Math.max(picture.h * more, window.h / largest);
  return { x: (picture.w - w) / 2, y: Math.max((picture.h - h) / 2, -40), w, h };
}

/**
 * Pixels of a label of a run, at least, unless a person zooms out; its size in the
 * picture (web/draw/size.go); and the pixels of a unit that follow.
 */
const smallestLabel = 8, labelSize = 17;
export const readable = smallestLabel / labelSize;

/**
 * Whether a picture is too large to be read as a whole.
 * @param {Size} picture @param {Size} window @param {number} [least]  pixels of a unit
 */
export const crowded = (picture, window, least = legible) => window.w > 0 && Math.min(window.w / picture.w, window.h / picture.h) < least;

/**
 * Where a viewport begins along one side of a picture, so that a point is in its
 * middle and little beside the picture is visible.
 * @param {number} at @param {number} size of the window @param {number} whole
 */
function along(at, size, whole) {
  const beside = 20;
  return whole < size ? (whole - size) / 2 : Math.max(-beside, Math.min(at - size / 2, whole - size + beside));
}

/** A side of a view, moved so that little beside the picture is visible. @param {number} from @param {number} size @param {number} whole */
const into = (from, size, whole) => along(from + size / 2, size, whole);

/**
 * What is around a point of a picture, at a scale at which it can be read.
 * @param {Size} picture @param {Size} window @param {Point} point
 * @param {number} [scale]  pixels of a unit
 * @returns {Box}
 */
export function around(picture, window, point, scale = better) {
  const w = window.w / scale, h = window.h / scale;
  return { x: along(point.x, w, picture.w), y: along(point.y, h, picture.h), w, h };
}

/**
 * What is shown of a picture at first: all of it, or what is around its root.
 * @param {Size} picture @param {Size} window @param {Point} root @returns {Box}
 */
export const first = (picture, window, root) => (crowded(picture, window) ? around(picture, window, root) : roomy(picture, window));

/**
 * What is around points of a picture, as large as they fit.
 * @param {Point[]} points @param {Size} window @returns {Box}
 */
export function enclosing(points, window) {
  const beside = 70;
  const [left, right] = [Math.min, Math.max].map((most) => most(...points.map((p) => p.x))), [top, bottom] = [Math.min, Math.max].map((most) => most(...points.map((p) => p.y)));
  const w = Math.max(right - left + 2 * beside, window.w / largest), h = Math.max(bottom - top + 2 * beside, window.h / largest);
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
}

/** @param {Box} box @param {number} dx @param {number} dy @returns {Box} */
const shifted = (box, dx, dy) => ({ ...box, x: box.x + dx, y: box.y + dy });

/**
 * The box after the picture has changed.
 * @param {object} o
 * @param {Box} o.box      before
 * @param {Size} o.window  in pixels
 * @param {Size} o.picture now
 * @param {Point} o.from   where the current node was
 * @param {Point} o.to     where it is now
 * @param {boolean} o.touched  the user chose this part of the picture
 * @param {boolean} o.own  the user made the change: the current node becomes visible
 * @returns {Box}
 */
export function follow({ box, window, picture, from, to, touched, own }) {
  const kept = shifted(box, to.x - from.x, to.y - from.y);
  if (window.w <= 0 || window.h <= 0) return touched ? kept : roomy(picture, window);
  const view = seen(kept, window);
  const empty = view.x > picture.w || view.y > picture.h || view.x + view.w < 0 || view.y + view.h < 0;
  if (touched || crowded(picture, window)) return own || empty ? intoSight(kept, view, to) : kept;
  const inside = view.x <= 0 && view.y <= 0 && view.x + view.w >= picture.w && view.y + view.h >= picture.h;
  const large = picture.w > small * view.w || picture.h > small * view.h || view.w <= (window.w / largest) * 1.05;
  return inside && large ? kept : roomy(picture, window);
}

/** A tree that is so far from the middle, in parts of the window, or so much smaller than it could be, is fitted again. */
const aside = 1 / 6, shrunk = 1.25;

/**
 * The box with the tree in the middle, where much of the window is empty beside it;
 * null: it is not. A tree that is too large to be read as a whole keeps its scale.
 * @param {Box} box @param {Size} window @param {Size} picture @returns {Box | null}
 */
export function balanced(box, window, picture) {
  const is = seen(box, window), tight = crowded(picture, window), scale = window.w / is.w;
  const to = tight ? { x: into(is.x, is.w, picture.w), y: into(is.y, is.h, picture.h), w: is.w, h: is.h } : roomy(picture, window), then = seen(to, window);
  const away = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ size) => Math.abs(a - b) > size * aside;
  const off = away(is.x + is.w / 2, then.x + then.w / 2, is.w) || away(is.y + is.h / 2, then.y + then.h / 2, is.h);
  return off || window.w / then.w > scale * shrunk ? to : null;
}

/**
 * Moves a box so far that a point is visible.
 * @param {Box} box @param {Box} view  what is visible of it @param {Point} point @returns {Box}
 */
export function intoSight(box, view, point) {
  const margin = Math.min(70, view.w / 5, view.h / 5);
  const over = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) => Math.min(0, at - from - margin) + Math.max(0, at - from - size + margin);
  return shifted(box, over(point.x, view.x, view.w), over(point.y, view.y, view.h));
}

/**
 * Between two boxes.
 * @param {Box} a @param {Box} b @param {number} k  1: a, 0: b, more than 1: beyond a @returns {Box}
 */
export function between(a, b, k) {
  const mix = (/** @type {number} */ from, /** @type {number} */ to) => to + (from - to) * k;
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), w: mix(a.w, b.w), h: mix(a.h, b.h) };
}

/** Pixels from the edge of a window in which a dragged node scrolls it, and pixels a second at the edge. */
const edge = 36, fastest = 900;

/**
 * How far a viewport scrolls along one side while a node is dragged near its
 * edge: towards what is not visible, and no farther.
 * @param {number} at  the pointer, in pixels @param {number} from @param {number} to  the window
 * @param {number} before @param {number} behind  how much of the picture is beyond either edge
 * @param {number} units  of the picture, for each pixel a second
 */
export function pull(at, from, to, before, behind, units) {
  const wanted = (/** @type {number} */ inside) => Math.max(0, Math.min(1, (edge - inside) / edge)) * fastest * units;
  return Math.min(Math.max(0, behind), wanted(to - at)) - Math.min(Math.max(0, before), wanted(at - from));
}
