package trace

import "espalier/trees"

// A ruleSpec holds everything that depends on the pruning rule. To add a rule,
// add its constant, its entry in rules, and the functions that the entry names.
type ruleSpec struct {
	name    string // in events and counts
	explain func(x *Explainer, s *Sentence, e *Event)
	certify func(c *Certificate, t *trees.Tree, e *Event)
	quiz    RuleQuiz
	info    RuleInfo // but for the number and the id
}

// A RuleInfo describes a rule for pages and clients. Maps draw what a rule cut in its colour and with
// its hatching, so that rules differ without colours, too.
type RuleInfo struct {
	Number   int    `json:"number"` // in recordings and tiles
	ID       string `json:"id"`     // in events and counts
	Name     string `json:"name"`
	Sentence string `json:"sentence"` // why the rule cuts
	Light    string `json:"light"`    // the colour in light themes, as #rrggbb
	Dark     string `json:"dark"`
	Hatching string `json:"hatching"` // eight rows of eight pixels as hexadecimal bytes; the lowest bit is the left pixel
}

func look(name, light, dark, hatching, sentence string) RuleInfo {
	return RuleInfo{Name: name, Sentence: sentence, Light: light, Dark: dark, Hatching: hatching}
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
	// The note of the event has the reason: it writes the sentence, and adds the holder.
	cutOnly := func(x *Explainer, s *Sentence, e *Event) { x.Cut(s, e, ".") }
	short := func(text string) func(*Certificate, *trees.Tree, *Event) {
		return func(c *Certificate, _ *trees.Tree, _ *Event) { c.Short = text }
	}
	rules = [RuleCount]ruleSpec{
		Immediate: {"immediate", (*Explainer).immediate, sum, RuleQuiz{Kind: QuizSum, Levels: 1},
			look("immediate", "#940015", "#fdbfb9", "1188442211884422",
				"The mover already has as much as the sum leaves for one player.")},
		Shallow: {"shallow", (*Explainer).shallow, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Void: VoidGap},
			look("shallow", "#0d8d75", "#0fbc9d", "1122448811224488",
				"What the mover has leaves the player above no more than that player already has.")},
		Deep: {"deep", (*Explainer).deep, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Unsound: true},
			look("deep", "#781b7e", "#fab5fe", "1122448888442211",
				"What the mover has leaves a player further up no more than that player already has. This is unsound.")},
		ABBnB: {"abbnb", (*Explainer).abbnb, sum, RuleQuiz{Kind: QuizSum, Levels: 2, Early: true},
			look("ABBnB", "#778101", "#9fab35", "ff000000ff000000",
				"Best scores and the least scores of the heuristic leave one player no more than that player already has.")},
		LastBranch: {"last-branch", (*Explainer).lastBranch, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap},
			look("last branch", "#1e41a8", "#bbd1ff", "1111111111111111",
				"The players on the path are on their last branches, and their scores add up to the maximum.")},
		Speculative: {"speculative", (*Explainer).sumReason, sum, RuleQuiz{Kind: QuizSum, Void: VoidGap},
			look("speculative", "#b65d01", "#e38742", "ffff000000000000",
				"The scores of the players on the path add up to the maximum. The node may be searched again.")},
		BnBImmediate: {"bnb-immediate", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 1},
			look("branch and bound, immediate", "#05585f", "#2eebfc", "0783c1e070381c0e",
				"The mover already has as much as the heuristic allows.")},
		BnBShallow: {"bnb-shallow", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Void: VoidZero, Early: true},
			look("branch and bound, shallow", "#c1437e", "#e47aa6", "070e1c3870e0c183",
				"The heuristic allows the player above no more than that player already has.")},
		BnBDeep: {"bnb-deep", (*Explainer).bnb, sum, RuleQuiz{Kind: QuizHeuristic, Levels: 2, Unsound: true, Early: true},
			look("branch and bound, deep", "#045e17", "#94e997", "1824428118244281",
				"The heuristic allows a player further up no more than that player already has. This is unsound.")},
		Alpha: {"alpha", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "most"},
			look("α", "#825ed1", "#a88eef", "0303030303030303",
				"Min holds Max to α or less, and Max is sure of α elsewhere.")},
		Beta: {"beta", (*Explainer).windowReason, sum, RuleQuiz{Kind: QuizSides, Side: "least"},
			look("β", "#624800", "#fbc959", "ff01010101010101",
				"Max gets β or more, and Min holds Max to β elsewhere.")},
		Cost: {"cost", (*Explainer).cost, sum, RuleQuiz{Kind: QuizSides, Early: true},
			look("cost", "#0083b6", "#29aeec", "0f0f0f0ff0f0f0f0",
				"Every path through the node costs at least as much as the best so far.")},
		StarAlpha: {"star-alpha", (*Explainer).average, (*Certificate).average, RuleQuiz{Kind: QuizAverage, Side: "most", Early: true},
			look("Star, α", "#035b4b", "#51efcc", "08083e0808000000",
				"Even with the best values of the other children, the average is at most α.")},
		StarBeta: {"star-beta", (*Explainer).average, (*Certificate).average, RuleQuiz{Kind: QuizAverage, Side: "least", Early: true},
			look("Star, β", "#a94eaf", "#cd81d1", "7e424242427e0000",
				"Even with the worst values of the other children, the average is at least β.")},
		QuestionHigh: {"question-high", (*Explainer).answered, (*Certificate).answer, RuleQuiz{Kind: QuizOther},
			look("question: at least", "#4c5202", "#cedc69", "10387cfe00000000",
				"The question of the zero window is answered: at least that score.")},
		QuestionLow: {"question-low", (*Explainer).answered, (*Certificate).answer, RuleQuiz{Kind: QuizOther},
			look("question: less", "#4671dc", "#769ef9", "fe7c381000000000",
				"The question of the zero window is answered: less than that score.")},
		OneReply: {"reply", cutOnly, short("one reply"), RuleQuiz{Kind: QuizOther},
			look("one reply", "#763b03", "#ffc29a", "0101010110101010",
				"Another opponent has already replied, so the first move is played.")},
		OthersPass: {"others-pass", cutOnly, short("one reply"), RuleQuiz{Kind: QuizOther},
			look("others pass", "#018994", "#0bb6c5", "ff010101ff101010",
				"Another opponent has already replied, so this one passes.")},
		LastReply: {"last-reply", cutOnly, short("has to reply"), RuleQuiz{Kind: QuizOther},
			look("last reply", "#8c0452", "#febbd4", "8142241800000000",
				"One opponent has to reply, and later none can, so this one does not pass.")},
		Model: {"model", (*Explainer).model, (*Certificate).model, RuleQuiz{Kind: QuizOther},
			look("expectation", "#1b912e", "#64b868", "10387cfe7c381000",
				"The opponent expects no more here than elsewhere.")},
		ModelSum: {"model-sum", (*Explainer).modelSum, sum, RuleQuiz{Kind: QuizSum, Levels: 2},
			look("expectation and sum", "#572e9d", "#d4c8fe", "1100440011004400",
				"What the opponent expects leaves the player no more than elsewhere.")},
		Hypermax: {"hypermax", (*Explainer).hypermax, sum, RuleQuiz{Kind: QuizSum, Unsound: true},
			look("hypermax", "#997200", "#c99919", "ff00ff0000000000",
				"The bounds of all players on the path add up to the sum. This is unsound.")},
		Other: {"other", (*Explainer).other, func(*Certificate, *trees.Tree, *Event) {}, RuleQuiz{Kind: QuizOther},
			look("no rule", "#075475", "#9ddafe", "0505050505050505",
				"No bound on the path explains the cut.")},
		Table: {"table", (*Explainer).sumReason, (*Certificate).table, RuleQuiz{Kind: QuizTable},
			look("leaf-value table", "#ca4442", "#ec7b74", "ff111111ff111111",
				"No possible outcome is better for all players who must prefer it.")},
	}
}

// Info describes the rule.
func (r Rule) Info() RuleInfo {
	info := rules[r].info
	info.Number, info.ID = int(r), r.String()
	return info
}

// RuleList describes all rules, in the order of their numbers.
func RuleList() (list []RuleInfo) {
	for _, r := range Rules() {
		list = append(list, r.Info())
	}
	return list
}

// FindRule returns the rule with an id; NoRule: there is none.
func FindRule(id string) Rule {
	for r := NoRule + 1; r < RuleCount; r++ {
		if rules[r].name == id {
			return r
		}
	}
	return NoRule
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
