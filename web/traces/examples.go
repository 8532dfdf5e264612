package traces

import "strings"

// An example is a smallest trace of an algorithm, as the page of the format shows it.
type example struct {
	Title string
	Text  string
	Note  string
}

// examples are right, which a test checks.
var examples = []example{
	{"Maxⁿ", `{"players": 3, "maxsum": 9, "algorithm": "maxn"}
{"type": "enter", "id": 1, "player": 1}
{"type": "leaf", "value": [5, 2, 2]}
{"type": "enter", "id": 2, "player": 2}
{"type": "leaf", "value": [2, 4, 3]}
{"type": "leaf", "value": [6, 1, 2]}
{"type": "exit", "id": 2, "value": [2, 4, 3]}
{"type": "exit", "id": 1, "value": [5, 2, 2]}`,
		"A value has one score for each player. Leaves need no id."},
	{"Alpha-beta", `{"kind": "minimax", "algorithm": "alphabeta"}
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
		"A value is Max’s; player 1 is Max, player 2 is Min. The cut skips two children. The bounds may be left out."},
	{"Shallow pruning", `{"players": 3, "maxsum": 9, "algorithm": "shallow"}
{"type": "enter", "id": "a", "player": 1}
{"type": "leaf", "value": [5, 2, 2]}
{"type": "enter", "id": "c", "player": 2}
{"type": "leaf", "value": [1, 6, 2]}
{"type": "prune", "cut": ["e", "f"]}
{"type": "exit", "id": "c", "value": [1, 6, 2]}
{"type": "exit", "id": "a", "value": [5, 2, 2]}`,
		"Player 1 has 5 at a, player 2 has 6 at c: together more than maxsum. A cut may name the children."},
	{"Speculative pruning", `{"players": 3, "maxsum": 10, "algorithm": "speculative"}
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
		"The search of c returns no value: null. If it is searched again, its lines are printed again with the same id."},
	{"Expectimax", `{"kind": "minimax", "algorithm": "minimax"}
{"type": "enter", "id": "a", "player": 1}
{"type": "enter", "id": "b", "chance": true}
{"type": "leaf", "value": 1, "prob": 0.25}
{"type": "leaf", "value": 5, "prob": 0.75}
{"type": "exit", "id": "b", "value": 4}
{"type": "leaf", "value": 3}
{"type": "exit", "id": "a", "value": 4}`,
		"Chance moves at b. Without prob all children are equally likely."},
}

// rowsOf returns the number of lines of a text.
func rowsOf(text string) int { return strings.Count(text, "\n") + 1 }
