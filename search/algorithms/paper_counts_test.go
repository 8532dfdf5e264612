package algorithms_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

// This file compares the nodes of each opponent with the procedure of its paper, written here in its plainest form. A rule that
// visits more than its paper plays weaker than it should, with all its values right.

// A paperSearch returns the value at the position of the walk, and counts the nodes in w.visited.
type paperSearch func(w *ruleWalk, o *engine.Options) trees.Vector

// paperSearches has the procedure of each opponent of a game but those by samples; see TestPaperSamples.
var paperSearches = map[string]paperSearch{
	// Luckhardt and Irani 1986: all nodes.
	"maxn": func(w *ruleWalk, _ *engine.Options) trees.Vector { return w.value(w.depth, ownBetter) },
	// Zuckerman, Felner and Kraus 2009: max^n, but for the root player.
	"directed-offensive": func(w *ruleWalk, o *engine.Options) trees.Vector {
		h := w.estimate()
		h[w.root-1] = -trees.MaxUnits
		target, _ := leads(&h, w.pos.Players())
		if o.HasTarget {
			target = o.Target
		}
		return w.attack(target)
	},
	// Sturtevant and Korf 2000: alpha-beta on the score of the root player.
	"paranoid": func(w *ruleWalk, _ *engine.Options) trees.Vector {
		return w.paranoid(w.depth, math.MinInt64, math.MaxInt64)
	},
	// Zuckerman, Felner and Kraus 2009: one of these three by the leads at the root.
	"mpmix": func(w *ruleWalk, o *engine.Options) trees.Vector {
		h := w.estimate()
		leader, second := leads(&h, w.pos.Players())
		least := func(points int, given bool) trees.Score {
			if !given {
				points = 1
			}
			return trees.Score(points) * trees.Unit
		}
		switch lead := h[leader-1] - h[second-1]; {
		case leader == w.root && lead >= least(o.LeadToDefend, o.HasLeadToDefend):
			return w.paranoid(w.depth, math.MinInt64, math.MaxInt64)
		case leader != w.root && lead >= least(o.LeadToAttack, o.HasLeadToAttack):
			return w.attack(leader)
		}
		return w.value(w.depth, ownBetter)
	},
	// Schadd and Winands 2011: alpha-beta on layers, in which one opponent moves and the others pass.
	"brs": func(w *ruleWalk, _ *engine.Options) trees.Vector {
		return w.layered(w.depth, math.MinInt64, math.MaxInt64, func() (plain int, needed bool) {
			p, ok := w.pos.(trees.Passing)
			if !ok {
				return trees.NoPass, true
			}
			return p.Pass(), true
		})
	},
	// Esser et al. 2013: the same, but that the others play their first move, and nobody has to leave it.
	"brs-plus": func(w *ruleWalk, _ *engine.Options) trees.Vector {
		return w.layered(w.depth, math.MinInt64, math.MaxInt64, func() (plain int, needed bool) { return 0, false })
	},
	// Sturtevant and Bowling 2006: all nodes.
	"softmaxn": func(w *ruleWalk, _ *engine.Options) trees.Vector { return w.value(w.depth, ownBetter) },
	// Sturtevant, Zinkevich and Bowling 2006: all nodes.
	"probmaxn": func(w *ruleWalk, _ *engine.Options) trees.Vector { return w.value(w.depth, ownBetter) },
	// Sturtevant 2003, Figure 7, without what is wrong in it.
	"speculative": func(w *ruleWalk, _ *engine.Options) trees.Vector {
		v, _ := w.speculative(w.depth, nil)
		return v
	},
}

// otherValues are the rules whose paperSearch has the nodes only. TestRules has their values.
var otherValues = map[string]bool{"softmaxn": true, "probmaxn": true}

