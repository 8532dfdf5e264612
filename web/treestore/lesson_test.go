package treestore

import (
	"context"
)

// Lessons are values as any other. These are the calls of package lessons.

func lessonKey(id ID) string { return lessonPrefix + string(id) }

func (l *Store) lesson(ctx context.Context, id ID) (value []byte, sequence uint64, err error) {
	return l.Value(ctx, lessonKey(id))
}

func (l *Store) putLesson(ctx context.Context, id ID, value []byte, sequence uint64) error {
	if sequence == 0 {
		_, err := l.CreateValue(ctx, lessonKey(id), value, "")
		return err
	}
	_, err := l.UpdateValue(ctx, lessonKey(id), value, sequence, "")
	return err
}

func (l *Store) removeLesson(ctx context.Context, id ID) error {
	return l.RemoveMatching(ctx, lessonKey(id))
}
