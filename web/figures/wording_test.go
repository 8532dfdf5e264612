package figures_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// wordings are sentences that were held against the documents, by the path of their
// page. not is a wording that was wrong; it must not come back.
var wordings = []struct{ path, want, not string }{
	// The documents, their authors and their headings.
	{"/explore", "Mohammad T. Hajiaghayi, CMSC 474, Introduction to Game Theory: “28. Game-tree Search and Pruning Algorithms”, University of Maryland", "Nau"},
	{"/algorithms", "Korf 1991, section 3.1", "§"},
	{"/algorithms", "Korf 1991, section 3.2, 3.3", ""},
	{"/algorithms", "Korf 1991, section 3.4, figure 6", ""},
	{"/algorithms", "Sturtevant & Korf 2000, Single Agent Branch-and-Bound, figure 5", ""},
	{"/algorithms", "Sturtevant & Korf 2000, Multi-Player Branch-and-Bound, figure 6", ""},
	{"/algorithms", "Sturtevant & Korf 2000, Reduction to a Paranoid 2-Player Game", ""},
	{"/algorithms", "Sturtevant & Korf 2000, the procedure before “Experimental Results”", "Sturtevant & Korf 2000, figure 7"},
	{"/figures/k1991-fig8", "Section 4 credits Theorem 1 with the optimality of shallow pruning; that is Theorem 2", ""},
	{"/figures/c474-node-ordering", "The slide “Complexity Analysis” counts the nodes of chess: 35^100 is about 10^154", ""},
	{"/figures/c474-history", "von Neumann & Morgenstern", "1928 von Neumann minimax algorithm"},

	// Procedures: in our words, those that are printed beside those that are repaired.
	{"/algorithms", "The pseudo-code is ours.", ""},
	{"/algorithms", "on the frontier: return e(x)", "on the frontier: return u(x)"},
	{"/algorithms", "(ours, not in the paper)", "does not please"},
	{"/algorithms", "at the root, the player before x's: our convention", "maxsum + 1"},
	{"/algorithms", "we count a score of NIL as 0", ""},
	{"/algorithms", "its best is not better for its parent’s player than his bound", ""},
	{"/figures/s2003-fig7", "Figure 7, in our words", "Figure 7, as printed"},
	{"/figures/s2005-fig1", "Figure 1, in our words", ""},
	{"/figures/s2005-fig9", "Figure 9, in our words", ""},
	{"/figures/s2003-fig7?step=16", "Speculative pruning: the printed procedure", "while best is better for the parent’s player"},
	{"/figures/s2003-fig7", "The listing does not say what a best that is NIL scores; we count it as 0", ""},
	{"/figures/s2003-fig7", "The mover's best score so far is passed to each child as ParentScore. This node’s own ParentScore is passed as GrandparentScore.", ""},
	{"/figures/s2005-fig1", "Its lines are marked at the nodes of Max; at the others, Max and Min are exchanged.", ""},
	{"/figures/s2005-fig9", "An unseen outcome that gives less could replace it, so the cut is wrong.", ""},

	// The trees on which printed procedures fail.
	{"/exhibits", "Sturtevant 2005, Figure 9 The best so far is better for the parent, too", "Sturtevant 2003, Figure 9"},
	{"/exhibits", "Sturtevant 2005, Figure 9 Outcomes of rank 0 are skipped", "Figure 7 Outcomes"},
	{"/exhibits", "But the best so far, (1, 0, 0), gives player 1 more than the bound, so it becomes the value.", ""},
	{"/exhibits", "we count it as 0", ""},
	{"/exhibits", "We count a best that is NIL as 0 in the tests.", ""},
	{"/exhibits", "We take player 3, whose turn comes before player 1’s.", ""},
	{exhibit + "1[+2{up+(0,1,1)}[+(0,1,0)+]+]&algorithm=abbnb&step=3", "the printed test reads h_up(1) = 0 ≤ 1 − 1 = 0.", "already has 0 at the root"},
	{exhibit + "1[+2{up+(0,1,1)}[+(0,1,0)+]+]&algorithm=abbnb", "Alpha-beta branch and bound: the printed procedure", "ours, not in the paper"},
	{exhibit + "1[+(0,1,0)+2[+(1,0,0)+(0,1,0)+]+]&algorithm=speculative&table=1&step=11", "The printed test does not check whether the parent’s player still prefers the best so far", "Player 3 has no bound"},
	// The same test on a tree where its cut is right: the sentence must not call it wrong.
	{"/figures/s2003-fig6?algorithm=speculative&as_printed=1&table=1&v7=4,4,2&step=11", "if so, an unseen value could replace it", "which is unsound"},

	// What is proved, and what only bounds.
	{"/figures/k1991-fig6?algorithm=paranoid&step=18", "Player 1 is sure of 5 there, whatever the others do; the other scores may differ.", "its exact value"},
	{"/figures/k1991-fig6?algorithm=paranoid&step=999", "player 1 is sure of 5, whatever the others do (leaf b)", ""},
	{"/figures/k1991-fig7", "knows all leaf values in advance", ""},
	{"/figures/c474-alphabeta?step=32", "Max gets at most", "which is a bound only"},
	{"/figures/c474-alphabeta?step=20", "Max gets at least", "which is a bound only"},
	{"/figures/c474-alphabeta?step=51", "Max gets 4 from q, the first value at p.", "Max gets at most 4 from q"},
	{"/figures/k1991-fig1?algorithm=minimax&step=25", "Max gets 3 from h, which is no better. d keeps 4.", "Max gets at most 3"},
	{"/figures/k1991-fig1?algorithm=minimax&step=12", "g gives Max 5, which is no better for Min", "gives Max at least 5"},
	{"/figures/k1991-fig1?step=22", "Max gets at most 3 from h", ""},
	{"/algorithms", "the value can be wrong, unless the game has two players and a constant sum", "with three players or more the value can be wrong"},
	{"/algorithms", "the value can be wrong, even with two players", ""},
	{"/learn/immediate", "Later chapters have rules that can cut there", "no other pruning is left"},
	{"/learn/immediate", "A cut needs the largest possible score for the mover", "has to get everything"},
	{"/learn/shallow", "In some games shallow pruning cuts no more than immediate pruning", "it never happens"},
	{"/learn/deep-fails", "Without a constant sum it can happen with", "With two players that cannot happen"},
	{"/learn/last-branch", "Shallow pruning cannot, unless two scores of the leaf reach maxsum", "depends only on the order"},
	{"/learn/speculative", "perhaps nothing can be cut in any order", "depends on the order of the moves alone"},
	{"/learn/theorems/all-equal", "If two of them do, shallow pruning cuts, too", "depends on the order of the nodes alone"},
	{"/learn/theorems/speculative-is-right", "The next page has what more players need.", "the argument here is that one, in general"},
	{"/learn/theorems/shallow-is-optimal", "If every leaf has the same sum, deep pruning is right there", ""},
	{"/learn/theorems/average-case", "Knuth and Moore (1975) give 3.14", ""},
	{"/learn/glossary", "With two players it is right if every leaf has the same sum.", "It is right with two players, and"},
	{"/counterexamples", "an upper bound on the sum of a leaf’s scores", ""},

	// Sentences of cuts.
	{"/figures/s2003-fig4?step=16", "(a) is on its last branch, and its best is not better for player 1 than the 5 at the root", "does not please"},
	{"/figures/s2003-fig9?step=16", "player 1 needs at least 6 and player 2 needs at least 4 for another choice, which leaves nothing for player 3.", ""},
	{"/figures/sk2000-fig7?step=11", "so player 1 gets at most 10 − 3 − 2 = 5, less than the 6 at the root", ""},
	{"/figures/sk2000-fig7?step=11", "heuristic at (a)", ""},
	{"/figures/c474-alphabeta?step=31", "Max is sure of α = 5 at the root.", "alpha ="},
	{"/figures/c474-alphabeta?step=19", "Min already holds Max to β = 5 at a.", "beta ="},
	{"/figures/sk2000-fig5?step=7", "every path through (a) costs at least 2, and the best so far costs 2.", ""},
	{"/figures/sk2000-fig5?step=12", "No path through (b) is better than the best so far.", "returns no value"},
	{"/figures/s2003-fig6?v7=6,4,0&step=22", "Now (b) matters: it is re-searched.", "searched again"},
	// Player 1 has a best at the root, which plain max^n does not use below it.
	{"/figures/k1991-fig2?step=37", "none in use", "none yet"},

	// Stories and notes.
	{"/figures/k1991-fig6", "It is tempting to cut f, by the bound of a, its great-grandparent.", ""},
	{"/figures/k1991-fig8", "Here α(i) = 0.3, and α(i-1) = 0, because there is nothing left of X^0.", ""},
	{"/figures/k1991-fig8", "α(i+1) = 0.4 is the bound at X^(i+1)", ""},
	{"/figures/sk2000-fig7", "Player 1 did not get 7 at the left child of (a)", ""},
	{"/figures/sk2000-fig7", "The upper bounds at (a), h(1) ≤ 8 and h(2) ≤ 8, are derived, not printed", ""},
	{"/figures/sk2000-fig5", "All edge costs, and all path costs but the 2", ""},
	{"/figures/k1991-fig5", "The story of Fig. 5", "Not given in the text: Nothing"},
	{"/figures/c474-evaluation-boards", "we count 3, 5 and 9 for bishop, rook and queen", ""},

	// Tables: what is printed, and what is ours.
	{"/figures/sk2000-table1", "−s₁ + maxp_min", "maxp_min − s₁"},
	{"/figures/sk2000-table1", "−maxsum_min + n·maxp_min", ""},
	{"/figures/sk2000-table1", "The cells are as printed. Shaded columns are computed here.", ""},
	{"/figures/s2003-table8", "The rows are ours, not from the paper. Shaded columns are computed here.", "the recurrence that the text describes"},
	{"/figures/s2003-table8", "leaves its derivation to another paper. The derivation here is ours.", ""},
	{"/figures/s2003-table10", "The third row is from the running text; the others are as printed. Shaded columns are computed here.", ""},
	{"/figures/s2003-table11", "The table is lost; the running text gives these cells.", "as printed"},

	// Two runs side by side.
	{"/lockstep?figure=k1991-fig6&a=deep&a.v5=2,3,4&b=deep&b.v5=3,0,6", "No difference: same cuts, same values.", "They do not differ"},
	{"/lockstep?figure=k1991-fig6&a=deep&a.v5=2,3,4&b=deep&b.v5=3,0,6", "By maxⁿ: (5, 2, 2) with f = (2, 3, 4), (6, 1, 2) with f = (3, 0, 6).", ""},
	{"/lockstep?figure=k1991-fig7&a=shallow&a.v12=0,0,0&b=shallow&b.v12=0,0,32", "The result is (52, 26, 0) with Shallow with n = (0, 0, 0) and (51, 0, 2) with Shallow with n = (0, 0, 32).", ""},
	{"/lockstep?figure=k1991-fig8&a=shallow&a.v4=0,0,0&b=shallow&b.v4=0,0.4,0", "By maxⁿ: (0.5, 0.35, 0) with X^0 = (0, 0, 0), (0.45, 0, 0.4) with X^0 = (0, 0.4, 0).", ""},
}

