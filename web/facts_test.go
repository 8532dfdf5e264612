package web_test

import (
	"strconv"
	"testing"
)

// facts are what the chapters and the arguments for theorems say in words about their trees: two facts of a run, each as an action
// in the text of a scene, and how they compare.
var facts = []struct{ in, run, left, is, right, says string }{
	{"alpha-beta", "alphabeta", `nodes`, "<", `nodes "minimax"`, `visits {{nodes}} and returns the same value`},
	{"alpha-beta", "alphabeta", `root`, "=", `root "minimax"`, `visits {{nodes}} and returns the same value`},
	{"alpha-beta", "alphabeta", `visits "j" "6"`, ">", `nodes`, `the search has to visit *k*, and visits {{visits "j" "6"}} nodes in all`},
	{"alpha-beta", "alphabeta", `score "j" 1`, "<", `score "b" 1`, `That is less than the {{value "b"}} that Max already has at *a*`},
	{"players", "maxn", `then "o" "2,5,2"`, "=", `printf "(2, 5, 2)"`, `Now player 3 chooses *o*, player 2 still chooses *g*`},
	{"ties", "maxn", `score "d" 2`, "=", `score "e" 2`, `and *e* gives {{score "e" 2}}, the same`},
	{"ties", "maxn", `then "d" "2,3,5"`, "=", `value "e"`, `the opposite tie rule would return the same value`},
	{"immediate", "immediate", `visits "g" "1,9,0"`, "=", `count`, `the search visits all {{visits "g" "1,9,0"}} nodes`},
	{"immediate", "immediate", `nodes`, "<", `count`, `The search visited {{nodes}} nodes; max^n visits {{nodes "maxn"}}`},
	{"shallow", "shallow", `visits "e" "2,4,3"`, ">", `nodes`, `but the cut at *d* is not: the search visits {{visits "e" "2,4,3"}} nodes instead of {{nodes}}`},
	{"shallow", "shallow", `visits "e" "2,4,3"`, "<", `count`, `The cut at *c* is still possible`},
	{"deep-fails", "deep", `then "f" "2,3,4"`, "=", `then "f" "2,3,4" "maxn"`, `and deep pruning is right`},
	{"deep-fails", "deep", `then "f" "2,3,4"`, "=", `root`, `in both cases, because it never visits *f*`},
	{"deep-fails", "maxn", `score "f" 1`, "<", `score "b" 1`, `{{score "f" 1}} is less than {{score "b" 1}}`},
	{"branch-and-bound", "abbnb", `plus (score "b" 1) (score "f" 2)`, "<", `maxsum`, `less than maxsum, so shallow pruning cuts nothing`},
	{"branch-and-bound", "bnb", `up "c" 1`, ">", `score "b" 1`, `The heuristic alone cuts nothing either`},
	{"branch-and-bound", "abbnb", `visits "f" "5,2,3"`, "=", `nodes`, `With {{try "f" "5,2,3"}} the sum at *c* is still large enough`},
	{"branch-and-bound", "abbnb", `visits "f" "6,1,3"`, ">", `nodes`, `With {{try "f" "6,1,3"}} it is not`},
	{"branch-and-bound", "abbnb", `root`, "=", `root "shallow"`, `All return {{root}}`},
	{"branch-and-bound", "bnb", `root`, "=", `root "maxn"`, `All return {{root}}`},
	{"branch-and-bound", "bnb", `nodes`, "<", `nodes "shallow"`, `branch and bound {{nodes "bnb"}}, shallow pruning {{nodes "shallow"}}`},
	{"paranoid", "paranoid", `visits "e" "6,1,2"`, ">", `nodes`, `so *f* must be visited`},
	{"paranoid", "paranoid", `root`, "≠", `root "maxn"`, `So paranoid is not a faster way to the max^n value`},
	{"last-branch", "lastbranch", `visits "d" "6,3,1"`, "=", `count`, `the search visits all {{visits "d" "6,3,1"}} nodes`},
	{"last-branch", "lastbranch", `nodes "shallow"`, "=", `count`, `Shallow pruning visits {{nodes "shallow"}}`},
	{"last-branch", "lastbranch", `plus (score "b" 1) (score "d" 2)`, "<", `maxsum`, `because no two of the bounds reach maxsum`},
	{"speculative", "speculative", `nodes`, ">", `count`, `the search made {{nodes}} visits, and the tree has {{count}} nodes`},
	{"speculative", "speculative", `score "b" 1`, "<", `score "h" 1`, `better than {{score "b" 1}} at *a*`},
	{"speculative", "speculative", `score "h" 2`, "<", `score "e" 2`, `more than {{score "h" 2}} from *h*`},
	{"speculative", "speculative", `visits "h" "4,4,2"`, "<", `count`, `{{visits "h" "4,4,2"}} visits are enough`},
	{"chance", "alphabeta", `nodes`, "=", `count`, `Here it visits {{nodes}} of {{count}} nodes`},
	{"chance", "star1", `nodes`, "=", `minus count 1`, `Star1 visits {{nodes}} nodes, one fewer than minimax`},
	{"chance", "star1", `root`, "=", `root "minimax"`, `All these searches return {{root}}`},
	{"chance", "star2", `root`, "=", `root "minimax"`, `All these searches return {{root}}`},
	{"chance", "star2", `visits "n" "9"`, ">", `nodes`, `Star2 makes {{visits "n" "9"}} visits instead of {{nodes}}`},
	{"move-order", "alphabeta", `leaves`, ">", `leaves "alphabeta,order=best"`, `Visit good moves first: the same value, with fewer leaves`},
	{"move-order", "alphabeta", `leaves`, ">", `leaves "alphabeta,order=killer"`, `and makes a cut again: *o* is not evaluated`},
	{"move-order", "alphabeta", `leaves`, ">", `leaves "alphabeta,order=learnt"`, `so here only the last two work: {{leaves}} leaves`},
	{"move-order", "alphabeta,order=best", `leaves`, "=", `minus (plus 4 3) 1`, `{{leaves}} leaves are the least that is possible, in any order`},
	{"move-order", "alphabeta,order=worst", `nodes`, "=", `count`, `all {{leaves}} leaves are evaluated: nothing is cut`},
	{"move-order", "alphabeta,order=worst", `root`, "=", `root "minimax"`, `The order changes the work, never the value`},
	{"move-order", "alphabeta,order=static", `leaves`, "<", `leaves "alphabeta,order=killer"`, `The run evaluates {{leaves}} leaves`},
	{"move-order", "alphabeta,order=history", `leaves`, "<", `leaves "alphabeta"`, `The move “y” was best at *c* and at *d*, so at *e* it comes first`},
	{"questions", "pvs", `root`, "=", `root "alphabeta"`, `searches the first child as alpha-beta does`},
	{"questions", "mtdf", `root`, "=", `root "alphabeta"`, `It ends when the bounds meet, at {{root}}`},
	{"questions", "sss", `leaves`, "<", `leaves "alphabeta"`, `and never reaches *g*: it evaluates {{leaves}} leaves, alpha-beta {{leaves "alphabeta"}}`},
	{"questions", "alphabeta,order=best", `leaves`, "=", `leaves "sss"`, `In the best order of moves alpha-beta needs only {{leaves "alphabeta,order=best"}}`},
	{"proof-numbers", "paranoid-pn", `nodes "paranoid"`, "<", `nodes`, `On such a small tree paranoid is cheaper`},
	{"proof-numbers", "paranoid-pn", `visits "e" "2,5,3"`, "<", `nodes`, `and the search never expands *d*`},
	{"best-reply", "brs-plus", `nodes`, "<", `nodes "paranoid"`, `since it visits fewer nodes: {{nodes}} here`},
	{"equilibria", "maxn", `values`, "=", `printf "(5, 4, 1), (3, 6, 1) and (2, 6, 2)"`, `They give the root three values: {{values}}`},
	{"equilibria", "maxn", `score "d" 2`, "=", `score "e" 2`, `Player 2 has a tie at *b*, and another one at *c*`},
	{"equilibria", "maxn", `score "f" 2`, "=", `score "g" 2`, `Player 2 has a tie at *b*, and another one at *c*`},
	{"equilibria", "maxn", `score "e" 1`, "<", `score "f" 1`, `player 1 gets only {{score "e" 1}} there and moves to *c*`},
	{"equilibria", "shallow", `plus (score "d" 1) (score "f" 2)`, ">", `maxsum`, `Together this is more than the maxsum of {{maxsum}}`},
	{"equilibria", "shallow,strict", `nodes`, "=", `nodes "shallow"`, `A strict cut does not help`},
	{"equilibria", "softmaxn", `set`, "=", `printf "(5, 4, 1), (1, 4, 5), (2, 6, 2) and (3, 6, 1)"`, `It has one more, {{value "e"}}`},
	{"equilibria", "probmaxn", `value "c"`, "=", `value "f"`, `At *c* both models take *f*`},
	{"hidden-cards", "maxn", `plus (score "c" 1) (score "i" 1)`, ">", `plus (score "b" 1) (score "h" 1)`, `and it plays the nine`},
	{"leaf-value-tables", "speculative", `nodes`, "=", `count`, `So speculative pruning visits all {{nodes}} nodes`},
	{"leaf-value-tables", "speculative,table", `nodes`, "<", `count`, `With the table the search visits {{nodes}} nodes instead of {{nodes "speculative"}}`},
	{"leaf-value-tables", "speculative,table", `visits "b" "1,2,0"`, "=", `count`, `So nothing is cut, and the search visits {{visits "b" "1,2,0"}} nodes`},
	{"leaf-value-tables", "speculative,table", `root`, "=", `root "maxn"`, `The value is the same`},

	{"shallow-is-right", "shallow", `plus (score "b" 1) (score "d" 2)`, ">", `maxsum`, `because x + y = {{sum}}, which is at least {{maxsum}}`},
	{"shallow-is-right", "shallow", `score "g" 2`, "=", `maxsum`, `This is the maximum: the scores sum to {{maxsum}}`},
	{"shallow-is-right", "shallow", `root`, "=", `root "maxn"`, `Both return {{root}}`},
	{"shallow-is-right", "shallow", `then "e" "0,9,0" "maxn"`, "=", `then "e" "9,0,0" "maxn"`, `which was cut, and give it any value`},
	{"two-meanings", "maxn", `score "e" 2`, ">", `score "d" 2`, `and compares {{score "d" 2}} of *d* with {{score "e" 2}} of *e*`},
	{"shallow-is-optimal", "shallow", `plus (score "b" 1) (score "d" 2)`, "<", `maxsum`, `So any two consecutive bounds sum to less than {{maxsum}}`},
	{"shallow-is-optimal", "shallow", `plus (score "d" 2) (score "f" 3)`, "<", `maxsum`, `So any two consecutive bounds sum to less than {{maxsum}}`},
	{"shallow-is-optimal", "maxn", `then "g" "0,0,0"`, "≠", `root`, `is wrong on one of the two trees`},
	{"shallow-is-optimal", "maxn", `then "g" "0,0,0"`, "=", `value "j"`, `At the root player 1 compares with *j* = {{value "j"}}`},
	{"best-case", "shallow", `leaves`, "=", `best 2 2 3`, `the search has visited {{leaves}} leaves, and F(d) is {{best 2 2 3}}`},
	{"best-case", "shallow", `visits "l" "3,4,2"`, ">", `nodes`, `the cut at *c* is gone, and the search visits {{visits "l" "3,4,2"}} nodes instead of {{nodes}}`},
	{"average-case", "shallow", `leaves`, "<", `leaves "maxn"`, `Here it has visited {{leaves}} of {{leaves "maxn"}} leaves`},
	{"alpha-beta-is-optimal", "alphabeta", `score "b" 1`, "<", `score "m" 1`, `So there are numbers between them: *m* is {{score "m" 1}}`},
	{"alpha-beta-is-optimal", "alphabeta", `score "m" 1`, "<", `score "g" 1`, `So there are numbers between them: *m* is {{score "m" 1}}`},
	{"alpha-beta-is-optimal", "alphabeta", `then "n" "1"`, "=", `value "m"`, `the value of the root is {{then "n" "1"}}`},
	{"alpha-beta-is-optimal", "alphabeta", `leaves "alphabeta,order=best"`, "<", `leaves`, `of the children it may visit fewer`},
	{"which-games", "shallow", `plus maxp maxp`, "=", `maxsum`, `is {{maxsum}}, twice as much`},
	{"which-games", "shallow", `plus (score "b" 1) (score "g" 2)`, "<", `maxsum`, `so *h* had to be visited`},
	{"which-games", "shallow", `score "i" 2`, "=", `maxp`, `At *d* player 2 has maxp, {{score "i" 2}}, and *j* is cut`},
	{"duality", "shallow", `leaves`, "=", `leaves "maxn"`, `The search has visited {{leaves}} of {{leaves "maxn"}} leaves`},
	{"paranoid-cost", "paranoid", `leaves`, "=", `paranoid 2 3 3`, `{{paranoid 2 3 3}} here, and the search has visited {{leaves}}`},
	{"paranoid-cost", "paranoid", `root`, "≠", `root "maxn"`, `But paranoid solves a different problem`},
	{"tricks-taken", "bnb", `minus maxsum (plus (low "c" 2) (low "c" 3))`, "=", `up "c" 1`, `which is {{up "c" 1}}`},
	{"tricks-taken", "bnb", `score "b" 1`, ">", `up "c" 1`, `So *c* is cut before any of its children is visited`},
	{"tricks-taken", "bnb", `plus (score "g" 2) 1`, "=", `up "f" 2`, `At *f* player 2 can get at most {{up "f" 2}}, one more`},
	{"tricks-taken", "bnb", `root`, "=", `root "maxn"`, `Branch and bound returns {{root}}, as max^n does`},
	{"general-bound", "abbnb", `minus maxsum (score "d" 2)`, ">", `score "b" 1`, `This is more than {{score "b" 1}}, so shallow pruning would not cut`},
	{"general-bound", "abbnb", `leaves`, "<", `leaves "shallow"`, `It has visited {{leaves}} leaves; shallow pruning visits {{leaves "shallow"}}`},
	{"general-bound", "abbnb", `leaves`, "<", `leaves "bnb"`, `branch and bound {{leaves "bnb"}}, max^n {{leaves "maxn"}}`},
	{"two-players", "abbnb", `up "h" 1`, "<", `score "b" 1`, `so player 1 gets at most {{up "h" 1}}, less than {{score "b" 1}}`},
	{"star-is-right", "star1", `score "h" 1`, "<", `over (minus (score "b" 1) (times (prob "d") (score "d" 1))) (prob "g")`, `That is not more than α, so *i* is cut`},
	{"star-is-right", "star1", `prob "d"`, "=", `over 1 2`, `Half of that counts for *c*`},
	{"star-is-right", "star2", `root`, "=", `root "minimax"`, `Star2 returns {{root}}, and so does minimax`},
	{"star-is-right", "star1", `then "h" "7"`, "≠", `root`, `and the value of the root is {{then "h" "7"}}`},
	{"star-first-cut", "star1", `prob "d"`, "<", `over (minus maxp (score "b" 1)) maxp`, `so no value of *d* allows a cut`},
	{"star-first-cut", "star1", `plus (prob "d") (prob "e")`, ">", `over (minus maxp (score "b" 1)) maxp`, `which is more than {{over (minus maxp (score "b" 1)) maxp}}`},
	{"star-first-cut", "star1", `visits "e" "9"`, ">", `nodes`, `visits {{visits "e" "9"}} nodes instead of {{nodes}}`},
	{"star-first-cut", "star2", `nodes`, "=", `nodes "star1"`, `and Star2 visits {{nodes}} nodes as well`},
	{"star-savings", "star2", `leaves`, ">", `leaves "star1"`, `In total it visits {{leaves}} leaves`},
	{"star-savings", "star2", `visits "l" "9"`, ">", `nodes`, `the search visits {{visits "l" "9"}} nodes instead of {{nodes}}`},
	{"sss-dominates", "sss", `leaves`, "<", `leaves "alphabeta"`, `{{leaves}} leaves instead of {{leaves "alphabeta"}}`},
	{"sss-dominates", "sss", `nodes`, ">", `nodes "alphabeta"`, `{{nodes}} visits in all instead of {{nodes "alphabeta"}}`},
	{"sss-dominates", "sss", `score "c" 1`, "<", `score "f" 1`, `The memory answers for *b*: at most {{score "c" 1}}, so no`},
	{"sss-dominates", "sss", `root`, "=", `root "alphabeta"`, `The value is {{root}}, and *d* was never evaluated`},
	{"sss-dominates", "alphabeta", `nodes`, "=", `count`, `On this tree it cuts nothing and evaluates all {{leaves}} leaves`},
	{"hearts-heuristic", "abbnb", `leaves`, "=", `leaves "bnb"`, `ABBnB has visited {{leaves}} leaves, branch and bound visits {{leaves "bnb"}}`},
	{"hearts-heuristic", "abbnb", `plus maxp maxp`, "=", `maxsum`, `maxsum is {{maxsum}}, which is 2·maxp`},
	{"hearts-heuristic", "abbnb", `score "d" 2`, "=", `up "c" 2`, `as much as the heuristic allows: {{up "c" 2}}`},
	{"three-rules", "speculative", `visits "f" "2,3,4"`, "<", `visits "f" "2,3,4" "lastbranch"`, `Last-branch pruning also visits *g*, and makes {{visits "f" "2,3,4" "lastbranch"}} visits`},
	{"pathological-games", "minimax,depth=2", `root`, "≠", `root "minimax"`, `The deeper search is wrong where the other one was right`},
}

// TestFacts computes what the texts say in words, and compares it as they do.
func TestFacts(t *testing.T) {
	for _, f := range facts {
		left, right := fact(t, f.in, f.run, f.left), fact(t, f.in, f.run, f.right)
		got := map[bool]string{true: "=", false: "≠"}[left == right]
		a, errA := strconv.ParseFloat(left, 64)
		b, errB := strconv.ParseFloat(right, 64)
		if errA == nil && errB == nil && f.is != "≠" {
			got = compares(a, b)
		}
		if got != f.is {
			t.Errorf("%s, %q: %s is %s, %s is %s; the text says %s", f.in, f.says, f.left, left, f.right, right, f.is)
		}
	}
}
