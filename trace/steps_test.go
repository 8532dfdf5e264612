package trace_test

import (
	"encoding/binary"
	"regexp"
	"strings"
	"testing"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/figures"
)

// bound is how a text shows the score of the mover's best.
var bound = regexp.MustCompile(`[≥≤](−?[\d.]+)`)

// texts returns the texts in a message of steps, each with its score.
func texts(b []byte) (list []string) {
	head := make([]int, 8)
	for i := range head {
		head[i] = int(binary.LittleEndian.Uint32(b[4*i:]))
	}
	count, changes, extras := head[2], head[3], head[4]
	ends := b[4*(len(head)+count+4*changes+2*extras):]
	all := ends[4*head[5]+3*count:]
	for i, start := 0, 0; i < head[5]; i++ {
		end := int(binary.LittleEndian.Uint32(ends[4*i:]))
		list = append(list, string(all[start:end]))
		start = end
	}
	return list
}

// The score that comes with a text is the one that the text shows: of the mover's best, and
// of no complete value or window. In a text such as (≤4, ≥5, –) it is the lower bound.
func TestHeldScoresAreThoseOfTheTexts(t *testing.T) {
	with, without := 0, 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		can, _ := compare.ConfigsOn(f.Tree, 0)
		for _, c := range can {
			pack := trace.NewStepPacker(f.Tree, nil)
			// A run that ends with an error has steps, too.
			_, _ = c.Algorithm.Run(t.Context(), engine.OnTree(f.Tree, 0), c.Options, pack.Pack)
			for _, both := range texts(pack.Drain(nil, "r")) {
				text, got, _ := strings.Cut(both, "\x00")
				part := text
				if _, lower, found := strings.Cut(text, "≥"); found {
					part = "≥" + lower
				}
				want := ""
				if found := bound.FindStringSubmatch(part); found != nil {
					want = strings.ReplaceAll(found[1], "−", "-")
					with++
				} else {
					without++
				}
				if got != want {
					t.Errorf("%s, %s: %q comes with %q", f.ID, c.Algorithm.ID, text, got)
				}
			}
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d texts show a score, %d do not", with, without)
	}
}
