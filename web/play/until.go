package play

import (
	"context"
	"math"
	"strings"
	"sync/atomic"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/words"
)

// This file has what a page leaves out while a question is open; judge.LimitOf says when that is.

// neutral reports whether the page may not state a result.
func (p *Page) neutral() bool { return p.Ask || p.Limit != nil && p.Limit.Neutral }

// limit limits the view to the steps that may be seen. While the page may not state a result, its tree
// has no title: it may be one.
func (p *Page) limit(r *run.Resolved, v *View) *run.Resolved {
	if l := p.Limit; l != nil && l.Until >= 0 {
		v.Step, v.HasStep, v.AtEnd = min(v.Step, l.Until), true, false
	}
	if p.neutral() && r.Tree != nil && r.Tree.Title != "" {
		return Untitled(r)
	}
	return r
}

// leaveOut removes what the page of a whole run has of later steps.
func (p *Page) leaveOut() {
	if p.neutral() {
		p.Verdict, p.Regions, p.FailureSearch = nil, nil, ""
	}
	if l := p.Limit; l != nil && l.Until >= 0 {
		p.Marks, p.Verdict, p.Regions = nil, nil, nil
		p.Last = l.Until
		p.Back, p.Forward = min(p.Back, p.Last), min(p.Forward, p.Last)
	}
}

// Untitled returns the run on a tree without its title, which can state a result.
func Untitled(r *run.Resolved) *run.Resolved {
	of, tree := *r, *r.Tree
	tree.Title = ""
	of.Tree = &tree
	return &of
}

// RoomHead returns the title of a run as a class reads it, and what is below. While a question is open the title is left
// out, because it can answer.
func RoomHead(r *run.Resolved, t *trees.Tree, asked bool) (title, sub string) {
	title, sub = words.TitleOf(t), words.ConfigName(r.Config())+" · "+r.Of.Describe(t)
	if f := r.Of.Figure; f != nil {
		title, sub = f.Title, f.Paper.Short+", "+f.Figure+" · "+sub
	}
	if asked {
		title = "Question"
	}
	return words.MaxN(title), sub
}

// SubOf describes a run below the title of a page: the title of its tree, the algorithm, and the tree. l
// is the limit of the page; nil: there is none.
func SubOf(r *run.Resolved, l *judge.Limit) string {
	text := words.ConfigName(r.Config()) + " · " + r.Of.Describe(r.Tree)
	if l != nil && l.Neutral {
		return text
	}
	return words.MaxN(words.TitleOf(r.Tree)) + " · " + text
}

// A run with until is for a page that must not know how the run goes on, as that of a
// follower in a classroom. The search goes to its end and is recorded as a whole, but the
// page gets no step past the limit. A later message raises the limit; it never falls.

// An untilMessage raises the limit of a run: to a step, or to the end of some units of a
// playback that begins at the step. The units are the server's to count: a page that does
// not know later steps does not know where its playback stops next.
type untilMessage struct {
	Until int
	By    trace.StepSize
	Units int
}

func (v *untilMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "until":
		v.Until, err = problem.ReadWhole(member.Raw, "until", 0, problem.MaxCount)
	case "units":
		v.Units, err = problem.ReadWhole(member.Raw, "units", 0, problem.MaxCount)
	case "by":
		var name string
		if name, err = problem.ReadString(member.Raw, "by"); err != nil {
			return err
		}
		known := false
		if v.By, known = trace.ParseStepSize(name); !known {
			err = problem.Refused("by", "%q is not a step size; there are %s", name, strings.Join(trace.StepSizeNames(), ", "))
		}
	}
	return err
}

func (c *runClient) until(m *socket.Message, v *untilMessage) error {
	switch r := c.find(m.ID); {
	case r == nil: // it has ended, and the client may not know yet
	case r.until == nil:
		return problem.Refused("id", "the run %q has no limit that could be raised: it is no page's run with until", m.ID)
	default:
		r.until.raise(v)
	}
	return nil
}

