package classroom

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"math"
	"slices"

	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/judge"
	"espalier/web/problem"
)

// The states of a room, and of a question.
const (
	stateOpen    = "open"
	statePaused  = "paused"  // followers see a still page
	stateClosed  = "closed"  // closed for good
	stateStopped = "stopped" // a question takes no more answers
)

// RoomStates and QuestionStates list the states of a room, and of a question.
var (
	RoomStates     = []string{stateOpen, statePaused, stateClosed}
	QuestionStates = []string{stateOpen, stateStopped}
)

// A value is the whole state of a room, in its stored form. Followers get a part of it.
type value struct {
	Code      entry.Code     `json:"c"`
	Hash      string         `json:"k"` // of the presenter's key
	Revision  int            `json:"r"`
	Reserved  int            `json:"rr"` // the revisions up to here may have been sent
	Epoch     string         `json:"e"`
	State     string         `json:"s"`
	Show      show           `json:"w"`
	Before    *show          `json:"bf,omitempty"` // what the room showed before a hand-in; nil: no hand-in is shown, or it did not fit
	Question  *shownQuestion `json:"q,omitempty"`
	Lesson    *lesson        `json:"l,omitempty"`
	Asked     int            `json:"n,omitempty"` // the number of the last question
	Touched   int64          `json:"t"`           // the presenter's last action, in ms by the time of the library
	Anonymous bool           `json:"a,omitempty"`
	Names     bool           `json:"m,omitempty"`  // the room asks for names (people.go)
	Locked    bool           `json:"lk,omitempty"` // new people wait until they are let in
	Outs      int            `json:"po,omitempty"` // how often somebody was taken out or let in
	By        string         `json:"b"`            // identifies this write

	// These decide whether the room can be closed for a new one when the limit is reached (census.go).
	Owner  string `json:"f,omitempty"` // a tag of the address that opened the room
	Joined bool   `json:"j,omitempty"` // somebody has joined it
	Led    int64  `json:"d,omitempty"` // when a presenter was last seen, in ms; only until the room is used
}

// A show is the part of the value that everyone sees.
type show struct {
	// Run has the source, algorithm, options and leaf values, in normal form.
	Run    json.RawMessage `json:"r"`
	Step   int             `json:"s"`
	Play   *playback       `json:"p,omitempty"`
	Point  []int32         `json:"o,omitempty"`
	Theme  string          `json:"h,omitempty"`
	Source string          `json:"-"` // the typed tree of Run: sha256:HEX; "": none
	Hand   string          `json:"-"` // the hand-in that it comes from; "": none
}

// A shownQuestion is the part of the current question that followers see.
type shownQuestion struct {
	ID       string          `json:"i"`
	Kind     string          `json:"k"`
	Node     *int            `json:"n,omitempty"`
	Text     string          `json:"t,omitempty"`
	Value    json.RawMessage `json:"v,omitempty"` // root: the other value of the leaf
	Choices  []string        `json:"c,omitempty"`
	Other    string          `json:"h,omitempty"` // fewer: the algorithm of the other search
	Step     int             `json:"s"`
	Settled  int             `json:"l,omitempty"` // the first step that shows the answer, up to Step; 0: none
	State    string          `json:"e"`
	Run      json.RawMessage `json:"r,omitempty"` // the run of the question, if the room now shows another one
	Tally    *tally          `json:"y,omitempty"`
	Revealed bool            `json:"d,omitempty"`
	Answer   json.RawMessage `json:"a,omitempty"` // the right answer, when it is revealed; null: there is none
	At       *int            `json:"x,omitempty"` // the step that shows it
	Results  *judge.Results  `json:"z,omitempty"` // root: the results of both searches, when the answer is revealed
	Why      string          `json:"w,omitempty"` // the sentence of the step that shows it

	Ends       int64 `json:"u,omitempty"` // the end of the time limit, in ms; 0: there is none
	RevealedAt int   `json:"b,omitempty"` // the step of the room when the answer was revealed
	Away       bool  `json:"g,omitempty"` // it was stopped because the room went to another scene
}

