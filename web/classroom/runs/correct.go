package runs

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
)

// The kinds of questions.
const (
	Cut    = "cut"    // which children of node will be cut next
	Value  = "value"  // what node backs up
	Terms  = "terms"  // which bounds justify the cut at the step
	Root   = "root"   // whether the result would change with another value at a leaf
	Pick   = "pick"   // any node
	Choice = "choice" // one of some texts
)

// Kinds lists them.
var Kinds = []string{Cut, Value, Terms, Root, Pick, Choice}

// A Question is what is asked about a run.
type Question struct {
	Kind    string
	Step    int
	Node    int // -1: none
	Value   trees.Vector
	Choices int
	Correct []byte // of a choice, as the presenter gave it; nil: none
}

// A Correct is the right answer, which no follower gets before it is revealed.
type Correct struct {
	Answer  json.RawMessage `json:"correct"` // null: there is none
	At      *int            `json:"at,omitempty"`
	Results *Results        `json:"results,omitempty"` // root: why
}

// Results are those of a search without the value that a question gives to a leaf, and
// with it.
type Results struct {
	Before Result `json:"before"`
	After  Result `json:"after"`
}

// A Result is what a search returns.
type Result struct {
	Value json.RawMessage `json:"value"`           // null: none
	Truth json.RawMessage `json:"truth,omitempty"` // by exhaustive search; empty: not known
}

var none = Correct{Answer: json.RawMessage("null")}

// Correct finds the right answer. A question about a cut gets its node.
func (h Searcher) Correct(ctx context.Context, q *Question, info *Run) (Correct, error) {
	switch q.Kind {
	case Choice:
		if q.Correct == nil {
			return none, nil
		}
		n, err := problem.ReadWhole(q.Correct, "question.correct", 0, q.Choices-1)
		return Correct{Answer: strconv.AppendInt(nil, int64(n), 10)}, err
	case Root:
		before, err := h.result(ctx, info, 0, nil)
		if err != nil {
			return none, err
		}
		after, err := h.result(ctx, info, q.Node, &q.Value)
		changes := string(before.Value) != string(after.Value)
		return Correct{Answer: strconv.AppendBool(nil, changes), Results: &Results{before, after}}, err
	case Pick:
		return none, nil
	}
	found := none
	if q.Kind == Cut {
		found.Answer = json.RawMessage("[]")
	}
	wrongStep := q.Kind == Terms
	err := h.watch(ctx, info, func(e *trace.Event) bool {
		at := e.Seq
		switch {
		case q.Kind == Terms:
			if e.Seq == q.Step && e.Type == trace.Prune {
				wrongStep = false
				found = Correct{Answer: holders(e), At: &at}
				if q.Node < 0 {
					q.Node = int(e.Node)
				}
			}
			return e.Seq < q.Step
		case e.Seq <= q.Step || int(e.Node) != q.Node:
		case q.Kind == Cut && e.Type == trace.Prune:
			found = Correct{Answer: trees.AppendNodes(nil, e.Cut), At: &at}
			return false
		case e.Type == trace.Exit:
			if q.Kind == Value && e.HasValue {
				found = Correct{Answer: trace.AppendValue(nil, &e.Value, e.Width, e.Scalar), At: &at}
			} else if q.Kind == Cut {
				found.At = &at
			}
			return false
		}
		return true
	})
	if err == nil && wrongStep {
		err = problem.Refused("question.step", "step %d is no cut; a question of kind terms is about one", q.Step)
	}
	return found, err
}

// holders returns the nodes of the terms of a prune that are bounds of players.
func holders(e *trace.Event) []byte {
	var nodes []int32
	for _, t := range e.Terms {
		if t.Player >= 1 && t.Node >= 0 {
			nodes = append(nodes, t.Node)
		}
	}
	slices.Sort(nodes)
	return trees.AppendNodes(nil, slices.Compact(nodes))
}