// exhibit is the address of a run as printed, up to the root of its tree.
const exhibit = "/tree?as_printed=1&text=players+3+maxsum+1+"

// TestWordingOfPages checks the wordings.
func TestWordingOfPages(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range wordings {
		res, page := webtest.Get(t, ts.URL+c.path)
		if res.StatusCode != 200 {
			t.Errorf("%s: status %d", c.path, res.StatusCode)
			continue
		}
		// A tag can be between words or within a word, and a text in a tag.
		text := html.UnescapeString(tags.ReplaceAllString(string(page), ""))
		spaced := strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(string(page), " "))), " ")
		if !strings.Contains(text, c.want) && !strings.Contains(spaced, c.want) && !strings.Contains(string(page), c.want) {
			t.Errorf("%s does not say %q", c.path, c.want)
		}
		if c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%s says %q", c.path, c.not)
		}
	}
}

// TestNumbersThatAreOursHaveRings checks the two figures whose edge costs, path costs
// and limits are partly the paper's and partly ours.
func TestNumbersThatAreOursHaveRings(t *testing.T) {
	_, ts := webtest.Serve(t)
	nodes := func(figure string) []string {
		_, page := webtest.Get(t, ts.URL+"/figures/"+figure)
		return strings.Split(string(page), `<g class="node`)[1:]
	}
	text := func(node, class string) string {
		var lines []string
		for _, found := range regexp.MustCompile(`<text class="`+class+`"[^>]*>([^<]*)</text>`).FindAllStringSubmatch(node, -1) {
			lines = append(lines, html.UnescapeString(found[1]))
		}
		return strings.Join(lines, " ")
	}
	// Edge cost, limit, and whether the path cost has a ring.
	want := []struct {
		cost, limit string
		ring        bool
	}{
		{"", "h ≥ 1°", false},
		{"1°", "h ≥ 2", false}, {"1°", "", false}, {"3°", "", true}, // (a)
		{"3°", "h ≥ 3°", false}, {"1°", "", true}, {"2°", "", true}, // (b)
		{"1°", "h ≥ 1°", false}, {"2°", "h ≥ 3°", false}, {"1°", "", true}, {"3°", "", true}, // root.3, (c)
	}
	got := nodes("sk2000-fig5")
	if len(got) != len(want) {
		t.Fatalf("Figure 5 has %d nodes, want %d", len(got), len(want))
	}
	for n, w := range want {
		if cost, limit, ring := text(got[n], "cost"), text(got[n], "heur"), strings.Contains(got[n], `<g class="ours"`); cost != w.cost || limit != w.limit || ring != w.ring {
			t.Errorf("Figure 5, node %d: edge %q, limit %q, ring at the leaf %t; want %q, %q, %t", n, cost, limit, ring, w.cost, w.limit, w.ring)
		}
	}
	if limits, want := text(nodes("sk2000-fig7")[2], "heur"), "h(3) ≥ 2, h(1) ≤ 8°, h(2) ≤ 8°"; limits != want {
		t.Errorf("Figure 7, (a): %q, want %q", limits, want)
	}
}
