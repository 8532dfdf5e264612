package algorithms

import (
	"fmt"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Soft-max^n.
//
// N. Sturtevant and M. Bowling, "Robust game play against unknown opponents", AAMAS 2006.
// The code shown is ours.
//
//	S(x)     the set of values that node x can have: softRun
//	p        the player who moves at x: f.Mover
//	S(c) > S(d)  child c is better than child d in every pair: each value of c gives p more than
//	             each value of d
//
// Max^n needs a tie rule, since what is equal for the mover can differ for the others. Soft-max^n
// keeps what a tie rule would throw away: a leaf has its value, and an inner node has the values of
// all children, except for those that another child excludes. A child is dropped only if another one
// is better in every pair. That is so if the most that p gets from it is less than the largest
// least score, the largest score that p is sure of.
//
// The rule by which the root player chooses from the sets is left open; ours is the child with the
// largest least score. A drawn leaf of this child with this score is the value and ends the line.
//
// Needs: no chance nodes: the average of sets would have as many values as there are combinations.
// Guarantee: the set of the rule. If no two scores of a mover are equal, it has one value, that of max^n.
//
// Ties: none are broken below the root. At the root the leftmost child wins, and in it the
// leftmost leaf.

// MaxSet is the most different values of a node: a set of continuous scores can have as many as the
// tree has leaves, and each event of its node has all of them.
const MaxSet = 500

// firstMembers is the first size of the stack, enough for most trees.
const firstMembers = 256

var SoftMaxN = engine.Algorithm{
	ID: "softmaxn", Name: "Soft-max^n", Paper: "Sturtevant & Bowling 2006", Outside: true,
	Needs: "kind maxn, no chance nodes", Guarantee: "a set that contains the max^n value of every tie rule; it may have more, since players need not know each other’s rules", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"softmaxn", "maxn", "tie-rule"}, Seat: 7, Rule: 5,
	Assumes: "A player with equal moves may choose any of them; player %d expects the worst.",
	Term:    &engine.Term{Name: "soft-max^n", Text: "Max^n without a tie rule: a node has a set of values. A child is dropped only if another one gives the mover more in every pair of their values; the others’ values are all kept.", Source: "Sturtevant & Bowling 2006"},
	Code: engine.Pseudocode{
		{"SoftMaxN(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return the set of its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    S(c) := SoftMaxN(c); p is the player to move at x", "backup"},
		{"    keep c, unless a kept child gives p more in every pair", "backup+"},
		{"    drop the kept children to which c gives p less in every pair"},
		{"  return the union of S(c) over all kept children c", "exit"},
		{"At the root: the kept child with the largest least score   (our choice)"},
	},
	Need: []engine.Need{engine.NeedMaxN}, AsGiven: true, Reference: &referenceSoft,
	Procedure: softMaxn,
}

// A softRun has the sets of the nodes on the path, one after the other.
type softRun struct {
	*engine.Run
	stack []member
	of    []set // by ply
	seen  map[trees.Vector]bool
	kept  ValueSet // the note of an event, with the set of its node
}

func softMaxn(r *engine.Run) {
	s := &softRun{Run: r, stack: make([]member, 0, firstMembers), of: make([]set, len(r.Frames)), seen: make(map[trees.Vector]bool, firstMembers)}
	f, moves := r.AtRoot()
	r.Inherit = s.sure
	s.Search(f, moves)
	r.Result.Set = s.appendValues(make([]trees.Vector, 0, len(s.stack)), f)
	r.Returned = &ValueSet{Values: r.Result.Set}
	if moves > 0 && !r.Stops(f.Ply) {
		worst := s.of[0].chosen
		f.Value, f.Leaf = worst.value, worst.leaf
	}
}

// A set is S(x): the members on the stack from start, those of each kept child together.
type set struct {
	start  int
	least  trees.Score // the largest least score of a kept child
	from   int32       // that child
	chosen member      // its first member with this score
}

// A member is a value, and the leaf and the child that it came from.
type member struct {
	value       trees.Vector
	leaf, child int32
	move        int
}

