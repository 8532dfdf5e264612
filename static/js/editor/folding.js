// What somebody has folded, and which silhouettes he has opened. It stays so for
// this tab; the tree is the same for all. Of a tree that nobody has saved the
// address says it, and the server draws the page of that address.

const kinds = /** @type {const} */ (["folded", "opened"]);

/** An address without what is folded. @param {string} search */
export function unfolded(search) {
  const q = new URLSearchParams(search);
  for (const kind of kinds) q.delete(kind);
  return q.size > 0 ? `?${q}` : "";
}

export class Folding {
  /** @type {{folded: number[], opened: number[]}} ids of nodes */
  view = { folded: [], opened: [] };
  #name;

  /** @param {string} name  under which it is kept @param {number[]} folded  as the page comes */
  constructor(name, folded) {
    this.#name = name;
    const said = new URLSearchParams(location.search);
    this.view.folded = folded;
    this.view.opened = (said.get("opened") ?? "").split(",").map(Number).filter((n) => n > 0);
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
    const { folded, opened } = this.view, others = (/** @type {number[]} */ ids) => ids.filter((n) => n !== id);
    if (hidden === 0) this.view = { folded: [...others(folded), id], opened: others(opened) };
    else if (folded.includes(id)) this.view = { folded: others(folded), opened };
    else this.view = { folded, opened: [...others(opened), id] }; // what is opened last goes first
    this.#keep();
  }

  /** Whether anything is folded by somebody, or by the page. */
  get any() {
    return this.view.folded.length > 0;
  }

  /** Nothing is folded any more. */
  unfold() {
    this.view = { folded: [], opened: this.view.opened };
    this.#keep();
  }

  #keep() {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.view));
    } catch {
      // As above.
    }
  }

  /**
   * The picture as it is folded now, of a tree that nobody has saved.
   * @returns {Promise<string | undefined>} its markup; undefined: it was folded otherwise in the meantime
   */
  async picture() {
    const to = new URL(location.href);
    to.search = unfolded(to.search);
    // Without it the page would come folded as at first.
    to.searchParams.set("folded", this.view.folded.join(","));
    if (this.view.opened.length > 0) to.searchParams.set("opened", this.view.opened.join(","));
    history.replaceState(history.state, "", to);
    const page = await (await fetch(to)).text();
    return location.href === to.href ? /<svg class="tree draft[^]*?<\/svg>/.exec(page)?.[0] : undefined;
  }

  /** @param {string} name  the tree is saved now */
  rename(name) {
    this.#name = name;
    this.#keep();
  }
}
