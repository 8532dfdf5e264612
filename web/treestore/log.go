package treestore

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A storeLog hands the embedded server's warnings and errors on. What it
// notes of its ordinary work is not for the program's log.
type storeLog struct {
	log    *slog.Logger
	failed atomic.Bool // the server has given up its start
}

func (l *storeLog) say(level slog.Level, format string, args []any) {
	l.log.Log(context.Background(), level, "library: "+fmt.Sprintf(format, args...))
}

func (l *storeLog) Noticef(string, ...any)            {}
func (l *storeLog) Debugf(string, ...any)             {}
func (l *storeLog) Tracef(string, ...any)             {}
func (l *storeLog) Warnf(format string, args ...any)  { l.say(slog.LevelWarn, format, args) }
func (l *storeLog) Errorf(format string, args ...any) { l.say(slog.LevelError, format, args) }

// Fatalf does not end the process: the pages that keep nothing still serve.
func (l *storeLog) Fatalf(format string, args ...any) {
	l.say(slog.LevelError, format, args)
	l.failed.Store(true)
}
