package trees

import "testing"

// TestPlayersComeBackWithTheirScores: who is removed and added again has the scores of
// before, also where other scores were changed, after a reload and in another copy of
// the log. Nobody else is given them.
func TestPlayersComeBackWithTheirScores(t *testing.T) {
	const tree = `players 3 maxsum 9 outcomes (5,2,2) (6,1,2) a: 1[ b: (5,2,2) c: 2{low (0,0,1) up (9,9,8)}[ (2,3,4)|(3,0,6) (6,1,2) ] ]`
	const two = `{"op":"header","players":2}`
	const three = `{"op":"header","players":3}`
	for _, c := range []struct {
		edits []string
		want  string
	}{
		{[]string{two, three}, tree},
		{[]string{two, `{"op":"header","players":1}`, three}, tree},
		{[]string{two, `{"op":"header","players":8}`, three}, tree},
		{[]string{two, three, `{"op":"set","nodes":[2],"value":[5,2,0]}`, two, three},
			`players 3 maxsum 9 outcomes (5,2,2) (6,1,2) a: 1[ b: (5,2,0) c: 2{low (0,0,1) up (9,9,8)}[ (2,3,4)|(3,0,6) (6,1,2) ] ]`},
		{[]string{two, `{"op":"set","nodes":[2],"value":[4,3]}`, `{"op":"notes","text":"x"}`, `{"op":"sibling","node":2}`, `{"op":"set","nodes":[6],"value":[1,1]}`, three},
			`players 3 maxsum 9 outcomes (5,2,2) (6,1,2) a: 1[ b: (4,3,2) (1,1,0) c: 2{low (0,0,1) up (9,9,8)}[ (2,3,4)|(3,0,6) (6,1,2) ] ]`},
		{[]string{two, `{"op":"text","text":"players 2 a: 1[ b: (5,2) (1,1) ]"}`, three}, `players 3 a: 1[ b: (5,2,2) (1,1,0) ]`},
		{[]string{two, `{"op":"header","kind":"minimax"}`, `{"op":"header","kind":"maxn"}`, three},
			`players 3 maxsum 9 outcomes (5,4,0) (6,3,0) a: 1[ b: (5,4,0) c: 2{low (0,0,0) up (9,9,0)}[ (2,7,0)|(3,6,0) (6,3,0) ] ]`},
	} {
		u, err := ReadText(tree)
		if err != nil {
			t.Fatal(err)
		}
		d := NewDraft(u)
		log := d
		for _, src := range c.edits {
			e, err := ReadEdit([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			done, err := d.Apply(e)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			change, err := ReadChange(Diff(d, done.Draft).AppendJSON(nil))
			if err != nil {
				t.Fatal(err)
			}
			if log, err = log.Merge(change); err != nil {
				t.Fatalf("%s, merged: %v", src, err)
			}
			saved := done.Draft.AppendJSON(nil)
			if merged := log.AppendJSON(nil); string(saved) != string(merged) {
				t.Errorf("%s is saved as\n%s\nand in another copy of the log as\n%s", src, saved, merged)
			}
			if d, err = ReadDraft(saved); err != nil {
				t.Fatalf("%s, read back: %v", saved, err)
			}
		}
		want, err := ReadText(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Tree().Text(); got != want.Text() {
			t.Errorf("after %s:\n%s\nwant\n%s", c.edits, got, want.Text())
		}
	}
}
