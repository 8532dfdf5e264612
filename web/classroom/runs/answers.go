package runs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/web/classroom/entry"
	"espalier/web/problem"
)

// MaxAnswer bounds an answer in bytes of JSON, and MaxChanges how often a follower can
// answer one question.
const (
	MaxAnswer  = 512
	MaxChanges = 50
)

// A Shape is what an answer to a question looks like.
type Shape struct {
	kind    string
	nodes   int     // answers name nodes below it
	kids    []int32 // cut: the nodes that can be named; nil: any
	width   int     // value: scores of a vector; 0: not known
	scalar  bool    // value: one number
	choices int
}

// ShapeOf returns that of the answers to a question.
func ShapeOf(q *Question, info *Run) Shape {
	s := Shape{kind: q.Kind, nodes: info.Nodes(), choices: q.Choices, width: info.Width(), scalar: info.Kind() != trees.MaxN}
	if tree := info.Tree; tree != nil && q.Kind == Cut {
		s.kids = tree.Kids(q.Node)
	}
	return s
}

// AnyShape returns that of answers to a question whose run is not known any more.
func AnyShape(kind string, choices int) Shape { return Shape{kind: kind, choices: choices} }

// Read reads an answer. It returns the one form in which equal answers are equal, and
// the nodes that the answer names.
func (s *Shape) Read(raw []byte) (text []byte, nodes []int32, err error) {
	const path = "answer"
	if len(raw) > MaxAnswer {
		return nil, nil, problem.Refused(path, "the answer has %d bytes; %d is the most", len(raw), MaxAnswer)
	}
	below := s.nodes
	if below == 0 {
		below = 1 << 31
	}
	switch s.kind {
	case Cut, Terms:
		if nodes, err = ReadNodes(raw, path, below); err != nil {
			return nil, nil, err
		}
		for i, n := range nodes {
			switch {
			case i > 0 && n <= nodes[i-1]:
				return nil, nil, problem.Refused(path, "the nodes are to ascend, each of them once")
			case s.kids != nil && !slices.Contains(s.kids, n):
				return nil, nil, problem.Refused(path, "node %d is no child of the node that the question is about", n)
			}
		}
		return trees.AppendNodes(nil, nodes), nodes, nil
	case Pick:
		n, err := problem.ReadWhole(raw, path, 0, below-1)
		return strconv.AppendInt(nil, int64(n), 10), []int32{int32(n)}, err
	case Root:
		yes, err := problem.ReadBool(raw, path)
		return strconv.AppendBool(nil, yes), nil, err
	case Choice:
		n, err := problem.ReadWhole(raw, path, 0, s.choices-1)
		return strconv.AppendInt(nil, int64(n), 10), nil, err
	}
	return s.readValue(raw)
}

// readValue reads a vector, or a number where a value is one.
func (s *Shape) readValue(raw []byte) ([]byte, []int32, error) {
	const path = "answer"
	elements := [][]byte{raw}
	if !s.scalar {
		var err error
		if elements, err = problem.SplitArray(raw, path); err != nil {
			return nil, nil, err
		}
		if s.width > 0 && len(elements) != s.width || len(elements) > trees.MaxPlayers {
			return nil, nil, problem.Refused(path, "the value has %d scores; %d are wanted", len(elements), s.width)
		}
	}
	var v trees.Vector
	for i, e := range elements {
		score, err := problem.ReadScore(e, path)
		if err != nil {
			return nil, nil, err
		}
		v[i] = score
	}
	return trees.AppendValueJSON(nil, &v, len(elements), s.scalar), nil, nil
}

// ReadNodes reads a list of nodes, which are below a number.
func ReadNodes(raw []byte, path string, below int) ([]int32, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	nodes := make([]int32, 0, len(elements))
	for i, e := range elements {
		n, err := problem.ReadWhole(e, fmt.Sprintf("%s[%d]", path, i), 0, below-1)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, int32(n))
	}
	return nodes, nil
}

// Answers are the newest answer of each follower to one question. The caller guards
// them.
type Answers struct {
	by       map[entry.FollowerID]*given
	distinct map[string]*distinct
	batches  map[string]bool // whose answers are in it
}

type given struct {
	answer   *distinct
	changes  int    // how often it was given, or is about to be stored
	sequence uint64 // of the store, which orders those of several servers
}

type distinct struct {
	text  string
	nodes []int32
	count int
}

// get returns what a follower has given.
func (a *Answers) get(id entry.FollowerID) *given {
	if a.by == nil {
		a.by, a.distinct, a.batches = map[entry.FollowerID]*given{}, map[string]*distinct{}, map[string]bool{}
	}
	g := a.by[id]
	if g == nil {
		g = &given{}
		a.by[id] = g
	}
	return g
}

