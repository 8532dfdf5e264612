package classroom

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"espalier/trees"
	"espalier/web/app"
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
	r.class.members = app.AppendMembers([]byte{','}, r.classAnswer())
	for m := range r.members {
		if m.leads {
			m.client.peer.Notify()
		}
	}
}

// A classAnswer is what a class message has after its id.
type classAnswer struct {
	Question  string `json:"question,omitempty"`
	Followers int    `json:"followers"`
	Lost      int    `json:"lost"`
	Hands     int    `json:"hands"`
	Damaged   int    `json:"damaged,omitempty"`
	*tallyAnswer
	Names     []string `json:"names"`
	Anonymous bool     `json:"anonymous"`
	Waiting   int      `json:"waiting,omitempty"` // people who wait to be let in
}

// classAnswer returns the class. The caller holds mu.
func (r *room) classAnswer() classAnswer {
	a := classAnswer{Followers: len(r.followers), Lost: r.countLost(), Hands: r.walled, Damaged: r.countDamaged(), Anonymous: r.value.Anonymous, Names: []string{}}
	names := r.names()
	a.Waiting = waiting(r.present())
	for _, p := range r.elsewhere {
		a.Followers += p.Followers
		a.Lost += p.Lost
		names = append(names, p.Names...)
		a.Waiting += waiting(p.People)
	}
	if !a.Anonymous {
		a.Names = append(a.Names, names[:min(len(names), maxClassNames)]...)
	}
	t := &tally{}
	if q := r.value.Question; q != nil {
		if n, ok := ReadNumber("q", q.ID); ok && n < len(r.questions) && r.questions[n] != nil {
			t = r.questions[n].answers.tally(maxClassAnswers, trees.MaxNodes)
		}
		a.Question = q.ID
	}
	a.tallyAnswer = t.answer()
	return a
}

// names returns the nicknames of some followers here. The caller holds mu.
func (r *room) names() []string {
	var names []string
	for m := range r.members {
		if m.nick != "" && m.standing.is() == standsIn {
			if names = append(names, m.nick); len(names) == maxClassNames {
				break
			}
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names
}

func waiting(people []presentPerson) (n int) {
	for _, one := range people {
		if one.Waits {
			n++
		}
	}
	return n
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
