package trees_test

import (
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// accepted are valid documents with their normalised form ("": the same) and
// text.
var accepted = []struct{ doc, written, text string }{
	{ // the example of the notation
		`{"format":"espalier/tree/1","title":"Failure of deep pruning","kind":"maxn","players":3,"maxsum":9,"root":{"label":"a","player":1,"children":[{"label":"b","value":[5,2,2]},{"label":"c","player":2,"low":[0,0,0],"up":[9,9,9],"children":[{"label":"f","alternatives":[[2,3,4],[3,0,6]]},{"label":"g","value":null}]}]}}`,
		``,
		"players 3 maxsum 9 title \"Failure of deep pruning\"\na: 1[ b: (5,2,2)  c: 2{low (0,0,0) up (9,9,9)}[ f: (2,3,4)|(3,0,6)  g: ? ] ]\n",
	},
	{ // children before the other fields, the root before the header
		`{"root":{"children":[{"value":[1]}],"player":1,"label":"r"},"outcomes":[[1],[0.5]],"players":1}`,
		`{"format":"espalier/tree/1","kind":"maxn","players":1,"outcomes":[[1],[0.5]],"root":{"label":"r","player":1,"children":[{"value":[1]}]}}`,
		"players 1 outcomes (1) (0.5)\nr: 1[ (1) ]\n",
	},
	{ // fields with their defaults
		`{"kind":"maxn","title":"","players":2,"delta":0,"root":{"label":"","cost":0,"chosen":false,"alternatives":[],"children":[],"value":[1,2]}}`,
		`{"format":"espalier/tree/1","kind":"maxn","players":2,"root":{"value":[1,2]}}`,
		"players 2\n(1,2)\n",
	},
	{ // numbers
		` { "players" : 2.0e0 , "maxsum" : 1e9 , "root" : { "value" : [ -0 , 1.500 ] , "alternatives" : [ [ 0e99999999999999999999 , 10E-1 ] , [ 0.000001 , 1e-6 ] ] } } ` + "\r\n\t",
		`{"format":"espalier/tree/1","kind":"maxn","players":2,"maxsum":1000000000,"root":{"value":[0,1.5],"alternatives":[[0,1],[0.000001,0.000001]]}}`,
		"players 2 maxsum 1000000000\n(0,1.5) of (0,1)|(0.000001,0.000001)\n",
	},
	{ // a sum that floating point would miss
		`{"players":3,"maxsum":1,"maxp":0.7,"root":{"player":3,"value":[0.1,0.2,0.7]}}`,
		`{"format":"espalier/tree/1","kind":"maxn","players":3,"maxsum":1,"maxp":0.7,"root":{"player":3,"value":[0.1,0.2,0.7]}}`,
		"players 3 maxsum 1 maxp 0.7\n3(0.1,0.2,0.7)\n",
	},
	{ // strings
		`{"players":1,"title":"\u00e9\ud83c\udfb2\/\"\\\b\u2028","root":{"label":"\u0000\n","value":[1]}}`,
		`{"format":"espalier/tree/1","title":"é🎲/\"\\\u0008` + "\u2028" + `","kind":"maxn","players":1,"root":{"label":"\u0000\n","value":[1]}}`,
		"players 1 title \"é🎲/\\\"\\\\\\u0008\u2028\"\n\"\\u0000\\n\": (1)\n",
	},
	{ // a leaf in every form
		`{"players":1,"outcomes":[[3]],"root":{"alternatives":[[3]],"chosen":true,"player":1}}`,
		`{"format":"espalier/tree/1","kind":"maxn","players":1,"outcomes":[[3]],"root":{"player":1,"alternatives":[[3]],"chosen":true}}`,
		"players 1 outcomes (3) title \"\"\n1 only (3) chosen\n",
	},
	{
		`{"kind":"minimax","players":2,"maxsum":3,"outcomes":[3,-2],"root":{"player":2,"low":[-2],"up":3,"static":[0],"children":[{"value":-2},{"value":null,"alternatives":[1,2]},{"player":1,"alternatives":[3],"chosen":true}]}}`,
		`{"format":"espalier/tree/1","kind":"minimax","maxsum":3,"outcomes":[3,-2],"root":{"player":2,"low":-2,"up":3,"static":0,"children":[{"value":-2},{"value":null,"alternatives":[1,2]},{"player":1,"alternatives":[3],"chosen":true}]}}`,
		"kind minimax maxsum 3 outcomes 3 -2\nmin{low -2 up 3 static 0}[ -2  ? of 1|2  max only 3 chosen ]\n",
	},
	{
		`{"kind":"path","root":{"player":1,"low":2.5,"children":[{"cost":2.5},{"cost":1,"label":"b","children":[{"cost":2,"player":1}]}]}}`,
		`{"format":"espalier/tree/1","kind":"path","root":{"low":[2.5],"children":[{"cost":2.5},{"label":"b","cost":1,"children":[{"player":1,"cost":2}]}]}}`,
		"kind path\n{low 2.5}[ +2.5 .  +1 b: [ +2 1 . ] ]\n",
	},
	{`{"kind":"path","root":{}}`, `{"format":"espalier/tree/1","kind":"path","root":{}}`, "kind path\n.\n"},
}

func TestAccepted(t *testing.T) {
	for _, c := range accepted {
		tree, err := trees.ReadJSON([]byte(c.doc))
		if err != nil {
			t.Errorf("ReadJSON(%s) = %v", c.doc, err)
			continue
		}
		want := c.written
		if want == "" {
			want = c.doc
		}
		if got := string(tree.AppendJSON(nil)); got != want {
			t.Errorf("AppendJSON of %s\n= %s, want\n%s", c.doc, got, want)
		}
		if got := tree.Text(); got != c.text {
			t.Errorf("Text of %s\n= %q, want\n%q", c.doc, got, c.text)
		}
		roundTrip(t, tree)
	}
}

// ReadJSON does not change its input.
func TestReadJSONLeavesItsInput(t *testing.T) {
	const doc = `{"players":1,"title":"a\tb\nc","root":{"label":"x\u0041y","value":[1]}}`
	src := []byte(doc)
	if _, err := trees.ReadJSON(src); err != nil || string(src) != doc {
		t.Errorf("after ReadJSON (%v) the input is %s, want %s", err, src, doc)
	}
}

// White space, comments, and notations with more than one form.
func TestReadTextAcceptsOtherForms(t *testing.T) {
	for _, c := range [][2]string{
		{"players 2 1[(1,2)(2,1)]", "players 2 # two\n1\n[ # first \"[\"\n( 1 , 2 )\r\n(2,\u00a01) ] # end"},
		{"players 2 maxsum 3 title \"t\" (1,2)", "title \"t\" maxsum 3 players 2 (1,2)"},
		{"players 2 players: 1[ max: (1,2) of: (2,1) only: ? chosen: (1,1) ]", `players 2 "players": 1[ "max": (1,2) "of": (2,1) "only": ? "chosen": (1,1)]`},
		{"kind path a: [ +3 b: . c: . ]", "kind path a: 1{}[ b: +3. c:.]"},
		{"kind path [ +3 . ]", "kind path players 1 [+3.]"},
		{"kind minimax max{low -2}[ 3 -2e0|5 ]", "players 2 kind minimax max{low (-2)}[3 -2|5]"},
		{"kind minimax max[ 3 ]", "kind minimax \"\": max[3]"},
	} {
		a, err := trees.ReadText(c[0])
		if err != nil {
			t.Errorf("ReadText(%s) = %v", c[0], err)
			continue
		}
		b, err := trees.ReadText(c[1])
		if err != nil {
			t.Errorf("ReadText(%s) = %v", c[1], err)
			continue
		}
		if diff := treetest.Diff(a, b); diff != "" {
			t.Errorf("%s\nand %s\ndiffer: %s", c[0], c[1], diff)
		}
	}
}
