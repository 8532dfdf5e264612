package records

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
)

func TestUntilBackup(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, want := range map[string]time.Duration{
		"espalier-20260301-115000":   50 * time.Minute,
		"espalier-20260301-115000-2": 50 * time.Minute,
		"espalier-20260301-120000":   time.Hour,
		"espalier-20260301-105900":   0,
		"espalier-19700101-000000":   0,
		"espalier-20260304-120000":   0, // 3 days ahead
		"espalier-copy":              0,
	} {
		if got := untilBackup([]string{filepath.Join("x", name)}, now); got != want {
			t.Errorf("after %s the next backup is made in %s, want %s", name, got, want)
		}
	}
	if got := untilBackup(nil, now); got != 0 {
		t.Errorf("the first backup is made in %s", got)
	}
}

// Chunked adds to a kind what the store has to know of chunks: they are large, a longer one is newer, and
// those that no root names are left of a write, unless the root cannot be read.
func TestChunkedKind(t *testing.T) {
	k := Chunked(Kind{Prefix: "text.", Number: func(_ []string, value []byte) int { return NumberIn(value, "version") }},
		func(value []byte) (func(tag string) bool, error) {
			if len(value) < 5 {
				return nil, errors.New("it is cut off")
			}
			return func(tag string) bool { return strings.Contains(string(value), tag) }, nil
		})
	one, other := ChunksAt("text.a", "t1"), ChunksAt("text.a", "t2")
	keys := []string{one.key(0), one.key(1), other.key(0)}
	for _, c := range []struct {
		value string
		left  []string
	}{{`"t1"` + " ", keys[2:]}, {`"t1" "t2"`, nil}, {"    t", keys}, {"cut", nil}} {
		if left := k.Unfinished(keys, []byte(c.value)); !slices.Equal(left, c.left) {
			t.Errorf("beside %q there are left %q, want %q", c.value, left, c.left)
		}
	}
	if left := k.Unfinished(keys, nil); !slices.Equal(left, keys) {
		t.Errorf("without a root there are left %q", left)
	}
	small, err := compress([]byte("ab"))
	if err != nil {
		t.Fatal(err)
	}
	long, err := compress([]byte("abc"))
	if err != nil {
		t.Fatal(err)
	}
	words := k.words(keys[0])
	if a, b := k.Number(words, small), k.Number(words, long); a >= b || !k.Large(words) || k.Large(words[:1]) {
		t.Errorf("the numbers are %d and %d, large %v", a, b, k.Large(words))
	}
	if n := k.Number(words[:1], []byte(`{"version":7}`)); n != 7 {
		t.Errorf("the number of the root is %d", n)
	}
}

// A seenSurvey is a survey that has seen these logs.
type seenSurvey []ID

func (s seenSurvey) Entry(cluster.Entry)              {}
func (s seenSurvey) Compare(*ledger.Ledger) LogsFound { return LogsFound{Seen: s} }

// The ledger keeps the deletion of a log as long as the files have a record of it, even one that was
// removed: a disk that ignored syncs may bring it back at the next power cut.
func TestDeletionIsKeptWithRemovedRecords(t *testing.T) {
	l := newLedger("")
	removed, forgotten := key.New().ID(), key.New().ID()
	l.AdoptGone(string(removed))
	l.AdoptGone(string(forgotten))
	s := newSurvey()
	s.logs = seenSurvey{removed}
	s.Compare(l)
	if !l.Gone(string(removed)) {
		t.Error("the deletion of a log with removed records is forgotten")
	}
	if l.Gone(string(forgotten)) {
		t.Error("the deletion of a log without any record is kept")
	}
}
