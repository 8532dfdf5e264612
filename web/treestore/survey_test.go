package treestore

import (
	"slices"
	"testing"

	"espalier/web/cluster"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
)

// A tree is seen as long as the files have a record of it, even one that was removed. Otherwise its deletion
// is forgotten, and a disk that ignored syncs may bring it back at the next power cut.
func TestRemovedTreeIsSeen(t *testing.T) {
	s := newSurvey(func(sequence uint64) bool { return sequence == 5 })
	l := ledger.New("", ledgerRules)
	removed := key.New().ID()
	l.AdoptGone(string(removed))
	s.Entry(cluster.Entry{Key: revisionKey(removed, 1), Sequence: 5, Value: []byte("x")})
	if f := s.Compare(l); !slices.Equal(f.Seen, []ID{removed}) || f.Logs != 0 {
		t.Errorf("a tree of which everything was removed: %+v", f)
	}
}
