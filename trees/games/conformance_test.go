package games

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/trees"
)

// A plainGame is a second implementation of the rules, with maps and slices and with a
// copy for every move. It is written from the contract and shares nothing with the games.
type plainGame interface {
	player() int          // 0 at the end
	moves() []string      // in order
	play(i int) plainGame // a new position
	value() []int         // at the end
	static() []int
}

// A plainChance is a plainGame with chance nodes.
type plainChance interface {
	chance() *big.Rat // the probability of each move, nil where chance does not move
}

// A plainParts is a plainGame whose scores are fractions.
type plainParts interface {
	parts() int // of a point, in which value and static count
}

// plainGames open a document by the id of its game.
var plainGames = map[string]func(doc []byte) plainGame{
	"sergeant-major": openPlainTricks, "hearts": openPlainTricks, "spades": openPlainTricks, "oh-hell": openPlainTricks,
	"tic-tac-toe": openPlainLines, "connect-four": openPlainLines, "othello": openPlainOthello, "chinese-checkers": openPlainStar,
	"pig": openPlainPig, "board-splitting": openPlainSplitting,
}

// read returns the document of a JSON text.
func read(t testing.TB, text string) *Document {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	d := &Document{Values: map[string]any{}}
	if err := json.Unmarshal(raw["id"], &d.ID); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	game, ok := Find(d.ID)
	if !ok {
		return d
	}
	for _, f := range game.Fields {
		text := raw[f.Name]
		if text == nil || string(text) == "null" {
			continue
		}
		var err error
		switch f.Kind {
		case WholeField:
			err = readAs[int](d, f.Name, text)
		case FlagField:
			err = readAs[bool](d, f.Name, text)
		case TextField:
			err = readAs[string](d, f.Name, text)
		case CardsField:
			if err = readAs[string](d, f.Name, text); err != nil {
				err = readAs[[]string](d, f.Name, text)
			}
		case WholesField:
			err = readAs[[]int](d, f.Name, text)
		case TextsField:
			err = readAs[[]string](d, f.Name, text)
		case ListsField:
			err = readAs[[][]string](d, f.Name, text)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", text, f.Name, err)
		}
	}
	for name := range raw {
		if name != "id" && !slices.ContainsFunc(game.Fields, func(f Field) bool { return f.Name == name }) {
			t.Fatalf("%s has the key %s, which is no field of the game", text, name)
		}
	}
	return d
}

func readAs[T any](d *Document, name string, text []byte) error {
	var v T
	err := json.Unmarshal(text, &v)
	if err == nil {
		d.Values[name] = v
	}
	return err
}

func open(t testing.TB, text string) Position {
	t.Helper()
	p, err := Open(read(t, text))
	if err != nil {
		t.Fatalf("Open(%s) = %v", text, err)
	}
	return p
}

