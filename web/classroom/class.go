package classroom

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"espalier/trees"
	"espalier/web/classroom/entry"
)

// A class is the live message to presenters: the number of followers, and their answers.
type class struct {
	timer   *time.Timer // nil: nothing to send
	sent    time.Time
	version int
	members []byte // of the message, after its id
}

// classChanged makes sendClass run soon, at most once in classInterval. The caller holds mu.
func (r *room) classChanged() {
	if r.leads == 0 || r.class.timer != nil {
		return
	}
	wait := classInterval - time.Since(r.class.sent)
	r.class.timer = time.AfterFunc(max(wait, time.Millisecond), r.sendClass)
}

// inClass changes what presenters see of the class.
func (r *room) inClass(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.classChanged()
}

func (r *room) sendClass() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.class.timer, r.class.sent = nil, time.Now()
	r.class.version++
	r.class.members = r.appendClass(nil)
	for m := range r.members {
		if m.leads {
			m.client.peer.Notify()
		}
	}
}

// appendClass appends the members of a class message. The caller holds mu.
func (r *room) appendClass(b []byte) []byte {
	followers, lost := len(r.followers), r.countLost()
	names := r.names()
	for _, p := range r.elsewhere {
		followers += p.Followers
		lost += p.Lost
		names = append(names, p.Names...)
	}
	t := &tally{Counts: []answerCount{}, Nodes: []nodeCount{}}
	if q := r.value.Question; q != nil {
		if n, ok := ReadNumber("q", q.ID); ok && n < len(r.questions) && r.questions[n] != nil {
			t = r.questions[n].answers.tally(maxClassAnswers, trees.MaxNodes)
		}
		b = trees.AppendQuoted(append(b, `,"question":`...), q.ID)
	}
	b = trees.AppendNumberKey(b, "followers", followers)
	b = trees.AppendNumberKey(b, "lost", lost)
	b = trees.AppendNumberKey(b, "hands", r.walled)
	if n := r.countDamaged(); n > 0 {
		b = trees.AppendNumberKey(b, "damaged", n)
	}
	b = t.append(append(b, ','))
	if r.value.Anonymous {
		names = nil
	}
	b = trees.AppendStrings(append(b, `,"names":`...), names[:min(len(names), maxClassNames)])
	if r.value.Anonymous {
		return append(b, `,"anonymous":true`...)
	}
	return append(b, `,"anonymous":false`...)
}

// names returns the nicknames of some followers here. The caller holds mu.
func (r *room) names() []string {
	var names []string
	for m := range r.members {
		if m.nick != "" {
			if names = append(names, m.nick); len(names) == maxClassNames {
				break
			}
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names
}

// A handIn is the stored form of a hand-in.
type handIn struct {
	By   entry.FollowerID `json:"y"`
	Nick string           `json:"n,omitempty"`
	Text string           `json:"t"`
}

func readHandIn(data []byte) (in handIn, err error) {
	err = json.Unmarshal(data, &in)
	return in, err
}
