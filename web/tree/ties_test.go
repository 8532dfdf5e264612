package tree_test

import (
	"slices"
	"strings"
	"testing"

	"espalier/search/ties"
	"espalier/trees"
	"espalier/web/tree"
)

// A tied is what ties decide on a prepared tree.
type tied struct {
	*ties.Result
	t    *trees.Tree
	runs []ties.Run
}

// values are those of the root, in the order of the page.
func (x *tied) values() (list []string) {
	for _, v := range x.Values {
		list = append(list, x.t.FormatValue(v.Vector))
	}
	return list
}

func (x *tied) name(n int32) string { return x.t.Name(int(n)) }

// run returns that of an algorithm with options, as an address writes it.
func (x *tied) run(spec string) *ties.Run {
	return &x.runs[slices.IndexFunc(x.runs, func(r ties.Run) bool { return r.Spec() == spec })]
}

// saidOfTies are the facts that the sentence of each prepared tree says.
var saidOfTies = map[string]func(x *tied) bool{
	"Three values": func(x *tied) bool {
		s := x.run("shallow,strict")
		return slices.Equal(x.values(), []string{"(5, 4, 1)", "(3, 6, 1)", "(2, 6, 2)"}) && len(s.Cut) == 1 && x.name(s.Cut[0]) == "g" &&
			len(s.Survival.Breaks) == 1 && x.t.FormatValue(s.Survival.Breaks[0].Value) == "(3, 6, 1)"
	},
	"Two ties together": func(x *tied) bool {
		together := x.Together()
		return len(x.Deciding) == 1 && x.name(x.Deciding[0].Node) == "b" && len(together) == 1 && x.name(together[0]) == "c" && slices.Contains(x.values(), "(4, 4, 4)")
	},
	"More than the values": func(x *tied) bool {
		beyond := x.run("softmaxn").Beyond
		return len(beyond) == 1 && x.t.FormatValue(beyond[0]) == "(1, 6, 5)" && slices.Contains(x.values(), "(3, 5, 4)")
	},
	"Chance": func(x *tied) bool {
		return len(x.Values) == 3 && len(x.Ties) == 2 && slices.Contains(x.values(), "(4, 2, 2)")
	},
}

// TestSaidOfTies: what the page says of each prepared tree is what is computed.
func TestSaidOfTies(t *testing.T) {
	for _, e := range tree.TieExamples {
		parsed := read(t, e.Text)
		r, err := ties.Find(t.Context(), parsed)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := r.Runs(t.Context(), parsed)
		if err != nil {
			t.Fatal(err)
		}
		x := &tied{r, parsed, runs}
		if says := saidOfTies[e.Name]; says == nil || !says(x) {
			t.Errorf("%s: %q is not what ties decide: %s", e.Name, e.Says, strings.Join(x.values(), " "))
		}
	}
}
