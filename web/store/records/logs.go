package records

import (
	"context"

	"espalier/web/cluster"
	"espalier/web/store/ledger"
)

// Logs are what a package keeps as logs of revisions, beside the values of kinds. A log is an ID; its keys
// begin with it and a dot, which no prefix of a kind does. It exists while it has the key of its head.
// The ledger has a mark under the id, with the newest revision, and each number is written only once.
//
// The store knows when, and the package knows how: it reads and compares revisions, and puts them back.
type Logs struct {
	One, Many string // as in Kind
	NotFound  error  // of an id that no log has
	Head      string // what follows the id and the dot in the key of the head, which is the last one in an export
	Own       string // the same for a key that is about this store alone, and is not exported

	// Survey begins a survey of an embedded store. removed reports whether a record was removed.
	Survey func(removed func(sequence uint64) bool) LogSurvey

	// What an early version had: marks in other files of a folder, which CarryOver adds to the ledger, and
	// messages on another topic, with entries of another form. ReceiveEarly returns the ids that are disputed.
	Early        []string
	CarryOver    func(dir string, to *ledger.Ledger) error
	EarlyTopic   string
	ReceiveEarly func(to *ledger.Ledger, entries []byte) (disputed []string)

	// Open is called for each store, before anything is read.
	Open func(l *Store) OpenLogs
}

// logs are the registered ones; nil if there are none.
var logs *Logs

// RegisterLogs registers what is kept as logs. It is called while packages are initialized.
func RegisterLogs(of Logs) struct{} {
	if logs != nil {
		panic("records: logs are registered twice")
	}
	logs = &of
	return struct{}{}
}

// A LogSurvey goes through the records of an embedded store once.
type LogSurvey interface {
	// Entry takes the next record whose key is of no kind.
	Entry(e cluster.Entry)
	// Compare finds what each log has lost, and adds to the ledger what it lacks.
	Compare(l *ledger.Ledger) LogsFound
}

// LogsFound are the result of a survey.
type LogsFound struct {
	Logs, Revisions int
	Damaged         []Damage
	Seen            []ID // those of which the files have anything
	// Heal completes in a bucket what was interrupted.
	Heal func(l *Store, bucket *Bucket)
}

// OpenLogs are the logs of an open store.
type OpenLogs interface {
	// Check reads the newest revision, and those that could not be read. The error is store.ErrNoKey if
	// there is no such log, and one of Store.Doubted if something is lost.
	Check(ctx context.Context, id ID, revisions []int) error
	// Mend puts lost revisions back into the bucket of a cluster, as far as somebody has them and it is
	// proved that they are the ones that were acknowledged. The errors are those of Check.
	Mend(ctx context.Context, id ID) error
	// Contradiction returns a revision that the bucket of a cluster does not have as the ledger says, or 0.
	Contradiction(ctx context.Context, bucket *Bucket, id ID, m ledger.Mark) int
	// Lost reads a whole log, and returns which revisions are lost, in their order. newest is 0 if there is
	// no such log.
	Lost(ctx context.Context, bucket *Bucket, id ID) (newest int, lost []int, err error)
	// Adopt begins to add a log. It returns nil if the store has it.
	Adopt(ctx context.Context, id ID) (Adoption, error)
	// MakeSpace is called about once a minute, with whether the embedded store is nearly full.
	MakeSpace(ctx context.Context, nearly bool)
}

// An Adoption adds a log with the keys and values that it had in another store.
type Adoption interface {
	// Put adds a key. That of the head comes last.
	Put(ctx context.Context, key string, value []byte) error
	// End ends the adoption. The log is removed again if it cannot be read.
	End(ctx context.Context) error
}
