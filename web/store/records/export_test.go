package records

import "context"

// For the tests of package records_test.
const (
	BackupPrefix = backupPrefix
	LeftTime     = leftTime
)

var (
	BackupsIn = backupsIn
	TooOld    = tooOld
	KindOf    = kindOfKey
	NumberOf  = numberOf

	ProgressTime = &progressTime
)

// Audit compares the bucket with the ledger.
func (l *Store) Audit(ctx context.Context, bucket *Bucket) { l.audit(ctx, bucket) }

// WithBucket calls f with the bucket.
func (l *Store) WithBucket(ctx context.Context, f func(bucket *Bucket) error) error {
	return l.withValues(ctx, true, f)
}
