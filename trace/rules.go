package trace

import (
	"strconv"

	"espalier/trees"
)

// This file has the rules of pruning: their numbers, an entry for each with all that depends on it, and their sentences.

// Rule is the rule by which children were skipped.
type Rule uint8

const (
	NoRule Rule = iota
	Immediate
	Shallow
	Deep
	ABBnB
	LastBranch
	Speculative
	BnBImmediate
	BnBShallow
	BnBDeep
	Alpha
	Beta
	Cost
	Table
	StarAlpha
	StarBeta
	QuestionHigh // the answer to a question of a zero-window search: at least the score
	QuestionLow  // the answer: less than the score
	OneReply     // of BRS+: another opponent has replied to the last move of the root player
	OthersPass   // of best-reply search: another opponent has replied, so this one passes
	LastReply    // of best-reply search: no opponent who moves later can reply, so this one does not pass
	Model        // of αβ*: the opponent expects no more here than elsewhere
	ModelSum     // of αβ*: what the opponent expects leaves the player no more than elsewhere
	Hypermax     // the bounds of all players on the path sum to the limit
	Other        // of another program: no rule here explains the cut
	RuleCount    // number of rules, NoRule included
)

// A ruleSpec holds everything that depends on the pruning rule. To add a rule, add its constant, its entry in rules, and the
// function of its sentence if none of those below fits.
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

func (r Rule) String() string { return rules[r].name }

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

// The sentence of a prune says which bounds meet, and why the skipped nodes cannot change the result.

func (x *Explainer) prune(s *Sentence, e *Event) { rules[e.Rule].explain(x, s, e) }

// minima returns the terms of the players whose least scores the sum needs.
func minima(e *Event) (list []Term) {
	for _, t := range e.Terms {
		if t.Origin == Minimum {
			list = append(list, t)
		}
	}
	return list
}

// leastScores writes the least scores that a sum needs, each after a separator.
func (x *Explainer) leastScores(s *Sentence, e *Event) {
	for _, t := range minima(e) {
		x.Write(s, e, ", %p at least %s", t.Player, t.Score)
	}
}

// less returns a subtraction, "9 − 4 − (−1)", and its result.
func less(e *Event, from trees.Score, terms ...Term) (text string, left trees.Score) {
	text, left = e.text(from), from
	for _, t := range terms {
		text += " − " + e.summand(t.Score, false)
		left -= t.Score
	}
	return text, left
}

// subtract writes a subtraction and its result, "9 − 4 − (−1) = 6", and returns the result.
func (x *Explainer) subtract(s *Sentence, e *Event, from trees.Score, terms ...Term) (left trees.Score) {
	x.Write(s, e, "%s", from)
	left = from
	for _, t := range terms {
		if left -= t.Score; t.Score < 0 {
			x.Write(s, e, " − (%s)", t.Score)
		} else {
			x.Write(s, e, " − %s", t.Score)
		}
	}
	x.Write(s, e, " = %s", left)
	return left
}

func (x *Explainer) immediate(s *Sentence, e *Event) {
	t := e.Terms[0]
	x.Cut(s, e, ": no later child can be better. ")
	x.Write(s, e, "%p already has %s %t", t.Player, t.Score, x.place(e, t.Node))
	switch others := minima(e); {
	case len(others) > 0:
		x.leastScores(s, e)
		x.Write(s, e, ", so %p can get at most ", t.Player)
		x.subtract(s, e, e.Limit.Score, others...)
		s.Add(".")
	case x.Tree != nil && x.Tree.MaxP.Each:
		x.Write(s, e, " and can get at most %s.", e.Limit.Score)
	default:
		x.Write(s, e, ", and no player can get more than %s.", e.Limit.Score)
	}
}

// Cut appends the skipped nodes, that they are cut, and the text that follows.
func (x *Explainer) Cut(s *Sentence, e *Event, end string) {
	verb := " are cut"
	if len(e.Cut) == 1 {
		verb = " is cut"
	}
	x.Write(s, e, "%c%t%t", e.Cut, verb, end)
}

// place returns "at c", or "here" for the node of the event.
func (x *Explainer) place(e *Event, node int32) string {
	if node == e.Node {
		return "here"
	}
	return "at " + x.name(node, false)
}

