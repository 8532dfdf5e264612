package classroom

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"espalier/web/judge"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
)

// A showBody is the text of the members of a show.
type showBody struct {
	run.Body
	step, play, point, theme []byte
}

func (h *Handlers) judge() judge.Judge { return judge.Judge{Core: h.Core} }

// readShow reads a presenter's show. before is the current one; nil: none. It does not store a typed
// tree.
func (h *Handlers) readShow(ctx context.Context, raw []byte, r *room, before *show) (show, *roomRun, error) {
	s := show{}
	members, err := problem.SplitObject(raw, "show")
	if err != nil {
		return s, nil, err
	}
	var given showBody
	fields := append(given.Fields(run.RoomKeys...), problem.Field{Key: "step", Raw: &given.step}, problem.Field{Key: "play", Raw: &given.play},
		problem.Field{Key: "point", Raw: &given.point}, problem.Field{Key: "theme", Raw: &given.theme})
	if err := problem.ReadFields(members, "show", fields...); err != nil {
		return s, nil, err
	}
	info, err := h.readRun(ctx, &given.Body, r)
	if err != nil {
		return s, nil, inShow(err)
	}
	if err := info.Allowed(ctx); err != nil { // in a room of their own a student would see it
		return s, nil, err
	}
	s.Run = info.Text
	s.readSource()
	if given.theme != nil {
		if s.Theme, err = problem.ReadString(given.theme, "show.theme"); err == nil {
			_, err = play.CheckTheme(s.Theme)
		}
		if err != nil {
			return s, nil, inShow(err)
		}
	}
	if s.Point, err = readPoints(given.point, info); err != nil {
		return s, nil, err
	}
	steps, err := info.stepsOf(ctx)
	if err != nil {
		return s, nil, inShow(err)
	}
	now := h.now().UnixMilli()
	if given.step != nil {
		if s.Step, err = readStep(given.step, "show.step", steps); err != nil {
			return s, nil, err
		}
	} else if before != nil && bytes.Equal(before.Run, s.Run) {
		s.Step = steps.At(before.Step, before.Play, now)
	}
	if given.play != nil {
		s.Play, err = readPlay(given.play, s.Step, steps, now, now-Lifetime.Milliseconds())
	}
	return s, info, err
}

// inShow adds show to the path of an error.
func inShow(err error) error {
	if e, ok := err.(*problem.Error); ok && !strings.HasPrefix(e.Path, "show") {
		return &problem.Error{Status: e.Status, Path: problem.JoinPath("show", e.Path), Message: e.Message}
	}
	return err
}

func readPoints(raw []byte, info *roomRun) ([]int32, error) {
	if raw == nil {
		return nil, nil
	}
	points, err := judge.ReadNodes(raw, "show.point", info.Nodes())
	if err == nil && len(points) > MaxPoints {
		err = problem.OverLimit("show.point", "the show points at %d nodes; it can point at %d at most", len(points), MaxPoints)
	}
	return points, err
}

// readRun reads the run of a show: the source, the algorithm, its options, and leaf values. The
// default algorithm is that of the first run on the page of the source.
func (h *Handlers) readRun(ctx context.Context, b *run.Body, r *room) (*roomRun, error) {
	source, err := b.RoomSource()
	if err != nil {
		return nil, err
	}
	lib := &library{Library: h.Saved(), h: h, room: r}
	var o *run.Opened
	switch shown := source.(type) {
	case run.Saved, run.Recorded:
		// The revision is fixed, because after later ones the run is another one.
		if o, err = run.Open(ctx, lib, source); err != nil {
			return nil, err
		}
		o.Source = o.Pinned()
		source = o.Source
	case run.Shown:
		if n, ok := ReadNumber("h", shown.Hand); ok && r != nil && r.isOut(n) {
			return nil, handOut(n)
		}
	}
	key := cacheKey(b, source, r)
	if info, ok := h.runs.get(key); ok {
		return info, nil
	}
	if o == nil {
		if err := checkExpanded(ctx, source, MaxGameNodes); err != nil {
			return nil, err
		}
		if o, err = lib.open(ctx, source); err != nil {
			return nil, err
		}
	}
	if err := o.Searchable(); err != nil {
		return nil, err
	}
	spec, err := o.ReadShow(*b)
	if err != nil {
		return nil, err
	}
	resolved, err := o.Resolve(spec)
	if err != nil {
		return nil, err
	}
	if len(spec.Values) > MaxValues {
		return nil, problem.OverLimit("values", "the show sets the values of %d leaves; a room can set at most %d", len(spec.Values), MaxValues)
	}
	info := newRoomRun(h.judge(), resolved)
	info.source = lib.typed
	if info.Text, err = resolved.Stored(); err != nil {
		return nil, err
	}
	if len(info.Text) > MaxValue {
		return nil, problem.OverLimit("show", "the show has %d bytes; a room can store at most %d", len(info.Text), MaxValue)
	}
	if err := resolved.Refused(); err != nil {
		return nil, err
	}
	h.runs.put(ctx, key, info)
	return info, nil
}

// roomKey begins the keys of runs that only a room has.
func roomKey(r *room) string { return "room\x00" + string(r.code) + "\x00" }

// cacheKey returns the key of a run in the cache.
func cacheKey(b *run.Body, source run.Source, r *room) string {
	var key []byte
	add := func(name string, raw []byte) { key = append(append(append(append(key, name...), 0), raw...), 0) }
	switch s := source.(type) {
	case run.Saved:
		add("saved", []byte(s.ID))
		add("revision", strconv.AppendInt(nil, int64(s.Revision), 10))
	case run.Recorded:
		add("trace", []byte(s.ID))
		add("revision", strconv.AppendInt(nil, int64(s.Revision), 10))
	case run.Shown:
		if r != nil {
			key = append(key, roomKey(r)...) // another room may not have this tree
		}
		add("source", []byte(s.Hash))
		add("hand", []byte(s.Hand))
	default:
		add(source.Key(), b.Member(source.Key()))
		add("expand", b.Expand)
		add("further", b.Further)
	}
	for _, name := range []string{"algorithm", "options", "values"} {
		add(name, b.Member(name))
	}
	return string(key)
}
