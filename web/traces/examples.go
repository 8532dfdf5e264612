package traces

import "strings"

// An example is a small trace, as the page of the format shows it. A test checks its verdict.
type example struct {
	Title   string
	Text    string
	Note    string
	Anchor  string // on the page; empty: it has none
	Verdict string // empty: right
	Says    string // the first error; empty: there is none
	// Without these keys of its header the verdict is Then.
	Without []string
	Then    string
}

// verdict returns the verdict of the example.
func (e *example) verdict() string {
	if e.Verdict == "" {
		return "right"
	}
	return e.Verdict
}

// without says what the verdict is without the keys of the header.
func (e *example) without() string {
	return "Without " + strings.Join(e.Without, " and ") + " in the header it is " + e.Then + "."
}

// cases show what a header can say, and ids.
var cases = []example{
	{Title: "Limits of the scores: minp and maxp", Anchor: "limits", Text: `{"minp": -1, "maxp": 1}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": 0}
{"type": "leaf", "value": 1}
{"type": "prune", "id": "a", "cut": 3}
{"type": "exit", "id": "a", "value": 1}`,
		Note:    "Max has a win, 1, and stops: nothing is better. All leaves of the game must be between minp and maxp. With several players a list has a limit for each.",
		Without: []string{"minp", "maxp"}, Then: "incomplete"},
	{Title: "Whole scores: delta", Anchor: "delta", Text: `{"players": 3, "maxsum": 9, "delta": 1}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": [5, 2, 2]}
{"type": "enter", "id": "b", "player": 2}
{"type": "leaf", "id": "c", "value": [2, 3, 4]}
{"type": "prune", "id": "b", "cut": ["d"]}
{"type": "exit", "id": "b", "value": [2, 3, 4]}
{"type": "exit", "id": "a", "value": [5, 2, 2]}`,
		Note:    "The key delta is the least difference between two scores of a player. To change the result, d would need at least 6 for player 1 and 4 for player 2, more than maxsum. With fractions it would need little more than 5 and 3.",
		Without: []string{"delta"}, Then: "wrong"},
	{Title: "Negamax: values of the player to move", Anchor: "negamax", Text: `{"values": "mover", "algorithm": "alphabeta"}
{"type": "enter", "id": "a", "player": 1, "alpha": "-inf", "beta": "inf"}
{"type": "leaf", "value": -4}
{"type": "enter", "id": "c", "player": 2, "alpha": "-inf", "beta": -4}
{"type": "leaf", "value": 3}
{"type": "prune", "id": "c", "cut": 2}
{"type": "exit", "id": "c", "value": -3}
{"type": "exit", "id": "a", "value": 4}`,
		Note:    "Each number is from the view of the player who moves at its node; so are alpha, beta and bound. At a leaf or a chance node that is the player whose turn it would be, unless its line has another player. The values of a backup are from the view of the player who moves at the node that takes them. The minp, maxp and tree of the header have Max’s scores.",
		Without: []string{"values"}, Then: "wrong"},
	{Title: "One player against all others: values of the root", Anchor: "root", Text: `{"values": "root", "players": 3, "algorithm": "paranoid"}
{"type": "enter", "id": "a", "player": 1, "alpha": null, "beta": null}
{"type": "leaf", "value": 5}
{"type": "enter", "id": "b", "player": 2, "alpha": 5, "beta": null}
{"type": "enter", "id": "c", "player": 3, "alpha": 5, "beta": null}
{"type": "leaf", "value": 7}
{"type": "leaf", "value": 4}
{"type": "prune", "id": "c", "cut": 1}
{"type": "exit", "id": "c", "value": 4}
{"type": "prune", "id": "b", "cut": 1}
{"type": "exit", "id": "b", "value": 4}
{"type": "exit", "id": "a", "value": 5}`,
		Note: "Each number is the score of the player who moves at the root. The others are a coalition that makes it small. The tree is drawn with two sides. The minp, maxp and maxsum of the header are those of all players."},
	{Title: "Table hits", Anchor: "hits", Text: `{"kind": "minimax"}
{"type": "enter", "id": "a", "player": 1}
{"type": "enter", "id": "b", "player": 2}
{"type": "enter", "id": "pos7", "player": 1}
{"type": "leaf", "value": 3}
{"type": "leaf", "value": 5}
{"type": "exit", "id": "pos7", "value": 5}
{"type": "exit", "id": "b", "value": 5}
{"type": "enter", "id": "c", "player": 2}
{"type": "leaf", "id": "pos7", "value": 5, "hit": true}
{"type": "exit", "id": "c", "value": 5}
{"type": "exit", "id": "a", "value": 5}`,
		Note: "A position that is reached twice has the same id both times. Its second value comes from a transposition table: print a leaf, or an enter and an exit with nothing between. It must be a value that a search of this id has returned. The key hit may be left out; with it, a value from a table that this run has not filled is left undecided."},
	{Title: "An idle node", Anchor: "idle", Text: `{"kind": "minimax"}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": 3}
{"type": "enter", "id": "b", "player": 2}
{"type": "exit", "id": "b", "value": 5}
{"type": "exit", "id": "a", "value": 5}`,
		Note: "This is no table hit: no search of b has returned 5.", Verdict: "wrong", Says: "b returns 5, but none of its children has returned a value."},
	{Title: "Ids", Anchor: "ids", Text: `{"kind": "minimax", "algorithm": "pvs"}
{"type": "enter", "id": "a", "player": 1, "alpha": null, "beta": null}
{"type": "enter", "id": "a/b", "player": 2, "alpha": null, "beta": null}
{"type": "leaf", "id": "a/b/x", "value": 3}
{"type": "exit", "id": "a/b", "value": 3}
{"type": "enter", "id": "a/c", "player": 2, "alpha": 3, "beta": 4}
{"type": "leaf", "id": "a/c/x", "value": 6}
{"type": "leaf", "id": "a/c/y", "value": 5}
{"type": "exit", "id": "a/c", "value": 5}
{"type": "enter", "id": "a/c", "player": 2, "alpha": 3, "beta": null}
{"type": "leaf", "id": "a/c/x", "value": 6}
{"type": "leaf", "id": "a/c/y", "value": 5}
{"type": "exit", "id": "a/c", "value": 5}
{"type": "exit", "id": "a", "value": 5}`,
		Note: "The children of a node need different ids, and a node that is searched again keeps its id. A fresh number for each call makes a re-search look like another child. An id can be a number, a hash of the position or the path to the node. Sentences then have the last part of the path, or the move, as long as it is clear which node is meant."},
}

