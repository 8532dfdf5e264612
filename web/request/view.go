package request

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
)

// A View is the state of a page that its URL contains: the algorithm, its
// options, the values of leaves and the step. It is the whole state, so that
// Back, reload and a shared link lead to the same picture.
type View struct {
	Algorithm *search.Algorithm
	Options   search.Options
	Values    map[int]trees.Vector
	Step      int
	HasStep   bool
	AtEnd     bool           // step=last
	Ask       bool           // the page asks for each step before it shows it
	CutsOnly  bool           // it asks only about cuts
	By        trace.StepSize // how far the buttons and the playback go at a time
	Present   bool           // the page opens in present mode
	Open      []int          // collapsed subtrees that are opened, in the order of their opening
	Fold      []int          // nodes below which everything is collapsed
	Compare   bool           // all algorithms are compared, though it takes time
	Whole     bool           // a wide tree is drawn as a whole, not around the node at work
}

// Config is what the view runs.
func (v *View) Config() search.AlgorithmConfig {
	return search.AlgorithmConfig{Algorithm: v.Algorithm, Options: v.Options}
}

// ParseView reads the query of a page or a picture. Parameters that are missing
// come from byDefault. extra are the parameters that the caller has read; an
// error lists them, too.
func ParseView(t *trees.Tree, q url.Values, byDefault View, extra ...string) (View, error) {
	v := byDefault
	v.Values = map[int]trees.Vector{}
	maps.Copy(v.Values, byDefault.Values)
	if err := problem.CheckOnce(q, "open"); err != nil {
		return v, err
	}
	if id := q.Get("algorithm"); id != "" {
		a, ok := search.Find(id)
		if !ok {
			return v, &problem.QueryError{Name: "algorithm", Message: fmt.Sprintf("there is no algorithm %q; there are %s", id, search.IDs())}
		}
		if a != v.Algorithm {
			v.Options = search.Options{}
		}
		v.Algorithm = a
	}
	names := make([]string, 0, len(q))
	for name := range q {
		names = append(names, name)
	}
	for _, text := range q["open"] {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= t.Len() {
			return v, &problem.QueryError{Name: "open", Message: fmt.Sprintf("%q is not a node of this tree, which has the nodes 0 to %d", text, t.Len()-1)}
		}
		v.Open = append(v.Open, n)
	}
	slices.Sort(names) // the first error must not depend on the map's order
	for _, name := range names {
		if err := v.set(t, name, q.Get(name), extra); err != nil {
			return v, err
		}
	}
	return v, nil
}

// RunParameters are the parameters of a run, extra the values of leaves.
var RunParameters = slices.Concat([]string{"algorithm", "step"}, search.PageOptionNames(), []string{"ask", "cuts", "by", "open", "fold", "whole", "compare", "present"})

// set reads one parameter.
func (v *View) set(t *trees.Tree, name, text string, extra []string) error {
	switch name {
	case "algorithm", "open":
		return nil // read before
	case "step":
		if text == "last" {
			v.AtEnd = true
			return nil
		}
		step, err := readNumber(name, text)
		v.Step, v.HasStep = step, true
		return err
	case "ask":
		return readFlag(name, text, &v.Ask)
	case "cuts":
		return readFlag(name, text, &v.CutsOnly)
	case "by":
		size, known := trace.ParseStepSize(text)
		if !known {
			return &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is no size of a step; there are %s", text, strings.Join(trace.StepSizeNames(), ", "))}
		}
		v.By = size
		return nil
	case "present":
		return readFlag(name, text, &v.Present)
	case "fold":
		return v.setFold(t, text)
	case "whole":
		return readFlag(name, text, &v.Whole)
	case "compare":
		return readFlag(name, text, &v.Compare)
	case "theme":
		_, err := CheckTheme(text)
		return err
	}
	if option := search.FindOption(name); option != nil && option.Pages {
		return v.setOption(t, option, text)
	}
	if name == "text" && slices.Contains(extra, name) {
		return nil // read before
	}
	return v.setValue(t, name, text, extra)
}

// setFold reads fold=3,8: the nodes below which everything is collapsed.
func (v *View) setFold(t *trees.Tree, text string) error {
	list := strings.Split(text, ",")
	if len(list) > MaxFolded {
		return &problem.QueryError{Name: "fold", Message: fmt.Sprintf("these are %d nodes; at most %d can be folded", len(list), MaxFolded)}
	}
	for _, number := range list {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n >= t.Len() {
			return &problem.QueryError{Name: "fold", Message: fmt.Sprintf("%q is not a node of this tree, which has the nodes 0 to %d", number, t.Len()-1)}
		}
		v.Fold = append(v.Fold, n)
	}
	return nil
}

