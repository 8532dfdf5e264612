// The rules of pruning, as the server has them: it puts its list into the page.

/**
 * A rule: its number in tiles, its name in events, what a page calls it, its colours and its hatching.
 * @typedef {{number: number, id: string, name: string, sentence: string, light: string, dark: string, hatching: string}} Rule
 */

/** The rules, by their numbers; on a page whose maps have no cuts: none. @type {Rule[]} */
export const rules = JSON.parse(document.getElementById("map-rules")?.textContent ?? "[]");

/** How many numbers there are, with 0 for no rule. */
export const ruleCount = 1 + Math.max(0, ...rules.map((r) => r.number));

/** What a page calls a rule. @param {number | string} rule  its number, or its name in events */
export const ruleName = (rule) => rules.find((r) => r.number === rule || r.id === rule)?.name ?? (rule ? String(rule) : "");
