package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A storeLog logs the embedded server's warnings and errors. Its notices about
// ordinary work are left out.
type storeLog struct {
	log    *slog.Logger
	failed atomic.Bool // the server has failed to start
}

func (l *storeLog) write(level slog.Level, format string, args []any) {
	l.log.Log(context.Background(), level, "library: "+fmt.Sprintf(format, args...))
}

func (l *storeLog) Noticef(string, ...any)            {}
func (l *storeLog) Debugf(string, ...any)             {}
func (l *storeLog) Tracef(string, ...any)             {}
func (l *storeLog) Warnf(format string, args ...any)  { l.write(slog.LevelWarn, format, args) }
func (l *storeLog) Errorf(format string, args ...any) { l.write(slog.LevelError, format, args) }

// Fatalf does not end the process: pages that need no store are still served.
func (l *storeLog) Fatalf(format string, args ...any) {
	l.write(slog.LevelError, format, args)
	l.failed.Store(true)
}
