package games

import "espalier/trees"

// A RandomTree describes a random tree that is built, so that it can be drawn and edited:
// integer scores, movers in turn, no labels. Equal RandomTree values give equal trees in
// every version of the program.
type RandomTree struct {
	Players   int
	Branching int // children of an inner node; the maximum if Uneven
	Depth     int // edges on the longest path
	MaxSum    int // whole points
	Constant  bool
	Seed      uint32
	// Uneven trees have 2 to Branching children per inner node, and leaves at
	// any level below the root; at least one path has Depth edges.
	Uneven bool
}

// Build builds the tree. If Constant is true, the scores of every leaf add up to maxsum,
// and an even tree is equal to the tree of the generator Random. Otherwise the sum of each
// leaf is random, at most maxsum. An *Error names the field, such as "grow.depth", and the
// limit.
func (g *RandomTree) Build() (*trees.Tree, error) { return g.BuildWith(nil) }

// BuildWith is Build with a function that is called after every few nodes; nil: there is
// none. Its error ends the building.
func (g *RandomTree) BuildWith(pass func() error) (*trees.Tree, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	b := trees.NewBuilder(trees.Header{Players: g.Players, MaxSum: trees.Some(trees.Score(g.MaxSum) * trees.Unit)})
	p := passer{pass: pass}
	g.node(b, &p, mix32(g.Seed+golden), 0, true)
	t, err := p.tree(b)
	if err != nil {
		return nil, err
	}
	if n := len(t.AppendJSON(nil)); n > trees.MaxBytes {
		return nil, trees.ErrorOverLimit("grow", "written out as JSON the tree has %d bytes, and at most %d may be built; "+
			"fewer nodes, fewer players or a smaller maxsum make it shorter", n, trees.MaxBytes)
	}
	return t, nil
}

func (g *RandomTree) check() error {
	for _, f := range []struct {
		name           string
		n, least, most int
	}{
		{"players", g.Players, 1, trees.MaxPlayers},
		{"branching", g.Branching, 1, MaxBranching},
		{"depth", g.Depth, 0, MaxDepth},
		{"maxsum", g.MaxSum, 0, int(trees.MaxScore / trees.Unit)},
	} {
		if f.n < f.least || f.n > f.most {
			return trees.ErrorAt("grow."+f.name, "%d is out of range: %d to %d", f.n, f.least, f.most)
		}
	}
	for nodes, ply, depth := 1, 1, 1; depth <= g.Depth; depth++ {
		ply *= g.Branching
		nodes += ply
		if nodes > trees.MaxNodes {
			return trees.ErrorOverLimit("grow.depth", "a tree with branching %d has %d nodes at depth %d, and at most %d may be built; "+
				"depth %d is the most", g.Branching, nodes, depth, trees.MaxNodes, depth-1)
		}
	}
	return nil
}

// In an uneven tree, on average one of leafIn nodes that may be leaves is a leaf.
const leafIn = 4

// shape makes the hash for a node's shape different from the hashes of its children.
const shape = 0x632BE59B

// node adds the node with the given hash and all nodes below it. Nodes on the spine reach
// the full depth.
func (g *RandomTree) node(b *trees.Builder, p *passer, hash uint32, level int, spine bool) {
	if !p.goesOn() {
		return
	}
	cut := mix32(hash ^ shape)
	kids := g.kids(cut, level, spine)
	if kids == 0 {
		points := g.Players
		if g.Constant {
			points--
		}
		var v trees.Vector
		randomLeaf(hash, uint32(g.MaxSum), g.Players, points, &v)
		b.Open(trees.Node{Value: &v})
		b.Close()
		return
	}
	b.Open(trees.Node{Player: level%g.Players + 1})
	longest := int(uniformUpTo(mix32(cut-golden), uint32(kids-1)))
	for i := range kids {
		g.node(b, p, mix32(hash+uint32(i+1)*golden), level+1, spine && i == longest)
	}
	b.Close()
}

func (g *RandomTree) kids(cut uint32, level int, spine bool) int {
	switch {
	case level == g.Depth:
		return 0
	case !g.Uneven || g.Branching == 1:
		return g.Branching
	case level > 0 && !spine && uniformUpTo(cut, leafIn-1) == 0:
		return 0
	}
	return 2 + int(uniformUpTo(mix32(cut+golden), uint32(g.Branching-2)))
}
