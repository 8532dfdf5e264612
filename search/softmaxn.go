package search

import (
	"cmp"
	"fmt"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// Soft-max^n.
//
// N. Sturtevant and M. Bowling, "Robust game play against unknown opponents", AAMAS 2006.
// The code shown is ours.
//
//	S(x)     the set of values that node x can have: r.sets
//	p        the player who moves at x: f.mover
//	S(c) > S(d)  child c is better than child d in every pair: each value of c gives p more than
//	             each value of d
//
// Max^n needs a tie rule, since what is equal for the mover can differ for the others. Soft-max^n
// keeps what a tie rule would throw away: a leaf has its value, and an inner node has the values of
// all children, except for those that another child excludes. A child is dropped only if another one
// is better in every pair. That is so if the most that p gets from it is less than the largest
// least score, the largest score that p is sure of.
//
// The rule by which the root player chooses from the sets is left open; ours is the child with the
// largest least score. A drawn leaf of this child with this score is the value and ends the line.
//
// Needs: no chance nodes: the average of sets would have as many values as there are combinations.
// Guarantee: the set of the rule. If no two scores of a mover are equal, it has one value, that of max^n.
//
// Ties: none are broken below the root. At the root the leftmost child wins, and in it the
// leftmost leaf.

// MaxSet is the most different values of a node: a set of continuous scores can have as many as the
// tree has leaves, and each event of its node has all of them.
const MaxSet = 500

// firstMembers is the first size of the stack, enough for most trees.
const firstMembers = 256

var softAlgorithm = Algorithm{
	ID: "softmaxn", Name: "Soft-max^n", Paper: "Sturtevant & Bowling 2006", Outside: true,
	Needs: "kind maxn, no chance nodes", Guarantee: "a set that contains the max^n value of every tie rule; it may have more, since players need not know each other’s rules", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"softmaxn", "maxn", "tie-rule"}, Seat: 7, Rule: 5,
	Assumes: "A player with equal moves may choose any of them; player %d expects the worst.",
	code: pseudocode{
		{"SoftMaxN(x):", []string{"enter"}},
		{"  if x is a leaf, or on the frontier: return the set of its score vector", []string{"leaf"}},
		{"  for each child c of x, left to right:", nil},
		{"    S(c) := SoftMaxN(c); p is the player to move at x", []string{"backup"}},
		{"    keep c, unless a kept child gives p more in every pair", []string{"backup+"}},
		{"    drop the kept children to which c gives p less in every pair", nil},
		{"  return the union of S(c) over all kept children c", []string{"exit"}},
		{"At the root: the kept child with the largest least score   (our choice)", nil},
	},
	need: []need{needMaxN}, asGiven: true, Reference: &referenceSoft,
	run: func(r *run) {
		r.sets.of, r.sets.stack, r.sets.seen = make([]set, len(r.frames)), make([]member, 0, firstMembers), make(map[trees.Vector]bool, firstMembers)
		f, moves := r.root()
		r.sets.choice = &trace.Choice{}
		r.inherit = r.sure
		r.softMaxn(f, moves)
		r.sets.result = r.appendValues(make([]trees.Vector, 0, len(r.sets.stack)), f)
		if moves > 0 && !r.stops(f.ply) {
			worst := r.sets.of[0].chosen
			f.value, f.leaf = worst.value, worst.leaf
		}
	},
}

// sets has the sets of the nodes on the path, one after the other.
type sets struct {
	stack  []member
	of     []set // by ply
	choice *trace.Choice
	result []trees.Vector
	seen   map[trees.Vector]bool
}

// A set is S(x): the members on the stack from start, those of each kept child together.
type set struct {
	start  int
	least  trees.Score // the largest least score of a kept child
	from   int32       // that child
	chosen member      // its first member with this score
}

// A member is a value, and the leaf and the child that it came from.
type member struct {
	value       trees.Vector
	leaf, child int32
	move        int
}

// softMaxn pushes the members of the set of f on the stack.
func (r *run) softMaxn(f *frame, moves int) {
	s := &r.sets.of[f.ply]
	s.start = len(r.sets.stack)
	if r.enter(f, moves) {
		r.sets.stack = append(r.sets.stack, member{value: f.value, leaf: f.leaf})
		return
	}
	p := place(f.mover)
	exact := true
	for i := range moves {
		end := len(r.sets.stack)
		r.softMaxn(f.below, r.play(f, i))
		r.Pos.Undo()
		least, most := span(r.sets.stack[end:], p)
		kept := i == 0 || most >= s.least
		r.sets.choice.Dropped = r.sets.choice.Dropped[:0]
		if kept {
			r.keep(f, i, end, least)
		} else {
			r.sets.stack = r.sets.stack[:end]
			r.sets.choice.Dropped = append(r.sets.choice.Dropped, f.below.node)
		}
		if r.observer != nil {
			r.sets.choice.Span = [2]trees.Score{least, most}
			r.emitSet(f, kept)
			exact = exact && f.below.exact
		}
	}
	if r.unite(s.start); len(r.sets.stack)-s.start > MaxSet {
		r.stoppedAt = f.ply
		panic(stop{&LimitError{Message: fmt.Sprintf("the search was stopped: a node has more than %d different values, the limit of a set; choose a tree with fewer different scores, or a smaller depth", MaxSet)}})
	}
	r.single(f, s)
	r.exitSet(f, exact)
}

