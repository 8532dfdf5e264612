package trees_test

import (
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

func header(players int) *trees.Header { return &trees.Header{Players: players} }

func TestParseValue(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  trees.Vector
	}{
		{"3,0,6", 3, trees.Points(3, 0, 6)},
		{" ( 3, 0 ,6 ) ", 3, trees.Points(3, 0, 6)},
		{"0.5,-1", 2, trees.Vector{trees.Unit / 2, -trees.Unit}},
		{"5", 1, trees.Points(5)},
		{"(5)", 1, trees.Points(5)},
	} {
		if got, err := header(c.width).ParseValue(c.in); got != c.want || err != nil {
			t.Errorf("ParseValue(%q) with %d players = %v, %v; want %v", c.in, c.width, got, err, c.want)
		}
	}
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"3,0", 3, `"3,0" has 2 scores; 3 are needed`},
		{"3,0", 1, `"3,0" has 2 scores; 1 is needed`},
		{"5", 2, `"5" has 1 score; 2 are needed`},
		{"", 1, `"" is not a number`},
		{"3,,6", 3, `"" is not a number`},
		{"(3,0,6", 3, `"(3" is not a number`},
		{"3,0,x", 3, `"x" is not a number`},
		{"1,1,1e19", 3, `1e19 is larger than 4611686018427387904 in size, the largest number that is allowed`},
		{"1,1,1/3", 3, `1/3 cannot be a value here: all numbers of this tree are multiples of 1/1000000, of at most 4611686018427387904 such parts`},
	} {
		if got, err := header(c.width).ParseValue(c.in); err == nil || err.Error() != c.want {
			t.Errorf("ParseValue(%q) with %d players = %v, %v; want the error %s", c.in, c.width, got, err, c.want)
		}
	}
}

func TestValuesAreWritten(t *testing.T) {
	v := trees.Vector{5 * trees.Unit, trees.Unit / 2, 2 * trees.Unit}
	for _, c := range []struct {
		header     trees.Header
		text, json string
	}{
		{trees.Header{Players: 3}, "(5, 0.5, 2)", "[5,0.5,2]"},
		{trees.Header{Players: 1}, "(5)", "[5]"},
		{trees.Header{Players: 2, Kind: trees.Minimax}, "5", "5"},
		{trees.Header{Players: 1, Kind: trees.Path}, "5", "5"},
	} {
		if got := c.header.FormatValue(v); got != c.text {
			t.Errorf("FormatValue for %+v = %s, want %s", c.header, got, c.text)
		}
		got := string(c.header.AppendValueJSON(nil, &v))
		if got != c.json {
			t.Errorf("AppendValueJSON for %+v = %s, want %s", c.header, got, c.json)
		}
		back, err := c.header.ReadValue([]byte(" " + got + " "))
		if c.header.FormatValue(back) != c.text || err != nil {
			t.Errorf("ReadValue(%s) for %+v = %v, %v", got, c.header, back, err)
		}
	}
	h := trees.Header{Players: 2}
	for in, want := range map[string]string{
		"[1,2] 3":  "value: expected nothing more, found the number 3 (line 1, column 7)",
		"[1,2,3]":  "value: the list has 3 scores; this tree has 2 players, so there must be 2",
		"null":     "value: expected a list of 2 scores, one a player, found null (line 1, column 1)",
		`[1,"\xff`: `value: a string has an unknown escape; there are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits (line 1, column 5)`,
		"":         "value: expected a list of 2 scores, one a player, found the end of the document (line 1, column 1)",
	} {
		if got, err := h.ReadValue([]byte(in)); err == nil || err.Error() != want {
			t.Errorf("ReadValue(%s) = %v, %v; want the error %s", in, got, err, want)
		}
	}
}

func TestReadString(t *testing.T) {
	if got, err := trees.ReadString([]byte(` "a\ud83c\udfb2\n" `)); got != "a🎲\n" || err != nil {
		t.Errorf("ReadString = %q, %v; want a🎲 and a line break", got, err)
	}
	for in, want := range map[string]string{
		`"\ud83c"`: `string: \uD83C is half of a surrogate pair; it is no character without the other half (line 1, column 2)`,
		"\"\xff\"": "string: the byte 0xFF in a string is not UTF-8 (line 1, column 2)",
		`"a" b`:    `string: expected nothing more, found "b" (line 1, column 5)`,
		`5`:        `string: expected a string, found the number 5 (line 1, column 1)`,
	} {
		if got, err := trees.ReadString([]byte(in)); err == nil || err.Error() != want {
			t.Errorf("ReadString(%s) = %q, %v; want the error %s", in, got, err, want)
		}
	}
}

