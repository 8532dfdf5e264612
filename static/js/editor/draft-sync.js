// The draft and the server: edits go out, revisions, refusals and results come in.

import { undoName } from "../shared/undo-storage.js";
import { DraftSocket } from "./draft-socket.js";
import { History } from "./history.js";
import { typedIn } from "./messages.js";
import { Outbox } from "./outbox.js";
import { Persistence } from "./persistence.js";

/** @typedef {import("./draft-socket.js").Draft} Draft */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./outbox.js").Edit} Edit */

/** Milliseconds without an answer after which the page says that it is not connected. */
const patience = 1500;

/** Ops that find their place by other nodes: if these are deleted, the server goes by the revision that was seen here. */
const placed = ["sibling", "move", "copy", "paste"];

export class DraftSync {
  /** @type {Draft} the newest revision that has come */
  draft;
  persistence;
  outbox;
  history;
  socket;
  /** The page is being left: edits are stored, and go out when it is back. */
  leaving = false;
  connected = false;
  /** Whether the server answers, as far as is known. */
  answers = true;
  #waited = 0; // how many edits waited when that was shown last
  #awaited = 0; // the timer of an answer that is awaited
  #silence = once(); // resolves when there is none
  #deleted = false;
  #first = once();
  /** Resolves when the saved tree has come for the first time. */
  begun = this.#first.promise;
  #editor;

