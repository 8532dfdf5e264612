package algorithms

import (
	"slices"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A modelRun is a search with a model of the opponent: OM-search with β-pruning, and αβ*. It walks the tree once, and finds two
// values of each node: what P gets, and what O expects.
type modelRun struct {
	*engine.Run
	sum      trees.Opt // the bound on the sum of both scores, by which αβ* cuts; OM-search has none
	models   []model   // by ply
	expected Expects
}

// foresee searches from the root. Without sum, nothing is cut where O moves.
func foresee(r *engine.Run, sum trees.Opt) {
	s, p := &modelRun{Run: r, sum: sum, models: make([]model, len(r.Frames))}, r.RootMover()
	r.Inherit = func(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
		bounds[2-p] = s.models[f.Ply].held
		if s.sum.Given {
			bounds[p-1] = s.models[f.Ply].alpha
		}
	}
	r.OwnBound = func(f *engine.Frame) (trees.Score, bool) {
		if f.Mover == p {
			return f.Value[p-1], true
		}
		return s.models[f.Ply].expects, true
	}
	f, moves := r.AtRoot()
	s.Search(f, moves, p-1)
}

// A model is what the search knows at a node of what the opponent expects there.
type model struct {
	expects         trees.Score
	alpha, held     trace.Bound
	atLeast, atMost bool // the true expectation is proved to be at least, or at most, expects
	// exact: value is proved to be the M* value. If not, most is an upper bound on the player's
	// score, unless it is noMost.
	exact bool
	most  trees.Score
}

const noMost = trees.MaxUnits

func (s *modelRun) Search(f *engine.Frame, moves, p int) {
	m := &s.models[f.Ply]
	if s.Enter(f, moves) {
		m.expects, m.atLeast, m.atMost, m.exact, m.most = f.Value[1-p], true, true, true, f.Value[p]
		return
	}
	if f.Mover-1 == p {
		s.player(f, m, moves, p)
	} else {
		s.opponent(f, m, moves, p)
	}
	s.end(f, m, p)
}

// player searches a node of P.
func (s *modelRun) player(f *engine.Frame, m *model, moves, p int) {
	m.atLeast, m.most = true, -noMost
	before, after := trees.Score(-noMost), trees.Score(-noMost) // what children without an exact value can be worth
	for i := range moves {
		c := s.searchChild(f, m, i, p)
		v := f.Below.Value[p]
		improved := i == 0 || v > f.Value[p]
		if improved {
			s.Take(f)
			m.exact, before, after = c.exact, max(before, after), -noMost
			if !m.alpha.Given || v > m.alpha.Score {
				m.alpha = trace.Bound{Score: v, Node: f.Node, Child: f.BestChild, Given: true}
			}
		}
		if !c.exact {
			after = max(after, c.most)
		}
		m.most, m.atLeast = max(m.most, c.most), m.atLeast && c.atLeast
		switch {
		case i == 0 || c.expects < m.expects:
			m.expects, m.atMost = c.expects, c.atMost
		case c.expects == m.expects:
			m.atMost = m.atMost || c.atMost
		}
		s.emitModel(f, m, c, improved, p)
		if m.held.Given && m.expects <= m.held.Score && i+1 < moves {
			m.atLeast, m.exact, m.most = false, false, noMost
			s.Cut(f, i+1, trace.Model, trees.Opt{},
				trace.Term{Player: 2 - p, Node: m.held.Node, Score: m.held.Score, Origin: trace.BackedUp},
				trace.Term{Player: 2 - p, Node: f.Node, Score: m.expects, Origin: trace.BackedUp})
			return
		}
	}
	m.exact = m.exact && before < f.Value[p] && after <= f.Value[p]
}

// opponent searches a node of O.
func (s *modelRun) opponent(f *engine.Frame, m *model, moves, p int) {
	m.atMost = true
	for i := range moves {
		c := s.searchChild(f, m, i, p)
		improved := i == 0 || c.expects > m.expects
		m.atMost = m.atMost && c.atMost
		switch {
		case improved:
			s.Take(f)
			m.expects, m.atLeast, m.exact, m.most = c.expects, c.atLeast, c.exact, c.most
			if !m.held.Given || c.expects > m.held.Score {
				m.held = trace.Bound{Score: c.expects, Node: f.Node, Child: f.BestChild, Given: true}
			}
		case c.expects == m.expects && c.atLeast:
			m.atLeast = true
		}
		s.emitModel(f, m, c, improved, p)
		if s.sum.Given && m.alpha.Given && m.alpha.Score+m.expects >= s.sum.Score && i+1 < moves {
			m.atMost = false
			s.Cut(f, i+1, trace.ModelSum, s.sum,
				trace.Term{Player: p + 1, Node: m.alpha.Node, Score: m.alpha.Score, Origin: trace.BackedUp},
				trace.Term{Player: 2 - p, Node: f.Node, Score: m.expects, Origin: trace.BackedUp})
			break
		}
	}
	if !m.atLeast || !m.atMost { // another child may be the choice
		m.exact, m.most = false, noMost
	}
}

// searchChild searches a child of f and returns what is known of it.
func (s *modelRun) searchChild(f *engine.Frame, m *model, move, p int) *model {
	c := &s.models[f.Below.Ply]
	*c = model{alpha: m.alpha, held: m.held}
	s.Search(f.Below, s.Play(f, move), p)
	s.Pos.Undo()
	return c
}

// end ends the search of the node of f.
func (s *modelRun) end(f *engine.Frame, m *model, p int) {
	if m.exact {
		m.most = f.Value[p]
	} else if m.atLeast && s.sum.Given {
		m.most = min(m.most, s.sum.Score-m.expects)
	}
	if s.Observer == nil {
		return
	}
	s.expected = Expects{Player: 2 - p, Best: m.expects}
	s.Note = &s.expected
	s.EmitExit(f, m.exact)
	s.Note = nil
}

// emitModel emits a backup with what the opponent expects.
func (s *modelRun) emitModel(f *engine.Frame, m, c *model, improved bool, p int) {
	if s.Observer == nil {
		return
	}
	line := s.Lines.ByType[trace.Backup]
	switch {
	case improved && f.Mover-1 == p:
		line = s.Lines.Improved
	case improved:
		line = s.Lines.Least
	}
	s.expected = Expects{Player: 2 - p, Child: trees.Some(c.expects), Best: m.expects}
	s.Note = &s.expected
	s.EmitBackupAt(f, improved, line)
	s.Note = nil
}

// referenceModel is M* with a model of one level, by two separate searches of the whole tree: the
// opponent's minimax search, and then the player's.
var referenceModel = engine.Reference{
	Name: ruleReferenceName, Agreement: valuesAgree, Remark: "with a model of the opponent", Own: true,
	Want: func(t *trees.Tree, root, node int) (int, bool) { return max(1, t.Mover(node)), false },
	Whole: func(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
		p := engine.RootPlayer(t, root)
		o := 3 - p
		opponent := engine.Reference{Want: func(t *trees.Tree, _, node int) (int, bool) { return o, t.Mover(node) == p }}
		expected, known := opponent.Values(t, root, depth)
		if !known {
			return nil, false
		}
		values := slices.Clone(expected)
		for n := t.End(root) - 1; n >= root; n-- {
			if t.IsLeaf(n) || depth >= 0 && t.Level(n)-t.Level(root) >= depth {
				continue
			}
			chosen := -1
			for _, k := range t.Kids(n) {
				k := int(k) - root
				switch {
				case chosen < 0,
					t.Mover(n) == p && values[k][p-1] > values[chosen][p-1],
					t.Mover(n) == o && expected[k][o-1] > expected[chosen][o-1]:
					chosen = k
				}
			}
			values[n-root] = values[chosen]
		}
		return values, true
	},
}

// Expects is a note of a Backup or an Exit (OM-search, αβ*): what the opponent expects, by a search of its own.
type Expects struct {
	trace.BareNote
	Player int         // the opponent
	Child  trees.Opt   // at the child of a Backup
	Best   trees.Score // at the node, as far as it is searched
}

var expectsKind = trace.NewNoteKind("expects", func(r *trace.NoteReader) trace.Note {
	return &Expects{Player: int(r.Uint()), Child: r.Opt(), Best: r.Score()}
})

// Kind returns the kind of an Expects.
func (o *Expects) Kind() *trace.NoteKind { return expectsKind }

// Clone returns a copy.
func (o *Expects) Clone() trace.Note { return &Expects{Player: o.Player, Child: o.Child, Best: o.Best} }

// Write writes the opponent and the two scores.
func (o *Expects) Write(w *trace.NoteWriter) {
	w.Uints(uint64(o.Player))
	w.Opt(o.Child)
	w.Score(o.Best)
}

// AppendJSON appends the member expects.
func (o *Expects) AppendJSON(b []byte, e *trace.Event) []byte {
	b = trace.AppendInt(append(b, `,"expects":{"player":`...), o.Player)
	b = trace.AppendOpt(append(b, `,"child":`...), o.Child, e.Unit)
	return append(trace.AppendScore(append(b, `,"best":`...), o.Best, e.Unit), '}')
}

// Change shows the value of a node until now, which is no bound on anyone's score.
func (o *Expects) Change(c *trace.Change, e *trace.Event) bool {
	if e.Type != trace.Backup {
		return false
	}
	if e.Improved {
		c.Best(e.Child)
	}
	c.Text(e.Node, c.SoFar(&e.Best))
	return true
}

// Ties reports a tie of the opponent by what it expects.
func (o *Expects) Ties(mover int, equal bool) bool {
	if mover == o.Player {
		return o.Child.Score == o.Best
	}
	return equal
}

// Explain writes the sentence of a backup or an exit.
func (o *Expects) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	switch {
	case part != trace.WholeSentence:
		return false
	case e.Type == trace.Exit:
		o.explainExit(x, s, e)
	case x.Chooses(e):
		o.explainBackup(x, s, e)
	default:
		return false
	}
	return true
}

