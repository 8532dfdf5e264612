package trees_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
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
	chance := efg(`c "" 1 "" { ` + strings.Repeat(`"" 0 `, size) + `"" 1 } 0 ` + strings.Repeat(`t "" 0 `, size+1))
	payoffs := efg(`p "" 1 1 "" { ` + strings.Repeat(`"" `, size) + `} 0 ` + strings.Repeat(`t "" 0 `, size))
	for name, compute := range map[string]func(context.Context) error{
		"ReadTextIn": func(ctx context.Context) error { _, err := trees.ReadTextIn(ctx, text); return err },
		"ReadTextIn, comments": func(ctx context.Context) error {
			_, err := trees.ReadTextIn(ctx, "players 2 "+strings.Repeat("#\n", size)+"(1,2)")
			return err
		},
		"ReadJSONIn": func(ctx context.Context) error { _, err := trees.ReadJSONIn(ctx, tree.AppendJSON(nil)); return err },
		"ReadEFGIn": func(ctx context.Context) error {
			_, _, err := trees.ReadEFGIn(ctx, payoffs, trees.EFGChanges{})
			return err
		},
		"ReadEFGIn, chance": func(ctx context.Context) error {
			_, _, err := trees.ReadEFGIn(ctx, chance, trees.EFGChanges{Chance: true})
			return err
		},
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

// TestChanceHasBounds: a file with fractions whose common denominator grows with each of
// them is refused at the fraction that is too much, and not after minutes.
func TestChanceHasBounds(t *testing.T) {
	both := trees.EFGChanges{Chance: true, Infosets: true}
	huge := func(n int) string {
		var b strings.Builder
		b.WriteString(`c "" 1 "" {`)
		for i := range n {
			fmt.Fprintf(&b, ` "" 1/9%076d`, 2*i+1)
		}
		return efg(b.String() + ` } 0 ` + strings.Repeat(`t "" 0 `, n))
	}
	_, _, err := trees.ReadEFGWith(huge(4_000), both)
	const want = "line 1, column 223, root: the probabilities of chance up to this one have no common denominator of at most 154 digits; write them with fewer digits, such as 1/3 or 0.25"
	if err == nil || err.Error() != want {
		t.Errorf("4,000 probabilities of 77 digits: %v, want %s", err, want)
	}
	// The same denominator may be as long as it likes.
	long := strings.Repeat("9", 40)
	if _, _, err := trees.ReadEFGWith(efg(`c "" 1 "" { "" 1/`+long+` "" `+strings.Repeat("9", 39)+`8/`+long+` } 0 t "" 0 t "" 1 "" { 1, -1 }`), both); err != nil {
		t.Error(err)
	}
	// Values of other denominators below a chance node.
	var deep strings.Builder
	for i := range 40 {
		fmt.Fprintf(&deep, `c "" %d "" { "" 1/9%030d "" %d/9%030d } 0 t "" %d "" { 1/3, 0 } `, i+1, 2*i+1, 0, 1, i+1)
	}
	if _, _, err := trees.ReadEFGWith(efg(deep.String()), both); err == nil {
		t.Error("probabilities that add up to less than 1 are accepted")
	}
	deep.Reset()
	for i := range 40 {
		n := fmt.Sprintf("9%031d", 2*i+1)
		less := fmt.Sprintf("9%031d", 2*i)
		fmt.Fprintf(&deep, `c "" %d "" { "" 1/%s "" %s/%s } 0 t "" %d "" { 1/7, 0 } `, i+1, n, less, n, i+1)
	}
	_, _, err = trees.ReadEFGWith(efg(deep.String()+`t "" 0`), both)
	if err == nil || !strings.Contains(err.Error(), "the expectation of player 1 is a fraction whose denominator has more than 154 digits") {
		t.Errorf("nested probabilities: %v, want the expectation to be refused", err)
	}
}

// TestChanceIsExact compares expectations of random games with those of big.Rat alone.
func TestChanceIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 1))
	words := []string{"1/3", "-2/3", "0", "5", "1/52", "0.333333", "-7/9", "2.5", "1/2652"}
	games := 0
	for range 2_000 {
		set, outcome := 0, 0
		var b strings.Builder
		var play func(depth int) [2]*big.Rat
		play = func(depth int) (v [2]*big.Rat) {
			v = [2]*big.Rat{new(big.Rat), new(big.Rat)}
			kids := 1 + rng.IntN(3)
			switch kind := rng.IntN(3); {
			case depth == 0 || kind == 0:
				outcome++
				x, y := words[rng.IntN(len(words))], words[rng.IntN(len(words))]
				fmt.Fprintf(&b, `t "" %d "" { %s, %s } `, outcome, x, y)
				v[0].SetString(x)
				v[1].SetString(y)
			case kind == 1:
				set++
				over := int64(kids + rng.IntN(5))
				fmt.Fprintf(&b, `c "" %d "" { `, set)
				var weights []*big.Rat
				for i := range kids {
					w := int64(1)
					if i == 0 {
						w = over - int64(kids) + 1
					}
					weights = append(weights, big.NewRat(w, over))
					fmt.Fprintf(&b, `"" %d/%d `, w, over)
				}
				b.WriteString(`} 0 `)
				for _, w := range weights {
					for p, s := range play(depth - 1) {
						v[p].Add(v[p], s.Mul(s, w))
					}
				}
			default:
				set++
				mover := 1 + rng.IntN(2)
				fmt.Fprintf(&b, `p "" %d %d "" { %s} 0 `, mover, set, strings.Repeat(`"" `, kids))
				for i := range kids {
					if w := play(depth - 1); i == 0 || w[mover-1].Cmp(v[mover-1]) > 0 {
						v = w
					}
				}
			}
			return v
		}
		outcome = 1
		// A chance node at the root, so that the whole game is one value; 1,000 more for each
		// player, so that no score is below 0.
		b.WriteString(`c "" 99999 "" { "" 1 } 1 "" { 1000, 1000 } `)
		want := play(4)
		tree, _, err := trees.ReadEFGWith(efg(b.String()), trees.EFGChanges{Chance: true})
		if err != nil {
			if strings.Contains(err.Error(), "cannot be written with") {
				continue // no chance below
			}
			t.Fatalf("%s: %v", b.String(), err)
		}
		games++
		got, _ := tree.Value(0)
		for p := range want {
			want[p].Add(want[p], big.NewRat(1000, 1)).Mul(want[p], big.NewRat(int64(trees.Unit), 1))
			if fmt.Sprint(int64(got[p])) != want[p].FloatString(0) {
				t.Fatalf("%s: player %d gets %s, want %s millionths", b.String(), p+1, got[p].In(trees.Unit), want[p].FloatString(0))
			}
		}
	}
	if games < 1_000 {
		t.Errorf("%d games were compared", games)
	}
}
