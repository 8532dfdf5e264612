// What somebody has folded, and which silhouettes he has opened. It stays so for
// this tab; the tree is the same for all.

export class Folding {
  /** @type {{folded: number[], opened: number[]}} ids of nodes */
  view = { folded: [], opened: [] };
  #name;

  /** @param {string} name  under which it is kept */
  constructor(name) {
    this.#name = name;
    try {
      Object.assign(this.view, JSON.parse(sessionStorage.getItem(name) ?? "{}"));
    } catch {
      // Storage may be forbidden.
    }
  }

  /**
   * Folds what is open, opens what is folded.
   * @param {{id: number, hidden: number}} node
   */
  turn({ id, hidden }) {
    const { folded, opened } = this.view;
    if (hidden === 0) this.view = { folded: [...folded, id], opened: opened.filter((n) => n !== id) };
    else if (folded.includes(id)) this.view = { folded: folded.filter((n) => n !== id), opened };
    else this.view = { folded, opened: [...opened, id] };
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.view));
    } catch {
      // As above.
    }
  }

  /** @param {string} name  the tree is saved now */
  rename(name) {
    this.#name = name;
  }
}
