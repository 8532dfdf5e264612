package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Speculative pruning as printed, which is wrong.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, figure 7, exactly as printed. speculative.go describes the
// corrections; the tests have the smallest trees on which this version fails.
//
//	best              f.Value; NIL: f.Known is false, and each of its scores counts as 0
//	                  (our reading: the figure does not say)
//	previous player   see PreviousPlayer
//
// Needs: maxsum, three players. Guarantee: none. If the root returns NIL, the
// result is the root's best, or no value if it has no best.

var SpeculativePrinted = engine.PrintedProcedure{What: "the printed procedure", Source: "Sturtevant 2003, Figure 7", Lines: engine.Pseudocode{
	{"specmaxn(x, parentScore, grandparentScore):   (p moves at x)", "enter"},
	{"  best := NIL; queue := empty   (we count a score of NIL as 0)"},
	{"  if x is a leaf: return its evaluation", "leaf"},
	{"  for each child c of x:"},
	{"    if best[previous player] <= parentScore:   (dagger; at the root, the player before p: our convention)"},
	{"      result := specmaxn(c, best[p], parentScore)"},
	{"    else: result := specmaxn(c, best[p], 0)"},
	{"    if best is NIL: best := result", "backup+:first"},
	{"    else if result is NIL: add c to the queue"},
	{"    else if best[p] < result[p]: best := result", "backup backup+"},
	{"      and if best[previous player] > parentScore: put the queue back into the list of children", "research"},
	{"    if grandparentScore + parentScore + best[p] >= maxsum: return NIL", "prune:speculative"},
	{"  return best", "exit"},
}}

type printedRun struct {
	*engine.Run
	plies []printedPly
}

type printedPly struct {
	children, queue               []int
	parentScore, grandparentScore trees.Score
}

func printed(r *engine.Run) {
	s := &printedRun{Run: r, plies: make([]printedPly, len(r.Frames))}
	r.Inherit = s.fromTwo
	f, moves := r.AtRoot()
	s.specmaxn(f, moves, 0, 0)
}

// needPrinted rejects options and trees for which nothing is printed: figure 7 is for three
// players. The tests with a table and with δ are printed for any number.
func needPrinted(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	switch {
	case o.AsPrinted && o.Strict:
		return engine.Refuse("options.strict", "the printed procedures cut where a bound is met, too; leave out strict or as_printed")
	case !o.AsPrinted || o.Table || o.Discrete:
		return nil
	case p.Players != 3:
		return engine.Refuse("options.as_printed", "the printed procedure is for three players; this tree has players %d", p.Players)
	}
	return nil
}

func (s *printedRun) specmaxn(f *engine.Frame, moves int, parentScore, grandparentScore trees.Score) {
	ply := &s.plies[f.Ply]
	ply.parentScore, ply.grandparentScore = parentScore, grandparentScore
	if s.Enter(f, moves) {
		return
	}
	p, previous := f.Mover-1, s.PreviousPlayer(f)-1
	score := func(p int) trees.Score {
		if !f.Known {
			return 0
		}
		return f.Value[p]
	}
	f.Leaf = f.Node // NIL is not the value of a leaf
	children, queue := ply.children[:0], ply.queue[:0]
	for i := range moves {
		children = append(children, i)
	}
	for k := 0; k < len(children); k++ {
		if k >= moves {
			s.Stats.Researched++
			s.emitResearch(f, children[k])
		}
		var next trees.Score // the child's grandparentScore
		if score(previous) <= parentScore {
			next = parentScore
		}
		s.specmaxn(f.Below, s.Play(f, children[k]), score(p), next)
		s.Pos.Undo()
		result := f.Below
		improved, first := result.Known && (!f.Known || score(p) < result.Value[p]), false
		switch {
		case !f.Known && !result.Known: // best stays NIL, and the child is lost
		case !result.Known:
			queue = append(queue, children[k])
		case improved:
			first = !f.Known
			s.Take(f)
			if !first && f.Value[previous] > parentScore {
				children, queue = append(children, queue...), queue[:0]
			}
		}
		switch {
		case s.Observer == nil || !result.Known:
		case first:
			s.EmitBackupAt(f, improved, s.Lines.First)
		default:
			s.EmitBackup(f, improved)
		}
		if grandparentScore+parentScore+score(p) >= s.MaxSum.Score {
			if k+1 < moves {
				s.skip(f, k+1)
			}
			f.Known = false
			ply.children, ply.queue = children, queue
			if s.Observer != nil {
				f.Exact = false
				s.EmitExitAt(f, s.Lines.ByRule[trace.Speculative])
			}
			return
		}
	}
	ply.children, ply.queue = children, queue
	s.Exit(f, false)
}

// skip emits the prune with the bounds that were added. Missing bounds have no term.
func (s *printedRun) skip(f *engine.Frame, move int) {
	if s.Observer == nil {
		s.CountCut(f, move, trace.Speculative)
		return
	}
	s.Terms = s.Terms[:0]
	parent, grandparent := s.holders(f)
	for _, a := range []*engine.Frame{grandparent, parent} {
		if a != nil {
			s.Terms = append(s.Terms, a.Term())
		}
	}
	s.Terms = append(s.Terms, f.Term())
	s.Provisional = parent != nil // else the child is lost
	s.Cut(f, move, trace.Speculative, s.MaxSum, s.Terms...)
}

// holders returns the ancestors whose best scores were passed to f, or nil if 0 was
// passed.
func (s *printedRun) holders(f *engine.Frame) (parent, grandparent *engine.Frame) {
	if f.Above != nil && f.Above.Known {
		parent = f.Above
	}
	if s.plies[f.Ply].grandparentScore > 0 {
		grandparent = f.Above.Above
	}
	return parent, grandparent
}

func (s *printedRun) fromTwo(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	parent, grandparent := s.holders(f)
	for _, a := range []*engine.Frame{grandparent, parent} {
		if a != nil && a.Mover != f.Mover {
			bounds[a.Mover-1] = a.Best()
		}
	}
}

func (s *printedRun) emitResearch(f *engine.Frame, move int) {
	if s.Observer == nil {
		return
	}
	node := int32(0)
	if s.Tree != nil {
		node = s.Tree.Kids(int(f.Node))[move]
	} else {
		node = f.FirstKid + int32(move)
	}
	e := s.NewEvent(trace.Research, f.Node)
	e.Child, e.BecauseChild = node, f.BestChild
	e.Value, e.HasValue = f.Value, true
	s.Emit()
}
