package algorithms

import (
	"math/big"
	"slices"

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
	mixed   trace.Models // the models, which pick nothing here
	picks   []picks      // by ply
	mixture trace.Models // the note of an event, with the picks at its node
}

func newProb(r *engine.Run) *probRun {
	s := &probRun{Run: r, mixed: trace.Models{Player: r.RootMover()}, picks: make([]picks, len(r.Frames))}
	for m, weight := range engine.ModelWeights(&r.Options) {
		if weight > 0 {
			s.mixed.List = append(s.mixed.List, trace.ModelPick{Model: trace.OpponentModel(m), Weight: weight, Child: -1})
		}
	}
	s.mixture = trace.Models{Player: s.mixed.Player, List: slices.Clone(s.mixed.List)}
	r.OwnBound = func(f *engine.Frame) (trees.Score, bool) { return f.Value[f.Mover-1], f.Mover == s.mixed.Player }
	return s
}

// picks has, for each model in the order of probRun.mixed, the child that it picks at a node.
type picks [trace.ModelCount]struct {
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
func probValues(t *trees.Tree, root, depth int, weight [trace.ModelCount]int) ([]trees.Vector, bool) {
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
