package classroom

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees/figures"
	"espalier/web/classroom/runs"
	"espalier/web/problem"
	"espalier/web/request"
)

// What a show has besides the members of a run.
var showKeys = []string{"source", "hand", "step", "play", "point", "theme"}

var runKeys = []string{"revision", "expand", "algorithm", "options", "values"}

// A shownRun is a run with the typed tree that it is on.
type shownRun struct {
	*runs.Run
	source *source // nil: not a typed tree
}

func (info *shownRun) sourceHash() string {
	if info.source == nil {
		return ""
	}
	return info.source.hash
}

func (h *Handlers) searcher() runs.Searcher { return runs.Searcher{Core: h.Core} }

// readShow reads what a presenter shows. before is what is shown now; nil: nothing.
// A typed tree is not stored yet.
func (h *Handlers) readShow(ctx context.Context, raw []byte, r *room, before *show) (show, *shownRun, error) {
	s := show{}
	members, err := problem.SplitObject(raw, "show")
	if err != nil {
		return s, nil, err
	}
	given := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(showKeys, m.Key) && !slices.Contains(runKeys, m.Key) && !slices.Contains(request.Sources, m.Key) {
			return s, nil, problem.UnknownKey("show", m.Key, slices.Concat(request.Sources, runKeys, showKeys))
		}
		if !m.Absent() {
			given[m.Key] = m.Raw
		}
	}
	info, err := h.readRun(ctx, given, r)
	if err != nil {
		return s, nil, inShow(err)
	}
	s.Run, s.Source = info.Text, info.sourceHash()
	if text, ok := given["theme"]; ok {
		if s.Theme, err = problem.ReadString(text, "show.theme"); err == nil {
			_, err = request.CheckTheme(s.Theme)
		}
		if err != nil {
			return s, nil, inShow(err)
		}
	}
	if s.Point, err = readPoints(given["point"], info); err != nil {
		return s, nil, err
	}
	steps, err := h.searcher().Steps(ctx, info.Run)
	if err != nil {
		return s, nil, inShow(err)
	}
	now := h.now().UnixMilli()
	if text, ok := given["step"]; ok {
		if s.Step, err = runs.ReadStep(text, "show.step", steps); err != nil {
			return s, nil, err
		}
	} else if before != nil && bytes.Equal(before.Run, s.Run) {
		s.Step = steps.At(before.Step, before.Play, now)
	}
	if given["play"] != nil {
		s.Play, err = runs.ReadPlay(given["play"], s.Step, steps, now, now-Lifetime.Milliseconds())
	}
	return s, info, err
}

// inShow names the place of an error below show.
func inShow(err error) error {
	if e, ok := err.(*problem.Error); ok && !strings.HasPrefix(e.Path, "show") {
		return &problem.Error{Status: e.Status, Path: problem.JoinPath("show", e.Path), Message: e.Message}
	}
	return err
}

func readPoints(raw []byte, info *shownRun) ([]int32, error) {
	if raw == nil {
		return nil, nil
	}
	points, err := runs.ReadNodes(raw, "show.point", info.Nodes())
	if err == nil && len(points) > MaxPoints {
		err = overLimit("show.point", "%d nodes are pointed at; %d is the most", len(points), MaxPoints)
	}
	return points, err
}

