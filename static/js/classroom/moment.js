// The step that a room shows now. No DOM here.

import { lastAtOrBefore } from "../run/lists.js";

/** @typedef {import("../run/timeline.js").Timeline} Timeline */

/** The milliseconds of a unit of a playback at speed 1, defined by the contract. */
const unit = 900;

/**
 * The step at a moment of the server's clock, and the milliseconds until the next one;
 * Infinity: there is none.
 * @param {import("./room.js").Show} show @param {Timeline} timeline @param {boolean} over  all steps have arrived
 * @param {number} now @returns {{step: number, next: number}}
 */
export function moment({ step, play }, timeline, over, now) {
  if (!play) return { step, next: Infinity };
  const each = unit / play.speed, units = unitsPlayed(play, now);
  const at = after(play.from, units, play.by, timeline);
  if (at >= timeline.last) return { step: timeline.last, next: over ? Infinity : each };
  return { step: at, next: play.since + (units + 1) * each - now };
}

/** The number of units that a playback has played. @param {import("./room.js").Play} play @param {number} now  by the server's clock */
export function unitsPlayed(play, now) {
  return Math.max(0, Math.floor((now - play.since) * play.speed / unit));
}

/** The step that is a number of units after another one. @param {number} from @param {number} units @param {import("../run/timeline.js").StepSize} by @param {Timeline} timeline */
function after(from, units, by, timeline) {
  if (by === "events") return from + units;
  if (units === 0) return from;
  const stops = by === "cuts" ? timeline.marks : timeline.decisions;
  return stops[lastAtOrBefore(stops, from) + units] ?? timeline.last;
}
