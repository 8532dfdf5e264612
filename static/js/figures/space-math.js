// The geometry of a decision space. Pure functions: no DOM here.
//
// Space coordinates are scores, one axis a player; picture coordinates are
// those of the SVG. The server draws the first picture by the same formulas.

/** @typedef {number[]} Point */

/**
 * Turns a point of the cube by yaw about the upright axis, tilts it by pitch
 * towards the eye, and drops the depth.
 * @param {Point} point @param {number} least @param {number} most
 * @param {{yaw: number, pitch: number, side: number, width: number, height: number}} eye  angles in degrees
 * @returns {[number, number]}
 */
export function project(point, least, most, { yaw, pitch, side, width, height }) {
  const [a, b, c] = point.map((s) => (s - least) / (most - least) - 0.5);
  const turn = (yaw * Math.PI) / 180, tilt = (pitch * Math.PI) / 180;
  const across = a * Math.cos(turn) - b * Math.sin(turn);
  const towards = a * Math.sin(turn) + b * Math.cos(turn);
  return [width / 2 + side * across, height / 2 + side * (towards * Math.sin(tilt) - c * Math.cos(tilt))];
}

/** A coordinate with at most one decimal place. @param {number} x */
export function num(x) {
  return String(Math.round(x * 10) / 10 || 0);
}

/** "5,3,2 0,1,2" as points. @param {string} text @returns {Point[]} */
export function points(text) {
  return text.split(" ").map((p) => p.split(",").map(Number));
}

/**
 * Whether (x, y) lies on the line or above it: the line is the least y that
 * prunes at every x, from left to right.
 * @param {Point[]} line @param {number} x @param {number} y
 */
export function onOrAbove(line, x, y) {
  const at = Math.min(Math.max(x, line[0][0]), line[line.length - 1][0]);
  return line.some(([x1, y1], i) => {
    if (x1 === at && y >= y1) return true;
    if (i === 0) return false;
    const [x0, y0] = line[i - 1];
    return x0 < at && at < x1 && y >= y0 + ((y1 - y0) * (at - x0)) / (x1 - x0) - 5e-7;
  });
}

/** The place of a missing bound in the cube: just outside. @param {number} least @param {number} most */
export function outside(least, most) {
  return least - 0.06 * (most - least);
}