// aboveAndOwn returns the bound of an ancestor and the bound at the node
// itself.
func aboveAndOwn(e *Event) (above, own Term) {
	above, own = e.Terms[0], e.Terms[1]
	if above.Node == e.Node {
		above, own = own, above
	}
	return above, own
}

// other is for a cut of another program that no bound of the path explains.
func (x *Explainer) other(s *Sentence, e *Event) {
	if len(e.Cut) == 0 {
		x.Write(s, e, "the other children of %n are cut. No bound on the path explains the cut.", e.Node)
		return
	}
	x.Cut(s, e, " ")
	x.Write(s, e, "at %n. No bound on the path explains the cut.", e.Node)
}

func (x *Explainer) shallow(s *Sentence, e *Event) {
	above, own := aboveAndOwn(e)
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p will not choose %n at %n. ", above.Player, e.Node, above.Node)
	x.leavesTooLittle(s, e, above, own)
	s.Add(".")
}

func (x *Explainer) deep(s *Sentence, e *Event) {
	above, own := aboveAndOwn(e)
	x.Cut(s, e, ", since ")
	x.Write(s, e, "the value of %n cannot reach %n: ", e.Node, above.Node)
	x.leavesTooLittle(s, e, above, own)
	s.Add(". ")
	x.unsoundReason(s, e, above.Node)
}

// hypermax writes that the bounds of all players on the path add up to the limit.
func (x *Explainer) hypermax(s *Sentence, e *Event) {
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	x.unsoundReason(s, e, e.Terms[0].Node)
}

// leavesTooLittle writes that the score of the mover leaves the player of the bound above no
// more than this bound.
func (x *Explainer) leavesTooLittle(s *Sentence, e *Event, above, own Term) {
	x.Write(s, e, "%p gets at least %s here", own.Player, own.Score)
	x.leastScores(s, e)
	x.Write(s, e, ", so %p gets at most ", above.Player)
	left := x.subtract(s, e, e.Limit.Score, append([]Term{own}, minima(e)...)...)
	x.Write(s, e, ", %t the %s at %n", lessOrEqual(left, above.Score), above.Score, above.Node)
}

// lessOrEqual compares what is left for a player with what the player already has.
func lessOrEqual(left, has trees.Score) string {
	if left == has {
		return "no more than"
	}
	return "less than"
}

// unsoundReason explains why a deep cut is wrong.
func (x *Explainer) unsoundReason(s *Sentence, e *Event, top int32) {
	x.judged(s, e, "this is unsound: %c may still change the value of %n.", e.Cut, top)
}

func (x *Explainer) bnb(s *Sentence, e *Event) {
	t := e.Terms[0]
	switch {
	case e.Rule == BnBImmediate:
		x.Cut(s, e, ": no later child can be better. ")
		x.Write(s, e, "%p already has %s here, and the heuristic allows at most %s.", t.Player, t.Score, e.Limit.Score)
		return
	case noBestYet(e):
		// Only a procedure that runs as printed tests before there is a best value.
		x.Cut(s, e, ", and the static value is returned: ")
		x.Write(s, e, "there is no best value yet, so Bound is still %s, and the printed test reads h_up(%t) = %s ≤ %s − %s = %s. ",
			x.MaxSum.Score, strconv.Itoa(t.Player), e.Limit.Score, x.MaxSum.Score, x.MaxSum.Score-t.Score, t.Score)
		x.judged(s, e, "this is unsound: the static value need not be the max^n value.")
		return
	case e.Rule == BnBShallow:
		x.Cut(s, e, ": ")
		x.Write(s, e, "%p will not choose %n at %n. ", t.Player, e.Node, t.Node)
	default:
		x.Cut(s, e, ", since ")
		x.Write(s, e, "the value of %n cannot reach %n: ", e.Node, t.Node)
	}
	x.Write(s, e, "the heuristic at %n allows %p at most %s, %t the %s at %n", e.Node, t.Player, e.Limit.Score, lessOrEqual(e.Limit.Score, t.Score), t.Score, t.Node)
	if e.Rule == BnBDeep {
		s.Add(". ")
		x.unsoundReason(s, e, t.Node)
		return
	}
	s.Add(".")
}

