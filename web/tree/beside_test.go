package tree_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"espalier/web/tree"
	"espalier/web/webtest"
)

// manyValues is a tree whose root can have some values.
func manyValues(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, " (1,%d)", i)
	}
	return "players 2 1[" + b.String() + " ]"
}

func TestAddress(t *testing.T) {
	_, ts := webtest.Serve(t)
	tie, three := url.QueryEscape(tree.OpinionExamples[3].Text), "text="+url.QueryEscape(tree.OrderExamples[1].Text)
	for _, c := range []struct {
		path   string
		status int
		says   string
	}{
		{"/opinions?", 200, tree.OpinionExamples[0].Says[:20]},
		{"/opinions?w=21", 422, `"21" is not a whole number from -20 to 20`},
		{"/opinions?w=0.5", 422, `"0.5" is not a whole number from -20 to 20`},
		{"/opinions?target=x", 422, `"x" is not a whole number of 0 or more`},
		{"/opinions?weight=3", 422, "there is no such parameter here; there are w, target"},
		{"/opinions?figure=nothing", 404, "There is no figure"},
		{"/opinions?figure=k1991-fig6&text=" + tie, 422, "one of figure, text, saved, trace, code is right"},
		{"/opinions?text=" + url.QueryEscape("players 3 1[ (1,2)"), 422, "text"},
		{"/opinions?text=" + tie + "&target=3&w=20", 200, "attack on player 3"},
		{"/opinions?text=" + tie + "&target=4", 200, "No slider: "},
		{"/opinions?text=" + url.QueryEscape("kind minimax max[ 3 5 ]"), 200, "No slider: "},
		{"/opinions?game=" + url.QueryEscape(`{"id":"nothing"}`), 422, `there is no game "nothing"`},
		{"/opinions?game=" + url.QueryEscape(`{"id":"hearts","cards":3,"seed":4}`), 200, "Hearts, player 1 to move"},
		{"/orders?", 200, tree.OrderExamples[0].Says[:20]},
		{"/orders?order=best", 422, "there is no such parameter here; there are algorithm"},
		{"/orders?algorithm=nothing", 422, `there is no algorithm "nothing"`},
		{"/orders?algorithm=maxn", 422, "maxn has one order; one with several is right: "},
		{"/orders?" + three + "&algorithm=shallow,nothing", 422, `there is no option "nothing" here`},
		{"/orders?" + three + "&algorithm=shallow,strict", 200, "(with strict cuts) on "},
		{"/orders?" + three + "&algorithm=alphabeta", 200, "this one has players 3"},
		{"/orders?text=" + url.QueryEscape("kind path [ +1 . +2 . ]"), 200, "No algorithm that has an order runs on this tree."},
		{"/orders?text=" + url.QueryEscape("players 3 maxsum 9 1[ "+strings.Repeat("2[(1,2,3) (3,2,1)] ", 200)+"]"), 200, "are drawn here."},
		{"/samples?seeds=2", 200, "Tree: Korf’s Fig. 6"},
		{"/samples?seeds=1", 422, `"1" is not a whole number from 2 to 200`},
		{"/samples?seeds=201", 422, `"201" is not a whole number from 2 to 200`},
		{"/samples?seeds=many", 422, `"many" is not a whole number from 2 to 200`},
		{"/samples?samples=3", 422, "there is no such parameter here; there are algorithm, seeds"},
		{"/samples?algorithm=maxn", 422, "a search by samples is right: mcts-maxn or mcts-paranoid"},
		{"/samples?algorithm=nothing", 422, "a search by samples is right: mcts-maxn or mcts-paranoid"},
		{"/equilibrium?", 200, "0 to 181,818 on this tree"},
		{"/equilibrium?example=kuhn3&n=1", 200, "Kuhn poker, three players"},
		{"/equilibrium?example=nothing", 422, "a prepared tree is right, and no other tree beside it: kuhn3"},
		{"/equilibrium?example=kuhn3&figure=k1991-fig6", 422, "a prepared tree is right, and no other tree beside it: kuhn3"},
		{"/equilibrium?n=-1", 422, `"-1" is not a whole number from 0 to 181818`},
		{"/equilibrium?n=181819", 422, `"181819" is not a whole number from 0 to 181818`},
		{"/equilibrium?iterations=3", 422, "there is no such parameter here; there are n, example"},
		{"/equilibrium?figure=k1991-fig6", 200, "No information set has several nodes: everybody sees where the game is, and a search finds an equilibrium."},
		{"/equilibrium?text=" + url.QueryEscape(`max[ a: max{infoset x}[ 1 2 ] b: max{infoset x}[ 1 2 ] ]`), 200, `Max forgets: the own moves on the way to a and to b differ, and both are in information set "x"; CFR needs perfect recall.`},
		{"/equilibrium?text=" + url.QueryEscape("max["+strings.Repeat(" 1", 2000)+" ]"), 200, "The tree has 2001 nodes; CFR takes at most 2000."},
		{"/ties?", 200, "The root has 3 values. Together they belong to 4 equilibria"},
		{"/ties?value=3", 200, "the path of C is marked"},
		{"/ties?value=4", 422, `"4" is not a whole number from 1 to 3`},
		{"/ties?value=0", 422, `"0" is not a whole number from 1 to 3`},
		{"/ties?values=1", 422, "there is no such parameter here; there are value"},
		{"/ties?figure=k1991-fig6", 200, "The root has one value under every tie rule."},
		{"/ties?text=" + url.QueryEscape("max[ 3 5 ]"), 200, "Ties of max^n need kind maxn; this tree has kind minimax"},
		{"/ties?text=" + url.QueryEscape("players 2 1[ (1,2) ? ]"), 200, "unknown"},
		{"/ties?text=" + url.QueryEscape(manyValues(100)), 200, "And 49 more."},
		{"/ties?text=" + url.QueryEscape(manyValues(100)), 200, "And 84 more values."},
		{"/ties?text=" + url.QueryEscape(manyValues(600)), 200, "5,000 random tie rules were tried: the root can have other values, too."},
		{"/samples?seeds=2&text=" + url.QueryEscape("kind path [ +1 . +2 . ]"), 200, "kind"},
		{"/samples?seeds=2&text=" + url.QueryEscape("players 2 maxsum 9 1[ (1,2) (1,4) ]"), 200, "by the move to a or b."},
	} {
		resp, b := webtest.Get(t, ts.URL+c.path)
		if page := webtest.PageText(b); resp.StatusCode != c.status || !strings.Contains(page, c.says) {
			t.Errorf("GET %.80s = %d, want %d and %q: %.600s", c.path, resp.StatusCode, c.status, c.says, page)
		}
	}
}
