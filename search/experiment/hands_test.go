package experiment

import (
	"context"
	"testing"

	"espalier/search/engine"
	"espalier/trees"
)

// TestDeepest: a search reaches the largest depth at which all plain trees up to it fit
// into the limit, chooses the move of max^n at that depth, and leaves the position as it
// was, also where it was stopped.
func TestDeepest(t *testing.T) {
	for _, game := range handGames {
		stopped, whole := 0, 0
		for _, nodes := range []int{100, 700, 3000, 100_000} {
			v := Values{"cards": 4, "nodes": nodes, "shared": nodes % 3, "root": 1}
			h, err := newHand(game.id, v, Job{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			for h.pos.Mover() != 0 {
				before := string(h.pos.AppendDocument(nil))
				want, left := deepest{}, int64(nodes)
				for depth := 1; depth <= h.pos.Height(); depth++ {
					tree := walk(h.pos, depth)
					if left -= tree.inner + tree.leaves; left < 0 {
						break
					}
					want = deepest{depth, depth == h.pos.Height(), plainMove(h.pos, depth)}
				}
				got, err := h.deepest(context.Background(), &plain)
				if err != nil || got != want {
					t.Fatalf("%s with %d nodes at %s = %+v, %v, want %+v", game.id, nodes, before, got, err, want)
				}
				if after := string(h.pos.AppendDocument(nil)); after != before {
					t.Fatalf("after the search the position is %s, want %s", after, before)
				}
				if deeper, err := h.deepest(context.Background(), &speculative); err != nil || deeper.depth < got.depth || deeper.depth == got.depth && deeper != got {
					t.Errorf("%s with %d nodes at %s: speculative max^n = %+v, %v, plain %+v", game.id, nodes, before, deeper, err, got)
				}
				if want.whole {
					whole++
				} else {
					stopped++
				}
				h.play(got.move)
			}
		}
		if stopped < 3 || whole < 3 {
			t.Errorf("%s: %d searches were stopped and %d saw the end; the test shows little", game.id, stopped, whole)
		}
	}
}

// plainMove is the leftmost move with the best value.
func plainMove(pos trees.Position, depth int) (best int) {
	var v trees.Vector
	moves, p := pos.Look(&v), pos.Mover()-1
	most := trees.Score(-1)
	for i := range moves {
		pos.Do(i, &v)
		if s := walk(pos, depth-1).value[p]; s > most {
			best, most = i, s
		}
		pos.Undo()
	}
	return best
}

// TestTable11: with nodes enough, every search sees the end at once, and no depth is
// counted; with few, a hand has as many cards left as were not played by its searches.
func TestTable11(t *testing.T) {
	e := &s2003Table11
	v := valuesOf(t, e, map[string]int{"hands": 3, "paranoid_hands": 1, "cards": 3, "nodes": 1_000_000})
	jobs := e.Jobs(v)
	if len(jobs) != 3*4+2 {
		t.Errorf("%d jobs, want 14: paranoid plays one hand of each game", len(jobs))
	}
	for i, c := range runAll(t, e, v, upTo(len(jobs))) {
		if c[0] != 0 || c[2] != 9 {
			t.Errorf("%+v = %v, want 9 cards left at once", jobs[i], c)
		}
	}
	v["cards"], v["nodes"] = 5, 300
	counts := runAll(t, e, v, upTo(len(jobs)))
	for i, c := range counts {
		if c[0]+c[2] != 15 || c[0] == 0 || c[1] < c[0] {
			t.Errorf("%+v = %v, want 15 cards", jobs[i], c)
		}
	}
	all := []Counts{{2, 20, 30}, {1, 12, 40}}
	rows := (&results{jobs: []Job{{}, {Deal: 1}}, counts: all}).rowsOf(e, v)
	near(t, "depth", rows[0].Measured, 11)
	near(t, "its printed number", rows[0].Printed, 11.1)
	near(t, "cards left", rows[1].Measured, 35)
	near(t, "its standard error", rows[1].Spread, 5)
	if rows[4].Name != "Hearts, Paranoid, depth" || rows[4].Printed != nil || rows[4].Measured != nil {
		t.Errorf("the depth of paranoid in Hearts is lost, not %+v", rows[4])
	}
	near(t, "paranoid in Spades", rowNamed(t, rows, "Spades, Paranoid, cards left").Printed, 33.5)
}

func (r *results) rowsOf(e *Experiment, v Values) []Row { return e.rows(v, r) }

// TestTable12: the scores of all seats add up to the tricks or the points of the hand; where
// all searches see the end, equal seats of max^n with and without pruning score the same;
// the means are as computed by hand.
func TestTable12(t *testing.T) {
	e := &s2003Table12
	v := valuesOf(t, e, map[string]int{"hands": 2, "cards": 4, "nodes": 400})
	jobs := e.Jobs(v)
	if len(jobs) != 48 {
		t.Fatalf("%d jobs, want 48", len(jobs))
	}
	for i, c := range runAll(t, e, v, upTo(len(jobs))) {
		game, _, seats := table12Column(jobs[i].Column)
		h, err := newHand(handGames[game].id, v, jobs[i])
		if err != nil {
			t.Fatal(err)
		}
		want := int64(4)
		if handGames[game].id == "hearts" {
			want = int64(h.pos.Scores().MaxP / trees.Unit)
		}
		own := int64(len(seatNames(seats)))
		if c[0]+c[2] != want || c[1] != own || c[1]+c[3] != 3 || own < 1 || own > 2 {
			t.Errorf("%+v = %v, want scores that add up to %d and %d seats of 3", jobs[i], c, want, own)
		}
	}
	v["cards"], v["nodes"] = 3, engine.MaxSearchNodes-1
	counts := runAll(t, e, v, upTo(len(jobs)))
	for c := range seatings {
		for _, game := range []int{0, 2 * seatings} {
			one, other := columnOf(jobs, counts, game+c), columnOf(jobs, counts, game+seatings+c)
			for deal := range one {
				if one[deal][0] != other[deal][0] {
					t.Errorf("column %d, hand %d: plain %v, speculative %v", game+c, deal, one[deal], other[deal])
				}
			}
		}
	}
	all := make([]Counts, len(jobs))
	for c := range seatings {
		all[c] = Counts{int64(c), 1, 10, 2} // the first hand on all seatings
		all[24+c] = Counts{100, 1, 100, 2}
	}
	all[24] = nil // the second on all but one
	rows := e.Rows(v, all)
	near(t, "max^n", rows[0].Measured, 15.0/6)
	near(t, "paranoid", rows[1].Measured, 5)
	near(t, "ratio", rows[1].Ratio, 5/8.5)
	if rows[0].N != 1 || rows[2].Measured != nil {
		t.Errorf("rows %+v and %+v, want one hand and none", rows[0], rows[2])
	}
	near(t, "speculative max^n in Spades", rowNamed(t, rows, "Spades, Speculative max^n against paranoid: Speculative max^n").Printed, 5.72)
}
