// The hand-ins of the class, as a wall of small pictures for the presenter. It says which
// algorithms fail on each tree, and can show a tree to the class.

import { under } from "../shared/base.js";

/** @typedef {{id: string, nick: string, text: string, svg: string, damaged?: boolean}} HandIn */
/** @typedef {import("./room.js").Room} Room */

/** The number of trees that are compared at a time, and that are read at a time. */
const atOnce = 2, pageSize = 24;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Wall {
  #room;
  #dialog = /** @type {HTMLDialogElement} */ (byId("wall"));
  #filter = /** @type {HTMLSelectElement} */ (byId("wall-filter"));
  #hide = /** @type {HTMLInputElement} */ (byId("wall-anonymous"));
  /** The names of the algorithms that fail on a tree, by its id. @type {Map<string, string[]>} */
  #fails = new Map();
  /** The names of the algorithms that cut on a tree, by its id. @type {Map<string, string[]>} */
  #cuts = new Map();

  /** The hand-ins that were read, by id. @type {Map<string, HandIn>} */
  #list = new Map();
  /** The number of hand-ins at the last read. */
  #all = 0;
  #loads = 0;
  /** A page of hand-ins is being read. */
  #reads = false;
  /** The number of hand-ins that the room reports. */
  #handed = 0;
  #beside;
  #snapshots;

  /** @param {Room} room @param {import("./beside.js").Beside} beside @param {import("./snapshots.js").Snapshots} snapshots */
  constructor(room, beside, snapshots) {
    this.#room = room;
    this.#beside = beside;
    this.#snapshots = snapshots;
    byId("wall-beside").addEventListener("click", () => this.#showBeside());
    byId("show-wall").addEventListener("click", () => {
      this.#dialog.showModal();
      this.#load();
    });
    byId("wall-again").addEventListener("click", () => this.#load());
    byId("wall-more").addEventListener("click", () => this.#more());
    this.#dialog.addEventListener("change", (e) => {
      e.stopPropagation(); // it must not submit the form of the run
      this.#choose();
      if (e.target === this.#filter) this.#fill();
    });
    this.#hide.addEventListener("change", () => {
      this.anonymous(this.#hide.checked); // immediately, because the wall may be projected
      room.send({ type: "anonymous", on: this.#hide.checked });
    });
  }

  /** The number of trees handed in: the button shows it, and an open wall loads the new ones. @param {number} count */
  handed(count) {
    byId("show-wall").textContent = count > 0 ? `Handed in (${count.toLocaleString("en")}) …` : "Handed in …";
    const whole = byId("wall-more").hidden; // otherwise the button reads them
    this.#handed = count;
    if (!this.#dialog.open || !whole || this.#reads) return;
    if (count > this.#list.size) this.#more();
    else if (count < this.#list.size) this.#load(); // some were taken out
  }

  /** Shows or hides names, for all presenters. @param {boolean} on */
  anonymous(on) {
    this.#dialog.classList.toggle("anonymous", on);
    this.#hide.checked = on;
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (byId("wall-list").querySelectorAll("[data-hand]"))) this.#name(card);
  }

  /** Reads the wall from the start. */
  async #load() {
    this.#list.clear();
    byId("wall-list").replaceChildren();
    await this.#more();
  }

  /** Reads the next hand-ins, until the filter shows enough. */
  async #more() {
    const load = ++this.#loads, after = [...this.#list.keys()].at(-1);
    this.#reads = true;
    const answer = await fetch(under(`/api/v1/rooms/${this.#room.value?.code}/wall?most=${pageSize}${after ? `&after=${after}` : ""}`)).catch(() => null);
    /** @type {HandIn[] | null} */
    const list = answer?.ok ? await answer.json().catch(() => null) : null;
    if (load !== this.#loads) return; // a newer call has started
    this.#reads = false;
    if (!answer || !list) return this.#say("The trees cannot be loaded.");
    for (const one of list) this.#list.set(one.id, one);
    this.#all = Number(answer.headers.get("Hand-Ins"));
    this.#sayCount();
    const numbered = this.#list.size - list.length;
    byId("wall-list").append(...list.map((one, i) => this.#card(one, numbered + i + 1)));
    this.#choose(); // the filter hides trees that are not compared yet
    const rest = list.filter(({ id, damaged }) => !damaged && !this.#fails.has(id));
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (let one = rest.shift(); one; one = rest.shift()) await this.#compare(one);
    }));
    if (load !== this.#loads) return;
    this.#choices();
    this.#fill();
    if (this.#handed > this.#all) this.handed(this.#handed); // more arrived meanwhile
  }

  /** How many were handed in, and how many of them are shown. */
  #sayCount() {
    const left = this.#all - this.#list.size;
    this.#say(this.#all === 0 ? "Nothing has been handed in yet." : left > 0 ? `${this.#all} handed in; the first ${this.#list.size} are shown.` : `${this.#all} handed in.`);
    byId("wall-more").hidden = left <= 0;
  }

  /** Reads more if the filter hides most hand-ins. */
  #fill() {
    if (this.#filter.value !== "" && this.#list.size < this.#all && byId("wall-list").querySelectorAll("li:not([hidden])").length < pageSize) this.#more();
  }

  /** @param {HandIn} one @param {number} number */
  #card({ id, nick, text, svg, damaged }, number) {
    const card = document.createElement("li"), beside = document.createElement("label"), box = document.createElement("input"), picture = document.createElement("img"), name = document.createElement("p"), by = document.createElement("span"), found = document.createElement("p"), show = document.createElement("button"), keep = document.createElement("button"), out = document.createElement("button");
    card.dataset.hand = id;
    card.dataset.name = `Tree ${number}`;
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    picture.alt = text;
    by.className = "wall-nick";
    by.textContent = nick || "without a name";
    name.append(`${card.dataset.name} `, by);
    found.className = "wall-fails";
    found.textContent = this.#words(id);
    show.type = "button";
    show.textContent = "Show to the class";
    show.addEventListener("click", () => {
      this.#room.send({ type: "show", show: { hand: id, algorithm: this.#room.value?.show.algorithm } });
      this.#dialog.close();
    });
    keep.type = "button";
    keep.textContent = "Keep";
    keep.title = "Save as a snapshot";
    keep.addEventListener("click", () => {
      this.#snapshots.keep({ svg, caption: `${card.dataset.name} handed in. ${this.#words(id)}` });
      this.#say("Saved as a snapshot.");
    });
    out.type = "button";
    out.textContent = "Take out";
    out.title = "Delete this tree";
    out.addEventListener("click", () => {
      this.#room.send({ type: "take-out", hand: id });
      this.#list.delete(id);
      this.#all--;
      this.#sayCount();
      card.remove();
      byId("wall-again").focus();
    });
    box.type = "checkbox";
    box.autocomplete = "off";
    beside.append(box, " side by side");
    if (damaged) {
      found.textContent = "This tree was handed in, but the store has lost it.";
      card.append(name, found);
    } else {
      card.append(picture, name, found, show, " ", keep, " ", out, beside);
    }
    this.#name(card);
    return card;
  }

  /** Gives the controls of a card names with the tree, because a screen reader lists them without the card. @param {HTMLElement} card */
  #name(card) {
    const by = this.#hide.checked ? "" : ` ${card.querySelector(".wall-nick")?.textContent}`;
    for (const control of card.querySelectorAll("button, input")) {
      control.setAttribute("aria-label", `${(control.closest("label") ?? control).textContent?.trim()}: ${card.dataset.name}${by}`);
    }
  }

  /** @param {HandIn} one */
  async #compare({ id, text }) {
    const body = JSON.stringify({ text });
    const answer = await fetch(under("/api/v1/compare"), { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    const found = byId("wall-list").querySelector(`[data-hand="${id}"] .wall-fails`);
    const { runs } = answer?.ok ? await answer.json().catch(() => ({})) : {};
    if (!runs) {
      if (found) found.textContent = "This tree could not be compared. “Look again” tries once more.";
      return;
    }
    this.#fails.set(id, runs.filter((/** @type {any} */ r) => r.truth?.agrees === false && !r.estimate).map((/** @type {any} */ r) => r.name));
    this.#cuts.set(id, runs.filter((/** @type {any} */ r) => r.stats?.pruned > 0).map((/** @type {any} */ r) => r.name));
    if (found) found.textContent = this.#words(id);
  }

  /** @param {string} id */
  #words(id) {
    const fails = this.#fails.get(id);
    return !fails ? "" : fails.length === 0 ? "No algorithm fails." : `Fails: ${fails.join(", ")}.`;
  }

  #choices() {
    const { value } = this.#filter;
    /** @param {Map<string, string[]>} made @param {string} verb */
    const options = (made, verb) => [...new Set([...made.values()].flat())].sort().map((name) => new Option(`on which ${name} ${verb}`, `${verb} ${name}`));
    this.#filter.replaceChildren(new Option("all", ""), ...options(this.#fails, "fails"), ...options(this.#cuts, "cuts"));
    this.#filter.value = value;
    if (this.#filter.selectedIndex < 0) this.#filter.value = "";
    this.#choose();
  }

  /** The hand-ins chosen for side by side. */
  get #chosen() {
    return /** @type {HTMLElement[]} */ ([...byId("wall-list").querySelectorAll("li:has(input:checked)")]).flatMap((card) => this.#list.get(card.dataset.hand ?? "") ?? []);
  }

  /** Shows two hand-ins, or one beside the current tree. */
  #showBeside() {
    const chosen = this.#chosen.map(({ id, svg }) => ({ svg, caption: `${/** @type {HTMLElement} */ (byId("wall-list").querySelector(`[data-hand="${id}"]`)).dataset.name}. ${this.#words(id)}` }));
    this.#dialog.close();
    this.#beside.show(chosen.length === 1 ? [{ caption: "The current tree" }, ...chosen] : chosen);
  }

  #choose() {
    const [verb, ...words] = this.#filter.value.split(" "), name = words.join(" "), made = verb === "cuts" ? this.#cuts : this.#fails, { length } = this.#chosen, button = /** @type {HTMLButtonElement} */ (byId("wall-beside"));
    button.disabled = length === 0 || length > 2;
    button.textContent = length === 1 ? "Beside the current tree" : "Side by side";
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (byId("wall-list").querySelectorAll("[data-hand]"))) {
      card.hidden = name !== "" && !made.get(card.dataset.hand ?? "")?.includes(name);
    }
  }

  /** @param {string} text */
  #say(text) {
    byId("wall-state").textContent = text;
  }
}
