// How the quiz judges which bounds justify a cut by a rule: the facts of
// trace/rules.go, which a test compares with these.

/**
 * @typedef {object} Rule
 * @property {"sum" | "heuristic" | "sides" | "table"} kind  the form of the argument
 * @property {number} levels  the most nodes of the path that supply a bound; 0: any number
 * @property {"" | "most" | "least"} side  whether the value is bounded from above or below
 * @property {boolean} unsound  the cut is never justified
 * @property {"" | "gap" | "zero"} void  as printed, a cut is not justified whose bounds are not of neighbouring nodes, or whose bound and limit are 0
 */

/** By the name of the rule in events. @type {Record<string, Rule>} */
export const rules = {
  "immediate": { kind: "sum", levels: 1, side: "", unsound: false, void: "" },
  "shallow": { kind: "sum", levels: 2, side: "", unsound: false, void: "gap" },
  "deep": { kind: "sum", levels: 2, side: "", unsound: true, void: "" },
  "abbnb": { kind: "sum", levels: 2, side: "", unsound: false, void: "" },
  "last-branch": { kind: "sum", levels: 0, side: "", unsound: false, void: "gap" },
  "speculative": { kind: "sum", levels: 0, side: "", unsound: false, void: "gap" },
  "bnb-immediate": { kind: "heuristic", levels: 1, side: "", unsound: false, void: "" },
  "bnb-shallow": { kind: "heuristic", levels: 2, side: "", unsound: false, void: "zero" },
  "bnb-deep": { kind: "heuristic", levels: 2, side: "", unsound: true, void: "" },
  "alpha": { kind: "sides", levels: 0, side: "most", unsound: false, void: "" },
  "beta": { kind: "sides", levels: 0, side: "least", unsound: false, void: "" },
  "cost": { kind: "sides", levels: 0, side: "", unsound: false, void: "" },
  "table": { kind: "table", levels: 0, side: "", unsound: false, void: "" },
};
