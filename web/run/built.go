package run

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/recent"
)

// MaxExpanded bounds the nodes of the tree of a game that is built to be drawn.
const MaxExpanded = games.MaxBuilt

// smallTree is how many nodes a tree has at most whose building takes the slot of a small
// search: it has a few megabytes.
const smallTree = 20_000

// Builds reports whether Open builds the tree of the source, and whether that is large.
func Builds(ctx context.Context, s Source) (builds, large bool) {
	switch s := s.(type) {
	case Generated:
		g, err := ReadGenerator(s.Raw)
		return s.Expand > 0 && err == nil, err == nil && g.MostNodes() > smallTree
	case Game:
		_, pos, err := openGame(s.Raw)
		if s.Expand == 0 || err != nil {
			return false, false
		}
		// After an error its context has ended, and no slot is given.
		most, whole, err := DepthWithin(ctx, pos, smallTree)
		return true, err == nil && s.Expand+s.Further > most && !whole
	}
	return false, false
}

// DepthWithin is games.DepthWithin, in turn with the searches of others. The error is that of
// the context.
func DepthWithin(ctx context.Context, pos games.Position, most int) (depth int, whole bool, err error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return 0, false, err
	}
	defer give()
	return games.DepthWithin(pos, most, func() error { return engine.PassTurn(ctx) })
}

// builtTrees keeps the trees that were built last: a page and its playback need the same
// one, and so does each picture beside it.
var builtTrees struct {
	sync.Mutex
	list   recent.Map[string, builtTree]
	making fair.Flight[string, builtTree]
}

// A builtTree is a tree, or why it cannot be built.
type builtTree struct {
	tree *trees.Tree
	err  error
}

// maxBuiltTrees bounds them: one of the largest takes about 60 MB.
const maxBuiltTrees = 4

// GameTree returns the tree of a position to a depth, and at most further plies below it where the
// position is unstable. No search may use the position.
func GameTree(ctx context.Context, pos games.Position, depth, further int) (*trees.Tree, error) {
	key := strconv.Itoa(depth) + "+" + strconv.Itoa(further) + string(pos.AppendDocument(nil))
	t, err := built(ctx, key, func(pass func() error) (*trees.Tree, error) {
		return games.BuildExtended(pos, depth, further, MaxExpanded, pass)
	})
	if ctx.Err() != nil && err != nil {
		return nil, context.Cause(ctx)
	}
	var inexact *games.InexactError
	if errors.As(err, &inexact) {
		return nil, &problem.QueryError{Name: "expand", Message: inexact.Error()}
	}
	if err != nil {
		return nil, &problem.QueryError{Name: "expand", Message: "to this depth the tree has more than the " + strconv.Itoa(MaxExpanded) + " nodes that are built; a smaller depth is right"}
	}
	return t, nil
}

// GeneratedTree returns the whole tree of a generator.
func GeneratedTree(ctx context.Context, g *games.Generator) (*trees.Tree, error) {
	if g.MostNodes() > trees.MaxNodes {
		return nil, problem.Refused("expand", "this tree may have more than %d nodes, the limit of a tree that is built; choose a smaller depth or branching", trees.MaxNodes)
	}
	return built(ctx, "generate "+g.String(), g.BuildWith)
}

// built returns a tree that was built lately, or builds it in turn with the searches of
// others. It ends with its context; if others wait for the tree, one of them builds it.
func built(ctx context.Context, key string, build func(pass func() error) (*trees.Tree, error)) (*trees.Tree, error) {
	if b, known := knownTree(key); known {
		return b.tree, b.err
	}
	b, err := builtTrees.making.Do(ctx, key, func() (b builtTree, err error) {
		if b, known := knownTree(key); known {
			return b, nil
		}
		give, err := engine.TakeTurn(ctx)
		if err != nil {
			return b, err
		}
		defer give()
		if b.tree, b.err = build(func() error { return engine.PassTurn(ctx) }); b.err != nil && ctx.Err() != nil {
			return b, b.err
		}
		keepTree(key, b)
		return b, nil
	})
	if err != nil {
		return nil, err
	}
	return b.tree, b.err
}

func knownTree(key string) (b builtTree, known bool) {
	builtTrees.Lock()
	defer builtTrees.Unlock()
	return builtTrees.list.Get(key)
}

func keepTree(key string, b builtTree) {
	builtTrees.Lock()
	defer builtTrees.Unlock()
	builtTrees.list.Put(key, b)
	for oldest := range builtTrees.list.Oldest() {
		if builtTrees.list.Len() <= maxBuiltTrees {
			break
		}
		builtTrees.list.Remove(oldest)
	}
}