// readRun reads the members that say what runs: the source, the algorithm, its
// options, and values.
func (h *Handlers) readRun(ctx context.Context, given map[string][]byte, r *room) (*shownRun, error) {
	if given["saved"] != nil {
		// The revision is named: what follows of the tree's edits is another value.
		saved, err := request.ReadSavedRevision(h.Core, ctx, given["saved"], given["revision"])
		if err != nil {
			return nil, err
		}
		given = maps.Clone(given)
		given["saved"] = strconv.AppendQuote(nil, string(saved.ID)) // never the edit key
		given["revision"] = strconv.AppendInt(nil, int64(saved.Number), 10)
	}
	cacheKey := cacheKeyOf(given, r)
	if info, ok := h.runs.Get(cacheKey); ok {
		return info, nil
	}
	info := &shownRun{Run: runs.NewRun(nil)}
	var canonical []byte
	for _, name := range []string{"tree", "text", "source", "hand"} {
		if given[name] == nil {
			continue
		}
		for _, other := range append(slices.Clone(request.Sources), "source", "hand") {
			// What shows a hand-in names its tree, too.
			if other != name && given[other] != nil && !(name == "source" && other == "hand") {
				return nil, problem.Refused(other, "a show has one source, and this one has %s and %s", name, other)
			}
		}
		var err error
		if info.source, err = h.typedTree(ctx, name, given[name], r); err != nil {
			return nil, err
		}
		if hand := given["hand"]; hand != nil {
			canonical = append(append(canonical, `"hand":`...), bytes.TrimSpace(hand)...)
			canonical = append(canonical, ',')
		}
		canonical = append(append(canonical, `"source":"`...), info.source.hash...)
		canonical = append(canonical, '"')
		break
	}
	body := []problem.Member{}
	add := func(key string, raw []byte) { body = append(body, problem.Member{Key: key, Raw: raw}) }
	switch {
	case info.source != nil:
		add("tree", info.source.tree)
	default:
		for _, name := range request.Sources {
			if raw := given[name]; raw != nil {
				add(name, raw)
				var plain bytes.Buffer
				if err := json.Compact(&plain, raw); err != nil {
					return nil, problem.Malformed(name, "this is not JSON")
				}
				if canonical != nil {
					canonical = append(canonical, ',')
				}
				canonical = append(append(canonical, '"'), name...)
				canonical = append(append(canonical, `":`...), plain.Bytes()...)
			}
		}
		if number := given["revision"]; number != nil {
			add("revision", number)
			canonical = append(append(canonical, `,"revision":`...), number...)
		}
		if depth := given["expand"]; depth != nil {
			add("expand", depth)
			canonical = append(append(canonical, `,"expand":`...), depth...)
		}
	}
	for _, name := range []string{"options", "values"} {
		if given[name] != nil {
			add(name, given[name])
		}
	}
	algorithm := given["algorithm"]
	if algorithm == nil {
		algorithm = h.defaultAlgorithm(ctx, body)
	}
	if algorithm != nil {
		add("algorithm", algorithm)
	}
	if game, generate, depth := given["game"], given["generate"], given["expand"]; depth != nil && (game != nil || generate != nil) {
		if err := runs.CheckExpanded(ctx, game, generate, depth, MaxGameNodes); err != nil {
			return nil, err
		}
	}
	q, err := request.ReadRequest(h.Core, ctx, body)
	if err != nil {
		return nil, err
	}
	values, err := canonicalValues(given["values"])
	if err != nil {
		return nil, err
	}
	info.Request = q
	info.Text = canonicalRun(canonical, q, values)
	if len(info.Text) > MaxValue {
		return nil, overLimit("show", "the show has %d bytes; the value of a room has at most %d", len(info.Text), MaxValue)
	}
	if info.Problem, err = q.Problem(); err != nil {
		return nil, err
	}
	if err := q.Algorithm.Check(&info.Problem, q.Options); err != nil {
		return nil, err
	}
	h.runs.Put(cacheKey, info)
	return info, nil
}

// defaultAlgorithm returns the one that a page of the source shows first.
func (h *Handlers) defaultAlgorithm(ctx context.Context, body []problem.Member) []byte {
	raw := map[string][]byte{}
	for _, m := range body {
		if slices.Contains(request.Sources, m.Key) || m.Key == "revision" || m.Key == "expand" {
			raw[m.Key] = m.Raw
		}
	}
	q := &request.Request{}
	if request.ReadTree(h.Core, ctx, q, raw) != nil || q.Tree == nil {
		return nil // the request without one is refused
	}
	id := search.PlainFor(q.Tree).ID
	if text, err := problem.ReadString(raw["figure"], "figure"); err == nil {
		if f, ok := figures.Find(text); ok && f.Tree != nil {
			if v := request.FigureView(f); v.Algorithm != nil {
				id = v.Algorithm.ID
			}
		}
	}
	return strconv.AppendQuote(nil, id)
}

func canonicalRun(source []byte, q *request.Request, values []byte) []byte {
	b := append(append([]byte{'{'}, source...), `,"algorithm":"`...)
	b = append(append(b, q.Algorithm.ID...), `","options":{`...)
	for i, o := range q.Options.Given() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), o.Name...), `":`...)
		if o.Flag {
			b = append(b, "true"...)
		} else {
			b = strconv.AppendInt(b, int64(o.Num), 10)
		}
	}
	b = append(append(b, `},"values":`...), values...)
	return append(b, '}')
}

// canonicalValues returns values in the order of their nodes. They are checked
// elsewhere.
func canonicalValues(raw []byte) ([]byte, error) {
	if raw == nil {
		return []byte("{}"), nil
	}
	members, err := problem.SplitObject(raw, "values")
	if err != nil {
		return nil, err
	}
	if len(members) > MaxValues {
		return nil, overLimit("values", "%d values are set; a room sets at most %d", len(members), MaxValues)
	}
	slices.SortFunc(members, func(a, b problem.Member) int {
		if len(a.Key) != len(b.Key) {
			return len(a.Key) - len(b.Key)
		}
		return strings.Compare(a.Key, b.Key)
	})
	b := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, m.Raw); err != nil {
			return nil, problem.Malformed("values."+m.Key, "this is not JSON")
		}
		b = append(append(append(b, '"'), m.Key...), `":`...)
		b = append(b, plain.Bytes()...)
	}
	return append(b, '}'), nil
}

// cacheKeyOf returns the key under which a run is remembered.
func cacheKeyOf(given map[string][]byte, r *room) string {
	var key []byte
	for _, name := range slices.Concat(request.Sources, runKeys, []string{"source", "hand"}) {
		if raw := given[name]; raw != nil {
			if (name == "source" || name == "hand") && r != nil {
				key = append(key, r.code...) // another room may not have it
			}
			key = append(append(append(append(key, name...), 0), raw...), 0)
		}
	}
	return string(key)
}
