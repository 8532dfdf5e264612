package trees

import (
	"math/rand/v2"
	"testing"
)

// TestDualHearts is Table 1 of Sturtevant & Korf 2000, as a tree.
func TestDualHearts(t *testing.T) {
	hearts := parse(t, "players 3 maxsum 26 1{low (0,0,0) up (26,20,26)}[ (3,10,13) 2[ (0,0,26)|(26,0,0) (5,20,1) ] ]")
	got, err := hearts.Dual()
	if err != nil {
		t.Fatal(err)
	}
	want := parse(t, "players 3 maxsum 52 maxp 26 1{low (0,6,0) up (26,26,26)}[ (23,16,13) 2[ (26,26,0)|(0,26,26) (21,6,25) ] ]")
	if got.Text() != want.Text() {
		t.Errorf("Dual() =\n%s\nwant\n%s", got.Text(), want.Text())
	}
}

func parse(t *testing.T, text string) *Tree {
	t.Helper()
	tree, err := ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestDualTwice: the transformation applied twice gives the original tree,
// except for a maxsum that no outcome reaches.
func TestDualTwice(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		b := NewBuilder(Header{Players: 3, MaxSum: Some(20 * Unit), MaxP: All(12 * Unit)})
		b.Open(Node{Player: 1})
		for range 1 + rng.IntN(6) {
			v := Points(rng.IntN(7), rng.IntN(7), rng.IntN(7))
			b.Open(Node{Value: &v})
			b.Close()
		}
		b.Close()
		tree, err := b.Tree()
		if err != nil {
			t.Fatal(err)
		}
		once, err := tree.Dual()
		if err != nil {
			t.Fatal(err)
		}
		twice, err := once.Dual()
		if err != nil {
			t.Fatal(err)
		}
		for n := range tree.Len() {
			v, _ := tree.Value(n)
			d, _ := once.Value(n)
			w, _ := twice.Value(n)
			if v != w {
				t.Errorf("seed %d: leaf %d is %v after two transformations, want %v", seed, n, w[:3], v[:3])
			}
			for m := range n {
				u, _ := tree.Value(m)
				e, _ := once.Value(m)
				for p := range 3 {
					if m > 0 && (v[p] < u[p]) != (d[p] > e[p]) {
						t.Errorf("seed %d: player %d prefers leaf %d to %d both before and after", seed, p+1, n, m)
					}
				}
			}
			if n > 0 && d.Sum(3) > once.MaxSum.Score {
				t.Errorf("seed %d: leaf %d adds up to %s, above maxsum %s", seed, n, d.Sum(3).In(Unit), once.MaxSum.Score.In(Unit))
			}
		}
	}
}

func TestDualRejects(t *testing.T) {
	for _, tc := range []struct{ text, path string }{
		{"players 3 1[(1,2,3)]", "maxp"},
		{"kind minimax max[1 2]", "kind"},
	} {
		_, err := parse(t, tc.text).Dual()
		if e, ok := err.(*Error); !ok || e.Path != tc.path {
			t.Errorf("%q: Dual() = %v, want an error at %s", tc.text, err, tc.path)
		}
	}
}
