// The text of a program: indentation by keys, comments, line numbers with breakpoints, colours, and the marks of lines.
// What a key changes is typed into the text, so the browser's own undo takes it back.

import { Breakpoints } from "../run/breakpoints.js";
import { Find } from "./find.js";
import { Paint } from "./paint.js";

const step = "    ";

/** @param {HTMLTextAreaElement} text */
const lineStart = (text, /** @type {number} */ at) => text.value.lastIndexOf("\n", at - 1) + 1;

/** Types a text in place of the selection. @param {HTMLTextAreaElement} text @param {string} typed */
function type(text, typed) {
  text.focus();
  // Only this command keeps the history of the browser.
  const done = typed === "" ? text.selectionStart === text.selectionEnd || document.execCommand("delete") : document.execCommand("insertText", false, typed);
  if (!done) {
    text.setRangeText(typed, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Changes each line of the selection, and keeps it selected. @param {HTMLTextAreaElement} text @param {(lines: string[]) => string[]} change */
function changeLines(text, change) {
  const from = lineStart(text, text.selectionStart), last = text.selectionEnd > text.selectionStart && text.value[text.selectionEnd - 1] === "\n" ? text.selectionEnd - 1 : text.selectionEnd;
  const end = text.value.indexOf("\n", last), to = end < 0 ? text.value.length : end;
  const before = text.value.slice(from, to), after = change(before.split("\n")).join("\n");
  if (after === before) return;
  const one = !before.includes("\n"), column = text.selectionStart - from;
  text.setSelectionRange(from, to);
  type(text, after);
  if (one) text.setSelectionRange(from + Math.max(0, column + after.length - before.length), from + Math.max(0, column + after.length - before.length));
  else text.setSelectionRange(from, from + after.length);
}

/** @param {string[]} lines */
function commented(lines) {
  const full = lines.filter((line) => line.trim() !== "");
  if (full.length > 0 && full.every((line) => /^\s*#/.test(line))) return lines.map((line) => line.replace(/^(\s*)# ?/, "$1"));
  const indent = Math.min(...full.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => (line.trim() === "" ? line : `${line.slice(0, indent)}# ${line.slice(indent)}`));
}

/** @typedef {{text: HTMLTextAreaElement, gutter: HTMLElement, mark: HTMLElement, now: HTMLElement, paint: HTMLElement}} Parts */

/** Makes a text area an editor. The mark is that of a mistake, now that of the line at work. @param {Parts} parts */
export function editor({ text, gutter, mark, now, paint: over }) {
  const paint = typeof Highlight === "function" ? new Paint(text, over) : null;
  /** The height of a line, which the style sheet sets. */
  const height = () => parseFloat(getComputedStyle(text).lineHeight);
  const lineOf = (/** @type {number} */ offset) => text.value.slice(0, offset).split("\n").length;
  const startOf = (/** @type {number} */ line) => text.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  /** Brings a line into sight. @param {number} line */
  const see = (line) => {
    const one = height(), top = (line - 1) * one;
    if (top < text.scrollTop || top + 2 * one > text.scrollTop + text.clientHeight) text.scrollTop = Math.max(0, top - text.clientHeight / 2);
    scrolled();
  };
  const find = new Find(text, paint, (offset) => see(lineOf(offset)));
  let leaving = false; // Tab moves the focus after Escape
  text.addEventListener("keydown", (e) => {
    if (e.isComposing) return;
    if (e.key === "Escape") {
      leaving = true;
      return;
    }
    if (e.key === "Tab" && !leaving && !e.ctrlKey && !e.altKey && !e.metaKey) {
      e.preventDefault();
      const several = text.value.slice(text.selectionStart, text.selectionEnd).includes("\n");
      if (e.shiftKey) changeLines(text, (lines) => lines.map((line) => line.replace(/^ {1,4}|^\t/, "")));
      else if (several) changeLines(text, (lines) => lines.map((line) => (line === "" ? line : step + line)));
      else type(text, step.slice((text.selectionStart - lineStart(text, text.selectionStart)) % step.length));
    } else if (e.key === "Enter" && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      const line = text.value.slice(lineStart(text, text.selectionStart), text.selectionStart), indent = line.match(/^[ \t]*/)?.[0] ?? "";
      type(text, `\n${indent}${/:\s*(#.*)?$/.test(line) ? step : ""}`);
    } else if (e.key === "Backspace" && text.selectionStart === text.selectionEnd && !e.ctrlKey && !e.altKey && !e.metaKey) {
      const start = lineStart(text, text.selectionStart), before = text.value.slice(start, text.selectionStart);
      if (before.length > 0 && /^ +$/.test(before)) { // a step of the indentation
        e.preventDefault();
        text.setSelectionRange(text.selectionStart - ((before.length - 1) % step.length) - 1, text.selectionEnd);
        type(text, "");
      }
    } else if (e.key === "/" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      changeLines(text, commented);
    } else if (e.key.toLowerCase() === "f" && (e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey) {
      e.preventDefault();
      find.open();
    } else if (e.key === "F9") {
      e.preventDefault();
      stops.toggle(lineOf(text.selectionStart));
    }
    if (e.key !== "Shift" && e.key !== "Tab") leaving = false;
  });
  text.addEventListener("blur", () => (leaving = false));

  let before = [""];
  const number = () => {
    const lines = text.value.split("\n"), { length } = lines, grown = length - before.length;
    for (let n = gutter.children.length; n < length; n++) gutter.append(document.createElement("li"));
    while (gutter.children.length > length) gutter.lastElementChild?.remove();
    if (grown !== 0) {
      stops.number();
      let same = 0;
      while (same < length && same < before.length && lines[same] === before[same]) same++;
      stops.shift(same, grown); // breakpoints stay at their lines
    }
    before = lines;
  };
  const stops = new Breakpoints(gutter);
  const scrolled = () => {
    gutter.style.transform = `translateY(${-text.scrollTop}px)`;
    for (const one of [mark, now]) one.style.setProperty("--scrolled", `${text.scrollTop}px`);
  };
  text.addEventListener("input", () => {
    number();
    paint?.update();
    find.update();
  });
  text.addEventListener("scroll", scrolled, { passive: true });
  document.addEventListener("selectionchange", () => document.activeElement === text && paint?.brackets());
  number();

  return {
    stops,
    /** Marks a mistake at a line, from 1, and brings it into sight; 0: none. @param {number} line @param {number} [column] */
    mark(line, column = 0) {
      mark.hidden = line === 0;
      const start = line && column > 1 ? startOf(line) + column - 1 : -1, word = start < 0 ? "" : (text.value.slice(start).match(/^(\w+|[^\s]+)/)?.[0] ?? "");
      paint?.mark("fault", word ? [[start, start + word.length]] : []);
      if (line === 0) return;
      mark.style.setProperty("--line", String(line - 1));
      see(line);
    },
    /** Marks the line at work; 0: none. @param {number} line */
    now(line) {
      now.hidden = line === 0;
      if (line === 0) return;
      now.style.setProperty("--line", String(line - 1));
      see(line);
    },
    /** Puts the cursor into a line. @param {number} line @param {number} column  from 1 */
    go(line, column) {
      const at = startOf(line) + column - 1;
      text.focus();
      text.setSelectionRange(at, at);
      this.mark(line, column);
    },
    /** Replaces the whole text; undo takes it back. @param {string} value */
    replace(value) {
      text.focus();
      text.select();
      type(text, value);
      text.setSelectionRange(0, 0);
      text.scrollTop = 0;
    },
  };
}
