package draw

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// TestSketchSince: what is told of a change makes the new picture of the old
// one, whatever the edit and the view, and says little where little changed.
func TestSketchSince(t *testing.T) {
	treetest.SkipUnderRace(t)
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 21))
		draft := trees.NewDraft(treetest.LabelledTree(t, []int{1, 12, 60, 60, 1100, 12}[seed%6]))
		now := NewEditablePicture(draft, trees.Drawn(draft.Tree()))
		client := &sketchClient{head: now.head}
		client.order, client.pieces = piecesOf(t, strings.TrimSuffix(strings.TrimPrefix(string(now.SVG()), now.head), "</svg>"))
		if got := client.svg(); got != string(now.SVG()) {
			t.Fatalf("the pieces do not make the picture:\n%s\n%s", got, now.SVG())
		}
		for range 12 {
			tree := draft.Tree()
			id := func() trees.ID { return draft.ID(rng.IntN(tree.Len())) }
			src := []string{
				fmt.Sprintf(`{"op":"child","node":%d}`, id()),
				fmt.Sprintf(`{"op":"parent","node":%d}`, id()),
				fmt.Sprintf(`{"op":"delete","nodes":[%d]}`, id()),
				fmt.Sprintf(`{"op":"move","nodes":[%d],"to":%d}`, id(), id()),
				fmt.Sprintf(`{"op":"set","nodes":[%d],"label":"n%d"}`, id(), rng.IntN(9)),
				fmt.Sprintf(`{"op":"header","title":"t%d"}`, rng.IntN(3)),
				`{"op":"rotate","by":1}`,
			}[rng.IntN(7)]
			edit, err := trees.ReadEdit([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			a, err := draft.Apply(edit)
			if err != nil {
				continue // below itself
			}
			draft = a.Draft
			view := DraftView{At: a.Select}
			if rng.IntN(4) == 0 {
				view.Folded = []trees.ID{draft.ID(rng.IntN(draft.Tree().Len()))}
			}
			next := NewEditablePicture(draft, trees.DrawnFor(draft.Tree(), view.Wish(draft)))
			patch := next.PatchFrom(nil, now)
			client.take(t, patch)
			if got, want := client.svg(), string(next.SVG()); got != want {
				t.Fatalf("seed %d, after %s and the patch\n%s\nthe page shows\n%s\nwant\n%s", seed, src, patch, got, want)
			}
			now = next
		}
		if got := string(now.PatchFrom(nil, now)); got != `{"places":[],"pieces":""}` {
			t.Errorf("nothing has changed, and %s is told", got)
		}
	}
}

// A client is what a page has of a picture: the markup of every node, by id.
type sketchClient struct {
	head   string
	order  []int
	pieces map[int]string
}

var (
	pieceID   = regexp.MustCompile(` id="dn(\d+)"`)
	pieceEdge = regexp.MustCompile(`^<path d="[^"]*"`)
	pieceSpot = regexp.MustCompile(`<g transform="translate\([^"]*\)"( class="node)`)
)

// piecesOf splits markup into the pieces of nodes, each with its edge.
func piecesOf(t *testing.T, markup string) (order []int, pieces map[int]string) {
	t.Helper()
	pieces = map[int]string{}
	for _, part := range strings.SplitAfter(markup, "</g><") {
		// The split takes the < of the next piece along, and a leaf's ring is a
		// group in a group: a piece goes on until the next node begins.
		part = strings.TrimSuffix(part, "<")
		if !strings.HasPrefix(part, "<") {
			part = "<" + part
		}
		m := pieceID.FindStringSubmatch(part)
		if m == nil {
			pieces[order[len(order)-1]] += part
			continue
		}
		var id int
		fmt.Sscan(m[1], &id)
		order = append(order, id)
		pieces[id] = part
	}
	return order, pieces
}

// take applies what has changed, as the page does.
func (c *sketchClient) take(t *testing.T, patch []byte) {
	t.Helper()
	var p struct {
		Head   *string
		Order  []int
		Places []float64
		Pieces string
	}
	if err := json.Unmarshal(patch, &p); err != nil {
		t.Fatalf("%v in %s", err, patch)
	}
	if p.Head != nil {
		c.head = *p.Head
	}
	if p.Order != nil {
		c.order = p.Order
	}
	for i := 0; i < len(p.Places); i += 7 {
		at := p.Places[i : i+7]
		piece := c.pieces[int(at[0])]
		piece = pieceEdge.ReplaceAllLiteralString(piece, fmt.Sprintf(`<path d="M%v %vL%v %v"`, at[3], at[4], at[5], at[6]))
		c.pieces[int(at[0])] = pieceSpot.ReplaceAllString(piece, fmt.Sprintf(`<g transform="translate(%v %v)"$1`, at[1], at[2]))
	}
	if p.Pieces != "" {
		_, fresh := piecesOf(t, p.Pieces)
		for id, piece := range fresh {
			c.pieces[id] = piece
		}
	}
}

func (c *sketchClient) svg() string {
	var b strings.Builder
	b.WriteString(c.head)
	for _, id := range c.order {
		b.WriteString(c.pieces[id])
	}
	return b.String() + "</svg>"
}
