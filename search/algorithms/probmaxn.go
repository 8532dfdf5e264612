package algorithms

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Prob-max^n.
//
// N. Sturtevant, M. Zinkevich and M. Bowling, "Prob-max^n: playing n-player games with opponent
// models", AAAI 2006. Only the abstract and the first page were at hand: max^n with a probability for each
// of several models of an opponent, and models that are learned in play. They call the search by
// H. Donkers, J. Uiterwijk and J. van den Herik, "Probabilistic opponent-model search", Information
// Sciences 135 (2001), somewhat similar; from its abstract, and that of the authors' paper on Bao
// (CG 2004): for two players, the opponent takes one of its types at every move, by fixed
// probabilities. So the procedure below, the models and the weights are ours.
//
//	P        the player who moves at the root, player 1 if it is a leaf or chance moves there: s.mixed.Player
//	p        the player who moves at x
//	m        a model: what p makes as large as possible; wants(m, v)
//	           own      v[p]
//	           against  -v[P]
//	           rival    v[p] - v[P]
//	w(m)     the weight of m in tenths, its probability. All opponents have the same models
//	pick(m)  the best child for m so far: s.picks[f.Ply][m]
//	Prob     the probability of a child: the sum of w(m) over the models that pick it
//	v        the expected scores of all players: f.Value
//
// A node of P has the value of the child that is best for P. A node of an opponent has the
// expectation: the sum of Prob times value over all children. What each model wants is linear in
// the scores, so its expectation follows from the expected scores, and one vector for each
// node is sufficient.
//
// A model is drawn anew at each move, also for a player who has moved before. Everybody knows the
// weights: a model picks by the value v of a child, not by a search of its own as in the search of
// Donkers et al. The weights stay as they are: nothing is learned.
//
// Needs: two players or more. Guarantee: the expectation by this rule. With the weight 10 for own
// it is the max^n value; with 10 for against, P's score is that of paranoid. It prunes nothing: every
// value can have a part in an average.
//
// Ties: leftmost, for P and for each model.
//
// An average must be a whole number of units, or the search stops. A point has a million units, so six
// averages one above the other are always exact if the scores of the leaves are whole points.

