package foreign

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

// play returns what backward induction pays below a node of the neutral form, before a tree is
// built of it: payoffs on the way add up, chance takes the expectation, ties go to the left.
func play(n *node, before []*big.Rat) []*big.Rat {
	paid := make([]*big.Rat, len(before))
	for p := range paid {
		paid[p] = new(big.Rat).Set(before[p])
		if len(n.value) > 0 {
			paid[p].Add(paid[p], n.value[p].rat())
		}
	}
	if len(n.kids) == 0 {
		return paid
	}
	var best []*big.Rat
	for i, k := range n.kids {
		v := play(k, paid)
		switch {
		case n.mover == chanceMoves:
			if i == 0 {
				best = make([]*big.Rat, len(v))
			}
			for p := range v {
				if i == 0 {
					best[p] = new(big.Rat)
				}
				best[p].Add(best[p], v[p].Mul(v[p], k.prob.rat()))
			}
		case best == nil || v[n.player-1].Cmp(best[n.player-1]) > 0:
			best = v
		}
	}
	return best
}

// solved returns the value of a node of a tree by backward induction in exact fractions.
func solved(t *trees.Tree, n int) []*big.Rat {
	best := make([]*big.Rat, t.Players)
	if v, known := t.Value(n); known {
		for p := range best {
			best[p] = big.NewRat(int64(v[p]), int64(t.Unit))
		}
		if t.Kind == trees.Minimax {
			best[1].Neg(best[0])
		}
		return best
	}
	for i, k := range t.Kids(n) {
		v := solved(t, int(k))
		switch {
		case t.IsChance(n):
			prob := t.Prob(int(k))
			for p := range v {
				if i == 0 {
					best[p] = new(big.Rat)
				}
				best[p].Add(best[p], v[p].Mul(v[p], big.NewRat(int64(prob.Score), int64(prob.Unit))))
			}
		case i == 0 || v[t.Mover(n)-1].Cmp(best[t.Mover(n)-1]) > 0:
			best = v
		}
	}
	return best
}

// randomGame returns a file of Gambit with all that one can have.
func randomGame(rng *rand.Rand) string {
	words := []string{"1/3", "-2/3", "0", "5", "1/52", "0.333333", "-7/9", "2.5", "-.25", "1e-2", "\u2212123456.123456789"}
	word := func() string { return words[rng.IntN(len(words))] }
	opposed := rng.IntN(3) == 0
	outcomes, sets := 0, 0
	var b strings.Builder
	b.WriteString("EFG 2 R \"all\n of it\" { \"Ann\" \"\" }\n\"two\nlines\"\n\n")
	outcome := func(leaf bool) {
		switch {
		case outcomes > 0 && rng.IntN(3) == 0:
			fmt.Fprintf(&b, "%d\n", 1+rng.IntN(outcomes))
			return
		case rng.IntN(4) == 0 || !leaf && rng.IntN(2) == 0:
			b.WriteString("0\n")
			return
		}
		outcomes++
		x, y := word(), word()
		if opposed {
			if y = "-" + x; strings.HasPrefix(x, "-") || strings.HasPrefix(x, "\u2212") {
				y = strings.TrimLeft(x, "-\u2212")
			}
		}
		fmt.Fprintf(&b, "%d \"an outcome\"\n{ %s%s %s }\n", outcomes, x, []string{",", "", " ,"}[rng.IntN(3)], y)
	}
	var grow func(depth int)
	grow = func(depth int) {
		kids := 1 + rng.IntN(3)
		switch kind := rng.IntN(4); {
		case depth == 0 || kind == 0:
			b.WriteString(`t "" `)
			outcome(true)
			return
		case kind == 1:
			sets++
			whole := kids + rng.IntN(5)
			fmt.Fprintf(&b, `c "luck" %d "" { `, sets)
			for i := range kids {
				weight := 1
				if i == 0 {
					weight = whole - kids + 1
				}
				fmt.Fprintf(&b, `"go on" %d/%d `, weight, whole)
			}
		default:
			sets++
			fmt.Fprintf(&b, `p "" %d %d "a set" { `, 1+rng.IntN(2), sets)
			b.WriteString(strings.Repeat(`"go \"on\"" `, kids))
		}
		b.WriteString("} ")
		outcome(false)
		for range kids {
			grow(depth - 1)
		}
	}
	grow(5)
	return b.String()
}

// TestValuesOfGames compares the value of a game before and after a tree is built of it.
func TestValuesOfGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	kinds := map[trees.Kind]int{}
	for range 2_000 {
		file := randomGame(rng)
		want := func() []*big.Rat {
			r := newReader(t.Context(), file)
			r.efg()
			none := []*big.Rat{new(big.Rat), new(big.Rat)}
			return play(r.game.root, none)
		}()
		got, err := Read(t.Context(), file, Options{})
		if err != nil {
			// Denominators of payoffs and of many chance nodes.
			if wrong, ok := err.(*trees.Error); !ok || !strings.Contains(wrong.Message, "common denominator") {
				t.Fatalf("%s = %v", file, err)
			}
			continue
		}
		kinds[got.Tree.Kind]++
		if have := solved(got.Tree, 0); have[0].Cmp(want[0]) != 0 || have[1].Cmp(want[1]) != 0 {
			t.Fatalf("%s has the value %v, and its tree %v", file, want, have)
		}
	}
	if kinds[trees.MaxN] < 500 || kinds[trees.Minimax] < 200 {
		t.Errorf("trees by kind: %v", kinds)
	}
}

func FuzzReadEFG(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		f.Add(randomGame(rng))
	}
	f.Add("EFG 2 R \"\" { \"\" } \"Espalier: players 1 maxsum 3 outcomes (1)\" t \"\\\"\\\\\" 0")
	f.Fuzz(func(t *testing.T, src string) {
		got, err := Read(t.Context(), src, Options{As: EFG})
		if err != nil {
			return
		}
		file, err := got.Tree.EFG()
		if err != nil {
			t.Fatalf("EFG of what is read from %q: %v", src, err)
		}
		again, err := Read(t.Context(), file, Options{As: EFG})
		if err != nil {
			if len(file) <= trees.MaxBytes {
				t.Fatalf("%q = %v", file, err)
			}
			return
		}
		if a, b := solved(got.Tree, 0), solved(again.Tree, 0); a[0].Cmp(b[0]) != 0 || again.Tree.Len() != got.Tree.Len() {
			t.Fatalf("%q has the value %v, and what is written of it %v", src, a, b)
		}
	})
}
