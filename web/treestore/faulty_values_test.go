//go:build unix

package treestore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A faultyValue is what was acknowledged of a value of a room, an assignment, a lesson, a task or a trace,
// or of a run.
type faultyValue struct {
	key      string
	texts    map[int]string // by number; of a run, each begins with those of smaller numbers
	newest   int            // the largest number
	once     bool           // it is never replaced
	removed  bool
	removing bool // the deletion had no answer
}

const (
	absentValue = "no value"
	takenValue  = "taken"
)

// followValueOrder follows an order about a value.
func followValueOrder(ctx context.Context, l *Store, o order) (r outcome) {
	number := func(value []byte) int { return storetest.NumberOf(o.Key, value) }
	read := func() (value []byte, sequence uint64, err error) { return l.records.Value(ctx, o.Key) }
	if strings.HasPrefix(o.Key, faultyRunPrefix) {
		n := 0
		number = func([]byte) int { return n }
		read = func() (value []byte, sequence uint64, err error) {
			var labels string
			labels, n, err = followRunOrder(ctx, l.records, o)
			return []byte(labels), 0, err
		}
	}
	value, sequence, err := read()
	switch {
	case o.Op == "value", o.Op == "put" && strings.HasPrefix(o.Key, faultyRunPrefix):
	case o.Op == "adopt" && errors.Is(err, store.ErrNoKey):
		added := false
		value = textOfValue(l, 1, o.Label)
		if added, err = l.records.AdoptValue(ctx, o.Key, value); err == nil && !added {
			err = store.ErrKeyExists
		}
	case o.Op == "restore" && records.IsDamaged(err):
		var done records.Restored
		switch err = l.records.RestoreValues(ctx, records.Damage{ID: ID(o.Key), Value: true}.Shown(), "", &done); {
		case err == nil:
			value, _, err = read()
		case errors.Is(err, records.ErrNoValues):
			err = store.ErrNoKey // it was deleted meanwhile
		case errors.Is(err, store.ErrKeyExists):
			err = &store.UnavailableError{Message: "it is being put back"} // another one has put it back
		}
	case o.Op == "restore":
	case o.Op == "remove" && strings.HasPrefix(o.Key, storetest.LessonPrefix):
		err = l.records.RemoveMatching(ctx, o.Key)
	case o.Op == "remove":
		err = l.records.RemoveValues(ctx, rootOf(o.Key), true)
	case err == nil || errors.Is(err, store.ErrNoKey): // put
		value = textOfValue(l, number(value)+1, o.Label)
		if errors.Is(err, store.ErrNoKey) {
			_, err = l.records.CreateValue(ctx, o.Key, value, o.Key)
		} else {
			_, err = l.records.UpdateValue(ctx, o.Key, value, sequence, o.Key)
		}
	}
	switch {
	case errors.Is(err, store.ErrNoKey):
		r.Kind = absentValue
	case errors.Is(err, store.ErrKeyExists):
		r.Kind = takenValue
	default:
		r.Kind = kindOf(err)
	}
	if err != nil {
		r.Text = err.Error()
	} else {
		r.Text, r.Revision = string(value), number(value)
	}
	return r
}

// textOfValue returns a value that was used now. One of a poll is swept long after that.
func textOfValue(l *Store, number int, label string) []byte {
	now, _ := l.records.Now()
	return fmt.Appendf(nil, `{"r":%d,"revision":%[1]d,"text":%q,"used":%d}`, number, label, now.UnixMilli())
}

// newValue stores a value under a new key, or imports it.
func (r *faultRun) newValue(p *process) {
	r.mu.Lock()
	n := len(r.values)
	v := &faultyValue{texts: map[int]string{}}
	switch r.picks.IntN(12) {
	case 0:
		v.key = fmt.Sprintf("room.ROOM%d", n)
	case 1:
		v.key, v.once = fmt.Sprintf("room.ROOM%d.a.1.x", n), true
	case 2:
		v.key = fmt.Sprintf("homework.homework%d.s.student", n)
	case 3:
		v.key = lessonKey(Key(fmt.Sprint("a lesson ", n)).ID())
	case 4:
		v.key = fmt.Sprintf("task.task%d.s.student", n)
	case 5:
		v.key = fmt.Sprintf("trace.trace%d.part.1", n) // large
	case 6:
		v.key = fmt.Sprintf("poll.poll%d", n) // of a kind that is swept
	case 7:
		v.key = fmt.Sprintf("room.ROOM%d", n)
	case 8, 9:
		v.key = fmt.Sprintf("%s%d", faultyLivePrefix, n)
	case 10, 11:
		v.key, v.once = fmt.Sprintf("%swhole%d", faultyRunPrefix, n), true
	}
	op := []string{"put", "adopt"}[r.picks.IntN(2)]
	if strings.HasPrefix(v.key, faultyRunPrefix) {
		op = "put"
	}
	r.values = append(r.values, v)
	r.mu.Unlock()
	r.store(p, v, op)
}

// value returns a value, or nil if there is none.
func (r *faultRun) value() *faultyValue {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.values) == 0 {
		return nil
	}
	return r.values[r.picks.IntN(len(r.values))]
}

// put stores the next number of a value. One that is stored once is not replaced.
func (r *faultRun) put(p *process, v *faultyValue) { r.store(p, v, "put") }