// starts has positions of every game that a few moves show from all sides. The first ply
// limits how far the whole tree is walked, the second how far play goes at random.
var starts = []struct {
	doc          string
	whole, plies int
}{
	{`{"id":"sergeant-major","seed":1}`, 3, 60},
	{`{"id":"sergeant-major","players":2,"seed":2,"cards":7,"trump":"H","merge":false}`, 4, 60},
	{`{"id":"sergeant-major","players":4,"seed":3,"cards":3,"trump":"C"}`, 12, 60},
	{`{"id":"sergeant-major","hands":["AS","KS 2D","QS 3D"],"leader":1,"trick":"2S","taken":[1,0,4]}`, 9, 60},
	{`{"id":"sergeant-major","seed":5,"cards":8,"tricks":3}`, 3, 60},
	{`{"id":"sergeant-major","seed":5,"cards":4,"tricks":0}`, 3, 60},
	{`{"id":"sergeant-major","hands":["","",""],"taken":[3,2,1]}`, 3, 60},
	{`{"id":"hearts","seed":4}`, 3, 60},
	{`{"id":"hearts","players":4,"seed":5,"cards":3,"taken":[1,13,0,2]}`, 12, 60},
	{`{"id":"hearts","players":5,"seed":6,"cards":2}`, 10, 60},
	{`{"id":"hearts","hands":["AS KS QS JS TS","AH KH QH JH TH","9S 8H 7S 6S 5S"],"tricks":2}`, 6, 60},
	{`{"id":"hearts","hands":["KS JS 9H","8H 7H 6H 5H","AH KH QH 2C"],"trick":["QS"],"leader":1}`, 12, 60},
	{`{"id":"spades","seed":7,"cards":4}`, 8, 60},
	{`{"id":"spades","seed":7,"cards":4,"evaluation":"ranks"}`, 8, 60},
	{`{"id":"spades","players":4,"seed":8,"cards":3,"evaluation":"ncs","bids":[1,0,2,1],"taken":[0,1,0,2]}`, 9, 60},
	{`{"id":"spades","players":2,"seed":9,"cards":5,"evaluation":"momb"}`, 9, 60},
	{`{"id":"spades","seed":10,"cards":3,"evaluation":"mot"}`, 9, 60},
	{`{"id":"spades","seed":11,"cards":3,"evaluation":"smot","tricks":2}`, 9, 60},
	{`{"id":"oh-hell","seed":12,"players":5,"cards":2,"trump":"D","evaluation":"oh"}`, 10, 60},
	{`{"id":"oh-hell","seed":13,"players":6,"cards":2}`, 7, 60},
	{`{"id":"oh-hell","seed":14,"players":6,"trump":"H","evaluation":"wl"}`, 2, 60},
	{`{"id":"tic-tac-toe"}`, 5, 60},
	{`{"id":"tic-tac-toe","cells":["12.",".1.","..2"],"player":1}`, 9, 60},
	{`{"id":"connect-four"}`, 4, 60},
	{`{"id":"connect-four","cells":[".......",".......",".......","1......","1......","1.222.."],"player":2}`, 4, 60},
	{`{"id":"othello"}`, 5, 200},
	{`{"id":"othello","players":3}`, 4, 300},
	{`{"id":"othello","players":2,"board":4}`, 6, 300},
	{`{"id":"othello","players":4,"board":6}`, 4, 300},
	{`{"id":"othello","players":4,"board":10}`, 3, 600},
	{`{"id":"othello","cells":["1...","2...","1..2","2..1"],"player":1}`, 6, 300},
	{`{"id":"chinese-checkers"}`, 2, 60},
	{`{"id":"chinese-checkers","players":2,"size":1}`, 5, 200},
	{`{"id":"chinese-checkers","players":6,"size":2,"top":3}`, 4, 200},
	{`{"id":"chinese-checkers","players":3,"size":2}`, 2, 200},
	{`{"id":"chinese-checkers","size":3,"top":10,"player":2}`, 3, 200},
	{`{"id":"chinese-checkers","size":2,"top":3,"evaluation":"steps"}`, 3, 400},
	{`{"id":"chinese-checkers","size":2,"players":2,"evaluation":"steps","pieces":[["-2,1","-2,0","0,-1"],["-3,2","0,0","1,0"]]}`, 2, 200},
	{`{"id":"chinese-checkers","size":1,"players":6,"evaluation":"steps"}`, 3, 200},
	{`{"id":"chinese-checkers","players":2,"size":1,"pieces":[["-1,0"],["2,-1"]]}`, 6, 100},
	{`{"id":"pig"}`, 8, 100},
	{`{"id":"pig","players":3,"sides":3,"target":4,"turns":1}`, 20, 100},
	{`{"id":"pig","players":4,"sides":2,"target":30,"turns":10,"banks":[3,29,0,7],"player":3,"turn":9}`, 8, 300},
	{`{"id":"pig","players":4,"sides":4,"banks":[9,0,9,6],"turn":2,"player":4,"points":3,"rolling":true}`, 12, 100},
	{`{"id":"pig","players":3,"banks":[4,4,2],"turn":3}`, 1, 10},
	{`{"id":"pig","banks":[4,15]}`, 1, 10},
	{`{"id":"board-splitting"}`, 6, 10},
	{`{"id":"board-splitting","size":4,"seed":7,"players":3}`, 4, 10},
	{`{"id":"board-splitting","size":8,"seed":2,"players":4,"alike":true}`, 6, 10},
	{`{"id":"board-splitting","size":2,"share":0}`, 2, 10},
	{`{"id":"board-splitting","cells":["12","31","11","22"],"players":3,"player":3}`, 3, 10},
	{`{"id":"board-splitting","cells":["2"]}`, 1, 10},
}

