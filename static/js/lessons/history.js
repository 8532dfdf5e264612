// Undo and redo in the editor of a lesson. Each state is the whole lesson as text; typing in one field is one entry.

/** @typedef {{title: string, scenes: {id: string, text: string}[]}} State  id: of the form of a scene, text: the scene as JSON */

/** The largest number of entries that are kept. */
const most = 200;

/** @param {State} a @param {State} b */
const same = (a, b) => a.title === b.title && a.scenes.length === b.scenes.length && a.scenes.every(({ id, text }, i) => id === b.scenes[i].id && text === b.scenes[i].text);

export class History {
  /** @type {State[]} */
  #undo = [];
  /** @type {State[]} */
  #redo = [];
  /** @type {State} */
  #now = { title: "", scenes: [] };
  /** The field that was typed in last, since the last other change. @type {EventTarget | null} */
  typed = null;

  get canUndo() {
    return this.#undo.length > 0;
  }

  get canRedo() {
    return this.#redo.length > 0;
  }

  /** @param {State} state  there is nothing to undo */
  begin(state) {
    this.#undo = [];
    this.#redo = [];
    this.#now = state;
    this.typed = null;
  }

  /** Something has changed, or not; returns whether it has. @param {State} state @param {EventTarget | null} [field]  that is typed in */
  record(state, field = null) {
    if (same(state, this.#now)) return false;
    const grows = field !== null && field === this.typed;
    if (!grows) this.#undo = [...this.#undo, this.#now].slice(-most);
    this.#redo = [];
    this.#now = state;
    this.typed = field;
    const before = this.#undo.at(-1);
    if (grows && before && same(state, before)) {
      this.#undo.pop(); // the browser has undone what was typed
      this.typed = null;
    }
    return true;
  }

  /** The state before the last change. */
  undo() {
    return this.#move(this.#undo, this.#redo);
  }

  /** The state that was undone last. */
  redo() {
    return this.#move(this.#redo, this.#undo);
  }

  /** @param {State[]} from @param {State[]} to @returns {State | null} null: there is none */
  #move(from, to) {
    const state = from.pop();
    if (!state) return null;
    to.push(this.#now);
    this.#now = state;
    this.typed = null;
    return state;
  }
}
