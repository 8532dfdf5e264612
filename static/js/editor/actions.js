// What each action does: of a key, a click, a button or a paste.

import { commands } from "./commands.js";
import { actionOf } from "./keys.js";
import { idOf } from "./selection.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./keys.js").Action} Action */

export class EditActions {
  #editor;

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
  }

  /** Opens the panel at the current node. @param {{key?: string, field?: string}} [o] */
  openPanel(o) {
    const target = this.#editor.selection.main;
    if (target === undefined) return;
    const node = this.#editor.current;
    if (node && node.hidden > 0) return this.#editor.refuse("These nodes are folded. Open them first: press Space or the button Fold.");
    if (node) this.#editor.picture.reveal(node.id);
    this.#editor.panel.show(target, (node ?? this.#editor.provisional.node(target))?.leaf ?? this.#editor.expectsLeaf, o);
  }

  /** @param {Action} action */
  perform(action) {
    const { refusal, selection, picture, panel } = this.#editor;
    refusal.hide();
    // The focus has left the panel: what was typed there is complete.
    if (panel.open && !panel.focused) panel.commit(false);
    if ("pick" in action) return this.#pick(action.pick, action.how);
    if (panel.open && !panel.focused) panel.leave(); // what was typed is not valid
    if (panel.open) { // it was opened by a key before this one
      if ("typed" in action) panel.insert(action.typed);
      else if ("paste" in action) panel.insert(action.paste);
      else if ("leave" in action) panel.type("Escape", false);
      else if ("command" in action && ["sibling", "child"].includes(action.command)) panel.type(action.command === "child" ? "Tab" : "Enter", false);
      return;
    }
    if ("command" in action) return this.#run(action.command);
    if ("paste" in action) return this.#editor.clipboard.late(action);
    if ("leave" in action) {
      if (selection.ids.length > 1) selection.set(selection.targets.slice(-1));
      else {
        selection.set([]);
        this.#editor.display.saySelected("Nothing is selected: Tab goes on through the page. An arrow key selects a node again; what you type goes to the last one.");
      }
      return;
    }
    if ("move" in action) {
      const { provisional } = this.#editor, from = selection.main ?? 0, at = from === 0 ? 0 : idOf(from) || provisional.standIn(from);
      const to = at === 0 && from !== 0 ? provisional.towards(from, action.move) : picture.model.towards(at, action.move)?.id;
      if (to === undefined) return;
      if (action.extend && idOf(to) > 0) selection.extend(idOf(to), picture.model);
      else selection.set([to]);
      if (idOf(to) === 0) return;
      picture.reveal(idOf(to));
      picture.focus(idOf(to));
      return;
    }
    if (action.typed === " ") return this.#run("fold");
    const meant = actionOf({ key: action.typed, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });
    if (meant && "command" in meant) this.#run(meant.command);
    else if (meant) this.#typed(action.typed);
  }

  /** @param {number} id  the node that was clicked @param {"only" | "too" | "range" | "touch"} how */
  #pick(id, how) {
    const { selection, picture } = this.#editor;
    if (!picture.model.get(id)) return; // another editor has deleted it
    if (how === "touch" && selection.main === id && selection.ids.length === 1) {
      return (picture.model.get(id)?.hidden ?? 0) > 0 ? this.#run("fold") : this.openPanel();
    }
    if (how === "too") selection.toggle(id);
    else if (how === "range") selection.extend(id, picture.model);
    else selection.set([id]);
    picture.focus(id);
  }

  /** A character that is typed at a node begins its value, its mover or its label. @param {string} text */
  #typed(text) {
    const node = this.#editor.current, leaf = node ? node.leaf : this.#editor.expectsLeaf, kind = this.#editor.sync.draft.header.kind;
    if (node && node.hidden > 0) return this.openPanel();
    if (!/[\p{N}.(+-]/u.test(text)) return this.openPanel({ key: text === '"' ? "" : text, field: "label" });
    if (kind === "path") {
      if (!node || node.parent !== 0) this.openPanel({ key: text === "+" ? "" : text, field: "cost" });
      return;
    }
    if (leaf) return this.openPanel({ key: text === "(" || text === "+" ? "" : text });
    const player = Number(text), most = this.#editor.sync.draft.header.players ?? 3;
    if (player >= 1 && player <= most) this.#editor.edit({ op: "set", nodes: this.#editor.selection.targets, player });
    else this.#editor.refuse(`The mover at ${node?.name ?? "this node"} is a player from 1 to ${most}; there is no player ${player}.`);
  }

  /** @param {string} name */
  #run(name) {
    const command = commands[name], why = command.why(this.#editor);
    if (why !== "") return this.#editor.refuse(`${why}.`);
    command.run(this.#editor);
  }
}
