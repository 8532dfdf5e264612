package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Speculative pruning as printed, which is wrong.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, figure 7, exactly as printed. speculative.go describes the
// corrections; the tests have the smallest trees on which this version fails.
//
//	best              f.value; NIL: f.known is false, and each of its scores counts as 0
//	                  (our reading: the figure does not say)
//	previous player   see previousPlayer
//
// Needs: maxsum, three players. Guarantee: none. If the root returns NIL, the
// result is the root's best, or no value if it has no best.

var speculativePrinted = PrintedProcedure{What: "the printed procedure", Source: "Sturtevant 2003, Figure 7", code: pseudocode{
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
	*run
	plies []printedPly
}

type printedPly struct {
	children, queue               []int
	parentScore, grandparentScore trees.Score
}

func printed(r *run) {
	s := &printedRun{run: r, plies: make([]printedPly, len(r.frames))}
	r.inherit = s.fromTwo
	f, moves := r.root()
	s.specmaxn(f, moves, 0, 0)
}

// needPrinted rejects options and trees for which nothing is printed: figure 7 is for three
// players. The tests with a table and with δ are printed for any number.
func needPrinted(a *Algorithm, p *Problem, o *Options) error {
	switch {
	case o.AsPrinted && o.Strict:
		return refuse("options.strict", "the printed procedures cut where a bound is met, too; leave out strict or as_printed")
	case !o.AsPrinted || o.Table || o.Discrete:
		return nil
	case p.Players != 3:
		return refuse("options.as_printed", "the printed procedure is for three players; this tree has players %d", p.Players)
	}
	return nil
}

func (s *printedRun) specmaxn(f *frame, moves int, parentScore, grandparentScore trees.Score) {
	ply := &s.plies[f.ply]
	ply.parentScore, ply.grandparentScore = parentScore, grandparentScore
	if s.enter(f, moves) {
		return
	}
	p, previous := f.mover-1, s.previousPlayer(f)-1
	score := func(p int) trees.Score {
		if !f.known {
			return 0
		}
		return f.value[p]
	}
	f.leaf = f.node // NIL is not the value of a leaf
	children, queue := ply.children[:0], ply.queue[:0]
	for i := range moves {
		children = append(children, i)
	}
	for k := 0; k < len(children); k++ {
		if k >= moves {
			s.stats.Researched++
			s.emitResearch(f, children[k])
		}
		var next trees.Score // the child's grandparentScore
		if score(previous) <= parentScore {
			next = parentScore
		}
		s.specmaxn(f.below, s.play(f, children[k]), score(p), next)
		s.Pos.Undo()
		result := f.below
		improved, first := result.known && (!f.known || score(p) < result.value[p]), false
		switch {
		case !f.known && !result.known: // best stays NIL, and the child is lost
		case !result.known:
			queue = append(queue, children[k])
		case improved:
			first = !f.known
			s.take(f)
			if !first && f.value[previous] > parentScore {
				children, queue = append(children, queue...), queue[:0]
			}
		}
		switch {
		case s.observer == nil || !result.known:
		case first:
			s.emitBackupAt(f, improved, s.lines.first)
		default:
			s.emitBackup(f, improved)
		}
		if grandparentScore+parentScore+score(p) >= s.MaxSum.Score {
			if k+1 < moves {
				s.skip(f, k+1)
			}
			f.known = false
			ply.children, ply.queue = children, queue
			if s.observer != nil {
				f.exact = false
				s.emitExitAt(f, s.lines.byRule[trace.Speculative])
			}
			return
		}
	}
	ply.children, ply.queue = children, queue
	s.exit(f, false)
}

// skip emits the prune with the bounds that were added. Missing bounds have no term.
func (s *printedRun) skip(f *frame, move int) {
	if s.observer == nil {
		s.countCut(f, move, trace.Speculative)
		return
	}
	s.terms = s.terms[:0]
	parent, grandparent := s.holders(f)
	for _, a := range []*frame{grandparent, parent} {
		if a != nil {
			s.terms = append(s.terms, a.term())
		}
	}
	s.terms = append(s.terms, f.term())
	s.provisional = parent != nil // else the child is lost
	s.cut(f, move, trace.Speculative, s.MaxSum, s.terms...)
}

// holders returns the ancestors whose best scores were passed to f, or nil if 0 was
// passed.
func (s *printedRun) holders(f *frame) (parent, grandparent *frame) {
	if f.above != nil && f.above.known {
		parent = f.above
	}
	if s.plies[f.ply].grandparentScore > 0 {
		grandparent = f.above.above
	}
	return parent, grandparent
}

func (s *printedRun) fromTwo(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	parent, grandparent := s.holders(f)
	for _, a := range []*frame{grandparent, parent} {
		if a != nil && a.mover != f.mover {
			bounds[a.mover-1] = a.best()
		}
	}
}

func (s *printedRun) emitResearch(f *frame, move int) {
	if s.observer == nil {
		return
	}
	node := int32(0)
	if s.Tree != nil {
		node = s.Tree.Kids(int(f.node))[move]
	} else {
		node = f.firstKid + int32(move)
	}
	e := s.begin(trace.Research, f.node)
	e.Child, e.BecauseChild = node, f.bestChild
	e.Value, e.HasValue = f.value, true
	s.emit()
}
