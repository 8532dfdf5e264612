package traces

import (
	"context"
	"strings"
	"time"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/words"
)

// This file draws a run that is too large, or not yet at its end: the path to the node at work, with
// the siblings on it.

const (
	// windowLevels is how many nodes of a path are drawn, the lowest ones.
	windowLevels = 9
	// windowKids is how many children of a node on the path are in the picture, drawn or summed up.
	windowKids = 60
	// mostName is the longest name of a node at its edge.
	mostName = 12
)

// A state is what a page shows of a run as it grows.
type state struct {
	Events   int    `json:"events"`
	Nodes    int    `json:"nodes"`
	Lines    int    `json:"lines"`
	Bytes    int64  `json:"bytes"`
	Leaves   int    `json:"leaves"`
	Cut      int    `json:"cut"`
	Level    int    `json:"level"` // of the node at work
	Complete bool   `json:"complete"`
	Live     bool   `json:"live"`
	Program  string `json:"program,omitempty"` // what is known of the program: running, silent, …
	Status   string `json:"status,omitempty"`  // that as a sentence, in which {at} is the time At
	At       string `json:"at,omitempty"`
	Fault    string `json:"fault,omitempty"`
	Title    string `json:"title,omitempty"`
	Picture  string `json:"picture,omitempty"`
	Said     string `json:"said"` // of the picture
}

// state returns what a page shows now, and what signals further events; nil: nothing more comes.
func (l *live) state(ctx context.Context) (*state, <-chan struct{}, error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer give()
	for more := true; more; { // others may add lines and compute in between
		if more, err = l.advance(ctx); err == nil {
			err = engine.PassTurn(ctx)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	s, w, changed, err := l.newest(ctx)
	if w != nil {
		s.Picture = string(w.draw())
	}
	return s, changed, err
}

// newest returns the state without its picture, which is not drawn yet.
func (l *live) newest(ctx context.Context) (*state, *window, <-chan struct{}, error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return nil, nil, nil, err
	}
	defer fair.Leave(l.reading)
	ended, changed, err := l.now()
	if err != nil {
		return nil, nil, nil, err
	}
	run, f := l.feed.reader.Peek(), l.front
	f.Skip(run, len(run.Events))
	s := &state{Lines: run.Lines, Bytes: l.bytes(), Live: !ended, Fault: l.faultText()}
	if ended {
		changed = nil
	} else {
		s.setProgram(l.quiet())
	}
	return s, s.fill(run, f), changed, nil
}

// setProgram sets what is known of the program.
func (s *state) setProgram(q silence) {
	s.Program = q.program(time.Now())
	at := q.heard
	switch s.Program {
	case programRuns:
		s.Status = "The program is running. The page follows it."
		return
	case programSilent:
		s.Status = "The program has been silent since {at}. The page follows it."
	case programBroke:
		s.Status, at = "The connection to the program broke at {at}. The program can continue.", q.broke
	case programStopped:
		s.Status = "The server was stopped while the program ran. The program can continue."
		return
	}
	s.At = at.UTC().Format(time.RFC3339)
}

// statusParts returns the sentence around its time, and the time as it is read without a script.
func (s *state) statusParts() (before, at, after string) {
	before, after, _ = strings.Cut(s.Status, "{at}")
	if t, err := time.Parse(time.RFC3339, s.At); err == nil {
		at = t.Format("15:04 UTC")
	}
	return before, at, after
}

// faultText returns the error of the line that cannot be read; empty: there is none.
func (l *live) faultText() string {
	if f := l.faultLine(); f != nil {
		return f.Error()
	}
	return ""
}

// advance lets the front go on by some events, and reports whether there are more.
func (l *live) advance(ctx context.Context) (more bool, err error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return false, err
	}
	defer fair.Leave(l.reading)
	run := l.feed.reader.Peek()
	to := l.front.Next() + skippedAtOnce
	l.front.Skip(run, to)
	return to < len(run.Events), nil
}

// fill sets what is known of a run where a follower is, and returns its picture, not drawn yet.
func (s *state) fill(run *program.Run, f *program.Follower) *window {
	s.Events, s.Nodes, s.Complete, s.Title = len(run.Events), len(run.Nodes), run.Complete, run.Title
	if len(run.Nodes) == 0 {
		s.Said = "No event has come yet."
		return nil
	}
	stats := f.Stats()
	s.Leaves, s.Cut = stats.Leaves, stats.Pruned
	path := f.Path()
	s.Level = len(path) - 1
	s.Said = "The path to the node at work."
	if len(path) > windowLevels {
		s.Said = "The lowest " + words.Grouped(windowLevels) + " nodes of the path to the node at work; " + words.CountNodes(len(path)-windowLevels) + " are above."
	}
	return newWindow(run, f)
}

