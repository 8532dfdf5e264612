// The page of a follower: the room leads the run. A follower who moves alone is detached
// until they rejoin.

import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { keepRoom } from "../shared/own-room.js";
import { lastShown } from "../shared/question-kinds.js";
import { Drawing } from "../run/certificate-drawing.js";
import { NodeCard } from "../run/node-card.js";
import { fitNarrow } from "../run/narrow.js";
import { sendChoices } from "../run/choices.js";
import { parts, start } from "../run/page.js";
import { Answer } from "./answer.js";
import { Countdown } from "./countdown.js";
import { keepFocus, reload, restore } from "./focus.js";
import { HandIn } from "./hand-in.js";
import { LedRun, quietConnection, runsHere } from "./led-run.js";
import { Lost } from "./lost.js";
import { QuestionView } from "./question.js";
import { questionHere, Room, runOf } from "./room.js";
import { SceneNote } from "./scene-note.js";
import { Words } from "./words.js";

/** @typedef {import("./room.js").Value} Value */

/** The pages of a class load a new run at random times within this interval in milliseconds, to spread the load. */
const spread = 400;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The element that gets the focus when a part of a question disappears. */
const questionOrTree = () => byId(byId("question").hidden ? "stage" : "question");

class FollowPage {
  #form;
  #code;
  /** @type {LedRun | null} */
  #led = null;
  /** @type {QuestionView | null} */
  #question = null;
  /** @type {Answer | null} */
  #answer = null;
  /** @type {Countdown | null} */
  #countdown = null;
  #words = new Words((neutral) => this.#led?.say(neutral));
  /** @type {SceneNote} */
  #note;
  #lost = new Lost((message) => this.#room.send(message));
  #hand = new HandIn((message) => this.#room.send({ type: "hand-in", ...message }));
  /** @type {Room} */
  #room;
  #detached = false;
  #closed = false;
  /** The presenter has not let this person in. */
  #waiting = false;
  #timer = 0;
  #you = "";
  #nick = "";

