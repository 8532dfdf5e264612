package draw

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/trees/treetest"
)

// TestPatchFrom checks that a patch changes the old picture into the new picture
// for any edit and view, and that the patch without a change is empty.
func TestPatchFrom(t *testing.T) {
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 21))
		draft := trees.NewDraft(treetest.LabelledTree(t, []int{1, 12, 60, 60, 1100, 12}[seed%6]))
		now := NewEditablePicture(draft, layout.Select(draft.Tree()), false)
		client := &pictureClient{head: now.head}
		client.order, client.nodes = nodesOf(t, strings.TrimSuffix(strings.TrimPrefix(string(now.SVG()), now.head), "</svg>"))
		if got := client.svg(); got != string(now.SVG()) {
			t.Fatalf("the markup of the nodes is not that of the picture:\n%s\n%s", got, now.SVG())
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
				continue // for example, a node moved below itself
			}
			draft = a.Draft
			view := DraftView{At: a.Select}
			if rng.IntN(4) == 0 {
				view.Folded = []trees.ID{draft.ID(rng.IntN(draft.Tree().Len()))}
			}
			next := NewEditablePicture(draft, layout.SelectFor(draft.Tree(), view.Resolve(draft)), false)
			patch := next.PatchFrom(nil, now)
			client.take(t, patch)
			if got, want := client.svg(), string(next.SVG()); got != want {
				t.Fatalf("seed %d, after %s and the patch\n%s\nthe page shows\n%s\nwant\n%s", seed, src, patch, got, want)
			}
			now = next
		}
		if got := string(now.PatchFrom(nil, now)); got != `{"places":[],"pieces":""}` {
			t.Errorf("the patch without a change = %s", got)
		}
	}
}

// A pictureClient is a page's copy of a picture: the markup of every node, by id.
type pictureClient struct {
	head  string
	order []int
	nodes map[int]string
}

var (
	pieceID      = regexp.MustCompile(` id="dn(\d+)"`)
	nodeEdge     = regexp.MustCompile(`^<path d="[^"]*"`)
	nodePosition = regexp.MustCompile(`<g transform="translate\([^"]*\)"( class="node)`)
)

// nodesOf splits markup into that of nodes, each with its edge.
func nodesOf(t *testing.T, markup string) (order []int, nodes map[int]string) {
	t.Helper()
	nodes = map[int]string{}
	for _, part := range strings.SplitAfter(markup, "</g><") {
		// The split adds the < of the next node to the end of a part. The ring of
		// a leaf is a group in a group, so a part without an id belongs to the
		// previous node.
		part = strings.TrimSuffix(part, "<")
		if !strings.HasPrefix(part, "<") {
			part = "<" + part
		}
		m := pieceID.FindStringSubmatch(part)
		if m == nil {
			nodes[order[len(order)-1]] += part
			continue
		}
		var id int
		fmt.Sscan(m[1], &id)
		order = append(order, id)
		nodes[id] = part
	}
	return order, nodes
}

// take applies a patch as the page does.
func (c *pictureClient) take(t *testing.T, patch []byte) {
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
		piece := c.nodes[int(at[0])]
		piece = nodeEdge.ReplaceAllLiteralString(piece, fmt.Sprintf(`<path d="M%v %vL%v %v"`, at[3], at[4], at[5], at[6]))
		c.nodes[int(at[0])] = nodePosition.ReplaceAllString(piece, fmt.Sprintf(`<g transform="translate(%v %v)"$1`, at[1], at[2]))
	}
	if p.Pieces != "" {
		_, fresh := nodesOf(t, p.Pieces)
		for id, piece := range fresh {
			c.nodes[id] = piece
		}
	}
}

func (c *pictureClient) svg() string {
	var b strings.Builder
	b.WriteString(c.head)
	for _, id := range c.order {
		b.WriteString(c.nodes[id])
	}
	return b.String() + "</svg>"
}
