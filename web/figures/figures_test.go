package figures

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"espalier/search/papers"
	"espalier/trees"
	"espalier/trees/figures"
)

// The rows that canPrune leaves on the page must be the rows that this test finds
// from the ranks.
func TestTableQuery(t *testing.T) {
	table := papers.SpadesTable()
	for bound1 := -1; bound1 <= 4; bound1++ {
		for bound2 := -1; bound2 <= 4; bound2++ {
			for trick := range 3 {
				q := url.Values{"bound3": {""}, "least2": {strconv.Itoa(trick)}, "most1": {"2"}}
				q.Set("bound1", strings.TrimPrefix(strconv.Itoa(bound1), "-1"))
				q.Set("bound2", strings.TrimPrefix(strconv.Itoa(bound2), "-1"))
				left := 0
				for _, row := range table.Rows {
					if row.Rank[0] > bound1 && row.Rank[1] > bound2 && row.Outcome[1] >= trees.Score(trick)*trees.Unit && row.Outcome[0] <= 2*trees.Unit {
						left++
					}
				}
				a := newTableQuery(q)
				if a.Wrong != "" {
					t.Fatalf("%v: %s", q, a.Wrong)
				}
				shown := 0
				for _, row := range a.Rows {
					if !row.Out {
						shown++
					}
				}
				if shown != left || strings.HasPrefix(a.Answer, "true") != (left == 0) {
					t.Errorf("%v: %d rows left and %q, want %d rows", q, shown, a.Answer, left)
				}
			}
		}
	}
	if a := newTableQuery(url.Values{"bound1": {"9"}}); a.Wrong == "" {
		t.Error("a bound of rank 9 is not refused")
	}
}

// TestPrintedZeroPrunes checks that the printed 0 prunes if no player has a bound,
// as the editor's note states.
func TestPrintedZeroPrunes(t *testing.T) {
	free := url.Values{"bound1": {""}, "bound2": {""}, "bound3": {""}}
	if a := newTableQuery(free); !strings.HasPrefix(a.Answer, "false") {
		t.Errorf("without bounds canPrune = %s, want false", a.Answer)
	}
	free.Set("printed", "1")
	if a := newTableQuery(free); !strings.HasPrefix(a.Answer, "true") {
		t.Errorf("without bounds canPrune as printed = %s, want true", a.Answer)
	}
}

// If player 2 has a trick, the rows with a dagger must be left, with the ranks that
// the text of the paper gives.
func TestTrickFilter(t *testing.T) {
	f, _ := figures.Find("s2005-table1")
	v := newTable(f)
	says := v.withTrick()
	for i, row := range f.Table.Rows {
		dagger := strings.Contains(row[len(row)-1], "†")
		if left := v.Rows[i].Class == "survives"; left != dagger {
			t.Errorf("row %s: left = %v, its dagger is %v", row[0], left, dagger)
		}
	}
	for _, want := range []string{"6 rows left", "player 1 gets at most rank 2", "player 3 gets at most rank 1"} {
		if !strings.Contains(says, want) {
			t.Errorf("says %q, want it to have %q", says, want)
		}
	}
}

// The computed columns must agree with the printed columns if both exist.
func TestTableShowsComputedAndPrinted(t *testing.T) {
	compare := map[string][][2]int{ // printed column, computed column
		"s2005-table1":  {{4, 7}},
		"sk2000-table1": {{3, 5}},
	}
	for id, pairs := range compare {
		f, _ := figures.Find(id)
		v := newTable(f)
		for _, pair := range pairs {
			if !v.Columns[pair[1]].Ours || v.Columns[pair[0]].Ours {
				t.Fatalf("%s: columns %v are not a printed and a computed one", id, pair)
			}
			for _, row := range v.Rows {
				if row.Cells[pair[0]] != row.Cells[pair[1]] {
					t.Errorf("%s, row %s: computed %s, printed %s", id, row.Cells[0], row.Cells[pair[1]], row.Cells[pair[0]])
				}
			}
		}
	}
	f, _ := figures.Find("s2003-table8")
	for _, row := range newTable(f).Rows {
		for _, pair := range [][2]int{{1, 3}, {2, 4}} {
			computed, _ := strconv.ParseFloat(row.Cells[pair[1]], 64)
			if got := fmt.Sprintf("%.2f", computed); got != row.Cells[pair[0]] {
				t.Errorf("s2003-table8, b = %s: computed %s, printed %s", row.Cells[0], got, row.Cells[pair[0]])
			}
		}
	}
}

// The test calculates the duality of Table 1 for the printed numbers and for others.
func TestDualityForm(t *testing.T) {
	d := newDuality(url.Values{})
	want := []string{"23", "16", "13", "0", "26", "52"}
	for i, row := range d.Rows {
		if row[3] != want[i] {
			t.Errorf("%s becomes %s, want %s", row[0], row[3], want[i])
		}
	}
	if !strings.Contains(d.Shallow, "cannot cut") {
		t.Errorf("Hearts says %q, want that shallow pruning cannot cut", d.Shallow)
	}
	if d := newDuality(url.Values{"s1": {"27"}}); d.Wrong == "" {
		t.Error("a score above maxp is not refused")
	}
	if x := newFactors(url.Values{"b": {"10"}}); x.Row[3] != "5.4191" {
		t.Errorf("the factor for b = 10 is %s, want 5.4191", x.Row[3])
	}
	if x := newReduction(url.Values{}); x.Rows[2][1] != "5" {
		t.Errorf("the best case of the drawn reduction is %s leaves, want 5", x.Rows[2][1])
	}
}

var update = flag.Bool("update", false, "write the goldens anew")

func TestGoldenPictures(t *testing.T) {
	for _, g := range []struct{ id, query, theme string }{
		{"k1991-fig6", "algorithm=deep&step=12", "light"},
		{"c474-alphabeta", "", "dark"},
		{"sk2000-fig2", "algorithm=shallow&step=0", "projector"},
	} {
		got, err := SVG(context.Background(), g.id, mustQuery(t, g.query+"&theme="+g.theme))
		if err != nil {
			t.Fatalf("figureSVG(%s, %s) = %v", g.id, g.query, err)
		}
		got = bytes.ReplaceAll(got, []byte("><"), []byte(">\n<"))
		file := filepath.Join("testdata", g.id+"-"+g.theme+".svg")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("figureSVG(%s, %s) differs from %s; look at the picture, then run the test with -update", g.id, g.query, file)
		}
	}
}

func TestNotationPageExamplesAreValid(t *testing.T) {
	for _, e := range notationExamples {
		if _, err := trees.ReadText(e.Text); err != nil {
			t.Errorf("ReadText(%q) = %v", e.Text, err)
		}
	}
	if _, err := trees.ReadJSON([]byte(notationJSON)); err != nil {
		t.Errorf("the JSON example: %v", err)
	}
	for _, leaf := range []string{"(3,0,6) of (2,3,4)|(3,0,6)", "? of (2,3,4)|(3,0,6)", "only (2,3,4)", "(2,3,4) chosen"} {
		if _, err := trees.ReadText("players 3 1[" + leaf + "]"); err != nil {
			t.Errorf("a leaf %q: %v", leaf, err)
		}
	}
	if _, err := trees.ReadText("kind minimax max[max 5]"); err != nil {
		t.Error(err)
	}
}
