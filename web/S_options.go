package web

import (
	"espalier/search"
	"espalier/trees"
)

// A choice is an option of a run that is on or off.
type choice struct {
	Name  string // in requests and queries
	Words string // beside the name of an algorithm
	// Of the chip that turns it on and off.
	Label func(t *trees.Tree) string
	Title string
	Of    func(o *search.Options) *bool
}

// flags are the choices that a page of an explicit tree offers.
var flags = []choice{
	{"discrete", "with δ", func(t *trees.Tree) string { return "δ = " + t.Delta.String() },
		"Use the smallest difference between two scores", func(o *search.Options) *bool { return &o.Discrete }},
	{"table", "with table", label("leaf-value table"),
		"Test the possible outcomes beside the linear sum", func(o *search.Options) *bool { return &o.Table }},
	{"heuristic", "with heuristic", label("heuristic"),
		"Use the bounds at inner nodes", func(o *search.Options) *bool { return &o.Heuristic }},
	{"as_printed", "as printed", label("as printed"),
		"The paper’s text to the letter, where it is known to fail", func(o *search.Options) *bool { return &o.AsPrinted }},
}

func label(words string) func(*trees.Tree) string {
	return func(*trees.Tree) string { return words }
}

// flagNames are the names of the flags.
var flagNames = func() (names []string) {
	for _, f := range flags {
		names = append(names, f.Name)
	}
	return names
}()

// flagOf is the choice of that name as a field of o; nil where there is none.
func flagOf(o *search.Options, name string) *bool {
	for _, f := range flags {
		if f.Name == name {
			return f.Of(o)
		}
	}
	return nil
}

// flagsOn names the choices that are on.
func flagsOn(o *search.Options) []string {
	var on []string
	for _, f := range flags {
		if *f.Of(o) {
			on = append(on, f.Name)
		}
	}
	return on
}

// fits reports whether the option can be used on this tree at all.
func (f *choice) fits(t *trees.Tree, a *search.Algorithm) bool {
	var o search.Options
	*f.Of(&o) = true
	problem := search.OnTree(t, 0)
	return a.Check(&problem, o) == nil
}
