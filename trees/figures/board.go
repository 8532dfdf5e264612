package figures

import (
	"fmt"
	"strings"
	"unicode"

	"espalier/trees"
)

// EachPiece calls man for each piece of the position, from the eighth rank down.
func (b *Board) EachPiece(man func(x, y int, man rune)) {
	placement, _, _ := strings.Cut(b.FEN, " ")
	for y, rank := range strings.Split(placement, "/") {
		x := 0
		for _, r := range rank {
			if unicode.IsDigit(r) {
				x += int(r - '0')
				continue
			}
			man(x, y, r)
			x++
		}
	}
}

var menNames = []struct {
	man  rune
	name string
}{{'q', "queen"}, {'r', "rook"}, {'b', "bishop"}, {'n', "knight"}, {'p', "pawn"}}

// Words describes the position for a screen reader.
func (b *Board) Words() string {
	var white, black []string
	b.EachPiece(func(x, y int, man rune) {
		name := "king"
		for _, m := range menNames {
			if m.man == unicode.ToLower(man) {
				name = m.name
			}
		}
		name += " " + string(rune('a'+x)) + string(rune('8'-y))
		if unicode.IsUpper(man) {
			white = append(white, name)
		} else {
			black = append(black, name)
		}
	})
	return "White: " + strings.Join(white, ", ") + ". Black: " + strings.Join(black, ", ") + "."
}

// Evaluation returns e(x) of the position, term by term.
func (b *Board) Evaluation() string {
	counts := map[rune]int{}
	b.EachPiece(func(_, _ int, man rune) { counts[man]++ })
	var terms []string
	for i := len(menNames) - 1; i >= 0; i-- {
		m := menNames[i]
		if d := counts[unicode.ToUpper(m.man)] - counts[m.man]; d != 0 {
			worth, _ := trees.Material(string(unicode.ToUpper(m.man)))
			terms = append(terms, fmt.Sprintf("%d·(%s %s)", worth, m.name, signed(d)))
		}
	}
	sum, err := trees.Material(b.FEN)
	if err != nil {
		return err.Error()
	}
	return "e(x) = " + strings.Join(terms, " + ") + " = " + signed(sum)
}

func signed(n int) string { return strings.ReplaceAll(fmt.Sprintf("%+d", n), "-", "−") }