// Has reports whether a follower has given an answer, or is about to.
func (a *Answers) Has(id entry.FollowerID) bool { return a.by[id] != nil }

// Followers returns how many have given an answer, or are about to.
func (a *Answers) Followers() int { return len(a.by) }

// Change counts another answer of a follower; false: there are too many.
func (a *Answers) Change(id entry.FollowerID) bool {
	g := a.get(id)
	g.changes++
	return g.changes <= MaxChanges
}

// Known reports whether a batch is in the answers.
func (a *Answers) Known(batch string) bool { return a.batches[batch] }

// AddBatch says that a batch is in the answers; false: it was before.
func (a *Answers) AddBatch(batch string) bool {
	if a.batches[batch] {
		return false
	}
	a.get("")
	delete(a.by, "")
	a.batches[batch] = true
	return true
}

// Set sets the answer of a follower, unless there is a later one: sequence is of the
// store, which orders those of several servers. text is in the form that Read returns.
func (a *Answers) Set(id entry.FollowerID, text string, nodes []int32, sequence uint64) {
	g := a.get(id)
	if g.answer != nil {
		if g.sequence > sequence {
			return
		}
		if g.answer.count--; g.answer.count == 0 {
			delete(a.distinct, g.answer.text)
		}
	}
	d := a.distinct[text]
	if d == nil {
		d = &distinct{text: text, nodes: nodes}
		a.distinct[text] = d
	}
	d.count++
	g.answer, g.sequence = d, sequence
}

// Each calls f with each follower's answer, in the order of their ids.
func (a *Answers) Each(f func(id entry.FollowerID, text string)) {
	var ids []entry.FollowerID
	for id, g := range a.by {
		if g.answer != nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		f(id, a.by[id].answer.text)
	}
}

// Count returns how many followers have answered.
func (a *Answers) Count() (n int) {
	for _, d := range a.distinct {
		n += d.count
	}
	return n
}

// sorted returns the different answers, the commonest first.
func (a *Answers) sorted() []*distinct {
	list := make([]*distinct, 0, len(a.distinct))
	for _, d := range a.distinct {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *distinct) int {
		return cmp.Or(b.count-a.count, len(a.text)-len(b.text), cmp.Compare(a.text, b.text))
	})
	return list
}

// Tally counts the answers, and the nodes that they name. It lists the commonest.
func (a *Answers) Tally(mostAnswers, mostNodes int) *Tally {
	t := &Tally{Answers: a.Count(), Counts: []AnswerCount{}, Nodes: []NodeCount{}}
	byNode := map[int32]int{}
	for i, d := range a.sorted() {
		if i < mostAnswers {
			t.Counts = append(t.Counts, AnswerCount{json.RawMessage(d.text), d.count})
		} else {
			t.Other += d.count
		}
		for _, n := range d.nodes {
			byNode[n] += d.count
		}
	}
	for n, count := range byNode {
		t.Nodes = append(t.Nodes, NodeCount{n, count})
	}
	slices.SortFunc(t.Nodes, func(a, b NodeCount) int { return cmp.Or(b.Count-a.Count, int(a.Node-b.Node)) })
	t.Nodes = t.Nodes[:min(len(t.Nodes), mostNodes)]
	slices.SortFunc(t.Nodes, func(a, b NodeCount) int { return int(a.Node - b.Node) })
	return t
}

// A Tally is how often each answer was given, as everybody sees it.
type Tally struct {
	Answers int           `json:"answers"`
	Counts  []AnswerCount `json:"counts"`
	Other   int           `json:"other"`
	Nodes   []NodeCount   `json:"nodes"`
}

type AnswerCount struct {
	Answer json.RawMessage `json:"answer"`
	Count  int             `json:"count"`
}

type NodeCount struct {
	Node  int32 `json:"node"`
	Count int   `json:"count"`
}

// Append appends the members of a tally.
func (t *Tally) Append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `"answers":`...), int64(t.Answers), 10)
	b = append(b, `,"counts":[`...)
	for i, c := range t.Counts {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, `{"answer":`...), c.Answer...)
		b = append(trees.AppendNumberKey(b, "count", c.Count), '}')
	}
	b = trees.AppendNumberKey(append(b, ']'), "other", t.Other)
	b = append(b, `,"nodes":{`...)
	for i, n := range t.Nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '"'), int64(n.Node), 10), `":`...)
		b = strconv.AppendInt(b, int64(n.Count), 10)
	}
	return append(b, '}')
}