// setOption reads one of the options in search.OptionSpecs.
func (v *View) setOption(t *trees.Tree, option *search.OptionSpec, text string) error {
	if option.Kind == search.FlagOption {
		on := option.On(&v.Options)
		err := readFlag(option.Name, text, &on)
		option.SetOn(&v.Options, on)
		return err
	}
	if text == "" && option.Kind == search.NumberOption {
		return nil // an empty field of a form
	}
	n, err := readNumber(option.Name, text)
	if err == nil && option.Kind == search.NodeOption && n >= t.Len() {
		err = &problem.QueryError{Name: option.Name, Message: fmt.Sprintf("there is no node %s; the tree has the nodes 0 to %d", text, t.Len()-1)}
	}
	option.SetNumber(&v.Options, n)
	return err
}

func readNumber(name, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a whole number of 0 or more", text)}
	}
	return n, nil
}

func readFlag(name, text string, to *bool) error {
	if text != "1" && text != "true" && text != "0" && text != "false" && text != "" {
		return &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is neither 1 nor 0", text)}
	}
	*to = text == "1" || text == "true"
	return nil
}

// setValue reads v5=3,0,6: the value of leaf 5 in this run.
func (v *View) setValue(t *trees.Tree, name, text string, extra []string) error {
	node, isValue := LeafOfParameter(name)
	if !isValue {
		return UnknownParameter(name, slices.Concat(extra, RunParameters)...)
	}
	if text == "" {
		return nil
	}
	value, err := trees.ParseVector(text, t.Width())
	if err != nil {
		return &problem.QueryError{Name: name, Message: err.Error()}
	}
	v.Values[node] = value
	return nil
}

// LeafOfParameter returns the leaf whose value a parameter sets.
func LeafOfParameter(name string) (node int, ok bool) {
	digits, ok := strings.CutPrefix(name, "v")
	node, err := strconv.Atoi(digits)
	return node, ok && err == nil && node >= 0
}

// UnknownParameter returns the error of a parameter that does not exist, with
// the list of those that do.
func UnknownParameter(name string, known ...string) *problem.QueryError {
	return &problem.QueryError{Name: name, Message: "there is no such parameter here; there are " + strings.Join(known, ", ") + ", and v5=3,0,6 for the value of leaf 5"}
}

// WholeQuery returns the view as the query of a URL, with what is drawn of the tree.
func (v *View) WholeQuery(t *trees.Tree) url.Values {
	q := v.Query(t)
	for _, p := range v.ShownParameters() {
		q.Add(p.Name, p.Value)
	}
	return q
}

// ShownParameters are the parameters of an address for what is drawn of the tree.
func (v *View) ShownParameters() (list []Parameter) {
	for _, n := range v.Open {
		list = append(list, Parameter{Name: "open", Value: strconv.Itoa(n)})
	}
	if len(v.Fold) > 0 {
		numbers := make([]string, len(v.Fold))
		for i, n := range v.Fold {
			numbers[i] = strconv.Itoa(n)
		}
		list = append(list, Parameter{Name: "fold", Value: strings.Join(numbers, ",")})
	}
	if v.Whole {
		list = append(list, Parameter{Name: "whole", Value: "1"})
	}
	return list
}

// Query returns the view as the query of a URL, the same bytes for the same
// view, without what is drawn of the tree; see WholeQuery.
func (v *View) Query(t *trees.Tree) url.Values {
	q := url.Values{}
	q.Set("algorithm", v.Algorithm.ID)
	if v.HasStep {
		q.Set("step", strconv.Itoa(v.Step))
	}
	for _, o := range v.Options.Given() {
		if o.Flag {
			q.Set(o.Name, "1")
		} else {
			q.Set(o.Name, strconv.Itoa(o.Num))
		}
	}
	if v.Ask {
		q.Set("ask", "1")
		if v.CutsOnly {
			q.Set("cuts", "1")
		}
	}
	if v.By != trace.EveryEvent {
		q.Set("by", v.By.String())
	}
	for node, value := range v.Values {
		var parts []string
		for _, s := range value[:t.Width()] {
			parts = append(parts, s.String())
		}
		q.Set("v"+strconv.Itoa(node), strings.Join(parts, ","))
	}
	return q
}