// span returns the least and the largest score of a player.
func span(members []member, p int) (least, most trees.Score) {
	least, most = members[0].value[p], members[0].value[p]
	for i := range members[1:] {
		v := members[i+1].value[p]
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// keep adds the current child, whose members are on the stack from end on, to the set of f. It drops
// the kept children from which the mover always gets less than the child's least score.
func (r *run) keep(f *frame, move, end int, least trees.Score) {
	s, p := &r.sets.of[f.ply], f.mover-1
	own, child := r.sets.stack[s.start:end], r.sets.stack[end:]
	kept := own[:0]
	for from := 0; from < len(own); {
		to, most := from, own[from].value[p]
		for ; to < len(own) && own[to].move == own[from].move; to++ {
			most = max(most, own[to].value[p])
		}
		if most < least {
			r.sets.choice.Dropped = append(r.sets.choice.Dropped, own[from].child)
		} else {
			kept = append(kept, own[from:to]...)
		}
		from = to
	}
	first := move == 0 || least > s.least
	if first {
		s.least, s.from = least, f.below.node
	}
	for i := range child {
		m := &child[i]
		m.child, m.move = f.below.node, move
		if first && m.value[p] == least {
			s.chosen, first = *m, false
		}
	}
	r.sets.stack = append(r.sets.stack[:s.start+len(kept)], child...)
}

// unite leaves only the first of equal values on the stack, from start on.
func (r *run) unite(start int) {
	clear(r.sets.seen)
	own := slices.DeleteFunc(r.sets.stack[start:], func(m member) bool {
		if r.sets.seen[m.value] {
			return true
		}
		r.sets.seen[m.value] = true
		return false
	})
	r.sets.stack = r.sets.stack[:start+len(own)]
}

// appendValues appends the different values of the set of f.
func (r *run) appendValues(list []trees.Vector, f *frame) []trees.Vector {
	for i := range r.sets.stack[r.sets.of[f.ply].start:] {
		if v := &r.sets.stack[r.sets.of[f.ply].start+i].value; !slices.Contains(list, *v) {
			list = append(list, *v)
		}
	}
	return list
}

// single makes the only value of a set the value of f; a larger set is no value.
func (r *run) single(f *frame, s *set) {
	own := r.sets.stack[s.start:]
	f.value, f.leaf, f.bestChild = own[0].value, own[0].leaf, s.from
	f.known = true
	for i := range own {
		f.known = f.known && own[i].value == f.value
	}
}

// sure sets the bound of the mover at f: the largest score that the mover is sure of.
func (r *run) sure(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if s := &r.sets.of[f.ply]; f.mover > 0 && len(r.sets.stack) > s.start {
		bounds[f.mover-1] = trace.Bound{Score: s.least, Node: f.node, Child: s.from, Given: true}
	}
}

func (r *run) emitSet(f *frame, kept bool) {
	r.single(f, &r.sets.of[f.ply])
	r.choice = r.sets.choice
	r.choice.Set = r.appendValues(r.choice.Set[:0], f)
	r.emitBackup(f, kept)
	r.choice = nil
	f.known = false
}

func (r *run) exitSet(f *frame, exact bool) {
	if r.observer == nil {
		return
	}
	f.exact = exact && f.statics == r.statics
	r.choice = r.sets.choice
	r.choice.Set, r.choice.Span, r.choice.Dropped = r.appendValues(r.choice.Set[:0], f), [2]trees.Score{}, r.choice.Dropped[:0]
	r.emitExitAt(f, r.lines.byType[trace.Exit])
	r.choice = nil
}

// referenceSoft computes the sets from the leaves up, by the definition.
var referenceSoft = Reference{
	Name: ruleReferenceName, Agreement: "The sets agree.", Remark: "the worst of the set", own: true,
	want: func(t *trees.Tree, root, _ int) (int, bool) { return rootPlayer(t, root), false },
	sets: softSets,
}

// softSets returns the set of every node below root. A child is left out if another one has a least
// score above the child's largest.
func softSets(t *trees.Tree, root, depth int) ([][]trees.Vector, bool) {
	sets := make([][]trees.Vector, t.End(root)-root)
	for n := t.End(root) - 1; n >= root; n-- {
		if atDepth := depth >= 0 && t.Level(n)-t.Level(root) >= depth; t.IsLeaf(n) || atDepth {
			value, known := t.Value(n)
			if !t.IsLeaf(n) {
				value, known = t.Static(n)
			}
			if t.Level(n)-t.Level(root) > depth && depth >= 0 {
				continue // below the frontier
			}
			if !known {
				return nil, false
			}
			sets[n-root] = []trees.Vector{value}
			continue
		}
		p, sure := t.Mover(n)-1, -trees.MaxUnits
		for _, k := range t.Kids(n) {
			sure = max(sure, slices.MinFunc(sets[int(k)-root], byScore(p))[p])
		}
		var all []trees.Vector
		for _, k := range t.Kids(n) {
			if slices.MaxFunc(sets[int(k)-root], byScore(p))[p] < sure {
				continue
			}
			for _, v := range sets[int(k)-root] {
				if !slices.Contains(all, v) {
					all = append(all, v)
				}
			}
		}
		sets[n-root] = all
	}
	return sets, true
}

func byScore(p int) func(a, b trees.Vector) int {
	return func(a, b trees.Vector) int { return cmp.Compare(a[p], b[p]) }
}

// worstOf returns for each node the first value of its set that is worst for the root player; for
// the root, that of the child where it is best.
func worstOf(t *trees.Tree, root, depth int, sets [][]trees.Vector) []trees.Vector {
	values := make([]trees.Vector, len(sets))
	p := rootPlayer(t, root) - 1
	for i, s := range sets {
		if len(s) > 0 {
			values[i] = slices.MinFunc(s, byScore(p))
		}
	}
	if len(sets) == 0 || t.IsLeaf(root) || depth == 0 {
		return values
	}
	for i, k := range t.Kids(root) {
		if v := values[int(k)-root]; i == 0 || v[p] > values[0][p] {
			values[0] = v
		}
	}
	return values
}
