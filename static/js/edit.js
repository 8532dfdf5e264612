// The page on which a tree is edited: joins the picture, the selection, the
// keys, the panels, the text and the server.

import { Aside, plies } from "./edit-aside.js";
import { Clipboard } from "./edit-clipboard.js";
import { at, commands } from "./edit-commands.js";
import { doors, keepsake, leaving } from "./edit-doors.js";
import { Drag } from "./edit-drag.js";
import { placeAmong } from "./edit-drop.js";
import { Folding, unfolded } from "./edit-folding.js";
import { Hands } from "./edit-hands.js";
import { History, Undo } from "./edit-history.js";
import { Keys } from "./edit-keys.js";
import { Link } from "./edit-link.js";
import { Outbox } from "./edit-outbox.js";
import { Panel } from "./edit-panel.js";
import { Picture } from "./edit-picture.js";
import { idOf, Selection } from "./edit-selection.js";
import { sidePanel } from "./edit-side.js";
import { create, startFrom, tooLong } from "./edit-start.js";
import { TextPane } from "./edit-text.js";

/** @typedef {import("./edit-link.js").Draft} Draft */
/** @typedef {import("./edit-outbox.js").Edit} Edit */
/** @typedef {import("./edit-commands.js").Desk} Desk */

/** Seconds before the tree is tried to be saved again. */
const retryAfter = [0.5, 1, 2, 5, 10];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const page = byId("edit");
const canvas = byId("canvas");
const svg = /** @type {SVGSVGElement} */ (canvas.querySelector("svg.tree"));
start();

