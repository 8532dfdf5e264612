package trace

import "espalier/trees"

// A ruleSpec is all that is particular to a pruning rule. A further rule is its
// constant, its entry here, and what these name.
type ruleSpec struct {
	name    string // in events and counts
	explain func(x *Explainer, s *Sentence, e *Event)
	certify func(c *Certificate, t *trees.Tree, e *Event)
	quiz    RuleQuiz
}

// A RuleQuiz describes how the quiz of a page judges which bounds justify a cut
// by a rule. static/js/run/rules.js has the same facts; a test compares them.
type RuleQuiz struct {
	Kind   QuizKind
	Levels int // the most nodes of the path that supply a bound; 0: any number
	// Side, of QuizSides: whether the value of the node is bounded from above
	// ("most") or from below ("least") where the two sides meet; empty: neither.
	Side    string
	Unsound bool // the cut is never justified
	Void    QuizVoid
}

// A QuizVoid is the reason why cuts by a rule are not justified where the
// procedure is run as printed; empty: all are.
type QuizVoid string

const (
	VoidGap  QuizVoid = "gap"  // the bounds are not of neighbouring nodes down to the node
	VoidZero QuizVoid = "zero" // the bound and the limit are 0: there is no bound yet
)

// A QuizKind is the form of the argument behind a rule.
type QuizKind string

const (
	QuizSum       QuizKind = "sum"       // bounds of several nodes add up to the limit
	QuizHeuristic QuizKind = "heuristic" // one bound meets the heuristic at the node
	QuizSides     QuizKind = "sides"     // two bounds on one score meet
	QuizTable     QuizKind = "table"     // no outcome of the leaf-value table is left
)

var rules [RuleCount]ruleSpec

// Assigned here and not in the declaration: sentences name rules, and so refer
// to the table.
func init() {
	sum := (*Certificate).sumOrSides
	rules = [RuleCount]ruleSpec{
		Immediate:    {"immediate", (*Explainer).immediate, sum, RuleQuiz{Kind: QuizSum, Levels: 1}},
		Shallow:      {"shallow", (*Explainer).shallow, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Void: VoidGap}},
		Deep:         {"deep", (*Explainer).deep, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Unsound: true}},
		ABBnB:        {"abbnb", (*Explainer).abbnb, sum, RuleQuiz{Kind: QuizSum, Levels: 2}},
		LastBranch:   {"last-branch", (*Explainer).lastBranch, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap}},
		Speculative:  {"speculative", (*Explainer).sumReason, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap}},
		BnBImmediate: {"bnb-immediate", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 1}},
		BnBShallow:   {"bnb-shallow", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Void: VoidZero}},
		BnBDeep:      {"bnb-deep", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Unsound: true}},
		Alpha:        {"alpha", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "most"}},
		Beta:         {"beta", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "least"}},
		Cost:         {"cost", (*Explainer).cost, sum, RuleQuiz{Kind: QuizSides}},
		Table:        {"table", (*Explainer).sumReason, (*Certificate).table, RuleQuiz{Kind: QuizTable}},
	}
}

// Rules lists all rules.
func Rules() (list []Rule) {
	for r := NoRule + 1; r < RuleCount; r++ {
		list = append(list, r)
	}
	return list
}

// Quiz returns how the quiz judges a cut by the rule.
func (r Rule) Quiz() RuleQuiz { return rules[r].quiz }
