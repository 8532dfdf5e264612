package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/program"
	read "espalier/trace/program"
	"espalier/trees"
)

// Limits of a trial.
const (
	MaxTrees = 500
	// mostSmaller is the most smaller trees that are tried.
	mostSmaller = 1_500
)

// A Trial is a program that is tried.
type Trial struct {
	Algorithm *engine.Algorithm
	Text      string // of the program: mistakes are found at its lines
	Shape     Shape
	Seed      uint64
	Trees     int
	// Exact: the program is to visit no node that the algorithm does not visit. Else it may also cut only where a bound
	// is exceeded, and not where it is met.
	Exact bool
	// Run runs the program on a tree, and writes the lines of its trace.
	Run func(tree *trees.Tree, out io.Writer) (*program.Result, error)
}

// A Found tree is one on which the program is wrong.
type Found struct {
	Tree   *trees.Tree
	Report *checks.Report // of its run; nil: it has no event
	Fault  *program.Fault // that has ended the run; nil: it has ended by itself
	Visits                // 0: they are not known
	exact  bool           // more nodes than those of the algorithm are a mistake
	value  []byte
}

// Visits are the nodes that a program visits on a tree, and those that the algorithm does.
type Visits struct{ Nodes, Algorithm int }

// A Result is what a trial comes to.
type Result struct {
	Trees  int // that were tried; fewer than asked for if the time was over, or the program has ended
	Right  int
	Values int    // trees on which every value is right, if not every cut
	More   int    // trees on which every value is right, and more nodes are visited than the algorithm does
	Equal  int    // of these, where a cut is missing only where a bound is met, and not exceeded: these are right
	First  *Found // nil: it was right on all of them
	// Stopped says why fewer trees were tried; empty: all were.
	Stopped string
}

// Do tries the program. Small trees come first. The error is that of Run, or of the context.
func (t *Trial) Do(ctx context.Context) (*Result, error) {
	rng := rand.New(rand.NewPCG(t.Seed, 1))
	list := make([]*grown, t.Trees)
	for i := range list {
		list[i] = t.Shape.random(rng)
	}
	slices.SortStableFunc(list, func(a, b *grown) int { return a.count() - b.count() })
	result := &Result{}
	var smallest *grown // the first one of the gravest kind
	for _, root := range list {
		found, err := t.try(ctx, root)
		if stopped(ctx, err) {
			result.Stopped = "the time is over"
			break
		}
		if err != nil {
			return nil, err
		}
		result.Trees++
		switch {
		case found == nil:
			result.Right++
			result.Values++
			continue
		case found.Right():
			result.Right++
		case smallest == nil || found.kind(t) > result.First.kind(t):
			smallest, result.First = root, found
		}
		if found.ValuesRight() {
			result.Values++
			if found.visitsMore() {
				result.More++
				if found.Right() && found.Report.Equal > 0 {
					result.Equal++
				}
			}
		}
		if found.ends() {
			result.Stopped = found.Fault.Text
			return result, nil
		}
	}
	if smallest != nil {
		t.shrink(ctx, smallest, result)
	}
	return result, nil
}

// ofCuts are the verdicts on what changes no value: which nodes are visited, and with which window.
var ofCuts = []checks.Verdict{checks.Missed, checks.NotThis, checks.Bounds, checks.Order, checks.Again}

// ValuesRight reports whether every value is right, so that the mistakes are about cuts and windows alone.
func (f *Found) ValuesRight() bool {
	if f.Fault != nil || f.Report == nil || f.Report.More > 0 {
		return false
	}
	return !slices.ContainsFunc(f.Report.Checks, func(c checks.Check) bool {
		return c.Error && !slices.Contains(ofCuts, c.Verdict)
	})
}

// A kind of mistake; the gravest one comes last.
type kind uint8

const (
	otherCuts  kind = iota // a cut or a window is not that of the algorithm
	moreNodes              // and more nodes are visited
	unsound                // a cut could change the value, or there is another mistake besides those of cuts
	wrongValue             // a value is wrong, or there is none
)

func (f *Found) kind(t *Trial) kind {
	isUnsound := func(c checks.Check) bool { return c.Error && c.Verdict == checks.Unsound }
	switch {
	case f.ValuesRight() && f.visitsMore():
		return moreNodes
	case f.ValuesRight():
		return otherCuts
	case f.Fault != nil || f.Report == nil || slices.ContainsFunc(f.Report.Checks, func(c checks.Check) bool { return c.Error && c.Verdict == checks.Value }):
		return wrongValue
	case slices.ContainsFunc(f.Report.Checks, isUnsound) && t.isValue(f):
		return unsound
	}
	return wrongValue
}