var ProbMaxN = engine.Algorithm{
	ID: "probmaxn", Name: "Prob-max^n", Paper: "Sturtevant, Zinkevich & Bowling 2006", Outside: true,
	Needs: "kind maxn, two players or more", Guarantee: "the expected scores if each opponent chooses by one of several models, with the given probabilities", Sound: true,
	Options: []string{"against", "rival", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Prob(c)"),
	Terms: []string{"probmaxn", "opponent-model", "maxn", "paranoid"}, Seat: 9, Rule: 7,
	Term: &engine.Term{Name: "prob-max^n", Text: "Max^n with models of the opponents: each model picks the child that is best for what it wants, and has a probability. A node of an opponent is worth the average over the picks.", Source: "Sturtevant, Zinkevich & Bowling 2006"},
	Code: engine.Pseudocode{
		{"Prob(x):   (P moves at the root; model m has the probability w(m))", "start enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := Prob(c); p is the player to move at x", "backup"},
		{"    P: if v[P] > Best[P]: Best := v   (the first child is always taken)", "backup+"},
		{"    Others: for each model m: pick(m) := c if v is better by m", "backup+:least"},
		{"      own: v[p].  against: -v[P].  rival: v[p] - v[P]"},
		{"  Others: Best := the sum of w(m) · Prob(pick(m)) over all models m"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent}, AsGiven: true, Mixes: true, Judged: engine.ByModel, Reference: &referenceProb,
	Prepare: func(r *engine.Run) (search func()) {
		s := newProb(r)
		r.Note = &s.mixture
		return func() { s.Search(r.AtRoot()) }
	},
}

type probRun struct {
	*engine.Run
	mixed   Models  // the models, which pick nothing here
	picks   []picks // by ply
	mixture Models  // the note of an event, with the picks at its node
}

func newProb(r *engine.Run) *probRun {
	s := &probRun{Run: r, mixed: Models{Player: r.RootMover()}, picks: make([]picks, len(r.Frames))}
	for m, weight := range engine.ModelWeights(&r.Options) {
		if weight > 0 {
			s.mixed.List = append(s.mixed.List, ModelPick{Model: engine.OpponentModel(m), Weight: weight, Child: -1})
		}
	}
	s.mixture = Models{Player: s.mixed.Player, List: slices.Clone(s.mixed.List)}
	r.OwnBound = func(f *engine.Frame) (trees.Score, bool) { return f.Value[f.Mover-1], f.Mover == s.mixed.Player }
	return s
}

// picks has, for each model in the order of probRun.mixed, the child that it picks at a node.
type picks [engine.ModelCount]struct {
	value       trees.Vector
	leaf, child int32
	move        int
	wants       trees.Score
}

func (s *probRun) Search(f *engine.Frame, moves int) {
	r := s.Run
	if r.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		r.Expect(f, moves, s)
		return
	}
	exact := true
	own := f.Mover == s.mixed.Player
	whole := true
	for i := range moves {
		s.Search(f.Below, r.Play(f, i))
		r.Pos.Undo()
		p := engine.Place(f.Mover)
		improved := own && (i == 0 || f.Below.Value[p] > f.Value[p])
		switch {
		case improved:
			r.Take(f)
		case !own:
			improved = s.pick(f, i)
			if r.Observer != nil || i+1 == moves {
				whole = s.mix(f)
			}
		}
		if r.Observer != nil {
			s.emitMixed(f, improved, own)
			exact = exact && f.Below.Exact
		}
	}
	if !whole {
		r.StoppedAt = f.Ply
		panic(engine.Stop{Err: &engine.LimitError{Message: errMixture}})
	}
	if r.Observer != nil {
		s.exitMixed(f, exact, own)
		return
	}
	r.Exit(f, exact)
}

const errMixture = "the search was stopped: the average over the models at a node is no whole number of the parts of a point that the scores are counted in; use scores with fewer decimal places, weights with fewer digits such as 5 and 5, or a smaller depth"

// pick lets each model that prefers the current child pick it, and reports whether one does.
func (s *probRun) pick(f *engine.Frame, move int) (picked bool) {
	c, p := f.Below, f.Mover-1
	root := s.mixed.Player - 1
	list, models := &s.picks[f.Ply], s.mixed.List
	for m := range models {
		wants := models[m].Model.Wants(&c.Value, p, root)
		if move == 0 || wants > list[m].wants {
			list[m].value, list[m].leaf, list[m].child, list[m].move, list[m].wants = c.Value, c.Leaf, c.Node, move, wants
			picked = true
		}
	}
	return picked
}

// mix makes the expectation over the picks the value of f. It returns false if that is no
// whole number of units.
func (s *probRun) mix(f *engine.Frame) (whole bool) {
	list, models := &s.picks[f.Ply], s.mixed.List
	f.Leaf, f.BestChild, f.BestMove, f.Known = list[0].leaf, list[0].child, list[0].move, true
	for m := range models {
		if list[m].move != list[0].move {
			f.Leaf = f.Node // play does not go on to one leaf
		}
	}
	if f.Leaf != f.Node {
		f.Value = list[0].value
		return true
	}
	for q := range s.Players {
		// A sum of weights times scores could overflow, so the tenths are added apart.
		points, tenths := trees.Score(0), trees.Score(0)
		for m := range models {
			v, w := list[m].value[q], trees.Score(models[m].Weight)
			points += w * (v / engine.WeightOfAll)
			tenths += w * (v % engine.WeightOfAll)
		}
		if tenths%engine.WeightOfAll != 0 {
			f.Known = false
			return false
		}
		f.Value[q] = points + tenths/engine.WeightOfAll
	}
	return true
}

// says puts the picks at f into the note of the next event.
func (s *probRun) says(f *engine.Frame) {
	list := s.mixture.List
	for m := range list {
		pick := &s.picks[f.Ply][m]
		list[m].Picked = f.Below.Node == pick.child
		list[m].Child, list[m].Expects = pick.child, pick.wants
	}
	s.Note = &s.mixture
}

func (s *probRun) emitMixed(f *engine.Frame, improved, own bool) {
	if own {
		s.EmitBackup(f, improved)
		return
	}
	line := s.Lines.ByType[trace.Backup]
	if improved {
		line = s.Lines.Least
	}
	s.says(f)
	s.EmitBackupAt(f, improved, line)
	s.Note = nil
}

func (s *probRun) exitMixed(f *engine.Frame, exact, own bool) {
	if !own {
		s.says(f)
		for m := range s.mixture.List {
			s.mixture.List[m].Picked = false
		}
	}
	s.Exit(f, exact)
	s.Note = nil
}

// referenceProb computes the expectations from the leaves up, in fractions.
var referenceProb = referenceProbWith(&engine.Options{})

func referenceProbWith(o *engine.Options) engine.Reference {
	given := engine.ModelWeights(o)
	return engine.Reference{
		Name: ruleReferenceName, Agreement: valuesAgree, Remark: "expected with the models", Own: true,
		Want: func(t *trees.Tree, _, node int) (int, bool) { return max(1, t.Mover(node)), false },
		Whole: func(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
			return probValues(t, root, depth, given)
		},
	}
}

func init() {
	referenceProb.With = func(_ *trees.Tree, _ int, o *engine.Options) *engine.Reference {
		s := referenceProbWith(o)
		return &s
	}
}

// probValues returns the value of every node below root, by node - root, and false if a leaf
// is of unknown value, or an expectation no whole number of units.
func probValues(t *trees.Tree, root, depth int, weight [engine.ModelCount]int) ([]trees.Vector, bool) {
	values := make([]trees.Vector, t.End(root)-root)
	who := engine.RootPlayer(t, root) - 1
	for n := t.End(root) - 1; n >= root; n-- {
		v, known := &values[n-root], true
		level := t.Level(n) - t.Level(root)
		switch kids := t.Kids(n); {
		case depth >= 0 && level > depth:
		case t.IsLeaf(n):
			*v, known = t.Value(n)
		case level == depth:
			*v, known = t.Static(n)
		case t.IsChance(n):
			for _, k := range kids {
				p := t.Prob(int(k))
				for s := range t.Players {
					v[s] += p.Weigh(values[int(k)-root][s])
				}
			}
		default:
			best := func(of func(v *trees.Vector) trees.Score) *trees.Vector {
				chosen := &values[int(kids[0])-root]
				for _, k := range kids {
					if w := &values[int(k)-root]; of(w) > of(chosen) {
						chosen = w
					}
				}
				return chosen
			}
			p := t.Mover(n) - 1
			own := best(func(v *trees.Vector) trees.Score { return v[p] })
			if p == who {
				*v = *own
				break
			}
			against := best(func(v *trees.Vector) trees.Score { return -v[who] })
			rival := best(func(v *trees.Vector) trees.Score { return v[p] - v[who] })
			for s := range t.Players {
				sum := new(big.Int)
				for m, chosen := range [...]*trees.Vector{own, against, rival} {
					sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(weight[m])), big.NewInt(int64(chosen[s]))))
				}
				rest := new(big.Int)
				sum.QuoRem(sum, big.NewInt(engine.WeightOfAll), rest)
				v[s], known = trees.Score(sum.Int64()), known && rest.Sign() == 0
			}
		}
		if !known {
			return nil, false
		}
	}
	return values, true
}