// paranoid is alpha-beta.
func (w *ruleWalk) paranoid(depth int, alpha, beta trees.Score) (best trees.Vector) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v
	}
	own := w.pos.Mover() == w.root
	for i := range moves {
		w.pos.Do(i, &v)
		s := w.paranoid(depth-1, alpha, beta)
		w.pos.Undo()
		switch at := s[w.root-1]; {
		case own:
			if i == 0 || at > best[w.root-1] {
				best = s
			}
			alpha = max(alpha, at)
		default:
			if i == 0 || at < best[w.root-1] {
				best = s
			}
			beta = min(beta, at)
		}
		if alpha >= beta {
			break
		}
	}
	return best
}

// layered is alpha-beta in which a layer of the root player takes turns with one that joins the moves of all opponents: plain returns
// the move of those who do not reply, and whether somebody has to reply if anybody can.
func (w *ruleWalk) layered(depth int, alpha, beta trees.Score, plain func() (move int, needed bool)) (best trees.Vector) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v
	}
	if w.pos.Mover() == w.root {
		for i := range moves {
			w.pos.Do(i, &v)
			s := w.layered(depth-1, alpha, beta, plain)
			w.pos.Undo()
			if i == 0 || s[w.root-1] > best[w.root-1] {
				best = s
			}
			if alpha = max(alpha, best[w.root-1]); alpha >= beta {
				break
			}
		}
		return best
	}
	var before []int // the line before
	for i, line := range w.lines(depth, plain) {
		same := 0
		for same < min(len(line), len(before)) && line[same] == before[same] {
			same++
		}
		w.visited += len(line) - same - 1 // the last node is counted below
		before = line
		for _, move := range line {
			w.pos.Do(move, &v)
		}
		s := w.layered(depth-len(line), alpha, beta, plain)
		for range line {
			w.pos.Undo()
		}
		if i == 0 || s[w.root-1] < best[w.root-1] {
			best = s
		}
		if beta = min(beta, best[w.root-1]); alpha >= beta {
			break
		}
	}
	return best
}

// lines returns the lines from a node of an opponent to the end of its layer in which at most one opponent leaves the plain
// move: if somebody has to, those of plain moves alone only if there are no others.
func (w *ruleWalk) lines(depth int, plain func() (move int, needed bool)) [][]int {
	var all, idle [][]int
	needs := false
	var line []int
	var walk func(replied bool)
	walk = func(replied bool) {
		var v trees.Vector
		moves := w.pos.Look(&v)
		if len(line) > 0 && (moves == 0 || len(line) == depth || w.pos.Mover() == w.root) {
			of := append([]int(nil), line...)
			if all = append(all, of); !replied {
				idle = append(idle, of)
			}
			return
		}
		usual, needed := plain()
		needs = needs || needed
		for i := range moves {
			if i != usual && replied {
				continue
			}
			w.pos.Do(i, &v)
			line = append(line, i)
			walk(replied || i != usual)
			line = line[:len(line)-1]
			w.pos.Undo()
		}
	}
	walk(false)
	if !needs || len(all) == len(idle) {
		return all
	}
	var replies [][]int
	for _, line := range all {
		if len(idle) == 0 || !slices.Equal(line, idle[0]) {
			replies = append(replies, line)
		}
	}
	return replies
}

// A specNode is a node above the one that is searched.
type specNode struct {
	above *specNode
	mover int
	best  trees.Vector
	has   bool        // there is a best
	bound trees.Score // the mover needs more than this
}

