package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

// This file reads and writes a run as the query of an address.

// MaxLinkText bounds the notation of a tree that travels in an address: browsers and servers
// agree on some 8,000 bytes of it.
const MaxLinkText = 6_000

// treeNames are the parameters of which a query has exactly one.
var treeNames = []string{"figure", "text", "saved", "trace", "code"}

// TreeParameters are all that name a tree in a query.
var TreeParameters = append(slices.Clone(treeNames), "revision")

// NamesTree reports whether a query names a tree.
func NamesTree(q url.Values) bool {
	return slices.ContainsFunc(TreeParameters, func(name string) bool { return q.Get(name) != "" })
}

// An Address is what a query says of a tree.
type Address struct {
	Source Source
	Secret bool       // the query has the edit key, which must not be on a slide
	Rest   url.Values // of the query: the run, and the state of the page
}

// ReadAddress reads the source of a query: figure=ID, text=… in the notation, or saved=ID,
// perhaps with revision=n. The source of a game is a page of its own.
func ReadAddress(q url.Values) (*Address, error) {
	if game := q.Get("game"); game != "" {
		return nil, gameWithoutTree(game)
	}
	var given []string
	for _, name := range TreeParameters {
		if len(q[name]) > 1 {
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("the parameter is given %d times; give it once", len(q[name]))}
		}
		if q.Get(name) != "" && name != "revision" {
			given = append(given, name)
		}
	}
	revision := q.Get("revision")
	switch {
	case len(given) == 0:
		return nil, &problem.QueryError{Name: "figure", Message: "a tree is missing: figure=… names a figure, text=… holds a tree in the notation, saved=… names a saved tree, trace=… the run of a program"}
	case len(given) > 1:
		return nil, &problem.QueryError{Name: given[1], Message: "the address names a tree by " + given[0] + " already; one of " + strings.Join(treeNames, ", ") + " is right"}
	case revision != "" && !slices.Contains(revised, given[0]):
		return nil, &problem.QueryError{Name: "revision", Message: "only a saved tree, a trace and a program have revisions: saved=ID&revision=3"}
	}
	a := &Address{Rest: problem.Without(q, TreeParameters...)}
	switch value := q.Get(given[0]); given[0] {
	case "figure":
		a.Source = Figure{value}
	case "text":
		if len(value) > MaxLinkText {
			return nil, &problem.QueryError{Name: "text", Message: "the text has " + words.Grouped(len(value)) + " bytes; an address holds at most " + words.Grouped(MaxLinkText)}
		}
		a.Source = TypedText(value)
	case "saved":
		key, id, err := treestore.ParseAny(value)
		if err != nil {
			return nil, err
		}
		s := Saved{ID: id}
		if revision != "" {
			if s.Revision, err = ReadRevision(revision); err != nil {
				return nil, err
			}
		}
		a.Source, a.Secret = s, key != ""
	case "trace", "code":
		id, err := ReadTraceID(given[0], value)
		if err != nil {
			return nil, err
		}
		s := Recorded{ID: id}
		if revision != "" {
			if s.Revision, err = ReadRevision(revision); err != nil {
				return nil, err
			}
		}
		a.Source, a.Secret = s, string(id) != value
	}
	return a, nil
}

