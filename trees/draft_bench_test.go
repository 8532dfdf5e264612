package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
)

// bigDraft returns a draft of a uniform tree with labels and about n nodes.
func bigDraft(b *testing.B, n int) *trees.Draft {
	var text strings.Builder
	text.WriteString("players 3 maxsum 12 1[")
	for i := 1; i < n; i += 10 {
		fmt.Fprintf(&text, "\nn%d: 2[", i)
		for k := range 9 {
			fmt.Fprintf(&text, " (%d,%d,%d)", k, (i/10+k)%3, i%2)
		}
		text.WriteString(" ]")
	}
	text.WriteString(" ]")
	tree, err := trees.ReadText(text.String())
	if err != nil {
		b.Fatal(err)
	}
	return trees.NewDraft(tree)
}

// BenchmarkEdit measures one edit with all that a server does for it: the new
// draft, the difference for the history, the text beside the picture, the
// document for the store.
func BenchmarkEdit(b *testing.B) {
	for _, size := range []int{200, 2_000, 100_000} {
		d := bigDraft(b, size)
		text := strings.Replace(d.Tree().Text(), "(4,", "(5,", 1)
		for _, c := range []struct{ name, src string }{
			{"set", `{"op":"set","nodes":[5],"value":[1,2,3]}`},
			{"child", `{"op":"child","node":2}`},
			{"move", `{"op":"move","nodes":[2],"to":12}`},
			{"branching", `{"op":"branching","level":1,"count":8}`},
			{"text", string(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), text), '}'))},
		} {
			e, err := trees.ReadEdit([]byte(c.src))
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", c.name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					a, err := d.Apply(e)
					if err != nil {
						b.Fatal(err)
					}
					trees.Diff(d, a.Draft)
					a.Draft.Text()
				}
			})
		}
		after, err := trees.ReadEdit([]byte(`{"op":"delete","nodes":[12]}`))
		if err != nil {
			b.Fatal(err)
		}
		a, err := d.Apply(after)
		if err != nil {
			b.Fatal(err)
		}
		undo := trees.Diff(d, a.Draft).Inverse()
		b.Run(fmt.Sprintf("undo/%d", size), func(b *testing.B) {
			for b.Loop() {
				if _, err := a.Draft.Merge(undo); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("store/%d", size), func(b *testing.B) {
			for b.Loop() {
				if _, err := trees.ReadDraft(d.AppendJSON(nil)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
