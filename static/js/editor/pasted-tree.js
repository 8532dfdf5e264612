// A whole tree that is pasted or typed in another notation: nested lists, a game of Gambit, a
// document (JSON) and others; or, where there is no tree yet, a text with a header. The server
// reads it and writes it in the notation. The page says what it took the text for, what was
// assumed and left out, and offers the other ways to read it.

import { busy, idle } from "../shared/idle.js";
import { parse, sourceOf } from "./new-tree.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {Awaited<ReturnType<typeof parse>>} Parsed */

/** The header of a text in the notation, after its comments; a label has a colon. */
const header = /^(\s|#.*$)*(kind|players|maxsum|minp|maxp|delta|outcomes|title)\s*[^\s:]/m;

/** How a text begins that can be a tree in another notation, and no part of a tree in this one. */
const other = /^\s*([[{<\\%]|\(\s*[[(]|\(\s*[-−]?[\d.]+\s+[-−\d]|[A-Za-z]\w*\s*\(|(level|player)\s+\d)/;

/** Whether a text may be a whole tree in another notation; pure. @param {string} text @param {string} [kind]  of the tree */
const mayBeOther = (text, kind) => (other.test(text) && !(kind === "path" && /^\s*\[/.test(text))) || /\)[^()]*;\s*$/.test(text);

/** What a source is called before it is read. @param {object} source */
function called(source) {
  if ("efg" in source) return "game of Gambit";
  if ("tree" in source) return "tree document";
  return "text" in source && /^\s*\{[^]*"root"\s*:/.test(String(source.text)) ? "tree document" : "text";
}

/** What a source was, once it is read. @param {object} source @param {Parsed} parsed */
const was = (source, parsed) => (parsed.read_as === "efg" ? "game of Gambit" : parsed.read_as === "json" ? "tree document" : called(source));

/** The notes of a tree on how it was read. @param {Parsed} parsed */
const sentences = ({ read_as: as, called, notes }) => [...(["espalier", "efg", "json"].includes(as) ? [] : [`Read as ${called}.`]), ...notes];

/**
 * What the page says of a reading, with the choices that each sentence leaves: first what was assumed and
 * has an alternative, then what was done, the notation, and the other notes (foreign.Reading.Remarks); pure.
 * @param {Parsed} parsed @param {string} done
 */
function remarks({ read_as: as, called, notes, choices = [] }, done) {
  const notation = choices.filter((c) => c.note === undefined), said = notes.map((text, i) => ({ text, choices: choices.filter((c) => c.note === i) }));
  const named = !["espalier", "efg", "json"].includes(as) || notation.length > 0;
  return [...said.filter((s) => s.choices.length > 0), ...(done ? [{ text: done, choices: [] }] : []), ...(named ? [{ text: `Read as ${called}.`, choices: notation }] : []), ...said.filter((s) => s.choices.length === 0)];
}

/**
 * Says what was read, and offers the other ways to read it.
 * @param {Editor} editor @param {Parsed} parsed @param {object} source @param {string} done
 * @param {(parsed: Parsed) => Promise<any> | void} take
 */
function say(editor, parsed, source, done, take) {
  const parts = remarks(parsed, done).map(({ text, choices }) => ({
    text,
    offers: choices.map(({ as, root, players, numbers, words: name }) => ({
      name,
      run: () => {
        const chosen = { ...source, as, root, players, numbers };
        busy(chosen);
        parse(chosen).then(async (again) => {
          await take(again);
          say(editor, again, source, done, take);
        }).catch((e) => editor.notices.show(`${e instanceof Error ? e.message : e}`)).finally(() => idle(chosen));
      },
    })),
  }));
  if (parts.some((part) => part.offers.length > 0)) editor.notices.offerParts("reading", parts);
  else editor.notices.show(parts.map((part) => part.text).join(" "));
}

/**
 * @typedef {object} Taking
 * @property {(notation: string) => Promise<any> | void} take  gets the tree in the notation
 * @property {string} done  what is said when it is there
 * @property {boolean} [empty]  there is no tree yet
 * @property {() => void} [plain]  what is done with a text that may be in another notation, and is not; without it only a text is taken that cannot be anything else
 */

/**
 * Takes a text that is a whole tree: in another notation or, where there is no tree yet, in this one.
 * @param {Editor} editor @param {string} text @param {Taking} taking
 * @returns {boolean} whether it may be one
 */
export function takeWholeTree(editor, text, { take, done, empty = false, plain }) {
  const source = sourceOf("", text), headed = empty && header.exec(text)?.index === 0;
  const sure = !("text" in source) || headed || /^\s*[{<\\]/.test(text);
  if (!sure && !(plain && mayBeOther(text, editor.sync.header.kind))) return false;
  editor.notices.drop("reading");
  busy(source);
  parse(source).then(async (parsed) => {
    if (!sure && parsed.read_as === "espalier") return plain?.();
    await take(parsed.text);
    say(editor, parsed, source, `The ${was(source, parsed)} ${done}.`, (again) => replaceTree(editor, again.text));
  }).catch((e) => editor.notices.show(`The ${called(source)} that was pasted cannot be taken: ${e instanceof Error ? e.message : e}`.replace(/\.?$/, "."), text)).finally(() => idle(source));
  return true;
}

/** Puts another tree in the place of the whole. @param {Editor} editor @param {string} text */
const replaceTree = (editor, text) => editor.edit({ op: "text", text }, editor.sync.draft.revision || 1).done;

/**
 * The whole text beside the picture cannot be read in the notation: takes it if it is in another one.
 * @param {Editor} editor @param {string} text @param {(notation: string) => boolean} replace  whether it is still the text
 */
export function takeOtherText(editor, text, replace) {
  if (!mayBeOther(text, editor.sync.header.kind)) return;
  const source = { text };
  busy(source);
  parse(source).then((parsed) => {
    if (parsed.read_as === "espalier" || !replace(parsed.text)) return;
    say(editor, parsed, source, "The text is written in the notation now; Undo brings back what was typed.", (again) => replaceTree(editor, again.text));
  }).catch(() => {}).finally(() => idle(source)); // the fault of the text is shown already
}

/** What the page says of the text in its address becomes a notice, which can be closed. @param {Editor} editor */
export function showReading(editor) {
  const said = document.querySelector("#edit > .reading");
  if (!said) return;
  editor.notices.offerParts("reading", [...said.querySelectorAll("span")].map((p) => {
    const links = [...p.querySelectorAll("a")];
    for (const a of links) a.remove();
    return { text: (p.textContent ?? "").replace(/\s+/g, " ").trim(), offers: links.map((a) => ({ name: a.textContent ?? "", run: () => location.assign(a.href) })) };
  }));
  said.remove();
}

/** A new tree was begun from a file: how it was read is said on its page. */
const kept = "espalier-remarks";

/** Characters of a text whose other readings are offered on the page of the new tree. */
const longestKept = 16_384;

/** @param {{id: string, remarks?: string[]}} made @param {object} source */
export function keepRemarks({ id, remarks = [] }, source) {
  const text = "text" in source && String(source.text).length <= longestKept ? source.text : undefined;
  try {
    if (remarks.length > 0) sessionStorage.setItem(kept, JSON.stringify({ id, remarks, text }));
  } catch {
    // Storage may be forbidden: the notes of the tree have them, too.
  }
}

/** @param {Editor} editor */
export function showRemarks(editor) {
  let made = /** @type {{id?: string, remarks?: string[], text?: string}} */ ({});
  try {
    made = JSON.parse(sessionStorage.getItem(kept) ?? "{}");
    if (!made.id || made.id !== editor.sync.persistence.id) return;
    sessionStorage.removeItem(kept);
  } catch {
    return; // as above
  }
  const words = `${(made.remarks ?? []).join(" ")} The notes have this, too.`;
  editor.notices.show(words);
  if (made.text === undefined) return;
  const source = { text: made.text };
  busy(source);
  parse(source).then((parsed) => {
    if (!parsed.choices) return;
    editor.notices.show("");
    say(editor, parsed, source, "", async (again) => {
      await replaceTree(editor, again.text);
      await editor.edit({ op: "notes", text: sentences(again).join("\n") }).done;
    });
  }).catch(() => {}).finally(() => idle(source)); // what was read is said already
}
