package web

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// Every figure's page is there at its first, middle and last step, and says
// nothing that only a program would say.
func TestEveryFigureAtItsSteps(t *testing.T) {
	_, server := serve(t)
	slips := regexp.MustCompile(`&lt;nil&gt;|%!|undefined|NaN|\bmap\[|0x[0-9a-f]{6}`)
	lastStep := regexp.MustCompile(`step \d+ of (\d+)`)
	figures := trees.Figures()
	for _, f := range trees.Figures() {
		figures = append(figures, f.Variants...)
	}
	for _, f := range sample(figures) {
		path := server.URL + "/figures/" + f.ID
		check := func(query string) string {
			resp, b := get(t, path+query)
			if resp.StatusCode != 200 {
				t.Errorf("GET %s%s = %d, want 200", f.ID, query, resp.StatusCode)
			}
			page := regexp.MustCompile(`data-request="[^"]*"`).ReplaceAllString(string(b), "")
			if slip := slips.FindString(page); slip != "" {
				t.Errorf("the page of %s%s says %q", f.ID, query, slip)
			}
			return page
		}
		steps := lastStep.FindStringSubmatch(check(""))
		if steps == nil {
			continue // nothing runs here
		}
		last, _ := strconv.Atoi(steps[1])
		for _, step := range []int{0, last / 2, last} {
			check("?step=" + strconv.Itoa(step))
		}
		if page := check("?step=last"); !strings.Contains(page, fmt.Sprintf("step %d of %d", last, last)) {
			t.Errorf("the page of %s?step=last is not at step %d", f.ID, last)
		}
	}
}

// What a slider's line says is what the search does: the figure's algorithm
// cuts if and only if the condition holds.
func TestSlidersTellTheTruth(t *testing.T) {
	for _, f := range trees.Figures() {
		if len(f.Free) == 0 {
			continue
		}
		a, _ := search.Find(f.Algorithm)
		var try func(i int, q url.Values)
		held, tried := 0, 0
		try = func(i int, q url.Values) {
			if i < len(f.Free) {
				for x := f.Free[i].Min; x <= f.Free[i].Max; x += f.Free[i].Step {
					next := url.Values{}
					for k, v := range q {
						next[k] = v
					}
					next.Set(sliderKey(&f.Free[i]), x.String())
					try(i+1, next)
				}
				return
			}
			asked := q.Encode()
			panel, err := takeSliders(f, q)
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			v, err := parseView(f.Tree, q, figureRun(f))
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			tree, err := f.Tree.WithValues(v.Values)
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			cuts := 0
			if _, err := a.Run(context.Background(), search.OnTree(tree, 0), v.Options, func(e *trace.Event) {
				if e.Type == trace.Prune {
					cuts++
				}
			}); err != nil {
				t.Fatal(err)
			}
			if (cuts > 0) != panel.Holds {
				t.Errorf("%s?%s: %s makes %d cuts, and the page says %q, holds %v", f.ID, asked, a.ID, cuts, panel.Says, panel.Holds)
			}
			tried++
			if panel.Holds {
				held++
			}
		}
		try(0, url.Values{})
		if held == 0 || held == tried {
			t.Errorf("%s: the condition holds for %d of %d values: the test shows nothing", f.ID, held, tried)
		}
	}
}

func TestBadSlider(t *testing.T) {
	_, server := serve(t)
	for _, query := range []string{"x=77", "x=a", "y=-1"} {
		resp, b := get(t, server.URL+"/figures/k1991-fig5?"+query)
		name, _, _ := strings.Cut(query, "=")
		if resp.StatusCode != 200 || !strings.Contains(string(b), "not understood. "+name+": ") {
			t.Errorf("GET k1991-fig5?%s = %d without a notice that names %s", query, resp.StatusCode, name)
		}
	}
}

// What canPrune answers on the page is what the ranks say, counted here.
func TestAskTable(t *testing.T) {
	table := search.SpadesTable()
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
				a := newAskTable(q)
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
	if a := newAskTable(url.Values{"bound1": {"9"}}); a.Wrong == "" {
		t.Error("a bound of rank 9 is not refused")
	}
}

// The printed 0 prunes where nobody has any bound: the editor's note says so.
func TestPrintedZeroPrunes(t *testing.T) {
	free := url.Values{"bound1": {""}, "bound2": {""}, "bound3": {""}}
	if a := newAskTable(free); !strings.HasPrefix(a.Answer, "false") {
		t.Errorf("without bounds canPrune = %s, want false", a.Answer)
	}
	free.Set("printed", "1")
	if a := newAskTable(free); !strings.HasPrefix(a.Answer, "true") {
		t.Errorf("without bounds canPrune as printed = %s, want true", a.Answer)
	}
}

