package search

import "espalier/trees"

// A OptionSpec is an option of a run that is on or off.
type OptionSpec struct {
	Name  string // in requests and queries
	Words string // beside the name of an algorithm
	// Of the chip that turns it on and off.
	Label func(t *trees.Tree) string
	Title string
	Of    func(o *Options) *bool
}

// OptionSpecs are the choices that a page of an explicit tree offers.
var OptionSpecs = []OptionSpec{
	{"discrete", "with δ", func(t *trees.Tree) string { return "δ = " + t.Delta.String() },
		"Use the smallest difference between two scores", func(o *Options) *bool { return &o.Discrete }},
	{"table", "with table", label("leaf-value table"),
		"Test the possible outcomes beside the linear sum", func(o *Options) *bool { return &o.Table }},
	{"heuristic", "with heuristic", label("heuristic"),
		"Use the bounds at inner nodes", func(o *Options) *bool { return &o.Heuristic }},
	{"as_printed", "as printed", label("as printed"),
		"The paper’s text to the letter, where it is known to fail", func(o *Options) *bool { return &o.AsPrinted }},
}

func label(words string) func(*trees.Tree) string {
	return func(*trees.Tree) string { return words }
}

// OptionNames are the names of the flags.
var OptionNames = func() (names []string) {
	for _, f := range OptionSpecs {
		names = append(names, f.Name)
	}
	return names
}()

// OptionFlag is the choice of that name as a field of o; nil where there is none.
func OptionFlag(o *Options, name string) *bool {
	for _, f := range OptionSpecs {
		if f.Name == name {
			return f.Of(o)
		}
	}
	return nil
}

// OptionsOn names the choices that are on.
func OptionsOn(o *Options) []string {
	var on []string
	for _, f := range OptionSpecs {
		if *f.Of(o) {
			on = append(on, f.Name)
		}
	}
	return on
}

// Fits reports whether the option can be used on this tree at all.
func (f *OptionSpec) Fits(t *trees.Tree, a *Algorithm) bool {
	var o Options
	*f.Of(&o) = true
	problem := OnTree(t, 0)
	return a.Check(&problem, o) == nil
}
