package trees_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"espalier/trees"
)

// TestPace: what computes with a large tree calls pass again and again, and ends at its
// error, whatever it is in the middle of.
func TestPace(t *testing.T) {
	const size = 20_000
	text := "players 2 1[ " + strings.Repeat("(1,2) ", size) + "]"
	other := "players 2 1[ " + strings.Repeat("2[ (2,1) ] ", size/2) + "]"
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	draft := trees.NewDraft(tree)
	edit := func(op string) trees.Edit {
		e, err := trees.ReadEdit([]byte(op))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	typed := edit(`{"op":"text","text":"` + other + `"}`)
	rewritten, err := draft.Apply(typed)
	if err != nil {
		t.Fatal(err)
	}
	change := trees.Diff(draft, rewritten.Draft)
	for name, compute := range map[string]func(context.Context) error{
		"ReadTextIn": func(ctx context.Context) error { _, err := trees.ReadTextIn(ctx, text); return err },
		"ReadTextIn, comments": func(ctx context.Context) error {
			_, err := trees.ReadTextIn(ctx, "players 2 "+strings.Repeat("#\n", size)+"(1,2)")
			return err
		},
		"ReadJSONIn":         func(ctx context.Context) error { _, err := trees.ReadJSONIn(ctx, tree.AppendJSON(nil)); return err },
		"ReadDraftIn":        func(ctx context.Context) error { _, err := trees.ReadDraftIn(ctx, draft.AppendJSON(nil)); return err },
		"Draft.AppendJSONIn": func(ctx context.Context) error { _, err := draft.AppendJSONIn(ctx, nil); return err },
		"ApplyIn, text":      func(ctx context.Context) error { _, err := draft.ApplyIn(ctx, typed); return err },
		"ApplyIn": func(ctx context.Context) error {
			_, err := draft.ApplyIn(ctx, edit(`{"op":"mirror","nodes":[1]}`))
			return err
		},
		"ApplyIn, paste": func(ctx context.Context) error {
			_, err := draft.ApplyIn(ctx, edit(`{"op":"paste","to":1,"text":"`+strings.Repeat("? ", size)+`"}`))
			return err
		},
		"DiffIn":              func(ctx context.Context) error { _, err := trees.DiffIn(ctx, draft, rewritten.Draft); return err },
		"MergeIn":             func(ctx context.Context) error { _, err := draft.MergeIn(ctx, change); return err },
		"MergeOverridingIn":   func(ctx context.Context) error { _, err := draft.MergeOverridingIn(ctx, change); return err },
		"ReadChangeIn":        func(ctx context.Context) error { _, err := trees.ReadChangeIn(ctx, change.AppendJSON(nil)); return err },
		"Change.AppendJSONIn": func(ctx context.Context) error { _, err := change.AppendJSONIn(ctx, nil); return err },
	} {
		passes := 0
		count := trees.WithPass(t.Context(), func(context.Context) error { passes++; return nil })
		if err := compute(count); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if all := passes; all < size/1_000 {
			t.Errorf("%s let others compute %d times, want %d at least", name, all, size/1_000)
		} else if all > size {
			t.Errorf("%s let others compute %d times for %d nodes, which takes time", name, all, size)
		}
		// It ends at each of the calls, without a panic and with this error.
		errEnd := errors.New("it is over")
		for _, last := range []int{1, passes / 2, passes} {
			calls := 0
			err := compute(trees.WithPass(t.Context(), func(context.Context) error {
				if calls++; calls == last {
					return errEnd
				}
				return nil
			}))
			if !errors.Is(err, errEnd) || calls != last {
				t.Errorf("%s at call %d of %d: %v after %d calls", name, last, passes, err, calls)
			}
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errEnd)
		if err := compute(ctx); !errors.Is(err, errEnd) {
			t.Errorf("%s in a context that has ended: %v", name, err)
		}
	}
}
