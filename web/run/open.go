package run

import (
	"context"

	"espalier/search/algorithms"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A Library has the saved trees.
type Library interface {
	// Load returns the newest revision of a tree.
	Load(ctx context.Context, id treestore.ID) (*treestore.Saved, error)
	// At returns one of its revisions.
	At(ctx context.Context, id treestore.ID, revision int) (*treestore.Saved, error)
	// Trace returns what was sent of a run of another program; revision 0 is the newest.
	Trace(ctx context.Context, id treestore.ID, revision int) (*Sent, error)
	// Reads has the runs of other programs that were read last.
	Reads() *Reads
}

// A Room is the library of a room, which also keeps the typed trees that it shows.
type Room interface {
	Library
	// Shown returns a tree that the room keeps.
	Shown(ctx context.Context, s Shown) (*trees.Tree, error)
}

// An Opened is a source that was read.
type Opened struct {
	Source Source
	Tree   *trees.Tree // with letters; nil: the tree is implicit, or a figure has none

	Figure    *figures.Figure  // nil: not a figure; Tree may be that of its companion
	Saved     *treestore.Saved // nil: not a saved tree
	Printed   *Printed         // nil: not a run of another program
	Fault     error            // how a saved tree breaks its own limits: it is drawn, and not searched
	Generator *games.Generator // nil: not an implicit tree of a generator
	Game      *games.Document  // nil: not an implicit tree of a game
	position  games.Position   // of Game; no search may use it
}

// Open reads a source, in turn with the searches of others if that takes long. A source
// whose tree is built, as Builds says, needs the slot of a search.
func Open(ctx context.Context, lib Library, s Source) (*Opened, error) {
	o := &Opened{Source: s}
	var err error
	switch s := s.(type) {
	case Typed:
		reading, wrong := ReadNotationInTurn(ctx, problem.Member{Key: s.Notation, Raw: s.Raw})
		if wrong != nil {
			return nil, wrong
		}
		o.Tree = reading.Tree
	case Figure:
		f, ok := figures.Find(s.ID)
		if !ok {
			return nil, noFigure(s.ID)
		}
		return OnFigure(f), nil
	case Saved:
		err = o.openSaved(ctx, lib, s)
	case Generated:
		err = o.openGenerated(ctx, s)
	case Game:
		err = o.openGame(ctx, s)
	case Recorded:
		o, err = openRecorded(ctx, lib, s)
	case Shown:
		room, ok := lib.(Room)
		if !ok {
			return nil, problem.Refused(s.Key(), "only a room has trees by their hash")
		}
		o.Tree, err = room.Shown(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	if o.Tree != nil {
		o.Tree = o.Tree.WithLetters()
	}
	return o, nil
}

// OnTree returns the opened form of a tree that is at hand.
func OnTree(t *trees.Tree) *Opened { return &Opened{Tree: t.WithLetters()} }

// OnFigure returns the opened form of a figure that is at hand.
func OnFigure(f *figures.Figure) *Opened {
	o := &Opened{Source: Figure{f.ID}, Figure: f}
	if t := PlayedOf(f).Tree; t != nil {
		o.Tree = t.WithLetters()
	}
	return o
}

// Played returns the figure whose tree is played: the figure, or its companion if it has
// no tree of its own.
func (o *Opened) Played() *figures.Figure { return PlayedOf(o.Figure) }

// PlayedOf returns the figure itself, or its companion if it has no tree of its own.
func PlayedOf(f *figures.Figure) *figures.Figure {
	if f.Tree == nil && f.Companion != nil {
		return f.Companion
	}
	return f
}

func (o *Opened) openSaved(ctx context.Context, lib Library, s Saved) (err error) {
	if s.Revision == 0 {
		o.Saved, err = lib.Load(ctx, s.ID)
	} else {
		o.Saved, err = lib.At(ctx, s.ID, s.Revision)
	}
	if err != nil {
		return err
	}
	o.Tree = o.Saved.Draft.Tree()
	_, o.Fault = o.Saved.Draft.Checked()
	return nil
}

func (o *Opened) openGenerated(ctx context.Context, s Generated) (err error) {
	if o.Generator, err = ReadGenerator(s.Raw); err != nil || s.Expand == 0 {
		return err
	}
	o.Tree, err = GeneratedTree(ctx, o.Generator)
	o.Generator = nil
	return err
}

func (o *Opened) openGame(ctx context.Context, s Game) (err error) {
	if o.Game, o.position, err = openGame(s.Raw); err != nil || s.Expand == 0 {
		return err
	}
	o.Tree, err = GameTree(ctx, o.position, s.Expand, s.Further)
	o.Game, o.position = nil, nil
	return err
}

// Implicit reports whether the tree is not built: its nodes have no numbers yet.
func (o *Opened) Implicit() bool { return o.Game != nil || o.Generator != nil }

// Position returns the position of an implicit game, which no search may use; else nil.
func (o *Opened) Position() games.Position { return o.position }

// Pinned returns the source with the revision of a saved tree or a trace that was opened: later
// revisions do not change it.
func (o *Opened) Pinned() Source {
	if p := o.Printed; p != nil {
		return Recorded{o.Source.(Recorded).ID, p.Number}
	}
	if o.Saved == nil {
		return o.Source
	}
	return Saved{o.Saved.ID, o.Saved.Number}
}

// Searchable returns why a request cannot search the source: a figure has no tree of its
// own, or a saved tree breaks its limits.
func (o *Opened) Searchable() error {
	if f := o.Figure; f != nil && f.Tree == nil {
		other := ""
		if f.Companion != nil {
			other = "; \"" + f.Companion.ID + "\" shows what it is about"
		}
		return problem.Refused("figure", "figure %q has no tree to search%s", f.ID, other)
	}
	return o.Fault
}

// Default returns the run that a page of the source shows first.
func (o *Opened) Default() Spec {
	switch {
	case o.Tree == nil:
		a := algorithms.Plain
		return Spec{Source: o.Source, Algorithm: a}
	case o.Figure != nil:
		return FirstSpec(o.Figure, o.Played())
	case o.Printed != nil:
		return Spec{Source: o.Source, Algorithm: o.Printed.Algorithm}
	}
	return Spec{Source: o.Source, Algorithm: algorithms.PlainFor(o.Tree)}
}

// Title returns the title of the tree, or a general one.
func (o *Opened) Title() string {
	if o.Figure != nil {
		return words.MaxN(o.Figure.Title)
	}
	return words.TitleOf(o.Tree)
}

// Describe returns a short description of the tree of a run. The tree of a run of one player against all
// others has two sides; all its players are named.
func (o *Opened) Describe(t *trees.Tree) string {
	p := o.Printed
	if p == nil || !p.Run.Reduced || t.Kind != trees.Minimax {
		return words.Describe(t)
	}
	return words.DescribeSides(t, p.Run.Players, p.Run.Alone)
}

// OwnCopy returns a copy of the tree of a figure that shows its title, as the page of the
// figure does.
func OwnCopy(t *trees.Tree) *trees.Tree {
	own := *t
	own.Title = words.MaxN(t.Title)
	return &own
}
