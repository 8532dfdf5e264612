package play

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"espalier/search"
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

// TakeSliders reads the letters from the query and replaces them there by values of
// leaves.
func TakeSliders(f *figures.Figure, q url.Values) (*sliderPanel, error) {
	if len(f.Free) == 0 {
		return nil, nil
	}
	panel := &sliderPanel{Condition: f.Condition, MaxSum: f.Tree.MaxSum.Score.In(f.Tree.Unit).String()}
	bounds := search.Unbounded
	var names, numbers []string
	sum := trees.Score(0)
	var wrong error
	for i := range f.Free {
		p := &f.Free[i]
		key := SliderKey(p)
		x := p.Default
		if text := q.Get(key); text != "" {
			given, err := trees.ParseScore(text)
			if err != nil || given < p.Min || given > p.Max {
				wrong = &problem.QueryError{Name: key, Message: fmt.Sprintf("%q is not a score from %s to %s, which %s can be", text, p.Min.In(f.Tree.Unit), p.Max.In(f.Tree.Unit), p.Name)}
			} else {
				x = given
			}
		}
		q.Del(key)
		leaf := "v" + strconv.Itoa(p.Leaf)
		if x != p.Default && q.Get(leaf) == "" {
			v := p.Value(f.Tree, x)
			q.Set(leaf, f.Tree.PlainValue(&v))
		}
		panel.Rows = append(panel.Rows, sliderRow{
			Key: key, Name: p.Name, Min: p.Min.In(f.Tree.Unit).String(), Max: p.Max.In(f.Tree.Unit).String(), Step: p.Step.In(f.Tree.Unit).String(), Value: x.In(f.Tree.Unit).String(),
			Leaf: p.Leaf, Player: p.Player, Rest: p.Rest, LeafName: f.Tree.Name(p.Leaf),
			Remainder: (f.Tree.MaxSum.Score - x).In(f.Tree.Unit).String(),
		})
		bounds[p.Player-1] = x
		sum += x
		names, numbers = append(names, p.Name), append(numbers, x.In(f.Tree.Unit).String())
	}
	// The figure's condition is the linear rule with the letters as bounds.
	panel.Holds = search.Linear{Players: f.Tree.Players, MaxSum: f.Tree.MaxSum.Score}.Prune(&bounds, nil, nil)
	panel.Formula = strings.Join(names, " + ") + " = "
	if len(numbers) > 1 {
		panel.Formula += strings.Join(numbers, " + ") + " = "
	}
	relation := " < "
	if panel.Holds {
		relation = " ≥ "
	}
	panel.Formula += sum.In(f.Tree.Unit).String() + relation + panel.MaxSum
	return panel, wrong
}
