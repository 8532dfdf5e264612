package trees

import (
	"strings"
	"testing"
)

func TestLetters(t *testing.T) {
	for _, c := range []struct{ text, names string }{
		{"players 2 maxsum 3 1[ (1,2) 2[ (2,1) (0,1) ] ]", "the root a b c d"},
		{"players 2 maxsum 3 1[ b: (1,2) \"(A)\": 2[ (2,1) x1: (0,1) ] ]", "the root b (A) c x1"}, // a label takes its letter
		{"players 2 maxsum 3 r: 1[ a: (1,2) b: (2,1) ]", "r a b"},
		{"players 2 maxsum 3 1[" + strings.Repeat(" (1,2)", 28) + " ]", "the root a b c d e f g h i j k l m n o p q r s t u v w x y z a2 b2"},
	} {
		tree, err := ReadText(c.text)
		if err != nil {
			t.Fatal(err)
		}
		u := tree.WithLetters()
		var names []string
		for n := range u.Len() {
			names = append(names, u.Name(n))
		}
		if got := strings.Join(names, " "); got != c.names {
			t.Errorf("%s: names %s, want %s", c.text, got, c.names)
		}
		if u.Text() != tree.Text() {
			t.Errorf("%s: the document has the letters: %s", c.text, u.Text())
		}
		if NewDraft(u).Tree().HasLetters() {
			t.Errorf("%s: the draft has the letters", c.text)
		}
		if u.WithLetters() != u {
			t.Error("letters are given twice")
		}
	}
	large, err := ReadText("players 2 maxsum 3 1[" + strings.Repeat(" (1,2)", mostLettered+1) + " ]")
	if err != nil {
		t.Fatal(err)
	}
	if large.WithLetters().HasLetters() || large.WithLetters().Name(3) != "root.3" {
		t.Error("a tree that is too large has letters")
	}
}