// A checker walks a position beside the plain rules.
type checker struct {
	testing.TB
	doc    string
	pos    Position
	scores Scores
	seen   map[uint64]string // documents by hash and mover
	hashes map[string]uint64
	nodes  int
}

// TestGames holds every game against a second implementation of its rules, and checks what
// engines rely on: moves in their order, values, statics, bounds that hold and are
// monotonic, do and undo, hashes, and documents that give the same position.
func TestGames(t *testing.T) {
	covered := map[string]bool{}
	for i, start := range starts {
		pos := open(t, start.doc)
		doc := string(pos.AppendDocument(nil))
		c := &checker{TB: t, doc: start.doc, pos: pos, scores: pos.Scores(), seen: map[uint64]string{}, hashes: map[string]uint64{}}
		plain := plainGames[read(t, start.doc).ID]([]byte(doc))
		covered[read(t, start.doc).ID] = true
		var v trees.Vector
		c.walk(plain, start.whole, pos.Look(&v), v)
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		for range 12 {
			c.random(rng, plain, start.plies)
		}
		if got := string(pos.AppendDocument(nil)); got != doc {
			t.Errorf("%s: after all moves were taken back the position is %s", doc, got)
		}
		if t.Failed() {
			return
		}
	}
	for _, g := range Games() {
		if !covered[g.ID] {
			t.Errorf("no start of %s is tested", g.ID)
		}
	}
}

// walk compares the whole tree to a depth.
func (c *checker) walk(plain plainGame, depth, moves int, v trees.Vector) {
	c.node(plain, moves, v)
	if depth == 0 || moves == 0 {
		return
	}
	for i := range moves {
		c.down(plain, i, func(next plainGame, moves int, v trees.Vector) { c.walk(next, depth-1, moves, v) })
	}
}

// random plays moves at random, and takes them back.
func (c *checker) random(rng *rand.Rand, plain plainGame, plies int) {
	var v trees.Vector
	moves := c.pos.Look(&v)
	c.node(plain, moves, v)
	if moves == 0 || plies == 0 {
		return
	}
	c.down(plain, rng.IntN(moves), func(next plainGame, _ int, _ trees.Vector) { c.random(rng, next, plies-1) })
}

// down plays move i of both, calls below, and takes the move back.
func (c *checker) down(plain plainGame, i int, below func(next plainGame, moves int, v trees.Vector)) {
	before, hash, texts := string(c.pos.AppendDocument(nil)), c.pos.Hash(), plain.moves()
	low, up, bounded := bounds(c.pos)
	var v trees.Vector
	moves, mover := c.pos.Do(i, &v)
	if want := c.pos.Mover(); mover != want {
		c.Fatalf("%s, then %s: Do returns the mover %d, want %d", before, texts[i], mover, want)
	}
	if got := string(c.pos.(trees.Described).AppendLast(nil)); got != texts[i] {
		c.Fatalf("%s: move %d is %q, want %q of %v", before, i, got, texts[i], texts)
	}
	lowBelow, upBelow, _ := bounds(c.pos)
	for p := range c.pos.Players() {
		if bounded && (lowBelow[p] < low[p] || upBelow[p] > up[p]) {
			c.Fatalf("%s, then %s: the bounds %v %v are not within %v %v", before, texts[i], lowBelow, upBelow, low, up)
		}
	}
	below(plain.play(i), moves, v)
	c.pos.Undo()
	if after := string(c.pos.AppendDocument(nil)); after != before || c.pos.Hash() != hash {
		c.Fatalf("%s, then %s: taken back it is %s", before, texts[i], after)
	}
}

func bounds(p Position) (low, up trees.Vector, ok bool) {
	b, ok := p.(trees.Bounded)
	return low, up, ok && b.Low(&low) && b.Up(&up)
}

