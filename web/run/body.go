package run

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trees"
	"espalier/web/problem"
)

// This file reads and writes a run as the JSON body of a request.

// specKeys are the keys of a request besides its source.
var specKeys = []string{"revision", "expand", "further", "algorithm", "options", "values"}

// Keys are all keys of a request.
var Keys = slices.Concat(Sources, specKeys)

// Read reads the members of a request. It checks them before anything is searched. A source
// whose tree is built needs the slot of a search; see Builds.
func Read(ctx context.Context, lib Library, members []problem.Member) (*Resolved, error) {
	b, err := ReadBody(members, Keys)
	if err != nil {
		return nil, err
	}
	o, err := b.Open(ctx, lib)
	if err != nil {
		return nil, err
	}
	s, err := o.ReadSpec(b)
	if err != nil {
		return nil, err
	}
	return o.Resolve(s)
}

// Open reads the source of a request that searches it.
func (b *Body) Open(ctx context.Context, lib Library) (*Opened, error) {
	s, err := b.Source()
	if err != nil {
		return nil, err
	}
	o, err := Open(ctx, lib, s)
	if err != nil {
		return nil, err
	}
	return o, o.Searchable()
}

// ReadSpec reads the algorithm, its options and the values of a request.
func (o *Opened) ReadSpec(b Body) (Spec, error) {
	s := Spec{Source: o.Source}
	text := b.Algorithm
	if text == nil && o.Printed != nil {
		text = strconv.AppendQuote(nil, recorded.ID)
	}
	if text == nil {
		return s, problem.Refused("algorithm", "the algorithm is missing; there are %s", algorithms.IDs())
	}
	var err error
	if s.Algorithm, err = o.readAlgorithm(text); err != nil {
		return s, err
	}
	if b.Options != nil {
		if s.Options, err = o.ReadOptions(s.Algorithm, b.Options); err != nil {
			return s, err
		}
	}
	if b.Values != nil {
		s.Values, err = o.ReadValues(b.Values)
	}
	return s, err
}

// ReadShow reads the run of a show. An algorithm that is missing is that of the first run on a
// page of the source.
func (o *Opened) ReadShow(b Body) (Spec, error) {
	if b.Algorithm == nil {
		b.Algorithm = strconv.AppendQuote(nil, o.Default().Algorithm.ID)
	}
	return o.ReadSpec(b)
}

// find returns the algorithm of an id: also that of the recorded run, if the source is one.
func (o *Opened) find(id string) (*engine.Algorithm, bool) {
	if o.Printed != nil && id == recorded.ID {
		return o.Printed.Algorithm, true
	}
	return algorithms.Find(id)
}

func (o *Opened) readAlgorithm(raw []byte) (*engine.Algorithm, error) {
	if id, err := problem.ReadString(raw, "algorithm"); err == nil {
		if a, ok := o.find(id); ok {
			return a, nil
		}
	}
	return ReadAlgorithm(raw)
}

// ReadAlgorithm reads the id of an algorithm.
func ReadAlgorithm(raw []byte) (*engine.Algorithm, error) {
	id, err := problem.ReadString(raw, "algorithm")
	if err != nil {
		return nil, err
	}
	a, ok := algorithms.Find(id)
	if !ok {
		return nil, problem.Refused("algorithm", "there is no algorithm %q; there are %s", id, algorithms.IDs())
	}
	return a, nil
}

// ReadOptions rejects an option that the algorithm does not list: if it were ignored, the
// answer would be to another question.
func (o *Opened) ReadOptions(a *engine.Algorithm, raw []byte) (options engine.Options, err error) {
	members, err := problem.SplitObject(raw, "options")
	if err != nil {
		return options, err
	}
	own := a.OptionNames()
	for _, m := range members {
		path := "options." + m.Key
		if !slices.Contains(own, m.Key) {
			if recorded.Is(a) {
				return options, problem.Refused(path, "a recorded run takes no options: it is as the program printed it")
			}
			return options, problem.Refused(path, "%s has no option %q; it takes %s", a.ID, m.Key, strings.Join(own, ", "))
		}
		if m.Absent() {
			continue
		}
		option := engine.FindOption(m.Key)
		if option == nil {
			return options, fmt.Errorf("%s lists option %s, which is not in engine.OptionSpecs", a.ID, m.Key)
		}
		if option.Kind == engine.FlagOption {
			var on bool
			on, err = problem.ReadBool(m.Raw, path)
			option.SetOn(&options, on)
		} else if option.Kind == engine.ChoiceOption {
			err = readChoice(option, &options, m.Raw, path)
		} else {
			var n int
			n, err = problem.ReadWhole(m.Raw, path, 0, option.Most)
			option.SetNumber(&options, n)
		}
		if err == nil && option.Kind == engine.NodeOption {
			err = o.CheckRoot(options.Root, path)
		}
		if err != nil {
			return options, err
		}
	}
	return options, nil
}