// speculative is Figure 7 for three players in turn. The corrections are those that speculative.go lists: without a best there is no bound,
// the first child is never NIL, the queue is searched at the end and with the bounds of then, and a queued child left of the best wins a tie.
func (w *ruleWalk) speculative(depth int, above *specNode) (best trees.Vector, known bool) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v, true
	}
	maxsum := w.pos.(*trees.Cursor).Tree().MaxSum.Score
	n := &specNode{above: above, mover: w.pos.Mover()}
	p := n.mover - 1
	var queue []int
	bestMove := -1
	search := func(i int) (trees.Vector, bool) {
		var v trees.Vector
		w.pos.Do(i, &v)
		defer w.pos.Undo()
		return w.speculative(depth-1, n)
	}
	for i := range moves {
		if n.has {
			sum := n.best[p]
			if sum >= maxsum {
				return n.best, true
			}
			if above != nil && above.has {
				if sum += above.bound; sum >= maxsum {
					return n.best, true
				}
				if g := above.above; g != nil && g.has && above.best[g.mover-1] <= g.bound && sum+g.bound >= maxsum {
					return v, false
				}
			}
		}
		switch s, ok := search(i); {
		case !ok:
			queue = append(queue, i)
		case !n.has || s[p] > n.best[p]:
			n.best, n.has, n.bound, bestMove = s, true, s[p], i
		}
	}
	for _, i := range queue {
		if above != nil && above.has && n.best[above.mover-1] <= above.bound {
			break
		}
		if n.bound = n.best[p]; i < bestMove {
			n.bound--
		}
		if s, ok := search(i); ok && s[p] > n.bound {
			n.best, bestMove = s, i
		}
	}
	return n.best, true
}

// TestPaperCounts: on random trees and small games each opponent visits as many nodes as the procedure of its paper, and
// has the same value. Speculative pruning visits no more, since it leaves out queued children that cannot matter.
func TestPaperCounts(t *testing.T) {
	n := *ruleTrees
	if testing.Short() {
		n /= 6
	}
	for _, a := range algorithms.All() {
		if a.Seat == 0 || a.Estimate {
			continue
		}
		t.Run(a.ID, func(t *testing.T) {
			t.Parallel()
			search := paperSearches[a.ID]
			if search == nil {
				t.Fatalf("%s plays, and its paper’s procedure is missing in paperSearches", a.ID)
			}
			ran, fewer, cut := 0, 0, 0
			compare := func(problem engine.Problem, pos trees.Position, o engine.Options, what string) {
				depth := -1
				if o.HasDepth {
					depth = o.Depth
				}
				w := &ruleWalk{pos: pos, depth: depth, root: max(1, pos.Mover())}
				res, err := a.Run(context.Background(), problem, o, nil)
				if err != nil {
					if a == &algorithms.ProbMaxN {
						return // an average is no score
					}
					t.Fatalf("on %s: %v", what, err)
				}
				want := search(w, &o)
				whole := &ruleWalk{pos: pos, depth: depth, root: w.root}
				whole.value(depth, ownBetter)
				if !otherValues[a.ID] && res.Value != want {
					t.Fatalf("on %s: the value is %v, want %v", what, res.Value, want)
				}
				ran++
				if nodes := res.Stats.Nodes; nodes != w.visited && (a != &algorithms.Speculative || nodes > w.visited) {
					t.Fatalf("on %s: %d nodes, and %d by the paper", what, nodes, w.visited)
				} else if nodes < w.visited {
					fewer++
				}
				if w.visited < whole.visited {
					cut++
				}
			}
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), 2011))
				s := searchtest.SomeShape(rng)
				s.Players, s.Static, s.Passes = 2+rng.IntN(4), rng.IntN(2) == 0, a.Passes
				if a == &algorithms.Speculative {
					threeInTurn(&s)
				}
				tree := treetest.Random(rng, s)
				o := engine.Options{}
				if a != &algorithms.Speculative {
					o = randomRuleOptions(rng, a, tree)
				}
				// The paper's procedure is the plain one.
				o.Unpruned, o.Heuristic, o.Strict, o.Transposition, o.Deepening, o.Order = false, false, false, false, false, 0
				if p := engine.OnTree(tree, 0); a.Check(&p, o) == nil {
					compare(engine.OnTree(tree, 0), trees.NewCursor(tree, 0), o, tree.Text())
				}
			}
			if a != &algorithms.Speculative { // the plain one knows trees alone
				for depth := 1; depth <= 5; depth++ {
					fields := map[string]any{"size": 2, "top": 4, "evaluation": "steps"}
					pos := searchtest.OpenGame(t, "chinese-checkers", fields)
					for range depth {
						var v trees.Vector
						pos.Do(depth%3, &v)
					}
					walked := trees.Position(pos)
					if a.Passes {
						walked = games.WithPasses(pos.(games.Passer), pos.Mover())
					}
					compare(engine.OnGame("chinese-checkers", pos), walked, engine.Options{Depth: depth, HasDepth: true}, "Chinese Checkers")
				}
			}
			t.Logf("%d runs, in %d of them something was cut, and in %d more than by the paper", ran, cut, fewer)
			if rules := len(a.Rules(engine.Options{})); ran < n/3 || rules > 0 && cut == 0 {
				t.Errorf("%d of %d trees were searched, and something was cut in %d", ran, n, cut)
			}
		})
	}
}