function start() {
  let key = page.dataset.key ?? "", id = page.dataset.id ?? "";
  /** @type {Draft} */
  let draft = { revision: 0, text: null, header: {}, ...JSON.parse(page.dataset.state || "{}") };
  let connected = false, saving = false, gone = false, tries = 0;
  let leafToCome = true; // whether the node that is being made is a leaf
  const local = () => `espalier-edit:${key || unfolded(location.search)}`;

  const picture = new Picture(svg, () => panel.place(), () => marks());
  const selection = new Selection(() => selected());
  const outbox = new Outbox(local(), (message) => link.send(message), () => state(), Number(page.dataset.maxBody) - 1000);
  outbox.lost = (edit, why) => {
    // The panels and the text keep what was typed there.
    const kept = edit.op === "notes" || edit.op === "paste" || !why.answer ? String(edit.text ?? "") : "";
    notice(`Not done: ${why.answer?.errors?.[0]?.message ?? why.message}.`.replace("..", "."), kept);
  };
  const undo = new Undo(`${local()}:undo`, {
    send: (edit) => send(edit),
    pending: (token) => outbox.pending(token),
    changed: () => tools(),
    notice: (text) => notice(text),
  });

  const folding = new Folding(`${local()}:view`);

  const link = new Link(
    {
      draft: take,
      results(message) {
        if (message.revision < draft.revision) return;
        // Where there is room, what the algorithms say stands open; it stays as somebody left it.
        const box = byId("results"), open = box.querySelector("details")?.open ?? innerWidth > 800;
        box.innerHTML = message.html; // our own server's, which has escaped every label
        const details = box.querySelector("details");
        if (details) details.open = open;
      },
      refused(message) {
        aside.header(draft.header); // its fields say what is
        outbox.refused(message);
        if (!outbox.has("set")) picture.settle(idOf(panel.target ?? 0));
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
    () => ({ ...folding.view, at: idOf(selection.main ?? 0) }), // the node at work is always drawn
  );

  /** @param {Draft} message @param {boolean} first  after the connection was made */
  function take({ svg: whole, patch, ...message }, first) {
    const own = message.seq !== undefined && message.seq > 0;
    const tell = own ? outbox.acknowledged(message) : () => {};
    const whose = !own ? "other" : message.op === "text" ? "text" : "gesture";
    const news = message.revision > draft.revision, late = message.revision < draft.revision && !first;
    if (!late) draft = { ...draft, ...message };
    if (!outbox.has("set")) picture.settle(idOf(panel.target ?? 0));
    const drawn = whole ?? patch; // a picture says what changed since the one before: none is left out
    if (drawn) {
      const anchor = own && message.select ? message.select : selection.ids.at(-1) ?? picture.model.root;
      picture.take(drawn, anchor, !own && !first && news);
    }
    if (late) {
      if (whose === "text") pane.take(message, whose); // what it is told is its own affair
      return tell();
    }
    shown(whose);
    if (own) say(message.made === 0 ? "Nothing changed" : message.words ?? "");
    else if (news && !first) say(`Somebody else: ${message.words ?? "the tree was changed"}`);
    if (message.people !== undefined) people(message.people);
    tell();
    state();
  }

  /** What hangs on the draft, besides the picture. @param {import("./edit-text.js").Whose} whose */
  function shown(whose) {
    aside.header(draft.header);
    aside.faults(draft.faults ?? [], picture.model);
    pane.take(draft, whose);
    const notes = /** @type {HTMLTextAreaElement} */ (byId("notes"));
    if (document.activeElement !== notes) notes.value = draft.notes ?? "";
    selection.refresh(picture.model, (id) => draft.select || picture.nearest(id));
    panel.refresh();
    play();
  }

  // Edits

  /** An edit goes out; the first one saves the tree. @param {Edit} edit @param {number} [base] */
  function send(edit, base) {
    const sent = outbox.add(edit, base);
    if (!gone) notice("");
    if (!key) save();
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
    const beside = selection.main;
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

  /**
   * What is left of an address when the tree that it named is saved: what runs
   * on it, and the step. Values that it set are the tree's own now.
   * @param {string} search
   */
  function played(search) {
    const q = new URLSearchParams(unfolded(search));
    for (const name of [...q.keys()]) if (/^(figure|text|saved|revision|v\d+)$/.test(name)) q.delete(name);
    return q.size > 0 ? `?${q}` : "";
  }

  async function save() {
    if (saving) return;
    saving = true;
    try {
      const made = await create(JSON.parse(page.dataset.source || '{"empty":true}'));
      key = made.key;
      id = made.id;
      page.dataset.read = `/t/${id}`;
      outbox.rename(local());
      undo.rename(`${local()}:undo`);
      folding.rename(`${local()}:view`);
      history.replaceState(history.state, "", made.edit + played(location.search));
      if (tries > 0) notice("");
      document.dispatchEvent(new CustomEvent("tree-saved", { detail: made }));
      link.open(key);
    } catch (e) {
      notice(`The tree cannot be saved yet, and is kept in this page. ${e instanceof Error ? e.message : ""}`);
      setTimeout(save, 1000 * retryAfter[Math.min(tries++, retryAfter.length - 1)]);
    }
    saving = false;
  }

  // What is shown

  const band = byId("notice"), words = document.createElement("span");
  words.textContent = band.textContent;
  band.replaceChildren(words);

  /**
   * A notice goes with the next edit; what was typed and is not taken stays in
   * it until somebody closes it.
   * @param {string} text @param {string} [typed]
   */
  function notice(text, typed = "") {
    words.textContent = text;
    if (typed !== "") {
      const kept = keepsake(typed), close = document.createElement("button");
      close.type = "button";
      close.textContent = "Close";
      close.addEventListener("click", () => {
        kept.remove();
        close.remove();
        notice("");
        back();
      });
      band.append(" ", kept, " ", close);
    }
    band.hidden = text === "" && band.childElementCount === 1;
  }

  const say = (/** @type {string} */ text) => (byId("said").textContent = text);

  function state() {
    const n = outbox.waiting, edits = n === 1 ? "1 edit waits" : `${n} edits wait`;
    const words = gone ? "Not kept any more; the text beside the picture can be copied" : !key && n === 0 ? "locked" in page.dataset ? "Cannot be saved now" : "Not saved yet; the first edit saves it"
      : !connected && key && tries >= 0 && !first ? `Not connected${n > 0 ? `: ${edits}, and ${n === 1 ? "is" : "are"} sent when the connection is back` : "; it is tried again"}`
        : n > 0 ? "Saving…" : `Saved, revision ${draft.revision.toLocaleString("en")}`;
    const box = byId("saved");
    if (box.textContent !== words) box.textContent = words;
    page.classList.toggle("away", !connected && key !== "" && !first);
    if (connected) first = false;
    tools();
  }
  let first = true; // nothing has been connected yet

  const people = (/** @type {number} */ n) => (byId("people").textContent = n > 1 ? `· ${n} people here` : "");

  /** The way to the player keeps algorithm and step of the address. */
  function play() {
    const door = /** @type {HTMLAnchorElement} */ (byId("play"));
    const figure = new URL(location.href).searchParams.get("figure");
    const to = new URL(key ? `/edit/${key}` : figure ? `/figures/${figure}` : "/tree", location.href);
    for (const [name, value] of new URL(location.href).searchParams) if (!["figure", "text", "saved", "revision", "mode", "folded", "opened"].includes(name)) to.searchParams.append(name, value);
    if (key) to.searchParams.set("mode", "play");
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
    if (selection.pending) return; // what stands beside the picture follows with it: nothing flickers
    marks();
    const nodes = selection.ids.map((n) => picture.model.get(n)).filter((n) => n !== undefined);
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

  const panel = new Panel(byId("node-panel"), {
    node: (target) => picture.model.get(idOf(target)),
    header: () => draft.header,
    typed: (node, text) => picture.typed(node, text),
    commit: (target, set) => edit({ op: "set", nodes: [target], ...set }).done,
    here: (target) => selection.main === target && canvas.contains(document.activeElement),
    beside: () => keys.turn({ command: "beside" }),
    closed: () => back(),
    unfinished,
  });
  const aside = new Aside({
    edit: (what) => edit(what),
    unfinished,
    go(node) {
      selection.set([node]);
      picture.reveal(node);
      picture.focus(node);
    },
    typed: (node, text) => picture.typed(node, text),
    back,
  });
  const pane = new TextPane(/** @type {HTMLTextAreaElement} */ (byId("text")), {
    send: (text, base) => (fits(text, Number(page.dataset.maxPane), "Begin a new tree from a file, which may be larger.") ? edit({ op: "text", text }, base || 1).done : Promise.reject()),
    pointed(number) {
      const node = [...picture.model.nodes.values()].find((n) => n.number === number);
      if (node) selection.set([node.id]);
    },
  });
  const clipboard = new Clipboard({
    here: () => selection.any && svg.contains(document.activeElement) && !panel.open,
    nodes: () => picture.model.tops(selection.ids),
    part: (number) => (pane.unfinished ? null : pane.part(number)),
    remove: () => commands.delete.run(desk),
    paste(text) {
      const to = selection.main;
      if (to !== undefined && fits(text, Number(page.dataset.maxBody) - 1000)) make({ op: "paste", to, text }, true);
    },
    say,
  });
  /** @type {Desk} */
  const desk = {
    selection, picture, undo, clipboard, edit, make, fold,
    panel: () => hands.show(),
    beside() {
      roomBeside();
      aside.enter();
    },
    fit: () => picture.port.fit(),
  };
  const hands = new Hands(desk, panel, { header: () => draft.header, leafToCome: () => leafToCome, say });
  const keys = new Keys(svg, {
    armed: () => selection.any,
    pending: () => selection.pending,
    unsettled: () => outbox.unsettled,
    settled: () => outbox.settled(),
    act: (what) => hands.act(what),
    arm: (node) => selection.set([node]),
  }, empty());

  /** The focus goes to the node at work. */
  function back() {
    const node = idOf(selection.main ?? 0) || picture.model.root;
    if (picture.model.get(node)) picture.focus(node);
    else svg.querySelector("g.node")?.dispatchEvent(new Event("focus"));
    if (!svg.contains(document.activeElement)) picture.focus(picture.model.root); // until the node has come
  }

  function fold() {
    const node = at(desk);
    if (!node) return;
    folding.turn(node);
    if (key || saving) return link.view();
    folding.picture().then((markup) => {
      if (!markup || key) return; // once it is saved, it comes folded
      picture.take(markup, node.id, false);
      selection.refresh(picture.model, () => node.id);
    }, () => notice("The server cannot be reached: nothing can be folded now."));
  }

  // Gestures

  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("button[data-command]"))) {
    const name = button.dataset.command ?? "";
    button.addEventListener("pointerdown", (e) => e.preventDefault()); // the focus stays where it is
    button.addEventListener("click", () => {
      if (panel.open) panel.commit();
      keys.turn({ command: name });
    });
  }
  const node = (/** @type {Event} */ e) => Number((e.target instanceof Element && e.target.closest("g.node")?.getAttribute("data-id")) || 0);
  svg.addEventListener("click", (e) => {
    const n = node(e);
    if (n === 0) return;
    const again = e instanceof PointerEvent && e.pointerType === "touch" && selection.main === n;
    if (again && selection.ids.length === 1) return hands.show();
    if (e.ctrlKey || e.metaKey) selection.toggle(n);
    else if (e.shiftKey) selection.extend(n, picture.model);
    else selection.set([n]);
    picture.focus(n);
  });
  svg.addEventListener("dblclick", (e) => {
    if (node(e) === 0) return;
    if ((at(desk)?.hidden ?? 0) > 0) fold();
    else hands.show();
  });
  new Drag(canvas, byId("drop-words"), picture, {
    dragged: (n) => (selection.ids.includes(n) ? picture.model.tops(selection.ids).map((t) => t.id) : [n]),
    copies: () => /** @type {HTMLInputElement} */ (byId("drag-copies")).checked,
    drop(ids, land, copy) {
      const place = land.into ? {} : { at: placeAmong(picture.model, land, ids, copy) };
      const { made, done } = edit({ op: copy ? "copy" : "move", nodes: ids, to: land.to, ...place });
      if (copy) selection.set([made]);
      else selection.set(ids);
      done.then(() => back(), () => {});
    },
  });
  const roomBeside = sidePanel(page);
  plies({ node: () => at(desk), model: () => picture.model, header: () => draft.header, edit: (what) => edit(what) });
  startFrom(byId("start"));
  const revisions = new History(/** @type {HTMLDialogElement} */ (byId("history")), { id: () => id || key, restore: (revision) => edit({ op: "restore", revision }) });

  byId("results").addEventListener("click", (e) => {
    const most = e.target instanceof HTMLElement ? e.target.dataset.maxsum : undefined;
    if (most) edit({ op: "header", maxsum: Number(most) });
  });
  byId("notes").addEventListener("change", (e) => edit({ op: "notes", text: /** @type {HTMLTextAreaElement} */ (e.target).value }));
  doors({
    "show-history": () => revisions.open(),
    fit: () => picture.port.fit(),
    "zoom-in": () => picture.port.zoom(1.4),
    "zoom-out": () => picture.port.zoom(1 / 1.4),
  });
  // The player plays what is on the server: what was typed goes there first.
  leaving([byId("play"), byId("results")], () => {
    panel.commit();
    pane.flush();
    return panel.open ? null : outbox.empty();
  }, () => outbox.waiting > 0);
  window.addEventListener("pagehide", () => {
    pane.flush();
    link.close();
  });
  // What could not be sent is kept for this tab, and lost with it.
  window.addEventListener("beforeunload", (e) => outbox.waiting > 0 && !connected && e.preventDefault());
  window.addEventListener("pageshow", (e) => e.persisted && key && link.open(key));

  byId("results").querySelector("details")?.toggleAttribute("open", innerWidth > 800);

  // At the beginning the root is selected, and has the focus: one can type at once.
  shown("other");
  selection.set([picture.model.root]);
  if (document.activeElement === document.body) picture.focus(picture.model.root);
  if (key) link.open(key);
  else if (outbox.waiting > 0) save();
  state();
}