// OpenAddress reads the source of a query and opens it. The tree of a saved tree may break
// its own limits. An error names the parameter, or has its status.
func OpenAddress(ctx context.Context, lib Library, q url.Values) (*Opened, *Address, error) {
	a, err := ReadAddress(q)
	if err != nil {
		return nil, nil, err
	}
	o, err := Open(ctx, lib, a.Source)
	var unknown *problem.Error
	switch s := a.Source.(type) {
	case Figure:
		if errors.As(err, &unknown) {
			unknown.Status = http.StatusNotFound
		} else if err == nil && o.Tree == nil {
			err = &problem.QueryError{Name: "figure", Message: fmt.Sprintf("figure %q has no tree; the figures that have one are on the first page", s.ID)}
		}
	case Typed:
		if err != nil && ctx.Err() == nil {
			err = &problem.QueryError{Name: "text", Message: err.Error()}
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if o.Fault != nil {
		o.Fault = &problem.QueryError{Name: "saved", Message: "the tree breaks a limit. " + problem.FaultsOf(o.Saved.Draft)[0].String()}
	}
	return o, a, nil
}

// gameWithoutTree returns the error of an address that takes a tree and is given a game:
// what is wrong with the document, or where its page is.
func gameWithoutTree(text string) error {
	d, _, err := openGame([]byte(text))
	if err != nil {
		return err
	}
	return &problem.QueryError{Name: "game", Message: "this takes a tree, not a game; the page of the position is " + GameAddress(d)}
}

// A Parameter is one of an address.
type Parameter struct{ Name, Value string }

// Parameters are those that name a source in an address. ok is false if an address cannot
// name it: a document, an implicit tree, a tree of a room, or one that is at hand.
func Parameters(s Source) (list []Parameter, ok bool) {
	switch s := s.(type) {
	case Figure:
		return []Parameter{{"figure", s.ID}}, true
	case Saved:
		list = []Parameter{{"saved", string(s.ID)}}
		if s.Revision > 0 {
			list = append(list, Parameter{"revision", strconv.Itoa(s.Revision)})
		}
		return list, true
	case Recorded:
		list = []Parameter{{"trace", string(s.ID)}}
		if s.Revision > 0 {
			list = append(list, Parameter{"revision", strconv.Itoa(s.Revision)})
		}
		return list, true
	case Typed:
		text, ok := s.Text()
		return []Parameter{{"text", text}}, ok && len(text) <= MaxLinkText
	}
	return nil, false
}

// PagePath returns the path of the page with the runs of a source, and the parameters that
// name it there. ok is as of Parameters.
func PagePath(s Source) (path string, list []Parameter, ok bool) {
	list, ok = Parameters(s)
	if !ok {
		return "", nil, false
	}
	switch s := s.(type) {
	case Figure:
		return FigurePath(s.ID), nil, true
	case Saved:
		return ReadPath(s.ID), list[1:], true
	case Recorded:
		return TracePath(s.ID), list[1:], true
	}
	return "/tree", list, true
}

// ReadQuery reads the run of a query. What the query does not say is as in byDefault. A
// parameter that is not of a run is read by other, which reports whether it is known; known
// are the names for the error of one that is not. The first error is that of the first name
// in alphabetical order, after the algorithm.
func (o *Opened) ReadQuery(q url.Values, byDefault Spec, other func(name, text string) (known bool, err error), known ...string) (Spec, error) {
	s := byDefault
	if id := q.Get("algorithm"); id != "" {
		a, ok := o.find(id)
		if !ok {
			return s, &problem.QueryError{Name: "algorithm", Message: fmt.Sprintf("there is no algorithm %q; there are %s", id, algorithms.IDs())}
		}
		if a != s.Algorithm {
			s.Options = engine.Options{}
		}
		s.Algorithm = a
	}
	names := make([]string, 0, len(q))
	for name := range q {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(byDefault.Values) == 0 { // else they have the unit of the tree as it is
		if err := o.AdmitValues(q, func(name string) string { return name }); err != nil {
			return s, err
		}
	}
	for _, name := range names {
		if err := o.setParameter(&s, name, q.Get(name), other, known); err != nil {
			return s, err
		}
	}
	return s, nil
}

// AdmitValues makes the values of leaves possible that a query gives; see trees.Tree.Admit.
// parameter returns the parameter of ReadQuery that a name of the query stands for.
func (o *Opened) AdmitValues(q url.Values, parameter func(name string) string) error {
	var numbers []trees.Number
	last := ""
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if _, isValue := LeafOfParameter(parameter(name)); isValue && o.Tree != nil {
			list, _ := trees.ParseVector(q.Get(name), o.Tree.Width()) // who reads the value reports the error
			numbers, last = append(numbers, list...), name
		}
	}
	if err := o.admit(numbers); err != nil {
		return &problem.QueryError{Name: last, Message: err.Error()}
	}
	return nil
}

func (o *Opened) setParameter(s *Spec, name, text string, other func(name, text string) (bool, error), known []string) error {
	if name == "algorithm" {
		return nil // read before
	}
	if isKnown, err := other(name, text); isKnown || err != nil {
		return err
	}
	if option := engine.FindOption(name); option != nil && option.Pages {
		return o.setOption(s, option, text)
	}
	leaf, isValue := LeafOfParameter(name)
	if isValue && recorded.Is(s.Algorithm) && text != "" {
		return &problem.QueryError{Name: name, Message: "a recorded run is as the program printed it; choose an algorithm to try other values of leaves"}
	}
	if !isValue {
		return UnknownParameter(name, known...)
	}
	if text == "" {
		return nil
	}
	value, err := o.Tree.ParseValue(text)
	if err != nil {
		return &problem.QueryError{Name: name, Message: err.Error()}
	}
	s.Values = s.Values.With(leaf, value)
	return nil
}

// setOption reads one of the options in engine.OptionSpecs.
func (o *Opened) setOption(s *Spec, option *engine.OptionSpec, text string) error {
	if option.Kind == engine.FlagOption {
		on := option.On(&s.Options)
		err := ReadFlag(option.Name, text, &on)
		option.SetOn(&s.Options, on)
		return err
	}
	if option.Kind == engine.ChoiceOption {
		if text != "" && !option.Choose(&s.Options, text) {
			return &problem.QueryError{Name: option.Name, Message: noChoice(option, text)}
		}
		return nil
	}
	if text == "" && option.Kind == engine.NumberOption {
		return nil // an empty field of a form
	}
	n, err := ReadNumber(option.Name, text)
	if err == nil && option.Kind == engine.NodeOption && n >= o.Tree.Len() {
		err = &problem.QueryError{Name: option.Name, Message: fmt.Sprintf("there is no node %s; the tree has the nodes 0 to %d", text, o.Tree.Len()-1)}
	}
	option.SetNumber(&s.Options, n)
	return err
}

// ReadNumber reads a whole number of an address.
func ReadNumber(name, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a whole number of 0 or more", text)}
	}
	return n, nil
}

// ReadFlag reads a parameter that is on or off.
func ReadFlag(name, text string, to *bool) error {
	if text != "1" && text != "true" && text != "0" && text != "false" && text != "" {
		return &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is neither 1 nor 0", text)}
	}
	*to = text == "1" || text == "true"
	return nil
}

// LeafOfParameter returns the leaf whose value a parameter sets.
func LeafOfParameter(name string) (node int, ok bool) {
	digits, ok := strings.CutPrefix(name, "v")
	node, err := strconv.Atoi(digits)
	return node, ok && err == nil && node >= 0
}

// ParameterOfLeaf returns the parameter that sets the value of a leaf.
func ParameterOfLeaf(leaf int) string { return "v" + strconv.Itoa(leaf) }

// UnknownParameter returns the error of a parameter that does not exist, with the list of
// those that do.
func UnknownParameter(name string, known ...string) *problem.QueryError {
	return &problem.QueryError{Name: name, Message: "there is no such parameter here; there are " + strings.Join(known, ", ") + ", and v5=3,0,6 for the value of leaf 5"}
}

// Query returns the run as the query of an address, without its source; see Parameters.
func (s *Spec) Query(t *trees.Tree) url.Values {
	q := url.Values{}
	q.Set("algorithm", s.Algorithm.ID)
	for _, o := range s.Options.Given() {
		if o.Flag {
			q.Set(o.Name, "1")
		} else if o.Word != "" {
			q.Set(o.Name, o.Word)
		} else {
			q.Set(o.Name, strconv.Itoa(o.Num))
		}
	}
	for _, v := range s.Values {
		q.Set(ParameterOfLeaf(v.Leaf), t.PlainValue(&v.Value))
	}
	return q
}

// ReadConfig reads an algorithm with its options as AlgorithmConfig.Spec writes them, such as
// speculative,as_printed; parameter is its name in the query.
func ReadConfig(parameter, text string, root int) (engine.AlgorithmConfig, error) {
	return (&Opened{}).ReadConfig(parameter, text, root)
}

// ReadConfig is ReadConfig of the package, which also knows the recorded run of the source.
func (o *Opened) ReadConfig(parameter, text string, root int) (engine.AlgorithmConfig, error) {
	parts := strings.Split(text, ",")
	a, ok := o.find(parts[0])
	if !ok {
		return engine.AlgorithmConfig{}, &problem.QueryError{Name: parameter, Message: fmt.Sprintf("there is no algorithm %q; there are %s", parts[0], algorithms.IDs())}
	}
	c := engine.AlgorithmConfig{Algorithm: a, Options: engine.Options{Root: root}}
	for _, name := range parts[1:] {
		name, word, isChoice := strings.Cut(name, "=")
		option := engine.FindOption(name)
		if isChoice && option != nil && option.Pages && option.Kind == engine.ChoiceOption {
			if !option.Choose(&c.Options, word) {
				return c, &problem.QueryError{Name: parameter, Message: noChoice(option, word)}
			}
			continue
		}
		if option == nil || !option.Pages || option.Kind != engine.FlagOption || isChoice {
			return c, &problem.QueryError{Name: parameter, Message: fmt.Sprintf("there is no option %q here; there are %s", name, strings.Join(engine.PageFlagNames(), ", "))}
		}
		option.SetOn(&c.Options, true)
	}
	return c, nil
}