// TestPaperSamples: where all below the moves of the root is forced, a random game is no random game, and UCT (Kocsis and Szepesvári 2006) enters the nodes
// that a plain one does.
func TestPaperSamples(t *testing.T) {
	for _, a := range algorithms.All() {
		if a.Seat == 0 || !a.Estimate {
			continue
		}
		t.Run(a.ID, func(t *testing.T) {
			for seed := range 200 {
				rng := rand.New(rand.NewPCG(uint64(seed), 2006))
				tree := forcedTree(rng)
				o := engine.Options{Samples: 1 + rng.IntN(80), HasSamples: true, Exploration: rng.IntN(200), HasExploration: true}
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
				if err != nil {
					t.Fatal(err)
				}
				nodes, move := plainUCT(tree, newSampleModel(tree, a, o).c, o.Samples)
				if res.Stats.Nodes != nodes || res.Move != move {
					t.Fatalf("%d samples enter %d nodes and choose move %d, want %d and %d, on %s", o.Samples, res.Stats.Nodes, res.Move, nodes, move, tree.Text())
				}
			}
		})
	}
}

// forcedTree returns a tree of three players in which only the root has several children.
func forcedTree(rng *rand.Rand) *trees.Tree {
	text := "players 3 maxsum 12 1["
	for range 2 + rng.IntN(4) {
		plies := rng.IntN(5)
		for ply := range plies {
			text += string(rune('1'+(ply+1)%3)) + "[ "
		}
		v := [3]int{rng.IntN(5), rng.IntN(5), rng.IntN(5)}
		text += "(" + string(rune('0'+v[0])) + "," + string(rune('0'+v[1])) + "," + string(rune('0'+v[2])) + ") "
		for range plies {
			text += "] "
		}
	}
	tree, err := trees.ReadText(text + "]")
	if err != nil {
		panic(err)
	}
	return tree
}

// plainUCT returns the nodes that the samples enter, and the move with most visits. The score of the first player decides at the root.
func plainUCT(t *trees.Tree, c float64, samples int) (nodes, move int) {
	kids := t.Kids(0)
	visits, sums := make([]int, len(kids)), make([]float64, len(kids))
	for sample := range samples {
		at, most := -1, 0.0
		for i := range kids {
			if visits[i] == 0 {
				at = i
				break
			}
			if u := sums[i]/float64(visits[i]) + c*math.Sqrt(math.Log(float64(sample))/float64(visits[i])); at < 0 || u > most {
				at, most = i, u
			}
		}
		// Each visit goes one node further than the one before, and the rest of the line is a random game.
		leaf, plies := int(kids[at]), 1
		for !t.IsLeaf(leaf) {
			leaf = int(t.Kids(leaf)[0])
			plies++
		}
		visits[at]++
		nodes += 1 + min(visits[at], plies)
		v, _ := t.Value(leaf)
		sums[at] += float64(v[0])
	}
	for i := range kids {
		if visits[i] > visits[move] {
			move = i
		}
	}
	return nodes, move
}
