package experiment

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// TestIntegerSearch: without the aside the search enters as many nodes as the algorithm; with
// it, fewer; in both cases it finds the max^n value.
func TestIntegerSearch(t *testing.T) {
	var with, without int64
	for seed := range 400 {
		fields := map[string]any{"players": 2 + seed%3, "seed": seed, "cards": 3 + seed%2}
		if seed%5 == 0 {
			fields["trump"] = "H"
		}
		if seed%7 == 0 {
			fields["cards"], fields["tricks"] = 6, 2
		}
		pos, err := games.Open(&games.Document{ID: "sergeant-major", Values: fields})
		if err != nil {
			t.Fatal(err)
		}
		want := walk(pos, -1).value
		for _, id := range []string{"shallow", "abbnb"} {
			algorithm, _ := algorithms.Find(id)
			res, err := algorithm.Run(context.Background(), engine.OnGame("sergeant-major", pos), engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, aside := range []trees.Score{0, trees.Unit} {
				s := newIntegerSearch(context.Background(), pos, id == "abbnb")
				s.aside = aside
				value, err := s.run()
				if err != nil || value != want {
					t.Fatalf("%s of %v with the aside %v = %v, %v, want %v", id, fields, aside, value, err, want)
				}
				if aside == 0 && (s.inner != int64(res.Stats.Expanded()) || s.leaves != int64(res.Stats.Leaves)) {
					t.Errorf("%s of %v enters %d and %d nodes, the algorithm %d and %d", id, fields, s.inner, s.leaves, res.Stats.Expanded(), res.Stats.Leaves)
				}
				if aside == 0 {
					without += s.inner + s.leaves
				} else {
					with += s.inner + s.leaves
				}
			}
		}
	}
	if with >= without*9/10 {
		t.Errorf("%d nodes with the aside, %d without", with, without)
	}
}

// TestIntegerMatters: the parameter integer changes the counts of two columns alone.
func TestIntegerMatters(t *testing.T) {
	e := &sk2000Table2
	v := valuesOf(t, e, map[string]int{"deals": 4, "cards": 8, "tricks": 3})
	jobs := e.Jobs(v)
	with := runAll(t, e, v, upTo(len(jobs)))
	v["integer"] = 0
	without := runAll(t, e, v, upTo(len(jobs)))
	fewer := map[string]bool{}
	for i, j := range jobs {
		if with[i][0]+with[i][1] < without[i][0]+without[i][1] {
			fewer[j.Name] = true
		} else if with[i][0] != without[i][0] || with[i][1] != without[i][1] {
			t.Errorf("%+v: %v with integers, %v without", j, with[i], without[i])
		}
	}
	if len(fewer) != 2 || !fewer["Shallow"] || !fewer["ABBnB"] {
		t.Errorf("integers spare nodes in %v, want Shallow and ABBnB", fewer)
	}
}
