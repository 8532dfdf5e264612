// The editor: its managers, each with one job, and what takes several of them.

import { EditActions } from "./actions.js";
import { Clipboard } from "./clipboard.js";
import { connectCommandMenus } from "./command-menu.js";
import { CommandQueue } from "./command-queue.js";
import { commands } from "./commands.js";
import { Display } from "./display.js";
import { DraftSync } from "./draft-sync.js";
import { placeAmong } from "./drop-target.js";
import { FindBar } from "./find-bar.js";
import { Folding } from "./folding.js";
import { Inspector } from "./inspector.js";
import { among } from "./probabilities.js";
import { Interaction } from "./interaction.js";
import { Layout } from "./layout.js";
import { Minimap } from "./minimap.js";
import { tooLong } from "./new-tree.js";
import { NodePanel } from "./node-panel.js";
import { Notes } from "./notes.js";
import { NoticeBar } from "./notice-bar.js";
import { OwnEdits } from "./own-edits.js";
import { flushTexts } from "./page-exit.js";
import { Palette } from "./palette.js";
import { takeOtherText, takeWholeTree } from "./pasted-tree.js";
import { Picture } from "./picture.js";
import { Places } from "./places.js";
import { Presence } from "./presence.js";
import { Provisional } from "./provisional.js";
import { Refit } from "./refit.js";
import { Refusal } from "./refusal.js";
import { idOf, Selection } from "./selection.js";
import { sidePanel } from "./side-panel.js";
import { TextPane } from "./text-pane.js";
import { expectedText } from "./expected-text.js";
import { Toolbar } from "./toolbar.js";
import { TreeMap } from "./tree-map.js";
import { parseJSON } from "../shared/exact.js";

/** @typedef {import("./drop-target.js").Landing} Landing */
/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./selection.js").Target} Target */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What a message to the server has besides the text that is pasted, in bytes. */
const envelope = 1000;