  /** @param {{form: HTMLFormElement, svg: SVGSVGElement}} page */
  constructor(page) {
    this.#form = page.form;
    this.#code = page.form.dataset.code ?? "";
    this.#note = new SceneNote(this.#code);
    this.#read();
    const { until } = page.form.dataset;
    start(page, parseJSON(page.form.dataset.request ?? "{}"), Number(page.form.dataset.step), {
      source: quietConnection,
      address: () => {},
      drawing: () => Drawing,
      choices: sendChoices,
      narrow: fitNarrow,
      card: async (go) => new NodeCard(go),
      calls: () => import("../run/calls.js"),
      folding: Folding ? (view, host) => new Folding(view, host) : undefined,
      leader: (run) => (this.#led = new LedRun(run, until === undefined ? null : Number(until), {
        follows: ({ state }) => !this.#detached && !this.#alone && state === "open",
        moved: () => this.#detach(true),
        played: (on) => on && this.#detach(true),
        shown: () => {
          this.#showBehind();
          this.#question?.explain();
        },
        redrawn: () => {
          this.#led?.point(this.#room.value?.show.point ?? []);
          this.#question?.again();
          keepFocus("#question", () => this.#answer?.redrawn(), questionOrTree);
        },
        picked: (node) => this.#answer?.pick(node),
      }, "neutral" in page.form.dataset)),
    });
    busy(this);
    this.#room = new Room(() => this.#join(), {
      changed: (value) => this.#changed(value),
      connected: (on) => {
        (on ? idle : busy)(this);
        if (!on) this.#say("The connection is lost. Reconnecting …");
        else {
          this.#sayState();
          this.#answer?.again();
          this.#hand.again();
          this.#lost.again();
        }
      },
      other: (message) => {
        if (message.type === "answered") this.#answer?.kept(message.question);
        if (message.type === "handed") this.#hand.kept();
        if (message.type === "wait") this.#wait(message);
      },
      refused: (title, detail) => this.#refused(title, detail),
    });
    this.#countdown = new Countdown(this.#room);
    if (this.#led) {
      this.#led.room = this.#room;
      this.#room.numbering = Numbering && new Numbering(page.form.dataset.counts ?? "", () => /** @type {LedRun} */ (this.#led).steps.timeline);
      this.#question = new QuestionView(this.#led.view, this.#led.steps);
      this.#answer = new Answer(this.#led.view, Number(page.form.dataset.width), (answer) => this.#room.send({ type: "answer", ...answer }), (node) => this.#room.numbering?.has(node) ?? true);
    }
    byId("rejoin").addEventListener("click", () => {
      this.#detach(false);
      byId("stage").focus({ preventScroll: true });
    });
    byId("stage").tabIndex = -1;
    /** @type {HTMLInputElement} */ (byId("nick")).value = this.#nick;
    restore();
    byId("nick").addEventListener("change", (e) => e.stopPropagation()); // it must not submit the form of the run
    byId("nick-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.#rename(/** @type {HTMLInputElement} */ (byId("nick")).value.trim());
    });
  }

  #join() {
    return { type: "join", code: this.#code, ...(this.#you && { you: this.#you }), ...(this.#nick && { nick: this.#nick }) };
  }

  /** @param {string} nick */
  #rename(nick) {
    this.#nick = nick;
    this.#keep();
    this.#askName(this.#waiting || (this.#room.value?.names ?? false));
    this.#room.send({ type: "leave" });
    this.#room.send(this.#join());
    this.#lost.again();
    /** @type {HTMLElement} */ (byId("nick").closest("details")).removeAttribute("open");
  }

  /** The presenter lets in whom they know. @param {{you: string, out: boolean}} message */
  #wait({ you, out }) {
    this.#you = you;
    this.#keep();
    this.#waiting = true;
    this.#askName(true);
    this.#question?.show(null);
    this.#answer?.show(null);
    this.#form.classList.add("paused");
    this.#say(out ? "The presenter has taken you out of this room. You can come back when they let you in." : "The presenter lets new people in. Please wait.");
    idle(this);
  }

  /** Asks for a name, if the room needs it and there is none. @param {boolean} asks */
  #askName(asks) {
    const needed = asks && !this.#nick, box = byId("notice"), own = /** @type {HTMLElement} */ (byId("nick").closest("details"));
    byId("lost").title = asks ? "The presenter sees that you are lost" : "The presenter sees how many are lost, but not who";
    if (needed === (box.dataset.of === "name")) return;
    box.hidden = !needed;
    box.textContent = needed ? "This room asks for your name. The presenter sees it with your answers." : "";
    if (needed) box.dataset.of = "name";
    else delete box.dataset.of;
    own.toggleAttribute("open", needed);
  }

  /** @param {Value} value */
  #changed(value) {
    this.#waiting = false;
    this.#askName(value.names ?? false);
    if (value.you) {
      this.#you = value.you;
      this.#keep();
      if (!value.mine) this.#answer?.forget();
    }
    this.#closed = value.state === "closed";
    if (this.#closed) {
      this.#room.close();
      this.#hand.end();
      this.#lost.end();
      keepRoom(null);
    }
    if (this.#alone) return this.#readAlone(value);
    if (value.state === "open" && !runsHere(value, this.#form)) return this.#load();
    if (!this.#closed) this.#showOpen(value.lesson?.open ?? []);
    const q = value.question, here = q !== null && (!q.show || runOf(q.show) === runOf(value.show)), asked = here && q.state === "open";
    this.#led?.limit(asked ? lastShown(q) : Infinity);
    this.#words.say(asked);
    this.#led?.point(value.show.point);
    keepFocus("#question", () => {
      this.#question?.show(questionHere(value), value.mine);
      this.#answer?.show(questionHere(value), value.mine);
      if (this.#room.numbering) this.#answer?.redrawn(); // more nodes may have numbers now
    }, questionOrTree);
    this.#countdown?.show(questionHere(value));
    if (!this.#closed) this.#note.changed(value);
    if (asked) this.#led?.openAsked(q);
    for (const part of this.#form.querySelectorAll(".playback")) part.toggleAttribute("inert", value.state === "paused");
    this.#form.classList.toggle("paused", value.state === "paused");
    this.#sayState();
    this.#led?.sync();
    this.#showBehind();
  }

  /** The number of the scene that is read alone; empty: none. */
  get #alone() {
    return this.#form.dataset.alone ?? "";
  }

  /** A scene can be read alone while it is open and there is no open question. @param {Value} value */
  #readAlone({ lesson, question, state }) {
    this.#sayState();
    const open = lesson?.open.includes(Number(this.#alone)) ?? false, asked = question?.state === "open";
    if (state === "closed" || (open && !asked && state === "open")) return;
    busy(this.#form);
    location.assign(location.pathname);
  }

  /** Shows links to the open scenes. @param {number[]} open */
  #showOpen(open) {
    const box = byId("open-scenes");
    if (box.dataset.open === open.join()) return;
    box.dataset.open = open.join();
    box.hidden = open.length === 0;
    box.replaceChildren("Read on your own: ", ...open.flatMap((n) => {
      const link = document.createElement("a");
      link.href = `${location.pathname}?scene=${n}`;
      link.textContent = `scene ${n + 1}`;
      return [link, " "];
    }));
  }

  /** Loads the page of another run that the room shows. */
  #load() {
    if (this.#timer) return;
    busy(this.#form);
    this.#timer = window.setTimeout(reload, Math.random() * spread);
  }

  /** @param {string} title @param {string} detail */
  #refused(title, detail) {
    idle(this);
    if (!this.#answer?.refused(detail) && !this.#hand.refused(detail)) this.#say(`${title}: ${detail}`);
  }

  /** @param {boolean} on */
  #detach(on) {
    if (this.#detached === on || this.#alone) return;
    this.#detached = on;
    this.#sayState();
    if (!on) this.#led?.sync();
    this.#showBehind();
  }

  #sayState() {
    const state = this.#room?.value?.state;
    if (!state || this.#waiting) return;
    if (this.#closed) this.#say("The room is closed.");
    else if (state === "paused") this.#say("Paused by the presenter.");
    else if (this.#alone) this.#say("");
    else this.#say(this.#detached ? "You move on your own." : "You follow the presenter.");
  }

  /** @param {string} text */
  #say(text) {
    const state = byId("room-state");
    if (state.textContent !== text) state.textContent = text; // setting it speaks it
  }

  /** Shows how far a detached page is from the room. */
  #showBehind() {
    const led = this.#led, box = byId("behind"), room = this.#room?.value;
    box.hidden = !this.#detached || this.#closed;
    if (box.hidden || !led || !room) return;
    const by = led.wanted - led.step, many = Math.abs(by).toLocaleString("en");
    const text = by === 0 ? "At the step of the presenter" : `${many} ${Math.abs(by) === 1 ? "step" : "steps"} ${by > 0 ? "behind" : "ahead"}`;
    const place = /** @type {HTMLElement} */ (box.firstElementChild);
    if (place.textContent !== text) place.textContent = text;
    if (room.show.play) setTimeout(() => this.#showBehind(), 1000);
  }

  // This tab stores its token and name, to return as the same follower.

  get #name() {
    return `espalier-room:${this.#code}`;
  }

  #keep() {
    try {
      keepRoom({ code: this.#code, you: this.#you, nick: this.#nick });
      sessionStorage.setItem(this.#name, JSON.stringify({ you: this.#you, nick: this.#nick }));
    } catch {
      // Storage may be forbidden.
    }
  }

  #read() {
    try {
      const { you, nick } = JSON.parse(sessionStorage.getItem(this.#name) ?? "{}");
      if (typeof you === "string") this.#you = you;
      if (typeof nick === "string") this.#nick = nick;
    } catch {
      // As above.
    }
  }
}

const page = parts();
const Folding = page && "around" in page.form.dataset ? (await import("../run/folding.js")).Folding : null; // few trees are drawn in part
const Numbering = page && "counts" in page.form.dataset ? (await import("./numbering.js")).Numbering : null; // for games and generated trees that a program shows
if (page?.form.dataset.code) new FollowPage(page);
