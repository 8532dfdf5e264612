package trees

import (
	"fmt"
	"math/big"
)

// This file makes doubles fit a tree. A program prints 16 or 17 digits of a number and means it to within
// its rounding, so two rules hold for doubles that do not hold for the decimals and fractions of people,
// which are exact:
//
//   - Doubles that cannot be counted in a common unit are rounded to the most decimal places that can. Scores
//     keep LeastPlaces, and where they do not fit with these either, the probabilities get fewer places.
//   - Doubles that exceed maxsum, minp or maxp by their rounding, as 0.1 + 0.2 exceeds 0.3, widen it. A
//     search is sound under the limits that its leaves keep, so they are widened, not the leaves changed.
//
// Both are said in the notes of the reading.

// LeastPlaces is the smallest number of decimal places to which doubles are rounded so that they fit.
const LeastPlaces = 6

// IsDouble reports whether a number was read from a decimal with more than NumberPlaces places, which only
// programs write.
func (n Number) IsDouble() bool { return n.isLong() }

// RoundedTo returns a number rounded to decimal places.
func (n Number) RoundedTo(places int) Number {
	tens := Score(1)
	for range places {
		tens *= 10
	}
	r := big.NewRat(int64(n.Score), int64(n.Unit))
	parts, ok := new(big.Int).SetString(r.Mul(r, new(big.Rat).SetInt64(int64(tens))).FloatString(0), 10)
	if !ok || !parts.IsInt64() {
		return n
	}
	return Number{Score(parts.Int64()), tens}.Reduced()
}

// RoundedDoubles says that doubles were rounded so that they fit.
type RoundedDoubles struct {
	Places         int
	Coarse         bool   // the probabilities may have fewer than NumberPlaces, too
	Given, Meaning Number // the first one that was changed
	Count          int
}

// Meant returns a number as the tree has it: a double is rounded to Places, where that is not 0.
func (r *RoundedDoubles) Meant(n Number) Number {
	if r.Places == 0 || !n.IsDouble() {
		return n
	}
	return n.RoundedTo(r.Places)
}

// Round is Meant that counts the numbers that it changes.
func (r *RoundedDoubles) Round(n Number) Number {
	meant := r.Meant(n)
	if meant != n {
		if r.Count++; r.Count == 1 {
			r.Given, r.Meaning = n, meant
		}
	}
	return meant
}

// Note says it in a sentence; empty: none was rounded.
func (r *RoundedDoubles) Note() string {
	if r == nil || r.Count == 0 {
		return ""
	}
	others := ""
	if r.Count > 1 {
		others = fmt.Sprintf(", and %d more", r.Count-1)
	}
	return fmt.Sprintf("%s is read as %s%s: numbers with more than %d decimal places are rounded to %d places, since they have no common denominator that is small enough.", r.Given, r.Meaning, others, NumberPlaces, r.Places)
}

// FitDoubles calls read with the number of decimal places to which doubles among the scores are rounded: 0, which
// rounds none, and if the numbers are then too fine, the largest number for which they are not. coarse lets the
// reader round probabilities further, which is the last resort. read reports whether the numbers are too fine. The
// last call is the one whose result counts.
func FitDoubles(read func(to RoundedDoubles) (tooFine bool, err error)) error {
	fits := func(to RoundedDoubles) bool {
		tooFine, err := read(to)
		return err == nil || !tooFine
	}
	tooFine, exact := read(RoundedDoubles{})
	if exact == nil || !tooFine {
		return exact
	}
	least, most := LeastPlaces, MaxPlaces // fits, if any does; does not fit
	if !fits(RoundedDoubles{Places: least}) {
		_, err := read(RoundedDoubles{Places: least, Coarse: true})
		if err != nil {
			_, err = read(RoundedDoubles{})
		}
		return err
	}
	for most-least > 1 {
		if middle := (least + most) / 2; fits(RoundedDoubles{Places: middle}) {
			least = middle
		} else {
			most = middle
		}
	}
	_, err := read(RoundedDoubles{Places: least})
	return err
}

// doubleRounding is the part of a limit, or of 1 where the limit is smaller, by which doubles may exceed it:
// the sum of a leaf's scores has the rounding of each.
const doubleRounding = 1_000_000_000

// widenLimits widens maxsum, minp and maxp where the scores exceed them by the rounding of doubles.
func (t *Tree) widenLimits(p *pace) {
	t.widened = ""
	if t.Kind != MaxN || !t.MaxSum.Given && !t.MinP.Given && !t.MaxP.Given {
		return
	}
	given := t.Header
	see := func(v *Vector) {
		p.step()
		if sum := v.Sum(t.Players); t.MaxSum.Given && sum > t.MaxSum.Score && t.nearDouble(t.MaxSum.Score, sum) {
			t.MaxSum.Score = sum
		}
		for i, s := range v[:t.Players] {
			if t.MaxP.Given && s > t.MaxP.Scores[i] && t.nearDouble(t.MaxP.Scores[i], s) {
				t.MaxP.widen(i, s)
			}
			if t.MinP.Given && s < t.MinP.Scores[i] && t.nearDouble(t.MinP.Scores[i], s) {
				t.MinP.widen(i, s)
			}
		}
	}
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			see(&v)
		}
		for i := range t.Alternatives(n) {
			see(&t.Alternatives(n)[i])
		}
	}
	for i := range t.Outcomes {
		see(&t.Outcomes[i])
	}
	var changed []string
	say := func(name string, from, to Score) {
		if from != to {
			changed = append(changed, fmt.Sprintf("%s is %s, not %s", name, to.In(t.Unit), from.In(t.Unit)))
		}
	}
	say("maxsum", given.MaxSum.Score, t.MaxSum.Score)
	for i := range t.Players {
		player := ""
		if given.MaxP.Each || given.MinP.Each {
			player = fmt.Sprintf(" of player %d", i+1)
		} else if i > 0 {
			break
		}
		say("maxp"+player, given.MaxP.Scores[i], t.MaxP.Scores[i])
		say("minp"+player, given.MinP.Scores[i], t.MinP.Scores[i])
	}
	if len(changed) > 0 {
		t.widened = "Limits are wider here, since the scores exceed them by the rounding of binary numbers: " + InWords(changed) + "."
	}
}

// nearDouble reports whether a score exceeds a limit by no more than the rounding of doubles.
func (t *Tree) nearDouble(limit, score Score) bool {
	off := limit - score
	return max(off, -off) <= max(t.Unit, limit, -limit)/doubleRounding
}

// widen sets the limit of a player; of all, where it is one for all.
func (l *Limits) widen(player int, to Score) {
	if l.Each {
		l.Scores[player] = to
	} else {
		*l = All(to)
	}
}

// ReadingNotes returns a sentence for each thing that a reader changed so that the numbers of a program
// are a tree.
func (t *Tree) ReadingNotes() (notes []string) {
	if t.shortened != "" {
		notes = append(notes, t.shortened)
	}
	if t.rounded != nil {
		notes = append(notes, t.rounded.Note(t.Name(t.rounded.Node)))
	}
	if note := t.doubles.Note(); note != "" {
		notes = append(notes, note)
	}
	if t.widened != "" {
		notes = append(notes, t.widened)
	}
	return notes
}
