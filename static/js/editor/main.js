// The page on which a tree is edited: joins the picture, the selection, the
// keys, the panels, the text and the server.

import { Inspector, plies } from "./inspector.js";
import { NoticeBar } from "./notice-bar.js";
import { Clipboard } from "./clipboard.js";
import { at, commands } from "./commands.js";
import { doors, leaving } from "./dialogs.js";
import { Folding } from "./folding.js";
import { gestures } from "./gestures.js";
import { EditActions } from "./actions.js";
import { History, Undo } from "./history.js";
import { Persistence } from "./persistence.js";
import { Keys } from "./keys.js";
import { DraftSocket } from "./draft-socket.js";
import { Notes } from "./notes.js";
import { Outbox } from "./outbox.js";
import { NodePanel } from "./node-panel.js";
import { Picture } from "./picture.js";
import { idOf, Selection } from "./selection.js";
import { sidePanel } from "./side-panel.js";
import { undoName } from "../shared/undo-storage.js";
import { startFrom, tooLong } from "./new-tree.js";
import { TextPane } from "./text-pane.js";
import { keep, left } from "./text-recovery.js";
import { laid, typedIn, valueText } from "./messages.js";
import { preserveFocus } from "./preserve-focus.js";

/** @typedef {import("./draft-socket.js").Draft} Draft */
/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./commands.js").Desk} Desk */
/** @typedef {import("./tree-model.js").Node} Node */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const page = byId("edit");
const canvas = byId("canvas");
const svg = /** @type {SVGSVGElement} */ (canvas.querySelector("svg.tree"));
start();

