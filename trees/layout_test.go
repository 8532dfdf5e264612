package trees

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// drawnTree is a random tree with boxes, for the layout's tests.
type drawnTree struct {
	parent []int32
	boxes  Boxes
}

func randomDrawn(r *rand.Rand, n, branching int) drawnTree {
	t := drawnTree{boxes: Boxes{Gap: 4 + r.Float64()*20}}
	// Preorder: the next node hangs below the last one or one of its ancestors.
	kids := make([]int, n)
	path := []int32{}
	for v := range n {
		p := int32(none)
		if v > 0 {
			if r.IntN(3) > 0 {
				if cut := 1 + r.IntN(len(path)); kids[path[cut-1]] < branching {
					path = path[:cut]
				}
			}
			p = path[len(path)-1]
			kids[p]++
		}
		t.parent = append(t.parent, p)
		path = append(path, int32(v))
		t.boxes.Left = append(t.boxes.Left, 2+r.Float64()*40)
		t.boxes.Right = append(t.boxes.Right, 2+r.Float64()*80)
	}
	return t
}

// mirrored returns the mirror image of the tree; old[v] is the old number of
// node v.
func (t drawnTree) mirrored() (m drawnTree, old []int32) {
	kids, kidAt := childLists(t.parent)
	m.boxes.Gap = t.boxes.Gap
	var walk func(v, p int32)
	walk = func(v, p int32) {
		id := int32(len(m.parent))
		m.parent = append(m.parent, p)
		m.boxes.Left = append(m.boxes.Left, t.boxes.Right[v])
		m.boxes.Right = append(m.boxes.Right, t.boxes.Left[v])
		old = append(old, v)
		for i := kidAt[v+1] - 1; i >= kidAt[v]; i-- {
			walk(kids[i], id)
		}
	}
	walk(0, none)
	return m, old
}

const eps = 1e-6

func TestLayoutKeepsItsConstraints(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 1))
		tree := randomDrawn(r, 1+r.IntN(120), 1+r.IntN(6))
		l := NewLayout(tree.parent, tree.boxes)
		end := map[int32]float64{} // end of the last box of a level
		kids, kidAt := childLists(tree.parent)
		for v := range tree.parent {
			if tree.parent[v] != none && l.Level[v] != l.Level[tree.parent[v]]+1 {
				t.Fatalf("seed %d: Level[%d] = %d, want one more than its parent's %d", seed, v, l.Level[v], l.Level[tree.parent[v]])
			}
			from, to := l.X[v]-tree.boxes.Left[v], l.X[v]+tree.boxes.Right[v]
			if last, ok := end[l.Level[v]]; ok && from < last+tree.boxes.Gap-eps {
				t.Fatalf("seed %d: box of node %d begins at %.3f, want %.3f or more: the level's last box ends at %.3f", seed, v, from, last+tree.boxes.Gap, last)
			}
			if from < -eps || to > l.Width+eps {
				t.Fatalf("seed %d: box of node %d is [%.3f, %.3f], want it within [0, %.3f]", seed, v, from, to, l.Width)
			}
			end[l.Level[v]] = to
			if list := kids[kidAt[v]:kidAt[v+1]]; len(list) > 0 {
				middle := (l.X[list[0]] + l.X[list[len(list)-1]]) / 2
				if math.Abs(l.X[v]-middle) > eps {
					t.Fatalf("seed %d: X[%d] = %.3f, want the middle of its children %.3f", seed, v, l.X[v], middle)
				}
			}
		}
	}
}

func TestLayoutIsSymmetric(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 2))
		tree := randomDrawn(r, 1+r.IntN(120), 2+r.IntN(5))
		m, old := tree.mirrored()
		l, lm := NewLayout(tree.parent, tree.boxes), NewLayout(m.parent, m.boxes)
		for v, o := range old {
			if got, want := lm.X[v], l.Width-l.X[o]; math.Abs(got-want) > eps {
				t.Fatalf("seed %d: mirrored X[%d] = %.3f, want %.3f", seed, v, got, want)
			}
		}
	}
}

func TestLayoutOfEqualSubtreesIsEqual(t *testing.T) {
	// Three siblings with two leaves each are at equal distances.
	parent := []int32{-1, 0, 1, 1, 0, 4, 4, 0, 7, 7}
	b := Boxes{Gap: 10, Left: make([]float64, 10), Right: make([]float64, 10)}
	for v := range parent {
		b.Left[v], b.Right[v] = 5, 5
	}
	l := NewLayout(parent, b)
	want := []float64{55, 15, 5, 25, 55, 45, 65, 95, 85, 105}
	for v := range want {
		if math.Abs(l.X[v]-want[v]) > eps {
			t.Errorf("X[%d] = %.3f, want %.0f", v, l.X[v], want[v])
		}
	}
	if l.Width != 110 {
		t.Errorf("Width = %.3f, want 110", l.Width)
	}
}

func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		tree := randomDrawn(rand.New(rand.NewPCG(1, 3)), n, 4)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				NewLayout(tree.parent, tree.boxes)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}