// A window is a small tree: the path with the siblings on it, and the events that lead to the state of
// its nodes.
type window struct {
	tree   *trees.Tree
	events []trace.Event
	at     int // the node at work
}

// newWindow returns the window where a follower is; nil: the tree cannot be drawn.
func newWindow(run *program.Run, f *program.Follower) *window {
	path := f.Path()
	path = path[max(0, len(path)-windowLevels):]
	w := &window{}
	shape, unit := f.Shape(), f.Unit()
	b := trees.NewGameBuilder(trees.Header{Unit: unit, Kind: run.Kind, Players: playersOf(run)}, len(path)*(windowKids+1))
	next := int32(0)
	emit := func(e trace.Event) {
		e.Width, e.Unit, e.Players, e.Scalar, e.About, e.Parent, e.Move = shape.Width, shape.Unit, shape.Players, shape.Scalar, shape.About, shape.Parent, shape.Move
		w.events = append(w.events, e)
	}
	open := func(n int32, x trees.Node) int32 {
		switch name, move, own := run.Label(n), run.Move(n), run.OwnLabel(n); {
		case next == 0:
		case move != "" && move != run.OwnName(n):
			x.Label = move
		case own != "":
			x.Label = own
		case run.ID(n) != "" && len(name) <= mostName:
			x.Label = name
		}
		b.Open(x)
		next++
		return next - 1
	}
	var add func(i int)
	add = func(i int) {
		at := path[i]
		kids := shownKids(run, at.Node, path[min(i+1, len(path)-1)].Node)
		x := trees.Node{Unknown: len(kids) == 0}
		if len(kids) > 0 {
			x.Player, x.Chance = max(1, f.Mover(at.Node)), false
		}
		me := open(at.Node, x)
		emit(trace.Event{Type: trace.Enter, Node: me, Player: f.Mover(at.Node), Depth: i})
		w.at = int(me)
		var cut []int32
		for _, k := range kids {
			if i+1 < len(path) && k == path[i+1].Node {
				add(i + 1)
				continue
			}
			s := f.At(k)
			leaf := trees.Node{Unknown: true}
			if s.HasValue {
				leaf = trees.Node{Value: &s.Value}
			}
			kid := open(k, leaf)
			b.Close()
			if s.Visited {
				emit(trace.Event{Type: trace.Enter, Node: kid})
				emit(trace.Event{Type: trace.Exit, Node: kid, Value: s.Value, HasValue: s.HasValue})
				best := s.HasValue && at.HasValue && s.Value == at.Value
				emit(trace.Event{Type: trace.Backup, Node: me, Child: kid, Value: s.Value, HasValue: s.HasValue, Best: at.Value, HasBest: at.HasValue, Improved: best})
			} else if s.Cut {
				cut = append(cut, kid)
			}
		}
		if len(cut) > 0 {
			emit(trace.Event{Type: trace.Prune, Node: me, Rule: trace.Other, Cut: cut})
		}
		if !at.Open {
			emit(trace.Event{Type: trace.Exit, Node: me, Value: at.Value, HasValue: at.HasValue})
		}
		b.Close()
	}
	add(0)
	var err error
	if w.tree, err = b.Tree(); err != nil {
		return nil
	}
	return w
}

func playersOf(run *program.Run) int {
	if run.Kind == trees.Minimax {
		return 0
	}
	return run.Players
}

// shownKids returns the children of a node that are in the picture: all, or those around one.
func shownKids(run *program.Run, node, around int32) []int32 {
	kids := run.Kids(node)
	if len(kids) <= windowKids {
		return kids
	}
	at := len(kids) - 1
	for i, k := range kids {
		if k == around {
			at = i
		}
	}
	from := min(max(0, at-windowKids/2), len(kids)-windowKids)
	return kids[from : from+windowKids]
}

func (w *window) draw() []byte {
	fold := trace.NewFold(w.tree, nil)
	for i := range w.events {
		fold.Apply(&w.events[i], nil)
	}
	along := &layout.Along{}
	along.At = w.at
	return draw.PathPicture(w.tree, fold, along)
}
