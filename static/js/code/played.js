// The run beside the text: the server writes it into the page, and after each run the script takes it from there again.

import { parseJSON } from "../shared/exact.js";
import { under } from "../shared/base.js";
import { addStylesheet } from "../shared/stylesheet.js";
import { Connection } from "../run/connection.js";
import { widest } from "../run/frame.js";
import { fitNarrow } from "../run/narrow.js";
import { sendChoices } from "../run/choices.js";
import { parts, start } from "../run/page.js";

/** Pixels of a unit with which a tree is shown as a whole: a small one is not clipped on a phone, where its labels have 7 pixels. */
const whole = 0.4;

/** @type {typeof widest} */
function wholeOrWidest(lists, picture, window, now) {
  if (Math.min(window.w / picture.w, window.h / picture.h) < whole) return widest(lists, picture, window, now);
  return now.x === 0 && now.y === 0 && now.w === picture.w ? now : { x: 0, y: 0, ...picture };
}

/** @type {(() => void) | undefined} */
let end;

/** What the position of a game beside the run needs. @type {Promise<unknown> | undefined} */
let board = document.getElementById("at-work") ? Promise.resolve() : undefined;

/** Plays the run that the page has. @param {{lines: number[]}} stops  its breakpoints */
export async function play(stops) {
  end?.();
  end = undefined;
  const page = parts();
  if (!page?.form.dataset.request) return;
  const { request, step, around } = page.form.dataset;
  const Folding = around === undefined ? null : (await import("../run/folding.js")).Folding;
  end = start(page, parseJSON(request), Number(step), {
    source: (listener) => new Connection(listener),
    address,
    drawing: () => import("../run/certificate-drawing.js").then(({ Drawing }) => Drawing),
    card: (go) => import("../run/node-card.js").then(({ NodeCard }) => new NodeCard(go)),
    choices: sendChoices,
    narrow: fitNarrow,
    calls: () => import("../run/calls.js"),
    frame: Folding ? undefined : wholeOrWidest,
    folding: Folding ? (view, host) => new Folding(view, host) : undefined,
    send() {}, // it is the same run
    stops,
  });
}

/** Takes the newest run of a program into the page, and plays it. @param {string} id @param {{lines: number[]}} stops */
export async function take(id, stops) {
  const answer = await fetch(under(`/code/${id}`));
  if (!answer.ok) throw new Error(answer.statusText);
  const then = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("played");
  if (then) document.getElementById("played")?.replaceWith(then);
  if (then?.querySelector("#at-work")) await (board ??= Promise.all([import("../games/watch.js"), addStylesheet("css/games/pictures.css"), addStylesheet("css/games/watch.css")]));
  await play(stops);
}

/** @param {number} step @param {string} size */
function address(step, size) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  if (size === "events") url.searchParams.delete("by");
  else url.searchParams.set("by", size);
  history.replaceState(history.state, "", url);
}
