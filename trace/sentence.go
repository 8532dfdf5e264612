package trace

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

// A Span is a part of a sentence, marked with the player or node that it
// names.
type Span struct {
	Text   string
	Player int // 0: none
	Node   int // -1: none
	Strong bool
}

// A Sentence explains one event.
type Sentence []Span

func (s Sentence) String() string {
	var b strings.Builder
	for _, span := range s {
		b.WriteString(span.Text)
	}
	return b.String()
}

// Nodes returns the nodes that the sentence names, in order, each once.
func (s Sentence) Nodes() []int {
	var list []int
	for _, span := range s {
		if span.Node >= 0 && !slices.Contains(list, span.Node) {
			list = append(list, span.Node)
		}
	}
	return list
}

// ends reports whether s ends a sentence or is empty, so that the next word
// starts a new sentence.
func (s Sentence) ends() bool {
	return len(s) == 0 || strings.HasSuffix(s[len(s)-1].Text, ". ")
}

// Write appends formatted text. Its verbs take their arguments in order:
//
//	%p  a player (int)          %n  a node (int32)
//	%s  a score (trees.Score)   %v  a value (*trees.Vector)
//	%t  text (string)           %c  a list of nodes ([]int32)
func (x *Explainer) Write(s *Sentence, e *Event, format string, args ...any) {
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			s.Add(format)
			return
		}
		s.Add(format[:at])
		switch verb, arg := format[at+1], args[0]; verb {
		case 'p':
			*s = append(*s, Span{Text: x.player(arg.(int), s.ends()), Player: arg.(int), Node: -1})
		case 'n':
			n := arg.(int32)
			*s = append(*s, Span{Text: x.name(n, s.ends()), Node: int(n)})
		case 's':
			*s = append(*s, Span{Text: string(appendMinus(nil, arg.(trees.Score), e.unit())), Node: -1, Strong: true})
		case 'v':
			*s = append(*s, Span{Text: string(AppendTuple(nil, e, arg.(*trees.Vector))), Node: -1, Strong: true})
		case 't':
			s.Add(arg.(string))
		case 'c':
			x.list(s, e, arg.([]int32))
		}
		format, args = format[at+2:], args[1:]
	}
}

// Add appends text, with a capital letter where a sentence begins.
func (s *Sentence) Add(t string) {
	if t != "" {
		if s.ends() {
			t = capital(t)
		}
		*s = append(*s, Span{Text: t, Node: -1})
	}
}

// An Explainer describes events in words. It keeps no state, so events can be
// explained in any order.
type Explainer struct {
	Tree      *trees.Tree // nil for an implicit tree
	Kind      trees.Kind
	MaxSum    trees.Opt
	Algorithm string // the name of the algorithm; empty: its id, from the start event
	Sound     bool
	// Printed: the events are those of another program. Nothing is said of what they prove.
	Printed bool
	// Neutral: a question is open. Nothing is said of whether the search or a cut is right.
	Neutral bool
	// Asking: the page asks before each step. The start does not say whether the search is right.
	Asking bool
	// Named returns the name of a node of an implicit tree, or ""; nil: it has only its number.
	Named func(node int32) string
}

// NewExplainer returns the Explainer for a run on an explicit tree. sound is
// false if the run's result can be wrong.
func NewExplainer(t *trees.Tree, algorithm string, sound bool) Explainer {
	return Explainer{Tree: t, Kind: t.Kind, MaxSum: t.MaxSum, Algorithm: algorithm, Sound: sound}
}

// Explain returns a sentence for the event, or two if the reason needs it.
func (x *Explainer) Explain(e *Event) Sentence {
	s := x.explain(e)
	if n := len(s); x.Neutral && n > 0 { // what was left out came after a space
		s[n-1].Text = strings.TrimRight(s[n-1].Text, " ")
	}
	return s
}

// judged appends words that judge the search or a cut, unless a question is open.
func (x *Explainer) judged(s *Sentence, e *Event, format string, args ...any) {
	if !x.Neutral {
		x.Write(s, e, format, args...)
	}
}

func (x *Explainer) explain(e *Event) Sentence {
	var s Sentence
	if e.Sampling && x.sampled(&s, e) {
		return s
	}
	if x.explainedBy(&s, e, WholeSentence) {
		return s
	}
	switch e.Type {
	case Start:
		x.start(&s, e)
	case Enter:
		x.enter(&s, e)
	case Leaf:
		switch {
		case x.Kind == trees.Path:
			x.Write(&s, e, "the path to %n costs %v.", e.Node, &e.Value)
		case x.leaf(e.Node):
			x.Write(&s, e, "the value of %n is %v.", e.Node, &e.Value)
		default:
			x.Write(&s, e, "%n is at the depth limit, with static value %v.", e.Node, &e.Value)
		}
	case Backup:
		x.backup(&s, e)
	case Prune:
		x.prune(&s, e)
	case Research:
		if e.HasValue && e.BecauseChild == e.Child {
			x.researchWider(&s, e)
		} else if e.HasValue && e.BecauseChild >= 0 {
			x.research(&s, e)
		} else {
			x.Write(&s, e, "%n returned no value and may matter now: it is re-searched.", e.Child)
		}
	case Exit:
		x.exit(&s, e)
	case Done:
		x.done(&s, e)
	case Failed:
		s.Add(strings.TrimSuffix(e.Detail, ".") + ".")
	}
	return s
}

