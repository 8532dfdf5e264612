package games

import "encoding/json"

// plainSplitting is board splitting with rows of text.
type plainSplitting struct {
	cells       []string
	to, players int
}

func openPlainSplitting(doc []byte) plainGame {
	var d struct {
		Cells           []string
		Player, Players int
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		panic(err)
	}
	return plainSplitting{d.Cells, d.Player, d.Players}
}

func (g plainSplitting) player() int {
	if len(g.cells)*len(g.cells[0]) == 1 {
		return 0
	}
	return g.to
}

func (g plainSplitting) moves() []string {
	if len(g.cells) == len(g.cells[0]) {
		return []string{"left", "right"}
	}
	return []string{"top", "bottom"}
}

func (g plainSplitting) play(i int) plainGame {
	n := plainSplitting{to: g.to%g.players + 1, players: g.players}
	half := len(g.cells) / 2
	if len(g.cells) > len(g.cells[0]) {
		n.cells = g.cells[i*half:][:half]
		return n
	}
	for _, row := range g.cells {
		n.cells = append(n.cells, row[i*half:][:half])
	}
	return n
}

func (g plainSplitting) value() []int { return g.static() }

func (g plainSplitting) static() []int {
	v := make([]int, g.players)
	squares := len(g.cells) * len(g.cells[0])
	for _, row := range g.cells {
		for _, c := range row {
			v[c-'1'] += g.parts() / squares
		}
	}
	return v
}

func (g plainSplitting) parts() int { return 1024 }
