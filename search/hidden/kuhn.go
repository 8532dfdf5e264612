package hidden

import (
	"fmt"
	"strings"
)

// Kuhn returns the text of Kuhn poker with two or three players, as a tree with information sets: each antes 1 and gets one of n+1 cards; the
// players in turn check or bet 1, and after a bet fold or call.
//
// H. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1 (1950).
// D. Szafron, R. Gibson and N. Sturtevant, "A parameterized family of equilibrium profiles for
// three-player Kuhn poker", AAMAS 2013.
func Kuhn(players int) string {
	cards := "JQKA"[:players+1]
	var b strings.Builder
	fmt.Fprintf(&b, "players %d minp -2 title \"Kuhn poker\" *[", players)
	var deal func(dealt string)
	deal = func(dealt string) {
		if len(dealt) == players {
			fmt.Fprintf(&b, " <%s> ", dealt)
			kuhnNode(&b, cards, dealt, "")
			return
		}
		for _, card := range cards {
			if !strings.ContainsRune(dealt, card) {
				deal(dealt + string(card))
			}
		}
	}
	deal("")
	return b.String() + " ]"
}

// kuhnNode writes a node after moves: p for check and fold, b for bet and call.
func kuhnNode(b *strings.Builder, cards, dealt, moves string) {
	n, bet := len(dealt), strings.IndexByte(moves, 'b')
	if bet < 0 && len(moves) == n || bet >= 0 && len(moves) == bet+n {
		paid, in := make([]int, n), make([]bool, n)
		for p := range n {
			paid[p], in[p] = 1, bet < 0
		}
		for at := max(bet, 0); at < len(moves); at++ {
			if moves[at] == 'b' {
				paid[at%n], in[at%n] = 2, true
			}
		}
		best, pot := -1, 0
		for p := range n {
			if pot += paid[p]; in[p] && (best < 0 || strings.IndexByte(cards, dealt[p]) > strings.IndexByte(cards, dealt[best])) {
				best = p
			}
		}
		var scores []string
		for p := range n {
			score := -paid[p]
			if p == best {
				score += pot
			}
			scores = append(scores, fmt.Sprint(score))
		}
		fmt.Fprintf(b, "(%s)", strings.Join(scores, ","))
		return
	}
	p := len(moves) % n
	names := [2]string{"check", "bet"}
	if bet >= 0 {
		names = [2]string{"fold", "call"}
	}
	fmt.Fprintf(b, "%d{infoset %c%s}[ <%s> ", p+1, dealt[p], moves, names[0])
	kuhnNode(b, cards, dealt, moves+"p")
	fmt.Fprintf(b, " <%s> ", names[1])
	kuhnNode(b, cards, dealt, moves+"b")
	b.WriteString(" ]")
}
