// What the pointer and the keys are doing in the tree, as one state machine.
// Every event of either comes in here. The pointer is in one of these states:
//
//   idle      nothing is held
//   pressing  it is down on a node, or on a plus: this becomes a click, or a drag
//   dragging  nodes follow it, or a node to come
//   marking   a rectangle around nodes follows it
//   dropped   a drag has ended; the click that the browser still sends means nothing
//   panning   it is down elsewhere: the viewport moves or zooms the picture
//
// And the keys are in one of these, since they go on while a node is dragged:
//
//   page      they belong to the page: Tab goes past the tree until something is done in it
//   tree      they are actions on the selected nodes
//   waiting   they are actions behind others that wait (command-queue.js)
//   typing    they go into the panel at a node (node-panel.js)
//   dialog    they go into a dialog
//
// The states of the keys follow from the queue, the panel and the page, so that
// they never disagree with them. Those of the pointer change as in this table.

import { busy, idle } from "../shared/idle.js";
import { DragPreview } from "./drag-preview.js";
import { actionOf } from "./keys.js";
import { Marquee } from "./marquee.js";
import { handleAt, handleOf } from "./plus-handles.js";

/** @typedef {import("./command-queue.js").CommandQueue} CommandQueue */
/** @typedef {import("./drop-target.js").Landing} Landing */
/** @typedef {import("./keys.js").Action} Action */
/** @typedef {import("./picture.js").Picture} Picture */
/**
 * @typedef {{name: "idle"} | {name: "dropped"} | {name: "panning", pointer: number}
 *   | {name: "pressing", node: number, plus: Element | null, pointer: number, x: number, y: number, timer: number}
 *   | {name: "marking", pointer: number, marquee: Marquee, more: boolean}
 *   | {name: "dragging", pointer: number, preview: DragPreview}} PointerState
 */

/** @type {Record<PointerState["name"], PointerState["name"][]>} the states that may follow */
const next = {
  idle: ["pressing", "panning", "marking"],
  marking: ["idle", "dropped"],
  pressing: ["idle", "pressing", "dragging", "panning"],
  dragging: ["idle", "dropped"],
  dropped: ["idle", "pressing", "panning", "marking"],
  panning: ["idle", "pressing", "panning", "marking"],
};

/** Pixels that a pointer may tremble before a press becomes a drag, and milliseconds of a long press. */
const slop = 5, longPress = 420;

/**
 * @typedef {object} Host
 * @property {() => boolean} typing  the panel at a node is open
 * @property {() => boolean} armed  something is selected
 * @property {(id: number) => void} arm  selects the node that has the focus
 * @property {(id: number) => number[]} dragged  the nodes that are dragged by this one
 * @property {() => boolean} copies  a drag copies without a key
 * @property {(ids: number[], landing: Landing, copy: boolean) => void} drop
 * @property {(landing: Landing) => void} plant  a new node goes there
 * @property {(ids: number[], more: boolean) => void} marked  nodes in a rectangle; more: besides those that are selected
 * @property {(text: string) => void} announce
 * @property {(command: string) => void} press  does it as its button does
 */

/** The node of an event; 0: none. @param {Event} e */
const nodeOf = (e) => Number((e.target instanceof Element && e.target.closest("g.node")?.getAttribute("data-id")) || 0);
/** @param {KeyboardEvent} e */
const copying = (e) => e.key === "Control" || e.key === "Alt";

export class Interaction {
  #dialogs = document.getElementsByTagName("dialog"); // of the page; a search for one that is open would look at every node
  /** @type {PointerState} */
  #pointer = { name: "idle" };
  #canvas;
  #rectangle = false; // the next press begins one
  #touched = false; // the last click was a finger's: its second one has done what a double click does
  /** Something has been done in the tree: Tab adds a child. */
  #used;
  #picture;
  #queue;
  #host;
  #words = /** @type {HTMLElement} */ (document.getElementById("drop-words"));

