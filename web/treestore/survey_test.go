package treestore

import (
	"testing"

	"espalier/web/cluster"
)

// The ledger keeps the deletion of a tree as long as the files have a record of it, even one that was
// removed: a disk that ignored syncs may bring it back at the next power cut.
func TestDeletionIsKeptWithRemovedRecords(t *testing.T) {
	l := newLedger("")
	removed, forgotten := Key("removed").ID(), Key("forgotten").ID()
	l.AdoptGone(string(removed))
	l.AdoptGone(string(forgotten))
	s := newSurvey()
	s.Entry(cluster.Entry{Key: revisionKey(removed, 1), Sequence: 5, Value: []byte("x")})
	s.Entry(cluster.Entry{Sequence: 5, Removed: true})
	s.Compare(l)
	if !l.Gone(string(removed)) {
		t.Error("the deletion of a tree with removed records is forgotten")
	}
	if l.Gone(string(forgotten)) {
		t.Error("the deletion of a tree without any record is kept")
	}
}
