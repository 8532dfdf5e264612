package classroom

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/problem"
)

// answers has the newest answer of each follower to one question. The caller guards it.
type answers struct {
	by       map[entry.FollowerID]*given
	distinct map[string]*distinct
	batches  map[string]bool // the batches that were added
}

type given struct {
	answer   *distinct
	changes  int    // the number of answers, including one that is being stored
	sequence uint64 // the sequence number in the store, which orders answers from several servers
}

type distinct struct {
	text   string
	answer question.Answer // nil: it cannot be read, because its run is no longer known
	count  int
}

// get returns the entry of a follower.
func (a *answers) get(id entry.FollowerID) *given {
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

// has reports whether a follower has given an answer, even if it is still being stored.
func (a *answers) has(id entry.FollowerID) bool { return a.by[id] != nil }

// of returns the stored answer of a follower; nil: none.
func (a *answers) of(id entry.FollowerID) *distinct {
	if g := a.by[id]; g != nil {
		return g.answer
	}
	return nil
}

// followers returns the number of followers for whom has is true.
func (a *answers) followers() int { return len(a.by) }

// change counts another answer of a follower; false: the limit is exceeded.
func (a *answers) change(id entry.FollowerID) bool {
	g := a.get(id)
	g.changes++
	return g.changes <= MaxChanges
}

// known reports whether a batch was added.
func (a *answers) known(batch string) bool { return a.batches[batch] }

// addBatch marks a batch as added; false: it was added before.
func (a *answers) addBatch(batch string) bool {
	if a.batches[batch] {
		return false
	}
	a.get("")
	delete(a.by, "")
	a.batches[batch] = true
	return true
}

// set sets the answer of a follower, unless there is a later one: sequence is of the
// store, which orders those of several servers. Equal answers have equal texts.
func (a *answers) set(id entry.FollowerID, text string, answer question.Answer, sequence uint64) {
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
		d = &distinct{text: text, answer: answer}
		a.distinct[text] = d
	}
	d.count++
	g.answer, g.sequence = d, sequence
}

// drop removes the answer of a follower if it does not count. What they have used of the limits stays used.
func (a *answers) drop(id entry.FollowerID, counts func(sequence uint64) bool) {
	g := a.by[id]
	if g == nil || g.answer == nil || counts(g.sequence) {
		return
	}
	if g.answer.count--; g.answer.count == 0 {
		delete(a.distinct, g.answer.text)
	}
	g.answer = nil
}

// each calls f with each follower's answer, in the order of their ids.
func (a *answers) each(f func(id entry.FollowerID, d *distinct)) {
	var ids []entry.FollowerID
	for id, g := range a.by {
		if g.answer != nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		f(id, a.by[id].answer)
	}
}

// count returns how many followers have answered.
func (a *answers) count() (n int) {
	for _, d := range a.distinct {
		n += d.count
	}
	return n
}

// sorted returns the different answers, the most frequent first.
func (a *answers) sorted() []*distinct {
	list := make([]*distinct, 0, len(a.distinct))
	for _, d := range a.distinct {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *distinct) int {
		return cmp.Or(b.count-a.count, len(a.text)-len(b.text), cmp.Compare(a.text, b.text))
	})
	return list
}

// tally counts the answers and the nodes in them. It lists the most frequent ones.
func (a *answers) tally(mostAnswers, mostNodes int) *tally {
	t := &tally{Answers: a.count(), Counts: []answerCount{}, Nodes: []nodeCount{}}
	byNode := map[int32]int{}
	for i, d := range a.sorted() {
		if i < mostAnswers {
			t.Counts = append(t.Counts, answerCount{json.RawMessage(d.text), d.count, d.answer})
		} else {
			t.Other += d.count
		}
		if d.answer == nil {
			continue
		}
		for _, n := range d.answer.Named() {
			byNode[n] += d.count
		}
	}
	for n, count := range byNode {
		t.Nodes = append(t.Nodes, nodeCount{n, count})
	}
	slices.SortFunc(t.Nodes, func(a, b nodeCount) int { return cmp.Or(b.Count-a.Count, int(a.Node-b.Node)) })
	t.Nodes = t.Nodes[:min(len(t.Nodes), mostNodes)]
	slices.SortFunc(t.Nodes, func(a, b nodeCount) int { return int(a.Node - b.Node) })
	return t
}

// A tally has the count of each answer. Everyone can see it.
type tally struct {
	Answers int           `json:"answers"`
	Counts  []answerCount `json:"counts"`
	Other   int           `json:"other"`
	Nodes   []nodeCount   `json:"nodes"`
}

type answerCount struct {
	Answer json.RawMessage `json:"answer"`
	Count  int             `json:"count"`
	read   question.Answer // nil: it cannot be read
}

type nodeCount struct {
	Node  int32 `json:"node"`
	Count int   `json:"count"`
}

// A tallyAnswer is a tally as it is sent.
type tallyAnswer struct {
	Answers int            `json:"answers"`
	Counts  []answerCount  `json:"counts"`
	Other   int            `json:"other"`
	Nodes   problem.Object `json:"nodes"` // the counts by node
}

func (t *tally) answer() *tallyAnswer {
	return &tallyAnswer{t.Answers, app.List(t.Counts), t.Other, byNode(t.Nodes)}
}

func byNode(counts []nodeCount) problem.Object {
	o := make(problem.Object, len(counts))
	for i, n := range counts {
		o[i] = problem.Numbered(int(n.Node), strconv.AppendInt(nil, int64(n.Count), 10))
	}
	return o
}
