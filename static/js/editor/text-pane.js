// The text beside the picture: what is typed goes to the server after a short
// pause, and a draft never overwrites what is being typed. A text that cannot be
// parsed or merged yet stays on this page, and is sent with the revision that it
// is based on, until the server accepts it. Behind the text is a mirror of it
// with marks: faults, and the selected node.

import { afterPaint } from "../shared/after-paint.js";
import { busy, idle } from "../shared/idle.js";
import { markedText } from "./text-marks.js";
import { offsetOf, partAt, places, retyped, shifted, splice } from "./text-rebase.js";

/** @typedef {import("./draft-socket.js").Draft} Draft */
/** @typedef {import("./outbox.js").Made} Made */
/** @typedef {import("./text-recovery.js").Unsent} Unsent */

/** Milliseconds without a change after which the text is sent. */
const rest = 180;

/** Selected nodes, and nodes with faults, that are marked in the text, at most. */
const mostMarked = 50;
/** Characters of a text in which edits that wait are shown. */
const longest = 50_000;

/** The edit that a draft answers: of the text here, another one from here, or one of another person. @typedef {"text" | "gesture" | "other"} Origin */

export class TextPane {
  #area;
  #mirror;
  #fault;
  #note;
  #host;
  /** The text that the server has, and the revision that the text here is based on: what later ones added was not deleted here. */
  #known = "";
  #revision = 0;
  /** The newest revision that only edits from here have made of that one. */
  #ownRevision = 0;
  /** The server could not read or merge the text: it stays until it can. */
  #held = false;
  #refused = false; // so that it is on this page only, and in no revision
  /** @type {Draft | null} the newest that the text here does not show */
  #unseen = null;
  /** @type {number[]} of the text as it is */
  #spans = [];
  #timer = 0;
  #sent = false;
  #outgoing = "";
  #unread = ""; // the text that was sent and is not in the notation
  #token = ""; // of the edit that sends it
  /** @type {number[]} numbers of the selected nodes */
  #selected = [];
  /** @type {number[]} numbers of the nodes that break a limit */
  #faulty = [];
  /** @type {{from: number, to: number} | null} where the text cannot be read */
  #faultAt = null;

