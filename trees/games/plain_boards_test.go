package games

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The rules of the board games again, from section 3 of the contract.

// plainLines is tic-tac-toe or Connect Four.
type plainLines struct {
	ID     string
	Cells  []string
	Player int
}

func openPlainLines(doc []byte) plainGame {
	g := &plainLines{}
	if err := json.Unmarshal(doc, g); err != nil {
		panic(err)
	}
	return g
}

func (g *plainLines) at(row, column int) byte {
	if row < 0 || row >= len(g.Cells) || column < 0 || column >= len(g.Cells[0]) {
		return ' '
	}
	return g.Cells[row][column]
}

// winner returns the player with a line, or '.'.
func (g *plainLines) winner() byte {
	length := 3
	if g.ID == "connect-four" {
		length = 4
	}
	for row := range g.Cells {
		for column := range g.Cells[0] {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				same := 0
				for i := range length {
					if c := g.at(row+i*d[0], column+i*d[1]); c == g.at(row, column) {
						same++
					}
				}
				if same == length && g.at(row, column) != '.' {
					return g.at(row, column)
				}
			}
		}
	}
	return '.'
}

func (g *plainLines) player() int {
	if len(g.moves()) == 0 {
		return 0
	}
	return g.Player
}

func (g *plainLines) moves() (list []string) {
	if g.winner() != '.' {
		return nil
	}
	if g.ID == "connect-four" {
		for column := range 7 {
			if g.Cells[0][column] == '.' {
				list = append(list, fmt.Sprint(column+1))
			}
		}
		return list
	}
	for i := range 9 {
		if g.Cells[i/3][i%3] == '.' {
			list = append(list, fmt.Sprint(i+1))
		}
	}
	return list
}

func (g *plainLines) play(i int) plainGame {
	var n int
	fmt.Sscan(g.moves()[i], &n)
	row, column := (n-1)/3, (n-1)%3
	if g.ID == "connect-four" {
		column = n - 1
		for row = 5; g.Cells[row][column] != '.'; {
			row--
		}
	}
	next := &plainLines{g.ID, slices.Clone(g.Cells), 3 - g.Player}
	line := []byte(g.Cells[row])
	line[column] = byte('0' + g.Player)
	next.Cells[row] = string(line)
	return next
}

func (g *plainLines) static() []int { return g.value() }

func (g *plainLines) value() []int {
	switch g.winner() {
	case '1':
		return []int{2, 0}
	case '2':
		return []int{0, 2}
	}
	return []int{1, 1}
}

// plainOthello is Othello for any number of players.
type plainOthello struct {
	Players int
	Cells   []string
	Player  int
}

func openPlainOthello(doc []byte) plainGame {
	g := &plainOthello{}
	if err := json.Unmarshal(doc, g); err != nil {
		panic(err)
	}
	return g
}

// captures returns the squares that a piece of a player at a square would capture.
func (g *plainOthello) captures(player, row, column int) (list [][2]int) {
	if g.Cells[row][column] != '.' {
		return nil
	}
	own := byte('0' + player)
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			var line [][2]int
			r, c := row+dr, column+dc
			for ; r >= 0 && c >= 0 && r < len(g.Cells) && c < len(g.Cells) && (dr != 0 || dc != 0); r, c = r+dr, c+dc {
				if g.Cells[r][c] == '.' {
					break
				}
				if g.Cells[r][c] == own {
					list = append(list, line...)
					break
				}
				line = append(line, [2]int{r, c})
			}
		}
	}
	return list
}

func (g *plainOthello) squaresFor(player int) (list []string) {
	for row := range g.Cells {
		for column := range g.Cells {
			if len(g.captures(player, row, column)) > 0 {
				list = append(list, fmt.Sprintf("%c%d", 'a'+column, row+1))
			}
		}
	}
	return list
}

func (g *plainOthello) moves() []string {
	if list := g.squaresFor(g.Player); len(list) > 0 {
		return list
	}
	for p := range g.Players {
		if len(g.squaresFor(p+1)) > 0 {
			return []string{"pass"}
		}
	}
	return nil
}

