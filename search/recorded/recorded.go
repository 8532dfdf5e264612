package recorded

import (
	"context"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// ID is the id of every recorded run in addresses and requests.
const ID = "recorded"

// New returns the algorithm that replays the run of another program. It runs only
// on the tree that was inferred from that run, with the values that this tree has. Its
// pseudo-code is that of the algorithm that the run claims to be; claimed may be nil.
func New(r *program.Run, inf *program.Inferred, claimed *engine.Algorithm) *engine.Algorithm {
	a := &engine.Algorithm{
		ID: ID, Name: "The program", Paper: "the trace of the program", Sound: true, Chance: true,
		Needs:     "the trace of a program",
		Guarantee: "none: it is what the program printed",
		Reference: algorithms.PlainFor(inf.Tree).Reference,
		Claimed:   claimed,
	}
	if claimed != nil {
		a.Code, a.ChanceCode, a.Terms, a.TwoPlayers = claimed.Code, claimed.ChanceCode, claimed.Terms, claimed.TwoPlayers || r.Reduced
		if r.Kind == trees.MaxN {
			a.Reference = claimed.Reference
		}
	}
	if r.Program != "" {
		a.Text = strings.Split(strings.TrimRight(strings.ReplaceAll(r.Program, "\r\n", "\n"), "\n"), "\n")
	}
	a.Replay = func(ctx context.Context, observer trace.Observer) (engine.Result, error) {
		return replay(ctx, a, r, inf, observer)
	}
	return a
}

// Is reports whether the algorithm replays the run of another program.
func Is(a *engine.Algorithm) bool { return a.Replay != nil }

func replay(ctx context.Context, a *engine.Algorithm, r *program.Run, inf *program.Inferred, observer trace.Observer) (engine.Result, error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return engine.Result{}, err
	}
	defer give()
	lines := engine.LinesOf(a.CodeFor(inf.Tree, engine.Options{}))
	var reference *trace.Reference
	var equal []int32
	play := program.Replay{
		Name: a.ID, TwoSides: a.Reference.TwoSides,
		Pass: func() error { return engine.PassTurn(ctx) },
		Reference: func(v *trees.Vector) *trace.Reference {
			reference, equal = referenceOf(a, r, inf.Tree, v)
			return reference
		},
	}
	var observed trace.Observer
	if observer != nil {
		recorder := (*trace.Recorder)(nil)
		observed = func(e *trace.Event) {
			if a.Text == nil { // else it is that of the text
				e.Line = of(lines, e)
			}
			if recorder != nil {
				recorder.Record(e)
				return
			}
			observer(e)
			recorder = e.Recorder
		}
	}
	out, err := play.Play(r, inf, observed)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Result{Value: out.Value, NoValue: !out.HasValue, Width: r.Width(), Unit: inf.Tree.Unit, Line: out.Line, Stats: out.Stats, Reference: reference, Equal: equal}
	if !r.Complete {
		return res, &engine.LimitError{Message: "the program stopped before the root had a value", Path: "trace"}
	}
	return res, nil
}

// of returns the line of the pseudo-code to which an event belongs.
func of(l *engine.EventLines, e *trace.Event) int {
	switch {
	case e.Type == trace.Prune:
		return l.ByRule[e.Rule]
	case e.Type == trace.Backup && e.Chance && l.Chance > 0:
		return l.Chance
	case e.Type == trace.Backup && e.Improved:
		return l.Improved
	}
	return l.ByType[e.Type]
}

// referenceOf compares a value of the root with that of the reference search. It returns nil if
// a leaf of unknown value is needed.
func referenceOf(a *engine.Algorithm, r *program.Run, t *trees.Tree, value *trees.Vector) (*trace.Reference, []int32) {
	values, known := a.Reference.Values(t, 0, -1)
	if !known {
		return nil, nil
	}
	agrees := true
	for p := range t.Width() {
		if a.Reference.Agree != nil && !t.IsLeaf(0) && p != a.Reference.Agree(t, 0)-1 {
			continue
		}
		d := values[0][p] - value[p]
		agrees = agrees && max(d, -d) <= r.Tolerance(value[p])*(t.Unit/max(1, r.Unit))
	}
	return &trace.Reference{Value: values[0], Agrees: agrees}, a.Reference.Equal(t, 0, -1, values)
}

// Replay returns a function that replays a run of another program, with its nodes as
// answers number them. claimed is the algorithm that the run claims to be, or nil. If more of the
// run may come, its last event is left out.
func Replay(r *program.Run, claimed *engine.Algorithm, more bool) func(ctx context.Context, observer trace.Observer) error {
	return func(ctx context.Context, observer trace.Observer) error {
		give, err := engine.TakeTurn(ctx)
		if err != nil {
			return err
		}
		defer give()
		f := program.NewFollower(ReplayAs(claimed))
		for ended := false; !ended; {
			if err := engine.PassTurn(ctx); err != nil {
				return err
			}
			events := f.Take(r, replayedAtOnce, !more)
			ended = len(events) == 0
			for i := range events {
				observer(&events[i])
			}
		}
		return nil
	}
}

// replayedAtOnce is how many events of a run are replayed between two checks of the context.
const replayedAtOnce = 512

// ReplayAs returns how the run of a program that claims to be an algorithm is replayed; nil: it claims nothing.
func ReplayAs(claimed *engine.Algorithm) program.Replay {
	o := program.Replay{Name: ID}
	if claimed != nil {
		o.Name, o.TwoSides = claimed.ID, claimed.Reference.TwoSides
	}
	return o
}
