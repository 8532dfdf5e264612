package question

import (
	"context"
	"math/big"

	"espalier/search/hidden"
	"espalier/trace"
	"espalier/trees"
)

// Vote asks which move the deals below a chance node vote for. Each deal is searched with all cards
// face up, by the algorithm of the run.
var Vote = &Kind{
	ID:       "vote",
	Asks:     "which move gets most points, if the deals below the chance node node vote; an index from 0 of the moves",
	Fields:   []Field{FieldNode},
	Required: []Field{FieldNode},
	Shape:    IndexShape,
	check:    checkDeals,
	choices:  movesOfDeals,
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		t := r.Tree
		values, err := r.valuesBelow(ctx, q.Node)
		if err != nil {
			return noRight, err
		}
		deals := t.Kids(q.Node)
		sums := make([]*big.Rat, len(t.Kids(int(deals[0]))))
		for i := range sums {
			sums[i] = new(big.Rat)
		}
		for _, deal := range deals {
			for i, move := range t.Kids(int(deal)) {
				v, known := values[move]
				if !known {
					return noRight, fault(FieldNode, "the search backs up no vector at %s; choose an algorithm that searches every move of the deals", t.Name(int(move)))
				}
				p, score := t.Prob(int(deal)), v.Value[t.Mover(int(deal))-1]
				weight := new(big.Rat).Mul(rat(p), big.NewRat(int64(len(deals)), 1)) // 1 if all deals are equally likely
				sums[i].Add(sums[i], weight.Mul(weight, rat(score)))
			}
		}
		found := Right{At: -1}
		best := 0
		for i, sum := range sums {
			if sum.Cmp(sums[best]) > 0 {
				best = i
			}
			found.Sums = append(found.Sums, sum.RatString())
		}
		found.Answer = Index(best)
		return found, nil
	},
}

// Plan asks which move is best for a mover who does not see which deal it is. All others know the deal
// and play together against the mover.
var Plan = &Kind{
	ID:       "plan",
	Asks:     "which move is best for a mover who cannot tell the deals below the chance node node apart; an index from 0 of the moves",
	Fields:   []Field{FieldNode},
	Required: []Field{FieldNode},
	Shape:    IndexShape,
	check: func(q *Question, r *Run) error {
		if err := checkDeals(q, r); err != nil {
			return err
		}
		deals := r.Tree.Kids(q.Node)
		for _, deal := range deals {
			if r.Tree.Prob(int(deal)) != r.Tree.Prob(int(deals[0])) {
				return fault(FieldNode, "the deals below %s must be equally likely", r.Tree.Name(q.Node))
			}
		}
		return nil
	},
	choices: movesOfDeals,
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		var worlds []hidden.World
		for _, deal := range r.Tree.Kids(q.Node) {
			worlds = append(worlds, faceDown{trees.NewCursor(r.Tree, int(deal))})
		}
		sure, err := hidden.BestDefence(ctx, worlds)
		if err != nil {
			return noRight, err
		}
		found, best := Right{At: -1}, 0
		for i, sum := range sure {
			if sum > sure[best] {
				best = i
			}
			found.Sums = append(found.Sums, sum.In(r.Tree.Unit).Reduced().String())
		}
		found.Answer = Index(best)
		return found, nil
	},
}

// faceDown is a deal whose moves look like those of the other deals.
type faceDown struct{ *trees.Cursor }

func (w faceDown) AppendLast(to []byte) []byte { return append(to, w.Tree().Action(w.Node())...) }

// checkDeals checks that the children of the node are deals that their mover cannot tell apart.
func checkDeals(q *Question, r *Run) error {
	t := r.Tree
	if t == nil || t.Kind != trees.MaxN {
		return fault(FieldNode, "this question needs a drawn tree with a score for each player")
	}
	if !t.IsChance(q.Node) {
		return fault(FieldNode, "%s is no chance node; choose one whose children are deals", t.Name(q.Node))
	}
	deals := t.Kids(q.Node)
	first := int(deals[0])
	for _, deal := range deals {
		d := int(deal)
		if t.IsLeaf(d) || t.IsChance(d) || t.Mover(d) != t.Mover(first) || len(t.Kids(d)) != len(t.Kids(first)) {
			return fault(FieldNode, "the same player must move at %s and %s, with the same moves", t.Name(first), t.Name(d))
		}
		for i, move := range t.Kids(d) {
			if name := t.Action(int(move)); name == "" || name != t.Action(int(t.Kids(first)[i])) {
				return fault(FieldNode, "the moves at %s and %s must have the same names, in the same order", t.Name(first), t.Name(d))
			}
		}
	}
	return nil
}

func movesOfDeals(q *Question, r *Run) (list []Answer) {
	if checkDeals(q, r) != nil {
		return nil
	}
	for i := range r.Tree.Kids(int(r.Tree.Kids(q.Node)[0])) {
		list = append(list, Index(i))
	}
	return list
}

// MoveName returns the name of one of the moves of the deals.
func (q *Question) MoveName(r *Run, i Index) string {
	if checkDeals(q, r) != nil {
		return ""
	}
	return r.Tree.Action(int(r.Tree.Kids(int(r.Tree.Kids(q.Node)[0]))[i]))
}

// valuesBelow returns the vectors of the grandchildren of a node in the run.
func (r *Run) valuesBelow(ctx context.Context, node int) (map[int32]Score, error) {
	t, found := r.Tree, map[int32]Score{}
	err := r.Play.Watch(ctx, func(e *trace.Event) bool {
		ofDeal := int(e.Node) < t.Len() && t.Parent(int(e.Node)) >= 0 && t.Parent(t.Parent(int(e.Node))) == node
		if ofDeal && (e.Type == trace.Exit || e.Type == trace.Leaf) && e.HasValue && !e.Scalar {
			found[e.Node] = scoreOf(&e.Value, e.Unit, e.Width, false)
		}
		return true
	})
	return found, err
}

func rat(n trees.Number) *big.Rat { return big.NewRat(int64(n.Score), int64(n.Unit)) }
