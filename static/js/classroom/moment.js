// Which step a room shows now. No DOM here.

import { lastAtOrBefore } from "../run/timeline.js";

/** @typedef {import("../run/timeline.js").Timeline} Timeline */

/** Milliseconds that a unit of a playback takes at speed 1, as the contract defines it. */
const unit = 900;

/**
 * The step that is shown at a moment of the server's clock, and how long until the
 * next one, in milliseconds; Infinity: there is none.
 * @param {import("./room.js").Show} show @param {Timeline} timeline @param {boolean} over  no more steps will come
 * @param {number} now @returns {{step: number, next: number}}
 */
export function moment({ step, play }, timeline, over, now) {
  if (!play) return { step, next: Infinity };
  const each = unit / play.speed, units = unitsPlayed(play, now);
  const at = after(play.from, units, play.by, timeline);
  if (at >= timeline.last) return { step: timeline.last, next: over ? Infinity : each };
  return { step: at, next: play.since + (units + 1) * each - now };
}

/** How many units of a playback are over. @param {import("./room.js").Play} play @param {number} now  by the server's clock */
export function unitsPlayed(play, now) {
  return Math.max(0, Math.floor((now - play.since) * play.speed / unit));
}

/** The step that lies some units after one. @param {number} from @param {number} units @param {import("../run/timeline.js").StepSize} by @param {Timeline} timeline */
function after(from, units, by, timeline) {
  if (by === "events") return from + units;
  if (units === 0) return from;
  const stops = by === "cuts" ? timeline.marks : timeline.decisions;
  return stops[lastAtOrBefore(stops, from) + units] ?? timeline.last;
}