// store stores the next number of a value, or imports a new one.
func (r *faultRun) store(p *process, v *faultyValue, op string) {
	r.mu.Lock()
	label := fmt.Sprintf("p%d", r.labels)
	r.labels++
	before, removed := v.newest, v.removed || v.removing
	r.mu.Unlock()
	if v.once && before > 0 || removed {
		return
	}
	o := p.do(order{Op: op, Key: v.key, Label: label})
	r.mu.Lock()
	defer r.mu.Unlock()
	removed = removed || v.removed || v.removing
	switch {
	case o.Kind == unavailable:
		r.unanswered++
	case o.Kind == damaged, o.Kind == takenValue, removed:
	case o.Kind != done:
		r.errorf("%s: a new value of %s: %s, %s", p.name, v.key, o.Kind, o.Text)
	case v.texts[o.Revision] != "" || !v.once && o.Revision <= before:
		r.errorf("%s: a new value of %s has number %d, and %d was acknowledged before", p.name, v.key, o.Revision, before)
	default:
		r.acknowledged++
		if strings.HasPrefix(v.key, faultyRunPrefix) {
			r.runs++
		}
		v.texts[o.Revision], v.newest = o.Text, max(v.newest, o.Revision)
	}
}

// removeValue deletes a value. It does not come back.
func (r *faultRun) removeValue(p *process, v *faultyValue) {
	r.mu.Lock()
	v.removing = true
	r.mu.Unlock()
	o := p.do(order{Op: "remove", Key: v.key})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch o.Kind {
	case done, absentValue:
		v.removed = v.removed || o.Kind == done
	case wrong:
		r.errorf("%s: deleting %s: %s", p.name, v.key, o.Text)
	}
}

// readValue reads a value. It must be the newest one that was acknowledged, or a later one. answered
// is false if there was no answer.
func (r *faultRun) readValue(p *process, v *faultyValue) (answered, refused bool) {
	return r.ask(p, v, "value")
}

// restoreValue puts a value back if it is lost and somebody has it. What it then is, is as for readValue.
func (r *faultRun) restoreValue(p *process, v *faultyValue) { r.ask(p, v, "restore") }

// sweep deletes what is old, which nothing is.
func (r *faultRun) sweep(p *process) {
	if o := p.do(order{Op: "sweep"}); o.Kind == wrong {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.errorf("%s: a sweep: %s", p.name, o.Text)
	}
}

func (r *faultRun) ask(p *process, v *faultyValue, op string) (answered, refused bool) {
	r.mu.Lock()
	least, removed, removing := v.newest, v.removed, v.removing
	r.mu.Unlock()
	o := p.do(order{Op: op, Key: v.key})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case o.Kind == unavailable:
		return false, false
	case removed && o.Kind == damaged:
		r.alarms++ // the ledger has lost the deletion, and the store has nothing
	case removed && o.Kind != absentValue:
		r.errorf("%s: %s, which was deleted: %s, %s", p.name, v.key, o.Kind, o.Text)
	case o.Kind == absentValue && (least == 0 || removing || v.removing):
	case o.Kind == damaged && least > 0 && !removing:
		r.named++
		return true, true
	case o.Kind == damaged: // one without an answer was stored, and then lost
	case o.Kind != done:
		r.errorf("%s: %s, of which %d was acknowledged, is denied: %s, %s", p.name, v.key, least, o.Kind, o.Text)
	case o.Revision < least, v.texts[o.Revision] != "" && v.texts[o.Revision] != o.Text:
		r.errorf("%s: %s was replaced by %s, want number %d, %s", p.name, v.key, o.Text, least, v.texts[least])
	case strings.HasPrefix(v.key, faultyRunPrefix) && !strings.HasPrefix(o.Text, v.texts[least]):
		r.errorf("%s: %s has the lines %s, which do not begin with %s", p.name, v.key, o.Text, v.texts[least])
	default:
		r.served++
	}
	return true, false
}

// checkValues reads all values at an Espalier. It returns false if one stayed unavailable.
func (r *faultRun) checkValues(p *process, until time.Time) bool {
	for _, v := range r.values {
		var answered, refused bool
		for {
			if answered, refused = r.readValue(p, v); answered {
				break
			}
			if time.Now().After(until) {
				r.away(p, order{Op: "value", Key: v.key})
				return false
			}
			time.Sleep(10 * time.Millisecond)
		}
		if !refused {
			continue
		}
		r.awaitNamed(p, ID(v.key), func() string {
			if answered, refused := r.readValue(p, v); answered && !refused {
				return ""
			}
			return v.key
		})
	}
	return true
}

// awaitNamed waits until Health names what is damaged, or until it is put back.
func (r *faultRun) awaitNamed(p *process, id ID, unreadable func() string) {
	for end := time.Now().Add(namedPatience); ; time.Sleep(50 * time.Millisecond) {
		h := p.do(order{Op: "health"})
		if slices.ContainsFunc(h.Damaged, func(d ID) bool { return d == id || strings.HasPrefix(string(d), string(id)+".") }) {
			return
		}
		rest := unreadable()
		if rest == "" {
			return
		}
		if time.Now().After(end) {
			r.errorf("%s: %s is damaged, and the health is %s and names %v; %s", p.name, id, h.State, h.Damaged, rest)
			return
		}
	}
}
