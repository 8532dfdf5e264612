package games

import (
	"fmt"
	"math"

	"espalier/trees"
)

// Limits of a generated tree. The tree is never built, so its size is not
// limited here; the search has a limit on nodes.
const (
	MaxBranching = 1_000
	MaxDepth     = 64
)

// A Generator describes an implicit tree, which is searched without being
// built: uniform branching (in a game: at most that), uniform depth, movers in
// turn.
type Generator struct {
	Kind      string // the id of a generator
	Branching int
	Depth     int
	Players   int
	MaxSum    int // in points
	Seed      uint32
}

// Position returns the root position of the tree, or an error that names the
// field that is out of range.
func (g Generator) Position() (trees.Position, error) {
	kind, known := findGenerator(g.Kind)
	switch {
	case !known:
		return nil, trees.ErrorAt("generate.kind", "%q is not a generator; there are %s", g.Kind, trees.InWords(GeneratorIDs()))
	case g.Branching < 1 || g.Branching > MaxBranching:
		return nil, trees.ErrorAt("generate.branching", "%d is out of range: 1 to %d", g.Branching, MaxBranching)
	case g.Depth < 0 || g.Depth > MaxDepth:
		return nil, trees.ErrorAt("generate.depth", "%d is out of range: 0 to %d", g.Depth, MaxDepth)
	case g.Players < 1 || g.Players > trees.MaxPlayers:
		return nil, trees.ErrorAt("generate.players", "%d is out of range: 1 to %d", g.Players, trees.MaxPlayers)
	case g.MaxSum < 0 || trees.Score(g.MaxSum) > trees.MaxScore/trees.Unit:
		return nil, trees.ErrorAt("generate.maxsum", "%d is out of range: 0 to %d", g.MaxSum, int(trees.MaxScore/trees.Unit))
	}
	if kind.check != nil {
		if err := kind.check(g); err != nil {
			return nil, err
		}
	}
	return kind.create(g), nil
}

func (g Generator) String() string {
	return fmt.Sprintf("%s b=%d d=%d n=%d S=%d seed=%d", g.Kind, g.Branching, g.Depth, g.Players, g.MaxSum, g.Seed)
}

// plies is the shape that all generated trees share.
type plies struct {
	branching, depth, players int
	ply                       int
	movers                    [MaxDepth + 1]int8 // by ply; 0 at the leaves
}

func newPlies(g Generator) plies {
	p := plies{branching: g.Branching, depth: g.Depth, players: g.Players}
	for ply := range g.Depth {
		p.movers[ply] = int8(ply%g.Players + 1)
	}
	return p
}

func (p *plies) Players() int { return p.players }
func (p *plies) Height() int  { return p.depth }
func (p *plies) Mover() int   { return int(p.movers[p.ply]) }
func (p *plies) Undo()        { p.ply-- }

// uniform is a tree whose leaves are all equal.
type uniform struct {
	plies
	value trees.Vector
}

// MostNodes returns an upper bound on the number of nodes, at most the largest int.
func (g Generator) MostNodes() int {
	nodes, level := 1.0, 1.0
	for range g.Depth {
		level *= float64(g.Branching)
		nodes += level
	}
	if nodes >= math.MaxInt {
		return math.MaxInt
	}
	return int(nodes)
}

func newUniform(g Generator) *uniform {
	u := &uniform{plies: newPlies(g)}
	share := g.MaxSum / g.Players
	for p := range g.Players {
		u.value[p] = trees.Score(share) * trees.Unit
	}
	u.value[0] += trees.Score(g.MaxSum-share*g.Players) * trees.Unit
	return u
}

func (u *uniform) Do(_ int, v *trees.Vector) (moves, mover int) {
	u.ply++
	return u.Look(v), u.Mover()
}

func (u *uniform) Look(v *trees.Vector) int {
	if u.ply < u.depth {
		return u.branching
	}
	copy(v[:u.players], u.value[:])
	return 0
}

const golden = 0x9E3779B9

// mix32 is a hash function of 32 bits. Other programs that use the same algorithm get the
// same trees.
func mix32(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	return x
}

// hashes is a tree whose nodes are 32-bit hashes: the hash of a child is computed from the
// hash of its parent, and the scores of a leaf are computed from the hash of the leaf.
type hashes struct {
	plies
	maxsum uint32
	hash   [MaxDepth + 1]uint32
}

func newHashes(g Generator) hashes {
	h := hashes{plies: newPlies(g), maxsum: uint32(g.MaxSum)}
	h.hash[0] = mix32(g.Seed + golden)
	return h
}

// down moves to a child and returns its hash.
func (h *hashes) down(move int) uint32 {
	hash := mix32(h.hash[h.ply] + uint32(move+1)*golden)
	h.ply++
	h.hash[h.ply] = hash
	return hash
}

// h32 divides 0..S at two hashed points.
type h32 struct{ hashes }

func (h *h32) Do(move int, v *trees.Vector) (moves, mover int) {
	hash := h.down(move)
	if h.ply < h.depth {
		return h.branching, h.Mover()
	}
	h32Leaf(hash, h.maxsum, v)
	return 0, 0
}

func (h *h32) Look(v *trees.Vector) int {
	if h.ply < h.depth {
		return h.branching
	}
	h32Leaf(h.hash[h.ply], h.maxsum, v)
	return 0
}

// Leaves writes the values of all children of a node of the last ply but one.
func (h *h32) Leaves(_ bool, v []trees.Vector) bool {
	if h.ply+1 != h.depth {
		return false
	}
	hash := h.hash[h.ply]
	for i := range v {
		hash += golden
		h32Leaf(mix32(hash), h.maxsum, &v[i])
	}
	return true
}

func h32Leaf(hash, maxsum uint32, v *trees.Vector) {
	c1 := (hash & 0xFFFF) * (maxsum + 1) >> 16
	c2 := (hash >> 16) * (maxsum + 1) >> 16
	lo, hi := min(c1, c2), max(c1, c2)
	v[0] = trees.Score(lo) * trees.Unit
	v[1] = trees.Score(hi-lo) * trees.Unit
	v[2] = trees.Score(maxsum-hi) * trees.Unit
}

// random divides 0..S at players-1 points, each from its own hash.
type random struct{ hashes }

func (h *random) Do(move int, v *trees.Vector) (moves, mover int) {
	h.down(move)
	return h.Look(v), h.Mover()
}

func (h *random) Look(v *trees.Vector) int {
	if h.ply < h.depth {
		return h.branching
	}
	randomLeaf(h.hash[h.ply], h.maxsum, h.players, h.players-1, v)
	return 0
}

// randomLeaf divides 0..maxsum at the given number of points. With players-1
// points the parts add up to maxsum; with one more, the last part is lost.
func randomLeaf(hash, maxsum uint32, players, points int, v *trees.Vector) {
	var cuts [trees.MaxPlayers]uint32
	for i := range points {
		hash = mix32(hash + golden)
		cut := uniformUpTo(hash, maxsum)
		j := i
		for ; j > 0 && cuts[j-1] > cut; j-- {
			cuts[j] = cuts[j-1]
		}
		cuts[j] = cut
	}
	last := uint32(0)
	for p := range points {
		v[p] = trees.Score(cuts[p]-last) * trees.Unit
		last = cuts[p]
	}
	if points < players {
		v[points] = trees.Score(maxsum-last) * trees.Unit
	}
}

// uniformUpTo maps a uniform hash to a uniform whole number from 0 to most.
func uniformUpTo(hash, most uint32) uint32 { return uint32(uint64(hash) * (uint64(most) + 1) >> 32) }