  /** @param {Editor} editor @param {object} state  of the draft, as the page has it */
  constructor(editor, state) {
    this.#editor = editor;
    this.draft = { revision: 0, text: null, header: {}, ...state };
    const { page } = editor, notice = (/** @type {string} */ text) => editor.notices.show(text);
    this.persistence = new Persistence(page, { saved: () => this.#saved(), notice });
    this.outbox = new Outbox(this.persistence.local, (message) => this.socket.send(message), () => this.status(), () => this.draft.revision, Number(page.dataset.maxBody) - 1000);
    this.outbox.lost = (edit, why, old) => {
      // The panels at the nodes and the text keep what was typed there, as long as the page is open.
      const typed = !["set", "text"].includes(edit.op) || old || !why.answer ? typedIn(edit) : "";
      editor.notices.show(`Not done: ${why.answer?.errors?.[0]?.message ?? why.message}.`.replace("..", "."), typed);
    };
    this.history = new History(undoName(this.persistence.local), {
      send: (edit) => this.send(edit),
      pending: (token) => this.outbox.pending(token),
      changed: () => editor.toolbar.refresh(),
      place: () => editor.places.now(),
      restore: (place) => editor.places.restore(place),
      notice,
    });
    this.socket = new DraftSocket(
      {
        draft: (message, first) => this.#take(message, first),
        results: (message) => message.revision >= this.draft.revision && editor.display.results(message.html),
        refused: (message) => this.#refused(message),
        error: (message) => this.#error(message),
        people: (n) => editor.display.people(n),
        others: (message) => editor.presence.take(message),
        map: (message) => editor.treeMap.received(message),
        heard: () => this.#heard(),
        silent: () => this.#silent(),
        tooLarge: () => this.outbox.tooLarge(),
        connection: (on) => this.#connection(on),
      },
      () => ({ ...editor.folding.view, at: editor.selection.anchor, sideways: editor.layout.sideways }), // the current node is always drawn
    );
  }

  /** The tree's header as it will be once the edits that wait are done. */
  get header() {
    return { ...this.draft.header, ...this.outbox.fields("header") };
  }

  /** Whether the picture is going to change. */
  get unsettled() {
    return this.outbox.unsettled || this.socket.unseen;
  }

  /** Whether anything is going to change. */
  get unsaved() {
    return this.outbox.waiting > 0 || this.socket.unseen;
  }

  /** Resolves when something of what is awaited has come, or the server does not answer. */
  settled() {
    return Promise.race([this.#come(), this.#silence.promise]);
  }

  #come() {
    return this.outbox.unsettled ? this.outbox.settled() : this.socket.unseen ? this.socket.seen() : this.outbox.empty();
  }

  /** The tree's title as it is known here. */
  get #title() {
    return this.draft.header.title ?? "";
  }

  /** The page is being left: what is done from now on goes out when it is back. */
  leave() {
    this.leaving = true;
    this.persistence.relist(this.#title, true);
  }

  /** Connects to the saved tree; saves one whose edits wait. */
  open() {
    this.persistence.list(this.#title);
    if (this.persistence.key) this.socket.open(this.persistence.key);
    else if (this.outbox.waiting > 0) this.persistence.save();
  }

  /** An edit goes out; the first one saves the tree. @param {Edit} edit @param {number} [base] */
  send(edit, base) {
    const sent = this.outbox.add(edit, base ?? (placed.includes(edit.op) ? this.draft.revision : 0));
    if (!this.#deleted) this.#editor.notices.show("");
    if (!this.persistence.key && !this.leaving) this.persistence.save();
    return sent;
  }

  /** An edit that can be undone. @param {Edit} edit @param {number} [base] */
  edit(edit, base) {
    const sent = this.send(edit, base);
    this.history.made(sent.made, sent.done);
    return sent;
  }

  /** Shows how the tree is saved, and what waits. */
  status() {
    this.#await();
    const { away } = this.persistence;
    this.persistence.show({ waiting: this.outbox.waiting, connected: this.connected, answers: this.answers, gone: this.#deleted, revision: this.draft.revision });
    if (away && !this.persistence.away && !this.#deleted) this.#editor.announce("Connected again.");
    this.#editor.provisional.draw();
    if (this.outbox.waiting + this.#waited > 0) {
      this.#editor.display.fields();
      this.#editor.text.foresee();
    }
    this.#waited = this.outbox.waiting;
    this.#editor.toolbar.refresh();
  }

  /** While edits wait, an answer is awaited. */
  #await() {
    if (this.outbox.waiting === 0) this.#stopAwaiting();
    else if (this.answers) this.#awaited ||= window.setTimeout(() => this.#silent(), patience);
  }

  #stopAwaiting() {
    clearTimeout(this.#awaited);
    this.#awaited = 0;
  }

  #heard() {
    this.#stopAwaiting();
    if (this.answers) return this.#await();
    this.answers = true;
    this.status();
  }

  /** The server does not answer: what waited for it goes on with the picture as it is. */
  #silent() {
    this.#stopAwaiting();
    this.answers = false;
    this.status();
    this.#silence.resolve();
    this.#silence = once();
  }

  /** The tree has its key now. */
  #saved() {
    const { local, key } = this.persistence;
    this.persistence.list(this.#title);
    this.outbox.rename(local);
    this.history.rename(undoName(local));
    this.#editor.folding.rename(`${local}:view`);
    this.socket.open(key);
  }

  /** @param {Draft} message @param {boolean} first  after the connection was made */
  #take({ svg: whole, patch, folded, ...message }, first) {
    const { display, folding, picture, selection, text } = this.#editor;
    const own = message.seq !== undefined && message.seq > 0;
    // The draft names the op of its newest revision, which need not be that of the edit that it answers.
    const { edit, notify } = this.outbox.acknowledged(message);
    const op = edit?.op ?? "", origin = !own ? "other" : op === "text" ? "text" : "gesture";
    const { revision: before } = this.draft, newer = message.revision > before;
    if (newer) display.forgetTriedValues();
    const late = message.revision < this.draft.revision && !first;
    if (!late) this.draft = { ...this.draft, ...message };
    this.persistence.relist(this.#title);
    display.restoreValues();
    if (folded) folding.folded(folded);
    const drawn = whole ?? patch; // a picture has what changed since the one before: none is left out
    if (drawn) {
      const anchor = own && message.select ? message.select : selection.anchor;
      if (own && op === "paste") picture.viewport.touched = false; // it is fitted
      const byMe = own || (!first && !newer); // what I fold is no revision
      picture.take(drawn, anchor, byMe ? "me" : first ? "server" : "other", this.#editor.provisional.places);
    }
    this.#own(edit, message, before);
    if (late) {
      if (origin === "text") text.take(message, origin); // it waits for its own answer
      return notify();
    }
    display.draft(this.draft, origin, own ? message.select : 0);
    if (own) this.#editor.announce(message.made === 0 ? "Nothing changed" : message.made === message.revision ? message.words ?? "" : "Saved; somebody else has changed the tree since");
    else if (newer && !first) this.#editor.announce(`Somebody else: ${message.words ?? "the tree was changed"}`);
    if (message.people !== undefined) display.people(message.people);
    notify();
    this.status();
    this.#editor.treeMap.later();
  }

  /** What others have made of the fields that were set here. @param {Edit | null} edit  from here @param {Draft} message @param {number} before  the revision before it */
  #own(edit, { revision, made = 0, op, gone = [] }, before) {
    const { ownEdits } = this.#editor, byOthers = revision - before - (made > before ? 1 : 0);
    const news = { gone, deletion: op === "delete" && byOthers === 1 && made !== revision ? revision : 0 };
    if (edit) ownEdits.made(edit, { newest: made === revision, alone: byOthers === 0 }, news);
    ownEdits.check(news);
  }

  /** @param {any} message */
  #refused(message) {
    const { display, inspector, panel, picture, selection } = this.#editor;
    this.outbox.refused(message);
    inspector.header(this.header); // its fields show what is
    display.restoreValues();
    panel.refresh();
    selection.refresh(picture.model, (id) => picture.nearest(id));
  }

  /** @param {any} message */
  #error(message) {
    this.#editor.notices.show(`${message.title}: ${message.detail.replace(/^saved: /, "")}`);
    if (message.title !== "Not found") return;
    this.#deleted = true;
    this.socket.close();
    this.status();
  }

  /** @param {boolean} on */
  #connection(on) {
    this.connected = on;
    if (on) {
      this.#first.resolve();
      this.outbox.connected();
      this.#editor.presence.begin();
      this.#editor.treeMap.connected();
      return this.status();
    }
    this.outbox.disconnected();
    this.#editor.presence.forget();
    this.#editor.treeMap.lost();
    this.#silent();
  }
}

/** A promise, and what resolves it. */
function once() {
  let resolve = () => {};
  const promise = new Promise((/** @type {(v: void) => void} */ done) => (resolve = done));
  return { promise, resolve };
}
