package treestore

import (
	"context"

	"espalier/web/store/storetest"
)

// Lessons are values as any other. These are the calls of package lessons.

func lessonKey(id ID) string { return storetest.LessonPrefix + string(id) }

func (l *Store) lesson(ctx context.Context, id ID) (value []byte, sequence uint64, err error) {
	return l.records.Value(ctx, lessonKey(id))
}

func (l *Store) putLesson(ctx context.Context, id ID, value []byte, sequence uint64) error {
	if sequence == 0 {
		_, err := l.records.CreateValue(ctx, lessonKey(id), value, "")
		return err
	}
	_, err := l.records.UpdateValue(ctx, lessonKey(id), value, sequence, "")
	return err
}

func (l *Store) removeLesson(ctx context.Context, id ID) error {
	return l.records.RemoveMatching(ctx, lessonKey(id))
}
