package games

import "espalier/trees"

// Build returns the whole tree that the generator describes, as a document has it. A
// search of it takes the same steps as a search of the position.
func (g Generator) Build() (*trees.Tree, error) { return g.BuildWith(nil) }

// BuildWith is Build with a function that is called after every few nodes; nil: there is
// none. Its error ends the building.
func (g Generator) BuildWith(pass func() error) (*trees.Tree, error) {
	pos, err := g.Position()
	if err != nil {
		return nil, err
	}
	sum := trees.Some(trees.Score(g.MaxSum) * trees.Unit)
	b := trees.NewBuilder(trees.Header{Players: g.Players, MaxSum: sum, MaxP: trees.All(sum.Score), Delta: trees.Unit})
	p := passer{pass: pass}
	var v trees.Vector
	var node func(moves int)
	node = func(moves int) {
		if !p.goesOn() {
			return
		}
		if moves == 0 {
			b.Open(trees.Node{Value: &v})
		} else {
			b.Open(trees.Node{Player: pos.Mover()})
			for i := 0; i < moves && b.Err() == nil && p.err == nil; i++ { // after an error the position is not used again
				below, _ := pos.Do(i, &v)
				node(below)
				pos.Undo()
			}
		}
		b.Close()
	}
	node(pos.Look(&v))
	return p.tree(b)
}
