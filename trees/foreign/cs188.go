package foreign

import (
	"strconv"
	"strings"

	"espalier/trees"
)

// The tests of the course CS188 for searches of game trees:
//
//	class: "GraphGameTreeTest"
//	alg: "AlphaBetaAgent"
//	depth: "2"
//	num_agents: "2"
//	start_state: "A"
//	win_states: "D"
//	lose_states: ""
//	successors: """
//	A Left B
//	A Right C
//	"""
//	evaluation: """
//	B 3.0
//	C 5.0
//	"""
//
// Agent 0 is Max, and the others, ghosts, are Min, or chance for ExpectimaxAgent. A game ends in a state that is won or lost,
// and where every agent has moved depth times.

func (r *reader) cs188() {
	c := &cs188Reader{r: r, fields: map[string]cs188Field{}, moves: map[string][]cs188Move{}, values: map[string]cs188Word{}, ends: map[string]bool{}, on: map[string]int{}}
	c.read()
	c.settings()
	c.lists()
	start := c.words("start_state")
	if len(start) != 1 {
		r.fail(c.field("start_state").at, "start_state has the name of one state, such as start_state: \"A\"")
	}
	r.game.root = c.node(start[0].text, start[0].at, 1)
	c.notes()
}

type cs188Reader struct {
	r      *reader
	fields map[string]cs188Field
	order  []string
	agents int
	plies  int // the most moves on a path
	chance bool
	moves  map[string][]cs188Move
	values map[string]cs188Word
	ends   map[string]bool // states that are won or lost
	on     map[string]int  // where a state was reached, counted from 1
	cut    int             // states at the depth that have successors
}

type cs188Field struct {
	text string
	at   int
}

type cs188Word struct {
	text string
	at   int
}

type cs188Move struct {
	action, to string
	at         int
}

// read reads the fields: a name, a colon, and a text in quotes, which may have several lines.
func (c *cs188Reader) read() {
	r := c.r
	for {
		for r.peek() == '#' {
			for r.pos < len(r.src) && r.src[r.pos] != '\n' {
				r.stepOver(1)
			}
		}
		if r.pos == len(r.src) {
			return
		}
		at := r.pos
		name := wordAt(r.src[r.pos:])
		if name == "" {
			r.expected(`a field, such as start_state: "A"`)
		}
		r.stepOver(len(name))
		if !r.take(':') {
			r.expected(`":" after the name of the field`)
		}
		r.peek()
		quotes := `"""`
		if !strings.HasPrefix(r.src[r.pos:], quotes) {
			quotes = `"`
		}
		if !strings.HasPrefix(r.src[r.pos:], quotes) {
			r.expected("a text in double quotes")
		}
		open := r.pos
		r.stepOver(len(quotes))
		end := strings.Index(r.src[r.pos:], quotes)
		if end < 0 {
			r.failOpenString(open)
		}
		if _, twice := c.fields[name]; twice {
			r.fail(at, "the field %s is there already", quoted(name))
		}
		c.fields[name] = cs188Field{r.src[r.pos : r.pos+end], r.pos}
		c.order = append(c.order, name)
		r.stepOver(end + len(quotes))
	}
}

// field returns a field, which must be there.
func (c *cs188Reader) field(name string) cs188Field {
	f, ok := c.fields[name]
	if !ok {
		c.r.fail(len(c.r.src), "the field %s is missing; a test of CS188 has start_state, successors, evaluation, depth and num_agents", name)
	}
	return f
}

// words returns the words of a field with their places; nil if it is missing.
func (c *cs188Reader) words(name string) (list []cs188Word) {
	f := c.fields[name]
	for at := 0; at < len(f.text); {
		rest := strings.TrimLeft(f.text[at:], " \t\r\n")
		at = len(f.text) - len(rest)
		end := strings.IndexAny(rest, " \t\r\n")
		if end < 0 {
			end = len(rest)
		}
		c.r.step()
		if end > 0 {
			list = append(list, cs188Word{rest[:end], f.at + at})
		}
		at += end
	}
	return list
}

// settings reads who moves and how deep the search is.
func (c *cs188Reader) settings() {
	r := c.r
	count := func(name string, missing int) int {
		f, ok := c.fields[name]
		if !ok && missing > 0 {
			return missing
		}
		n, err := strconv.Atoi(strings.TrimSpace(c.field(name).text))
		if err != nil || n < 1 || n > trees.MaxLevels {
			r.fail(f.at, "%s is %s, and it is a number from 1 to %d", name, quoted(f.text), trees.MaxLevels)
		}
		return n
	}
	depth := count("depth", trees.MaxLevels)
	const one = 2 // Pacman and a ghost
	c.agents = count("num_agents", one)
	c.plies = min(depth*c.agents, trees.MaxLevels)
	alg := strings.TrimSpace(c.fields["alg"].text)
	c.chance = strings.Contains(alg, "Expectimax")
	if class, ok := c.fields["class"]; ok && strings.TrimSpace(class.text) != "GraphGameTreeTest" {
		r.fail(class.at, "a test of the class %s is not read; GraphGameTreeTest has a tree", quoted(class.text))
	}
}

