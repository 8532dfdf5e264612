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

// appendf appends formatted text. Its verbs take their arguments in order:
//
//	%p  a player (int)          %n  a node (int32)
//	%s  a score (trees.Score)   %v  a value (*trees.Vector)
//	%t  text (string)           %c  a list of nodes ([]int32)
func (x *Explainer) appendf(s *Sentence, e *Event, format string, args ...any) {
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			s.text(format)
			return
		}
		s.text(format[:at])
		switch verb, arg := format[at+1], args[0]; verb {
		case 'p':
			*s = append(*s, Span{Text: x.player(arg.(int), s.ends()), Player: arg.(int), Node: -1})
		case 'n':
			n := arg.(int32)
			*s = append(*s, Span{Text: x.name(n, s.ends()), Node: int(n)})
		case 's':
			*s = append(*s, Span{Text: string(appendMinus(nil, arg.(trees.Score), e.unit())), Node: -1, Strong: true})
		case 'v':
			*s = append(*s, Span{Text: string(appendTuple(nil, e, arg.(*trees.Vector))), Node: -1, Strong: true})
		case 't':
			s.text(arg.(string))
		case 'c':
			x.list(s, e, arg.([]int32))
		}
		format, args = format[at+2:], args[1:]
	}
}

func (s *Sentence) text(t string) {
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
}

// NewExplainer returns the Explainer for a run on an explicit tree. sound is
// false if the run's result can be wrong.
func NewExplainer(t *trees.Tree, algorithm string, sound bool) Explainer {
	return Explainer{Tree: t, Kind: t.Kind, MaxSum: t.MaxSum, Algorithm: algorithm, Sound: sound}
}

// Explain returns a sentence for the event, or two if the reason needs it.
func (x *Explainer) Explain(e *Event) Sentence {
	var s Sentence
	switch e.Type {
	case Start:
		x.start(&s, e)
	case Enter:
		x.enter(&s, e)
	case Leaf:
		switch {
		case x.Kind == trees.Path:
			x.appendf(&s, e, "the path to %n costs %v.", e.Node, &e.Value)
		case x.leaf(e.Node):
			x.appendf(&s, e, "the value of %n is %v.", e.Node, &e.Value)
		default:
			x.appendf(&s, e, "the static value of %n is %v; the search goes no deeper.", e.Node, &e.Value)
		}
	case Backup:
		x.backup(&s, e)
	case Prune:
		x.prune(&s, e)
	case Research:
		if e.HasValue && e.BecauseChild >= 0 {
			x.appendf(&s, e, "%n gave %v, so %n, which came back without a value, is re-searched.", e.BecauseChild, &e.Value, e.Child)
		} else {
			x.appendf(&s, e, "%n came back without a value and is re-searched.", e.Child)
		}
	case Exit:
		x.exit(&s, e)
	case Done:
		x.done(&s, e)
	case Failed:
		s.text(strings.TrimSuffix(e.Detail, ".") + ".")
	}
	return s
}

func (x *Explainer) start(s *Sentence, e *Event) {
	name := x.Algorithm
	if name == "" {
		name = e.Algorithm
	}
	x.appendf(s, e, "%t begins at %n", name, e.Node)
	switch {
	case x.Kind == trees.Minimax:
		x.appendf(s, e, ": Max against Min")
	case x.Kind == trees.Path:
		x.appendf(s, e, " and looks for the least cost")
	case e.MaxSum.Given:
		x.appendf(s, e, ": %t, and no outcome sums to more than %s", plural(e.Players, "player"), e.MaxSum.Score)
	default:
		x.appendf(s, e, ": %t", plural(e.Players, "player"))
	}
	if x.Sound {
		s.text(".")
	} else {
		s.text(". ")
		s.text("it is unsound: its value may be wrong.")
	}
}

func (x *Explainer) enter(s *Sentence, e *Event) {
	switch {
	case e.Chance:
		x.enterChance(s, e)
	case e.Player == 0 && x.leaf(e.Node):
		x.appendf(s, e, "the search reaches the leaf %n.", e.Node)
		return
	case e.Player == 0:
		x.appendf(s, e, "the search reaches %n, as deep as it goes.", e.Node)
		return
	case x.Kind == trees.Path:
		x.appendf(s, e, "the search goes on at %n", e.Node)
	default:
		x.appendf(s, e, "%p is to move at %n", e.Player, e.Node)
	}
	if e.Probe {
		s.text("; the probe searches only its first child")
	}
	if e.Window {
		x.window(s, e)
	} else {
		x.inheritedBounds(s, e)
	}
	s.text(".")
}

// inheritedBounds lists the bounds that ancestors hold.
func (x *Explainer) inheritedBounds(s *Sentence, e *Event) {
	sep := "; "
	for p := range e.Bounds[:e.Players] {
		b := &e.Bounds[p]
		if !b.Given {
			continue
		}
		if x.Kind == trees.Path {
			x.appendf(s, e, "%tthe best path so far costs %s", sep, b.Score)
		} else {
			x.appendf(s, e, "%t%p has %s at %n", sep, p+1, b.Score, b.Node)
		}
		sep = ", "
	}
}

