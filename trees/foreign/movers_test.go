package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees/foreign"
)

// checkReadings checks texts, each with the end of its tree in the text notation or a part of its error. A bar separates
// the tree from a part of the notes.
func checkReadings(t *testing.T, cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		want, note, _ := strings.Cut(want, " | ")
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", text, err, want)
			}
			continue
		}
		if tree := oneLine(got.Tree); !strings.HasSuffix(tree, want) {
			t.Errorf("%s: %s, want %s", text, tree, want)
		}
		if notes := strings.Join(got.Notes, " "); !strings.Contains(notes, note) {
			t.Errorf("%s has the notes %s, want %s", text, notes, note)
		}
	}
}

const repeated = "Labels that repeat at inner nodes are read as the names of those who move."

// A label of an inner node may say who moves beside other text.
var labelled = map[string]string{
	"[A (max) [3] [Player 2: B [5] [6]]]":                                             "A: max[ 3 B: min[ 5 6 ] ]",
	"[MAX node [3] [Min's turn [5] [6]]]":                                             "max[ 3 min[ 5 6 ] ]",
	`\begin{forest}[{MIN\\$\beta=2$}[{MAX\\$\alpha=12$}[3][12]][4]]\end{forest}`:      `"β=2": min[ "α=12": max[ 3 12 ] 4 ]`,
	"[▼ [▲ [3] [12]] [▲ 4 [2] [4]]]":                                                  `min[ max[ 3 12 ] "4": max[ 2 4 ] ]`,
	`[$\nabla$ [$\blacktriangle$ [3] [12]] [4]]`:                                      "min[ max[ 3 12 ] 4 ]",
	"[Player I [3] [Player II [Player II [1] [2]] [6]]]":                              "max[ 3 min[ min[ 1 2 ] 6 ] ]",
	"[second player [first player [1] [2]] [6]]":                                      "min[ max[ 1 2 ] 6 ]",
	"[$P_1$ [$P_{2}$ [{1,2}] [{4,5}]] [{2,2}]]":                                       "1[ 2[ (1,2) (4,5) ] (2,2) ]",
	"[P1 [P1 [3] [4]] [5]]":                                                           "max[ max[ 3 4 ] 5 ]",
	"[Player 1 (Max) [Player 2 (Min) [3] [4]] [5]]":                                   "max[ min[ 3 4 ] 5 ]",
	"[Player 1 (Min) [Player 2 (Max) [3] [4]] [Player 1 [5] [1]]]":                    "min[ max[ 3 4 ] min[ 5 1 ] ] | player 1 is Min, player 2 is Max.",
	"[Player 1 (Min) [Player 1 (Max) [3] [4]] [5]]":                                   "Player 1 (Max) is Max here, and Min at line 1, column 1",
	"[MAX/MIN [3] [4]]":                                                               `the label "MAX/MIN" names two movers, MAX and MIN`,
	"[P1 or P2 [3] [4]]":                                                              `the label "P1 or P2" names two movers, P1 and P2`,
	"[Ann [Ann [{1,2}] [{4,5}]] [Bob [{3,4}] [{6,7}]]]":                               "1[ 1[ (1,2) (4,5) ] 2[ (3,4) (6,7) ] ] | " + repeated,
	`[$\theta$ [$\theta$ [3] [4]] [Bob [5] [6]]]`:                                     "max[ max[ 3 4 ] min[ 5 6 ] ] | " + repeated,
	"[.Ann 3 [.Ann 4 5 ] ]":                                                           "max[ 3 max[ 4 5 ] ] | " + repeated,
	"((1,2)Bob,(3,4)Bob)Bob;":                                                         "max[ max[ 1 2 ] max[ 3 4 ] ] | " + repeated,
	"((1,2)MAX_node,(3,4)max_2)min;":                                                  `min[ max[ 1 2 ] "2": max[ 3 4 ] ]`,
	"[II [{1,2}] [I [{1,2}] [{4,5}]]]":                                                "2[ (1,2) 1[ (1,2) (4,5) ] ] | Labels such as I, II or P1",
	"[Nature [Ann [1] [2]] [Ann [3] [4]]]":                                            "*[ max[ 1 2 ] max[ 3 4 ] ] | " + repeated,
	"[{Player~1} [{(1,2)}] [{Player~1} [{(3,4)}]]]":                                   "1[ (1,2) 1[ (3,4) ] ]",
	"[{A: max} [3] [{Player 2} [4]]]":                                                 "A: max[ 3 min[ 4 ] ]",
	"level 0 node 1 player 1\nlevel 2 node 1 from 0,1 payoffs 1 2\niset 0,1 player 2": "player 2 moves at the nodes of this line, and player 1 at one of them",
	"player 1 name Ann\nplayer 1 name Bob\nlevel 0 node 1 player 1\nlevel 2 node 1 from 0,1 payoffs 1": `player 1 is named "Bob" here, and "Ann" before`,
	`\istroot(0){Ann}\istb{L}{(3,1)}\endist\xtInfoset(0)(0){Bob}`:                                      `"Ann" moves here, and "Bob" at the information set of this node`,
	// Names of nodes: all differ, or they are more than the players, or the text says who moves elsewhere.
	"[Ann [Bob [3] [4]] [5]]":                   "Ann: max[ Bob: min[ 3 4 ] 5 ] | " + alternate,
	"[A [B [1] [2]] [B [3] [4]] [C [5] [6]]]":   "A: max[ B: min[ 1 2 ] B: min[ 3 4 ] C: min[ 5 6 ] ] | " + alternate,
	"[max [A [1] [2]] [A [3] [4]]]":             "max[ A: min[ 1 2 ] A: min[ 3 4 ] ] | take turns",
	"[Random walk [3] [Chance node 2 [4] [5]]]": `"Random walk": max[ 3 "2": *[ 4 5 ] ]`,
	`\istroot(0){MIN $\beta=2$} \istb{L}[al]{1} \istb{R}[ar] \endist \istroot(1)(0-2){MAX: $n_1$} \istb{l}[al]{3} \istb{r}[ar]{0} \endist`: `"β=2": min[ <L> 1 <R> n_1: max[ <l> 3 <r> 0 ] ]`,
	`\istroot(0){Ann} \istb{L}[al]{(1,2)} \istb{R}[ar] \endist \istroot(1)(0-2){Ann} \istb{l}[al]{(3,0)} \istb{r}[ar]{(0,1)} \endist`:      "1[ <L> (1,2) <R> 1[ <l> (3,0) <r> (0,1) ] ]",
}

func TestMoversInLabels(t *testing.T) { checkReadings(t, labelled) }
