// What a key or a gesture does, once it is known what it means.

import { at, commands, meaning } from "./commands.js";
import { idOf } from "./selection.js";

/** @typedef {import("./commands.js").Desk} Desk */
/** @typedef {import("./commands.js").Meaning} Meaning */
/** @typedef {import("./node-panel.js").NodePanel} NodePanel */
/** @typedef {import("./draft-socket.js").Header} Header */

export class EditActions {
  #desk;
  #panel;
  #host;

  /**
   * @param {Desk} desk @param {NodePanel} panel
   * @param {object} host
   * @param {() => Header} host.header
   * @param {() => boolean} host.leafToCome  whether the node that is being made is a leaf
   * @param {(text: string) => void} host.say
   */
  constructor(desk, panel, host) {
    this.#desk = desk;
    this.#panel = panel;
    this.#host = host;
  }

  /** @param {{key?: string, field?: string}} [o] */
  show(o) {
    const target = this.#desk.selection.main;
    if (target === undefined) return;
    const node = at(this.#desk);
    if (node && node.hidden > 0) return this.#host.say("What stands folded here is opened first, by Space or the button Fold.");
    if (node) this.#desk.picture.reveal(node.id);
    this.#panel.show(target, node ? node.leaf : this.#host.leafToCome(), o);
  }

  /** @param {Meaning} what */
  act(what) {
    const { selection, picture } = this.#desk;
    // Whoever has gone elsewhere has typed what he wanted to type.
    if (this.#panel.open && !this.#panel.focused) this.#panel.commit(false);
    if ("pick" in what) return this.#pick(what.pick, what.how);
    if (this.#panel.open && !this.#panel.focused) this.#panel.leave(); // what stands there cannot be taken
    if (this.#panel.open) { // it was opened by a key before this one
      if ("typed" in what) this.#panel.insert(what.typed);
      else if ("paste" in what) this.#panel.insert(what.paste);
      else if ("leave" in what) this.#panel.type("Escape", false);
      else if ("command" in what && ["sibling", "child"].includes(what.command)) this.#panel.type(what.command === "child" ? "Tab" : "Enter", false);
      return;
    }
    if ("command" in what) return this.#run(what.command);
    if ("paste" in what) return this.#desk.clipboard.late(what);
    if ("leave" in what) {
      if (selection.ids.length > 1) selection.set(selection.targets.slice(-1));
      else {
        selection.set([]);
        this.#host.say("Nothing is selected: Tab goes on through the page. An arrow key takes hold of the tree again.");
      }
      return;
    }
    if ("move" in what) {
      const node = picture.model.towards(idOf(selection.main ?? 0), what.move);
      if (!node) return;
      if (what.extend) selection.extend(node.id, picture.model);
      else selection.set([node.id]);
      picture.reveal(node.id);
      picture.focus(node.id);
      return;
    }
    if (what.typed === " ") this.#run("fold");
    else if (meaning({ key: what.typed, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })) this.#typed(what.typed);
  }

  /** @param {number} id  the node that was clicked @param {"only" | "too" | "range" | "touch"} how */
  #pick(id, how) {
    const { selection, picture } = this.#desk;
    if (!picture.model.get(id)) return; // somebody has deleted it
    if (how === "touch" && selection.main === id && selection.ids.length === 1) return this.#desk.panel();
    if (how === "too") selection.toggle(id);
    else if (how === "range") selection.extend(id, picture.model);
    else selection.set([id]);
    picture.focus(id);
  }

  /** What is typed at a node begins its value, its mover or its label. @param {string} text */
  #typed(text) {
    const node = at(this.#desk), leaf = node ? node.leaf : this.#host.leafToCome(), kind = this.#host.header().kind;
    if (node && node.hidden > 0) return this.show();
    if (!/[\p{N}.(+-]/u.test(text)) return this.show({ key: text === '"' ? "" : text, field: "label" });
    if (kind === "path") {
      if (!node || node.parent !== 0) this.show({ key: text === "+" ? "" : text, field: "cost" });
      return;
    }
    if (leaf) return this.show({ key: text === "(" || text === "+" ? "" : text });
    const player = Number(text), most = this.#host.header().players ?? 3;
    if (player >= 1 && player <= most) this.#desk.edit({ op: "set", nodes: this.#desk.selection.targets, player });
    else this.#host.say(`An inner node’s mover is a player from 1 to ${most}.`);
  }

  /** @param {string} name */
  #run(name) {
    const command = commands[name], why = command.why(this.#desk);
    if (why !== "") return this.#host.say(`${why}.`);
    command.run(this.#desk);
  }
}