func (g *plainOthello) player() int {
	if len(g.moves()) == 0 {
		return 0
	}
	return g.Player
}

func (g *plainOthello) play(i int) plainGame {
	n := &plainOthello{g.Players, slices.Clone(g.Cells), g.Player%g.Players + 1}
	move := g.moves()[i]
	if move == "pass" {
		return n
	}
	column, row := int(move[0]-'a'), 0
	fmt.Sscan(move[1:], &row)
	for _, at := range append(g.captures(g.Player, row-1, column), [2]int{row - 1, column}) {
		line := []byte(n.Cells[at[0]])
		line[at[1]] = byte('0' + g.Player)
		n.Cells[at[0]] = string(line)
	}
	return n
}

func (g *plainOthello) static() []int { return g.value() }

func (g *plainOthello) value() (v []int) {
	for p := range g.Players {
		v = append(v, strings.Count(strings.Join(g.Cells, ""), fmt.Sprint(p+1)))
	}
	return v
}

// plainStar is Chinese Checkers; a hole is x, y.
type plainStar struct {
	Players, Size, Player, Top int
	Pieces                     [][]string
	Evaluation                 string
	at                         map[[2]int]int // player of a piece, from 1
}

func openPlainStar(doc []byte) plainGame {
	g := &plainStar{at: map[[2]int]int{}}
	if err := json.Unmarshal(doc, g); err != nil {
		panic(err)
	}
	for p, list := range g.Pieces {
		for _, text := range list {
			var h [2]int
			fmt.Sscanf(text, "%d,%d", &h[0], &h[1])
			g.at[h] = p + 1
		}
	}
	return g
}

func (g *plainStar) onBoard(h [2]int) bool {
	x, y, z, s := h[0], h[1], -h[0]-h[1], g.Size
	return min(x, y, z) >= -s || max(x, y, z) <= s
}

// towards returns how far a hole lies towards the goal of a player.
func (g *plainStar) towards(player int, h [2]int) int {
	x, y, z := h[0], h[1], -h[0]-h[1]
	points := []int{x, -z, y, -x, z, -y}
	first := map[int][]int{2: {0, 3}, 3: {0, 2, 4}, 6: {0, 1, 2, 3, 4, 5}}[g.Players][player-1]
	return points[(first+3)%6]
}

func (g *plainStar) won(player int) bool {
	own := false
	for x := -2 * g.Size; x <= 2*g.Size; x++ {
		for y := -2 * g.Size; y <= 2*g.Size; y++ {
			h := [2]int{x, y}
			if !g.onBoard(h) || g.towards(player, h) <= g.Size {
				continue
			}
			if g.at[h] == 0 {
				return false
			}
			own = own || g.at[h] == player
		}
	}
	return own
}

func (g *plainStar) player() int {
	for p := range g.Players {
		if g.won(p + 1) {
			return 0
		}
	}
	return g.Player
}

type plainStarMove struct{ from, to [2]int }

func (g *plainStar) list() (list []plainStarMove) {
	directions := [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, -1}, {-1, 1}}
	for from, player := range g.at {
		if player != g.Player {
			continue
		}
		ends := map[[2]int]bool{}
		filled := func(h [2]int) bool { return h != from && g.at[h] != 0 }
		for _, d := range directions {
			if h := [2]int{from[0] + d[0], from[1] + d[1]}; g.onBoard(h) && !filled(h) {
				ends[h] = true
			}
		}
		hopped := map[[2]int]bool{from: true}
		var hop func(h [2]int)
		hop = func(h [2]int) {
			for _, d := range directions {
				over, to := [2]int{h[0] + d[0], h[1] + d[1]}, [2]int{h[0] + 2*d[0], h[1] + 2*d[1]}
				if filled(over) && g.onBoard(to) && !filled(to) && !hopped[to] {
					hopped[to], ends[to] = true, true
					hop(to)
				}
			}
		}
		hop(from)
		delete(ends, from)
		for to := range ends {
			list = append(list, plainStarMove{from, to})
		}
	}
	slices.SortFunc(list, func(a, b plainStarMove) int {
		progress := func(m plainStarMove) int { return g.towards(g.Player, m.to) - g.towards(g.Player, m.from) }
		if d := progress(b) - progress(a); d != 0 {
			return d
		}
		return slices.Compare([]int{a.from[0], a.from[1], a.to[0], a.to[1]}, []int{b.from[0], b.from[1], b.to[0], b.to[1]})
	})
	if g.Top > 0 && len(list) > g.Top {
		list = list[:g.Top]
	}
	return list
}

