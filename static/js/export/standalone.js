// Folder export: scripts of what is exported. It imports shared/, run/ and
// figures/.
//
// This module plays a run from a standalone file, which holds the steps and
// their details. Nothing is fetched.

import { parseJSON } from "../shared/exact.js";
import { Drawing } from "../run/certificate-drawing.js";
import { Calls } from "../run/calls.js";
import { NodeCard } from "../run/node-card.js";
import { fitNarrow } from "../run/narrow.js";
import { packedSteps } from "../run/packed-steps.js";
import { sendChoices } from "../run/choices.js";
import { parts, start } from "../run/page.js";
import { presentable } from "../run/present.js";
import "../figures/listing.js";
import "../figures/space.js";
import "../run/story.js";

/** @typedef {import("../run/connection.js").Detail} Detail */
/** @typedef {import("../run/connection.js").Listener} Listener */

/** @typedef {import("../run/packed-steps.js").PackedSteps} PackedSteps */

/** What the file holds: the message of the steps, in base64. @typedef {{steps: string, end: any, details: Detail[]}} Recording */

/** Sends a recorded run to a listener, as a connection does with one on the server. */
class RecordedSource {
  #steps;
  #recording;
  #listener;

  /** @param {PackedSteps} steps @param {Recording} recording @param {Listener} listener */
  constructor(steps, recording, listener) {
    this.#steps = steps;
    this.#recording = recording;
    this.#listener = listener;
  }

  run() {
    this.#listener.steps(this.#steps);
    this.#listener.end(this.#recording.end);
  }

  /** @param {number} from @param {number} to */
  details(from, to) {
    this.#listener.details(from, this.#recording.details.slice(from, to));
  }

  close() {}
}

const page = parts();
const kept = document.getElementById("recording");
if (page && kept) {
  /** @type {Recording} */
  const recording = parseJSON(kept.textContent ?? "");
  const steps = packedSteps(Uint8Array.from(atob(recording.steps), (c) => c.charCodeAt(0)).buffer);
  const named = /^#step=(\d+)$/.exec(location.hash);
  const first = named ? Math.min(Number(named[1]), steps.count - 1) : Number(page.form.dataset.step);
  start(page, {}, first, {
    drawing: () => Drawing,
    choices: sendChoices,
    narrow: fitNarrow,
    card: (go) => Promise.resolve(new NodeCard(go)),
    source: (listener) => new RecordedSource(steps, recording, listener),
    present: (form) => presentable(form),
    calls: () => Promise.resolve({ Calls }),
    address: (step) => history.replaceState(history.state, "", `#step=${step}`), // the step is part of a link to the file
  });
}
