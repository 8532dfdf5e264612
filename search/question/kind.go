package question

import (
	"context"
	"fmt"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// Kinds are the kinds of questions, in the order in which they are listed.
var Kinds = []*Kind{Cut, Value, Terms, Root, Change, Fewer, Order, Vote, Plan, Pick, Choice}

// A Kind is a kind of questions.
type Kind struct {
	ID string
	// Asks says what is asked and how it is answered, in the description of the API.
	Asks string

	// Fields are those that its questions have besides the step, and Required those that
	// they need.
	Fields   []Field
	Required []Field

	// NeedsTree says why it is not asked about an implicit tree; empty: it is.
	NeedsTree string
	// AtAnswer: the step of the question is itself the answer, so only the steps before it
	// may be seen.
	AtAnswer bool
	// NoneIsAnswer: an answer without nodes can be right.
	NoneIsAnswer bool
	// Relation is what the nodes of an answer are to the node of the question: an answer
	// names only nodes that are choices. Empty: it can name any node.
	Relation string
	Shape    Shape

	// check checks a question that has all required fields; nil: there is nothing to check.
	check func(q *Question, r *Run) error
	// choices returns the answers to choose from; nil: an answer is not chosen from a list.
	choices func(q *Question, r *Run) []Answer
	// right finds the right answer; nil: no answer is.
	right func(ctx context.Context, q *Question, r *Run) (Right, error)
}

// A Field is a member of a question.
type Field string

const (
	FieldNode    Field = "node"    // that the question is about
	FieldValue   Field = "value"   // that a leaf would have
	FieldChoices Field = "choices" // texts
	FieldCorrect Field = "correct" // the right one of the choices
	FieldOther   Field = "other"   // the algorithm of the other search
	FieldStep    Field = "step"    // every kind has it
	FieldKind    Field = "kind"    // every question has it
)

// A Question is what is asked about a run.
type Question struct {
	Kind    *Kind
	Step    int
	Node    int          // -1: none
	Value   trees.Vector // that the leaf would have
	Choices []string
	Correct *int // of the choices; nil: none
	Other   *engine.Algorithm

	// AnyNode: the choices are not only the nodes that a reader of the tree would consider.
	// A list of these alone can give the answer away.
	AnyNode bool
}

// A Fault says which field of a question is wrong, and why.
type Fault struct {
	Field   Field
	Message string
}

func (f *Fault) Error() string { return string(f.Field) + ": " + f.Message }

func fault(f Field, format string, args ...any) error { return &Fault{f, fmt.Sprintf(format, args...)} }

// Find returns the kind with an id; nil: there is none.
func Find(id string) *Kind {
	i := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.ID == id })
	if i < 0 {
		return nil
	}
	return Kinds[i]
}

// IDs returns the ids of the kinds.
func IDs() []string {
	ids := make([]string, len(Kinds))
	for i, k := range Kinds {
		ids[i] = k.ID
	}
	return ids
}

// Has reports whether questions of the kind have a field.
func (k *Kind) Has(f Field) bool { return slices.Contains(k.Fields, f) }

// Requires reports whether questions of the kind need a field.
func (k *Kind) Requires(f Field) bool { return slices.Contains(k.Required, f) }

// Shown returns the last step that may be seen before the question is answered. settled is
// Right.Settled of its right answer.
func (q *Question) Shown(settled int) int {
	last := q.Step
	if q.Kind.AtAnswer {
		last--
	}
	if settled > 0 {
		last = min(last, settled-1)
	}
	return max(0, last)
}

// Check returns what is wrong with a question that has all required fields, as a Fault.
func (q *Question) Check(r *Run) error {
	if q.Kind.check == nil {
		return nil
	}
	return q.Kind.check(q, r)
}

// ChoicesOn returns the answers to choose from. Where several nodes can be chosen, each
// answer has one of them.
func (q *Question) ChoicesOn(r *Run) []Answer {
	if q.Kind.choices == nil {
		return nil
	}
	return q.Kind.choices(q, r)
}

// Right returns the right answer. It sets the node of a question about an event.
func (q *Question) Right(ctx context.Context, r *Run) (Right, error) {
	if q.Kind.right == nil {
		return noRight, nil
	}
	return q.Kind.right(ctx, q, r)
}
