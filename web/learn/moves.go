package learn

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/practice"
	"espalier/trees"
	"espalier/web/problem"
)

// The steps of a student are in the address: cut=5 for each cut node, because5=4,0 for the nodes
// whose bounds justify the cut, b3=2,2,5 for the value that node 3 backs up, and h3=5,, for the
// bounds at node 3, a score or nothing for each player. A form without scripts can send them,
// too.

// passName is the parameter with the pass of a student who has seen the right answer of homework.
const passName = "pass"

// pageNames are the parameters without a node in their names.
var pageNames = []string{"algorithm", "kind", "players", "depth", "branching", "maxsum", "seed", "case", "check", "done", "print", "name", "cut", passName}

// readMoves reads the steps of the student, node by node.
func readMoves(q url.Values, t *trees.Tree) (steps []practice.Step, err error) {
	if err := problem.CheckOnce(q, "cut"); err != nil {
		return nil, err
	}
	cut := map[int]bool{}
	for _, text := range q["cut"] {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n >= t.Len() {
			return nil, &problem.QueryError{Name: "cut", Message: fmt.Sprintf("%q is not a node that can be cut; those nodes are 1 to %d", text, t.Len()-1)}
		}
		cut[n] = true
	}
	because, values, bounds := map[int]string{}, map[int]string{}, map[int]string{}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if slices.Contains(pageNames, name) {
			continue
		}
		var to map[int]string
		digits, text := "", q.Get(name)
		for _, kind := range []struct {
			prefix string
			of     map[int]string
		}{{"because", because}, {"b", values}, {"h", bounds}} {
			if rest, ok := strings.CutPrefix(name, kind.prefix); ok {
				digits, to = rest, kind.of
				break
			}
		}
		n, err := strconv.Atoi(digits)
		if to == nil || err != nil {
			return nil, &problem.QueryError{Name: name, Message: "there is no such parameter here; the parameters are " + own() + ", and for steps at a node, such as node 5 or 3: cut=5, because5=4,0, b3=2,2,5 and h3=5,,"}
		}
		if n < 0 || n >= t.Len() {
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("there is no node %d; the nodes are 0 to %d", n, t.Len()-1)}
		}
		if strings.Trim(text, ", ") != "" {
			to[n] = text
		}
	}
	for n := range t.Len() {
		if cut[n] {
			s := practice.Step{Kind: practice.Cut, Node: n}
			if text, ok := because[n]; ok {
				s.HasBecause = true
				if s.Because, err = readHolders(text, fmt.Sprintf("because%d", n), t); err != nil {
					return nil, err
				}
			}
			steps = append(steps, s)
		}
		if text, ok := values[n]; ok {
			v, err := t.ParseValue(text)
			if err != nil {
				return nil, &problem.QueryError{Name: fmt.Sprintf("b%d", n), Message: err.Error()}
			}
			steps = append(steps, practice.Step{Kind: practice.Backup, Node: n, Value: v})
		}
		if text, ok := bounds[n]; ok {
			more, err := readBounds(text, n, t)
			if err != nil {
				return nil, err
			}
			steps = append(steps, more...)
		}
	}
	return steps, nil
}

func readHolders(text, name string, t *trees.Tree) (list []practice.Holder, err error) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 || n >= t.Len() || t.IsLeaf(n) {
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not an inner node; give the nodes whose bounds justify the cut, for example 4,0", part)}
		}
		list = append(list, practice.Holder{Player: t.Mover(n), Node: n})
	}
	return list, nil
}

func readBounds(text string, n int, t *trees.Tree) (steps []practice.Step, err error) {
	name, parts := fmt.Sprintf("h%d", n), strings.Split(text, ",")
	if len(parts) != t.Players {
		return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q has %d parts; %d are needed: a score or nothing for each player, for example 5,,", text, len(parts), t.Players)}
	}
	for i, part := range parts {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		number, err := trees.ParseNumber(part)
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: err.Error()}
		}
		score, ok := number.In(t.Unit)
		if !ok {
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("%s cannot be a bound: all scores of this tree are multiples of 1/%d", number, t.Unit)}
		}
		steps = append(steps, practice.Step{Kind: practice.Bound, Node: n, Player: i + 1, Score: score})
	}
	return steps, nil
}

// writeMoves adds steps to a query, in the form that readMoves reads.
func writeMoves(q url.Values, steps []practice.Step, t *trees.Tree) {
	bounds := map[int][]string{}
	for _, s := range steps {
		switch s.Kind {
		case practice.Cut:
			q.Add("cut", strconv.Itoa(s.Node))
			var nodes []string
			for _, h := range s.Because {
				nodes = append(nodes, strconv.Itoa(h.Node))
			}
			if nodes != nil {
				q.Set(fmt.Sprintf("because%d", s.Node), strings.Join(nodes, ","))
			}
		case practice.Backup:
			q.Set(fmt.Sprintf("b%d", s.Node), t.PlainValue(&s.Value))
		case practice.Bound:
			if bounds[s.Node] == nil {
				bounds[s.Node] = make([]string, t.Players)
			}
			bounds[s.Node][s.Player-1] = s.Score.In(t.Unit).String()
		}
	}
	for n, list := range bounds {
		q.Set(fmt.Sprintf("h%d", n), strings.Join(list, ","))
	}
}
