package run

import (
	"encoding/json"
	"fmt"

	"espalier/trace/program"
	"espalier/trees"
)

// A Basis is what a run of another program was sent for: the tree that it searches, and the
// algorithm that it claims to be. It counts in place of what the header says, so that a program
// cannot choose what it is held against. Nil: the header counts.
type Basis struct {
	Tree      *trees.Tree
	Algorithm string
	Strict    *bool // nil: the header may say it
	TiesLeft  bool
	// Frontier: the search may end at an inner node with the heuristic of the tree.
	Frontier bool
}

type storedBasis struct {
	Tree      json.RawMessage `json:"tree"`
	Algorithm string          `json:"algorithm"`
	Strict    *bool           `json:"strict,omitempty"`
	TiesLeft  bool            `json:"ties_left,omitempty"`
	Frontier  bool            `json:"frontier,omitempty"`
}

// Stored returns the basis as it is stored beside a trace.
func (b *Basis) Stored() ([]byte, error) {
	return json.Marshal(storedBasis{b.Tree.AppendJSON(nil), b.Algorithm, b.Strict, b.TiesLeft, b.Frontier})
}

// ReadBasis reads what is stored beside a trace; nothing is no basis.
func ReadBasis(stored []byte) (*Basis, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	var s storedBasis
	if err := json.Unmarshal(stored, &s); err != nil {
		return nil, fmt.Errorf("the basis of a trace cannot be read: %w", err)
	}
	t, err := trees.ReadJSON(s.Tree)
	if err != nil {
		return nil, fmt.Errorf("the tree of a trace cannot be read: %w", err)
	}
	return &Basis{t, s.Algorithm, s.Strict, s.TiesLeft, s.Frontier}, nil
}

// Options returns how the run is read.
func (b *Basis) Options(o program.Options) program.Options {
	if b != nil {
		o.Tree = b.Tree
	}
	return o
}

// Adopt has the run be judged by the basis. With limits of its own, such as a smaller maxsum, a
// program could make its cuts sound.
func (b *Basis) Adopt(r *program.Run) {
	if b == nil {
		return
	}
	t := b.Tree
	r.MaxSum, r.MinP, r.MaxP, r.Delta = program.Optional{}, nil, nil, program.Optional{}
	if t.MaxSum.Given {
		r.MaxSum = program.Optional{Number: t.MaxSum.Score.In(t.Unit), Given: true}
	}
	for _, l := range []struct {
		of   *trees.Limits
		list *[]program.Optional
	}{{&t.MinP, &r.MinP}, {&t.MaxP, &r.MaxP}} {
		for p := range t.Width() {
			if l.of.Given {
				*l.list = append(*l.list, program.Optional{Number: l.of.Scores[p].In(t.Unit), Given: true})
			}
		}
	}
	if t.Delta > 0 {
		r.Delta = program.Optional{Number: t.Delta.In(t.Unit), Given: true}
	}
	r.Algorithm = b.Algorithm
	if b.Strict != nil {
		r.Strict = b.Strict
	}
}
