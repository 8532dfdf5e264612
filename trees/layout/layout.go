// Package layout places the nodes of a tree for a drawing: the tidy layout in
// linear time, and the selection of the nodes that a picture of bounded size
// shows. It imports trees and the standard library.
//
// Positions are in the units of the caller, who gives the sizes and gaps. The
// same tree and selection give the same positions.
package layout

import "espalier/trees"

// The tidy drawing of a tree in linear time.
//
// C. Buchheim, M. Jünger, S. Leipert, "Improving Walker's algorithm to run in
// linear time", Graph Drawing 2002, LNCS 2528, which corrects J. Q. Walker II,
// "A node-positioning algorithm for general trees" (1990).
//
//	prelim(v), mod(v)     x of v relative to its left siblings; the shift of everything below v
//	thread(v)             the next node of the contour where the subtree of v ends
//	ancestor(v)           shortcut to the subtree that a node of the right contour belongs to
//	change(v), shift(v)   how the smaller subtrees between two that are moved apart move with them
//	APPORTION, EXECUTESHIFTS, MOVESUBTREE, ANCESTOR   the methods below, in the paper's order
//
// Two things differ from the paper. Nodes have widths: the paper's distance is
// the right half of one box, a gap and the left half of the next. And since
// the procedure works from left to right, smaller subtrees may get other
// places in a mirrored tree; the layout is therefore the mean of the
// procedure's result and the result for its mirror image. All constraints (boxes of a
// level do not overlap, parents are centred over their children) are linear,
// so the mean satisfies them too.

// Layout holds the places of the nodes of a drawing: x of the point where a
// node's edges meet, and its level. x has the unit of the boxes.
type Layout struct {
	X     []float64
	Level []int32
	Width float64 // all boxes lie between 0 and Width
}

// Boxes are the distances from a node's X to the left and right side of its
// box.
type Boxes struct {
	Left, Right []float64
	Gap         float64 // between two boxes of a level
}

// NewLayout computes the layout of a tree. Nodes are numbered in preorder,
// parent[0] is -1, and boxes has an entry for each node. Equal input gives bit
// for bit equal output.
func NewLayout(parent []int32, boxes Boxes) Layout {
	n := len(parent)
	l := Layout{X: make([]float64, n), Level: make([]int32, n)}
	if n == 0 {
		return l
	}
	kids, kidAt := childLists(parent)
	for v := 1; v < n; v++ {
		l.Level[v] = l.Level[parent[v]] + 1
	}
	w := walker{parent: parent, kids: kids, kidAt: kidAt, left: boxes.Left, right: boxes.Right, gap: boxes.Gap}
	forth := w.run()
	w.mirror()
	back := w.run()
	for v := range l.X {
		l.X[v] = (forth[v] - back[v]) / 2
	}
	l.shiftIn(boxes)
	return l
}

// shiftIn moves all nodes so that the leftmost box begins at 0.
func (l *Layout) shiftIn(boxes Boxes) {
	least, most := l.X[0], l.X[0]
	for v, x := range l.X {
		least = min(least, x-boxes.Left[v])
		most = max(most, x+boxes.Right[v])
	}
	for v := range l.X {
		l.X[v] -= least
	}
	l.Width = most - least
}

func childLists(parent []int32) (kids, kidAt []int32) {
	kidAt = make([]int32, len(parent)+1)
	for _, p := range parent[1:] {
		kidAt[p+1]++
	}
	for v := range parent {
		kidAt[v+1] += kidAt[v]
	}
	kids = make([]int32, len(parent)-1)
	next := append([]int32(nil), kidAt[:len(parent)]...)
	for v := 1; v < len(parent); v++ {
		kids[next[parent[v]]] = int32(v)
		next[parent[v]]++
	}
	return kids, kidAt
}

// A walker is one run of the procedure. The fields that the contours read are
// stored together for each node, so that a step reads one place in memory.
type walker struct {
	parent, kids, kidAt []int32
	left, right         []float64
	gap                 float64
	at                  []walked
}

type walked struct {
	prelim, mod      float64
	change, shift    float64
	thread, ancestor int32
	number           int32 // index among its siblings, from 0
}

func (w *walker) children(v int32) []int32 { return w.kids[w.kidAt[v]:w.kidAt[v+1]] }