func (g *plainStar) moves() (texts []string) {
	if g.player() == 0 {
		return nil
	}
	for _, m := range g.list() {
		texts = append(texts, fmt.Sprintf("%d,%d>%d,%d", m.from[0], m.from[1], m.to[0], m.to[1]))
	}
	if texts == nil {
		return []string{"pass"}
	}
	return texts
}

func (g *plainStar) play(i int) plainGame {
	n := *g
	n.Player, n.at = g.Player%g.Players+1, map[[2]int]int{}
	for h, p := range g.at {
		n.at[h] = p
	}
	if list := g.list(); len(list) > 0 {
		delete(n.at, list[i].from)
		n.at[list[i].to] = g.Player
	}
	return &n
}

func (g *plainStar) value() []int { return g.static() }

// steps tries every way to send the pieces of a player, also those in the goal, to the holes of the goal without a piece of another
// player.
func (g *plainStar) steps(player int) int {
	var pieces, holes [][2]int
	for x := -2 * g.Size; x <= 2*g.Size; x++ {
		for y := -2 * g.Size; y <= 2*g.Size; y++ {
			h := [2]int{x, y}
			if !g.onBoard(h) {
				continue
			}
			if g.at[h] == player {
				pieces = append(pieces, h)
			}
			if g.towards(player, h) > g.Size && (g.at[h] == 0 || g.at[h] == player) {
				holes = append(holes, h)
			}
		}
	}
	from, to := pieces, holes
	if len(from) > len(to) {
		from, to = to, from
	}
	least := -1
	taken := make([]bool, len(to))
	var send func(i, sum int)
	send = func(i, sum int) {
		if least >= 0 && sum >= least {
			return
		}
		if i == len(from) {
			least = sum
			return
		}
		away := g.stepsFrom(from[i])
		for j, h := range to {
			if !taken[j] {
				taken[j] = true
				send(i+1, sum+away[h])
				taken[j] = false
			}
		}
	}
	send(0, 0)
	return least
}

// stepsFrom returns the steps to each hole of an empty board.
func (g *plainStar) stepsFrom(from [2]int) map[[2]int]int {
	steps := map[[2]int]int{from: 0}
	for queue := [][2]int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, d := range [][2]int{{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}} {
			h := [2]int{at[0] + d[0], at[1] + d[1]}
			if _, seen := steps[h]; !seen && g.onBoard(h) {
				steps[h] = steps[at] + 1
				queue = append(queue, h)
			}
		}
	}
	return steps
}

// static is the evaluation as the rules of the game say it.
func (g *plainStar) static() []int {
	n, s := g.Players, g.Size
	rows, sum := make([]int, n), 0
	for h, p := range g.at {
		rows[p-1] += g.towards(p, h) + 2*s
		sum += g.towards(p, h) + 2*s
	}
	m := 2 * s * s * (s + 1)
	if g.Evaluation == "steps" {
		sum = 0
		for p := range rows {
			rows[p] = m - g.steps(p+1)
			sum += rows[p]
		}
	}
	v := make([]int, n)
	for p := range v {
		v[p] = (n-1)*m + n*(2*m+1) + n*rows[p] - sum
	}
	for w := range v {
		if !g.won(w + 1) {
			continue
		}
		for p := range v {
			if p == w {
				v[p] += (n - 1) * (2*m + 1)
			} else {
				v[p] -= 2*m + 1
			}
		}
	}
	return v
}
