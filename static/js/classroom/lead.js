// The page of a presenter: the room shows what this person does with the run. The page also
// follows other presenters.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { listenToKeys } from "../shared/keys.js";
import { presenting } from "../shared/page-address.js";
import { readValue } from "../shared/read-value.js";
import { Drawing } from "../run/certificate-drawing.js";
import { NodeCard } from "../run/node-card.js";
import { fitNarrow } from "../run/narrow.js";
import { sendChoices } from "../run/choices.js";
import { parts, start } from "../run/page.js";
import { presentable } from "../run/present.js";
import { Ask } from "./ask.js";
import { Beside } from "./beside.js";
import { Countdown } from "./countdown.js";
import { fitQuestion } from "./fit.js";
import { keepFocus, reload, restore } from "./focus.js";
import { LedRun, quietConnection, runsHere } from "./led-run.js";
import { Lesson } from "./lesson.js";
import { People } from "./people.js";
import { Projector } from "./projector.js";
import { QuestionView } from "./question.js";
import { questionHere, Room } from "./room.js";
import { SceneNote } from "./scene-note.js";
import { Snapshots } from "./snapshots.js";
import { LeafValues } from "./values.js";
import { Wall } from "./wall.js";
import { Words } from "./words.js";

/** @typedef {import("./room.js").Value} Value */
/** @typedef {import("./room.js").Play} Play */