function start() {
  const band = new NoticeBar(byId("notice"), () => back());
  const notice = (/** @type {string} */ text, /** @type {string} */ typed = "") => band.say(text, typed);
  const kept = new Persistence(page, {
    saved() {
      outbox.rename(kept.local);
      undo.rename(undoName(kept.local));
      folding.rename(`${kept.local}:view`);
      link.open(kept.key);
    },
    notice,
  });
  const { folded = [], ...begun } = JSON.parse(page.dataset.state || "{}");
  /** @type {Draft} */
  let draft = { revision: 0, text: null, header: {}, ...begun };
  let connected = false, gone = false, away = false; // away: the page is left
  let leafToCome = true; // whether the node that is being made is a leaf

  const picture = new Picture(svg, () => panel.place(), () => marks());
  const selection = new Selection(() => selected());
  const outbox = new Outbox(kept.local, (message) => link.send(message), () => state(), Number(page.dataset.maxBody) - 1000);
  outbox.lost = (edit, why, old) => {
    // The panels at the nodes and the text keep what was typed there, as long as the page stands.
    const typed = !["set", "text"].includes(edit.op) || old || !why.answer ? typedIn(edit) : "";
    notice(`Not done: ${why.answer?.errors?.[0]?.message ?? why.message}.`.replace("..", "."), typed);
  };
  const undo = new Undo(undoName(kept.local), {
    send: (edit) => send(edit),
    pending: (token) => outbox.pending(token),
    changed: () => tools(),
    notice,
  });

  const folding = new Folding(`${kept.local}:view`, folded);

  const link = new DraftSocket(
    {
      draft: take,
      results(message) {
        if (message.revision < draft.revision) return;
        // Where there is room, what the algorithms say stands open; it stays as somebody left it.
        const box = byId("results"), open = box.querySelector("details")?.open ?? innerWidth > 800;
        preserveFocus(box, () => (box.innerHTML = message.html), back); // our own server's, which has escaped every label
        const details = box.querySelector("details");
        if (details) details.open = open;
      },
      refused(message) {
        outbox.refused(message);
        aside.header(header()); // its fields say what is
        settle();
        panel.refresh();
        selection.refresh(picture.model, (id) => picture.nearest(id));
      },
      error(message) {
        notice(`${message.title}: ${message.detail.replace(/^saved: /, "")}`);
        if (message.title !== "Not found") return;
        gone = true; // somebody has deleted it
        link.close();
        state();
      },
      people: (n) => people(n),
      tooLarge: () => outbox.tooLarge(),
      connection(on) {
        connected = on;
        if (on) outbox.connected();
        else outbox.disconnected();
        state();
      },
    },
    () => ({ ...folding.view, at: selection.anchor }), // the node at work is always drawn
  );

  /** @param {Draft} message @param {boolean} first  after the connection was made */
  function take({ svg: whole, patch, ...message }, first) {
    const own = message.seq !== undefined && message.seq > 0;
    // The draft names the op of its newest revision, which need not be that of the edit that it answers.
    const { op, tell } = outbox.acknowledged(message);
    const whose = !own ? "other" : op === "text" ? "text" : "gesture";
    const news = message.revision > draft.revision;
    if (news) untried();
    const late = message.revision < draft.revision && !first;
    if (!late) draft = { ...draft, ...message };
    settle();
    const drawn = whole ?? patch; // a picture says what changed since the one before: none is left out
    if (drawn) {
      const anchor = own && message.select ? message.select : selection.anchor;
      const byMe = own || (!first && !news); // what I fold is no revision
      picture.take(drawn, anchor, byMe ? "me" : first ? "server" : "other");
    }
    if (late) {
      if (whose === "text") pane.take(message, whose); // what it is told is its own affair
      return tell();
    }
    shown(whose, own ? message.select : 0);
    if (own) say(message.made === 0 ? "Nothing changed" : message.made === message.revision ? message.words ?? "" : "Saved; somebody else has changed the tree since");
    else if (news && !first) say(`Somebody else: ${message.words ?? "the tree was changed"}`);
    if (message.people !== undefined) people(message.people);
    tell();
    state();
  }

  /** What was typed at nodes is what the picture says, but where edits wait, or it is being typed. */
  function settle() {
    if (!outbox.has("set")) picture.settle([idOf(panel.target ?? 0), ...aside.typing]);
  }

  /** A node as it will be once the edits that wait are done. @param {Node} node */
  const coming = (node) => laid(node, outbox.fields("set", node.id));

  /** A leaf's value as it is typed, or as it will be. @param {number} id @param {string | null} text */
  function typed(id, text) {
    const { value } = outbox.fields("set", id);
    picture.typed(id, text ?? (value === undefined ? null : valueText(value)));
  }

  /**
   * What hangs on the draft, besides the picture.
   * @param {import("./text-pane.js").Whose} whose @param {number} [select]  the node to go on with
   */
  function shown(whose, select) {
    aside.header(header());
    aside.faults(draft.faults ?? [], picture.model);
    pane.faults((draft.faults ?? []).map((f) => f.node));
    pane.take(draft, whose);
    if (draft.notes !== undefined) notes.take(draft);
    selection.refresh(picture.model, (id) => picture.nearest(id), select);
    panel.refresh();
    play();
  }

  // Edits

  /** An edit goes out; the first one saves the tree. @param {Edit} edit @param {number} [base] */
  function send(edit, base) {
    const sent = outbox.add(edit, base);
    if (!gone) notice("");
    if (!kept.key && !away) kept.save();
    return sent;
  }

  /** An edit that undo knows of. @param {Edit} edit @param {number} [base] */
  function edit(edit, base) {
    const sent = send(edit, base);
    undo.made(sent.made, sent.done);
    return sent;
  }

  /** Whether the server would take a text of this length. @param {string} text @param {number} most @param {string} [instead] */
  function fits(text, most, instead) {
    const words = tooLong(text, most, instead);
    if (words) notice(words);
    return words === "";
  }

  /** @param {Edit} what @param {boolean} leaf */
  function make(what, leaf) {
    const beside = selection.main, node = at(desk);
    // What is made below a folded node shall be seen.
    if (node && node.hidden > 0 && ["child", "paste"].includes(what.op)) {
      turned(node);
      if (kept.key || kept.saving) link.view();
    }
    const { made, done } = edit(what);
    leafToCome = leaf;
    selection.set([made]);
    panel.near(beside);
    done.then(() => {
      if (selection.main === made || idOf(selection.main ?? 0) === made.id) reach(made.id);
    }, () => {});
  }

  /** A node that was made is gone to. @param {number} node */
  function reach(node) {
    picture.reveal(node);
    if (!panel.open && canvas.contains(document.activeElement)) picture.focus(node);
  }

  // What is shown

  /** The tree's header as it will be once the edits that wait are done. */
  const header = () => ({ ...draft.header, ...outbox.fields("header") });
  const say = (/** @type {string} */ text) => (byId("said").textContent = text);

  function state() {
    kept.say({ waiting: outbox.waiting, connected, gone, revision: draft.revision });
    tools();
  }

  const people = (/** @type {number} */ n) => (byId("people").textContent = n > 1 ? `· ${n} people here` : "");

  /** Values that were tried in the player are those of nodes by their numbers, which an edit may change. */
  function untried() {
    const url = new URL(location.href);
    for (const name of [...url.searchParams.keys()]) if (/^v\d+$/.test(name)) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /** The way to the player keeps algorithm and step of the address. */
  function play() {
    const door = /** @type {HTMLAnchorElement} */ (byId("play"));
    const figure = new URL(location.href).searchParams.get("figure");
    const to = new URL(kept.key ? `/edit/${kept.key}` : figure ? `/figures/${figure}` : "/tree", location.href);
    for (const [name, value] of new URL(location.href).searchParams) if (!["figure", "text", "saved", "revision", "mode", "folded", "opened"].includes(name)) to.searchParams.append(name, value);
    if (kept.key) to.searchParams.set("mode", "play");
    else if (!figure) to.searchParams.set("text", pane.text);
    door.href = to.href;
  }

  /** Whether nothing has been made yet. */
  function empty() {
    const root = picture.model.get(picture.model.root);
    return picture.model.nodes.size === 1 && root !== undefined && root.leaf && root.hidden === 0 && root.label === "";
  }

  function marks() {
    page.classList.toggle("empty", empty());
    if (selection.pending) return; // the mark moves on once its node is there: the picture is painted once
    for (const group of svg.querySelectorAll('[aria-selected="true"]')) group.setAttribute("aria-selected", "false");
    picture.mark(selection.ids, "selected");
    for (const n of selection.ids) picture.model.get(n)?.group.setAttribute("aria-selected", "true");
    picture.mark(selection.ids.slice(-1), "main");
  }

  function selected() {
    tools();
    byId("node-fields").inert = selection.pending; // they are still those of another node
    if (selection.pending) return; // what stands beside the picture follows with it: nothing flickers
    marks();
    const nodes = selection.ids.map((n) => picture.model.get(n)).filter((n) => n !== undefined).map(coming);
    aside.select(nodes);
    pane.select(nodes.map((n) => n.number));
  }

  function tools() {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("button[data-command]"))) {
      const why = commands[button.dataset.command ?? ""].why(desk);
      button.setAttribute("aria-disabled", String(why !== ""));
      button.title = why === "" ? button.dataset.does ?? "" : `${button.dataset.does}. Not now: ${why}`;
    }
  }

  const unfinished = (/** @type {string} */ what, /** @type {string} */ typed) => notice(`${what}.`, typed);

  // The parts

  const panel = new NodePanel(byId("node-panel"), {
    node(target) {
      const node = picture.model.get(idOf(target));
      return node && coming(node);
    },
    header: () => draft.header,
    typed,
    commit: (target, set) => edit({ op: "set", nodes: [target], ...set }).done,
    here: (target) => selection.main === target && canvas.contains(document.activeElement),
    beside: () => keys.turn({ command: "beside" }),
    closed: () => back(),
    unfinished,
    away: () => band.focus(),
  });
  const aside = new Inspector({
    edit: (what) => edit(what),
    unfinished,
    go(node) {
      selection.set([node]);
      picture.reveal(node);
      picture.focus(node);
    },
    typed,
    back,
    header,
  });
  const pane = new TextPane(/** @type {HTMLTextAreaElement} */ (byId("text")), {
    send: (text, base) => (fits(text, Number(page.dataset.maxPane), "Begin a new tree from a file, which may be larger.") ? edit({ op: "text", text }, base || 1) : null),
    pointed(number) {
      const node = [...picture.model.nodes.values()].find((n) => n.number === number);
      if (node) selection.set([node.id]);
    },
  });
  const notes = new Notes(/** @type {HTMLTextAreaElement} */ (byId("notes")), (text, base) => edit({ op: "notes", text }, base || 1));
  const clipboard = new Clipboard({
    here: () => selection.any && svg.contains(document.activeElement) && !panel.open,
    nodes: () => picture.model.tops(selection.ids),
    part: (number) => (pane.unfinished ? null : pane.part(number)),
    remove: () => commands.delete.run(desk),
    target: () => selection.main,
    paste(text, to = selection.main) {
      if (to !== undefined && fits(text, Number(page.dataset.maxBody) - 1000)) make({ op: "paste", to, text }, !text.includes("["));
    },
    say,
    waits: () => keys.waiting || outbox.waiting > 0 || link.unseen,
    turn: (meaning) => keys.turn(meaning),
  });
  /** @type {Desk} */
  const desk = {
    selection, picture, undo, clipboard, edit, make, fold,
    panel: () => hands.show(),
    beside() {
      roomBeside();
      if (!aside.enter()) say("What stands folded here is opened first, by Space or the button Fold.");
    },
    fit: () => picture.port.fit(),
  };
  const hands = new EditActions(desk, panel, { header: () => draft.header, leafToCome: () => leafToCome, say });
  /** Whether the focus is in the tree or its panel, or nowhere else. */
  const here = () => document.activeElement === document.body || canvas.contains(document.activeElement);
  const keys = new Keys(svg, {
    here,
    armed: () => selection.any,
    pending: () => selection.pending,
    unsettled: () => outbox.unsettled || link.unseen,
    unsaved: () => outbox.waiting > 0 || link.unseen,
    unseen: () => link.unseen,
    settled: () => (outbox.unsettled ? outbox.settled() : link.unseen ? link.seen() : outbox.empty()),
    act: (what) => hands.act(what),
    arm: (node) => selection.set([node]),
  }, document.activeElement === document.body); // the focus is going to be in the tree

  /** The focus goes to the node at work. */
  function back() {
    const node = idOf(selection.main ?? 0) || picture.model.root;
    if (picture.model.get(node)) picture.focus(node);
    if (!svg.contains(document.activeElement)) picture.focus(picture.model.root); // until the node has come
  }

  /** Folds or unfolds a node, which the picture does not show yet. @param {Node} node */
  function turned(node) {
    folding.turn(node);
    unfoldable();
  }

  function unfoldable() {
    byId("unfold").hidden = !folding.any;
  }

  function fold() {
    const node = at(desk);
    if (!node) return;
    turned(node);
    folds(node.id);
  }

  /** Shows what is folded now. @param {number} beside  the node that stays where it is */
  function folds(beside) {
    if (kept.key || kept.saving) return link.view();
    folding.picture().then((markup) => {
      if (!markup || kept.key) return; // once it is saved, it comes folded
      picture.take(markup, beside, "me");
      selection.refresh(picture.model, () => beside);
    }, () => notice("The server cannot be reached: nothing can be folded now."));
  }

  gestures(desk, canvas, {
    command(name) {
      if (panel.open) panel.commit();
      else aside.commit(false);
      // What is typed elsewhere comes before it, too.
      const field = document.activeElement;
      if (field instanceof HTMLElement && field.closest("#title, #tree-header")) {
        field.blur();
        back();
      }
      pane.flush();
      notes.flush();
      keys.turn({ command: name }, true);
    },
    turn: (meaning) => keys.turn(meaning),
    here: () => here() && !panel.open,
    back,
  });
  const roomBeside = sidePanel(page);
  plies({ node: () => at(desk), model: () => picture.model, header: () => draft.header, edit: (what) => edit(what) });
  startFrom(byId("start"));
  const revisions = new History(/** @type {HTMLDialogElement} */ (byId("history")), { id: () => kept.id || kept.key, restore: (revision) => edit({ op: "restore", revision }) });

  byId("results").addEventListener("click", (e) => {
    const most = e.target instanceof HTMLElement ? e.target.dataset.maxsum : undefined;
    if (most) edit({ op: "header", maxsum: Number(most) });
  });
  doors({
    "show-history": () => revisions.open(),
    fit: () => picture.port.fit(),
    unfold() {
      folding.unfold();
      unfoldable();
      folds(selection.anchor);
      back();
    },
    "zoom-in": () => picture.port.zoom(1.4),
    "zoom-out": () => picture.port.zoom(1 / 1.4),
  }, back);
  // The player plays what is on the server: what was typed goes there first.
  leaving([byId("play"), byId("results")], () => {
    panel.commit();
    pane.flush();
    notes.flush();
    return panel.open || !aside.commit(true) ? null : outbox.empty();
  }, () => outbox.waiting > 0, () => notice("The page opens as soon as the server has what was done here."));
  window.addEventListener("pagehide", () => {
    away = true; // what is sent now is kept, and goes out when the page is back
    panel.commit(false);
    aside.commit(false);
    pane.flush();
    notes.flush();
    keep(`${kept.local}:text`, pane.unsent);
    keep(`${kept.local}:notes`, notes.unsent);
    link.close();
  });
  // What cannot be read is lost with the page; what could not be sent is kept for this tab, and lost with it.
  window.addEventListener("beforeunload", (e) => (!panel.readable || !aside.readable || (outbox.waiting > 0 && !connected)) && e.preventDefault());
  window.addEventListener("pageshow", (e) => {
    if (!e.persisted) return;
    away = false;
    if (kept.key) link.open(kept.key);
    else if (outbox.waiting > 0) kept.save();
  });

  byId("results").querySelector("details")?.toggleAttribute("open", innerWidth > 800);
  unfoldable();

  // What was under way when the page was left goes on from there.
  const text = left(`${kept.local}:text`), noted = left(`${kept.local}:notes`);
  const textSent = text && outbox.pending(text.token), notesSent = noted && outbox.pending(noted.token);
  if (text && (textSent || (text.token === "" && text.revision < draft.revision))) pane.resume(text, textSent?.done);
  if (noted && notesSent) notes.resume(noted, notesSent.done);

  // At the beginning the root is selected, and has the focus: one can type at once.
  shown("other");
  selection.set([picture.model.root]);
  if (document.activeElement === document.body) picture.focus(picture.model.root);
  if (kept.key) link.open(kept.key);
  else if (outbox.waiting > 0) kept.save();
  state();
}
