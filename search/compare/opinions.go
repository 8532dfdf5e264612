package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file asks all decision rules about one tree or position, and goes from one of them to another by a weight.

// DecisionRules returns the algorithms that are decision rules, in the order of Algorithm.Rule.
func DecisionRules() []*engine.Algorithm {
	list := slices.DeleteFunc(slices.Clone(algorithms.All()), func(a *engine.Algorithm) bool { return a.Rule == 0 })
	slices.SortStableFunc(list, func(a, b *engine.Algorithm) int { return cmp.Compare(a.Rule, b.Rule) })
	return list
}

// An Opinion is what a decision rule chooses at the root of a tree, or at a position.
type Opinion struct {
	engine.AlgorithmConfig
	Root   int // the player who moves at the root; 1 at a leaf or chance node
	Result engine.Result
	Regime *algorithms.Regime // that of MP-Mix and directed offensive
	Models *algorithms.Models // those of prob-max^n
	Err    error              // the rule cannot run, or its search reached a limit; Result is empty
}

// Choice returns the child of the root of a tree that the rule chooses, or NoNode.
func (o *Opinion) Choice() int {
	if o.Err != nil || len(o.Result.Line) < 2 {
		return trees.NoNode
	}
	return int(o.Result.Line[1])
}

// Opinions runs every decision rule on a tree. The options are those of each rule that takes them. It
// returns an error only if the context ends.
func Opinions(ctx context.Context, t *trees.Tree, o engine.Options) ([]Opinion, error) {
	return OpinionsOn(ctx, func() (engine.Problem, error) { return engine.OnTree(t, 0), nil }, o)
}

// OpinionsOn runs every decision rule on a problem, as Opinions does. problem returns it anew for each
// rule, since a search that is stopped does not take its moves back.
func OpinionsOn(ctx context.Context, problem func() (engine.Problem, error), o engine.Options) ([]Opinion, error) {
	var list []Opinion
	for _, a := range DecisionRules() {
		p, err := problem()
		if err != nil {
			return nil, err
		}
		op := Opinion{AlgorithmConfig: engine.AlgorithmConfig{Algorithm: a, Options: only(a, o)}, Root: max(1, p.Pos.Mover())}
		op.Result, op.Err = a.Run(ctx, p, op.Options, func(e *trace.Event) {
			if e.Type == trace.Start {
				start := e.Clone()
				op.Regime, _ = trace.NoteOf[*algorithms.Regime](&start)
				op.Models, _ = trace.NoteOf[*algorithms.Models](&start)
			}
			e.StopObserving = true
		})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		list = append(list, op)
	}
	return list, nil
}

// only returns the options that the algorithm takes.
func only(a *engine.Algorithm, o engine.Options) (own engine.Options) {
	for _, s := range engine.OptionSpecs {
		if !s.IsGiven(&o) || !slices.Contains(a.OptionNames(), s.Name) {
			continue
		}
		if s.Kind == engine.FlagOption {
			s.SetOn(&own, true)
			continue
		}
		n, _ := s.Number(&o)
		s.SetNumber(&own, n)
	}
	return own
}

// WeightSteps is the number of steps from max^n to each end of the weights.
const WeightSteps = 20

// Weights is a family of rules. Its weight w is a number of steps from -WeightSteps to WeightSteps; as a
// number it is w / WeightSteps. Player P moves at the root, t is the target of P.
//
//	w < 0   every other player q makes (1 - |w|)·v[q] - |w|·v[P] as large as possible, and P makes v[P]
//	w = 0   each player makes their own score as large as possible: max^n
//	w > 0   P makes (1 - w)·v[P] - w·v[t] as large as possible, all others their own score
//
// So at -1 it is paranoid, and at 1 directed offensive. Ties go to the left, as there.
type Weights struct {
	Tree         *trees.Tree
	Root, Target int // the player who moves at the root, and the target
}