func (x *Explainer) window(s *Sentence, e *Event) {
	side := about(e)
	switch {
	case e.Alpha.Given && e.Beta.Given:
		x.appendf(s, e, "; only a score of %p between α = %s and β = %s counts", side, e.Alpha.Score, e.Beta.Score)
	case e.Alpha.Given:
		x.appendf(s, e, "; only a score of %p above α = %s counts", side, e.Alpha.Score)
	case e.Beta.Given:
		x.appendf(s, e, "; only a score of %p below β = %s counts", side, e.Beta.Score)
	}
}

func (x *Explainer) exit(s *Sentence, e *Event) {
	switch {
	case !e.HasValue && x.Kind == trees.Path:
		x.appendf(s, e, "%n returns the least so far, which is no better than the best path so far.", e.Node)
	case !e.HasValue:
		x.appendf(s, e, "%n comes back without a value.", e.Node)
	case e.Probe && x.moverAt(e.Node) == about(e):
		x.appendf(s, e, "the probe of %n ends: %p gets at least %s there.", e.Node, about(e), e.Value[0])
	case e.Probe:
		x.appendf(s, e, "the probe of %n ends: %p gets at most %s there.", e.Node, about(e), e.Value[0])
	case x.leaf(e.Node) && x.Tree != nil:
		x.appendf(s, e, "%n is done: a leaf is worth its value %v.", e.Node, &e.Value)
	case e.Exact && x.coalition(e):
		x.appendf(s, e, "the search of %n ends with %v: %p’s %s against a coalition of the others is proved, the other scores are not.",
			e.Node, &e.Value, e.About, e.Value[e.About-1])
	case e.Exact:
		x.appendf(s, e, "the search of %n ends: its value is %v, and that is proved.", e.Node, &e.Value)
	case !x.Sound:
		x.appendf(s, e, "the search of %n ends with %v; an unsound search proves nothing.", e.Node, &e.Value)
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
	mover := x.moverAt(e.Node)
	switch {
	case x.Kind == trees.Path:
		x.appendf(s, e, "the search of %n ends: the best path so far through it costs %v.", e.Node, &e.Value)
	case mover == 0 && e.Window && e.Beta.Given && e.Value[about(e)-1] >= e.Beta.Score:
		x.appendf(s, e, "the search of %n ends with %v: a lower bound on its average.", e.Node, &e.Value)
	case mover == 0 && e.Window && e.Alpha.Given && e.Value[about(e)-1] <= e.Alpha.Score:
		x.appendf(s, e, "the search of %n ends with %v: an upper bound on its average.", e.Node, &e.Value)
	case mover == 0:
		x.appendf(s, e, "the search of %n ends with %v, which is not proved to be its value.", e.Node, &e.Value)
	case e.About > 0:
		side := about(e)
		v := e.Value[side-1]
		lower := e.Beta.Given && v >= e.Beta.Score
		if mover != side {
			lower = !e.Alpha.Given || v > e.Alpha.Score
		}
		word := "an upper"
		if lower {
			word = "a lower"
		}
		x.appendf(s, e, "the search of %n ends with %v: %t bound on the score of %p.", e.Node, &e.Value, word, side)
	default:
		x.appendf(s, e, "the search of %n ends with %v: its %s is a lower bound on the score of %p there.", e.Node, &e.Value, e.Value[mover-1], mover)
	}
}

// moverAt returns the player who moves at a node of an explicit tree, or 0 for an
// implicit tree.
func (x *Explainer) moverAt(node int32) int {
	if x.Tree == nil {
		return 0
	}
	return x.Tree.Mover(int(node))
}

func (x *Explainer) done(s *Sentence, e *Event) {
	name := x.Algorithm
	if name == "" {
		name = "the search"
	}
	switch {
	case !e.HasValue:
		x.appendf(s, e, "%t ends without a value.", name)
		return
	case x.Kind == trees.Path:
		x.appendf(s, e, "%t finds the least cost %v", name, &e.Value)
	case x.coalition(e):
		x.appendf(s, e, "%t gives %p %s against a coalition of the others, by %v", name, e.About, e.Value[e.About-1], &e.Value)
	default:
		x.appendf(s, e, "%t returns %v", name, &e.Value)
	}
	if n := len(e.Path); n > 1 {
		x.appendf(s, e, ", the value of %n", e.Path[n-1])
	}
	plain := "max^n"
	switch {
	case x.Kind == trees.Path:
		plain = "looking at every path"
	case x.Kind == trees.Minimax:
		plain = "plain minimax"
	case e.About > 0:
		plain = "looking at every node"
	}
	switch {
	case e.Implicit, e.Reference != nil && e.Reference.Agrees && (strings.EqualFold(name, plain) || strings.EqualFold("plain "+name, plain)):
		s.text(".") // there is no other value to compare with
	case e.Reference == nil:
		x.appendf(s, e, "; there is nothing to compare it with, since %t would need a leaf of unknown value.", plain)
	case e.Reference.Agrees:
		x.appendf(s, e, "; %t returns the same.", plain)
	default:
		x.appendf(s, e, "; %t returns %v: they differ.", plain, &e.Reference.Value)
	}
}

// coalition reports whether the search is of one player against a coalition of
// several others.
func (x *Explainer) coalition(e *Event) bool {
	return e.About > 0 && x.Kind == trees.MaxN && e.Players > 2
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
	if x.Tree != nil {
		name = x.Tree.Name(int(n))
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
		s.text(separator(i, len(nodes)))
		x.appendf(s, e, "%n", n)
	}
	if rest := len(nodes) - named; rest > 0 {
		s.text(" and " + strconv.Itoa(rest) + " more")
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