// Models is a note of a Start, or of a Backup or an Exit where an opponent moves (prob-max^n): by which models the
// opponent chooses. At a Start they pick nothing yet.
type Models struct {
	trace.BareNote
	Player int // who moves at the root
	List   []ModelPick
}

// A ModelPick is a model with the child that it picks at the node of an event.
type ModelPick struct {
	Model   engine.OpponentModel
	Weight  int         // its probability, in tenths
	Child   int32       // the best child so far; -1 at a Start
	Expects trees.Score // what the model makes as large as possible, at this child
	Picked  bool        // it picks the child of this Backup
}

// share returns the probability of a child, in tenths.
func (m *Models) share(child int32) (tenths int) {
	for i := range m.List {
		if m.List[i].Child == child {
			tenths += m.List[i].Weight
		}
	}
	return tenths
}

// children returns the children that a model picks, each once.
func (m *Models) children() (list []int32) {
	for i := range m.List {
		k := m.List[i].Child
		if k >= 0 && m.share(k) > 0 && !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

// Words says in a sentence what each opponent wants, and how likely.
func (m *Models) Words() string {
	var list []string
	for i := range m.List {
		k := &m.List[i]
		goal := [...]string{"a large own score", "a small score of player %d", "to be ahead of player %d"}[k.Model]
		list = append(list, strings.ReplaceAll(goal, "%d", strconv.Itoa(m.Player))+" with probability "+trace.Tenths(k.Weight))
	}
	return "At each move, an opponent wants " + trees.InWords(list) + "."
}

var modelsKind = trace.NewNoteKind("models", readModels)

// Kind returns the kind of Models.
func (m *Models) Kind() *trace.NoteKind { return modelsKind }

// Clone returns a copy.
func (m *Models) Clone() trace.Note { return &Models{Player: m.Player, List: slices.Clone(m.List)} }

// Write writes the player, and for each model its number, weight, child, what it expects, and whether it picks the child
// of a Backup.
func (m *Models) Write(w *trace.NoteWriter) {
	w.Uints(uint64(m.Player), uint64(len(m.List)))
	for i := range m.List {
		k := &m.List[i]
		w.Uints(uint64(k.Model), uint64(k.Weight))
		w.Int(int64(k.Child))
		w.Score(k.Expects)
		w.Bool(k.Picked)
	}
}

func readModels(r *trace.NoteReader) trace.Note {
	m := &Models{Player: int(r.Uint()), List: make([]ModelPick, r.Uint())}
	for i := range m.List {
		m.List[i] = ModelPick{engine.OpponentModel(r.Byte()), int(r.Byte()), int32(r.Int()), r.Score(), r.Bool()}
	}
	return m
}

// AppendJSON appends the member models.
func (m *Models) AppendJSON(b []byte, e *trace.Event) []byte {
	b = trace.AppendInt(append(b, `,"models":{"player":`...), m.Player)
	b = append(b, `,"list":[`...)
	for i := range m.List {
		k := &m.List[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, `{"model":"`...), k.Model.Name()...), `","weight":`...)
		b = strconv.AppendInt(b, int64(k.Weight), 10)
		if k.Child >= 0 {
			b = trace.AppendInt(append(b, `,"child":`...), int(k.Child))
			b = trace.AppendScore(append(b, `,"expects":`...), k.Expects, e.Unit)
		}
		if e.Type == trace.Backup {
			b = strconv.AppendBool(append(b, `,"picked":`...), k.Picked)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// Change gives the children of a node the probabilities with which its mover chooses them.
func (m *Models) Change(c *trace.Change, e *trace.Event) bool {
	if e.Type != trace.Backup {
		return false
	}
	c.Share(m.children(), m.share)
	if e.HasBest {
		c.Text(e.Node, c.SoFar(&e.Best))
	} else {
		c.Text(e.Node, "")
	}
	return true
}

// Ties reports none: each model has its own.
func (m *Models) Ties(int, bool) bool { return false }

// Explain ends the sentence of a start with what the opponents want, and writes those of a backup and an exit.
func (m *Models) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	switch {
	case part == trace.StartReason:
		s.Add(". ")
		s.Add(m.Words())
	case part != trace.WholeSentence:
		return false
	case e.Type == trace.Exit:
		m.explainExit(x, s, e)
	case x.Chooses(e):
		m.explainBackup(x, s, e)
	default:
		return false
	}
	return true
}

// explainBackup says which models pick the child, and the probabilities so far.
func (m *Models) explainBackup(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	var picked []*ModelPick
	for i := range m.List {
		if m.List[i].Picked {
			picked = append(picked, &m.List[i])
		}
	}
	x.Write(s, e, "%n has the value %v. ", e.Child, &e.Value)
	if len(picked) == 0 {
		s.Add("no model prefers it")
	}
	for i, k := range picked {
		s.Add(trace.Separator(i, len(picked)))
		switch {
		case i == 0 && len(picked) == 1:
			s.Add("the model ")
		case i == 0:
			s.Add("the models ")
		}
		x.Write(s, e, "%t (", k.Model.Name())
		switch mover := x.MoverAt(e.Node); {
		case k.Model == engine.AgainstRoot:
			x.Write(s, e, "%p gets %s", m.Player, -k.Expects)
		case mover == 0: // the tree is not built
			x.Write(s, e, "%s", k.Expects)
		case k.Model == engine.OwnScore:
			x.Write(s, e, "%p gets %s", mover, k.Expects)
		case k.Expects < 0:
			x.Write(s, e, "%s less than %p", -k.Expects, m.Player)
		default:
			x.Write(s, e, "%s more than %p", k.Expects, m.Player)
		}
		s.Add(")")
	}
	switch len(picked) {
	case 0:
	case 1:
		s.Add(" picks it")
	default:
		s.Add(" pick it")
	}
	s.Add(". So far ")
	m.shares(x, s, e)
	if e.HasBest && len(m.children()) > 1 {
		x.Write(s, e, ", and the average is %v", &e.Best)
	}
	s.Add(".")
}

// shares appends each child that is picked, with its probability.
func (m *Models) shares(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	kids := m.children()
	for i, k := range kids {
		s.Add(trace.Separator(i, len(kids)))
		x.Write(s, e, "%n has probability %t", k, trace.Tenths(m.share(k)))
	}
}

// explainExit ends the sentence of an exit with the average.
func (m *Models) explainExit(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	kids := m.children()
	if len(kids) == 1 {
		x.Write(s, e, "every model picks %n at %n, which returns %v.", kids[0], e.Node, &e.Value)
		return
	}
	x.Write(s, e, "%n returns %v, the average over its children: ", e.Node, &e.Value)
	m.shares(x, s, e)
	s.Add(".")
}