// A value that is set to what the tree gives changes nothing: neither its mark, nor the text.
func TestWithTheSameValue(t *testing.T) {
	tree := mustText(t, "players 3 maxsum 10 1[ x: (2,3,5) chosen y: (1,5,4) ]")
	if !tree.NotFromPaper(1) {
		t.Fatal("the mark is not read")
	}
	x, _ := tree.Value(1)
	y, _ := tree.Value(2)
	same, err := tree.WithValues(map[int]trees.Vector{1: x})
	if err != nil || !same.NotFromPaper(1) || same.Text() != tree.Text() {
		t.Errorf("with the same value: %v\n%s", err, same.Text())
	}
	other, err := tree.WithValues(map[int]trees.Vector{1: y})
	if err != nil || other.NotFromPaper(1) {
		t.Errorf("another value keeps the mark: %v\n%s", err, other.Text())
	}
}

func TestWithValues(t *testing.T) {
	tree := mustText(t, `players 3 maxsum 9 maxp 8
		a: 1{up (6,9,9)}[ b: (5,2,2) chosen  c: 2{low (1,0,0)}[ ?  (2,3,4)|(3,0,6) ] ]`)
	before := string(tree.AppendJSON(nil))
	got, err := tree.WithValues(map[int]trees.Vector{1: trees.Points(6, 1, 1), 3: trees.Points(1, 1, 1), 4: trees.Points(3, 0, 6)})
	if err != nil {
		t.Fatal(err)
	}
	want := mustText(t, `players 3 maxsum 9 maxp 8
		a: 1{up (6,9,9)}[ b: (6,1,1)  c: 2{low (1,0,0)}[ (1,1,1)  (3,0,6) of (2,3,4)|(3,0,6) ] ]`)
	if diff := treetest.Diff(got, want); diff != "" {
		t.Errorf("WithValues differs from what was asked for: %s", diff)
	}
	if after := string(tree.AppendJSON(nil)); after != before {
		t.Errorf("after WithValues the tree is %s, was %s", after, before)
	}
	if same, err := tree.WithValues(nil); same != tree || err != nil {
		t.Errorf("WithValues(nil) = %p, %v; want the tree itself", same, err)
	}
	for _, c := range []struct {
		node  int
		value trees.Vector
		want  string
	}{
		{5, trees.Points(1, 1, 1), "values.5: there is no node 5; the tree has the nodes 0 to 4"},
		{-1, trees.Points(1, 1, 1), "values.-1: there is no node -1; the tree has the nodes 0 to 4"},
		{2, trees.Points(1, 1, 1), "values.2: node 2 is not a leaf; only a leaf has a value"},
		{1, trees.Points(5, 3, 2), "values.1: the scores add up to 10, more than maxsum, which is 9"},
		{1, trees.Points(0, 9, 0), "values.1: player 2 has 9, more than maxp, which is 8"},
		{1, trees.Points(1, 1, 1, 1), "values.1: there is a score for player 4; a vector here has 3 scores"},
		{1, trees.Points(7, 1, 1), "values.1: player 1 has 7, which the heuristic at a does not allow: its bound is 6"},
		{3, trees.Points(0, 1, 1), "values.3: player 1 has 0, which the heuristic at c does not allow: its bound is 1"},
	} {
		// A second value, which fits, changes nothing about the first.
		_, err := tree.WithValues(map[int]trees.Vector{c.node: c.value, 4: trees.Points(1, 1, 1)})
		if err == nil || err.Error() != c.want {
			t.Errorf("WithValues(%d: %v) = %v, want %s", c.node, c.value, err, c.want)
		}
	}
	path := mustText(t, "kind path [ . ]")
	const want2 = "values.1: a node of a path tree has no value: the value of a leaf is the cost of the path to it"
	if _, err := path.WithValues(map[int]trees.Vector{1: trees.Points(1)}); err == nil || err.Error() != want2 {
		t.Errorf("WithValues in a path tree = %v, want %s", err, want2)
	}
}

func mustText(t *testing.T, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
