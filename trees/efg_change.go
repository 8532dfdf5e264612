package trees

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// EFGChanges are the changes that ReadEFGWith makes to a game that a tree cannot hold as it
// is. Each makes another game, so the user is asked first: an Error whose Offer is the
// name of a change says that the game can be read with it.
type EFGChanges struct {
	// Chance puts a leaf in the place of a chance node: the expectation of what max^n
	// play pays below it, with ties to the left. Everything below it is left out.
	Chance bool
	// Infosets splits the information sets: every player sees all.
	Infosets bool
}

// The names of the changes.
const (
	ChangeChance   = "chance"
	ChangeInfosets = "infosets"
)

// Set sets a change by its name. It returns false if there is none of that name.
func (c *EFGChanges) Set(name string) bool {
	switch name {
	case ChangeChance:
		c.Chance = true
	case ChangeInfosets:
		c.Infosets = true
	default:
		return false
	}
	return true
}

// efgChanged counts what was changed, for the remarks.
type efgChanged struct {
	chance, leftOut, rounded int
	shared                   map[efgInfoset]bool
}

// offer makes a change known as one with which the game can be read.
func offer(change string, err *Error) *Error {
	err.Offer = change
	return err
}

// An efgValue is what each player is paid, in Units.
type efgValue []*big.Rat

func (r *efgReader) valueOf(paid *efgPayoffs) efgValue {
	v := make(efgValue, r.b.t.Players)
	for p := range v {
		v[p] = new(big.Rat).SetInt64(int64(paid[p].score))
		if part := paid[p].part; part != nil {
			v[p].Add(v[p], part)
		}
	}
	return v
}

// chance reads the rest of chance node id, with all below it, and returns its
// expectation as the value of a leaf.
func (r *efgReader) chance(id int, before *efgPayoffs) *Vector {
	r.changed.chance++
	moves := r.chances(id)
	paid := r.sum(id, before, r.outcome(id))
	value := r.expectation(id, moves, &paid, len(r.b.path))
	var v Vector
	rounded := false
	for p, exact := range value {
		if exact.IsInt() {
			v[p] = Score(exact.Num().Int64())
			continue
		}
		// FloatString rounds half away from zero, so that opposite payoffs stay so.
		whole, _ := strconv.ParseInt(exact.FloatString(0), 10, 64)
		v[p], rounded = Score(whole), true
	}
	if rounded {
		r.changed.rounded++
	}
	return &v
}

// chances reads the information set of chance node id and the probabilities of its
// moves.
func (r *efgReader) chances(id int) []*big.Rat {
	set := efgInfoset{0, r.number("the number of the chance node’s information set", 1)}
	if r.peek() == '"' {
		r.text("a name")
	}
	if r.peek() != '{' {
		if known := r.probabilities[set]; known != nil {
			return known
		}
		r.expected(`"{" and the moves of chance with their probabilities`)
	}
	at := r.mark()
	r.pos++
	var moves []*big.Rat
	sum := new(big.Rat)
	for r.peek() == '"' {
		r.text("a name")
		p := r.probability(id)
		sum.Add(sum, p)
		moves = append(moves, p)
	}
	r.take('}', `another move of chance in double quotes, or "}"`)
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		r.failNode(at, id, "", "the probabilities of chance add up to %s, not to 1", truncate(sum.RatString()))
	}
	r.probabilities[set] = moves
	return moves
}

func (r *efgReader) probability(id int) *big.Rat {
	word := r.lookNumber()
	if word == "" {
		r.expected("the probability of this move, such as 1/2")
	}
	p, ok := new(big.Rat), len(word) <= 2*maxFraction && !strings.ContainsAny(word, "eE")
	if ok {
		p, ok = p.SetString(word)
	}
	if !ok || p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
		r.failNode(r.pos, id, "", "%s is not a probability from 0 to 1, such as 1/2 or 0.25", truncate(word))
	}
	r.pos += len(word)
	return p
}

// expectation reads the children of a chance node and returns the sum of their
// values, each times its probability.
func (r *efgReader) expectation(id int, moves []*big.Rat, paid *efgPayoffs, level int) efgValue {
	total := make(efgValue, r.b.t.Players)
	for p := range total {
		total[p] = new(big.Rat)
	}
	for _, probability := range moves {
		value := r.play(id, paid, level)
		for p := range total {
			total[p].Add(total[p], new(big.Rat).Mul(probability, value[p]))
			if total[p].Denom().BitLen() > maxPartBits {
				r.failNode(r.start[id], id, "", "the expectation of player %d is a fraction that is too long", p+1)
			}
		}
	}
	return total
}

// play reads a node below chance node id, with all below it, and returns what max^n
// play pays. It adds nothing to the tree.
func (r *efgReader) play(id int, before *efgPayoffs, level int) efgValue {
	at := r.mark()
	if level >= MaxLevels {
		panic(ErrorOverLimit("root", "a tree has at most %d levels", MaxLevels))
	}
	r.changed.leftOut++
	kind := r.lookWord()
	if kind != "p" && kind != "t" && kind != "c" {
		r.expectedNode()
	}
	r.pos++
	r.text("the name of the node in double quotes")
	switch kind {
	case "t":
		paid := r.sum(id, before, r.outcome(id))
		return r.valueOf(&paid)
	case "c":
		r.changed.chance++
		moves := r.chances(id)
		paid := r.sum(id, before, r.outcome(id))
		return r.expectation(id, moves, &paid, level+1)
	}
	player, actions := r.move(id, at)
	paid := r.sum(id, before, r.outcome(id))
	var best efgValue
	for range actions {
		if v := r.play(id, &paid, level+1); best == nil || v[player-1].Cmp(best[player-1]) > 0 {
			best = v
		}
	}
	return best
}

// remarks returns what was changed, in words.
func (c *efgChanged) remarks() (sentences []string) {
	if c.chance > 0 {
		sentences = append(sentences, fmt.Sprintf("%s replaced by the expectation of what max^n play pays below: a leaf stands there, and %s left out.",
			areOrIs(c.chance, "chance node"), areOrIs(c.leftOut, "node")))
	}
	if c.rounded > 0 {
		sentences = append(sentences, fmt.Sprintf("%s rounded to %d decimal places.", areOrIs(c.rounded, "expectation"), ScorePlaces))
	}
	if n := len(c.shared); n > 0 {
		sentences = append(sentences, fmt.Sprintf("%s split that held several nodes: here every player sees all, which is another game.", areOrIs(n, "information set")))
	}
	return sentences
}

// areOrIs is a number of things with the verb that goes with it.
func areOrIs(n int, what string) string {
	if n == 1 {
		return count(n, what) + " is"
	}
	return count(n, what) + " are"
}