// windowReason writes the reason of an alpha or beta cut: a value at the node
// reaches the bound of the other side in the window, or the limit that the
// heuristic gives.
func (x *Explainer) windowReason(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	side := about(e)
	if held.Origin == Heuristic {
		word := "at most"
		if e.Rule == Alpha {
			word = "at least"
		}
		x.Cut(s, e, ": no later child can be better. ")
		x.Write(s, e, "the heuristic gives %p %t %s here, and the best value is already %s.", side, word, held.Score, own.Score)
		return
	}
	if held.Origin != BackedUp {
		x.chanceWindow(s, e, held, own)
		return
	}
	if chance := x.chanceBetween(e.Node, held.Node); chance != trees.NoNode {
		x.acrossChance(s, e, held, own, chance)
		return
	}
	x.Cut(s, e, ": ")
	x.Write(s, e, "play will not reach %n. ", e.Node)
	x.windowBounds(s, e, held, own)
	s.Add(".")
}

// windowBounds writes the two bounds that meet at an alpha or beta cut.
func (x *Explainer) windowBounds(s *Sentence, e *Event, held, own Term) {
	side := about(e)
	switch {
	case own.Origin == Heuristic && e.Rule == Alpha:
		x.Write(s, e, "the heuristic allows %p at most %s %t", side, own.Score, x.place(e, own.Node))
	case own.Origin == Heuristic:
		x.Write(s, e, "by the heuristic %p gets at least %s %t", side, own.Score, x.place(e, own.Node))
	case e.Rule == Alpha:
		x.Write(s, e, "%p can hold %p to %s %t", own.Player, side, own.Score, x.place(e, own.Node))
	default:
		x.Write(s, e, "%p gets at least %s %t", own.Player, own.Score, x.place(e, own.Node))
	}
	if e.Rule == Alpha {
		x.Write(s, e, ", and %p is sure of α = %s at %n", side, held.Score, held.Node)
	} else {
		x.Write(s, e, ", and %p already holds %p to β = %s at %n", held.Player, side, held.Score, held.Node)
	}
}

// chanceBetween returns the chance node nearest to a node on the path from one above it; NoNode:
// there is none, or the tree is not built.
func (x *Explainer) chanceBetween(node, above int32) int32 {
	if x.Tree == nil {
		return trees.NoNode
	}
	for n := int(node); n >= 0 && n != int(above); n = x.Tree.Parent(n) {
		if x.Tree.IsChance(n) {
			return int32(n)
		}
	}
	return trees.NoNode
}

// acrossChance explains a cut by an end of the window from above a chance node.
func (x *Explainer) acrossChance(s *Sentence, e *Event, held, own Term, chance int32) {
	x.Cut(s, e, ": ")
	x.windowBounds(s, e, held, own)
	s.Add(". ")
	x.judged(s, e, "this is unsound: chance moves at %n, so the exact value of %n counts in an average.", chance, e.Node)
}

func (x *Explainer) cost(s *Sentence, e *Event) {
	whole, limit := e.Terms[0], e.Terms[1]
	if whole.Origin != BackedUp {
		whole, limit = limit, whole
	}
	why := ""
	if limit.Origin == Heuristic {
		why = "by the heuristic, "
	}
	x.Cut(s, e, ": ")
	x.Write(s, e, "%tevery path through %n costs at least %s, and the best so far costs %s.", why, e.Node, limit.Score, whole.Score)
}

// sumReason writes the reason of a cut by several bounds: their sum reaches the
// limit, or they leave no outcome of the leaf-value table.
func (x *Explainer) sumReason(s *Sentence, e *Event) {
	switch {
	case e.Rule == Table && !x.Sound:
		x.printedTable(s, e)
		return
	case x.printedDelta(e):
		x.Cut(s, e, ", since ")
		x.usedUp(s, e)
		s.Add(". ")
		x.judged(s, e, "this is unsound: the printed test does not check whether the best so far is better for all of them; if so, it is lost.")
		return
	case e.Rule == Speculative && !x.Sound && x.parentHasNoTerm(e):
		parent := x.Tree.Parent(int(e.Node))
		x.Cut(s, e, ", since ")
		x.usedUp(s, e)
		s.Add(". ")
		x.judged(s, e, "%p has no best yet at %n, which counts as 0 (our reading), so %n returns NIL and is lost.",
			x.Tree.Mover(parent), int32(parent), e.Node)
		return
	case e.Rule == Speculative && !e.Provisional && len(onPath(e)) > 2:
		x.lastBranch(s, e)
		return
	}
	now := ""
	if e.Provisional {
		now = " for now and may be re-searched"
	}
	x.Cut(s, e, now+". ")
	x.usedUp(s, e)
	switch {
	case e.Rule == Table: // the outcomes say it
		s.Add(".")
	case len(e.Terms) == 1:
		x.Write(s, e, ", so no value here is better for %p.", e.Terms[0].Player)
	default:
		s.Add(", so no value here is better for all of them.")
	}
}

