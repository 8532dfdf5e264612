package trees

import (
	"fmt"
	"strings"
)

// pieceValues are the weights of the lecture's e(x) = 1·(pawn difference) +
// 3·(knight difference) + …
var pieceValues = map[rune]int{'p': 1, 'n': 3, 'b': 3, 'r': 5, 'q': 9, 'k': 0}

// Material returns the evaluation e(x) of a chess position in Forsyth-Edwards
// notation: the weighted pieces of White minus those of Black.
func Material(fen string) (int, error) {
	board, _, _ := strings.Cut(fen, " ")
	sum := 0
	for _, c := range board {
		if c == '/' || (c >= '1' && c <= '8') {
			continue
		}
		value, ok := pieceValues[toLower(c)]
		if !ok {
			return 0, fmt.Errorf("%q is no piece of a chess position", c)
		}
		if c != toLower(c) {
			sum += value
		} else {
			sum -= value
		}
	}
	return sum, nil
}

func toLower(c rune) rune { return c | 0x20 }