// lists reads successors, evaluation, win_states and lose_states.
func (c *cs188Reader) lists() {
	r := c.r
	lines := func(name string, count int, what string, each func(words []cs188Word)) {
		c.field(name)
		var line []cs188Word
		list := c.words(name)
		for i, w := range list {
			line = append(line, w)
			if i+1 < len(list) && !strings.Contains(r.src[w.at:list[i+1].at], "\n") {
				continue
			}
			if len(line) != count {
				r.fail(line[0].at, "a line of %s has %d words: %s", name, count, what)
			}
			each(line)
			line = nil
		}
	}
	lines("successors", 3, "a state, a move and the next state", func(w []cs188Word) {
		c.moves[w[0].text] = append(c.moves[w[0].text], cs188Move{w[1].text, w[2].text, w[2].at})
	})
	lines("evaluation", 2, "a state and its value", func(w []cs188Word) { c.values[w[0].text] = w[1] })
	for _, name := range []string{"win_states", "lose_states"} {
		for _, w := range c.words(name) {
			c.ends[w.text] = true
		}
	}
}

// node makes the node of a state. ply counts from 1.
func (c *cs188Reader) node(state string, at, ply int) *node {
	r := c.r
	if before, twice := c.on[state]; twice {
		r.fail(at, "the state %s is reached here and at %s; a node of a tree is reached in one way, so give the states two names", quoted(state), placeIn(r.given, before-1))
	}
	c.on[state] = at + 1
	n := r.add(at, ply)
	n.name = state
	value, valued := c.values[state]
	moves := c.moves[state]
	deep := ply > c.plies
	if c.ends[state] || deep || len(moves) == 0 {
		if deep && !c.ends[state] && len(moves) > 0 {
			c.cut++
		}
		if !valued {
			r.fail(at, "the state %s has no line in evaluation, and the search ends there", quoted(state))
		}
		x, err := parseNumber(value.text, value.at)
		if infinite := trees.NotFiniteAt(value.text); infinite != "" {
			r.failNotFinite(value.at, infinite)
		}
		if err != nil {
			r.fail(value.at, "%v", err)
		}
		n.value = []number{x}
		return n
	}
	switch agent := (ply - 1) % c.agents; {
	case agent == 0:
		n.mover = maxMoves
	case c.chance:
		n.mover = chanceMoves
	default:
		n.mover = minMoves
	}
	for _, m := range moves {
		r.step()
		k := c.node(m.to, m.at, ply+1)
		k.action = m.action
		n.kids = append(n.kids, k)
	}
	return n
}

func (c *cs188Reader) notes() {
	r := c.r
	ghosts := "Agent 0 is Max, and the others are Min."
	if c.chance {
		ghosts = "Agent 0 is Max, and the others move at random, as in expectimax."
	}
	r.game.note("%s", ghosts)
	if c.cut > 0 {
		r.game.note("The depth ends the search at %s, whose successors are left out.", count(c.cut, "state"))
	}
	if left := len(c.moves) + len(c.values) - len(c.on); left > 0 && c.cut == 0 {
		unreached := 0
		for state := range c.moves {
			if _, reached := c.on[state]; !reached {
				unreached++
			}
		}
		if unreached > 0 {
			r.game.note("The moves of %s that no move reaches are left out.", count(unreached, "state"))
		}
	}
	var names []string
	for _, name := range c.order {
		switch name {
		case "class", "alg", "depth", "num_agents", "start_state", "win_states", "lose_states", "successors", "evaluation":
		default:
			names = append(names, name)
		}
	}
	if len(names) > maxListed {
		names = append(names[:maxListed], "…")
	}
	if len(names) > 0 {
		r.game.note("Fields that say nothing about the tree are left out: %s.", strings.Join(names, ", "))
	}
}

// isCS188 reports whether a text is a test of CS188.
func isCS188(text string) bool {
	for _, field := range []string{"start_state:", "successors:"} {
		if at := strings.Index(text, field); at < 0 || at > 0 && text[at-1] != '\n' {
			return false
		}
	}
	return true
}