// NewWeights returns the family for a tree of kind maxn with two players or more. target is 0 for the
// leader of the others. It returns an error if the tree has no such family.
func NewWeights(t *trees.Tree, target int) (*Weights, error) {
	p := engine.OnTree(t, 0)
	o := engine.Options{Target: target, HasTarget: target != 0}
	if err := algorithms.Directed.Check(&p, o); err != nil {
		return nil, err
	}
	for n := range t.Len() {
		if _, known := t.Value(n); t.IsLeaf(n) && !known {
			return nil, &engine.UnknownLeafError{Node: n, Name: t.Name(n)}
		}
	}
	root := engine.RootPlayer(t, 0)
	if target == 0 {
		target = algorithms.ChooseTarget(algorithms.StandingOn(t, 0), t.Players, root, &o).Target
	}
	return &Weights{t, root, target}, nil
}

// A Segment is a range of weights with one choice at the root and one expected leaf.
type Segment struct {
	From, To int // the first weight, and the last
	Line     []int32
	Value    trees.Vector
}

// Segments returns all weights from -WeightSteps to WeightSteps, in segments.
func (w *Weights) Segments(ctx context.Context) (list []Segment, err error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	best, value := make([]int32, w.Tree.Len()), make([]trees.Vector, w.Tree.Len())
	for at := -WeightSteps; at <= WeightSteps; at++ {
		if err := engine.PassTurn(ctx); err != nil {
			return nil, err
		}
		s := w.at(at, best, value)
		if n := len(list); n > 0 && slices.Equal(list[n-1].Line, s.Line) && list[n-1].Value == s.Value {
			list[n-1].To = at
			continue
		}
		list = append(list, s)
	}
	return list, nil
}

// at returns the segment of one weight.
func (w *Weights) at(weight int, best []int32, value []trees.Vector) Segment {
	t := w.Tree
	for n := t.Len() - 1; n >= 0; n-- {
		switch {
		case t.IsLeaf(n):
			value[n], _ = t.Value(n)
			continue
		case t.IsChance(n):
			value[n], best[n] = trees.Vector{}, trees.NoNode
			for _, k := range t.Kids(n) {
				p := t.Prob(int(k))
				for s := range t.Players {
					value[n][s] += p.Weigh(value[k][s])
				}
			}
			continue
		}
		mover := t.Mover(n)
		for i, k := range t.Kids(n) {
			if i == 0 || w.wants(weight, mover, &value[k]) > w.wants(weight, mover, &value[best[n]]) {
				best[n] = k
			}
		}
		value[n] = value[best[n]]
	}
	s := Segment{From: weight, To: weight, Line: []int32{0}, Value: value[0]}
	for n := int32(0); !t.IsLeaf(int(n)) && best[n] != trees.NoNode; n = best[n] {
		s.Line = append(s.Line, best[n])
	}
	return s
}

// wants returns what a player makes as large as possible, times WeightSteps.
func (w *Weights) wants(weight, player int, v *trees.Vector) trees.Score {
	own := v[player-1]
	switch {
	case weight < 0 && player != w.Root:
		return trees.Score(WeightSteps+weight)*own + trees.Score(weight)*v[w.Root-1]
	case weight > 0 && player == w.Root:
		return trees.Score(WeightSteps-weight)*own - trees.Score(weight)*v[w.Target-1]
	}
	return own
}

// Why says in a sentence what the rule assumes of the players.
func (o *Opinion) Why() string {
	if o.Models != nil {
		return o.Models.Words()
	}
	r := o.Regime
	if r == nil {
		return strings.ReplaceAll(o.Algorithm.Assumes, "%d", strconv.Itoa(o.Root))
	}
	if r.Second == 0 {
		return fmt.Sprintf("Player %d attacks player %d.", r.Player, r.Target)
	}
	than := "less than"
	if r.Reached {
		than = "at least"
	}
	name := "T_o"
	if r.Leader == r.Player {
		name = "T_d"
	}
	return fmt.Sprintf("Player %d leads by %s, %s %s = %s: %s.", r.Leader, r.Lead.In(o.Result.Unit), than, name, r.Threshold.Score.In(o.Result.Unit), r.Name)
}
