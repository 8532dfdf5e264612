package games

import "espalier/trees"

// Build returns the whole tree that the generator describes, as a document has it. A
// search of it takes the same steps as a search of the position.
func (g Generator) Build() (*trees.Tree, error) {
	pos, err := g.Position()
	if err != nil {
		return nil, err
	}
	sum := trees.Some(trees.Score(g.MaxSum) * trees.Unit)
	b := trees.NewBuilder(trees.Header{Players: g.Players, MaxSum: sum, MaxP: sum, Delta: trees.Unit})
	var v trees.Vector
	var node func(moves int)
	node = func(moves int) {
		if moves == 0 {
			b.Open(trees.Node{Value: &v})
		} else {
			b.Open(trees.Node{Player: pos.Mover()})
			for i := 0; i < moves && b.Err() == nil; i++ { // after an error the position is not used again
				below, _ := pos.Do(i, &v)
				node(below)
				pos.Undo()
			}
		}
		b.Close()
	}
	node(pos.Look(&v))
	return b.Tree()
}
