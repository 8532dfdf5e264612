package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// A storeLog hands the embedded server's warnings and errors on. What it
// notes of its ordinary work is not for the program's log.
type storeLog struct {
	log *slog.Logger

	mu   sync.Mutex
	last string // the newest error, for who waits for the start
}

func (l *storeLog) say(level slog.Level, format string, args []any) {
	text := fmt.Sprintf(format, args...)
	if level >= slog.LevelError {
		l.mu.Lock()
		l.last = text
		l.mu.Unlock()
	}
	l.log.Log(context.Background(), level, "library: "+text)
}

func (l *storeLog) fault() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == "" {
		return errNoReason
	}
	return errors.New(l.last)
}

func (l *storeLog) Noticef(string, ...any)            {}
func (l *storeLog) Debugf(string, ...any)             {}
func (l *storeLog) Tracef(string, ...any)             {}
func (l *storeLog) Warnf(format string, args ...any)  { l.say(slog.LevelWarn, format, args) }
func (l *storeLog) Errorf(format string, args ...any) { l.say(slog.LevelError, format, args) }

// Fatalf does not end the process: the pages that keep nothing still serve.
func (l *storeLog) Fatalf(format string, args ...any) { l.say(slog.LevelError, format, args) }