// Search pushes the members of the set of f on the stack.
func (s *softRun) Search(f *engine.Frame, moves int) {
	x := &s.of[f.Ply]
	x.start = len(s.stack)
	if s.Enter(f, moves) {
		s.stack = append(s.stack, member{value: f.Value, leaf: f.Leaf})
		return
	}
	p := engine.Place(f.Mover)
	exact := true
	for i := range moves {
		end := len(s.stack)
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		least, most := span(s.stack[end:], p)
		kept := i == 0 || most >= x.least
		s.kept.Dropped = s.kept.Dropped[:0]
		if kept {
			s.keep(f, i, end, least)
		} else {
			s.stack = s.stack[:end]
			s.kept.Dropped = append(s.kept.Dropped, f.Below.Node)
		}
		if s.Observer != nil {
			s.kept.Span = [2]trees.Score{least, most}
			s.emitSet(f, kept)
			exact = exact && f.Below.Exact
		}
	}
	if s.unite(x.start); len(s.stack)-x.start > MaxSet {
		s.StoppedAt = f.Ply
		panic(engine.Stop{Err: &engine.LimitError{Message: fmt.Sprintf("the search was stopped: a node has more than %d different values, the limit of a set; choose a tree with fewer different scores, or a smaller depth", MaxSet)}})
	}
	s.single(f, x)
	s.exitSet(f, exact)
}

