package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// Korf 1991, section 2, on Luckhardt and Irani: where player i moves, only the i-th component
// of the children is needed.
var korfLazy = Claim{
	ID:    "korf-lazy",
	Holds: "If we change all scores that no mover compares, max^n still chooses the same leaf.",
	Conditions: []Condition{
		{"compared", "We change only scores that no mover compares.", "one score that a mover compares is changed, too"},
		{ID: "turns", Text: "A mover compares only the mover’s own scores."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "A score that a mover compares", Size: small, Free: false}
		rng := rand.New(rand.NewPCG(1, 1))
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			return func() bool {
				l := lazy{t: t, needed: map[[2]int]bool{}}
				before := l.leaf(0)
				if t.Len() == 1 {
					return false
				}
				if without == "compared" {
					// The claim fails if one needed score of the chosen leaf decides.
					mover := t.Mover(0) - 1
					kept := t.Value(before)[mover]
					t.Value(before)[mover] = 0
					after := l.leaf(0)
					t.Value(before)[mover] = kept
					if after != before {
						t.Mark(before)
					}
					return after != before
				}
				kept := map[int]trees.Vector{}
				for i := range t.Len() {
					if t.Mover(i) > 0 {
						continue
					}
					v := t.Value(i)
					kept[i] = *v
					for p := range t.Players() {
						if !l.needed[[2]int{i, p}] {
							v[p] = points(rng.IntN(10))
						}
					}
				}
				after := l.leaf(0)
				for i, v := range kept {
					*t.Value(i) = v
				}
				return after != before
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		return fmt.Sprintf("Max^n chooses %s. If the mover at the root got 0 there, it would choose another leaf.", names(f)), []engine.AlgorithmConfig{config("maxn")}, nil
	},
}

// A lazy search is max^n that evaluates a score of a leaf only when a mover compares it.
type lazy struct {
	t      *compare.Trial
	needed map[[2]int]bool // leaf and player, from 0
}

// leaf returns the leaf that max^n chooses below a node.
func (l *lazy) leaf(i int) int {
	first, kids := l.t.Kids(i)
	if kids == 0 {
		return i
	}
	best := l.leaf(first)
	for k := first + 1; k < first+kids; k++ {
		p := l.t.Mover(i) - 1
		other := l.leaf(k)
		l.needed[[2]int{best, p}], l.needed[[2]int{other, p}] = true, true
		if l.t.Value(other)[p] > l.t.Value(best)[p] {
			best = other
		}
	}
	return best
}
