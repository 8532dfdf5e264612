package records_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// Reading a large store takes long. Meanwhile every call, and the log, says how much has
// been read.
func TestOpeningReportsProgress(t *testing.T) {
	defer func(usual time.Duration) { *records.ProgressTime = usual }(*records.ProgressTime)
	*records.ProgressTime = 0
	dir, ctx := t.TempDir(), t.Context()
	l := storetest.Open(t, records.Config{Dir: dir})
	putValues(t, l, "room.ABC", 20)
	storetest.Close(t, l)
	var log bytes.Buffer
	isRead, goOn := make(chan struct{}), make(chan struct{})
	l = storetest.Open(t, records.Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil)), Start: func(start func()) {
		close(isRead)
		<-goOn
		start()
	}})
	go l.Health(ctx) // as a server does when it starts
	<-isRead
	if h := l.Health(ctx); h.State != records.StateUnavailable || !strings.Contains(h.Reason, "starting: 100 % of 0 MiB are read") {
		t.Errorf("Health = %+v, want how much is read", h)
	}
	if _, _, err := l.Size(ctx); err == nil || !strings.Contains(err.Error(), "100 %") {
		t.Errorf("Size = %v", err)
	}
	soon, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if _, _, err := l.Value(soon, "room.ABC"); err == nil || !strings.Contains(err.Error(), "100 %") {
		t.Errorf("Value = %v", err)
	}
	close(goOn)
	if _, _, err := l.Value(ctx, "room.ABC"); err != nil {
		t.Error(err)
	}
	if h := l.Health(ctx); h.State != records.StateOK {
		t.Errorf("Health = %+v", h)
	}
	for _, words := range []string{`"library: the store is being read" bytes=0 of=`, `"library: the store is open" took=`} {
		if !strings.Contains(log.String(), words) {
			t.Errorf("the log lacks %s: %s", words, &log)
		}
	}
}
