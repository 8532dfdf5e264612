package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

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
	Visits                // of an exact trial
}

// Visits are the nodes that a program visits on a tree, and those that the algorithm does.
type Visits struct{ Nodes, Algorithm int }

// A Result is what a trial comes to.
type Result struct {
	Trees  int // that were tried; fewer than asked for if the time was over, or the program has ended
	Right  int
	Values int    // trees on which every value is right, if not every cut
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
	var smallest *grown // a wrong value goes before a cut that is not the one of the algorithm
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
		if found == nil {
			result.Right++
		} else if smallest == nil || result.First.ValuesRight() && !found.ValuesRight() {
			smallest, result.First = root, found
		}
		if found == nil || found.ValuesRight() {
			result.Values++
		}
		if found != nil && found.ends() {
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

// ends reports whether a fault has ended the process of the program: a limit of the whole trial.
func (f *Found) ends() bool { return f.Fault != nil && f.Report == nil }

// stopped reports whether the time of a trial is over.
func stopped(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.DeadlineExceeded))
}

// try runs the program on a tree; nil: it is right.
func (t *Trial) try(ctx context.Context, root *grown) (*Found, error) {
	tree := t.Shape.build(root)
	if tree == nil {
		return nil, nil
	}
	found, err := t.On(ctx, tree)
	if err != nil || found.Right() {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return found, nil
}

// On runs the program on a tree, and judges it.
func (t *Trial) On(ctx context.Context, tree *trees.Tree) (*Found, error) {
	var lines bytes.Buffer
	result, err := t.Run(tree, &lines)
	if err != nil {
		return nil, err
	}
	found := &Found{Tree: tree, Fault: result.Fault}
	printed, err := read.Read(&lines, read.Options{Tree: tree})
	if err != nil {
		return nil, fmt.Errorf("the trace of a program: %w", err)
	}
	if len(printed.Nodes) == 0 {
		return found, nil
	}
	if found.Report, err = checks.Of(ctx, printed, checks.Options{Algorithm: t.Algorithm.ID, Frontier: true, Meets: t.Exact}); err != nil {
		return nil, err
	}
	if t.Exact {
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
	return f.Fault == nil && f.Report != nil && f.Report.Verdict == checks.RunRight && f.Nodes <= f.Algorithm
}

// shrink makes the tree of a result smaller: it takes away a node with all below it, or puts one of its children in
// its place, as long as the program stays wrong; a wrong value stays one.
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
			if found != nil && (result.First.ValuesRight() || !found.ValuesRight()) {
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