func (x *Explainer) start(s *Sentence, e *Event) {
	name := x.Algorithm
	if name == "" {
		name = e.Algorithm
	}
	x.Write(s, e, "%t starts at %n", name, e.Node)
	switch {
	case x.explainedBy(s, e, StartReason):
		return
	case x.Kind == trees.Minimax:
		x.Write(s, e, ": Max against Min")
	case x.Kind == trees.Path:
		x.Write(s, e, " and looks for the path of least cost")
	case e.MaxSum.Given:
		x.Write(s, e, ": %t, maxsum %s", trees.Plural(e.Players, "player"), e.MaxSum.Score)
	default:
		x.Write(s, e, ": %t", trees.Plural(e.Players, "player"))
	}
	if x.Sound || x.Neutral || x.Asking {
		s.Add(".")
	} else if e.Sampling {
		s.Add(". ")
		s.Add("it estimates by random samples: the value may be wrong.")
	} else {
		s.Add(". ")
		s.Add("it is unsound: the value may be wrong.")
	}
}

func (x *Explainer) enter(s *Sentence, e *Event) {
	switch {
	case e.Chance:
		x.enterChance(s, e)
	case e.Player == 0 && x.leaf(e.Node):
		x.Write(s, e, "the search reaches the leaf %n%t", e.Node, x.After(e.Node))
		x.picked(s, e)
		return
	case e.Player == 0:
		x.Write(s, e, "the search reaches %n%t, at the depth limit", e.Node, x.After(e.Node))
		x.explainedBy(s, e, AtDepthLimit)
		x.picked(s, e)
		return
	case x.Kind == trees.Path:
		x.Write(s, e, "the search continues at %n%t", e.Node, x.After(e.Node))
	default:
		x.Write(s, e, "%p moves at %n%t", e.Player, e.Node, x.After(e.Node))
	}
	if e.Probe {
		s.Add("; the probe searches only the first child")
	}
	x.explainedBy(s, e, AfterMove)
	if e.Window {
		x.window(s, e)
	} else {
		x.inheritedBounds(s, e)
	}
	x.picked(s, e)
}

// picked ends the sentence of an enter, with the reason for the visit in another order.
func (x *Explainer) picked(s *Sentence, e *Event) {
	x.explainedBy(s, e, EndOfEnter)
	s.Add(".")
}

// After names the move that leads to a node of an explicit tree: ", after Left".
func (x *Explainer) After(node int32) string {
	if x.Tree == nil || x.Tree.Action(int(node)) == "" {
		return ""
	}
	return ", after " + x.Tree.Action(int(node))
}

// research writes why a child without a value is searched again: the best of its siblings is one
// that the mover at the parent would choose.
func (x *Explainer) research(s *Sentence, e *Event) {
	parent := int32(trees.NoNode)
	if x.Tree != nil {
		parent = int32(x.Tree.Parent(int(e.Node)))
	}
	if parent < 0 || x.Tree.Mover(int(parent)) == 0 {
		x.Write(s, e, "%n gave %v. Now %n, which returned no value, matters: it is re-searched.", e.BecauseChild, &e.Value, e.Child)
		return
	}
	p := x.Tree.Mover(int(parent))
	x.Write(s, e, "%p gets %s from %n, enough to choose %n at %n. Now %n matters: it is re-searched.", p, e.Value[p-1], e.BecauseChild, e.Node, parent, e.Child)
}

// inheritedBounds lists the bounds that ancestors hold.
func (x *Explainer) inheritedBounds(s *Sentence, e *Event) {
	sep := ". "
	for p := range e.Bounds[:e.Players] {
		b := &e.Bounds[p]
		if !b.Given {
			continue
		}
		if x.Kind == trees.Path {
			x.Write(s, e, "%tthe best path so far costs %s", sep, b.Score)
		} else {
			x.Write(s, e, "%t%p already has %s at %n", sep, p+1, b.Score, b.Node)
		}
		sep = ", "
	}
}

