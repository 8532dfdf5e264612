package request

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/web/problem"
)

// A View is what a page's URL says: the algorithm, its options, the values of
// leaves and the step. The URL is the whole state, so that Back, reload and a
// shared link come to the same picture.
type View struct {
	Algorithm *search.Algorithm
	Options   search.Options
	Values    map[int]trees.Vector
	Step      int
	HasStep   bool
	AtEnd     bool  // step=last
	Ask       bool  // each step is asked for before it is shown
	Open      []int // silhouettes that are opened, in the order of their opening
}

// ParseView reads the query of a page or a picture. What is left out comes
// from the default. What else the address may say, and who asks has read, is
// named where something is refused.
func ParseView(t *trees.Tree, q url.Values, byDefault View, besides ...string) (View, error) {
	v := byDefault
	v.Values = map[int]trees.Vector{}
	maps.Copy(v.Values, byDefault.Values)
	if err := CheckOnce(q, "open"); err != nil {
		return v, err
	}
	if id := q.Get("algorithm"); id != "" {
		a, ok := search.Find(id)
		if !ok {
			return v, &problem.QueryError{Name: "algorithm", Message: fmt.Sprintf("there is no algorithm %q; there are %s", id, algorithmIDs())}
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
		if err := v.set(t, name, q.Get(name), besides); err != nil {
			return v, err
		}
	}
	return v, nil
}

// RunParameters are query names that say what runs, beside the values of leaves.
var RunParameters = slices.Concat([]string{"algorithm", "step", "root", "depth"}, search.OptionNames, []string{"ask", "open"})

func (v *View) set(t *trees.Tree, name, text string, besides []string) error {
	number := func(least int) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < least {
			return 0, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a whole number of %d or more", text, least)}
		}
		return n, nil
	}
	flag := func(to *bool) error {
		if text != "1" && text != "true" && text != "0" && text != "false" && text != "" {
			return &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is neither 1 nor 0", text)}
		}
		*to = text == "1" || text == "true"
		return nil
	}
	var err error
	switch name {
	case "step":
		if text == "last" {
			v.AtEnd = true
			return nil
		}
		v.Step, err = number(0)
		v.HasStep = true
	case "root":
		v.Options.Root, err = number(0)
		if err == nil && v.Options.Root >= t.Len() {
			err = &problem.QueryError{Name: name, Message: fmt.Sprintf("there is no node %s; the tree has the nodes 0 to %d", text, t.Len()-1)}
		}
	case "depth":
		if text == "" {
			return nil
		}
		v.Options.Depth, err = number(0)
		v.Options.HasDepth = true
	case "ask":
		err = flag(&v.Ask)
	case "theme":
		_, err = CheckTheme(text)
	default:
		if on := search.OptionFlag(&v.Options, name); on != nil {
			return flag(on)
		}
		if name == "algorithm" || name == "open" || name == "text" && slices.Contains(besides, name) {
			return nil // read before
		}
		return v.setValue(t, name, text, besides)
	}
	return err
}

// setValue reads v5=3,0,6: the value of leaf 5 in this run.
func (v *View) setValue(t *trees.Tree, name, text string, besides []string) error {
	node, isValue := LeafOfParameter(name)
	if !isValue {
		return UnknownParameter(name, slices.Concat(besides, RunParameters)...)
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

// LeafOfParameter is the leaf whose value a parameter sets.
func LeafOfParameter(name string) (node int, ok bool) {
	digits, ok := strings.CutPrefix(name, "v")
	node, err := strconv.Atoi(digits)
	return node, ok && err == nil && node >= 0
}

func UnknownParameter(name string, known ...string) *problem.QueryError {
	return &problem.QueryError{Name: name, Message: "there is no such parameter here; there are " + strings.Join(known, ", ") + ", and v5=3,0,6 for the value of leaf 5"}
}

// WholeQuery is the view as a URL's query, with the silhouettes that are open.
func (v *View) WholeQuery(t *trees.Tree) url.Values {
	q := v.Query(t)
	for _, n := range v.Open {
		q.Add("open", strconv.Itoa(n))
	}
	return q
}

// Query is the view as a URL's query, the same bytes for the same view, apart
// from the silhouettes that are open; see WholeQuery.
func (v *View) Query(t *trees.Tree) url.Values {
	q := url.Values{}
	q.Set("algorithm", v.Algorithm.ID)
	if v.HasStep {
		q.Set("step", strconv.Itoa(v.Step))
	}
	if v.Options.Root != 0 {
		q.Set("root", strconv.Itoa(v.Options.Root))
	}
	if v.Options.HasDepth {
		q.Set("depth", strconv.Itoa(v.Options.Depth))
	}
	for _, name := range search.OptionsOn(&v.Options) {
		q.Set(name, "1")
	}
	if v.Ask {
		q.Set("ask", "1")
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