// printedDelta reports whether the cut needs δ for each of the other players, by the
// test as printed, which asks about the first branch and not about the best so far.
func (x *Explainer) printedDelta(e *Event) bool {
	last := e.Terms[len(e.Terms)-1]
	return !x.Sound && x.Tree != nil && last.Origin == Delta && last.Score == x.Tree.Delta*trees.Score(len(onPath(e))-1)
}

// parentHasNoTerm reports whether the parent of the node has no best in the sum,
// which only a procedure as printed allows.
func (x *Explainer) parentHasNoTerm(e *Event) bool {
	if x.Tree == nil || e.Node == 0 {
		return false
	}
	parent := int32(x.Tree.Parent(int(e.Node)))
	for _, t := range e.Terms {
		if t.Node == parent {
			return false
		}
	}
	return true
}

// printedTable writes the reason of a cut by the leaf-value test as printed, which
// is wrong in two ways.
func (x *Explainer) printedTable(s *Sentence, e *Event) {
	for _, out := range e.Excluded {
		held := false
		for _, t := range e.Terms {
			held = held || t.Player == out.Player
		}
		if !held && !hasHeuristic(x.Tree, e.Node) {
			x.Cut(s, e, ": ")
			x.Write(s, e, "%p has no bound, for which the printed test takes 0, so every outcome fails for some player. ", out.Player)
			x.judged(s, e, "this is unsound: an outcome that gives %p 0 may be better for all others.", out.Player)
			return
		}
	}
	// The cut is wrong only if the best so far is of this kind, which the event does
	// not tell.
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	x.judged(s, e, "the printed test does not check whether the parent’s player still prefers the best so far; if so, an unseen value could replace it.")
}

// lastBranch writes the reason as in sumReason, and adds why no later child can
// make the cut children matter.
func (x *Explainer) lastBranch(s *Sentence, e *Event) {
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	chain := onPath(e)
	for i := 1; i < len(chain)-1; i++ {
		above := chain[i-1]
		x.Write(s, e, "%n is on its last branch, and its best is not better for %p than the %s %t, ",
			chain[i].Node, above.Player, above.Score, x.place(e, above.Node))
	}
	s.Add("so no later child can make this cut matter.")
}

// onPath returns the terms with backed-up scores of nodes on the path, from the
// top.
func onPath(e *Event) (chain []Term) {
	for _, t := range e.Terms {
		if t.Origin == BackedUp {
			chain = append(chain, t)
		}
	}
	return chain
}

// abbnb writes the reason of a cut by ABBnB: the scores that the other players
// are sure of leave too little for one player, who has a best value at an ancestor
// or moves at this node.
func (x *Explainer) abbnb(s *Sentence, e *Event) {
	t := e.Terms[0] // the term of the player for whom too little is left
	rest, left := less(e, e.Limit.Score, e.Terms[1:]...)
	x.Cut(s, e, ": ")
	if t.Node == e.Node {
		s.Add("no later child can be better. ")
	} else {
		x.Write(s, e, "%p will not choose %n at %n. ", t.Player, e.Node, t.Node)
	}
	for i, other := range e.Terms[1:] {
		s.Add(Separator(i, len(e.Terms)-1))
		x.sure(s, e, other)
	}
	x.Write(s, e, ", so %p gets at most %t = %s, %t the %s %t.", t.Player, rest, left, lessOrEqual(left, t.Score), t.Score, x.place(e, t.Node))
}