// span returns the least and the largest score of a player.
func span(members []member, p int) (least, most trees.Score) {
	least, most = members[0].value[p], members[0].value[p]
	for i := range members[1:] {
		v := members[i+1].value[p]
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// keep adds the current child, whose members are on the stack from end on, to the set of f. It drops
// the kept children from which the mover always gets less than the child's least score.
func (s *softRun) keep(f *engine.Frame, move, end int, least trees.Score) {
	x, p := &s.of[f.Ply], f.Mover-1
	own, child := s.stack[x.start:end], s.stack[end:]
	kept := own[:0]
	for from := 0; from < len(own); {
		to, most := from, own[from].value[p]
		for ; to < len(own) && own[to].move == own[from].move; to++ {
			most = max(most, own[to].value[p])
		}
		if most < least {
			s.kept.Dropped = append(s.kept.Dropped, own[from].child)
		} else {
			kept = append(kept, own[from:to]...)
		}
		from = to
	}
	first := move == 0 || least > x.least
	if first {
		x.least, x.from = least, f.Below.Node
	}
	for i := range child {
		m := &child[i]
		m.child, m.move = f.Below.Node, move
		if first && m.value[p] == least {
			x.chosen, first = *m, false
		}
	}
	s.stack = append(s.stack[:x.start+len(kept)], child...)
}

// unite leaves only the first of equal values on the stack, from start on.
func (s *softRun) unite(start int) {
	clear(s.seen)
	own := slices.DeleteFunc(s.stack[start:], func(m member) bool {
		if s.seen[m.value] {
			return true
		}
		s.seen[m.value] = true
		return false
	})
	s.stack = s.stack[:start+len(own)]
}

// appendValues appends the different values of the set of f.
func (s *softRun) appendValues(list []trees.Vector, f *engine.Frame) []trees.Vector {
	for i := range s.stack[s.of[f.Ply].start:] {
		if v := &s.stack[s.of[f.Ply].start+i].value; !slices.Contains(list, *v) {
			list = append(list, *v)
		}
	}
	return list
}

// single makes the only value of a set the value of f; a larger set is no value.
func (s *softRun) single(f *engine.Frame, x *set) {
	own := s.stack[x.start:]
	f.Value, f.Leaf, f.BestChild = own[0].value, own[0].leaf, x.from
	f.Known = true
	for i := range own {
		f.Known = f.Known && own[i].value == f.Value
	}
}

// sure sets the bound of the mover at f: the largest score that the mover is sure of.
func (s *softRun) sure(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if x := &s.of[f.Ply]; f.Mover > 0 && len(s.stack) > x.start {
		bounds[f.Mover-1] = trace.Bound{Score: x.least, Node: f.Node, Child: x.from, Given: true}
	}
}

func (s *softRun) emitSet(f *engine.Frame, kept bool) {
	s.single(f, &s.of[f.Ply])
	s.Note = &s.kept
	s.kept.Values = s.appendValues(s.kept.Values[:0], f)
	s.EmitBackup(f, kept)
	s.Note = nil
	f.Known = false
}

func (s *softRun) exitSet(f *engine.Frame, exact bool) {
	if s.Observer == nil {
		return
	}
	f.Exact = exact && f.Statics == s.Statics
	s.Note = &s.kept
	s.kept.Values, s.kept.Span, s.kept.Dropped = s.appendValues(s.kept.Values[:0], f), [2]trees.Score{}, s.kept.Dropped[:0]
	s.EmitExitAt(f, s.Lines.ByType[trace.Exit])
	s.Note = nil
}

// referenceSoft computes the sets from the leaves up, by the definition.
var referenceSoft = engine.Reference{
	Name: ruleReferenceName, Agreement: "The sets agree.", Remark: "the worst of the set", Own: true,
	Want: func(t *trees.Tree, root, _ int) (int, bool) { return engine.RootPlayer(t, root), false },
	Sets: softSets,
}

// softSets returns the set of every node below root. A child is left out if another one has a least
// score above the child's largest.
func softSets(t *trees.Tree, root, depth int) ([][]trees.Vector, bool) {
	sets := make([][]trees.Vector, t.End(root)-root)
	for n := t.End(root) - 1; n >= root; n-- {
		if atDepth := depth >= 0 && t.Level(n)-t.Level(root) >= depth; t.IsLeaf(n) || atDepth {
			value, known := t.Value(n)
			if !t.IsLeaf(n) {
				value, known = t.Static(n)
			}
			if t.Level(n)-t.Level(root) > depth && depth >= 0 {
				continue // below the frontier
			}
			if !known {
				return nil, false
			}
			sets[n-root] = []trees.Vector{value}
			continue
		}
		p, sure := t.Mover(n)-1, -trees.MaxUnits
		for _, k := range t.Kids(n) {
			sure = max(sure, slices.MinFunc(sets[int(k)-root], engine.ByScore(p))[p])
		}
		var all []trees.Vector
		for _, k := range t.Kids(n) {
			if slices.MaxFunc(sets[int(k)-root], engine.ByScore(p))[p] < sure {
				continue
			}
			for _, v := range sets[int(k)-root] {
				if !slices.Contains(all, v) {
					all = append(all, v)
				}
			}
		}
		sets[n-root] = all
	}
	return sets, true
}

// A ValueSet is a note of a Backup, an Exit or the Done (soft-max^n): the values that the node can have. A node with
// more than one has no Value.
type ValueSet struct {
	trace.BareNote
	// Values has each value once; at a Backup those of the children so far that were not dropped.
	Values []trees.Vector
	// Span has the least and the largest score of the mover in the set of the child of a Backup.
	Span [2]trees.Score
	// Dropped are the children that this Backup drops: the child, or some before it.
	Dropped []int32
}

var setKind = trace.NewNoteKind("set", readValueSet)

// Kind returns the kind of a ValueSet.
func (v *ValueSet) Kind() *trace.NoteKind { return setKind }

// Clone returns a copy.
func (v *ValueSet) Clone() trace.Note {
	return &ValueSet{Values: slices.Clone(v.Values), Span: v.Span, Dropped: slices.Clone(v.Dropped)}
}

// Write writes the values, the span and the dropped children.
func (v *ValueSet) Write(w *trace.NoteWriter) {
	w.Uints(uint64(len(v.Values)))
	for i := range v.Values {
		w.Value(&v.Values[i])
	}
	w.Score(v.Span[0])
	w.Score(v.Span[1])
	w.Nodes(v.Dropped)
}

func readValueSet(r *trace.NoteReader) trace.Note {
	v := &ValueSet{Values: make([]trees.Vector, r.Uint())}
	for i := range v.Values {
		v.Values[i] = r.Value()
	}
	v.Span[0], v.Span[1] = r.Score(), r.Score()
	v.Dropped = r.Nodes()
	return v
}

// AppendJSON appends the members set, span and dropped.
func (v *ValueSet) AppendJSON(b []byte, e *trace.Event) []byte {
	b = trace.AppendSet(append(b, `,"set":`...), v.Values, e.Unit, e.Width, e.Scalar)
	if e.Type == trace.Backup {
		b = trace.AppendScore(append(b, `,"span":[`...), v.Span[0], e.Unit)
		b = append(trace.AppendScore(append(b, ','), v.Span[1], e.Unit), ']')
		b = trace.AppendNodes(append(b, `,"dropped":`...), v.Dropped)
	}
	return b
}

// maxBeside is the most values of a set that are written beside a node: more would cover its
// neighbours.
const maxBeside = 2

// Change marks all children that can still be chosen: a node with a set has no single best child.
func (v *ValueSet) Change(c *trace.Change, e *trace.Event) bool {
	switch e.Type {
	case trace.Backup:
		c.Set(e.Child, func(s *trace.NodeState) { s.Best = true })
		for _, k := range v.Dropped {
			c.Set(k, func(s *trace.NodeState) { s.Best = false })
		}
		c.Text(e.Node, v.beside(c, e))
	case trace.Exit:
		c.Set(e.Node, func(s *trace.NodeState) { s.Phase, s.Text, s.Exact = trace.Valued, v.beside(c, e), e.Exact })
	default:
		return false
	}
	return true
}

// beside returns the text beside the node: {(5, 2, 2) (5, 1, 3)}. Of a large set it says how many more there are.
func (v *ValueSet) beside(c *trace.Change, e *trace.Event) string {
	return c.Words(appendSet(c.Buffer(), e, v.Values, maxBeside, " ", "+", ""))
}

// appendSet appends the values of a set up to the most; then how many more there are, with words
// before and after. A set of one value is written as this value.
func appendSet(b []byte, e *trace.Event, set []trees.Vector, most int, between, before, after string) []byte {
	if len(set) == 1 {
		return trace.AppendTuple(b, e, &set[0])
	}
	shown := len(set)
	if shown > most {
		shown = most - 1
	}
	b = append(b, '{')
	for i := range set[:shown] {
		if i > 0 {
			b = append(b, between...)
		}
		b = trace.AppendTuple(b, e, &set[i])
	}
	if rest := len(set) - shown; rest > 0 {
		b = append(append(b, between...), before...)
		b = append(strconv.AppendInt(b, int64(rest), 10), after...)
	}
	return append(b, '}')
}

// Explain writes the sentence of a backup, of an exit, and of what the search returns.
func (v *ValueSet) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	switch {
	case part == trace.ReturnedAtDone:
		v.explainDone(x, s, e)
	case part != trace.WholeSentence:
		return false
	case e.Type == trace.Backup:
		v.explainBackup(x, s, e)
	case e.Type == trace.Exit:
		v.explainExit(x, s, e)
	default:
		return false
	}
	return true
}

// maxInSentence is the most values of a set that a sentence lists.
const maxInSentence = 4

// values appends a set of values.
func (v *ValueSet) values(s *trace.Sentence, e *trace.Event) {
	*s = append(*s, trace.Span{Text: string(appendSet(nil, e, v.Values, maxInSentence, ", ", "and ", " more")), Node: -1, Strong: true})
}

// explainBackup says what the mover gets from a child, and whether a child is dropped: only if the mover
// gets more from another one, whichever values of their sets are compared.
func (v *ValueSet) explainBackup(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	mover := x.Mover(e)
	if least, most := v.Span[0], v.Span[1]; least == most {
		x.Write(s, e, "%p gets %s from %n", mover, least, e.Child)
	} else {
		x.Write(s, e, "%p gets %s to %s from %n", mover, least, most, e.Child)
	}
	sure := &e.Bounds[mover-1]
	switch {
	case len(v.Dropped) == 0 && x.Compared(e, "") == "the first value":
		s.Add(", the first child")
	case len(v.Dropped) == 0:
		s.Add(", and may choose it: no child is better in every case")
	case v.Dropped[0] == e.Child:
		x.Write(s, e, ", but at least %s from %n. So %n is dropped", sure.Score, sure.Child, e.Child)
	default:
		x.Write(s, e, ", more than %c can give", v.Dropped)
		if len(v.Dropped) == 1 {
			x.Write(s, e, ". So %n is dropped", v.Dropped[0])
		} else {
			s.Add(". So these are dropped")
		}
	}
	x.Write(s, e, ". The set of %n is now ", e.Node)
	v.values(s, e)
	s.Add(".")
}

func (v *ValueSet) explainExit(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	x.Write(s, e, "%n returns ", e.Node)
	v.values(s, e)
	if len(v.Values) > 1 {
		s.Add(": each of these values is possible")
	}
	s.Add(".")
}

func (v *ValueSet) explainDone(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	x.Write(s, e, "%t returns ", x.SearchName())
	v.values(s, e)
	if len(e.Path) < 2 {
		return
	}
	chosen := e.Path[1]
	if mover := x.MoverAt(e.Node); mover > 0 {
		x.Write(s, e, ". %p moves to %n and is sure of %s there (leaf %n)", mover, chosen, e.Value[mover-1], e.Path[len(e.Path)-1])
		return
	}
	x.Write(s, e, ". The move to %n has the best worst case, %v", chosen, &e.Value)
}
