package classroom

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"espalier/search/question"
	"espalier/trees"
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

// A value is the whole state of a room, in its stored form. Followers get a part of it.
type value struct {
	Code      entry.Code     `json:"c"`
	Hash      string         `json:"k"` // of the presenter's key
	Revision  int            `json:"r"`
	Reserved  int            `json:"rr"` // the revisions up to here may have been sent
	Epoch     string         `json:"e"`
	State     string         `json:"s"`
	Show      show           `json:"w"`
	Question  *shownQuestion `json:"q,omitempty"`
	Lesson    *lesson        `json:"l,omitempty"`
	Asked     int            `json:"n,omitempty"` // the number of the last question
	Touched   int64          `json:"t"`           // the presenter's last action, in ms by the time of the library
	Anonymous bool           `json:"a,omitempty"`
	By        string         `json:"b"` // identifies this write

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
}

// A shownQuestion is the part of the current question that followers see.
type shownQuestion struct {
	ID       string          `json:"i"`
	Kind     string          `json:"k"`
	Node     *int            `json:"n,omitempty"`
	Text     string          `json:"t,omitempty"`
	Value    json.RawMessage `json:"v,omitempty"` // root: the other value of the leaf
	Choices  []string        `json:"c,omitempty"`
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

// copy returns a copy that can be changed without changing v.
func (v value) copy() value {
	if v.Question != nil {
		q := *v.Question
		v.Question = &q
	}
	return v
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
	v.Show = s
}

// askedRun returns the run that the current question is about.
func (v *value) askedRun() json.RawMessage {
	if v.Question.Run != nil {
		return v.Question.Run
	}
	return v.Show.Run
}

// fit makes the value fit into MaxValue by dropping details of the question.
func (v *value) fit() error {
	for {
		sent := len(v.appendMembers([]byte{'{'}, math.MaxInt32*1000)) + 1
		stored, err := json.Marshal(v)
		if err != nil {
			return err
		}
		size := max(sent, len(stored)+len(v.By)+attendedRoom)
		if size <= MaxValue {
			return nil
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

// appendMembers appends the part for followers, as members of an object.
func (v *value) appendMembers(b []byte, now int64) []byte {
	b = trees.AppendQuoted(append(b, `"code":`...), string(v.Code))
	b = trees.AppendNumberKey(b, "revision", v.Revision)
	b = trees.AppendQuoted(append(b, `,"epoch":`...), v.Epoch)
	b = trees.AppendQuoted(append(b, `,"state":`...), v.State)
	b = trees.AppendNumberKey(b, "now", int(now))
	b = v.Show.append(append(b, `,"show":`...))
	if v.Lesson != nil {
		b = trees.AppendQuoted(append(b, `,"lesson":{"id":`...), v.lessonAlias())
		b = trees.AppendNumberKey(b, "scene", v.Lesson.Scene)
		b = append(b, `,"open":[`...)
		for i, n := range v.Lesson.Open {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, "]}"...)
	}
	b = append(b, `,"question":`...)
	if v.Question == nil {
		return append(b, "null"...)
	}
	if run := v.Question.Run; run != nil {
		return v.Question.append(b, run)
	}
	if whole := v.Question.append(slices.Clip(b), v.Show.Run); len(whole)+headRoom <= MaxValue {
		return whole
	}
	return v.Question.append(b, nil) // it is about the run that the room shows
}

// json returns the value as an answer to a request.
func (v *value) json(now int64) []byte { return append(v.appendMembers([]byte{'{'}, now), '}', '\n') }

func (s *show) append(b []byte) []byte {
	b = append(b, s.Run[:len(s.Run)-1]...)
	b = trees.AppendNumberKey(b, "step", s.Step)
	b = append(b, `,"play":`...)
	if s.Play == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendFloat(append(b, `{"speed":`...), s.Play.Speed, 'f', -1, 64)
		b = trees.AppendQuoted(append(b, `,"by":`...), s.Play.By)
		b = trees.AppendNumberKey(b, "from", s.Play.From)
		b = trees.AppendNumberKey(b, "since", int(s.Play.Since))
		b = append(b, '}')
	}
	b = trees.AppendNodes(append(b, `,"point":`...), s.Point)
	b = append(b, `,"theme":`...)
	if s.Theme == "" {
		return append(b, "null}"...)
	}
	return append(trees.AppendQuoted(b, s.Theme), '}')
}

// append appends the question, with its run if that is given.
func (q *shownQuestion) append(b []byte, run json.RawMessage) []byte {
	b = trees.AppendQuoted(append(b, `{"id":`...), q.ID)
	b = trees.AppendQuoted(append(b, `,"kind":`...), q.Kind)
	b = appendOptional(append(b, `,"node":`...), q.Node)
	b = trees.AppendQuoted(append(b, `,"text":`...), q.Text)
	if q.Value != nil {
		b = append(append(b, `,"value":`...), q.Value...)
	}
	if q.Choices != nil {
		b = trees.AppendStrings(append(b, `,"choices":`...), q.Choices)
	}
	b = trees.AppendNumberKey(b, "step", q.Step)
	if q.Settled > 0 {
		b = trees.AppendNumberKey(b, "shown", q.lastShown())
	}
	b = trees.AppendQuoted(append(b, `,"state":`...), q.State)
	if q.Ends != 0 && q.State == stateOpen {
		b = trees.AppendNumberKey(b, "ends", int(q.Ends))
	}
	if q.Away {
		b = append(b, `,"away":true`...)
	}
	b = append(b, `,"tally":`...)
	if q.Tally == nil {
		b = append(b, "null"...)
	} else {
		b = q.Tally.append(append(b, '{'))
		b = append(b, '}')
	}
	if q.Revealed {
		b = append(append(b, `,"answer":`...), q.Answer...)
		b = append(append(b, `,"correct":`...), q.Answer...)
		b = appendOptional(append(b, `,"at":`...), q.At)
		if q.Results != nil {
			results, _ := json.Marshal(q.Results)
			b = append(append(b, `,"results":`...), results...)
		}
		if q.Why != "" {
			b = trees.AppendQuoted(append(b, `,"why":`...), q.Why)
		}
	} else {
		b = append(b, `,"answer":null`...)
	}
	if run != nil {
		b = append(append(b, `,"show":`...), run[:len(run)-1]...)
		b = trees.AppendNumberKey(b, "step", q.Step)
		b = append(b, '}')
	}
	return append(b, '}')
}

func appendOptional(b []byte, n *int) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(*n), 10)
}

// attendedRoom is the space reserved in a stored value for what attend notes later.
const attendedRoom = len(`,"d":1000000000000`)

// headRoom is the space reserved for the head of a message.
const headRoom = 160

// newTag returns a random tag.
func newTag() string { return rand.Text()[:12] }
