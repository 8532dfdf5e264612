package export

import (
	"context"
	"fmt"
	"strconv"

	"espalier/trees"
	"espalier/web/problem"
)

// This file writes nested lists and JSON of nodes, as trees/foreign reads them.

// noValues is why a tree without values is not written in the notation of another tool.
const noValues = "a path tree has costs of edges and no values at its leaves"

// onePlayer is why a tree of one player is not: its values are single numbers, which others
// take for those of Max.
const onePlayer = "a tree of one player would be read as one of Max and Min"

// otherProblem returns why a tree is not written in the notation of another tool.
func otherProblem(t *trees.Tree) string {
	switch {
	case t.Kind == trees.Path:
		return noValues
	case t.Width() == 1 && t.Kind == trees.MaxN:
		return onePlayer
	}
	return ""
}

// nestedProblem returns why a tree is not written as nested lists, which do not say who moves.
func nestedProblem(t *trees.Tree) string {
	if why := otherProblem(t); why != "" {
		return why
	}
	for n := range t.Len() {
		if t.IsChance(n) {
			return fmt.Sprintf("lists have no chance nodes, and chance moves at %s", t.Name(n))
		}
		if turn := t.Level(n)%t.Players + 1; !t.IsLeaf(n) && t.Mover(n) != turn {
			return fmt.Sprintf("lists do not say who moves, so Max or player 1 moves first and the others follow in turn; at %s %s moves", t.Name(n), moverName(t, n))
		}
	}
	return ""
}

// moverName returns who moves at an inner node, in words.
func moverName(t *trees.Tree, n int) string {
	if t.IsChance(n) {
		return "chance"
	}
	return t.MoverName(t.Mover(n))
}

// refused returns the error of a tree that an export cannot hold; nil: it can.
func refused(why string) error {
	if why == "" {
		return nil
	}
	return problem.Refused("kind", "%s", why)
}

// offerProblem returns why an export is not offered, from why a tree cannot be written.
func offerProblem(name string, why func(*trees.Tree) string) func(o *offer) string {
	return func(o *offer) string {
		with, err := o.of.Resolve(o.view.Spec)
		if err != nil || with.Tree.Len() > maxEFGCheckNodes {
			return ""
		}
		if why := why(with.Tree); why != "" {
			return "No " + name + ": " + why + "."
		}
		return ""
	}
}

// exportNested writes the tree as nested lists: levels in square brackets, scores in round
// ones. A comment, as Python has it, says what has no place in them.
func exportNested(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte {
		if lost := x.Tree.Lost(0); lost != "" {
			b = append(append(append(b, "# "...), lost...), '\n')
		}
		return append(appendNested(b, x.Tree, 0, part), '\n')
	}, refused(nestedProblem(x.Tree))
}

func appendNested(b []byte, t *trees.Tree, n int, part trees.Part) []byte {
	b = part.Full(b)
	if t.IsLeaf(n) {
		return appendScores(b, t, n, '(', ')')
	}
	for i, k := range t.Kids(n) {
		between := byte('[')
		if i > 0 {
			between = ','
		}
		b = appendNested(append(b, between), t, int(k), part)
	}
	return append(b, ']')
}

// appendScores writes the value of a leaf: a number, or the scores of the players in brackets.
func appendScores(b []byte, t *trees.Tree, n int, open, closing byte) []byte {
	v, known := t.Value(n)
	switch {
	case !known:
		return append(b, '?')
	case t.Kind == trees.Minimax:
		return appendScore(b, v[0].In(t.Unit), open)
	}
	for p := range t.Players {
		between := open
		if p > 0 {
			between = ','
		}
		b = appendScore(append(b, between), v[p].In(t.Unit), open)
	}
	return append(b, closing)
}

// appendScore writes a score: in JSON, whose lists open with a square bracket, a fraction is a
// string.
func appendScore(b []byte, s trees.Number, open byte) []byte {
	if open == '[' {
		return s.AppendJSON(b)
	}
	return s.Append(b)
}

// exportChildren writes the tree as objects with children. A comment beside the root says what
// has no place in them.
func exportChildren(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte {
		lost := x.Tree.Lost(trees.HeldTitle | trees.HeldLabels | trees.HeldActions | trees.HeldNumbers | trees.HeldControls)
		if x.Tree.Title == "" && lost == "" {
			return append(appendChildren(b, x.Tree, 0, part), '\n')
		}
		b = append(b, '{')
		if x.Tree.Title != "" {
			b = append(trees.AppendQuoted(append(b, `"title":`...), x.Tree.Title), ',')
		}
		if lost != "" {
			b = append(trees.AppendQuoted(append(b, `"comment":`...), lost), ',')
		}
		return append(appendChildren(append(b, `"root":`...), x.Tree, 0, part), "}\n"...)
	}, refused(otherProblem(x.Tree))
}

func appendChildren(b []byte, t *trees.Tree, n int, part trees.Part) []byte {
	b = append(part.Full(b), '{')
	if label := t.Label(n); label != "" {
		b = append(trees.AppendQuoted(append(b, `"name":`...), label), ',')
	}
	if action := t.Action(n); action != "" {
		b = append(trees.AppendQuoted(append(b, `"action":`...), action), ',')
	}
	if p, given := t.GivenProb(n); given {
		b = append(p.AppendJSON(append(b, `"prob":`...)), ',')
	}
	if t.IsLeaf(n) {
		key := `"payoffs":`
		if t.Kind == trees.Minimax {
			key = `"value":`
		}
		if _, known := t.Value(n); !known {
			return append(b, `"value":null}`...)
		}
		return append(appendScores(append(b, key...), t, n, '[', ']'), '}')
	}
	switch {
	case t.IsChance(n):
		b = append(b, `"type":"chance"`...)
	case t.Kind == trees.Minimax:
		b = fmt.Appendf(b, `"type":%q`, [...]string{"max", "min"}[t.Mover(n)-1])
	default:
		b = strconv.AppendInt(append(b, `"player":`...), int64(t.Mover(n)), 10)
	}
	b = append(b, `,"children":`...)
	for i, k := range t.Kids(n) {
		between := byte('[')
		if i > 0 {
			between = ','
		}
		b = appendChildren(append(b, between), t, int(k), part)
	}
	return append(b, "]}"...)
}
