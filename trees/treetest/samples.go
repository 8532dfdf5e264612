package treetest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/figures"
)

// LabelledTree returns a tree with about the given number of nodes, three players and
// labels.
func LabelledTree(t testing.TB, nodes int) *trees.Tree {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 11))
	b := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(9 * trees.Unit)})
	left := nodes - 1
	var open func(player, depth int)
	open = func(player, depth int) {
		kids := min(2+r.IntN(2), left)
		if kids == 0 || depth == 0 {
			v := trees.Points(r.IntN(4), r.IntN(4), r.IntN(4))
			b.Open(trees.Node{Label: "leaf", Value: &v})
			b.Close()
			return
		}
		b.Open(trees.Node{Label: "n", Player: player})
		left -= kids
		for range kids {
			open(player%3+1, depth-1)
		}
		b.Close()
	}
	depth := 1
	for n := 1; n < nodes; n *= 2 {
		depth++
	}
	open(1, depth)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// WellFormed reads a picture as XML and returns its ids.
func WellFormed(t *testing.T, what string, svg []byte) map[string]bool {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	ids := map[string]bool{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return ids
		}
		if err != nil {
			t.Fatalf("%s is not well-formed: %v", what, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "style" || e.Name.Local == "script" {
			t.Fatalf("%s has a %s element", what, e.Name.Local)
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
				t.Fatalf("%s has the attribute %s=%q", what, a.Name.Local, a.Value)
			case a.Name.Local == "id" && ids[a.Value]:
				t.Fatalf("%s has the id %q twice", what, a.Value)
			case a.Name.Local == "id":
				ids[a.Value] = true
			case strings.Contains(a.Value, "NaN"):
				t.Fatalf("%s has %s=%q", what, a.Name.Local, a.Value)
			}
		}
	}
}

// WideTree returns a three-player tree of about n nodes with uneven scores.
func WideTree(t *testing.T, n int) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(100 * trees.Unit)})
	made := 0
	var walk func(level int)
	walk = func(level int) {
		made++
		if level == 6 || made >= n {
			x := made * 7919 % 51
			v := trees.Points(x, made*104729%(51-x/2), 20)
			b.Open(trees.Node{Value: &v})
			b.Close()
			return
		}
		b.Open(trees.Node{Player: 1 + level%3})
		for range 4 {
			walk(level + 1)
		}
		b.Close()
	}
	walk(0)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// Uniform returns a tree in which every inner node has branching children, with depth
// levels of inner nodes.
func Uniform(t testing.TB, branching, depth int) *trees.Tree {
	t.Helper()
	leaf := 0
	var grow func(level int) string
	grow = func(level int) string {
		if level == depth {
			leaf++
			return fmt.Sprintf("(%d,%d) ", leaf%10, 9-leaf%10)
		}
		return fmt.Sprintf("%d[ %s] ", level%2+1, strings.Join(slices.Collect(func(yield func(string) bool) {
			for range branching {
				if !yield(grow(level + 1)) {
					return
				}
			}
		}), ""))
	}
	tree, err := trees.ReadText("players 2 maxsum 9 " + grow(0))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func Figure(t *testing.T, id string) *figures.Figure {
	t.Helper()
	f, ok := figures.Find(id)
	if !ok {
		t.Fatalf("there is no figure %q", id)
	}
	return f
}

// ThousandNodes returns a tree of about a thousand nodes on which every algorithm for three
// players can run.
func ThousandNodes(t testing.TB) *trees.Tree {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	b.WriteString("players 3 maxsum 30 delta 1 ")
	var grow func(ply int)
	grow = func(ply int) {
		if ply == 6 {
			x := random.IntN(31)
			y := random.IntN(31 - x)
			fmt.Fprintf(&b, "(%d,%d,%d) ", x, y, 30-x-y)
			return
		}
		fmt.Fprintf(&b, "%d{low (0,0,0) up (30,30,30)}[", ply%3+1)
		for range 3 {
			grow(ply + 1)
		}
		b.WriteString("] ")
	}
	grow(0)
	tree, err := trees.ReadText(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// NodeGroups reads the node groups of a picture and returns their attributes by node
// number. An editable picture has no numbers: they follow from the order of the groups.
func NodeGroups(t *testing.T, svg []byte) map[int]map[string]string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	found, next := map[int]map[string]string{}, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatalf("the picture is not well-formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "g" {
			continue
		}
		said := map[string]string{}
		for _, a := range e.Attr {
			said[a.Name.Local] = a.Value
		}
		if n, err := strconv.Atoi(said["data-node"]); err == nil {
			found[n] = said
		} else if said["data-id"] != "" {
			hidden, _ := strconv.Atoi(said["data-hidden"])
			found[next] = said
			next += max(1, hidden)
		}
	}
}

// SkipUnderRace skips a test under the race detector. It is for tests with only one
// goroutine, in which there can be no data race.
func SkipUnderRace(t *testing.T) {
	if RaceDetector {
		t.Skip("one goroutine")
	}
}
