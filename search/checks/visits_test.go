package checks_test

import (
	"slices"
	"testing"

	"espalier/search/checks"
)

// TestVisitsAgain judges runs that visit nodes again, also as leaves. Random traces have shown each of them.
func TestVisitsAgain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []finding
	}{
		// What the first visits of the root claim is about a tree that ends above the second leaf.
		"a claim of a search of less depth": {`{"kind":"minimax","minp":0,"maxp":4}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":3}
{"type":"exit","id":"r","value":3}
{"type":"leaf","id":"r","value":0}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"b","value":1}
{"type":"exit","id":"a","value":1}
{"type":"exit","id":"r","value":null}
`, nil},
		// The last visit of a is wrong by itself. It is no value that an earlier pass has left.
		"an error in place of an early leaf": {`{"text":"kind minimax r: min[ a: max[ b: -1 c: 3 ] d: max[ e: 2 f: -2 ] ]"}
{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":-1}
{"type":"leaf","id":"d","value":5}
{"type":"exit","id":"r","value":-1}
{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":-2}
{"type":"exit","id":"r","value":-2}
`, []finding{{7, "value", true}, {8, "unsound", true}}},
		// d was cut, then shown as a leaf by the same pass. What the last pass leaves out is its own cut.
		"a cut node that is a leaf later": {`{"text":"players 2 maxsum 4 r: 1[ a: (1,2) d: 2[ e: (2,2) f: (0,1) ] ]"}
{"type":"enter","id":"r"}
{"type":"prune","id":"r","cut":["d"]}
{"type":"leaf","id":"a","value":[1,2]}
{"type":"leaf","id":"d","value":[0,2]}
{"type":"exit","id":"r","value":[1,2]}
{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":[1,2]}
{"type":"exit","id":"r","value":[1,2]}
`, []finding{{9, "unsound", true}}},
		// a has 2 from a leaf, and from an average that is as good: its own value is wrong, not the root's.
		"a leaf that equals an average": {`{"kind":"minimax"}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"b","value":2}
{"type":"enter","id":"c","chance":true}
{"type":"leaf","id":"d","value":2,"prob":1}
{"type":"exit","id":"c","value":2}
{"type":"exit","id":"a","value":3}
{"type":"exit","id":"r","value":3}
`, []finding{{8, "value", true}}},
		// The second visit of a searches e first, and e stays: player 1 has all that there is.
		"another order in a later visit": {`{"players":2,"maxsum":4}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"d","value":[3,0]}
{"type":"leaf","id":"e","value":[4,0]}
{"type":"exit","id":"a","value":[3,0]}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"e","value":[4,0]}
{"type":"leaf","id":"d","value":[3,0]}
{"type":"exit","id":"a","value":[4,0]}
{"type":"prune","id":"r","cut":1}
{"type":"exit","id":"r","value":[4,0]}
`, nil},
		// With c, which the last pass cuts, a is worth (1,2,1). A proof must give another value than the run returns.
		"a proof beside what is returned": {`{"players":3,"maxsum":9}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"b","value":[3,0,0]}
{"type":"leaf","id":"c","value":[1,2,1]}
{"type":"exit","id":"a","value":[1,2,1]}
{"type":"leaf","id":"d","value":[2,1,0]}
{"type":"exit","id":"r","value":[2,1,0]}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"b","value":[3,0,0]}
{"type":"prune","id":"a"}
{"type":"exit","id":"a","value":[3,0,0]}
{"type":"prune","id":"r","cut":2}
{"type":"exit","id":"r","value":[3,0,0]}
`, []finding{{14, "unsound", true}}},
		// b returns −2 only because a has: the wrong value is that of a, wherever b appeared first.
		"a child that an earlier visit has shown": {`{"kind":"minimax","algorithm":"alphabeta"}
{"type":"enter","id":"r","player":2}
{"type":"leaf","id":"b","value":2}
{"type":"exit","id":"r","value":2}
{"type":"enter","id":"r","player":2}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"c","value":1}
{"type":"leaf","id":"d","value":-2}
{"type":"exit","id":"a","value":-2}
{"type":"enter","id":"b","player":1}
{"type":"leaf","id":"e","value":0}
{"type":"exit","id":"b","value":-2}
{"type":"exit","id":"r","value":-2}
`, []finding{{9, "value", true}}},
		// The same where the tree is known, and the program does not go from left to right.
		"a child further left": {`{"text":"kind minimax r: min[ b: max[ e: 0 ] a: max[ c: 1 d: -2 ] ]","algorithm":"alphabeta","options":{"order":"best"}}
{"type":"enter","id":"r"}
{"type":"enter","id":"a"}
{"type":"leaf","id":"c"}
{"type":"leaf","id":"d"}
{"type":"exit","id":"a","value":-2}
{"type":"enter","id":"b"}
{"type":"leaf","id":"e"}
{"type":"exit","id":"b","value":-2}
{"type":"exit","id":"r","value":-2}
`, []finding{{6, "value", true}}},
		// In the end the run claims another value for the root than its search has returned.
		"the root as a leaf in the end": {`{"kind":"minimax","minp":0,"maxp":4,"algorithm":"alphabeta"}
{"type":"leaf","id":"r","value":3}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":3}
{"type":"exit","id":"r","value":3}
{"type":"leaf","id":"r","value":4}
`, []finding{{6, "value", true}}},
		// The second search begins with less depth, as the first.
		"the root as a leaf before a second search": {`{"kind":"minimax","minp":0,"maxp":4,"algorithm":"alphabeta"}
{"type":"leaf","id":"r","value":2}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":3}
{"type":"exit","id":"r","value":3}
{"type":"leaf","id":"r","value":2}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":3}
{"type":"exit","id":"r","value":3}
`, nil},
		// What the root looks up is the value of its first search.
		"the root as a leaf with an earlier value": {`{"kind":"minimax","minp":0,"maxp":4}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":3}
{"type":"exit","id":"r","value":3}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":2}
{"type":"exit","id":"r","value":2}
{"type":"leaf","id":"r","value":3}
`, nil},
	} {
		r := check(t, c.text, checks.Options{})
		var got []finding
		for _, f := range findingsOf(r) {
			if f.isError {
				got = append(got, f)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v: %+v", name, got, c.want, r.Checks)
		}
	}
}