func (x *Explainer) window(s *Sentence, e *Event) {
	side := about(e)
	switch {
	case x.question(s, e):
	case e.Alpha.Given && e.Beta.Given:
		x.Write(s, e, ". Only scores of %p between α = %s and β = %s matter", side, e.Alpha.Score, e.Beta.Score)
	case e.Alpha.Given:
		x.Write(s, e, ". Only scores of %p above α = %s matter", side, e.Alpha.Score)
	case e.Beta.Given:
		x.Write(s, e, ". Only scores of %p below β = %s matter", side, e.Beta.Score)
	}
}

func (x *Explainer) exit(s *Sentence, e *Event) {
	switch {
	case !e.HasValue && x.Kind == trees.Path:
		x.Write(s, e, "no path through %n is better than the best so far.", e.Node)
	case !e.HasValue:
		x.Write(s, e, "%n returns no value.", e.Node)
	case e.Probe && x.MoverAt(e.Node) == about(e):
		x.Write(s, e, "the probe of %n ends: %p gets at least %s there.", e.Node, about(e), e.Value[0])
	case e.Probe:
		x.Write(s, e, "the probe of %n ends: %p gets at most %s there.", e.Node, about(e), e.Value[0])
	case x.leaf(e.Node) && x.Tree != nil:
		x.Write(s, e, "%n is a leaf and returns its value %v.", e.Node, &e.Value)
	case x.Printed && !e.Exact:
		x.Write(s, e, "%n returns %v.", e.Node, &e.Value)
	case e.Exact && e.OneReplies:
		x.Write(s, e, "%n returns %v: with one reply to each move, %p gets %s there.", e.Node, &e.Value, e.About, e.Value[e.About-1])
	case e.Exact && x.coalition(e):
		x.Write(s, e, "%n returns %v. %p is sure of %s there, whatever the others do; the other scores may differ.",
			e.Node, &e.Value, e.About, e.Value[e.About-1])
	case e.Exact:
		x.Write(s, e, "%n returns %v, its exact value%t.", e.Node, &e.Value, answer(e))
	case !x.Sound:
		x.Write(s, e, "%n returns %v. ", e.Node, &e.Value)
		x.judged(s, e, "this is not proved: the search is unsound.")
	default:
		x.bound(s, e)
	}
}

// bound describes a value that is not proved. Under max^n the cut children could
// only have raised the mover's score, so the score is a lower bound. In a
// two-sided search the window decides. At the maximising side, a value that
// reaches beta is a lower bound; any other value is an upper bound. At the
// minimising side, a value that reaches alpha is an upper bound; any other value
// is a lower bound.
func (x *Explainer) bound(s *Sentence, e *Event) {
	mover := x.MoverAt(e.Node)
	switch {
	case x.Kind == trees.Path:
		x.Write(s, e, "the best path so far through %n costs %v.", e.Node, &e.Value)
	case x.Tree == nil && e.Window && e.Beta.Given && e.Value[about(e)-1] >= e.Beta.Score: // whoever moves there
		x.Write(s, e, "%n returns %v. %p gets at least %s there.", e.Node, &e.Value, about(e), e.Value[about(e)-1])
	case x.Tree == nil && e.Window && e.Alpha.Given && e.Value[about(e)-1] <= e.Alpha.Score:
		x.Write(s, e, "%n returns %v. %p gets at most %s there.", e.Node, &e.Value, about(e), e.Value[about(e)-1])
	case mover == 0 && e.Window && e.Beta.Given && e.Value[about(e)-1] >= e.Beta.Score:
		x.Write(s, e, "%n returns %v. Its average is at least that.", e.Node, &e.Value)
	case mover == 0 && e.Window && e.Alpha.Given && e.Value[about(e)-1] <= e.Alpha.Score:
		x.Write(s, e, "%n returns %v. Its average is at most that.", e.Node, &e.Value)
	case mover == 0:
		x.Write(s, e, "%n returns %v, which may not be its exact value.", e.Node, &e.Value)
	case e.Questions == OnlyQuestions || answer(e) != "":
		x.Write(s, e, "%n returns %v: %p gets %t %s there%t.", e.Node, &e.Value, about(e), atLeastOrMost(e), e.Value[about(e)-1], answer(e))
	case e.About > 0:
		side := about(e)
		v := e.Value[side-1]
		lower := e.Beta.Given && v >= e.Beta.Score
		if mover != side {
			lower = !e.Alpha.Given || v > e.Alpha.Score
		}
		word := "at most"
		if lower {
			word = "at least"
		}
		if e.OneReplies {
			x.Write(s, e, "%n returns %v. With one reply to each move, %p gets %t %s there.", e.Node, &e.Value, side, word, v)
			return
		}
		x.Write(s, e, "%n returns %v. %p gets %t %s there.", e.Node, &e.Value, side, word, v)
	default:
		x.Write(s, e, "%n returns %v. %p gets at least %s there.", e.Node, &e.Value, mover, e.Value[mover-1])
	}
}

