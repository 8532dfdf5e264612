package trees

import (
	"fmt"
	"math/big"
)

const noPathChance = "a path tree has no chance nodes: its player chooses every edge"

// checkChance checks the probabilities of the children of chance node n: each from 0 to 1, given
// for all or for none, and 1 in all.
func (t *Tree) checkChance(j *faultCollector, n int) *Error {
	given, sum := 0, new(big.Rat)
	for _, k := range t.Kids(n) {
		p, isGiven := t.GivenProb(int(k))
		if !isGiven {
			continue
		}
		given++
		if p.Score < 0 || p.Score > p.Unit {
			if err := j.node(t, int(k), "prob", fmt.Sprintf("%s is not a probability from 0 to 1", p)); err != nil {
				return err
			}
		}
		sum.Add(sum, big.NewRat(int64(p.Score), int64(p.Unit)))
	}
	switch {
	case given == 0:
	case given < len(t.Kids(n)):
		return j.node(t, n, "children", fmt.Sprintf("this chance node has %s for %d children; give one to all of them, or to none if all are equal", probabilities(given), len(t.Kids(n))))
	case !sum.IsInt() || sum.Num().Cmp(big.NewInt(1)) != 0:
		return j.node(t, n, "children", fmt.Sprintf("the probabilities of the children add up to %s, not to 1", sum.RatString()))
	}
	return nil
}

func probabilities(n int) string {
	if n == 1 {
		return "1 probability"
	}
	return fmt.Sprintf("%d probabilities", n)
}