// explainBackup is for a backup where the opponent chooses by what it expects, and the player foresees this.
func (o *Expects) explainBackup(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	opponent, child, mover := o.Player, o.Child.Score, x.Mover(e)
	switch {
	case mover == 0: // the tree is not built
		x.Write(s, e, "%n gives %v, and %p expects %s there. %n keeps %v.", e.Child, &e.Value, opponent, child, e.Node, &e.Best)
	case mover == opponent && e.Improved:
		x.Write(s, e, "%p expects %s from %n, %t at %n, and would choose it. Then play ends with %v.", opponent, child, e.Child, x.Compared(e, "most"), e.Node, &e.Best)
	case mover == opponent && child == o.Best:
		x.Write(s, e, "%p also expects %s from %n. In a tie the leftmost child wins, so %n keeps %v.", opponent, child, e.Child, e.Node, &e.Best)
	case mover == opponent:
		x.Write(s, e, "%p expects %s from %n, less than %s. %n keeps %v.", opponent, child, e.Child, o.Best, e.Node, &e.Best)
	default:
		got, best := e.Value[mover-1], e.Best[mover-1]
		switch {
		case e.Improved:
			x.Write(s, e, "%p gets %s from %n, %t at %n. ", mover, got, e.Child, x.Compared(e, "most"), e.Node)
		case got == best:
			x.Write(s, e, "%p also gets %s from %n. In a tie the leftmost child wins, so %n keeps %v. ", mover, got, e.Child, e.Node, &e.Best)
		default:
			x.Write(s, e, "%p gets %s from %n, less than %s. %n keeps %v. ", mover, got, e.Child, best, e.Node, &e.Best)
		}
		x.Write(s, e, "%p expects to be left with %s at %n.", opponent, o.Best, e.Node)
	}
}

// explainExit ends the sentence of an exit with what the opponent expects.
func (o *Expects) explainExit(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	if e.Exact {
		x.Write(s, e, "%n returns %v, where play ends. %p expects %s.", e.Node, &e.Value, o.Player, o.Best)
		return
	}
	x.Write(s, e, "%n returns %v, which need not be where play ends. So far %p expects %s.", e.Node, &e.Value, o.Player, o.Best)
}