// node compares a position.
func (c *checker) node(plain plainGame, moves int, v trees.Vector) {
	c.nodes++
	doc := string(c.pos.AppendDocument(nil))
	texts, players := plain.moves(), c.pos.Players()
	chance := c.chance(doc, plain, moves)
	if plain.player() == 0 && !chance {
		texts = nil
	}
	if moves != len(texts) || c.pos.Mover() != plain.player() {
		c.Fatalf("%s: %d moves of player %d, want %v of player %d", doc, moves, c.pos.Mover(), texts, plain.player())
	}
	var looked, static trees.Vector
	if again := c.pos.Look(&looked); again != moves || moves == 0 && looked != v {
		c.Fatalf("%s: Look = %d with %v, Do = %d with %v", doc, again, looked, moves, v)
	}
	c.pos.Static(&static)
	if want := c.vector(plain, plain.static()); static != want {
		c.Fatalf("%s: the static value is %v, want %v", doc, static, want)
	}
	if moves == 0 {
		if want := c.vector(plain, plain.value()); v != want {
			c.Fatalf("%s: the value is %v, want %v", doc, v, want)
		}
		if static != v {
			c.Fatalf("%s: the static value at the end is %v, the value %v", doc, static, v)
		}
		c.outcome(doc, v)
	}
	low, up, bounded := bounds(c.pos)
	sum := static.Sum(players)
	for p := range players {
		if static[p] < 0 || static[p] > c.scores.MaxP || c.scores.Delta > 0 && static[p]%c.scores.Delta != 0 || bounded && (static[p] < low[p] || static[p] > up[p] || low[p] < 0) {
			c.Fatalf("%s: the static value %v is not within the bounds %v %v of player %d", doc, static, low, up, p+1)
		}
	}
	if sum > c.scores.MaxSum {
		c.Fatalf("%s: the static value %v has the sum %v, maxsum is %v", doc, static, sum.In(trees.Unit), c.scores.MaxSum.In(trees.Unit))
	}
	if height := c.pos.Height(); moves > 0 && height == 0 {
		c.Fatalf("%s: %d moves below height 0", doc, moves)
	}
	c.hash(doc)
	c.leaves(doc, moves)
	c.anyOrder(doc, texts)
	c.again(doc, moves, &looked, &static)
}

// vector returns scores of the plain rules in the units of the game.
func (c *checker) vector(plain plainGame, scores []int) trees.Vector {
	parts := 1
	if p, ok := plain.(plainParts); ok {
		parts = p.parts()
	}
	var v trees.Vector
	for i, s := range scores {
		n := new(big.Rat).Mul(big.NewRat(int64(s), int64(parts)), big.NewRat(int64(UnitOf(c.pos)), 1))
		if !n.IsInt() {
			c.Fatalf("%d parts of 1/%d are no whole number of units, of which a point has %d", s, parts, UnitOf(c.pos))
		}
		v[i] = trees.Score(n.Num().Int64())
	}
	return v
}

// chance reports whether chance moves, and compares the probabilities.
func (c *checker) chance(doc string, plain plainGame, moves int) bool {
	p, ok := plain.(plainChance)
	chanced, can := c.pos.(trees.Chanced)
	if has := can && chanced.HasChance(); has != ok {
		c.Fatalf("%s: HasChance = %v, want %v", doc, has, ok)
	}
	if !ok || p.chance() == nil {
		return false
	}
	sum := new(big.Rat)
	for i := range moves {
		got := chanced.Prob(i)
		if prob := big.NewRat(int64(got.Score), int64(got.Unit)); prob.Cmp(p.chance()) != 0 || got != got.Reduced() {
			c.Fatalf("%s: move %d has probability %d/%d, want %v", doc, i, got.Score, got.Unit, p.chance())
		}
		sum.Add(sum, p.chance())
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		c.Fatalf("%s: the probabilities add up to %v", doc, sum)
	}
	return true
}

// outcome checks that a value is among the outcomes, if they are listed.
func (c *checker) outcome(doc string, v trees.Vector) {
	if list := c.scores.Outcomes; list != nil && !slices.Contains(list, v) {
		c.Fatalf("%s: the value %v is not among the outcomes %v", doc, v, list)
	}
}

