package foreign

import (
	"slices"
	"strconv"
	"strings"
)

// moverOf reads the mover in a word: max, min, chance, a number, P2, player 2.
func moverOf(word string) (m mover, player int, ok bool) {
	w := strings.ToLower(strings.TrimSpace(word))
	switch w {
	case "max", "maximum", "maximize", "maximise", "maximizer", "maximiser", "max player", "▲", "△":
		return maxMoves, 0, true
	case "min", "minimum", "minimize", "minimise", "minimizer", "minimiser", "min player", "▼", "▽", "∇":
		return minMoves, 0, true
	case "chance", "nature", "random", "expect", "expectation", "expected", "exp", "avg", "average":
		return chanceMoves, 0, true
	}
	rest := strings.TrimPrefix(w, "player")
	if rest == w {
		rest = strings.TrimPrefix(w, "pl")
	}
	if rest == w {
		rest = strings.TrimPrefix(w, "p")
	}
	rest = strings.TrimLeft(rest, " _-.")
	const mostDigits = 4
	if n, err := strconv.Atoi(rest); err == nil && n >= 0 && rest[0] != '+' && len(rest) <= mostDigits {
		return playerMoves, n, true
	}
	return unstated, 0, false
}

// setMover sets the mover of a node. Player 0 is chance, as in files of games.
func (n *node) setMover(word string) bool {
	m, player, ok := moverOf(word)
	if !ok {
		return false
	}
	if n.mover, n.player = m, player; m == playerMoves && player == 0 {
		n.mover = chanceMoves
	}
	return true
}

// A roll has the names of players that are not numbers.
type roll struct {
	names []string
	first []int // where each name first appears in the text
	nodes []*node
	of    []int // the name of each node
	taken map[int]bool
}

// add says that a player with a name moves at a node.
func (l *roll) add(n *node, name string) {
	i := indexOf(l.names, name)
	if i < 0 {
		i = len(l.names)
		l.names, l.first = append(l.names, name), append(l.first, n.at)
	}
	l.first[i] = min(l.first[i], n.at)
	l.nodes, l.of = append(l.nodes, n), append(l.of, i)
}

// mostNames is the number of names that are looked through one by one; a tree with more
// players is refused, so a longer list is not searched.
const mostNames = 16

func indexOf(names []string, name string) int {
	for i := range min(len(names), mostNames) {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// take says that a number is that of a player without a name.
func (l *roll) take(player int) {
	if l.taken == nil {
		l.taken = map[int]bool{}
	}
	l.taken[player] = true
}

// give gives the names the numbers that are left, from 1, in the order in which they appear in
// the text, and says so.
func (l *roll) give(g *game) {
	numbers := make([]int, len(l.names))
	var said []string
	next := 1
	order := make([]int, len(l.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return l.first[a] - l.first[b] })
	for _, i := range order {
		for l.taken[next] {
			next++
		}
		numbers[i] = next
		if len(said) < maxListed {
			said = append(said, strconv.Itoa(next)+" is "+quoted(l.names[i]))
		}
		next++
	}
	for i, n := range l.nodes {
		n.mover, n.player = playerMoves, numbers[l.of[i]]
	}
	if len(said) > 0 {
		g.note("Players have numbers: %s.", strings.Join(said, ", "))
	}
}
