package trees_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// fuzzDrafts returns the drafts on which edits and changes are tried.
func fuzzDrafts(t testing.TB) []*trees.Draft {
	drafts := []*trees.Draft{trees.EmptyDraft()}
	for _, text := range []string{
		`players 3 maxsum 9 outcomes (5,2,2) a: 1[ b: (5,2,2) c: 2{low (0,0,0) up (9,9,9) static (1,2,3)}[ 3(2,3,4)|(3,0,6) "é🎲": ? of (1,1,1) ] 3[ only (4,4,0) ] ]`,
		`kind minimax maxsum 9 max[ a: min{low 3 up 12}[ 3 12 chosen 8 ] min[ 2|5 -4.5 ? ] max 7 ]`,
		`kind path {low 3}[ +1 a: [ +2 . +4 b: . ] +3 c: . ]`,
		`kind minimax max[ <"play safe"> a: 3 <gamble> b: *[ @1/2 c: min[ <Left> 8 <Right> -2 ] @1/4 6 @1/4 *[ 4 -4 ] ] ]`,
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		drafts = append(drafts, trees.NewDraft(tree))
	}
	return drafts
}

func FuzzReadEdit(f *testing.F) {
	drafts := fuzzDrafts(f)
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range 100 {
		f.Add([]byte(randomEdit(rng, drafts[i%len(drafts)])))
	}
	for _, c := range refusedEdits {
		f.Add([]byte(c.input))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		e, err := trees.ReadEdit(src)
		if err != nil {
			treetest.WantError(t, err)
			return
		}
		for _, d := range fuzzDrafts(t) {
			a, err := d.Apply(e)
			if err != nil {
				treetest.WantError(t, err)
				continue
			}
			wantWhole(t, a.Draft)
			wantMerge(t, a.Draft, change(t, d, a.Draft).Inverse(), d, "undone")
		}
	})
}

// FuzzEdits applies edits one after the other, one per line, and skips
// rejected ones.
func FuzzEdits(f *testing.F) {
	rng := rand.New(rand.NewPCG(13, 14))
	for i := range 50 {
		var lines [][]byte
		for d := fuzzDrafts(f)[i%5]; len(lines) < 6; {
			src := randomEdit(rng, d)
			e, err := trees.ReadEdit([]byte(src))
			if err != nil {
				f.Fatal(err)
			}
			if a, err := d.Apply(e); err == nil {
				d = a.Draft
				lines = append(lines, []byte(src))
			}
		}
		f.Add(uint8(i), bytes.Join(lines, []byte("\n")))
	}
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		d := fuzzDrafts(t)[which%5]
		first := d
		var changes []*trees.Change
		for i, line := range bytes.Split(src, []byte("\n")) {
			e, err := trees.ReadEdit(line)
			if err != nil || i > 20 {
				continue
			}
			a, err := d.Apply(e)
			if err != nil {
				treetest.WantError(t, err)
				continue
			}
			wantWhole(t, a.Draft)
			changes = append(changes, change(t, d, a.Draft))
			if undone, err := a.Draft.Merge(changes[0].Inverse()); err != nil {
				wantConflict(t, err)
			} else {
				wantWhole(t, undone)
			}
			if again, err := first.MergeOverriding(changes[len(changes)-1]); err != nil {
				wantConflict(t, err)
			} else {
				wantWhole(t, again)
			}
			d = a.Draft
		}
	})
}

func FuzzReadDraft(f *testing.F) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, d := range fuzzDrafts(f) {
		f.Add(d.AppendJSON(nil))
	}
	for range 30 {
		f.Add(randomDraft(rng).AppendJSON(nil))
	}
	for _, c := range refusedDrafts {
		f.Add([]byte(c.input))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := trees.ReadDraft(src)
		if err != nil {
			treetest.WantError(t, err)
			return
		}
		wantWhole(t, d)
	})
}

func FuzzReadChange(f *testing.F) {
	rng := rand.New(rand.NewPCG(17, 18))
	for i := range 60 {
		d := fuzzDrafts(f)[i%4]
		e, err := trees.ReadEdit([]byte(randomEdit(rng, d)))
		if err != nil {
			f.Fatal(err)
		}
		if a, err := d.Apply(e); err == nil {
			f.Add(trees.Diff(d, a.Draft).AppendJSON(nil))
		}
	}
	for _, c := range refusedChanges {
		f.Add([]byte(c.input))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := trees.ReadChange(src)
		if err != nil {
			treetest.WantError(t, err)
			return
		}
		doc := c.AppendJSON(nil)
		again, err := trees.ReadChange(doc)
		if err != nil || !bytes.Equal(again.AppendJSON(nil), doc) {
			t.Fatalf("ReadChange(%s) = %v", doc, err)
		}
		for _, d := range fuzzDrafts(t) {
			for _, merge := range []func(*trees.Change) (*trees.Draft, error){d.Merge, d.MergeOverriding} {
				merged, err := merge(c)
				if err != nil {
					wantConflict(t, err)
					continue
				}
				wantWhole(t, merged)
			}
		}
	})
}