// mirror reverses the tree: the order of children and the two halves of every
// box.
func (w *walker) mirror() {
	w.left, w.right = w.right, w.left
	for v := range w.parent {
		list := w.children(int32(v))
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
}

func (w *walker) run() (x []float64) {
	w.at = make([]walked, len(w.parent))
	for v := range w.at {
		w.at[v].thread, w.at[v].ancestor = trees.NoNode, int32(v)
		for i, k := range w.children(int32(v)) {
			w.at[k].number = int32(i)
		}
	}
	w.firstWalk(0, trees.NoNode)
	// The second walk. Parents come before their children in preorder.
	x = make([]float64, len(w.parent))
	x[0] = w.at[0].prelim
	for v := 1; v < len(x); v++ {
		above := &w.at[w.parent[v]]
		at := &w.at[v]
		x[v] = at.prelim + above.mod
		at.mod += above.mod
	}
	return x
}

// distance returns the smallest distance between the points of two neighbours.
func (w *walker) distance(a, b int32) float64 { return w.right[a] + w.gap + w.left[b] }

// firstWalk sets prelim of v. leftSibling is the next one to the left.
func (w *walker) firstWalk(v, leftSibling int32) {
	at := &w.at[v]
	start := 0.0
	if leftSibling != trees.NoNode {
		start = w.at[leftSibling].prelim + w.distance(leftSibling, v)
	}
	list := w.children(v)
	if len(list) == 0 {
		at.prelim = start
		return
	}
	defaultAncestor, before := list[0], int32(trees.NoNode)
	for _, c := range list {
		w.firstWalk(c, before)
		defaultAncestor = w.apportion(c, before, list[0], defaultAncestor)
		before = c
	}
	w.executeShifts(list)
	middle := (w.at[list[0]].prelim + w.at[before].prelim) / 2
	if leftSibling == trees.NoNode {
		at.prelim = middle
		return
	}
	at.prelim = start
	at.mod = start - middle
}

// apportion moves the subtree of v away from those of its left siblings. It
// follows four contours downwards together: inside right (of v) and left (of
// the siblings), outside right and left to find where they end.
func (w *walker) apportion(v, leftSibling, first, defaultAncestor int32) int32 {
	if leftSibling == trees.NoNode {
		return defaultAncestor
	}
	inRight, outRight, inLeft, outLeft := v, v, leftSibling, first
	sInRight, sOutRight := w.at[inRight].mod, w.at[outRight].mod
	sInLeft, sOutLeft := w.at[inLeft].mod, w.at[outLeft].mod
	for {
		l, r := w.nextRight(inLeft), w.nextLeft(inRight)
		if l == trees.NoNode || r == trees.NoNode {
			break
		}
		inLeft, inRight = l, r
		outLeft, outRight = w.nextLeft(outLeft), w.nextRight(outRight)
		w.at[outRight].ancestor = v
		shift := w.at[inLeft].prelim + sInLeft - w.at[inRight].prelim - sInRight + w.distance(inLeft, inRight)
		if shift > 0 {
			w.moveSubtree(w.ancestor(inLeft, v, defaultAncestor), v, shift)
			sInRight += shift
			sOutRight += shift
		}
		sInLeft += w.at[inLeft].mod
		sInRight += w.at[inRight].mod
		sOutLeft += w.at[outLeft].mod
		sOutRight += w.at[outRight].mod
	}
	if next := w.nextRight(inLeft); next != trees.NoNode && w.nextRight(outRight) == trees.NoNode {
		w.at[outRight].thread = next
		w.at[outRight].mod += sInLeft - sOutRight
	}
	if next := w.nextLeft(inRight); next != trees.NoNode && w.nextLeft(outLeft) == trees.NoNode {
		w.at[outLeft].thread = next
		w.at[outLeft].mod += sInRight - sOutLeft
		return v
	}
	return defaultAncestor
}

func (w *walker) nextLeft(v int32) int32 {
	if from, to := w.kidAt[v], w.kidAt[v+1]; from < to {
		return w.kids[from]
	}
	return w.at[v].thread
}

func (w *walker) nextRight(v int32) int32 {
	if from, to := w.kidAt[v], w.kidAt[v+1]; from < to {
		return w.kids[to-1]
	}
	return w.at[v].thread
}

func (w *walker) moveSubtree(from, to int32, shift float64) {
	a, b := &w.at[from], &w.at[to]
	each := shift / float64(b.number-a.number)
	b.change -= each
	b.shift += shift
	a.change += each
	b.prelim += shift
	b.mod += shift
}

func (w *walker) executeShifts(list []int32) {
	shift, change := 0.0, 0.0
	for i := len(list) - 1; i >= 0; i-- {
		at := &w.at[list[i]]
		at.prelim += shift
		at.mod += shift
		change += at.change
		shift += at.shift + change
	}
}

// ancestor returns the sibling of v whose subtree contains the contour node.
func (w *walker) ancestor(contour, v, defaultAncestor int32) int32 {
	if a := w.at[contour].ancestor; w.parent[a] == w.parent[v] {
		return a
	}
	return defaultAncestor
}
