// The parts of a line of a program: what is coloured, and the brackets. No DOM here.

/** @typedef {"keyword" | "builtin" | "string" | "comment" | "number"} Kind */
/** @typedef {{from: number, to: number, kind: Kind | "bracket"}} Token */

const keywords = new Set("and break continue def elif else for if in is lambda not or pass return while None True False".split(" "));
const builtins = new Set("root game inf math enter leave cut print len max min sum abs range sorted reversed enumerate zip map any all list tuple dict set str int float bool round pow isinstance result".split(" "));
const part = /#.*|"""|'''|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d[\w.]*|[A-Za-z_]\w*|[()[\]{}]/g;

/**
 * The tokens of a line, and the quotes of a text that goes on in the next one.
 * @param {string} line @param {string} open  the quotes of a text that has begun before; empty: there is none
 * @returns {{tokens: Token[], open: string}}
 */
export function tokensOf(line, open) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  for (;;) {
    if (open) { // a text of several lines
      const end = line.indexOf(open, at), to = end < 0 ? line.length : end + open.length;
      if (to > 0) tokens.push({ from: Math.max(0, at - (at > 0 ? 3 : 0)), to, kind: "string" });
      if (end < 0) return { tokens, open };
      at = to;
      open = "";
    }
    part.lastIndex = at;
    const found = part.exec(line);
    if (!found) return { tokens, open };
    const [text] = found, from = found.index;
    at = from + text.length;
    if (text === '"""' || text === "'''") open = text;
    else if (text[0] === "#") tokens.push({ from, to: at, kind: "comment" });
    else if (text[0] === '"' || text[0] === "'") tokens.push({ from, to: at, kind: "string" });
    else if (/\d/.test(text[0])) tokens.push({ from, to: at, kind: "number" });
    else if ("()[]{}".includes(text)) tokens.push({ from, to: at, kind: "bracket" });
    else if (keywords.has(text)) tokens.push({ from, to: at, kind: "keyword" });
    else if (builtins.has(text) && line[from - 1] !== ".") tokens.push({ from, to: at, kind: "builtin" });
  }
}
