// The page is left, and comes back: what was typed is sent or stored first, and
// goes on after a reload.

import { keepHalfTyped } from "./half-typed.js";
import { loadUnsent, saveUnsent } from "./text-recovery.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** Milliseconds that a link may take to open before a notice gives the reason. */
const soon = 500;

/** Sends what was typed in the text and the notes. @param {Editor} editor */
export function flushTexts({ text, notes }) {
  text.flush();
  notes.flush();
}

/** @param {Editor} editor @param {HTMLElement[]} parts  that hold links which show what is on the server */
export function connectPageExit(editor, parts) {
  const { inspector, notes, panel, sync, text } = editor;
  for (const part of parts) part.addEventListener("click", (e) => followLink(editor, e));
  window.addEventListener("pagehide", () => {
    sync.leave();
    const half = keepHalfTyped(editor); // what is whole is an edit
    if (!half.panel) panel.commit(false);
    if (!half.inspector) inspector.commit(false);
    flushTexts(editor);
    saveUnsent(`${sync.persistence.local}:text`, text.unsent);
    saveUnsent(`${sync.persistence.local}:notes`, notes.unsent);
    sync.socket.close();
  });
  // A value that is half typed is lost with the tab; edits that could not be sent are stored for this tab, and lost with it.
  window.addEventListener("beforeunload", (e) => (panel.half || inspector.half || (sync.outbox.waiting > 0 && !sync.connected)) && e.preventDefault());
  window.addEventListener("pageshow", (e) => {
    if (!e.persisted) return;
    sync.leaving = false;
    sync.open();
  });
}

/** A link that shows what is on the server waits until everything is there. @param {Editor} editor @param {MouseEvent} e */
function followLink(editor, e) {
  const { inspector, notices, panel, sync } = editor;
  const link = e.target instanceof Element ? e.target.closest("a") : null;
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  panel.commit();
  flushTexts(editor);
  const valid = !panel.open && inspector.commit(true);
  const sent = valid ? sync.outbox.empty() : null;
  if (sent && sync.outbox.waiting === 0) return;
  e.preventDefault();
  if (!sent) return;
  const long = setTimeout(() => notices.show("The page opens as soon as the server has what was done here."), soon);
  sent.then(() => {
    clearTimeout(long);
    location.assign(link.href); // the first edit has given it another address
  });
}

/** What was being sent when the page was left goes on from there. @param {Editor} editor */
export function recoverTexts({ notes, sync, text }) {
  const { local } = sync.persistence;
  const typed = loadUnsent(`${local}:text`), noted = loadUnsent(`${local}:notes`);
  const textSent = typed && sync.outbox.pending(typed.token), notesSent = noted && sync.outbox.pending(noted.token);
  if (typed && (textSent || (typed.token === "" && typed.revision < sync.draft.revision))) text.resume(typed, textSent?.done);
  if (noted && notesSent) notes.resume(noted, notesSent.done);
}