/** For this time after an action, in milliseconds, messages of the room may still be from before it. */
const settling = 700;
/** The largest number of nodes that a room points at, and the number of next steps in the list. */
const mostPoints = Number(document.getElementById("run")?.dataset.maxPoints), nextSteps = 4;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class LeadPage {
  #form;
  /** @type {LedRun | null} */
  #led = null;
  /** @type {QuestionView | null} */
  #question = null;
  /** @type {Ask | null} */
  #ask = null;
  /** @type {Wall | null} */
  #wall = null;
  /** @type {People | null} */
  #people = null;
  /** @type {Snapshots | null} */
  #snapshots = null;
  /** @type {Lesson | null} */
  #lesson = null;
  /** @type {SceneNote} */
  #note;
  /** @type {LeafValues | null} */
  #values = null;
  /** @type {import("../shared/source-picker.js").SourcePicker | null} */
  #picker = null;
  /** @type {Projector | null} */
  #projector = null;
  /** @type {Countdown | null} */
  #countdown = null;
  #words = new Words((neutral) => this.#led?.say(neutral));
  /** @type {Room} */
  #room;
  /** The time of the last action of this page. */
  #acted = -Infinity;
  /** The last step and playback that it sent. @type {{step: number, play: Omit<Play, "since"> | null}} */
  #sent = { step: -1, play: null };
  #connected = false;
  /** An action could not be sent. */
  #unsent = false;
  #due = false;
  /** Nobody is here. */
  #empty = false;
  /** A person has shown or hidden the code. */
  #carded = false;
  #followTimer = 0;
  /** @type {number[]} */
  #points = [];
  /** A question that was asked with a key gets the focus. */
  #asks = false;

  /** @param {{form: HTMLFormElement, svg: SVGSVGElement}} page */
  constructor(page) {
    this.#form = page.form;
    const code = page.form.dataset.code ?? "";
    this.#note = new SceneNote(code);
    start(page, parseJSON(page.form.dataset.request ?? "{}"), Number(page.form.dataset.step), {
      source: quietConnection,
      address: () => {},
      drawing: () => Drawing,
      choices: sendChoices,
      narrow: fitNarrow,
      card: async (go) => new NodeCard(go),
      folding: Folding ? (view, host) => new Folding(view, host) : undefined,
      present: (form) => presentable(form, presenting),
      calls: () => import("../run/calls.js"),
      send: () => this.#showChoices(),
      leader: (run) => (this.#led = new LedRun(run, null, {
        follows: (value) => this.#follows(value),
        moved: () => this.#moved(),
        played: (on) => this.#played(on),
        shown: () => {
          this.#showNext();
          this.#showExplained();
          this.#question?.explain();
        },
        redrawn: () => {
          this.#led?.point(this.#points);
          this.#question?.again();
        },
        picked: (node) => this.#pointAt(node),
      }, "neutral" in page.form.dataset)),
    });
    busy(this);
    this.#room = new Room(() => ({ type: "lead", code }), {
      changed: (value) => this.#changed(value),
      connected: (on) => {
        this.#connected = on;
        (on ? idle : busy)(this);
        this.#say(on ? "" : "The connection is lost. Reconnecting …");
        if (on && this.#unsent) this.#publish();
      },
      other: (message) => message.type === "class" && this.#class(message),
      refused: (title, detail) => {
        idle(this);
        this.#say(`${title}: ${detail}`);
      },
    });
    const beside = new Beside(code), snapshots = (this.#snapshots = new Snapshots(beside, code));
    if (this.#led) {
      this.#led.room = this.#room;
      this.#room.numbering = Numbering && new Numbering(page.form.dataset.counts ?? "", () => /** @type {LedRun} */ (this.#led).steps.timeline);
      this.#question = new QuestionView(this.#led.view, this.#led.steps);
      this.#ask = new Ask(this.#led, this.#room, snapshots, () => this.#led?.cursor.pause());
      this.#values = new LeafValues(this.#led.view, this.#runs.values ?? {}, (values) => this.#show({ ...this.#runs, values }));
    }
    this.#wall = new Wall(this.#room, beside, snapshots);
    this.#people = new People(this.#room, (node) => this.#led?.view.name(node) ?? `node ${node}`);
    this.#countdown = new Countdown(this.#room);
    this.#lesson = new Lesson(this.#room, (lesson, scene) => this.#scene(lesson, scene));
    byId("pick").addEventListener("click", () => this.#pick());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".say[data-show]"))) {
      button.addEventListener("click", () => this.#show(parseJSON(button.dataset.show ?? "{}")));
    }
    byId("stage").tabIndex = -1;
    this.#listen(code);
    fitQuestion(page.form);
    restore();
  }

  /** @param {string} code */
  #listen(code) {
    const projector = new Projector(code, { projects: () => this.#projects, halt: () => this.#halt(), say: (text) => this.#say(text), card: (on) => {
      this.#carded = true;
      byId("join-card").hidden = !on;
    } });
    this.#projector = projector;
    byId("show-code").addEventListener("click", () => this.#card());
    byId("hide-code").addEventListener("click", () => this.#card());
    document.addEventListener("remote-forward", (e) => this.#nextScene() && e.preventDefault());
    /** @type {HTMLElement} */ (document.querySelector("#join-card .join-at")).textContent = location.host + under("/c");
    byId("pause").addEventListener("click", () => this.#room.send({ type: "pause", paused: this.#room.value?.state !== "paused" }));
    byId("hand-over").addEventListener("click", async () => (await import("./hand-over.js")).handOver(code));
    const dialog = /** @type {HTMLDialogElement} */ (byId("close-dialog"));
    byId("close-room").addEventListener("click", () => {
      dialog.returnValue = "";
      dialog.showModal();
    });
    dialog.addEventListener("close", () => dialog.returnValue === "close" && this.#room.send({ type: "close" }));
    for (const id of ["speed", "by"]) byId(id).addEventListener("change", () => this.#moved());
    listenToKeys({
      "show-code": () => this.#card(),
      "ask-next": () => this.#askNext(),
      "next-scene": () => void this.#lesson?.next(),
      "ask-stop": () => this.#press("ask-stop"),
      "ask-totals": () => this.#press("ask-totals"),
      "ask-reveal": () => this.#press("ask-reveal"),
      "open-scene": () => this.#lesson?.pace(),
      "pick": () => !this.#projects && void this.#pick(),
      // In present mode present.js has the keys of a remote.
      "remote-forward": () => !this.#projects && void (this.#nextScene() || byId("forward").click()),
      "remote-back": () => !this.#projects && byId("back").click(),
      "black": () => !this.#projects && projector.toggle(),
    });
  }

  /** At the end of a scene's run, shows the next scene; returns whether it did. */
  #nextScene() {
    const led = this.#led;
    if (!led || led.cursor.playing || !led.steps.over || led.step < led.steps.timeline.last) return false;
    return this.#lesson?.next() ?? false;
  }

  /** Stops a playback that another window began; returns a function that continues it, or null if there is none. */
  #halt() {
    const play = this.#room.value?.show.play, led = this.#led;
    if (!play || !led || this.#due || led.cursor.playing) return null;
    this.#publish();
    return () => {
      const show = this.#room.value?.show;
      if (!show) return;
      // The room may not have answered yet that it has stopped; what another window began meanwhile goes on.
      if (!show.play || show.play.since === play.since) this.#room.send({ type: "show", show: { ...show, step: led.step, play: { speed: play.speed, by: play.by, from: led.step } } });
    };
  }

  /** Asks what comes next. If nothing has the focus, it goes to the next possible action. */
  #askNext() {
    this.#asks = [document.body, byId("stage")].includes(/** @type {HTMLElement} */ (document.activeElement));
    this.#ask?.next();
  }

  /** Presses a button by its key. In present mode the buttons cannot be seen, and their keys work. @param {string} id */
  #press(id) {
    const button = /** @type {HTMLButtonElement} */ (byId(id));
    if (button.disabled) return false;
    button.click();
  }

  /** Whether the page is in present mode, for the projector. */
  get #projects() {
    return "present" in this.#form.dataset;
  }

  /** While nobody is here, the projector shows how to join. @param {boolean} empty */
  #cardWhileEmpty(empty) {
    if (!this.#projects || empty === this.#empty) return;
    this.#empty = empty;
    if (!this.#carded) byId("join-card").hidden = !empty;
  }

  #card() {
    const card = byId("join-card");
    card.hidden = !card.hidden;
    this.#carded = true;
    this.#projector?.card(!card.hidden);
    if (card.hidden && !this.#projects) byId("show-code").focus();
    else if (!card.hidden) byId("hide-code").focus();
  }

  // From the room.

  /** @param {Value} value */
  #changed(value) {
    if (value.state === "closed") {
      this.#room.close();
      this.#snapshots?.clear();
      byId("followers").textContent = "";
      for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".asking, .people, .room-tools > p:last-child"))) part.hidden = true; // they have no effect in a closed room
      byId("stage").focus({ preventScroll: true });
      this.#say("The room is closed. Its answers are on your desk.");
      return;
    }
    if (!runsHere(value, this.#form) || this.#lesson?.lists(value) === false) {
      busy(this.#form);
      reload();
      return;
    }
    this.#expand(value);
    byId("pause").setAttribute("aria-pressed", String(value.state === "paused"));
    byId("pause").textContent = value.state === "paused" ? "Resume" : "Pause everyone";
    if (performance.now() - this.#acted > settling) this.#points = value.show.point;
    this.#led?.point(this.#points);
    this.#words.say(value.question?.state === "open");
    this.#question?.show(questionHere(value));
    this.#countdown?.show(questionHere(value));
    this.#showExplained();
    keepFocus(".asking", () => this.#ask?.changed(value), () => document.querySelector(".ask-now button:enabled") ?? document.querySelector(".asking button:enabled:not(#show-wall)"));
    if (this.#asks && value.question?.state === "open") {
      this.#asks = false;
      byId("ask-stop").focus({ preventScroll: true });
    }
    this.#lesson?.changed(value);
    this.#note.changed(value);
    this.#people?.changed();
    this.#led?.sync();
  }

  /** A search of a game that a program shows does not build its tree. This page draws the tree, and makes the room number its nodes. @param {Value} value */
  #expand({ show, question }) {
    const { expand } = this.#form.dataset;
    if (!expand || question) return; // another run would stop or end the question
    delete this.#form.dataset.expand;
    this.#room.send({ type: "show", show: { ...show, expand: Number(expand), point: [] } });
  }

  /** @param {Value} value */
  #follows(value) {
    const wait = this.#acted + settling - performance.now();
    if (wait > 0) {
      clearTimeout(this.#followTimer);
      this.#followTimer = window.setTimeout(() => this.#room.value && this.#changed(this.#room.value), wait + 1);
      return false;
    }
    return !this.#led?.cursor.playing || !this.#isSent(value);
  }

  /** Whether the room shows what this page has sent. @param {Value} value */
  #isSent({ show: { step, play } }) {
    const { step: sentStep, play: sent } = this.#sent;
    if (!play || !sent) return !play && !sent && step === sentStep;
    return play.from === sent.from && play.by === sent.by && play.speed === sent.speed;
  }

  /** @param {import("./ask.js").Class} message */
  #class(message) {
    const { followers } = message;
    this.#cardWhileEmpty(followers === 0);
    this.#wall?.anonymous(message.anonymous);
    this.#ask?.class(message);
    this.#people?.changed();
    this.#wall?.handed(message.hands);
    byId("followers").textContent = followers === 1 ? "1 follows" : `${followers.toLocaleString("en")} follow`;
    byId("lost-count").textContent = message.lost === 0 ? "" : message.lost === 1 ? "1 is lost" : `${message.lost.toLocaleString("en")} are lost`;
    const { damaged = 0 } = message, state = byId("damaged-count"), text = damaged === 0 ? "" : damaged === 1 ? "1 answer is damaged" : `${damaged.toLocaleString("en")} answers are damaged`;
    if (state.textContent !== text) state.textContent = text;
  }

  // From the person.

  #moved() {
    const cursor = this.#led?.cursor;
    if (!cursor) return;
    const { play } = this.#sent;
    if (cursor.playing && play && play.speed === cursor.speed && play.by === cursor.size) return; // all pages play on their own
    this.#soon();
  }

  /** @param {boolean} on */
  #played(on) {
    // If the room already plays, for example since before a reload, the button stops it.
    const plays = this.#room?.value?.show.play;
    if (on && plays && this.#led && this.#led.wanted < this.#led.steps.timeline.last && !this.#sent.play) this.#led.cursor.pause();
    this.#soon();
  }

  /** Sends the state of the page when the current action is complete. */
  #soon() {
    this.#acted = performance.now();
    if (this.#due) return;
    this.#due = true;
    busy(this.#sent);
    setTimeout(() => {
      this.#due = false;
      idle(this.#sent);
      this.#publish();
    });
  }

  #publish() {
    const value = this.#room.value, cursor = this.#led?.cursor;
    if (!value || !cursor) return;
    this.#acted = performance.now();
    this.#unsent = !this.#connected;
    const play = cursor.playing ? { speed: cursor.speed, by: cursor.size, from: cursor.step } : null;
    Object.assign(this.#sent, { step: cursor.step, play });
    this.#room.send({ type: "show", show: { ...value.show, step: cursor.step, play, point: this.#points } });
  }

  /** @param {number} node */
  #pointAt(node) {
    const others = this.#points.filter((n) => n !== node);
    this.#points = (others.length < this.#points.length ? others : [...others, node].slice(-mostPoints)).sort((a, b) => a - b);
    this.#led?.point(this.#points);
    this.#values?.pick(node);
    this.#soon();
  }

  /** The run of the page. @returns {any} */
  get #runs() {
    return parseJSON(this.#form.dataset.run ?? "{}");
  }

  /** Shows something else. @param {object} show */
  #show(show) {
    this.#points = [];
    this.#room.send({ type: "show", show: { ...show, theme: this.#room.value?.show.theme ?? null } });
  }

  /** Lets the presenter choose what to show. */
  async #pick() {
    this.#picker ??= new (await import("../shared/source-picker.js")).SourcePicker();
    this.#picker.open((show) => this.#show(show), (lesson) => this.#scene(lesson, 0));
  }

  /** Shows a scene, which may have a question. @param {string} lesson @param {number} scene */
  #scene(lesson, scene) {
    this.#room.send({ type: "scene", lesson, scene, seconds: this.#ask?.seconds ?? null });
  }

  /** Shows the chosen algorithm, options and leaf values. */
  #showChoices() {
    const run = this.#runs, algorithm = /** @type {HTMLSelectElement} */ (byId("room-algorithm")).value;
    if (algorithm !== run.algorithm) return this.#show({ ...run, algorithm, options: run.expand && run.game ? { depth: run.expand, ...(run.further ? { quiescence: run.further } : {}) } : {} });
    /** @type {Record<string, any>} */
    const options = {}, values = { ...run.values };
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll(".options input"))) {
      if (field.type === "number" ? field.value !== "" : field.checked) options[field.name] = typeof run.options?.[field.name] === "number" || field.type === "number" ? Number(field.value) : true;
    }
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll(".leaves input"))) {
      if (field.checked && !field.defaultChecked) values[field.name.slice(1)] = readValue(field.value);
    }
    const { further, ...shown } = run, quiet = options.quiescence > 0 ? { further: options.quiescence } : {};
    const expand = run.expand && { expand: options.depth ?? run.expand, ...quiet }; // the tree of a game is built to where the search stops
    this.#show({ ...shown, ...expand, options, values: expand && (expand.expand !== run.expand || expand.further !== further) ? {} : values });
  }

  /** At the step of a revealed question, the page emphasizes the reason. */
  #showExplained() {
    const value = this.#room?.value, q = value ? questionHere(value) : null;
    const asking = q !== null && this.#led !== null && this.#led.step <= q.step;
    this.#form.classList.toggle("at-question", asking);
    this.#form.classList.toggle("explained", asking && "correct" in q);
  }

  /** Lists the sentences of the next steps. */
  #showNext() {
    const led = this.#led;
    if (!led) return;
    const list = [];
    for (let t = led.step + 1; t <= led.step + nextSteps; t++) {
      const text = led.steps.detail(t)?.text.map((span) => span.t).join("").replaceAll("ax^n", "axⁿ");
      if (!text) break;
      const item = document.createElement("li");
      item.textContent = text;
      item.value = t;
      list.push(item);
    }
    byId("next-steps").replaceChildren(...list);
    const said = [...document.querySelectorAll("[data-show][data-step]")].map((row) => /** @type {HTMLElement} */ (row));
    const here = said.filter((row) => Number(row.dataset.step) <= led.step).sort((a, b) => Number(a.dataset.step) - Number(b.dataset.step)).at(-1);
    for (const row of said) row.parentElement?.classList.toggle("here", row === here);
  }

  /** @param {string} text */
  #say(text) {
    byId("room-state").textContent = text;
    const notice = byId("notice");
    notice.textContent = text;
    notice.hidden = text === "";
    notice.dataset.of = "room"; // only for the projector, which does not show room-state
  }
}

const page = parts();
const Folding = page && "around" in page.form.dataset ? (await import("../run/folding.js")).Folding : null; // few trees are drawn in part
const Numbering = page && "counts" in page.form.dataset ? (await import("./numbering.js")).Numbering : null; // for games and generated trees that a program shows
if (page?.form.dataset.code) new LeadPage(page);
