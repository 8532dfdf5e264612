package treestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/store/storetest"
)

// randomRequest returns a request of any kind, which may be invalid.
func randomRequest(rng *rand.Rand, s *Saved) (Request, string) {
	d, t := s.Draft, s.Draft.Tree()
	pick := func() trees.ID { return d.ID(rng.IntN(t.Len())) }
	vector := func() string {
		v := make([]string, t.Players)
		for i := range v {
			v[i] = fmt.Sprint(rng.IntN(6))
		}
		return "[" + strings.Join(v, ",") + "]"
	}
	var src string
	switch rng.IntN(18) {
	case 0, 1, 2:
		src = fmt.Sprintf(`{"op":"child","node":%d}`, pick())
	case 3:
		src = fmt.Sprintf(`{"op":"sibling","node":%d,"before":true}`, pick())
	case 4:
		src = fmt.Sprintf(`{"op":"parent","node":%d}`, pick())
	case 5:
		src = fmt.Sprintf(`{"op":"delete","nodes":[%d]}`, pick())
	case 6:
		src = fmt.Sprintf(`{"op":"dissolve","nodes":[%d,%d]}`, pick(), pick())
	case 7:
		src = fmt.Sprintf(`{"op":"move","nodes":[%d],"to":%d,"at":0}`, pick(), pick())
	case 8:
		src = fmt.Sprintf(`{"op":"copy","nodes":[%d],"to":%d}`, pick(), pick())
	case 9, 10:
		src = fmt.Sprintf(`{"op":"set","nodes":[%d],"value":%s}`, pick(), vector())
	case 11:
		src = fmt.Sprintf(`{"op":"set","nodes":[%d],"label":"n%d"}`, pick(), rng.IntN(99))
	case 12:
		src = fmt.Sprintf(`{"op":"header","maxsum":%d,"title":"t%d"}`, rng.IntN(15), rng.IntN(5))
	case 13:
		src = fmt.Sprintf(`{"op":"notes","text":"notes %d"}`, rng.IntN(5))
	case 14:
		text := t.Text() + "# typed"
		if rng.IntN(2) == 0 {
			text = text[:rng.IntN(len(text))] // it cannot be parsed, and is kept as it is
		}
		e, err := trees.ReadEdit(fmt.Appendf(nil, `{"op":"text","text":%q}`, text))
		if err != nil {
			return Request{Undo: 1}, "undo of the beginning"
		}
		return Request{Edit: e, Base: max(0, s.Number-rng.IntN(4))}, "text"
	case 15, 16:
		r := 1 + rng.IntN(s.Number)
		return Request{Undo: r}, fmt.Sprint("undo ", r)
	case 17:
		r := 1 + rng.IntN(s.Number)
		return Request{Restore: r}, fmt.Sprint("restore ", r)
	}
	e, err := trees.ReadEdit([]byte(src))
	if err != nil {
		return Request{Undo: 1}, src
	}
	return Request{Edit: e}, src
}

func TestRandomHistoriesRoundTrip(t *testing.T) {
	ctx := context.Background()
	rounds, edits := 6, 120
	if testing.Short() || treetest.RaceDetector {
		rounds = 2
	}
	for round := range rounds {
		rng := rand.New(rand.NewPCG(uint64(round), 5))
		dir := t.TempDir()
		var log bytes.Buffer
		l := openedWith(t, Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
		key, s := created(t, l, small)
		all := []*Saved{s}
		what := []string{"create"}
		for range edits {
			req, output := randomRequest(rng, s)
			e, err := l.Edit(ctx, key.ID(), req)
			var wrong *trees.Error
			var conflict *ConflictError
			switch {
			case errors.As(err, &wrong), errors.As(err, &conflict):
				continue
			case err != nil:
				t.Fatalf("round %d: %s = %v", round, output, err)
			case e.Number == s.Number:
				continue // the request changes nothing
			case e.Number != s.Number+1 || e.NewRevision != e.Number:
				t.Fatalf("round %d: %s makes revision %d after %d", round, output, e.NewRevision, s.Number)
			}
			for _, id := range e.Created {
				if _, ok := e.Draft.Find(id); !ok {
					t.Errorf("round %d: %s creates %d, which is not there", round, output, id)
				}
			}
			s = &e.Saved
			all, what = append(all, s), append(what, output)
		}
		storetest.Close(t, l)
		l = opened(t, dir)
		for i, want := range all {
			got, err := l.At(ctx, key.ID(), want.Number)
			if err != nil {
				t.Fatalf("round %d: revision %d (%s): %v", round, want.Number, what[i], err)
			}
			if g, w := written(got.Draft), written(want.Draft); g != w {
				t.Fatalf("round %d: revision %d (%s) =\n%s\nwant\n%s", round, want.Number, what[i], g, w)
			}
		}
		if text := log.String(); text != "" {
			t.Errorf("round %d: the log says %s", round, text)
		}
		if len(all) < edits/3 {
			t.Errorf("round %d: %d revisions of %d edits", round, len(all), edits)
		}
	}
}
