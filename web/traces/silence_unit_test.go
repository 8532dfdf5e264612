package traces

import (
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/app"
)

// TestProgramIsHeardOrNot: a program that was heard a moment ago runs, one that is quiet for longer is
// silent, and the page shows it when that time has passed, although nothing has come.
func TestProgramIsHeardOrNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &live{h: &Handlers{Core: &app.Core{Stopping: t.Context()}}, silent: silence{heard: time.Now()}}
		began := time.Now()
		if s := l.quiet(); s.program(time.Now()) != programRuns {
			t.Errorf("a program that was just heard is %s", s.program(time.Now()))
		}
		if err := l.wait(t.Context(), l.changed.Next()); err != nil || time.Since(began) != quietTime {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		s := l.quiet()
		var shown state
		if shown.setProgram(s); shown.Program != programSilent || shown.At != began.UTC().Format(time.RFC3339) {
			t.Errorf("a silent program is shown as %+v", shown)
		}
		before, at, after := shown.statusParts()
		if got := before + at + after; got != "The program has been silent since 00:00 UTC. The page follows it." { // in a bubble it is midnight
			t.Errorf("the page says %q", got)
		}
		l.senders = 2
		l.gone(true) // another connection still sends it
		if s = l.quiet(); s.program(time.Now()) != programSilent {
			t.Errorf("with a connection left, it is %s", s.program(time.Now()))
		}
		changed := l.changed.Next()
		l.gone(true)
		<-changed
		if s = l.quiet(); s.program(time.Now()) != programBroke || !s.broke.Equal(time.Now()) {
			t.Errorf("a program whose connection broke: %+v", s)
		}
		l.connected()
		if s = l.quiet(); s.program(time.Now()) != programSilent {
			t.Errorf("a program that is connected again is %s", s.program(time.Now()))
		}
	})
}
