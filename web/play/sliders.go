package play

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/problem"
)

// This file implements the sliders of a generic figure: each letter of the figure is
// a query parameter of its page and sets the value of a leaf.

type sliderRow struct {
	Key, Name           string // name in the address, name on the page
	Min, Max, Step      string
	Value               string
	Off                 string // the value, if it is between two steps of the slider; Value is then the step below
	Leaf, Player, Rest  int
	LeafName, Remainder string
}

type sliderPanel struct {
	Rows      []sliderRow
	Condition string // as written in the figure
	MaxSum    string
	Formula   string // x + y = 3 + 7 = 10 ≥ 9
	Holds     bool
}

// SliderKey returns the name of a letter in the address.
func SliderKey(p *figures.Parameter) string {
	for _, r := range strings.ToLower(p.Name) {
		if r >= 'a' && r <= 'z' {
			return string(r)
		}
	}
	return "p" + strconv.Itoa(p.Leaf)
}

// readLetters reads the letters from the query. wrong is the last error.
func readLetters(f *figures.Figure, q url.Values) (given []trees.Number, wrong error) {
	unit := f.Tree.Unit
	for i := range f.Free {
		p := &f.Free[i]
		key := SliderKey(p)
		given = append(given, p.Default.In(unit))
		if text := q.Get(key); text != "" {
			x, err := trees.ParseNumber(text)
			if err != nil || x.Cmp(p.Min.In(unit)) < 0 || x.Cmp(p.Max.In(unit)) > 0 {
				wrong = &problem.QueryError{Name: key, Message: fmt.Sprintf("%q is not a score from %s to %s, which %s can be", text, p.Min.In(unit), p.Max.In(unit), p.Name)}
			} else {
				given[i] = x
			}
		}
		q.Del(key)
	}
	return given, wrong
}

// TakeSliders reads the letters from the query and replaces them there by values of
// leaves.
func TakeSliders(f *figures.Figure, q url.Values) (*sliderPanel, error) {
	if len(f.Free) == 0 {
		return nil, nil
	}
	given, wrong := readLetters(f, q)
	t, err := f.Tree.Admit(given) // the tree in a unit in which all letters are whole
	if err == nil && t.Unit%f.Tree.Unit != 0 {
		err = fmt.Errorf("the denominators of the letters are too large; use simpler fractions")
	}
	if err != nil {
		wrong = &problem.QueryError{Name: SliderKey(&f.Free[0]), Message: err.Error()}
		t, given = f.Tree, given[:0]
	}
	panel := &sliderPanel{Condition: f.Condition, MaxSum: t.MaxSum.Score.In(t.Unit).String()}
	bounds := engine.Unbounded
	var names, numbers []string
	sum := trees.Score(0)
	for i := range f.Free {
		p := &f.Free[i]
		key, finer := SliderKey(p), t.Unit/f.Tree.Unit
		x := p.Default * finer
		if i < len(given) {
			x, _ = given[i].In(t.Unit)
		}
		leaf := "v" + strconv.Itoa(p.Leaf)
		if x != p.Default*finer && q.Get(leaf) == "" {
			v := p.Value(t, x)
			q.Set(leaf, t.PlainValue(&v))
		}
		row := sliderRow{
			Key: key, Name: p.Name, Min: p.Min.In(f.Tree.Unit).String(), Max: p.Max.In(f.Tree.Unit).String(), Step: p.Step.In(f.Tree.Unit).String(), Value: x.In(t.Unit).String(),
			Leaf: p.Leaf, Player: p.Player, Rest: p.Rest, LeafName: f.Tree.WithLetters().Name(p.Leaf),
			Remainder: (t.MaxSum.Score - x).In(t.Unit).String(),
		}
		if off := (x - p.Min*finer) % (p.Step * finer); off != 0 {
			row.Off, row.Value = row.Value, (x - off).In(t.Unit).String()
		}
		panel.Rows = append(panel.Rows, row)
		bounds[p.Player-1] = x
		sum += x
		names, numbers = append(names, p.Name), append(numbers, x.In(t.Unit).String())
	}
	// The figure's condition is the linear rule with the letters as bounds.
	panel.Holds = engine.Linear{Players: f.Tree.Players, MaxSum: t.MaxSum.Score}.Prune(&bounds, nil, nil)
	panel.Formula = strings.Join(names, " + ") + " = "
	if len(numbers) > 1 {
		panel.Formula += strings.Join(numbers, " + ") + " = "
	}
	relation := " < "
	if panel.Holds {
		relation = " ≥ "
	}
	panel.Formula += sum.In(t.Unit).String() + relation + panel.MaxSum
	return panel, wrong
}

// exact returns the value of the letter.
func (r *sliderRow) exact() string { return cmp.Or(r.Off, r.Value) }
