package draw

import (
	"testing"

	"espalier/trees"
	"espalier/trees/layout"
)

// A tree from left to right: levels lead to the right, nothing of a level is on another node of
// it, the edges are level where texts are, and all is inside the picture.
func TestSideways(t *testing.T) {
	for _, text := range []string{
		"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]",
		"players 3 maxsum 9 a: 1{low (0,1,2) up (9,8,7) static (1,2,3)}[ 2{low (0,1,2)}[ (1,2,3) x: (3,3,3)|(1,1,4) ] bbbbb: 2[ (1,1,7) (2,2,2) ] ]",
		"kind minimax minp 0 maxp 10 root: max[ <safe> s: 3 <gamble> b: *[ <heads> @1/3 c: 1 <tails> @2/3 d: min[ <left> 2 <right> longlabel: 4 ] ] ]",
		"kind path a: [ +3 b: [ +1 c: . +2 d: . ] +5 eee: [ +1 f: . +2 g: . ] ]",
		"players 2 (1,2)",
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		shown := layout.Select(tree)
		d, side := sidewaysDrawing(tree, shown)
		picture := NewEditablePicture(trees.NewDraft(tree), shown, true)
		for i := range d.Places {
			p, at := &d.Places[i], picture.places[i]
			if p.x-side.reach[i] < 0 || p.x+p.half > d.Width || p.y-p.top < 0 || p.y+p.bottom > d.height {
				t.Errorf("%s: node %d at (%v, %v) is not inside %v × %v", text, i, p.x, p.y, d.Width, d.height)
			}
			if i == 0 {
				continue
			}
			above := &d.Places[shown.Parent[i]]
			if at.from.x != above.x+above.half || at.from.y != above.y || at.to.y != p.y {
				t.Errorf("%s: the edge into node %d goes from %v to %v", text, i, at.from, at.to)
			}
			if at.to.x > p.x-side.text[i] || at.to.x-at.from.x < leastSlope {
				t.Errorf("%s: the slope into node %d, from %v to %v, has no room beside its texts, which begin at %v", text, i, at.from.x, at.to.x, p.x-side.text[i])
			}
			for j := range i {
				o := &d.Places[j]
				if o.x == p.x && o.y+o.bottom > p.y-p.top {
					t.Errorf("%s: nodes %d and %d overlap", text, j, i)
				}
			}
		}
	}
}

// Edges begin below the numbers of nodes of folded neighbours.
func TestEdgesPassBelowCounts(t *testing.T) {
	tree, err := trees.ReadText("players 2 1[ 2[ (1,2) (1,2) (1,2) (1,2) (1,2) (1,2) ] 2[ (1,2) (1,2) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	folded := layout.SelectFor(tree, &layout.ViewRequest{Folded: []int{8}})
	for _, c := range []struct {
		shown *layout.Selection
		below float64
	}{{layout.Select(tree), boxHalf}, {folded, countBelow}} {
		picture := NewEditablePicture(trees.NewDraft(tree), c.shown, false)
		if got := picture.places[2].from.y - picture.places[1].y; got != c.below {
			t.Errorf("the edges below the first child begin %v below it, want %v", got, c.below)
		}
		if got := picture.places[1].from.y - picture.places[0].y; got != boxHalf {
			t.Errorf("the edges below the root begin %v below it, want %v", got, boxHalf)
		}
	}
}
