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

// An efgLottery is what chance does at an information set: the probability of each move
// is its weight divided by whole.
type efgLottery struct {
	weights []*big.Int
	whole   *big.Int
}

// chance reads the rest of chance node id, with all below it, and returns its
// expectation as the value of a leaf.
func (r *efgReader) chance(id int, before *efgPayoffs) *Vector {
	r.changed.chance++
	lottery := r.chances(id)
	paid := r.sum(id, before, r.outcome(id))
	value := r.expectation(id, lottery, &paid, len(r.b.path))
	var v Vector
	rounded := false
	for p := range r.b.t.Players {
		v[p] = value[p].score
		if part := value[p].part; part != nil {
			// FloatString rounds half away from zero, so that opposite payoffs stay so.
			all := new(big.Rat).SetInt64(int64(value[p].score))
			whole, _ := strconv.ParseInt(all.Add(all, part).FloatString(0), 10, 64)
			v[p], rounded = Score(whole), true
		}
	}
	if rounded {
		r.changed.rounded++
	}
	return &v
}

// chances reads the information set of chance node id and the probabilities of its
// moves. They are kept with a common denominator, whose size is checked at each of them:
// the time that a probability takes does not depend on how many come before it.
func (r *efgReader) chances(id int) *efgLottery {
	set := efgInfoset{0, r.number("the number of the chance node’s information set", 1)}
	if r.peek() == '"' {
		r.text("a name")
	}
	if r.peek() != '{' {
		if known := r.lotteries[set]; known != nil {
			return known
		}
		r.expected(`"{" and the moves of chance with their probabilities`)
	}
	at := r.mark()
	r.pos++
	var probabilities []*big.Rat
	whole := big.NewInt(1)
	for r.peek() == '"' {
		r.step()
		r.text("a name")
		at := r.mark()
		p := r.probability(id)
		if whole = commonMultiple(whole, p.Denom()); whole.BitLen() > maxPartBits {
			r.failNode(at, id, "", "the probabilities of chance up to this one have no common denominator of at most %d digits; write them with fewer digits, such as 1/3 or 0.25", maxPartDigits)
		}
		probabilities = append(probabilities, p)
	}
	r.take('}', `another move of chance in double quotes, or "}"`)
	lottery := &efgLottery{make([]*big.Int, len(probabilities)), whole}
	sum := new(big.Int)
	for i, p := range probabilities {
		r.step()
		weight := new(big.Int).Quo(whole, p.Denom())
		lottery.weights[i] = weight.Mul(weight, p.Num())
		sum.Add(sum, weight)
	}
	if sum.Cmp(whole) != 0 {
		r.failNode(at, id, "", "the probabilities of chance add up to %s, not to 1", truncate(new(big.Rat).SetFrac(sum, whole).RatString()))
	}
	r.lotteries[set] = lottery
	return lottery
}

// commonMultiple returns the least common multiple of two positive numbers.
func commonMultiple(a, b *big.Int) *big.Int {
	if a.Cmp(b) == 0 || new(big.Int).Rem(a, b).Sign() == 0 {
		return a
	}
	rest := new(big.Int).Quo(b, new(big.Int).GCD(nil, nil, a, b))
	return rest.Mul(rest, a)
}

func (r *efgReader) probability(id int) *big.Rat {
	word := r.lookNumber()
	if word == "" {
		r.expected("the probability of this move, such as 1/2")
	}
	p, ok := new(big.Rat), len(word) <= 2*maxFraction+len("/") && !strings.ContainsAny(word, "eE")
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
func (r *efgReader) expectation(id int, lottery *efgLottery, paid *efgPayoffs, level int) *efgPayoffs {
	var sums [MaxPlayers]efgSum
	for _, weight := range lottery.weights {
		value := r.play(id, paid, level)
		for p := range r.b.t.Players {
			if !sums[p].add(weight, &value[p]) {
				r.failLong(id, "the expectation of player %d is a fraction whose", p+1)
			}
		}
	}
	var total efgPayoffs
	for p := range r.b.t.Players {
		total[p] = sums[p].over(lottery.whole)
		if part := total[p].part; part != nil && part.Denom().BitLen() > maxPartBits {
			r.failLong(id, "the expectation of player %d is a fraction whose", p+1)
		}
	}
	return &total
}

// An efgSum is a sum of payoffs, each times a weight. The fractions in it are reduced once,
// by over: reducing them at every payoff takes most of the time of a large file.
type efgSum struct {
	whole    big.Int // of the scores
	num, den big.Int // of the fractions; den is 0 if there are none
	scratch  big.Int
}

// add adds a payoff times a weight. It returns false if the fractions have no common
// denominator of at most twice maxPartBits: the weights can still reduce the sum.
func (s *efgSum) add(weight *big.Int, paid *efgPayoff) bool {
	if weight.Sign() == 0 {
		return true
	}
	if paid.score != 0 {
		s.whole.Add(&s.whole, s.scratch.Mul(weight, s.scratch.SetInt64(int64(paid.score))))
	}
	if paid.part == nil {
		return true
	}
	num, den := paid.part.Num(), paid.part.Denom()
	if s.den.Sign() == 0 {
		s.den.Set(den)
	}
	if s.den.Cmp(den) == 0 {
		s.num.Add(&s.num, s.scratch.Mul(weight, num))
		return true
	}
	common := commonMultiple(&s.den, den)
	if common.BitLen() > 2*maxPartBits {
		return false
	}
	s.num.Mul(&s.num, s.scratch.Quo(common, &s.den))
	more := new(big.Int).Quo(common, den)
	more.Mul(more, num)
	s.num.Add(&s.num, more.Mul(more, weight))
	s.den.Set(common)
	return true
}

// over returns the sum divided by a positive number.
func (s *efgSum) over(whole *big.Int) (paid efgPayoff) {
	num, den := &s.whole, whole
	if s.den.Sign() != 0 {
		num = new(big.Int).Mul(&s.whole, &s.den)
		num.Add(num, &s.num)
		den = new(big.Int).Mul(whole, &s.den)
	}
	quotient, rest := new(big.Int).QuoRem(num, den, new(big.Int))
	paid.score = Score(quotient.Int64()) // MaxLevels times the largest payoff is less than the largest Score
	if rest.Sign() != 0 {
		paid.part = new(big.Rat).SetFrac(rest, den)
	}
	return paid
}

// play reads a node below chance node id, with all below it, and returns what max^n
// play pays. It adds nothing to the tree.
func (r *efgReader) play(id int, before *efgPayoffs, level int) *efgPayoffs {
	r.step()
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
		return &paid
	case "c":
		r.changed.chance++
		lottery := r.chances(id)
		paid := r.sum(id, before, r.outcome(id))
		return r.expectation(id, lottery, &paid, level+1)
	}
	player, actions := r.move(id, at)
	paid := r.sum(id, before, r.outcome(id))
	var best *efgPayoffs
	for range actions {
		if v := r.play(id, &paid, level+1); best == nil || v[player-1].cmp(&best[player-1]) > 0 {
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
