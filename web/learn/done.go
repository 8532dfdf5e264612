package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"espalier/search/practice"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
)

// ReadDone reads the body of a check of a student's steps: a request as for solve, and the steps
// in "done".
func ReadDone(ctx context.Context, lib run.Library, members []problem.Member) (*run.Resolved, []practice.Step, error) {
	var done []byte
	about := make([]problem.Member, 0, len(members))
	for _, m := range members {
		if m.Key == "done" {
			done = m.Raw
		} else {
			about = append(about, m)
		}
	}
	r, err := run.Read(ctx, lib, about)
	switch {
	case err != nil:
		return nil, nil, err
	case r.Tree == nil:
		return nil, nil, problem.Refused(r.Source.Key(), "practice needs an explicit tree: %s", strings.Join(run.ExplicitSources, ", "))
	case r.Tree.Kind == trees.Path:
		return nil, nil, problem.Refused(r.Source.Key(), "practice needs a tree of kind maxn or minimax; the kind of this tree is %s", r.Tree.Kind)
	case done == nil:
		return nil, nil, problem.Refused("done", `the steps are missing; send a list, for example [{"type": "cut", "node": 5}]`)
	}
	steps, err := readSteps(done, "done", r.Tree)
	return r, steps, err
}

// readSteps reads the steps of a student on a tree.
func readSteps(done []byte, path string, t *trees.Tree) ([]practice.Step, error) {
	elements, err := problem.SplitArray(done, path)
	if err != nil {
		return nil, err
	}
	if len(elements) > practice.MaxSteps {
		return nil, problem.Refused(path, "there are %d steps; an answer has at most %d", len(elements), practice.MaxSteps)
	}
	steps := make([]practice.Step, len(elements))
	for i, e := range elements {
		if steps[i], err = readPracticeStep(e, fmt.Sprintf("%s[%d]", path, i), t); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// practiceFields are the fields of each kind of step, without its type.
var practiceFields = [...][]string{
	practice.Cut:    {"node", "because"},
	practice.Backup: {"node", "value"},
	practice.Bound:  {"node", "player", "score"},
}

// A stepText is the text of the members of a step.
type stepText struct{ kind, node, because, value, player, score []byte }

func (s *stepText) fields(keys ...string) []problem.Field {
	return problem.Choose([]problem.Field{{Key: "type", Raw: &s.kind}, {Key: "node", Raw: &s.node}, {Key: "because", Raw: &s.because},
		{Key: "value", Raw: &s.value}, {Key: "player", Raw: &s.player}, {Key: "score", Raw: &s.score}}, keys...)
}

func readPracticeStep(raw []byte, path string, t *trees.Tree) (s practice.Step, err error) {
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return s, err
	}
	members = slices.DeleteFunc(members, problem.Member.Absent) // of any key
	var given stepText
	_ = problem.ReadFields(members, path, given.fields("type")...) // which says what else there can be
	if given.kind == nil {
		return s, problem.Refused(path+".type", "the type is missing; the types are %s", strings.Join(practice.Kinds[:], ", "))
	}
	name, err := problem.ReadString(given.kind, path+".type")
	if err != nil {
		return s, err
	}
	kind := slices.Index(practice.Kinds[:], name)
	if kind < 0 {
		return s, problem.Refused(path+".type", "there is no type %q; the types are %s", name, strings.Join(practice.Kinds[:], ", "))
	}
	s.Kind = practice.Kind(kind)
	known := practiceFields[kind]
	fields := given.fields(append([]string{"type"}, known...)...)
	if err := problem.ReadFields(members, path, fields...); err != nil {
		return s, err
	}
	for _, f := range fields[1:] {
		at := path + "." + f.Key
		switch {
		case *f.Raw == nil && f.Key != "because":
			return s, problem.Refused(at, "a step of type %s needs %s", name, trees.InWords(known))
		case f.Key == "node":
			s.Node, err = problem.ReadWhole(given.node, at, 0, trees.MaxNodes)
		case f.Key == "player":
			s.Player, err = problem.ReadWhole(given.player, at, 1, t.Players)
		case f.Key == "value":
			s.Value, err = problem.ReadVector(given.value, at, t)
		case f.Key == "score":
			s.Score, err = problem.ReadScore(given.score, at, t.Unit)
		case given.because != nil:
			s.HasBecause = true
			s.Because, err = readDoneHolders(given.because, at)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

func readDoneHolders(raw []byte, path string) (holders []practice.Holder, err error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	for i, e := range elements {
		at := fmt.Sprintf("%s[%d]", path, i)
		members, err := problem.SplitObject(e, at)
		if err != nil {
			return nil, err
		}
		var given struct{ player, node []byte }
		err = problem.ReadFields(members, at, problem.Field{Key: "player", Raw: &given.player}, problem.Field{Key: "node", Raw: &given.node})
		switch {
		case given.player == nil:
			return nil, problem.Refused(at+".player", "a bound needs its player and the node that holds it")
		case given.node == nil:
			return nil, problem.Refused(at+".node", "a bound needs its player and the node that holds it")
		case err != nil:
			return nil, err
		}
		var h practice.Holder
		if h.Player, err = problem.ReadWhole(given.player, at+".player", 1, trees.MaxPlayers); err != nil {
			return nil, err
		}
		if h.Node, err = problem.ReadWhole(given.node, at+".node", 0, trees.MaxNodes); err != nil {
			return nil, err
		}
		holders = append(holders, h)
	}
	return holders, nil
}
