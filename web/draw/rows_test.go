package draw

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/layout"
)

// gameTree returns the tree of a game from its start.
func gameTree(t *testing.T, id string, depth int) *trees.Tree {
	t.Helper()
	pos, err := games.Open(&games.Document{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := games.Build(pos, depth, 100_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// rowsOf draws the path to a node.
func rowsOf(tree *trees.Tree, at int, wide float64) *Drawing {
	return DrawingOf(tree, SelectRows(tree, &layout.Along{Focus: layout.Focus{At: at}}, wide), false)
}

// TestRowsFit: a picture along a path is as wide as it is asked to be, all entries of a row are
// apart, and texts stay in their slots, for each game at each width.
func TestRowsFit(t *testing.T) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"sergeant-major", 4}, {"hearts", 3}, {"oh-hell", 3}, {"spades", 3}, {"chinese-checkers", 2}, {"othello", 4}, {"connect-four", 3}, {"tic-tac-toe", 3}, {"pig", 6}} {
		tree := gameTree(t, c.id, c.depth)
		for _, wide := range []float64{620, 1000, 1700} {
			for at := 0; at < tree.Len(); at += max(1, tree.Len()/40) {
				d := rowsOf(tree, at, wide)
				if d.Width != wide {
					t.Fatalf("%s: the picture of node %d is %v wide, want %v", c.id, at, d.Width, wide)
				}
				ends := map[float64]float64{}
				for i := range d.Places {
					p := &d.Places[i]
					half := max(p.half, TextWidth(p.move, moveSize, Regular)/2)
					if left := p.x - half; left < ends[p.y] || p.x+half > wide {
						t.Fatalf("%s: node %d reaches from %v to %v in a picture of %v; the one before it ends at %v", c.id, d.shown.Node[i], left, p.x+half, wide, ends[p.y])
					}
					ends[p.y] = p.x + half
				}
			}
		}
	}
}

// TestRowsStay: nodes keep their places while the search goes from a node to the next one of its page.
func TestRowsStay(t *testing.T) {
	tree := gameTree(t, "sergeant-major", 3)
	kids := tree.Kids(0)
	places := func(d *Drawing) map[int32]point {
		m := map[int32]point{}
		for i, n := range d.shown.Node {
			if d.shown.Parent[i] == 0 {
				m[n] = d.Places[i].middle()
			}
		}
		return m
	}
	one, two := places(rowsOf(tree, int(kids[1]), 1000)), places(rowsOf(tree, int(kids[2]), 1000))
	if len(one) < 5 {
		t.Fatalf("%d nodes are in the row", len(one))
	}
	for n, at := range one {
		if two[n] != at {
			t.Errorf("node %d is at %v, and at %v when the search goes on", n, at, two[n])
		}
	}
}

// TestSums: a sum says how many moves it represents, and what has become of them; the script gets
// their nodes.
func TestSums(t *testing.T) {
	tree := gameTree(t, "sergeant-major", 2)
	kids := tree.Kids(0)
	shown := SelectRows(tree, &layout.Along{Focus: layout.Focus{At: int(kids[0])}}, 700)
	fold := trace.NewFold(tree, nil)
	fold.Apply(&trace.Event{Type: trace.Enter, Node: 0, Parent: -1}, nil)
	fold.Apply(&trace.Event{Type: trace.Prune, Node: 0, Cut: kids[len(kids)-2:]}, nil)
	var b strings.Builder
	if err := LivePicture(tree, shown, fold, trace.Reasons{}, nil, nil).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	sum := regexp.MustCompile(`<g class="node more others.*?data-kids="([\d ]+)".*?>\+(\d+) moves</text>.*?class="tally".*?>([^<]*)</text>`).FindAllStringSubmatch(b.String(), -1)
	if len(sum) == 0 {
		t.Fatalf("there is no sum: %.600s", b.String())
	}
	last := sum[len(sum)-1]
	if nodes := strings.Fields(last[1]); len(nodes) < 3 || last[2] != itoa(len(nodes)) || last[3] != "2 of them cut" {
		t.Errorf("a sum of %d nodes says +%s moves, %s", len(strings.Fields(last[1])), last[2], last[3])
	}
}

func itoa(n int) string { return Num(float64(n)) }

// TestShares: the scores of Chinese Checkers are counted from an equal share, and are there in
// full; those of other games are not changed.
func TestShares(t *testing.T) {
	tree := gameTree(t, "chinese-checkers", 2)
	if share := ShareOf(tree); share != 1283 {
		t.Fatalf("the share is %d", share)
	}
	d := &Drawing{share: 1283}
	for text, want := range map[string]string{"(1286, 1283, 1280)": "(+3, 0, −3)", "(≤2564, ≥1285, –)": "(≤+1281, ≥+2, –)", "": "", "[−∞, 1283]": "[−∞, 0]",
		"(1284.1, 1282.26, 1283.05)": "(+1.1, −0.74, +0.05)", "(3851/3, 3847/3, 1283)": "(+2/3, −2/3, 0)"} {
		if got := d.short(text); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
	svg := string(NextPicture(tree, SelectRows(tree, &layout.Along{Focus: layout.Focus{At: 2}}, 1000)))
	if !strings.Contains(svg, `data-share="1283"`) || !regexp.MustCompile(`data-full="\(128\d, 128\d, 12[78]\d\)"[^>]*>\([+−\d, ]+\)<`).MatchString(svg) {
		t.Errorf("the picture has no values in full: %.500s", svg)
	}
	if ShareOf(gameTree(t, "othello", 2)) != 0 {
		t.Error("Othello has a share")
	}
}