// With a trick for player 2 the rows with a dagger are left, and the ranks that
// the text names.
func TestTrickFilter(t *testing.T) {
	f, _ := trees.FindFigure("s2005-table1")
	v := newTable(f)
	says := v.withTrick()
	for i, row := range f.Table.Rows {
		dagger := strings.Contains(row[len(row)-1], "†")
		if left := v.Rows[i].Class == "survives"; left != dagger {
			t.Errorf("row %s: left = %v, its dagger is %v", row[0], left, dagger)
		}
	}
	for _, want := range []string{"6 rows left", "player 1 gets rank 2 at most", "player 3 gets rank 1 at most"} {
		if !strings.Contains(says, want) {
			t.Errorf("says %q, want it to have %q", says, want)
		}
	}
}

// The computed columns agree with the printed ones where both are there.
func TestComputedBesidePrinted(t *testing.T) {
	compare := map[string][][2]int{ // printed column, computed column
		"s2005-table1":  {{4, 7}},
		"sk2000-table1": {{3, 5}},
	}
	for id, pairs := range compare {
		f, _ := trees.FindFigure(id)
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
	f, _ := trees.FindFigure("s2003-table8")
	for _, row := range newTable(f).Rows {
		for _, pair := range [][2]int{{1, 3}, {2, 4}} {
			computed, _ := strconv.ParseFloat(row.Cells[pair[1]], 64)
			if got := fmt.Sprintf("%.2f", computed); got != row.Cells[pair[0]] {
				t.Errorf("s2003-table8, b = %s: computed %s, printed %s", row.Cells[0], got, row.Cells[pair[0]])
			}
		}
	}
}

// The duality of Table 1, on the printed numbers and on others.
func TestDualityForm(t *testing.T) {
	d := newDuality(url.Values{})
	want := []string{"23", "16", "13", "0", "26", "52"}
	for i, row := range d.Rows {
		if row[3] != want[i] {
			t.Errorf("%s becomes %s, want %s", row[0], row[3], want[i])
		}
	}
	if !strings.Contains(d.Shallow, "ruled out") {
		t.Errorf("Hearts says %q, want shallow pruning to be ruled out", d.Shallow)
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

func TestEvaluationOfBoards(t *testing.T) {
	f, _ := trees.FindFigure("c474-evaluation-boards")
	for i, want := range []string{"= +1", "= −4"} {
		if got := evaluation(f.Boards[i].FEN); !strings.HasSuffix(got, want) {
			t.Errorf("evaluation of board %d = %q, want it to end in %q", i+1, got, want)
		}
	}
}

// The listing's line for an event is marked, and no line names an event that
// the engine does not have.
func TestListings(t *testing.T) {
	for id, l := range listed {
		f, _ := trees.FindFigure(id)
		a, ok := search.Find(l.algorithm)
		if !ok {
			t.Fatalf("%s: there is no algorithm %s", id, l.algorithm)
		}
		for line, events := range l.lines {
			if line > len(f.Code) {
				t.Errorf("%s has no line %d", id, line)
			}
			for _, e := range events {
				if len(engineLines(a, []string{e})) == 0 {
					t.Errorf("%s, line %d: %s has no line for %s", id, line, a.ID, e)
				}
			}
		}
	}
}

// A figure's run can be left: an option that is on by default goes off.
func TestDefaultOptionGoesOff(t *testing.T) {
	_, server := serve(t)
	on := regexp.MustCompile(`name="table" value="1" checked`)
	for query, want := range map[string]bool{"": true, "?algorithm=speculative": false, "?algorithm=speculative&table=1": true} {
		if _, b := get(t, server.URL+"/figures/s2005-fig9"+query); on.Match(b) != want {
			t.Errorf("the table is on in s2005-fig9%s = %v, want %v", query, !want, want)
		}
	}
}

// The printed listing is shown beside its own run, and the story is told there.
func TestListingRunsAsPrinted(t *testing.T) {
	_, server := serve(t)
	_, b := get(t, server.URL+"/figures/s2003-fig7")
	if !strings.Contains(string(b), `name="as_printed" value="1" checked`) {
		t.Error("s2003-fig7 does not begin with the printed procedure")
	}
	_, b = get(t, server.URL+"/figures/s2003-fig7?step=last")
	if !strings.Contains(string(b), `aria-current="step"`) {
		t.Error("the last step of s2003-fig7 has no sentence of its story")
	}
}
