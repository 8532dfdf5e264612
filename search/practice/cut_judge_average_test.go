package practice

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// smallAverages writes a maxn tree with chance nodes, and scores that are parts of most points.
func smallAverages(rng *rand.Rand, players, levels, most, parts int) string {
	if levels == 0 || levels < 3 && rng.IntN(3) == 0 {
		var list []string
		left := most * parts
		for range players {
			s := rng.IntN(left + 1)
			left -= s
			list = append(list, fmt.Sprintf("%d/%d", s, parts))
		}
		rng.Shuffle(players, func(i, j int) { list[i], list[j] = list[j], list[i] })
		return "(" + strings.Join(list, ",") + ")"
	}
	var b strings.Builder
	kids := 1 + rng.IntN(3)
	chance := rng.IntN(3) == 0
	if chance {
		b.WriteString("*[")
	} else {
		fmt.Fprintf(&b, "%d[", 1+rng.IntN(players))
	}
	left := 6
	for i := range kids {
		b.WriteByte(' ')
		if part := rng.IntN(left + 1); chance {
			if i == kids-1 {
				part = left
			}
			left -= part
			fmt.Fprintf(&b, "@%d/6 ", part)
		}
		b.WriteString(smallAverages(rng, players, levels-1, most, parts))
	}
	return b.String() + " ]"
}

// triedAverages tries all values of the skipped leaves in steps of 1/parts, and reports whether
// one of them changes the root, in fractions of any size.
func triedAverages(tree *trees.Tree, judge *CutJudge, leaves []int, most, parts int) bool {
	values := map[int][]*big.Rat{}
	var value func(n int) []*big.Rat
	value = func(n int) []*big.Rat {
		if v, free := values[n]; free {
			return v
		}
		var best []*big.Rat
		if tree.IsLeaf(n) {
			v, _ := tree.Value(n)
			for p := range tree.Players {
				best = append(best, big.NewRat(int64(v[p]), int64(tree.Unit)))
			}
			return best
		}
		for _, k := range tree.Kids(n) {
			v := value(int(k))
			if tree.IsChance(n) {
				prob := tree.Prob(int(k))
				for p := range tree.Players {
					if len(best) <= p {
						best = append(best, new(big.Rat))
					}
					best[p] = new(big.Rat).Add(best[p], new(big.Rat).Mul(v[p], big.NewRat(int64(prob.Score), int64(prob.Unit))))
				}
				continue
			}
			player, least := judge.goal(n)
			if best == nil || !least && v[player-1].Cmp(best[player-1]) > 0 || least && v[player-1].Cmp(best[player-1]) < 0 {
				best = v
			}
		}
		return best
	}
	before := value(0)
	var each func(i int) bool
	each = func(i int) bool {
		if i == len(leaves) {
			after := value(0)
			for p := range before {
				if (judge.about == 0 || judge.about == p+1) && before[p].Cmp(after[p]) != 0 {
					return true
				}
			}
			return false
		}
		var share func(p, left int, v []*big.Rat) bool
		share = func(p, left int, v []*big.Rat) bool {
			if p == tree.Players {
				values[leaves[i]] = v
				return each(i + 1)
			}
			for s := range left + 1 {
				if share(p+1, left-s, append(v[:p:p], big.NewRat(int64(s), int64(parts)))) {
					return true
				}
			}
			return false
		}
		return share(0, most*parts, nil)
	}
	return each(0)
}

// A cut in a maxn tree with chance nodes is judged as trying all values of the skipped leaves
// judges it: exactly where they are multiples of delta, and without delta as far as they can be
// tried. The values that it gives change the root.
func TestCutsAmongAverages(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	unsound, sound, refused, finer := 0, 0, 0, 0
	for i := range 300 {
		players, most, delta := 2+rng.IntN(2), 2+rng.IntN(2), "delta 1 "
		parts := 1
		if i%2 == 0 { // tried in steps finer than those of the leaves
			delta, parts = "", 2
		}
		text := fmt.Sprintf("players %d maxsum %d %s1[ %s %s ]", players, most, delta, smallAverages(rng, players, 3, most, 1), smallAverages(rng, players, 2, most, 1))
		tree := searchtest.Read(t, text)
		plain := searchtest.Find(t, []string{"maxn", "maxn", "paranoid"}[i%3])
		config := engine.AlgorithmConfig{Algorithm: plain}
		judge, err := NewCutJudge(context.Background(), config, tree)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n < tree.Len(); n++ {
			var leaves []int
			judge.eachSkipped(n, func(leaf int) { leaves = append(leaves, leaf) })
			if len(leaves) > 2 || !tree.HasChance() {
				continue
			}
			want := triedAverages(tree, judge, leaves, most, parts)
			values, after, unit, err := judge.Judge(n)
			var limit *engine.LimitError
			switch {
			case errors.As(err, &limit):
				if refused++; delta == "" || judge.moreThanUniform(n) == "" {
					t.Fatalf("%s: the cut of node %d: %v", text, n, err)
				}
				continue
			case err != nil:
				t.Fatal(err)
			case values == nil && want:
				t.Fatalf("%s: the cut of node %d is said to be sound, and some values change the root", text, n)
			case values != nil && !want && delta != "":
				t.Fatalf("%s: the cut of node %d is said to be unsound with %v", text, n, values)
			case values == nil:
				sound++
				continue
			}
			unsound++
			if unit != tree.Unit {
				finer++
			}
			in, ok := tree.In(unit)
			if !ok {
				t.Fatal(unit)
			}
			changed, err := in.WithValues(values)
			if err != nil {
				t.Fatalf("%s: node %d: %v", text, n, err)
			}
			res, err := plain.Run(context.Background(), engine.OnTree(changed, 0), engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			same := true
			for p := range players {
				got := res.Value[p].In(changed.Unit)
				if got.Cmp(after[p].In(unit)) != 0 {
					t.Fatalf("%s: node %d with %v: the root has %v, the judge says %v", text, n, values, res.Value, after)
				}
				same = same && (judge.about > 0 && judge.about != p+1 || got.Cmp(judge.valueOf(0)[p].In(tree.Unit)) == 0)
			}
			if same {
				t.Fatalf("%s: with %v the root is the same", text, values)
			}
		}
	}
	if unsound < 500 || sound < 500 || refused > unsound/10 {
		t.Errorf("%d cuts change the root, %d do not, %d are not judged", unsound, sound, refused)
	}
	if finer == 0 {
		t.Error("no value needs a finer unit")
	}
}
