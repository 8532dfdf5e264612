package tree

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/compare"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
)

// A Slider leads from paranoid over max^n to an attack. The page of a tree and that of a position have it.
type Slider struct {
	Action       string // of its form
	Keep         []run.Parameter
	Root, Target string // the players
	Weight       int
	Ranges       []Range
	Whole        bool // every range has what it shows
	// None says why there is no slider; empty: there is one. What the ranges show is shown all the same.
	None string
}

// A Range is a range of weights with one choice.
type Range struct {
	From, To int
	Shown    bool
	Label    string          // of the picture
	Picture  templ.Component // nil: it has none
	Caption  templ.Component // what player Root does
}

// Weigh finds the players and the ranges on a tree. A tree without ranges is no error: None says why.
func (s *Slider) Weigh(ctx context.Context, t *trees.Tree, target int) ([]compare.Segment, error) {
	w, err := compare.NewWeights(t, target)
	if err != nil {
		s.None = problem.Message(err)
		return nil, nil
	}
	segments, err := w.Segments(ctx)
	if err != nil {
		return nil, err
	}
	s.Root, s.Target = strconv.Itoa(w.Root), strconv.Itoa(w.Target)
	for _, at := range segments {
		s.Ranges = append(s.Ranges, Range{From: at.From, To: at.To, Shown: at.From <= s.Weight && s.Weight <= at.To})
	}
	return segments, nil
}

// Words says the range as weights.
func (r *Range) Words() string {
	if r.From == r.To {
		return weightText(r.From)
	}
	return weightText(r.From) + " to " + weightText(r.To)
}

// weightText is a weight as a number: −0.35.
func weightText(w int) string {
	return strings.Replace(strconv.FormatFloat(float64(w)/compare.WeightSteps, 'f', -1, 64), "-", "−", 1)
}

// ReadWeight reads the weight of an address, in steps.
func ReadWeight(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < -compare.WeightSteps || n > compare.WeightSteps {
		return 0, &problem.QueryError{Name: "w", Message: fmt.Sprintf("%.40q is not a whole number from %d to %d, in steps of 1/%d", text, -compare.WeightSteps, compare.WeightSteps, compare.WeightSteps)}
	}
	return n, nil
}