// MoverAt returns the player who moves at a node of an explicit tree, or 0 for an
// implicit tree.
func (x *Explainer) MoverAt(node int32) int {
	if x.Tree == nil {
		return 0
	}
	return x.Tree.Mover(int(node))
}

// SearchName returns the name of the search at its end.
func (x *Explainer) SearchName() string {
	if x.Algorithm == "" {
		return "the search"
	}
	return x.Algorithm
}

func (x *Explainer) done(s *Sentence, e *Event) {
	name := x.SearchName()
	switch {
	case !e.HasValue:
		x.Write(s, e, "%t returns no value.", name)
		return
	case x.explainedBy(s, e, ReturnedAtDone):
	case x.Kind == trees.Path:
		x.Write(s, e, "%t finds the least cost %v", name, &e.Value)
	case x.coalition(e):
		x.Write(s, e, "%t returns %v: %p is sure of %s, whatever the others do", name, &e.Value, e.About, e.Value[e.About-1])
		if n := len(e.Path); n > 1 {
			x.Write(s, e, " (leaf %n)", e.Path[n-1])
		}
	default:
		x.Write(s, e, "%t returns %v", name, &e.Value)
		if n := len(e.Path); n > 1 {
			x.Write(s, e, ", the value of %n", e.Path[n-1])
		}
	}
	plain := "max^n"
	switch {
	case x.Kind == trees.Path:
		plain = "a search of every path"
	case x.Kind == trees.Minimax:
		plain = "plain minimax"
	case len(e.Notes) > 0:
		plain = "a search of every node by the same rule"
	case e.About > 0:
		plain = "a search of every node"
	}
	switch {
	case x.Neutral, e.Implicit, e.Reference != nil && e.Reference.Agrees && (strings.EqualFold(name, plain) || strings.EqualFold("plain "+name, plain)):
		s.Add(".") // there is no other value to compare with
	case e.Reference == nil:
		x.Write(s, e, ". It cannot be compared: %t would need a leaf of unknown value.", plain)
	case e.Reference.Agrees && e.About > 0 && e.Value != e.Reference.Value: // another leaf with the same score
		x.Write(s, e, ". %t gives %p the same.", plain, e.About)
	case e.Reference.Agrees:
		x.Write(s, e, ". %t returns the same.", plain)
	default:
		x.Write(s, e, ". %t returns %v: the values differ.", plain, &e.Reference.Value)
	}
	if x.Tree != nil && x.Tree.Imperfect() {
		s.Add(" This is as if everybody saw the deals.")
	}
}

// coalition reports whether the search is of one player against a coalition of
// several others.
func (x *Explainer) coalition(e *Event) bool {
	return e.About > 0 && !e.OneReplies && x.Kind == trees.MaxN && e.Players > 2
}

// about returns the player whose score one side of a two-sided search maximises
// and the other side minimises.
func about(e *Event) int { return max(1, e.About) }

// leaf reports whether n is a leaf of the tree and not an inner node at the depth
// limit. In an implicit tree every evaluated node counts as a leaf.
func (x *Explainer) leaf(n int32) bool { return x.Tree == nil || x.Tree.IsLeaf(int(n)) }

func (x *Explainer) player(p int, first bool) string {
	if x.Kind == trees.Minimax {
		return [...]string{"Max", "Max", "Min"}[p]
	}
	if first {
		return "Player " + strconv.Itoa(p)
	}
	return "player " + strconv.Itoa(p)
}

func (x *Explainer) name(n int32, first bool) string {
	name := "node " + strconv.Itoa(int(n))
	switch {
	case x.Tree != nil:
		name = x.Tree.Name(int(n))
	case x.Named != nil:
		if known := x.Named(n); known != "" {
			return known
		}
	}
	if first && (x.Tree == nil || name == "the root") {
		return capital(name)
	}
	return name
}

func capital(t string) string {
	first, size := utf8.DecodeRuneInString(t)
	if first == 'δ' {
		return t // a symbol, not a word
	}
	return string(unicode.ToUpper(first)) + t[size:]
}

// maxListed is the maximum number of nodes that a sentence lists by name.
const maxListed = 3

func (x *Explainer) list(s *Sentence, e *Event, nodes []int32) {
	named := len(nodes)
	if named > maxListed {
		named = maxListed - 1
	}
	for i, n := range nodes[:named] {
		s.Add(Separator(i, len(nodes)))
		x.Write(s, e, "%n", n)
	}
	if rest := len(nodes) - named; rest > 0 {
		s.Add(" and " + strconv.Itoa(rest) + " more")
	}
}