// sure writes a score that a player is sure of.
func (x *Explainer) sure(s *Sentence, e *Event, t Term) {
	switch t.Origin {
	case Heuristic:
		x.Write(s, e, "by the heuristic %p gets at least %s", t.Player, t.Score)
		return
	case Minimum:
		x.Write(s, e, "%p gets at least %s", t.Player, t.Score)
		return
	}
	x.Write(s, e, "%p has %s %t", t.Player, t.Score, x.place(e, t.Node))
}

// Separator returns the text before part i of n parts.
func Separator(i, n int) string {
	switch i {
	case 0:
		return ""
	case n - 1:
		return " and "
	}
	return ", "
}

// usedUp writes the sentence about the sum of the bounds, or about the outcomes
// that they exclude.
func (x *Explainer) usedUp(s *Sentence, e *Event) {
	if last := e.Terms[len(e.Terms)-1]; last.Origin == Delta && len(e.Terms) > 2 && x.Tree != nil && x.Tree.Delta > 0 {
		x.raised(s, e)
		return
	}
	total := ""
	for i, t := range e.Terms {
		s.Add(Separator(i, len(e.Terms)))
		if i > 0 {
			total += " + "
		}
		total += e.summand(t.Score, i == 0)
		if t.Player == 0 {
			x.Write(s, e, "δ adds %s", t.Score)
		} else {
			x.sure(s, e, t)
		}
	}
	switch {
	case e.Rule == Table:
		x.Write(s, e, ": %t gives each of them more", noneOf(len(e.Excluded)))
	case len(e.Terms) == 1:
		s.Add(", the maximum")
	case e.Sum.Score == e.Limit.Score:
		x.Write(s, e, ": %t = %s, the maximum", total, e.Sum.Score)
	default:
		x.Write(s, e, ": %t = %s, and the maximum is %s", total, e.Sum.Score, e.Limit.Score)
	}
}

// raised writes the reason of a cut with δ: each of the other players needs δ
// more than his bound, which leaves too little for the mover.
func (x *Explainer) raised(s *Sentence, e *Event) {
	chain := onPath(e)
	own, others, left := chain[len(chain)-1], chain[:len(chain)-1], e.Limit.Score
	least := minima(e)
	for i, t := range others {
		s.Add(Separator(i, len(others)))
		need := t.Score + x.Tree.Delta
		x.Write(s, e, "%p needs at least %s", t.Player, need)
		left -= need
	}
	s.Add(" for another choice")
	for _, t := range least {
		left -= t.Score
	}
	x.leastScores(s, e)
	floor, _ := x.Tree.Minima()
	switch {
	case left < floor[own.Player-1]:
		x.Write(s, e, ", and the maximum is %s", e.Limit.Score)
	case left == 0:
		x.Write(s, e, ", which leaves nothing for %p", own.Player)
	default:
		x.Write(s, e, ", which leaves at most %s for %p, who has %s here", left, own.Player, own.Score)
	}
	switch slack := e.Terms[len(e.Terms)-1].Score; {
	case x.printedDelta(e):
		x.Write(s, e, "; the first branch here was not better for all of them")
	case slack == x.Tree.Delta*trees.Score(len(others)):
		x.Write(s, e, "; the best so far is not better for all of them, and a later child must give %p more than %s", own.Player, own.Score)
	}
}

func noneOf(outcomes int) string {
	if outcomes == 0 {
		return "no possible outcome"
	}
	return "none of the " + strconv.Itoa(outcomes) + " possible outcomes"
}

// model says that the opponent expects no more here than at a node above, and will not come here.
func (x *Explainer) model(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p will not come to %n. It expects at most %s here, %t the %s at %n.", held.Player, e.Node, own.Score, lessOrEqual(own.Score, held.Score), held.Score, held.Node)
}

// modelSum says that what the opponent expects leaves the player too little.
func (x *Explainer) modelSum(s *Sentence, e *Event) {
	above, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p has no use for %n. %p expects at least %s here, so %p gets at most ", above.Player, e.Node, own.Player, own.Score, above.Player)
	left := x.subtract(s, e, e.Limit.Score, own)
	x.Write(s, e, ", %t the %s at %n.", lessOrEqual(left, above.Score), above.Score, above.Node)
}
