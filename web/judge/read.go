package judge

import (
	"encoding/json"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/problem"
)

// MaxText bounds the text of a question in bytes, MaxChoices and MaxChoice its choices, which
// fit on a phone.
const (
	MaxText    = 200
	MaxChoices = 6
	MaxChoice  = 60
)

// A Question is a question with the text that its author has given.
type Question struct {
	question.Question
	Text string // empty: the kind says what is asked
}

// given is the text of what a question has.
type given struct{ kind, node, text, step, value, choices, correct, other []byte }

// field returns the text of a member that some kinds have.
func (g *given) field(f question.Field) []byte {
	switch f {
	case question.FieldNode:
		return g.node
	case question.FieldValue:
		return g.value
	case question.FieldChoices:
		return g.choices
	case question.FieldOther:
		return g.other
	}
	return g.correct
}

// Read reads a question about a run. step reads the step in a text; nil: the step that is
// shown.
func Read(raw []byte, r *question.Run, step func(text []byte) (int, error)) (*Question, error) {
	list, err := problem.SplitObject(raw, "question")
	if err != nil {
		return nil, err
	}
	var g given
	if err := problem.ReadFields(list, "question", problem.Field{Key: "kind", Raw: &g.kind}, problem.Field{Key: "node", Raw: &g.node}, problem.Field{Key: "text", Raw: &g.text},
		problem.Field{Key: "step", Raw: &g.step}, problem.Field{Key: "value", Raw: &g.value}, problem.Field{Key: "choices", Raw: &g.choices}, problem.Field{Key: "correct", Raw: &g.correct}, problem.Field{Key: "other", Raw: &g.other}); err != nil {
		return nil, err
	}
	q := &Question{Question: question.Question{Node: -1}}
	if q.Step, err = step(g.step); err != nil {
		return nil, err
	}
	id := ""
	if g.kind != nil {
		if id, err = problem.ReadString(g.kind, "question.kind"); err != nil {
			return nil, err
		}
	}
	if q.Kind = question.Find(id); q.Kind == nil {
		return nil, problem.Refused("question.kind", "there is no question of kind %.40q; there are %s", id, strings.Join(question.IDs(), ", "))
	}
	if g.text != nil {
		if q.Text, err = readShortText(g.text, "question.text", MaxText); err != nil {
			return nil, err
		}
	}
	return q, q.readFields(&g, r)
}

// fields are the members that some kinds have, in the order in which they are checked.
var fields = []question.Field{question.FieldNode, question.FieldValue, question.FieldChoices, question.FieldCorrect, question.FieldOther}

// missing says which field is missing.
var missing = map[question.Field]string{
	question.FieldNode: "the node of the question is missing", question.FieldValue: "the new value of the leaf is missing", question.FieldChoices: "the choices are missing",
	question.FieldOther: "the algorithm of the other search is missing",
}

func (q *Question) readFields(g *given, r *question.Run) (err error) {
	for _, f := range fields {
		if g.field(f) != nil && !q.Kind.Has(f) {
			return problem.Refused("question."+string(f), "a question of kind %s has no %s", q.Kind.ID, f)
		}
	}
	for _, f := range fields {
		path, raw := "question."+string(f), g.field(f)
		if why := q.Kind.NeedsTree; f == question.FieldValue && why != "" && r.Tree == nil { // after the node, in any kind
			return problem.Refused("question.kind", "%s", why)
		}
		switch {
		case raw == nil && q.Kind.Requires(f):
			return problem.Refused(path, "%s", missing[f])
		case raw == nil:
		case f == question.FieldNode:
			q.Node, err = problem.ReadWhole(raw, path, 0, r.Nodes()-1)
		case f == question.FieldValue:
			q.Value, err = problem.ReadVector(raw, path, r.Tree)
		case f == question.FieldChoices:
			q.Choices, err = readChoices(raw)
		case f == question.FieldCorrect:
			var n int
			n, err = problem.ReadWhole(raw, path, 0, len(q.Choices)-1)
			q.Correct = &n
		case f == question.FieldOther:
			q.Other, err = readAlgorithm(raw, path)
		}
		if err != nil {
			return err
		}
	}
	return inQuestion(q.Check(r))
}

func readAlgorithm(raw []byte, path string) (*engine.Algorithm, error) {
	id, err := problem.ReadString(raw, path)
	if err != nil {
		return nil, err
	}
	a, ok := algorithms.Find(id)
	if !ok {
		return nil, problem.Refused(path, "there is no algorithm %.40q; there are %s", id, algorithms.IDs())
	}
	return a, nil
}

func readShortText(raw []byte, path string, most int) (string, error) {
	text, err := problem.ReadString(raw, path)
	if err == nil && len(text) > most {
		err = problem.OverLimit(path, "the text has %d bytes; at most %d are allowed", len(text), most)
	}
	return text, err
}

func readChoices(raw []byte) (choices []string, err error) {
	list, err := problem.SplitArray(raw, "question.choices")
	if err != nil {
		return nil, err
	}
	if len(list) < 2 || len(list) > MaxChoices {
		return nil, problem.Refused("question.choices", "a question has 2 to %d choices; this one has %d", MaxChoices, len(list))
	}
	for i, one := range list {
		text, err := readShortText(one, "question.choices["+strconv.Itoa(i)+"]", MaxChoice)
		if err != nil {
			return nil, err
		}
		choices = append(choices, text)
	}
	return choices, nil
}

// AppendJSON appends a question about a run in the form that Read reads.
func AppendJSON(b []byte, q *question.Question, r *question.Run) []byte {
	v := struct {
		Kind  string          `json:"kind"`
		Step  *int            `json:"step,omitempty"`
		Node  *int            `json:"node,omitempty"`
		Value json.RawMessage `json:"value,omitempty"`
		Other string          `json:"other,omitempty"`
	}{Kind: q.Kind.ID}
	if q.Kind.AtAnswer {
		v.Step = &q.Step
	} else if q.Node >= 0 {
		v.Node = &q.Node
	}
	if q.Kind.Has(question.FieldValue) {
		v.Value = r.Tree.AppendValueJSON(nil, &q.Value)
	}
	if q.Other != nil {
		v.Other = q.Other.ID
	}
	return app.AppendJSON(b, v)
}