// CheckRoot returns an error at path if the tree has no such root.
func (o *Opened) CheckRoot(root int, path string) error {
	switch {
	case o.Tree == nil && root != 0:
		return problem.Refused(path, "an implicit tree is searched from its root, 0: its other nodes have no number yet")
	case o.Tree != nil && root >= o.Tree.Len():
		return problem.Refused(path, "there is no node %d; the tree has the nodes 0 to %d", root, o.Tree.Len()-1)
	}
	return nil
}

// admit makes numbers possible as values of leaves; see trees.Tree.Admit.
func (o *Opened) admit(numbers []trees.Number) error {
	if len(numbers) == 0 {
		return nil
	}
	t, err := o.Tree.Admit(numbers)
	if err != nil {
		return err
	}
	o.Tree = t
	return nil
}

// ReadValues reads values of leaves: {"5": [3,0,6]}. Resolve checks whether the leaves can
// have them.
func (o *Opened) ReadValues(raw []byte) (Values, error) {
	members, err := problem.SplitObject(raw, "values")
	if err != nil {
		return nil, err
	}
	if o.Tree == nil && len(members) > 0 {
		return nil, problem.Refused("values", "an implicit tree has no leaves to set")
	}
	var numbers []trees.Number
	for _, m := range members {
		if list, err := problem.ReadNumbers(m.Raw, "values."+m.Key, o.Tree); err == nil {
			numbers = append(numbers, list...)
		}
	}
	if err := o.admit(numbers); err != nil {
		return nil, problem.Refused("values", "%s", err)
	}
	values := map[int]trees.Vector{}
	for _, m := range members {
		path := "values." + m.Key
		node, err := strconv.Atoi(m.Key)
		if err != nil || strconv.Itoa(node) != m.Key || node < 0 || node >= o.Tree.Len() {
			return nil, problem.Refused(path, "%q is not the number of a node; the tree has the nodes 0 to %d", m.Key, o.Tree.Len()-1)
		}
		if values[node], err = problem.ReadVector(m.Raw, path, o.Tree); err != nil {
			return nil, err
		}
	}
	return ValuesOf(values), nil
}

// Body returns the run as the body of a request, which Read reads. A body cannot name a
// tree that only a room has, nor one that is at hand: it holds that tree with its values.
func (r *Resolved) Body() string { return encode(r.members()) }

// BodyAt is Body with a step, for a room.
func (r *Resolved) BodyAt(step int) string {
	m := r.members()
	m["step"] = step
	return encode(m)
}

// TreeBody returns the body of the run on the tree itself, with its values.
func (r *Resolved) TreeBody() string {
	if recorded.Is(r.Algorithm) {
		return r.Body() // no tree has the run in it
	}
	of := *r
	of.Source = nil
	return of.Body()
}

// SourceBody returns the source with the values of the run, without what runs on it.
func (r *Resolved) SourceBody() string { return encode(r.sourceMembers()) }

func (r *Resolved) members() map[string]any {
	m, options := r.sourceMembers(), map[string]any{}
	for _, o := range r.Options.Given() {
		if o.Flag {
			options[o.Name] = true
		} else if o.Word != "" {
			options[o.Name] = o.Word
		} else {
			options[o.Name] = o.Num
		}
	}
	m["algorithm"], m["options"] = r.Algorithm.ID, options
	return m
}

func (r *Resolved) sourceMembers() map[string]any {
	m := map[string]any{}
	switch s := r.Source.(type) {
	case Typed:
		m[s.Notation] = s.Raw
	case Figure:
		m["figure"] = s.ID
	case Saved:
		m["saved"] = s.ID
		if s.Revision > 0 {
			m["revision"] = s.Revision
		}
	case Recorded:
		m["trace"] = s.ID
		if s.Revision > 0 {
			m["revision"] = s.Revision
		}
	case Generated:
		m["generate"] = s.Raw
		if s.Expand > 0 {
			m["expand"] = s.Expand
		}
	case Game:
		m["game"] = s.Raw
		if s.Expand > 0 {
			m["expand"] = s.Expand
		}
		if s.Further > 0 {
			m["further"] = s.Further
		}
	default:
		m["tree"] = json.RawMessage(r.Tree.AppendJSON(nil))
		return m
	}
	values := map[string]json.RawMessage{}
	for _, v := range r.Values {
		if own, known := r.Of.Tree.Value(v.Leaf); !known || own != v.Value {
			values[strconv.Itoa(v.Leaf)] = appendValue(nil, &v.Value, r.Tree)
		}
	}
	if len(values) > 0 {
		m["values"] = values
	}
	return m
}

func appendValue(b []byte, v *trees.Vector, t *trees.Tree) []byte {
	return t.AppendValueJSON(b, v)
}

func encode(members map[string]any) string {
	body, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	return string(body)
}

// noChoice says that an option has no such word.
func noChoice(option *engine.OptionSpec, word string) string {
	return fmt.Sprintf("there is no %s %q; there are %s", option.Name, word, strings.Join(option.Choices, ", "))
}

// readChoice reads an option that is one of some words.
func readChoice(option *engine.OptionSpec, to *engine.Options, raw []byte, path string) error {
	word, err := problem.ReadString(raw, path)
	if err == nil && !option.Choose(to, word) {
		err = problem.Refused(path, "%s", noChoice(option, word))
	}
	return err
}