// hash checks that equal positions have equal hashes, and different ones different hashes.
func (c *checker) hash(doc string) {
	hash := c.pos.Hash() + uint64(c.pos.Mover())
	if was, ok := c.seen[hash]; ok && was != doc {
		c.Fatalf("%s and %s have the same hash", was, doc)
	}
	if was, ok := c.hashes[doc]; ok && was != hash {
		c.Fatalf("%s has two hashes", doc)
	}
	c.seen[hash], c.hashes[doc] = doc, hash
}

// again opens the position from its document.
func (c *checker) again(doc string, moves int, v, static *trees.Vector) {
	again := open(c, doc)
	if got := string(again.AppendDocument(nil)); got != doc {
		c.Fatalf("%s, read again, is %s", doc, got)
	}
	var v2, static2 trees.Vector
	moves2 := again.Look(&v2)
	again.Static(&static2)
	low, up, _ := bounds(c.pos)
	low2, up2, _ := bounds(again)
	if moves2 != moves || moves == 0 && v2 != *v || static2 != *static || low2 != low || up2 != up || again.Hash() != c.pos.Hash() || again.Mover() != c.pos.Mover() {
		c.Fatalf("%s, read again: %d moves, %v, %v, %v %v; was %d, %v, %v, %v %v", doc, moves2, v2, static2, low2, up2, moves, v, static, low, up)
	}
	if s := again.Scores(); s.MaxSum > c.scores.MaxSum || s.MaxP > c.scores.MaxP {
		c.Fatalf("%s: maxsum %v and maxp %v are above those of the start, %v and %v", doc, s.MaxSum.In(trees.Unit), s.MaxP.In(trees.Unit), c.scores.MaxSum.In(trees.Unit), c.scores.MaxP.In(trees.Unit))
	}
}

// TestRandomGamesEnd plays every game to its end many times, from many deals.
func TestRandomGamesEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, g := range Games() {
		for seed := range 40 {
			doc := fmt.Sprintf(`{"id":%q,"players":%d`, g.ID, g.Players[seed%len(g.Players)])
			if slices.ContainsFunc(g.Fields, func(f Field) bool { return f.Name == "seed" }) {
				doc += fmt.Sprintf(`,"seed":%d`, seed)
			}
			if g.ID == "chinese-checkers" {
				doc += `,"size":1`
			}
			pos := open(t, doc+"}")
			plies, most := 0, pos.Height()
			var v trees.Vector
			moves := pos.Look(&v)
			for ; moves > 0; plies++ {
				if _, endless := pos.(trees.Endless); endless && plies == most {
					break
				}
				moves, _ = pos.Do(rng.IntN(moves), &v)
			}
			if plies > most {
				t.Fatalf("%s} ended after %d plies, its height is %d", doc, plies, most)
			}
			if sum := v.Sum(pos.Players()); moves == 0 && sum > pos.Scores().MaxSum {
				t.Errorf("%s} ended with %v, maxsum is %v", doc, v, pos.Scores().MaxSum.In(trees.Unit))
			}
			for range plies {
				pos.Undo()
			}
			if moves := pos.Look(&v); moves == 0 {
				t.Errorf("%s} has no move after all were taken back", doc)
			}
		}
	}
}

// TestGamesAllocateNothing walks a few plies of every game, without and with bounds and
// hashes.
func TestGamesAllocateNothing(t *testing.T) {
	for _, start := range starts {
		pos := open(t, start.doc)
		bounded, _ := pos.(trees.Bounded)
		var v, low, up, static trees.Vector
		var walk func(moves, depth int)
		walk = func(moves, depth int) {
			if bounded != nil {
				bounded.Low(&low)
				bounded.Up(&up)
			}
			pos.Static(&static)
			pos.Hash()
			pos.Mover()
			if depth == 0 {
				return
			}
			for i := range moves {
				below, _ := pos.Do(i, &v)
				walk(below, depth-1)
				pos.Undo()
			}
		}
		walk(pos.Look(&v), 3) // sets the size of what grows
		if n := testing.AllocsPerRun(3, func() { walk(pos.Look(&v), 3) }); n > 0 {
			t.Errorf("%s: a walk of 3 plies allocates %v times, want 0", start.doc, n)
		}
	}
}
