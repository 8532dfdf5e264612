package games

import (
	"strconv"
	"strings"
)

// The board of Chinese Checkers.

const (
	largestStar = 4
	mostHoles   = 6*largestStar*(largestStar+1) + 1
)

// A hole has cube coordinates x + y + z = 0.
type hole struct{ x, y int }

func (h hole) z() int { return -h.x - h.y }

// steps are the six directions to the holes beside one.
var steps = [...]hole{{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}

// A star is a board with the tables of the players' ways.
type star struct {
	size   int
	holes  []hole // by x, then by y
	number map[hole]int

	around  [mostHoles]squareSet       // the holes beside one
	landing [mostHoles][mostHoles]int8 // where a hop from one hole over one beside it ends; -1: outside

	home, goal [starSeats]squareSet       // by player
	row        [starSeats][mostHoles]int8 // the row of a hole on a player's way, 0 to 4·size; the tip of the goal is the last
	goalOf     [mostHoles]int8            // the player whose goal a hole is in; -1: none

	apart *[mostHoles][mostHoles]int8 // the steps between two holes of an empty board; nil: the evaluation is by rows
}

// pointOf returns how far a hole lies towards one of the six points, in their order:
// x > s, z < -s, y > s, x < -s, z > s, y < -s. The point starts beyond s.
func pointOf(h hole, point int) int {
	switch point {
	case 0:
		return h.x
	case 1:
		return -h.z()
	case 2:
		return h.y
	case 3:
		return -h.x
	case 4:
		return h.z()
	}
	return -h.y
}

// starOf returns the board of a size for a number of players.
func starOf(size, players int) *star {
	s := &star{size: size, number: map[hole]int{}}
	for x := -2 * size; x <= 2*size; x++ {
		for y := -2 * size; y <= 2*size; y++ {
			if h := (hole{x, y}); h.inStar(size) {
				s.number[h] = len(s.holes)
				s.holes = append(s.holes, h)
			}
		}
	}
	at := func(h hole) int8 {
		if n, ok := s.number[h]; ok {
			return int8(n)
		}
		return -1
	}
	for n, h := range s.holes {
		for _, step := range steps {
			if over := at(hole{h.x + step.x, h.y + step.y}); over >= 0 {
				s.around[n] = s.around[n].or(square(int(over)))
				s.landing[n][over] = at(hole{h.x + 2*step.x, h.y + 2*step.y})
			}
		}
		s.goalOf[n] = -1
		for p := range players {
			point := 6 / players * p // 1 and 4, 1 3 5, or all
			opposite := (point + 3) % 6
			s.row[p][n] = int8(pointOf(h, opposite) + 2*size)
			if pointOf(h, point) > size {
				s.home[p] = s.home[p].or(square(n))
			}
			if pointOf(h, opposite) > size {
				s.goal[p] = s.goal[p].or(square(n))
				s.goalOf[n] = int8(p)
			}
		}
	}
	return s
}

// inStar reports whether a hole belongs to the star: two triangles lie across each other.
func (h hole) inStar(s int) bool {
	x, y, z := h.x, h.y, h.z()
	return x >= -s && y >= -s && z >= -s || x <= s && y <= s && z <= s
}

func (s *star) appendHole(b []byte, n int) []byte {
	b = strconv.AppendInt(b, int64(s.holes[n].x), 10)
	return strconv.AppendInt(append(b, ','), int64(s.holes[n].y), 10)
}

// written returns a hole "x,y", or a move "x,y>x,y", in letters and numbers: a is the row at the
// top, and a hole has its number in its row from the left. Another text stays as it is.
func (s *star) written(text string) string {
	if from, to, move := strings.Cut(text, ">"); move {
		return s.written(from) + "–" + s.written(to)
	}
	n, ok := s.parseHole(text)
	if !ok {
		return text
	}
	at, number := s.holes[n], 1
	for _, h := range s.holes {
		if h.z() == at.z() && h.x < at.x {
			number++
		}
	}
	return string(rune('a'+at.z()+2*s.size)) + strconv.Itoa(number)
}

// A noted position writes its moves in another way for people than for programs.
type noted interface{ written(move string) string }

// Written returns a move of a position as people read it; of Chinese Checkers a hole, too.
func Written(pos Position, move string) string {
	if n, ok := pos.(noted); ok {
		return n.written(move)
	}
	return move
}

// readPieces reads the pieces of all players, or sets them up.
func (g *starGame) readPieces(r *fieldReader) {
	if !r.given("pieces") {
		for p := range g.players {
			g.put(p, g.home[p])
		}
		return
	}
	lists := field(r, "pieces", [][]string(nil))
	if len(lists) != g.players {
		r.fail("pieces", "these are the pieces of %d players; %d play", len(lists), g.players)
		return
	}
	for p, list := range lists {
		path := "pieces[" + strconv.Itoa(p) + "]"
		if most := g.home[p].count(); len(list) > most {
			r.fail(path, "these are %d pieces; a player has at most %d on a star of this size", len(list), most)
			return
		}
		for i, text := range list {
			n, ok := g.parseHole(text)
			switch at := path + "[" + strconv.Itoa(i) + "]"; {
			case !ok:
				r.fail(at, `%.20q is no hole of this star; a hole is "x,y" in cube coordinates, as "0,0"`, text)
				return
			case g.occupied.has(n):
				r.fail(at, "there are two pieces at %s", text)
				return
			}
			g.put(p, square(n))
		}
	}
}

func (s *star) parseHole(text string) (int, bool) {
	left, right, _ := strings.Cut(text, ",")
	x, err := strconv.Atoi(strings.TrimSpace(left))
	if err != nil {
		return 0, false
	}
	y, err := strconv.Atoi(strings.TrimSpace(right))
	if err != nil {
		return 0, false
	}
	n, ok := s.number[hole{x, y}]
	return n, ok
}

// put places pieces of a player.
func (g *starGame) put(p int, holes squareSet) {
	g.occupied, g.pieces[p] = g.occupied.or(holes), g.pieces[p].or(holes)
	for ; !holes.empty(); holes = holes.rest() {
		g.rows[p] += int(g.row[p][holes.first()])
	}
}
