// How the quiz judges which bounds justify a cut by a rule: the facts of
// trace/rules.go, which a test compares with these.

/**
 * @typedef {object} Rule
 * @property {"sum" | "heuristic" | "sides" | "table"} kind  the form of the argument
 * @property {number} levels  the most nodes of the path that supply a bound; 0: any number
 * @property {"" | "most" | "least"} side  whether the value is bounded from above or below
 * @property {boolean} unsound  the cut is never justified
 */

/** By the name of the rule in events. @type {Record<string, Rule>} */
export const rules = {
  "immediate": { kind: "sum", levels: 1, side: "", unsound: false },
  "shallow": { kind: "sum", levels: 2, side: "", unsound: false },
  "deep": { kind: "sum", levels: 2, side: "", unsound: true },
  "abbnb": { kind: "sum", levels: 2, side: "", unsound: false },
  "last-branch": { kind: "sum", levels: 0, side: "", unsound: false },
  "speculative": { kind: "sum", levels: 0, side: "", unsound: false },
  "bnb-immediate": { kind: "heuristic", levels: 1, side: "", unsound: false },
  "bnb-shallow": { kind: "heuristic", levels: 2, side: "", unsound: false },
  "bnb-deep": { kind: "heuristic", levels: 2, side: "", unsound: true },
  "alpha": { kind: "sides", levels: 0, side: "most", unsound: false },
  "beta": { kind: "sides", levels: 0, side: "least", unsound: false },
  "cost": { kind: "sides", levels: 0, side: "", unsound: false },
  "table": { kind: "table", levels: 0, side: "", unsound: false },
};
