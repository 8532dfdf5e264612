package games

import (
	"strings"
	"testing"
)

// TestGamesReject has a document for each kind of mistake.
func TestGamesReject(t *testing.T) {
	for _, c := range []struct{ doc, path, words string }{
		{`{"id":"whist"}`, "game.id", "there is no game"},
		{`{"id":"hearts","hands":["AS","KS","AS"]}`, "game.hands[2]", "given twice"},
		{`{"id":"hearts","hands":["AS","KS QS","2D"]}`, "game.hands[1]", "hand: 2; there must be 1"},
		{`{"id":"hearts","hands":["AS","KS","1D"]}`, "game.hands[2]", "no card"},
		{`{"id":"hearts","hands":["AS","KS"]}`, "game.hands", "hands is 2;"},
		{`{"id":"hearts","hands":["AS","KS","2D"],"seed":1}`, "game.seed", "hands"},
		{`{"id":"hearts","hands":["AS","KS","2D"],"players":3}`, "game.players", "hands"},
		{`{"id":"hearts","hands":["AS","KS","2D"],"cards":1}`, "game.cards", "hands"},
		{`{"id":"hearts","trump":"S"}`, "game.trump", "no trump"},
		{`{"id":"spades","trump":"H"}`, "game.trump", "always S"},
		{`{"id":"oh-hell","trump":"X"}`, "game.trump", "no suit"},
		{`{"id":"hearts","players":2}`, "game.players", "3, 4 and 5"},
		{`{"id":"hearts","cards":18}`, "game.cards", "1 to 17"},
		{`{"id":"sergeant-major","cards":17}`, "game.cards", "1 to 16"},
		{`{"id":"sergeant-major","leader":4}`, "game.leader", "1 to 3"},
		{`{"id":"sergeant-major","taken":[0,-1,0]}`, "game.taken[1]", "-1"},
		{`{"id":"sergeant-major","taken":[0,1]}`, "game.taken", "2 numbers"},
		{`{"id":"sergeant-major","tricks":-1}`, "game.tricks", "-1"},
		{`{"id":"sergeant-major","hands":["","KS","QS"],"trick":"KS"}`, "game.trick", "given twice"},
		{`{"id":"sergeant-major","hands":["2D","KS","QS"],"trick":"AS"}`, "game.hands[0]", "cards in this hand: 1; there must be 0"},
		{`{"id":"sergeant-major","hands":["","",""],"trick":"AS KS QS"}`, "game.trick", "at most 2"},
		{`{"id":"spades","evaluation":"best"}`, "game.evaluation", "ranks"},
		{`{"id":"spades","bids":[1,-1,0]}`, "game.bids[1]", "-1"},
		{`{"id":"othello","board":100}`, "game.board", "4, 6, 8 and 10"},
		{`{"id":"othello","board":7}`, "game.board", "4, 6, 8 and 10"},
		{`{"id":"othello","players":3,"board":8}`, "game.board", "5, 7 and 9"},
		{`{"id":"othello","players":5}`, "game.players", "2, 3 and 4"},
		{`{"id":"othello","cells":["..3.","....","....","...."]}`, "game.cells[0]", "'3'"},
		{`{"id":"othello","cells":["...","....","....","...."]}`, "game.cells[0]", "3 squares"},
		{`{"id":"othello","player":3}`, "game.player", "1 to 2"},
		{`{"id":"chinese-checkers","top":0}`, "game.top", "0"},
		{`{"id":"chinese-checkers","size":5}`, "game.size", "1 to 4"},
		{`{"id":"chinese-checkers","evaluation":"tricks"}`, "game.evaluation", "rows and steps"},
		{`{"id":"chinese-checkers","passes":4}`, "game.passes", "0 to 3"},
		{`{"id":"chinese-checkers","players":4}`, "game.players", "2, 3 and 6"},
		{`{"id":"chinese-checkers","size":1,"pieces":[["9,9"],[],[]]}`, "game.pieces[0][0]", "no hole"},
		{`{"id":"chinese-checkers","size":1,"pieces":[["0,0"],["0,0"],[]]}`, "game.pieces[1][0]", "two pieces"},
		{`{"id":"chinese-checkers","size":1,"pieces":[["0,0","0,1"],[],[]]}`, "game.pieces[0]", "at most 1"},
		{`{"id":"chinese-checkers","size":1,"pieces":[["0,0"]]}`, "game.pieces", "3 play"},
		{`{"id":"tic-tac-toe","players":3}`, "game.players", "2"},
		{`{"id":"tic-tac-toe","cells":["111","222","..."]}`, "game.cells", "both"},
		{`{"id":"tic-tac-toe","cells":["11","222","..."]}`, "game.cells[0]", "2 squares"},
		{`{"id":"connect-four","cells":[".......",".......",".......",".......","1......","......."]}`, "game.cells[4]", "fall"},
		{`{"id":"connect-four","player":0}`, "game.player", "0"},
		{`{"id":"pig","players":5}`, "game.players", "2, 3 and 4"},
		{`{"id":"pig","sides":1}`, "game.sides", "2 to 6"},
		{`{"id":"pig","target":1}`, "game.target", "2 to 30"},
		{`{"id":"pig","turns":11}`, "game.turns", "1 to 10"},
		{`{"id":"pig","turn":4}`, "game.turn", "1 to 3"},
		{`{"id":"pig","banks":[0,0,0]}`, "game.banks", "3 numbers"},
		{`{"id":"pig","banks":[0,16]}`, "game.banks[1]", "0 to 15"},
		{`{"id":"pig","banks":[10,10]}`, "game.banks", "the first one"},
		{`{"id":"pig","banks":[6,0],"points":4}`, "game.points", "0 to 3"},
		{`{"id":"pig","points":1}`, "game.points", "exactly one point"},
		{`{"id":"pig","turn":3,"player":2}`, "game.player", "1 is right"},
		{`{"id":"pig","turn":3,"points":2}`, "game.points", "over"},
		{`{"id":"pig","banks":[0,10],"rolling":true}`, "game.rolling", "false"},
		{`{"id":"board-splitting","players":5}`, "game.players", "2, 3 and 4"},
		{`{"id":"board-splitting","size":6}`, "game.size", "2, 4, 8, 16 and 32"},
		{`{"id":"board-splitting","size":64}`, "game.size", "2 to 32"},
		{`{"id":"board-splitting","share":101}`, "game.share", "0 to 100"},
		{`{"id":"board-splitting","cells":["12","1"]}`, "game.cells[1]", "1 squares; 2"},
		{`{"id":"board-splitting","cells":["121"]}`, "game.cells", "power of two"},
		{`{"id":"board-splitting","cells":["12","1."]}`, "game.cells[1]", "belongs to nobody"},
		{`{"id":"board-splitting","cells":["12","13"]}`, "game.cells[1]", "'3'"},
		{`{"id":"board-splitting","cells":["12","11"],"size":2}`, "game.size", "cells"},
	} {
		_, err := Open(read(t, c.doc))
		if err == nil || !strings.HasPrefix(err.Error(), c.path+":") || !strings.Contains(err.Error(), c.words) {
			t.Errorf("Open(%s) = %v, want an error at %s with %q", c.doc, err, c.path, c.words)
		}
	}
}