// untilSteps is the limit of a run. A nil one is none.
type untilSteps struct {
	allowed func() int                   // the last step that whoever asks may see now; used by the run alone
	last    atomic.Int64                 // the last step that may be sent; set by the run alone
	wish    atomic.Pointer[untilMessage] // the newest message
	raised  chan struct{}                // capacity 1: there is a new one
	waits   atomic.Bool                  // the search is over, and the run waits for a message

	// The units of a playback that were sent, counted by the run alone.
	of     untilMessage // the playback that is counted
	passed int          // its units up to the step sent last
	sizer  trace.StepSizer
}

func newUntilSteps(last int) *untilSteps {
	u := &untilSteps{raised: make(chan struct{}, 1)}
	u.last.Store(int64(last))
	return u
}

// guard limits a run to the steps that whoever asks for it may see, whatever the page asks for. It reports
// whether there is such a limit now.
func (u *untilSteps) guard(ctx context.Context, of *run.Resolved) bool {
	u.allowed = func() int {
		last, _ := of.Limited(ctx)
		return last
	}
	last, why := of.Limited(ctx)
	u.last.Store(min(u.last.Load(), int64(last)))
	return why != nil
}

// lastStep returns the last step that may be sent.
func (u *untilSteps) lastStep() int {
	if u == nil {
		return math.MaxInt
	}
	return int(u.last.Load())
}

func (u *untilSteps) isPast(step int) bool { return step > u.lastStep() }

func (u *untilSteps) raise(v *untilMessage) {
	u.wish.Store(v)
	select {
	case u.raised <- struct{}{}:
	default:
	}
}

// waitsForWish reports whether the run has sent what its limit allows: there is nothing
// to cancel.
func (r *searchRun) waitsForWish() bool {
	return r.until != nil && r.until.waits.Load()
}

// sendMore sends the recorded steps as the limit rises, up to the last one. It returns false
// if the run was given up before. The search is over, so it holds no slot while it waits.
func (p *pageRun) sendMore() bool {
	u := p.until
	u.waits.Store(true)
	for p.from < p.recorder.Len() {
		p.run.c.Send(p.run.ctx, socket.NewMessage("end", p.run.id, End{Steps: p.from, More: true}.Without(NoResult{})))
		select {
		case <-u.raised:
		case <-p.run.ctx.Done():
			return false
		}
		if !p.sendUpTo(u.wish.Load()) {
			return false
		}
		p.run.releaseSlot() // waiting for credit may have taken one
	}
	return true
}

// sendUpTo sends the steps that a message allows, in turn with the searches of others.
func (p *pageRun) sendUpTo(wish *untilMessage) bool {
	u := p.until
	allowed := u.allowed()
	give, err := engine.TakeTurn(p.run.search)
	if err != nil {
		return false
	}
	defer give()
	u.count(p, wish)
	sent := true
	p.recorder.Read(p.from, p.recorder.Len(), func(e *trace.Event) bool {
		if e.Seq > allowed || e.Seq > wish.Until && u.passed >= wish.Units {
			return false
		}
		if sent = engine.PassTurn(p.run.search) == nil; !sent {
			return false
		}
		u.last.Store(max(u.last.Load(), int64(e.Seq)))
		if sent = p.pack(e); sent {
			u.pass(e)
		}
		return sent
	})
	if sent {
		p.flush()
	}
	return sent
}

// count makes passed the units of a playback up to the step that was sent last.
func (u *untilSteps) count(p *pageRun, wish *untilMessage) {
	if wish.Until == u.of.Until && wish.By == u.of.By {
		return
	}
	u.of, u.passed, u.sizer = *wish, 0, trace.StepSizer{}
	p.recorder.Read(0, p.from, func(e *trace.Event) bool {
		u.pass(e)
		return true
	})
}

// pass counts a step that is sent.
func (u *untilSteps) pass(e *trace.Event) {
	if size := u.sizer.Size(e); e.Seq > u.of.Until && size >= u.of.By {
		u.passed++
	}
}
