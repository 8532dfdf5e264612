// Folder editor: the page on which a tree is edited. It imports shared/ only.
//
// This module builds the page: the editor with its managers (editor.js), the
// dialogs and menus around it, and what happens when the page is left.

import { connectDialogs } from "./dialogs.js";
import { Editor } from "./editor.js";
import { recoverHalfTyped } from "./half-typed.js";
import { startFrom } from "./new-tree.js";
import { keepRemarks, showReading, showRemarks } from "./pasted-tree.js";
import { connectPageExit, recoverTexts } from "./page-exit.js";
import { plyMenu } from "./ply-menu.js";
import { RestorePreview } from "./restore-preview.js";
import { RevisionList } from "./revisions.js";
import { scoreOf } from "./score-text.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const editor = new Editor(byId("edit"));
const { folding, picture, selection, sync } = editor;

plyMenu({ node: () => editor.current, model: () => picture.model, header: () => sync.draft.header, edit: (edit) => editor.edit(edit) });
startFrom(byId("start"), keepRemarks);
const revisions = new RevisionList(/** @type {HTMLDialogElement} */ (byId("history")), {
  id: () => sync.persistence.id || sync.persistence.key,
  saved: () => (sync.outbox.waiting > 0 ? sync.outbox.empty() : null),
  preview: (revision) => preview.open(revision),
});
const preview = new RestorePreview(/** @type {HTMLDialogElement} */ (byId("restore")), {
  id: () => sync.persistence.id,
  sideways: () => picture.model.sideways,
  restore: (revision) => {
    revisions.close();
    editor.focus();
    editor.edit({ op: "restore", revision }).done.then(() => editor.announce(`Revision ${revision} is restored; Undo takes it back.`), () => {});
  },
});
for (const id of ["results", "maxsum-hint"]) byId(id).addEventListener("click", (e) => {
  const { maxsum, minp } = e.target instanceof HTMLElement ? e.target.dataset : {};
  if (!maxsum && !minp) return;
  editor.edit({ op: "header", ...(maxsum ? { maxsum: scoreOf(maxsum) } : { minp: scoreOf(minp ?? "") }) });
  byId("maxsum-hint").hidden = true;
  if (id === "maxsum-hint") editor.focus();
});
connectDialogs({
  "show-history": () => revisions.open(),
  fit: () => editor.fit(),
  unfold: () => editor.unfold(),
  "zoom-in": () => picture.viewport.zoom(1.4),
  "zoom-out": () => picture.viewport.zoom(1 / 1.4),
}, () => editor.focus());
connectPageExit(editor, [byId("play"), byId("results")]);
recoverTexts(editor);

// At the beginning the root is selected, and has the focus: one can type at once.
editor.display.draft(sync.draft, "other");
selection.set([picture.model.root]);
if (document.activeElement === document.body) picture.focus(picture.model.root);
folding.begin(picture.toFold);
sync.open();
recoverHalfTyped(editor);
showRemarks(editor);
showReading(editor);
sync.status();