// lastShown returns the last step that followers may see while the question is open.
func (q *shownQuestion) lastShown() int {
	asked := question.Question{Kind: kindOf(q.Kind), Step: q.Step}
	return asked.Shown(q.Settled)
}

// waits reports whether the class waits for the answer to a question about what the room shows.
func (v *value) waits() bool {
	q := v.Question
	return q != nil && !q.Revealed && (q.State == stateOpen || q.Run == nil && !q.Away)
}

// copy returns a copy that can be changed without changing v.
func (v value) copy() value {
	if v.Question != nil {
		q := *v.Question
		v.Question = &q
	}
	return v
}

// readSource sets what Run says of a typed tree.
func (s *show) readSource() {
	var named struct{ Source, Hand string }
	json.Unmarshal(s.Run, &named)
	s.Source, s.Hand = named.Source, named.Hand
}

// setShow changes the show. The question keeps the run that it is about.
func (v *value) setShow(s show) {
	if q := v.Question; q != nil {
		asked := q.Run
		if asked == nil {
			asked = v.Show.Run
		}
		q.Run = asked
		if bytes.Equal(asked, s.Run) {
			q.Run = nil
		}
	}
	if s.Hand == "" {
		v.Before = nil
	}
	v.Show = s
}

// askedRun returns the run that the current question is about.
func (v *value) askedRun() json.RawMessage {
	if v.Question.Run != nil {
		return v.Question.Run
	}
	return v.Show.Run
}

// fit makes the value fit into MaxValue by dropping what was shown before a hand-in, and details of the question.
func (v *value) fit() error {
	for {
		sent := len(v.appendMembers([]byte{'{'}, math.MaxInt32*1000)) + 1
		stored, err := json.Marshal(v)
		if err != nil {
			return err
		}
		kept := len(stored) + len(v.By) + attendedRoom
		size := max(sent, kept)
		if size <= MaxValue {
			return nil
		}
		if v.Before != nil && kept > MaxValue {
			v.Before = nil
			continue
		}
		if v.Question != nil && v.Question.Results != nil {
			v.Question.Results = nil // the right answer stays
			continue
		}
		if v.Question != nil && v.Question.Why != "" {
			v.Question.Why = ""
			continue
		}
		if v.Question == nil || v.Question.Tally == nil || len(v.Question.Tally.Counts)+len(v.Question.Tally.Nodes) == 0 {
			return problem.OverLimit("show", "the room would have to store %d bytes, more than its limit of %d; set fewer values, point at fewer nodes, or shorten or end the question", size, MaxValue)
		}
		t := *v.Question.Tally
		if n := len(t.Counts) - 1; n >= 0 && n >= len(t.Nodes)-1 {
			t.Other += t.Counts[n].Count
			t.Counts = t.Counts[:n]
		} else {
			t.Nodes = t.Nodes[:len(t.Nodes)-1]
		}
		v.Question.Tally = &t
	}
}

// A valueAnswer is the part of a value for followers.
type valueAnswer struct {
	Code     entry.Code      `json:"code"`
	Revision int             `json:"revision"`
	Epoch    string          `json:"epoch"`
	State    string          `json:"state"`
	Now      int64           `json:"now"`
	Names    bool            `json:"names,omitempty"`
	Show     json.RawMessage `json:"show"` // the run with a showAnswer
	Lesson   *lessonAnswer   `json:"lesson,omitempty"`
	Question *questionAnswer `json:"question"`
}

// A showAnswer is what a show has besides its run.
type showAnswer struct {
	Step  int       `json:"step"`
	Play  *playback `json:"play"`
	Point []int32   `json:"point"`
	Theme *string   `json:"theme"`
}

type lessonAnswer struct {
	ID    string `json:"id"` // its alias
	Scene int    `json:"scene"`
	Open  []int  `json:"open"`
}