  /**
   * @param {HTMLTextAreaElement} area
   * @param {object} host
   * @param {(text: string, base: number) => {made: Made, done: Promise<any>} | null} host.send  null: it is not taken
   * @param {(text: string) => void} host.unread  the whole text, which is not in the notation
   * @param {(text: string, spans: number[]) => string} host.expected  the text once the edits that wait are done; empty: nobody knows
   * @param {(number: number) => void} host.pointed  the caret is in this node's part
   */
  constructor(area, host) {
    this.#area = area;
    this.#host = host;
    this.#mirror = /** @type {HTMLElement} */ (document.getElementById("text-marks"));
    this.#fault = /** @type {HTMLElement} */ (document.getElementById("text-fault"));
    this.#note = /** @type {HTMLElement} */ (document.getElementById("text-note"));
    document.getElementById("text-again")?.addEventListener("click", () => this.#giveUp());
    this.#known = this.#last = area.value;
    for (const event of ["focus", "beforeinput"]) area.addEventListener(event, () => this.#drop());
    area.addEventListener("input", () => this.#typed());
    area.addEventListener("blur", () => this.flush());
    area.addEventListener("scroll", () => this.#follow(), { passive: true });
    new ResizeObserver(() => this.#follow()).observe(area);
    for (const event of ["keyup", "click"]) area.addEventListener(event, () => this.#caret());
  }

  /** The text, and where a node's part of it is. */
  get text() {
    return this.#expected === "" ? this.#area.value : this.#known;
  }

  /** Whether the text is not that of the tree: it is being typed, or cannot be parsed. */
  get unfinished() {
    return this.dirty || this.#held;
  }

  get dirty() {
    return this.text !== this.#known;
  }

  /** The text with the edits that wait, while it is shown: nothing else is done with it. Empty: it is not. */
  #expected = "";

  /** Shows the text as it will be, after the next frame. */
  foresee() {
    this.#later();
  }

  #foresee() {
    const may = !this.unfinished && !this.#sent && !this.#area.disabled && document.activeElement !== this.#area && this.#known.length <= longest && this.#spans.length > 0;
    const text = may ? this.#host.expected(this.#known, this.#spans) : "", now = text === this.#known ? "" : text;
    if (now === this.#expected) return;
    this.#exchange(now || this.#known);
    this.#expected = now;
    this.#last = this.#area.value;
    this.#area.parentElement?.classList.toggle("waiting", now !== "");
  }

  /** Shows the text of the tree again. */
  #drop() {
    if (this.#expected === "") return;
    this.#expected = "";
    this.#exchange(this.#known);
    this.#last = this.#known;
    this.#area.parentElement?.classList.remove("waiting");
  }

  /** A node's part of the text; null where it is not known. @param {number} number */
  part(number) {
    if (this.#next) this.catchUp();
    const from = this.#spans[2 * number], to = this.#spans[2 * number + 1];
    return from === undefined || to === undefined || to <= from ? null : this.text.slice(from, to);
  }

  #last = "";
  #typed() {
    this.#spans = shifted(this.#spans, splice(this.#last, this.#area.value));
    this.#last = this.#area.value;
    this.#faultAt = null;
    this.#paint();
    this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    busy(this);
    this.#timer = window.setTimeout(() => this.flush(), rest);
  }

  /** Sends what was typed. One text is under way at a time. */
  flush() {
    clearTimeout(this.#timer);
    idle(this);
    if (this.#sent || !this.dirty) return;
    this.#sent = true;
    this.#outgoing = this.#area.value;
    const sent = this.#host.send(this.#outgoing, this.#revision);
    this.#token = sent?.made.token ?? "";
    this.#await(sent?.done ?? Promise.reject());
  }

  /** Puts another text in the place of all of it; the browser's own undo brings it back. @param {string} text */
  replace(text) {
    this.#area.focus();
    this.#area.select();
    document.execCommand("insertText", false, text);
    this.flush();
  }

  /** Puts another text in the place of one that cannot be read, if it is still the text: a whole tree, in which nothing of the edits from here is kept. @param {string} typed @param {string} text */
  exchange(typed, text) {
    if (this.#area.value !== typed || this.#sent) return false;
    this.#revision = this.#ownRevision;
    const at = document.activeElement;
    this.replace(text);
    if (at instanceof HTMLElement && at !== this.#area) at.focus();
    return true;
  }

  /** The text that is not yet in the tree, when the page is left; null: none. @returns {Unsent | null} */
  get unsent() {
    if (!this.#sent && !this.#held) return null;
    return { token: this.#sent ? this.#token : "", outgoing: this.#outgoing, typed: this.#area.value, known: this.#known, revision: this.#revision };
  }

  /** Continues where the page was left. @param {Unsent} unsent @param {Promise<any> | undefined} done  of the text that is under way */
  resume({ outgoing, typed, known, revision }, done) {
    this.#area.value = this.#last = typed;
    this.#known = known;
    this.#revision = this.#ownRevision = revision;
    this.#outgoing = outgoing;
    this.#held = !done;
    this.#sent = Boolean(done);
    if (done) this.#await(done);
  }

  /** @param {Promise<any>} done  of the text that is under way */
  async #await(done) {
    try {
      await done;
    } catch {
      // The page shows why; the text stays as it was typed.
      this.#known = this.#outgoing;
      this.#held = this.#refused = true;
      this.#remark();
    }
    this.#sent = false;
    const unread = this.#unread;
    this.#unread = "";
    if (unread !== "") this.#host.unread(unread);
    if (this.dirty) this.#schedule();
    else if (this.#unseen && !this.#held) this.take(this.#unseen, "other");
  }

  /** @type {{draft: Draft, origin: Origin} | null} a draft that is still to be shown */
  #next = null;
  /** @type {(() => void) | null} calls it off */
  #soon = null;

  /**
   * The picture comes first: the text follows after it has been painted.
   * @param {Draft} draft @param {Origin} origin
   */
  take(draft, origin) {
    if (origin === "text") {
      this.catchUp();
      this.#take(draft, origin);
    } else this.#next = { draft, origin: this.#next?.origin === "gesture" ? "gesture" : origin };
    this.#later();
  }

  #later() {
    this.#soon ??= afterPaint(() => this.catchUp());
  }

  catchUp() {
    this.#soon?.();
    this.#soon = null;
    const next = this.#next;
    this.#next = null;
    if (next) this.#take(next.draft, next.origin);
    this.#foresee();
    this.#paint();
    this.#reveal();
  }

  /** @param {Draft} draft @param {Origin} origin */
  #take(draft, origin) {
    const area = this.#area;
    this.#drop();
    if (draft.text === null || draft.text === undefined) {
      if (!this.unfinished && !this.#sent) area.value = this.#known = this.#last = ""; // it would be an older tree's
      area.disabled = true;
      area.placeholder = "This tree is too large to be edited as text here. “Share” has it as a file.";
      this.#spans = [];
      return;
    }
    area.disabled = false;
    if (origin !== "other" && draft.made === draft.revision && draft.made === this.#ownRevision + 1) this.#ownRevision++;
    if (origin === "text" && this.#sent) this.#answered(draft);
    else if (this.#takes(draft, origin)) {
      this.#exchange(draft.text);
      this.#setBase(draft.text, draft.typedFault?.base || draft.revision, draft.spans ?? []);
      if (draft.typedFault) this.#unseen = draft;
      this.#showFault(draft.typedFault);
    } else if (origin === "other" && draft.readable && !this.#held && this.#rests(draft)) {
      // The text of another person cannot be parsed: that of the tree is shown.
      this.#exchange(draft.readable.text);
      this.#setBase(draft.readable.text, draft.revision, draft.readable.spans);
    } else if (draft.revision > this.#revision) {
      this.#unseen = draft;
      this.#spans = []; // the nodes have other numbers now
    }
    this.#last = area.value;
    this.#remark();
  }

  /** Whether a draft may replace the text. @param {Draft} draft */
  #rests(draft) {
    return !this.dirty && !this.#sent && !this.#refused && draft.revision >= this.#revision;
  }

  /** Whether the text of a draft is shown here. @param {Draft} draft @param {Origin} origin */
  #takes(draft, origin) {
    if (!this.#rests(draft)) return false;
    if (origin === "gesture" || this.#revision === 0) return true;
    // A text that another person is still typing is not shown.
    return !this.#held && (!draft.typedFault || draft.text === this.#known);
  }

  /** The server has saved a text from here. @param {Draft} draft  with the changes of others: its fault may be that of another person's text */
  #answered(draft) {
    const area = this.#area, fault = draft.typedFault, tree = fault ? draft.readable : draft;
    if (draft.unread || typeof tree?.text !== "string") {
      this.#known = this.#outgoing;
      this.#held = true;
      // It cannot be parsed. Without a revision of another person in between, the tree is still the one that it is based on.
      if ((draft.made ?? draft.revision) === this.#revision + 1 && draft.revision === draft.made) this.#revision = draft.revision;
      else this.#unseen = draft;
      if (fault && draft.text === this.#outgoing && area.value === this.#outgoing) {
        this.#showFault(fault);
        this.#unread = this.#outgoing;
      }
      return;
    }
    const { text } = tree, typed = area.value, now = retyped(this.#outgoing, typed, text);
    this.#exchange(now);
    this.#setBase(text, draft.revision, shifted(tree.spans ?? [], splice(text, now)));
    if (now === text) this.#showFault(null);
  }

  /** @param {string} text @param {number} revision @param {number[]} spans */
  #setBase(text, revision, spans) {
    this.#known = text;
    this.#revision = this.#ownRevision = revision;
    this.#spans = spans;
    this.#held = this.#refused = false;
    if (this.#unseen && this.#unseen.revision <= revision) this.#unseen = null;
  }

  /** Discards what was typed and cannot be accepted. */
  #giveUp() {
    this.catchUp(); // with the newest tree
    const draft = this.#unseen, tree = draft?.typedFault ? draft.readable : draft;
    if (!draft || typeof tree?.text !== "string") return;
    clearTimeout(this.#timer);
    idle(this);
    this.#exchange(tree.text);
    this.#setBase(tree.text, draft.revision, tree.spans ?? []);
    this.#last = this.#area.value;
    this.#showFault(null);
    this.#remark();
    this.#paint();
    this.#area.focus();
  }

  /** Shows whether the text here is not that of the tree. */
  #remark() {
    this.#note.hidden = !this.#held || !this.#unseen || Boolean(this.#unseen.typedFault && this.#unseen.text === this.#known);
  }

  /** Another text, the caret where it was. @param {string} text */
  #exchange(text) {
    const area = this.#area, was = area.value;
    if (was === text) return; // the browser's own undo still works
    const { selectionStart, selectionEnd, selectionDirection } = area, place = places(was, text);
    const { at, removed, added } = splice(was, text);
    area.setRangeText(text.slice(at, at + added), at, at + removed, "preserve");
    // A caret stays a caret: what replaced the words around it is not selected.
    const from = place(selectionStart);
    area.setSelectionRange(from, selectionEnd === selectionStart ? from : Math.max(from, place(selectionEnd)), selectionDirection);
  }

  /** @param {Draft["typedFault"]} fault */
  #showFault(fault) {
    const area = this.#area;
    this.#fault.hidden = !fault;
    area.setAttribute("aria-invalid", String(Boolean(fault)));
    if (!fault) {
      this.#faultAt = null;
      this.#fault.textContent = "";
      return;
    }
    this.#fault.textContent = `Line ${fault.line}, column ${fault.column}: ${fault.message}. The picture stays as it was.`.replace("..", ".");
    const from = fault.offset ?? offsetOf(area.value, fault.line, fault.column);
    const word = /^[\w.'-]+/.exec(area.value.slice(from));
    this.#faultAt = { from, to: Math.max(from + 1, from + (word?.[0].length ?? 1)) };
  }

  /** @param {number[]} numbers  of the selected nodes */
  select(numbers) {
    this.#selected = numbers;
    this.#later();
  }

  /** Marks the nodes that break a limit with the next draft. @param {number[]} numbers */
  faults(numbers) {
    this.#faulty = numbers;
  }

  #reveal() {
    const numbers = this.#selected;
    const from = this.#spans[2 * (numbers.at(-1) ?? -1)];
    if (from === undefined || document.activeElement === this.#area) return;
    // The marked part becomes visible, without the focus.
    const mark = this.#mirror.querySelector("mark.here");
    if (!(mark instanceof HTMLElement)) return;
    const top = mark.offsetTop, area = this.#area;
    if (top < area.scrollTop || top + 20 > area.scrollTop + area.clientHeight) area.scrollTop = top - area.clientHeight / 3;
  }

  #caret() {
    const place = this.#area.selectionStart;
    const n = partAt(this.#spans, place);
    if (n >= 0) this.#host.pointed(n);
  }

  /** The mirror: the same text, with the marks behind it. */
  #paint() {
    const text = this.#area.value;
    /** @type {import("./text-marks.js").Mark[]} */
    const marks = [], mark = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => marks.push({ name, from, to });
    if (this.#expected !== "") { // the places of nodes are those of the other text
      const { at, added } = splice(this.#known, text);
      mark("here", at, at + added);
    } else for (const n of this.#selected.slice(-mostMarked)) mark("here", this.#spans[2 * n], this.#spans[2 * n + 1]);
    for (const n of this.#expected === "" ? this.#faulty.slice(0, mostMarked) : []) {
      const from = this.#spans[2 * n], to = this.#spans[2 * n + 1], children = text.indexOf("[", from);
      mark("wrong", from, children > 0 && children < to ? children : to); // of an inner node only its own part
    }
    if (this.#faultAt) mark("wrong", this.#faultAt.from, this.#faultAt.to);
    this.#follow(); // before the mirror changes: it reads sizes, which would need another layout afterwards
    this.#mirror.replaceChildren(...markedText(text, marks), "\n ");
  }

  #follow() {
    this.#mirror.style.width = `${this.#area.clientWidth}px`;
    this.#mirror.style.transform = `translateY(${-this.#area.scrollTop}px)`;
  }
}