// examples are right.
var examples = []example{
	{Title: "Maxⁿ", Text: `{"players": 3, "maxsum": 9, "algorithm": "maxn"}
{"type": "enter", "id": 1, "player": 1}
{"type": "leaf", "value": [5, 2, 2]}
{"type": "enter", "id": 2, "player": 2}
{"type": "leaf", "value": [2, 4, 3]}
{"type": "leaf", "value": [6, 1, 2]}
{"type": "exit", "id": 2, "value": [2, 4, 3]}
{"type": "exit", "id": 1, "value": [5, 2, 2]}`,
		Note: "A value has one score for each player. Leaves need no id."},
	{Title: "Alpha-beta", Text: `{"kind": "minimax", "algorithm": "alphabeta"}
{"type": "enter", "id": "a", "player": 1}
{"type": "enter", "id": "b", "player": 2, "alpha": null, "beta": null}
{"type": "leaf", "value": 5}
{"type": "leaf", "value": 4}
{"type": "exit", "id": "b", "value": 4}
{"type": "enter", "id": "c", "player": 2, "alpha": 4, "beta": null}
{"type": "leaf", "value": 3}
{"type": "prune", "id": "c", "cut": 2}
{"type": "exit", "id": "c", "value": 3}
{"type": "exit", "id": "a", "value": 4}`,
		Note: "A value is Max’s; player 1 is Max, player 2 is Min. The cut skips two children. The bounds may be left out."},
	{Title: "Shallow pruning", Text: `{"players": 3, "maxsum": 9, "algorithm": "shallow"}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": [5, 2, 2]}
{"type": "enter", "id": "c", "player": 2}
{"type": "leaf", "value": [1, 6, 2]}
{"type": "prune", "cut": ["e", "f"]}
{"type": "exit", "id": "c", "value": [1, 6, 2]}
{"type": "exit", "id": "a", "value": [5, 2, 2]}`,
		Note: "Player 1 has 5 at a, player 2 has 6 at c: together more than maxsum. A cut may name the children."},
	{Title: "Speculative pruning", Text: `{"players": 3, "maxsum": 10, "algorithm": "speculative"}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": [5, 4, 1]}
{"type": "enter", "id": "b", "player": 2}
{"type": "leaf", "value": [3, 3, 4]}
{"type": "enter", "id": "c", "player": 3}
{"type": "leaf", "id": "d", "value": [3, 5, 2]}
{"type": "prune", "id": "c", "cut": ["e"]}
{"type": "exit", "id": "c", "value": null}
{"type": "leaf", "value": [4, 4, 2]}
{"type": "exit", "id": "b", "value": [4, 4, 2]}
{"type": "exit", "id": "a", "value": [5, 4, 1]}`,
		Note: "The search of c returns no value: null. If it is searched again, its lines are printed again with the same id."},
	{Title: "Expectimax", Text: `{"kind": "minimax", "algorithm": "minimax"}
{"type": "enter", "id": "a", "player": 1}
{"type": "enter", "id": "b", "chance": true}
{"type": "leaf", "value": 1, "prob": 0.25}
{"type": "leaf", "value": 5, "prob": 0.75}
{"type": "exit", "id": "b", "value": 4}
{"type": "leaf", "value": 3}
{"type": "exit", "id": "a", "value": 4}`,
		Note: "Chance moves at b. Without prob all children are equally likely."},
}

// rowsOf returns the number of lines of a text.
func rowsOf(text string) int { return strings.Count(text, "\n") + 1 }