// A questionHead is what all answers about a question begin with.
type questionHead struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Node    *int            `json:"node"`
	Text    string          `json:"text"`
	Value   json.RawMessage `json:"value,omitempty"`
	Choices []string        `json:"choices,omitzero"`
	Other   string          `json:"other,omitempty"`
	Step    int             `json:"step"`
}

func (q *shownQuestion) head() questionHead {
	return questionHead{q.ID, q.Kind, q.Node, q.Text, q.Value, q.Choices, q.Other, q.Step}
}

type questionAnswer struct {
	questionHead
	Shown  *int            `json:"shown,omitempty"` // the last step that is shown
	State  string          `json:"state"`
	Ends   int64           `json:"ends,omitempty"`
	Away   bool            `json:"away,omitempty"`
	Tally  *tallyAnswer    `json:"tally"`
	Answer json.RawMessage `json:"answer"`
	*revealedAnswer
	Show json.RawMessage `json:"show,omitempty"` // the run with the step of the question
}

// A revealedAnswer is what is sent with the right answer.
type revealedAnswer struct {
	Correct json.RawMessage `json:"correct"`
	At      *int            `json:"at"`
	Results *judge.Results  `json:"results,omitempty"`
	Why     string          `json:"why,omitempty"`
}

// answer returns the part for followers.
func (v *value) answer(now int64) *valueAnswer {
	a := &valueAnswer{Code: v.Code, Revision: v.Revision, Epoch: v.Epoch, State: v.State, Now: now, Names: v.Names, Show: v.Show.answer()}
	if l := v.Lesson; l != nil {
		a.Lesson = &lessonAnswer{v.lessonAlias(), l.Scene, app.List(l.Open)}
	}
	if v.Question != nil {
		a.Question = v.Question.answer()
	}
	return a
}

// appendMembers appends the part for followers, as members of an object.
func (v *value) appendMembers(b []byte, now int64) []byte {
	a := v.answer(now)
	if a.Question == nil {
		return app.AppendMembers(b, a)
	}
	if run := v.Question.Run; run != nil {
		a.Question.Show = v.Question.showAt(run)
		return app.AppendMembers(b, a)
	}
	a.Question.Show = v.Question.showAt(v.Show.Run)
	if whole := app.AppendMembers(slices.Clip(b), a); len(whole)+headRoom <= MaxValue {
		return whole
	}
	a.Question.Show = nil // it is about the run that the room shows
	return app.AppendMembers(b, a)
}

// json returns the value as an answer to a request.
func (v *value) json(now int64) []byte { return append(v.appendMembers([]byte{'{'}, now), '}', '\n') }

// withMembers returns a run with further members.
func withMembers(run json.RawMessage, members any) json.RawMessage {
	return append(app.AppendMembers(append(slices.Clip(run[:len(run)-1]), ','), members), '}')
}

func (s *show) answer() json.RawMessage {
	a := showAnswer{Step: s.Step, Play: s.Play, Point: app.List(s.Point)}
	if s.Theme != "" {
		a.Theme = &s.Theme
	}
	return withMembers(s.Run, a)
}

// answer returns the question without its run.
func (q *shownQuestion) answer() *questionAnswer {
	a := &questionAnswer{questionHead: q.head(), State: q.State, Away: q.Away}
	if q.Settled > 0 {
		last := q.lastShown()
		a.Shown = &last
	}
	if q.State == stateOpen {
		a.Ends = q.Ends
	}
	if q.Tally != nil {
		a.Tally = q.Tally.answer()
	}
	if q.Revealed {
		a.Answer, a.revealedAnswer = q.Answer, &revealedAnswer{q.Answer, q.At, q.Results, q.Why}
	}
	return a
}

// showAt returns a run at the step of the question.
func (q *shownQuestion) showAt(run json.RawMessage) json.RawMessage {
	return withMembers(run, struct {
		Step int `json:"step"`
	}{q.Step})
}

// attendedRoom is the space reserved in a stored value for what attend notes later.
const attendedRoom = len(`,"d":1000000000000`)

// headRoom is the space reserved for the head of a message.
const headRoom = 160

// newTag returns a random tag.
func newTag() string { return rand.Text()[:12] }
