package play

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A View is what the address of a page contains: a run, the step, and the state of the
// page. It is the whole state, so that Back, reload and a shared link lead to the same
// picture.
type View struct {
	run.Spec
	Step     int
	HasStep  bool
	AtEnd    bool           // step=last
	Ask      bool           // the page asks for each step before it shows it
	CutsOnly bool           // it asks only about cuts
	By       trace.StepSize // how far the buttons and the playback go at a time
	Present  bool           // the page opens in present mode
	Open     []int          // collapsed subtrees that are opened, in the order of their opening
	Fold     []int          // nodes below which everything is collapsed
	Compare  bool           // all algorithms are compared, though it takes time
	Whole    bool           // a wide tree is drawn as a whole, not around the node at work
}

// ViewParameters are the parameters of a view, extra the values of leaves.
var ViewParameters = slices.Concat([]string{"algorithm", "step"}, engine.PageOptionNames(), []string{"ask", "cuts", "by", "open", "fold", "whole", "compare", "present"})

// ReadView reads the view of an address whose other parameters name a source. The form of
// the page lists every option that is on, so the default has none if it names an algorithm.
// extra are parameters that the caller has read; an error lists them, too.
func ReadView(o *run.Opened, rest url.Values, extra ...string) (View, error) {
	byDefault := View{Spec: o.Default()}
	if rest.Has("algorithm") {
		byDefault.Options = engine.Options{}
	}
	return ParseView(o, rest, byDefault, slices.Concat(run.TreeParameters, extra)...)
}

// ReadRun reads a view as ReadView does, and returns its run.
func ReadRun(o *run.Opened, rest url.Values, extra ...string) (View, *run.Resolved, error) {
	v, err := ReadView(o, rest, extra...)
	if err != nil {
		return v, nil, err
	}
	r, err := o.Resolve(v.Spec)
	return v, r, err
}

// ParseView reads the query of a page or a picture. Parameters that are missing come from
// byDefault. extra are the parameters that the caller has read; an error lists them, too.
func ParseView(o *run.Opened, q url.Values, byDefault View, extra ...string) (View, error) {
	v := byDefault
	if err := problem.CheckOnce(q, "open"); err != nil {
		return v, err
	}
	var opened error
	for _, text := range q["open"] {
		n, err := readNode(o.Tree, "open", text)
		if err != nil {
			opened = err
			break
		}
		v.Open = append(v.Open, n)
	}
	var err error
	v.Spec, err = o.ReadQuery(q, byDefault.Spec, func(name, text string) (bool, error) {
		if opened != nil {
			return true, opened // the error of open comes before those of the other names
		}
		return v.set(o.Tree, name, text)
	}, slices.Concat(extra, ViewParameters)...)
	return v, err
}

func readNode(t *trees.Tree, name, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= t.Len() {
		return 0, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a node of this tree, which has the nodes 0 to %d", text, t.Len()-1)}
	}
	return n, nil
}

// set reads a parameter that is not of the run.
func (v *View) set(t *trees.Tree, name, text string) (known bool, err error) {
	switch name {
	case "open": // read before
	case "step":
		if text == "last" {
			v.AtEnd = true
			break
		}
		v.Step, err = run.ReadNumber(name, text)
		v.HasStep = true
	case "ask":
		err = run.ReadFlag(name, text, &v.Ask)
	case "cuts":
		err = run.ReadFlag(name, text, &v.CutsOnly)
	case "by":
		if v.By, known = trace.ParseStepSize(text); !known {
			err = &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a step size; there are %s", text, strings.Join(trace.StepSizeNames(), ", "))}
		}
	case "present":
		err = run.ReadFlag(name, text, &v.Present)
	case "fold":
		err = v.setFold(t, text)
	case "whole":
		err = run.ReadFlag(name, text, &v.Whole)
	case "compare":
		err = run.ReadFlag(name, text, &v.Compare)
	case "theme":
		_, err = CheckTheme(text)
	default:
		return false, nil
	}
	return true, err
}

// setFold reads fold=3,8: the nodes below which everything is collapsed.
func (v *View) setFold(t *trees.Tree, text string) error {
	list := strings.Split(text, ",")
	if len(list) > draw.MaxFolded {
		return &problem.QueryError{Name: "fold", Message: fmt.Sprintf("these are %d nodes; at most %d can be folded", len(list), draw.MaxFolded)}
	}
	for _, number := range list {
		n, err := readNode(t, "fold", number)
		if err != nil {
			return err
		}
		v.Fold = append(v.Fold, n)
	}
	return nil
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
func (v *View) ShownParameters() (list []run.Parameter) {
	for _, n := range v.Open {
		list = append(list, run.Parameter{Name: "open", Value: strconv.Itoa(n)})
	}
	if len(v.Fold) > 0 {
		list = append(list, run.Parameter{Name: "fold", Value: words.Numbers(v.Fold, ",")})
	}
	if v.Whole {
		list = append(list, run.Parameter{Name: "whole", Value: "1"})
	}
	return list
}

// Query returns the view as the query of a URL, the same bytes for the same view, without
// its source and without what is drawn of the tree; see WholeQuery.
func (v *View) Query(t *trees.Tree) url.Values {
	q := v.Spec.Query(t)
	if v.HasStep {
		q.Set("step", strconv.Itoa(v.Step))
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
	return q
}

// OpenLinks returns the links of collapsed subtrees of a page with a query, which draws
// the part of the tree that the view says.
func OpenLinks(path string, q url.Values, v *View) draw.Links {
	own := problem.Without(q, "open", "fold", "whole")
	return func(node int) string {
		to, next := maps.Clone(own), *v
		next.Fold = slices.DeleteFunc(slices.Clone(v.Fold), func(n int) bool { return n == node })
		next.Open = append(slices.Clip(v.Open), node)
		for _, p := range next.ShownParameters() {
			to.Add(p.Name, p.Value)
		}
		return path + "?" + to.Encode()
	}
}