export class Editor {
  page;
  canvas = byId("canvas");
  svg = /** @type {SVGSVGElement} */ (this.canvas.querySelector("svg.tree"));
  /** @type {NoticeBar} */ notices;
  /** @type {DraftSync} */ sync;
  /** @type {Picture} */ picture;
  /** @type {Refit} */ refit;
  /** @type {Minimap} */ minimap;
  /** @type {TreeMap} */ treeMap;
  /** @type {Provisional} */ provisional;
  /** @type {Presence} */ presence;
  refusal = new Refusal(byId("refusal"));
  /** @type {OwnEdits} */ ownEdits;
  /** @type {Selection} */ selection;
  /** @type {Places} */ places;
  /** @type {Folding} */ folding;
  /** @type {Layout} */ layout;
  /** @type {Display} */ display;
  /** @type {NodePanel} */ panel;
  /** @type {Inspector} */ inspector;
  /** @type {TextPane} */ text;
  /** @type {Notes} */ notes;
  /** @type {Clipboard} */ clipboard;
  /** @type {EditActions} */ actions;
  /** @type {CommandQueue} */ queue;
  /** @type {Interaction} */ interaction;
  /** @type {Toolbar} */ toolbar;
  /** @type {FindBar} */ find;
  /** @type {Palette} */ palette;
  /** Whether the node that is being made is a leaf. */
  expectsLeaf = true;
  #showSidePanel;
  #scale = byId("zoom-scale");

  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    const { folded = [], ...state } = parseJSON(page.dataset.state || "{}");
    this.notices = new NoticeBar(byId("notice"), () => this.focus());
    this.sync = new DraftSync(this, state);
    this.treeMap = new TreeMap(this); // it takes room from the picture
    this.picture = new Picture(this.svg, () => this.#moved(), () => {
      this.display.mark();
      this.find.mark();
      this.presence.draw();
      this.refit.later();
      this.minimap.later();
      this.treeMap.later();
    });
    this.minimap = new Minimap(/** @type {HTMLCanvasElement} */ (byId("minimap")), this.picture, () => this.current);
    this.refit = new Refit(this.picture, () => !this.panel.open && this.interaction.pointer !== "dragging" && this.sync.outbox.waiting === 0);
    byId("back-to-tree").addEventListener("click", () => {
      this.picture.home();
      this.focus();
    });
    this.selection = new Selection(() => {
      this.display.selected();
      this.minimap.later();
      this.treeMap.later();
    });
    this.provisional = new Provisional(this.picture, {
      waiting: () => this.sync.outbox.edits,
      main: () => this.selection.main,
      kind: () => this.sync.header.kind ?? "maxn",
      value: (id, text) => this.display.expectValue(id, text),
    });
    this.places = new Places({ selection: this.selection, picture: this.picture, focus: () => this.svg.contains(document.activeElement) && this.focus() });
    this.presence = new Presence(byId("others"), this.picture, {
      nodes: () => this.selection.ids,
      send: (message) => this.sync.socket.notify(message),
      go: (node) => this.goTo(node),
      back: () => this.focus(),
    });
    this.ownEdits = new OwnEdits({
      model: () => this.picture.model,
      who: (node) => this.presence.at(node),
      lost: (key, text, offer) => this.notices.offer(key, text, offer),
      over: (key) => this.notices.drop(key),
      edit: (edit) => this.edit(edit),
    });
    this.folding = this.#newFolding(folded);
    this.layout = new Layout(byId("sideways"), {
      draw: () => this.folding.redraw(this.selection.anchor),
      fit: () => {
        this.picture.home();
        this.picture.reveal(this.selection.anchor);
        this.focus();
      },
    });
    this.display = new Display(this);
    this.panel = this.#newPanel();
    this.inspector = this.#newInspector();
    this.text = this.#newTextPane();
    this.notes = new Notes(/** @type {HTMLTextAreaElement} */ (byId("notes")), (text, base) => this.edit({ op: "notes", text }, base || 1));
    this.clipboard = this.#newClipboard();
    this.actions = new EditActions(this);
    this.queue = this.#newQueue();
    this.interaction = this.#newInteraction();
    this.toolbar = new Toolbar(this, (command) => this.#press(command));
    this.#showSidePanel = sidePanel(page);
    const press = (/** @type {string} */ command) => this.#press(command);
    connectCommandMenus(this, press);
    this.find = new FindBar(this);
    this.palette = new Palette(this, press);
  }

  get history() {
    return this.sync.history;
  }

  /** The current node, where it is drawn. */
  get current() {
    const { main } = this.selection;
    return main === undefined ? undefined : this.picture.model.get(idOf(main));
  }

  // Edits

  /** An edit that can be undone. @param {Edit} edit @param {number} [base] */
  edit(edit, base) {
    return this.sync.edit(edit, base);
  }

  /** An edit whose outcome is selected. @param {Edit} edit @param {boolean} leaf  it makes a leaf */
  make(edit, leaf) {
    const beside = this.selection.main, node = this.current;
    // What is made below a folded node shall be seen.
    if (node && node.hidden > 0 && ["child", "paste"].includes(edit.op)) this.folding.openFor(node);
    const { made, done } = this.edit(edit);
    this.expectsLeaf = leaf;
    this.selection.set([made]);
    this.panel.near(beside);
    const come = this.provisional.node(made);
    if (come) this.picture.look(come);
    done.then(() => {
      if (this.selection.main === made || idOf(this.selection.main ?? 0) === made.id) this.#reach(made.id);
    }, () => {});
  }

  /** @param {number[]} ids @param {Landing} land @param {boolean} copy */
  #drop(ids, land, copy) {
    const place = land.into ? {} : { at: placeAmong(this.picture.model, land, ids, copy) };
    const { made, done } = this.edit({ op: copy ? "copy" : "move", nodes: ids, to: land.to, ...place });
    if (copy) this.selection.set([made]);
    else this.selection.set(ids);
    done.then(() => this.#here && !this.panel.open && this.focus(), () => {});
  }

  /** A new leaf: before the child that is there, or after the last one. @param {Landing} land */
  #plant({ to, at }) {
    this.#commitTyped();
    const next = this.picture.model.get(to)?.children[at];
    this.selection.set([next ?? to]); // as if it were made by a key there
    this.make(next === undefined ? { op: "child", node: to } : { op: "sibling", node: next, before: true }, true);
    if (!this.panel.open) this.focus();
  }

  /** Folds or opens the current node. */
  fold() {
    if (this.current) this.folding.toggle(this.current);
  }

  /** Opens everything that is folded. */
  async unfold() {
    const { anchor } = this.selection;
    this.focus();
    await this.folding.unfold(anchor);
    this.picture.showAround(anchor);
  }

  /** Whether the server would take a text of this length. @param {string} text @param {number} most @param {string} [instead] */
  #fits(text, most, instead) {
    const words = tooLong(text, most, instead);
    if (words) this.notices.show(words);
    return words === "";
  }

  // Where the user is

  /** Whether the focus is in the tree or its panel, or nowhere. */
  get #here() {
    return document.activeElement === document.body || this.canvas.contains(document.activeElement);
  }

  /** Moves the focus to the current node. */
  focus() {
    const { picture } = this, node = this.selection.anchor || picture.model.root; // the one before, until the node has come
    if (picture.model.get(node)) picture.focus(node);
    if (!this.svg.contains(document.activeElement)) picture.focus(picture.model.root);
  }

  /** The picture is elsewhere in its window. */
  #moved() {
    this.panel.place();
    this.refusal.place();
    this.display.moved();
    this.minimap.later();
    const scale = `${Math.round(100 * this.picture.scale)} %`;
    if (this.#scale.textContent !== scale) this.#scale.textContent = scale;
    byId("back-to-tree").hidden = !this.picture.lost;
  }

  /** Selects a node and goes there. @param {number} node */
  goTo(node) {
    this.selection.set([node]);
    this.picture.reveal(node);
    this.picture.focus(node);
  }

  /** Goes to a node that has been made. @param {number} node */
  #reach(node) {
    this.picture.reveal(node);
    if (!this.panel.open && this.canvas.contains(document.activeElement)) this.picture.focus(node);
  }

  /** Goes to the fields beside the picture, which are more than those at the node. */
  enterInspector() {
    this.#showSidePanel();
    if (!this.inspector.enter()) this.refuse("These nodes are folded. Open them first: press Space or the button Fold.");
  }

  /** Selects a node and shows it, folded or not; the focus stays where it is. @param {number[]} above  its id, and those above it */
  async show(above) {
    const [id] = above;
    this.selection.set([id]);
    if (!this.picture.model.get(id)) await this.folding.reveal(above);
    this.picture.reveal(id);
  }

  /** Selects several nodes; the current one stays so if it is among them. @param {number[]} ids */
  selectNodes(ids) {
    const { model } = this.picture, { main } = this.selection, current = idOf(main ?? 0);
    const nodes = ids.filter((id) => model.get(id)?.run === 0 && id !== current);
    if (ids.includes(current)) nodes.push(current);
    if (nodes.length === 0) return this.announce("No node is there.");
    this.selection.set(nodes);
    this.focus();
    const folded = nodes.some((id) => (model.get(id)?.hidden ?? 0) > 0) ? " What is folded is meant as a whole." : "";
    this.display.saySelected(`${nodes.length === 1 ? "1 node is" : `${nodes.length} nodes are`} selected.${folded}`);
  }

  fit() {
    this.picture.viewport.fit();
  }

  /** For a screen reader, and below the picture. @param {string} text */
  announce(text) {
    byId("live-status").textContent = text;
  }

  /** Says why nothing is done, at the current node, too. @param {string} text */
  refuse(text) {
    const { picture, provisional, selection } = this;
    this.announce(text);
    this.refusal.show(text, () => {
      const { main } = selection;
      return main === undefined ? null : (picture.model.get(idOf(main)) ?? provisional.node(main))?.group.querySelector(".box");
    });
  }

  /** A button of the toolbar: what is typed elsewhere comes before it. @param {string} command */
  #press(command) {
    this.#commitTyped();
    this.interaction.run({ command }, true);
  }

  #commitTyped() {
    if (this.panel.open) this.panel.commit();
    else this.inspector.commit(false);
    const field = document.activeElement;
    if (field instanceof HTMLElement && field.closest("#title, #tree-header")) {
      field.blur();
      this.focus();
    }
    flushTexts(this);
  }

  /** A tree that is pasted goes below a node; into an empty tree, in its place. @param {string} text @param {import("./selection.js").Target} to */
  #paste(text, to) {
    const below = (/** @type {string} */ nodes) => this.make({ op: "paste", to, text: nodes }, !nodes.includes("["));
    const instead = (/** @type {string} */ tree) => this.edit({ op: "text", text: tree }, this.sync.draft.revision || 1).done.then(() => this.picture.home());
    const { empty } = this.display;
    const done = empty ? "is the tree now" : "is below the node that was selected; its title and its limits are not taken over";
    if (takeWholeTree(this, text, { take: empty ? instead : below, done, empty, plain: () => below(text) })) return;
    below(text);
  }

  // The managers, and what each needs of the others

  /** @param {number[]} folded */
  #newFolding(folded) {
    const { persistence, socket } = this.sync;
    return new Folding(`${persistence.local}:view`, folded, {
      live: () => persistence.key !== "" || persistence.saving,
      request: () => {
        socket.view();
        return socket.seen();
      },
      unseen: () => socket.unseen,
      saved: () => persistence.key !== "",
      draw: (markup, anchor) => {
        this.picture.take(markup, anchor, "me");
        this.selection.refresh(this.picture.model, () => anchor);
      },
      failed: () => this.notices.show("The server cannot be reached: nothing can be folded now."),
    });
  }

  #newPanel() {
    return new NodePanel(byId("node-panel"), {
      node: (target) => {
        const node = this.picture.model.get(idOf(target));
        return node ? this.display.pending(node) : this.provisional.node(target);
      },
      header: () => this.sync.draft.header,
      among: (node) => among(node, this.picture.model),
      typed: (target, text) => this.display.typed(target, text),
      commit: (target, set) => this.edit({ op: "set", nodes: [target], ...set }).done,
      here: (target) => this.selection.main === target && this.canvas.contains(document.activeElement),
      beside: () => this.interaction.run({ command: "beside" }),
      closed: () => {
        this.focus();
        this.refit.later();
      },
      clear: (node, covered) => this.picture.look(node, covered),
      filled: (words) => this.announce(words),
      unfinished: (why, typed) => this.notices.show(`${why}.`, typed),
      away: () => this.notices.focus(),
    });
  }

  #newInspector() {
    return new Inspector({
      edit: (edit) => this.edit(edit),
      model: () => this.picture.model,
      filled: (words) => this.announce(words),
      unfinished: (why, typed) => this.notices.show(`${why}.`, typed),
      go: (node) => this.goTo(node),
      typed: (target, text) => this.display.typed(target, text),
      back: () => this.focus(),
      header: () => this.sync.header,
    });
  }

  #newTextPane() {
    const most = Number(this.page.dataset.maxPane);
    // A tree that is pasted is fitted, wherever the picture was moved to.
    byId("text").addEventListener("paste", (e) => {
      const text = e.clipboardData?.getData("text/plain") ?? "";
      if (/[[{]/.test(text)) this.picture.viewport.touched = false;
      if (takeWholeTree(this, text, { take: (notation) => this.text.replace(notation), done: "is the whole text now; Undo brings the tree before back" })) e.preventDefault();
    });
    return new TextPane(/** @type {HTMLTextAreaElement} */ (byId("text")), {
      send: (text, base) => (this.#fits(text, most, "Begin a new tree from a file, which may be larger.") ? this.edit({ op: "text", text }, base || 1) : null),
      unread: (text) => takeOtherText(this, text, (notation) => this.text.exchange(text, notation)),
      expected: (text, spans) => expectedText(text, spans, this.provisional.kept, (id) => this.picture.model.get(id)?.number),
      pointed: (number) => {
        const node = [...this.picture.model.nodes.values()].find((n) => n.number === number);
        if (node) this.selection.set([node.id]);
      },
    });
  }

  #newClipboard() {
    const { outbox, socket } = this.sync, most = Number(this.page.dataset.maxBody) - envelope;
    return new Clipboard({
      here: () => this.selection.any && this.svg.contains(document.activeElement) && !this.panel.open,
      nodes: () => this.picture.model.tops(this.selection.ids),
      part: (number) => (this.text.unfinished ? null : this.text.part(number)),
      remove: () => commands.delete.run(this),
      target: () => this.selection.main,
      paste: (text, to = this.selection.main) => {
        if (to !== undefined && this.#fits(text, most)) this.#paste(text, to);
      },
      announce: (text) => this.announce(text),
      waits: () => this.interaction.keys === "waiting" || outbox.waiting > 0 || socket.unseen,
      stale: () => outbox.waiting > 0,
      run: (action) => this.interaction.run(action),
    });
  }

  #newQueue() {
    const { sync } = this;
    return new CommandQueue({
      here: () => this.#here,
      // Nothing waits for a server that does not answer.
      unsettled: () => sync.answers && sync.unsettled,
      unsaved: () => sync.answers && sync.unsaved,
      unseen: () => sync.answers && sync.socket.unseen,
      settled: () => sync.settled(),
      perform: (action) => this.actions.perform(action),
    });
  }

  #newInteraction() {
    const { selection } = this;
    return new Interaction(this.canvas, this.picture, this.queue, {
      typing: () => this.panel.open,
      armed: () => selection.any,
      arm: (node) => selection.set([node]),
      dragged: (node) => (selection.ids.includes(node) ? this.picture.model.tops(selection.ids).map((n) => n.id) : [node]),
      copies: () => /** @type {HTMLInputElement} */ (byId("drag-copies")).checked,
      drop: (ids, landing, copy) => this.#drop(ids, landing, copy),
      plant: (landing) => this.#plant(landing),
      marked: (ids, more) => this.selectNodes(more ? [...new Set([...this.selection.ids, ...ids])] : ids),
      announce: (text) => this.announce(text),
      press: (command) => this.#press(command),
    }, document.activeElement === document.body); // the focus is going to be in the tree
  }
}
