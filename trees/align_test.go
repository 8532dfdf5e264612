package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
)

// A typed text keeps the IDs of nodes that stay. The results name each node by
// its ID in the draft "players 3 a: 1[ b: 2[ … ] … ]"; n is a new node.
func TestTextRetainsIDs(t *testing.T) {
	const before = `players 3 a: 1[ b: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`
	//                      1       2     3       4         5    6       7         8
	for _, c := range []struct{ name, after, want string }{
		{"nothing", before, "1 2 3 4 5 6 7 8"},
		{"a comment", before + " # a comment", "1 2 3 4 5 6 7 8"},
		{"a value", `players 3 a: 1[ b: 2[ (1,1,1) (2,2,0) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 2 3 4 5 6 7 8"},
		{"every leaf", `players 3 a: 1[ b: 2[ (9,1,1) (9,2,2) ] 3[ (9,3,3) (9,1,1) ] (9,4,4) ]`, "1 2 3 4 5 6 7 8"},
		{"the header", `players 3 maxsum 9 a: 1[ b: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 2 3 4 5 6 7 8"},
		{"a label", `players 3 a: 1[ bb: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 2 3 4 5 6 7 8"},
		{"a node before", `players 3 a: 1[ ? b: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 n 2 3 4 5 6 7 8"},
		{"a node between", `players 3 a: 1[ b: 2[ (1,1,1) ? (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 2 3 n 4 5 6 7 8"},
		{"a node between, and a value", `players 3 a: 1[ b: 2[ (1,1,1) ? (2,2,2) ] 3[ (3,3,3) (1,1,0) ] (4,4,4) ]`, "1 2 3 n 4 5 6 7 8"},
		{"less a node", `players 3 a: 1[ 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 5 6 7 8"},
		{"another order", `players 3 a: 1[ (4,4,4) 3[ (3,3,3) (1,1,1) ] b: 2[ (1,1,1) (2,2,2) ] ]`, "1 8 5 6 7 2 3 4"},
		{"a parent above", `players 3 a: 1[ b: 2[ (1,1,1) (2,2,2) ] 2[ 3[ (3,3,3) (1,1,1) ] ] (4,4,4) ]`, "1 2 3 4 n 5 6 7 8"},
		{"a new root", `players 3 3[ a: 1[ b: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] (4,4,4) ] ]`, "n 1 2 3 4 5 6 7 8"},
		{"a child of a leaf", `players 3 a: 1[ b: 2[ (1,1,1) (2,2,2) ] 3[ (3,3,3) (1,1,1) ] 2[ ? ] ]`, "1 2 3 4 5 6 7 8 n"},
		{"a node taken out", `players 3 a: 1[ (1,1,1) (2,2,2) 3[ (3,3,3) (1,1,1) ] (4,4,4) ]`, "1 n 4 5 6 7 8"},
		{"cut and put elsewhere", `players 3 a: 1[ 3[ (3,3,3) (1,1,1) b: 2[ (1,1,1) (2,2,2) ] ] (4,4,4) ]`, "1 5 6 7 2 3 4 8"},
		{"a changed node behind a new one", `players 3 a: 1[ b: 2[ (1,1,1) (2,2,2) ] 2[ (0,0,0) ] 3[ (3,3,3) (1,1,2) ] (4,4,4) ]`, "1 2 3 4 n n 5 6 7 8"},
		{"other players", `players 2 1[ (1,0) (0,1) ]`, "1 8 n"},
	} {
		d := applied(t, draftOf(t, before), string(trees.AppendQuoted([]byte(`{"op":"text","text":`), c.after))+"}").Draft
		var got []string
		for n := range d.Tree().Len() {
			if id := d.ID(n); id > 8 {
				got = append(got, "n")
			} else {
				got = append(got, fmt.Sprint(id))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: the IDs are %s, want %s", c.name, got, c.want)
		}
	}
}
