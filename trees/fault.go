package trees

import (
	"fmt"
	"slices"
)

// MaxFaults is the maximum number of faults listed for a tree: one changed maxsum can make
// every leaf a fault, and a longer list would not help to repair the tree.
const MaxFaults = 200

// A Fault is a limit that a tree breaks while it is edited: a leaf above
// maxsum, a heuristic that a leaf contradicts. The tree can still be drawn and
// saved, but not searched.
type Fault struct {
	ID      ID     `json:"id"`    // of the node; 0: the header
	Node    int    `json:"node"`  // -1: the header
	Field   string `json:"field"` // key in the document: value, alternatives[1], low, player, outcomes[0]
	Message string `json:"message"`
}

// A faultCollector decides what happens with a broken limit. If the collector is nil, a
// broken limit is an error. Otherwise it is recorded as a fault, and the tree is accepted.
// Errors of structure are always errors.
type faultCollector struct {
	faults []Fault
	// fragment: the root is a placeholder for the node below which the others will be. It may be a chance
	// node, so that they may have probabilities.
	fragment bool
}

// fragmentAt reports whether node n is a placeholder for another node.
func (j *faultCollector) fragmentAt(n int) bool { return j != nil && j.fragment && n == 0 }

// header and node report a broken limit. They return the error, or nil if it
// was recorded.
func (j *faultCollector) header(field, message string) *Error {
	if j == nil {
		return ErrorAt(field, "%s", message)
	}
	j.note(NoNode, field, message)
	return nil
}

func (j *faultCollector) node(t *Tree, n int, field, message string) *Error {
	if j == nil {
		return t.errNode(n, "."+field, "%s", message)
	}
	j.note(n, field, message)
	return nil
}

func (j *faultCollector) note(n int, field, message string) {
	if len(j.faults) < MaxFaults {
		j.faults = append(j.faults, Fault{Node: n, Field: field, Message: message})
	}
}

// contradictions checks the leaves against the heuristics. An error names the
// node of the heuristic; a fault names the leaf.
func (j *faultCollector) contradictions(t *Tree) *Error {
	if j == nil {
		c := t.contradiction()
		if c == nil {
			return nil
		}
		field := ".low"
		if c.above {
			field = ".up"
		}
		return t.errNode(c.holder, field, "%s", c.message(t))
	}
	t.eachContradiction(func(c *contradiction) bool {
		field := valueField(c.alternative)
		if t.Kind == Path {
			field = "cost"
		}
		j.note(c.leaf, field, c.messageAtLeaf(t))
		return len(j.faults) < MaxFaults
	})
	slices.SortStableFunc(j.faults, func(a, b Fault) int { return a.Node - b.Node })
	return nil
}

// messageAtLeaf describes the contradiction at the leaf.
func (c *contradiction) messageAtLeaf(t *Tree) string {
	side := "below the lower"
	if c.above {
		side = "above the upper"
	}
	bound := fmt.Sprintf("%s bound %s at %s", side, c.bound.In(t.Unit), t.Name(c.holder))
	switch t.Kind {
	case Path:
		return fmt.Sprintf("the path to here costs %s, %s", c.score.In(t.Unit), bound)
	case Minimax:
		return fmt.Sprintf("%s is %s", c.score.In(t.Unit), bound)
	}
	return fmt.Sprintf("player %d has %s, %s", c.player+1, c.score.In(t.Unit), bound)
}