// isValue reports whether the value of the root is that of the algorithm, in a game of two players.
func (t *Trial) isValue(f *Found) bool {
	if f.Tree.Kind != trees.Minimax {
		return false
	}
	of, err := t.Algorithm.Run(context.Background(), engine.OnTree(f.Tree, 0), engine.Options{}, nil)
	if err != nil {
		return false
	}
	value, err := strconv.ParseFloat(string(f.value), 64)
	return err == nil && value == of.Value[0].In(f.Tree.Unit).Float()
}

func (f *Found) visitsMore() bool { return f.Algorithm > 0 && f.Nodes > f.Algorithm }

// ends reports whether a fault has ended the process of the program: a limit of the whole trial.
func (f *Found) ends() bool { return f.Fault != nil && f.Report == nil }

// stopped reports whether the time of a trial is over.
func stopped(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.DeadlineExceeded))
}

// try runs the program on a tree; nil: the tree breaks a limit of trees.
func (t *Trial) try(ctx context.Context, root *grown) (*Found, error) {
	tree := t.Shape.build(root)
	if tree == nil {
		return nil, nil
	}
	found, err := t.On(ctx, tree)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return found, nil
}

// On runs the program on a tree, and judges it.
func (t *Trial) On(ctx context.Context, tree *trees.Tree) (*Found, error) {
	header, err := (&program.Request{Text: t.Text, Tree: tree}).AppendHeader(nil, t.Algorithm.ID, "")
	if err != nil {
		return nil, err
	}
	lines := bytes.NewBuffer(header)
	result, err := t.Run(tree, lines)
	if err != nil {
		return nil, err
	}
	found := &Found{Tree: tree, Fault: result.Fault, exact: t.Exact, value: result.Value}
	printed, err := read.Read(lines, read.Options{})
	if err != nil {
		return nil, fmt.Errorf("the trace of a program: %w", err)
	}
	if len(printed.Nodes) == 0 {
		return found, nil
	}
	if found.Report, err = checks.Of(ctx, printed, checks.Options{Algorithm: t.Algorithm.ID, Frontier: true, Meets: t.Exact}); err != nil {
		return nil, err
	}
	if !t.Exact {
		found.Visits = Visits{found.Report.Visits.Run, found.Report.Visits.Reference}
	} else {
		of, err := t.Algorithm.Run(ctx, engine.OnTree(tree, 0), engine.Options{}, nil)
		if err != nil {
			return nil, err
		}
		found.Visits = Visits{result.Nodes, of.Stats.Nodes}
	}
	return found, nil
}

// Right reports whether all is right, and no more nodes than those of the algorithm are visited.
func (f *Found) Right() bool {
	return f.Fault == nil && f.Report != nil && f.Report.Verdict == checks.RunRight && !(f.exact && f.Nodes > f.Algorithm)
}

// shrink makes the tree of a result smaller: it takes away a node with all below it, or puts one of its children in
// its place, as long as the mistake stays of the same kind.
func (t *Trial) shrink(ctx context.Context, root *grown, result *Result) {
	tries := 0
	for smaller := true; smaller; {
		smaller = false
		for _, other := range variants(root) {
			if tries++; tries > mostSmaller {
				return
			}
			found, err := t.try(ctx, other)
			if err != nil || found != nil && found.ends() {
				return
			}
			if found != nil && !found.Right() && found.kind(t) >= result.First.kind(t) {
				root, result.First, smaller = other, found, true
				break
			}
		}
	}
}

// variants returns the trees that are smaller by one step, the smallest first.
func variants(root *grown) (list []*grown) {
	var visit func(n *grown, replaced func(with *grown) *grown)
	visit = func(n *grown, replaced func(with *grown) *grown) {
		for i, k := range n.kids {
			in := func(kids []*grown) *grown {
				c := *n
				c.kids = kids
				return replaced(&c)
			}
			if len(n.kids) > 1 { // without it
				list = append(list, in(slices.Delete(slices.Clone(n.kids), i, i+1)))
			}
			with := func(k *grown) *grown {
				kids := slices.Clone(n.kids)
				kids[i] = k
				return in(kids)
			}
			for _, below := range k.kids { // a node below it in its place; the movers stay in turn
				if len(below.kids) == 0 || below.player == k.player && !below.chance && !k.chance {
					list = append(list, with(below))
				}
				for _, next := range below.kids {
					if next.player == k.player && next.chance == k.chance && len(next.kids) > 0 {
						list = append(list, with(next))
					}
				}
			}
			visit(k, with)
		}
	}
	visit(root, func(with *grown) *grown { return with })
	slices.SortStableFunc(list, func(a, b *grown) int { return a.count() - b.count() })
	return list
}
