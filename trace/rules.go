package trace

import "espalier/trees"

// A ruleSpec holds everything that depends on the pruning rule. To add a rule,
// add its constant, its entry in rules, and the functions that the entry names.
type ruleSpec struct {
	name    string // in events and counts
	explain func(x *Explainer, s *Sentence, e *Event)
	certify func(c *Certificate, t *trees.Tree, e *Event)
	quiz    RuleQuiz
}

// A RuleQuiz describes how the quiz of a page judges which bounds justify a cut
// by a rule. The page sends it to its script.
type RuleQuiz struct {
	Kind   QuizKind `json:"kind"`
	Levels int      `json:"levels"` // maximum number of path nodes that supply a bound; 0: any number
	// Side is for QuizSides. At the cut, the value of the node is bounded from
	// above ("most"), from below ("least"), or not bounded (empty).
	Side    string   `json:"side"`
	Unsound bool     `json:"unsound"` // the cut is never justified
	Void    QuizVoid `json:"void"`
	Early   bool     `json:"early"` // it may cut before the first child
}

// A QuizVoid is the reason why some cuts by a rule are not justified when the
// procedure runs as printed in the paper. Empty: all cuts are justified.
type QuizVoid string

const (
	VoidGap  QuizVoid = "gap"  // the nodes that supply the bounds are not consecutive down to the node
	VoidZero QuizVoid = "zero" // the bound and the limit are 0: there is no bound yet
)

// A QuizKind is the form of the argument behind a rule.
type QuizKind string

const (
	QuizSum       QuizKind = "sum"       // bounds of several nodes add up to the limit
	QuizHeuristic QuizKind = "heuristic" // one bound meets the heuristic at the node
	QuizSides     QuizKind = "sides"     // two bounds on one score meet
	QuizAverage   QuizKind = "average"   // the average at a chance node is bounded
	QuizTable     QuizKind = "table"     // no outcome of the leaf-value table is left
	QuizOther     QuizKind = "other"     // no argument is known
)

var rules [RuleCount]ruleSpec

// rules is assigned in init and not in its declaration: the explain functions
// refer to rules, which would be an initialization cycle.
func init() {
	sum := (*Certificate).sumOrSides
	rules = [RuleCount]ruleSpec{
		Immediate:    {"immediate", (*Explainer).immediate, sum, RuleQuiz{Kind: QuizSum, Levels: 1}},
		Shallow:      {"shallow", (*Explainer).shallow, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Void: VoidGap}},
		Deep:         {"deep", (*Explainer).deep, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Unsound: true}},
		ABBnB:        {"abbnb", (*Explainer).abbnb, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Early: true}},
		LastBranch:   {"last-branch", (*Explainer).lastBranch, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap}},
		Speculative:  {"speculative", (*Explainer).sumReason, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap}},
		BnBImmediate: {"bnb-immediate", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 1}},
		BnBShallow:   {"bnb-shallow", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Void: VoidZero, Early: true}},
		BnBDeep:      {"bnb-deep", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Unsound: true, Early: true}},
		Alpha:        {"alpha", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "most"}},
		Beta:         {"beta", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "least"}},
		Cost:         {"cost", (*Explainer).cost, sum, RuleQuiz{Kind: QuizSides, Early: true}},
		StarAlpha:    {"star-alpha", (*Explainer).average, (*Certificate).average, RuleQuiz{Kind: QuizAverage, Side: "most", Early: true}},
		StarBeta:     {"star-beta", (*Explainer).average, (*Certificate).average, RuleQuiz{Kind: QuizAverage, Side: "least", Early: true}},
		QuestionHigh: {"question-high", (*Explainer).answered, (*Certificate).answer, RuleQuiz{Kind: QuizOther}},
		QuestionLow:  {"question-low", (*Explainer).answered, (*Certificate).answer, RuleQuiz{Kind: QuizOther}},
		OneReply:     {"reply", (*Explainer).oneReply, (*Certificate).oneReply, RuleQuiz{Kind: QuizOther}},
		OthersPass:   {"others-pass", (*Explainer).othersPass, (*Certificate).oneReply, RuleQuiz{Kind: QuizOther}},
		LastReply:    {"last-reply", (*Explainer).lastReply, (*Certificate).lastReply, RuleQuiz{Kind: QuizOther}},
		Model:        {"model", (*Explainer).model, (*Certificate).model, RuleQuiz{Kind: QuizOther}},
		ModelSum:     {"model-sum", (*Explainer).modelSum, sum, RuleQuiz{Kind: QuizSum, Levels: 2}},
		Hypermax:     {"hypermax", (*Explainer).hypermax, sum, RuleQuiz{Kind: QuizSum, Unsound: true}},
		Other:        {"other", (*Explainer).other, func(*Certificate, *trees.Tree, *Event) {}, RuleQuiz{Kind: QuizOther}},
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

// Weighs reports whether the sum of a certificate weighs each score by a probability.
func (r Rule) Weighs() bool { return rules[r].quiz.Kind == QuizAverage }

// Quiz returns how the quiz judges a cut by the rule.
func (r Rule) Quiz() RuleQuiz { return rules[r].quiz }
