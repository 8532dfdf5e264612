package foreign

import (
	"regexp"
	"slices"
	"strings"
)

// This file finds where chance moves and the probabilities of its moves, from what the nodes of any notation say. A text
// may write them as the names of moves, as in 0.3: 5, before the text of a node, as in [0.3] 5, or as a row of their own in
// a drawing.

// chanceWords are labels that mean chance where the moves have probabilities. Those of games of chance mean it everywhere.
var (
	chanceWords = []string{"n", "c", "ran", "nature", "chance"}
	gamesWords  = []string{"ran", "dice", "dice roll", "die roll", "coin", "coin flip", "coin toss", "lottery"}
)

// findChance finds chance in a game whose nodes are read.
func (r *reader) findChance() {
	c := &r.cast
	c.parts = slices.DeleteFunc(c.parts, func(p part) bool {
		return isOneOf(folded(p.name), chanceWords, gamesWords) && r.chanceByMoves(p.n)
	})
	inferred := 0
	var look func(n *node)
	look = func(n *node) {
		r.step()
		if len(n.kids) == 0 {
			return
		}
		r.spliceProbs(n)
		if given := slices.ContainsFunc(n.kids, hasProb); n.mover == unstated && r.chanceByMoves(n) {
			if !given {
				inferred++
			}
			n.name = strings.TrimSpace(strings.TrimPrefix(n.name, "○"))
			if isOneOf(folded(n.name), chanceWords) {
				n.name = ""
			}
		} else if n.mover == unstated && isOneOf(folded(n.name), gamesWords) {
			n.mover = chanceMoves
		}
		if n.mover == chanceMoves {
			if slices.ContainsFunc(n.kids, hasProb) {
				r.checkProbs(n)
			} else {
				r.probs(n)
			}
		}
		for _, k := range n.kids {
			look(k)
		}
	}
	look(r.game.root)
	if inferred > 0 {
		r.game.note("The moves of %s are probabilities that add up to 1, so chance moves there.", count(inferred, "node"))
	}
	if r.percents > 0 {
		r.game.note("Whole numbers before moves that add up to 100 are read as percent, at %s.", count(r.percents, "chance node"))
	}
	isChance := func(p part) bool { return p.n.mover == chanceMoves }
	c.labels, c.ids = slices.DeleteFunc(c.labels, isChance), slices.DeleteFunc(c.ids, isChance)
}

func hasProb(k *node) bool { return k.prob != nil }

func hasNamedMove(k *node) bool { return k.namedMove }

// moveAt is the place of the move to a node.
func (n *node) moveAt() int {
	if n.actionAt > 0 {
		return n.actionAt
	}
	return n.at
}

// chanceByMoves makes a node one of chance if its moves are probabilities that add up to 1, and reports whether it is one.
func (r *reader) chanceByMoves(n *node) bool {
	if n.mover == chanceMoves || slices.ContainsFunc(n.kids, hasProb) {
		n.mover = chanceMoves
		return true
	}
	if slices.ContainsFunc(n.kids, hasNamedMove) {
		return false
	}
	found := make([]*number, len(n.kids))
	actions := make([]string, len(n.kids))
	keyed, parts := true, false
	var sum probSum
	for i, k := range n.kids {
		r.step()
		var named bool
		if actions[i], found[i], named = r.probability(k.action, k.moveAt()); found[i] == nil {
			return false
		}
		keyed, parts = keyed && named, parts || isPart(found[i])
		sum.add(r, found[i], found[i].at)
	}
	switch {
	case !parts && !keyed: // whole numbers are names
		return false
	case !sum.isOne():
		if keyed {
			sum.check(r, n.at)
		}
		return false
	}
	n.mover = chanceMoves
	n.setProbs(actions, found)
	return true
}

// isPart reports whether a number is no whole one.
func isPart(x *number) bool { return x.long != nil || x.num().Unit > 1 }

func (n *node) setProbs(actions []string, found []*number) {
	for i, k := range n.kids {
		if found[i] != nil {
			k.action, k.prob = actions[i], found[i]
		}
	}
}

// spliceProbs takes out nodes that are the probabilities of the moves to the nodes below them, as in the rows of a drawing.
func (r *reader) spliceProbs(n *node) {
	if n.mover != chanceMoves && n.mover != unstated {
		return
	}
	var sum probSum
	for _, k := range n.kids {
		r.step()
		if len(k.kids) != 1 || k.mover != unstated || k.prob != nil || k.action != "" || k.name != "" || len(k.value) != 1 || k.value[0].rat().Sign() < 0 || k.value[0].rat().Cmp(one) > 0 {
			return
		}
		if below := k.kids[0]; n.mover == unstated && len(below.kids) == 0 && sameNumbers(below.value, k.value) { // the value of the leaf below
			return
		}
		sum.add(r, &k.value[0], k.at)
	}
	if !sum.isOne() {
		return
	}
	for i, k := range n.kids {
		below := k.kids[0]
		below.prob = &k.value[0]
		n.kids[i] = below
	}
}

// probs reads the probabilities of a chance node in the names of its moves, if all have one. If none of them is more than a
// whole number, these are names: 0, 1, 2. Where moves have no names, the probabilities may be before the texts of the nodes.
func (r *reader) probs(n *node) {
	if slices.ContainsFunc(n.kids, hasNamedMove) {
		return
	}
	found := make([]*number, len(n.kids))
	actions := make([]string, len(n.kids))
	all, parts := true, false
	if !slices.ContainsFunc(n.kids, func(k *node) bool { return k.action != "" }) {
		for i, k := range n.kids {
			if actions[i], found[i] = r.texProb(k.name, k.at); found[i] == nil || r.cast.members { // whose names are names
				return
			}
			parts = parts || isPart(found[i])
		}
		if !parts {
			return
		}
		for i, k := range n.kids {
			k.name, k.prob = actions[i], found[i]
		}
		r.checkProbs(n)
		return
	}
	for i, k := range n.kids {
		actions[i], found[i], _ = r.probability(k.action, k.moveAt())
		all = all && found[i] != nil
		parts = parts || found[i] != nil && isPart(found[i])
	}
	if !all && !parts {
		r.otherProbs(n)
		return
	}
	n.setProbs(actions, found)
	r.checkProbs(n)
}

// odds are the chances for and against.
var odds = regexp.MustCompile(`^\d+\s*:\s*\d+$`)

// otherProbs reads whole numbers that add up to 100 as percent, and refuses numbers that cannot be the names of moves.
func (r *reader) otherProbs(n *node) {
	found := make([]*number, len(n.kids))
	whole := true
	var sum probSum
	for i, k := range n.kids {
		r.step()
		word := strings.TrimSpace(k.action)
		if odds.MatchString(word) {
			r.failRead(k.moveAt(), "%s is no probability; odds are not read, so write the probability of the move, such as 1/3 or 0.25", quoted(word))
		}
		if word == "" || numberAt(word) != word {
			whole = false
			continue
		}
		x, err := parseNumber(word, k.moveAt())
		if err != nil || isPart(&x) {
			r.failRead(k.moveAt(), "%s is not a probability from 0 to 1; write the probability of the move, such as 0.5, or a name that is no number", shortened(word))
		}
		if p, err := parseProbability(word+"%", k.moveAt()); err == nil && p.rat().Sign() >= 0 && p.rat().Cmp(one) <= 0 {
			found[i] = &p
			sum.add(r, &p, p.at)
		}
	}
	if !whole || sum.given < len(n.kids) || sum.sum.Cmp(one) != 0 {
		return // names of moves, as of a die
	}
	n.setProbs(make([]string, len(n.kids)), found)
	r.percents++
}