  /**
   * @param {HTMLElement} canvas @param {Picture} picture @param {CommandQueue} queue @param {Host} host
   * @param {boolean} used  Tab adds a child at once
   */
  constructor(canvas, picture, queue, host, used) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#queue = queue;
    this.#host = host;
    this.#used = used;
    canvas.addEventListener("pointerdown", (e) => this.#down(e), { capture: true });
    window.addEventListener("pointermove", (e) => this.#move(e));
    window.addEventListener("pointerup", (e) => this.#up(e));
    window.addEventListener("pointercancel", (e) => this.#holds(e) && this.#become({ name: "idle" }));
    // A finger that drags a node does not scroll the page.
    canvas.addEventListener("touchmove", (e) => this.pointer === "dragging" && e.preventDefault(), { passive: false });
    canvas.addEventListener("contextmenu", (e) => ["pressing", "dragging"].includes(this.pointer) && e.preventDefault());
    canvas.addEventListener("click", (e) => this.pointer === "dropped" && e.stopPropagation(), { capture: true });
    picture.svg.addEventListener("click", (e) => this.#click(e));
    picture.svg.addEventListener("dblclick", (e) => this.#doubleClick(e));
    window.addEventListener("keydown", (e) => this.#keyWhileDragging(e), { capture: true });
    window.addEventListener("keyup", (e) => this.#pointer.name === "dragging" && copying(e) && this.#pointer.preview.withKey(false));
    picture.svg.addEventListener("keydown", (e) => this.#key(e));
    document.addEventListener("keydown", (e) => this.#pageKey(e));
  }

  /** The state of the pointer. */
  get pointer() {
    return this.#pointer.name;
  }

  /** The state of the keys. @returns {"page" | "tree" | "waiting" | "typing" | "dialog"} */
  get keys() {
    for (const dialog of this.#dialogs) if (dialog.open) return "dialog";
    if (this.#host.typing()) return "typing";
    if (this.#queue.waiting) return "waiting";
    return this.#used ? "tree" : "page";
  }

  /** Performs an action in its turn. @param {Action} action @param {boolean} [byButton]  not by a key in the tree */
  run(action, byButton = false) {
    this.#used = true;
    this.#queue.add(action, byButton);
  }

  /** @param {PointerState} state */
  #become(state) {
    const was = this.#pointer;
    if (!next[was.name].includes(state.name)) return;
    if (was.name === "pressing") {
      clearTimeout(was.timer);
      idle(this);
    }
    if (state.name === "pressing" && state.timer > 0) busy(this);
    if (was.name === "marking") was.marquee.remove();
    if (was.name === "dragging") was.preview.remove();
    this.#pointer = state;
  }

  /** Whether an event is of the pointer that is down. @param {PointerEvent} e */
  #holds(e) {
    return "pointer" in this.#pointer && this.#pointer.pointer === e.pointerId;
  }

  /** @param {PointerEvent} e */
  #down(e) {
    if (!e.isPrimary) { // two fingers zoom
      if (this.#pointer.name === "pressing") this.#become({ name: "panning", pointer: this.#pointer.pointer });
      return;
    }
    if (this.#pointer.name === "dropped") this.#become({ name: "idle" });
    if (e.button !== 0) return;
    const plus = handleAt(e);
    if (plus) {
      this.#become({ name: "pressing", node: 0, plus, pointer: e.pointerId, x: e.clientX, y: e.clientY, timer: 0 });
      e.preventDefault();
      e.stopPropagation(); // else the viewport would move
      return this.#picture.viewport.forget();
    }
    const node = nodeOf(e);
    if (this.#rectangle || (e.shiftKey && node === 0)) return this.#mark(e);
    // Several subtrees that are drawn as one are opened before they can be dragged.
    if (node === 0 || (this.#picture.model.get(node)?.run ?? 1) > 0) return this.#become({ name: "panning", pointer: e.pointerId });
    const timer = e.pointerType === "touch" ? window.setTimeout(() => this.#drag(), longPress) : 0;
    this.#become({ name: "pressing", node, plus: null, pointer: e.pointerId, x: e.clientX, y: e.clientY, timer });
    if (e.pointerType === "touch") return;
    e.stopPropagation(); // else the viewport would move
    this.#picture.viewport.forget();
  }

  /** The next press in the picture begins a rectangle: a finger has no Shift. */
  awaitMarquee() {
    this.#rectangle = true;
    this.#canvas.classList.add("marking");
    this.#host.announce("Drag a rectangle around the nodes; Esc leaves it.");
  }

  /** @param {PointerEvent} e */
  #mark(e) {
    this.#endWaiting();
    this.#become({ name: "marking", pointer: e.pointerId, marquee: new Marquee(this.#canvas, this.#picture, e.clientX, e.clientY), more: e.ctrlKey || e.metaKey });
    this.#canvas.classList.add("marking");
    e.preventDefault(); // no text is selected
    e.stopPropagation(); // else the viewport would move
    this.#picture.viewport.forget();
  }

  #endWaiting() {
    this.#rectangle = false;
    this.#canvas.classList.remove("marking");
  }

  /** @param {PointerEvent} e */
  #move(e) {
    if (!this.#holds(e)) return;
    const state = this.#pointer;
    if (state.name === "marking") return state.marquee.to(e.clientX, e.clientY);
    if (state.name === "pressing") {
      if (Math.hypot(e.clientX - state.x, e.clientY - state.y) < slop) return;
      // A finger that moves from a node moves the picture; a plus has no other use.
      if (e.pointerType === "touch" && !state.plus) return this.#become({ name: "panning", pointer: e.pointerId });
      this.#drag();
    }
    if (this.#pointer.name === "dragging") this.#pointer.preview.move(e.clientX, e.clientY, e.ctrlKey || e.altKey || e.metaKey);
  }

  /** The press becomes a drag. */
  #drag() {
    const press = this.#pointer;
    if (press.name !== "pressing") return;
    const from = press.plus ?? this.#picture.model.get(press.node)?.group;
    if (!from) return;
    this.#picture.viewport.forget();
    const preview = new DragPreview(this.#picture, this.#words, from, press.plus ? null : this.#host.dragged(press.node), {
      copies: this.#host.copies,
      gone: () => this.#become({ name: "idle" }),
    });
    this.#become({ name: "dragging", pointer: press.pointer, preview });
    preview.move(press.x, press.y, false);
    preview.scroll();
  }

  /** @param {PointerEvent} e */
  #up(e) {
    if (!this.#holds(e)) return;
    if (this.#pointer.name === "dragging") this.#pointer.preview.update();
    const state = this.#pointer;
    if (state.name === "marking") {
      this.#become({ name: "dropped" });
      this.#endWaiting();
      if (state.marquee.large) this.#host.marked(state.marquee.nodes(), state.more);
      return;
    }
    if (state.name !== "dragging") return this.#become({ name: "idle" });
    const { ids, landing, copy, plants } = state.preview;
    this.#become({ name: "dropped" });
    if (!landing || landing.why) return;
    if (plants) this.#host.plant(landing);
    else this.#host.drop(ids, landing, copy);
  }

  /** @param {KeyboardEvent} e */
  #keyWhileDragging(e) {
    if (e.key === "Escape" && (this.#rectangle || this.#pointer.name === "marking")) {
      e.preventDefault();
      e.stopPropagation();
      this.#become({ name: "idle" });
      return this.#endWaiting();
    }
    if (this.#pointer.name !== "dragging") return;
    const { preview } = this.#pointer;
    if (e.key === "Escape") { // nothing is dropped
      e.preventDefault();
      e.stopPropagation();
      this.#become({ name: "dropped" }); // a plus that is under the pointer is not clicked
      preview.restoreViewport();
    } else if (copying(e)) preview.withKey(true);
  }

  /** @param {MouseEvent} e */
  #click(e) {
    this.#used = true;
    const command = handleOf(e);
    if (command) return this.#host.press(command);
    this.#touched = e instanceof PointerEvent && e.pointerType === "touch";
    const node = nodeOf(e) || (this.#touched ? this.#picture.near(e.clientX, e.clientY) : 0); // a fingertip is wider than a small box
    if (node === 0) return;
    this.run({ pick: node, how: e.ctrlKey || e.metaKey ? "too" : e.shiftKey ? "range" : this.#touched ? "touch" : "only" });
  }

  /** @param {MouseEvent} e */
  #doubleClick(e) {
    const node = nodeOf(e);
    if (node === 0 || this.#touched || handleOf(e)) return;
    const { model } = this.#picture, edge = e.target instanceof Element && e.target.matches(".move, .reach");
    if (edge) return this.run({ command: model.get(model.get(node)?.parent ?? 0)?.chance ? "prob" : "name" });
    this.run({ command: (model.get(node)?.hidden ?? 0) > 0 ? "fold" : "edit" });
  }

  /** A key at a node. One that has no action is left to the page. @param {KeyboardEvent} e */
  #key(e) {
    if (e.defaultPrevented || e.isComposing) return;
    const group = e.target instanceof Element ? e.target.closest("g.node") : null;
    if (!group || (e.key === "Tab" && this.keys === "page")) return;
    if (!this.#host.armed() && !this.#queue.waiting) return this.#unarmedKey(e, Number(group.getAttribute("data-id")));
    // Behind an action that waits, a comma or a blank may belong to a value.
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey && [...e.key].length === 1;
    const action = this.#queue.waiting && plain ? { typed: e.key } : actionOf(e);
    if (!action) return;
    e.preventDefault();
    this.run(action);
  }

  /** Nothing is selected: some keys select the node that has the focus; the others are left to the page. @param {KeyboardEvent} e @param {number} id */
  #unarmedKey(e, id) {
    const action = actionOf(e);
    if (action && "command" in action && ["all", "find", "palette"].includes(action.command)) {
      e.preventDefault();
      return this.run(action);
    }
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const begins = action && ("move" in action || "typed" in action || e.key === "F2"); // none of what is typed is lost
    if (!begins && e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    this.#host.arm(id);
    if (begins) this.run(action);
  }

  /** Some commands are meant wherever no text has a use of its own for their keys. @param {KeyboardEvent} e */
  #pageKey(e) {
    const at = e.target instanceof Element ? e.target : null, action = actionOf(e);
    if (e.defaultPrevented || !(e.ctrlKey || e.metaKey) || this.keys === "dialog" || !action || !("command" in action)) return;
    const here = at?.closest("input, textarea, select") ? ["palette"] : ["palette", "find", "undo", "redo"];
    if (!here.includes(action.command)) return;
    e.preventDefault();
    if (["palette", "find"].includes(action.command)) this.#host.press(action.command);
    else this.run(action);
  }
}
