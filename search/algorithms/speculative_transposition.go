package algorithms

import (
	"espalier/search/engine"
	"espalier/trees"
)

// Speculative pruning with a transposition table (option transposition).
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI 2005, section
// 5.1: the searches of table 2 use a transposition table. The paper does not say what the
// table stores, and the result of a node can depend on the bounds of the nodes above it.
//
// What is stored as exact: the value of a node x of which no child was skipped, except by
// immediate pruning, and no child is left in the queue. This value does not depend on the
// nodes above x. To see this, take a cut below x whose chain ends above x. All nodes from
// this cut up to x have no value, or have a child left in their queue: a queue is only
// left unsearched if the parent rejects the best, and then a chain that ends above the
// parent takes the value of the node away, too. At the top of these nodes is x itself. So
// every chain below x ends at x or below it, and the search of x is that of a root.
//
// A leaf-value table changes nothing in this: its answer depends on the bounds of the
// chain, and on bounds of the position.
//
// What is known of any other node x: its best so far is the value of one of its children,
// and the score of x's mover is at least the mover's score in it. This holds for any nodes
// above x, too, since a child that becomes the best has an exact value. With
// Problem.TableBounds the table stores this as well. Where x is reached again, x is cut
// before its first child if the rules allow it with this score. Equal scores count for
// nothing then: any child may be left of the best.
//
// With Problem.TableChains the key has the bounds of the chain, too. The search of a node depends
// only on its position and on these bounds. So any result is stored, also that there is no
// value, and is used only under the same bounds.
//
// Needs: positions with a hash. Guarantee, ties: as without the table.

// recall looks up the position of f. ends reports whether the search of f ends with what
// the table knows; then the exit event is emitted.
func (s *speculativeRun) recall(f *engine.Frame, l *link) (ends bool) {
	t := s.positions
	l.hash, l.nodesBefore, f.Statics = t.hash(f), s.Stats.Nodes, s.Statics
	if s.TableChains {
		return t.keeps(f) && s.recallInChain(f, l)
	}
	_, proved, ends := t.recall(f, l.hash, NoScore)
	if ends {
		if !proved {
			s.Statics++ // the nodes above f depend on a static value
		}
		return true
	}
	return s.TableBounds && s.recallBound(f, l)
}

// recallBound cuts f by the lower bound that the table has for the mover's score.
func (s *speculativeRun) recallBound(f *engine.Frame, l *link) (ends bool) {
	value, best, proved, found := s.positions.bound(f, l.hash)
	if !found || value[f.Mover-1] >= s.Most[f.Mover-1] {
		return false
	}
	copy(f.Value[:], value)
	l.best, l.unordered = best, true
	c, ends := s.prune(f, l)
	l.unordered = false
	if !ends {
		l.best, l.askedBest = -1, -1
		return false
	}
	s.Result.Recalled++
	if !proved {
		s.Statics++
	}
	if f.Known = !c.valueless(f); !f.Known {
		l.top = c.top.Ply
	}
	f.Leaf = f.Node
	s.Exit(f, false)
	return true
}

// recallInChain looks up the position of f under the bounds of its chain.
func (s *speculativeRun) recallInChain(f *engine.Frame, l *link) (ends bool) {
	t := s.positions
	players := 1 << f.Mover
	for a := s.above(f); a != nil && players&(1<<a.Mover) == 0; a = s.above(a) {
		players |= 1 << a.Mover
		l.hash = mixed(mixed(l.hash, trees.Score(a.Mover)), s.links[a.Ply].bound)
		if !s.extendsBeyond(a) {
			break
		}
	}
	slot := t.table.find(l.hash, uint8(f.Mover))
	if slot < 0 || !t.fits(&t.table.entries[slot], f) {
		return false
	}
	e := &t.table.entries[slot]
	copy(f.Value[:], t.table.value(slot))
	f.Known, f.Leaf, l.top = e.exact, f.Node, f.Ply-int32(e.reach)
	t.best[f.Ply] = int(e.best)
	if !e.proved {
		s.Statics++
	}
	s.Result.Recalled++
	s.Exit(f, false)
	return true
}

// mixed adds a number to a hash.
func mixed(hash uint64, n trees.Score) uint64 {
	hash = (hash ^ uint64(n)) * 0x9E3779B97F4A7C15
	return hash ^ hash>>32
}

// store stores the result of the search of f.
func (s *speculativeRun) store(f *engine.Frame, l *link, exact bool) {
	if s.TableChains {
		if t := s.positions; t.keeps(f) {
			t.best[f.Ply] = l.best
			e := t.entryOf(f, l.hash, l.nodesBefore, f.Known, f.Statics == s.Statics)
			if !f.Known {
				e.reach = uint8(f.Ply - l.top)
			}
			t.table.storeHeld(s.Run, f.Ply, e, f.Value[:s.Players])
		}
		return
	}
	if exact || s.TableBounds {
		s.positions.best[f.Ply] = l.best
		s.positions.storeResult(f, l.hash, l.nodesBefore, exact, f.Statics == s.Statics)
	}
}

// line finds the line of the result; see tabled.follow. The nodes of the line are searched
// as roots, without bounds from above.
func (s *speculativeRun) line() {
	s.positions.follow(func(f *engine.Frame, moves int) {
		for i := range s.links[:f.Ply] {
			s.links[i].bound = engine.NoBound
		}
		s.Search(f, moves)
	})
}
