package lockstep

import (
	"fmt"
	"strings"

	"espalier/trace"
	"espalier/trees"
)

// MaxDifferences is the maximum number of differences that a page lists: no
// reader needs more than some hundreds.
const MaxDifferences = 500

// A Difference is an aligned step at which runs differ: one prunes or searches
// again and another does not, or they back up different values.
type Difference struct {
	Step int // index of the aligned step
	Text string
}

// A differ finds differences and describes them.
type differ struct {
	t         *trees.Tree
	names     []string
	runs      []*RecordedRun
	visits    []map[eventKey]bool      // visits of nodes, by run
	cuts      []map[eventKey][][]int32 // cuts at these visits, by run
	described map[eventKey]bool        // visits whose cuts an earlier sentence describes
	aligned   []AlignedStep
}

// Differences returns the aligned steps at which the runs differ, each with a
// sentence.
func Differences(t *trees.Tree, names []string, runs []*RecordedRun, aligned []AlignedStep) []Difference {
	d := &differ{t: t, names: names, runs: runs, aligned: aligned, described: map[eventKey]bool{}}
	for _, r := range runs {
		visits, cuts := map[eventKey]bool{}, map[eventKey][][]int32{}
		for _, e := range r.Events {
			at := visitOf(e.key)
			switch e.key.what {
			case trace.Enter:
				visits[at] = true
			case trace.Prune:
				cuts[at] = append(cuts[at], e.cut)
			}
		}
		d.visits, d.cuts = append(d.visits, visits), append(d.cuts, cuts)
	}
	var list []Difference
	next := make([]int, len(runs))
	for i, m := range aligned {
		if text := d.differ(m, next); text != "" {
			list = append(list, Difference{i, text})
		}
		for r := range runs {
			if m.has(r) {
				next[r]++
			}
		}
	}
	return list
}

// visitOf returns the key of the visit that an event belongs to.
func visitOf(l eventKey) eventKey { return eventKey{node: l.node, visit: l.visit, child: -1} }

// differ describes how the runs differ at an aligned step. next has, for each
// run, the index of its next event.
func (d *differ) differ(m AlignedStep, next []int) string {
	var in, out []int
	for r := range d.runs {
		if m.has(r) {
			in = append(in, r)
		} else {
			out = append(out, r)
		}
	}
	e := &d.runs[in[0]].Events[next[in[0]]]
	switch e.key.what {
	case trace.Prune:
		if len(out) > 0 {
			return d.cut(e, in, out)
		}
	case trace.Research:
		if len(out) > 0 {
			return fmt.Sprintf("%s %s %s; %s.", trees.InWords(d.of(in)), verb(in, "re-searches", "re-search"), d.t.Name(int(e.key.child)), d.not(out))
		}
	case trace.Failed:
		if len(out) > 0 {
			return fmt.Sprintf("%s %s: %s.", trees.InWords(d.of(in)), verb(in, "stops", "stop"), strings.TrimSuffix(e.detail, "."))
		}
	case trace.Backup, trace.Done:
		return d.value(e.key, in, next)
	}
	return ""
}

// cut describes a cut that other runs do not make. If another run cuts other
// children there, one sentence describes both.
func (d *differ) cut(e *recordedEvent, in, out []int) string {
	at := visitOf(e.key)
	if d.described[at] {
		return ""
	}
	where := d.t.Name(int(e.key.node))
	text := fmt.Sprintf("%s %s %s at %s", trees.InWords(d.of(in)), verb(in, "cuts", "cut"), d.nodes(e.cut), where)
	if e.provisional {
		text += " on speculation"
	}
	var not, never []int
	for _, r := range out {
		switch {
		case len(d.cuts[r][at]) > 0:
			text += fmt.Sprintf("; %s cuts %s there", d.names[r], d.nodes(d.cuts[r][at][0]))
			d.described[at] = true
		case d.visits[r][at]:
			not = append(not, r)
		default:
			never = append(never, r)
		}
	}
	if len(not) > 0 {
		text += "; " + d.not(not)
	}
	if len(never) > 0 {
		text += fmt.Sprintf("; %s %s not come to %s", trees.InWords(d.of(never)), verb(never, "does", "do"), where)
		if e.key.visit > 1 {
			text += " again"
		}
	}
	return text + "."
}

// value describes runs that have different values at the same event.
func (d *differ) value(at eventKey, in []int, next []int) string {
	var values []string
	who := map[string][]int{}
	for _, r := range in {
		e := &d.runs[r].Events[next[r]]
		v := "no value"
		if e.known {
			v = d.t.FormatValue(e.value)
		}
		if who[v] == nil {
			values = append(values, v)
		}
		who[v] = append(who[v], r)
	}
	if len(values) < 2 {
		return ""
	}
	var parts []string
	for _, v := range values {
		parts = append(parts, fmt.Sprintf("%s with %s", v, trees.InWords(d.of(who[v]))))
	}
	if at.what == trace.Done {
		return "The result is " + strings.Join(parts, " and ") + "."
	}
	return fmt.Sprintf("%s backs up to %s: %s.", d.t.Name(int(at.child)), d.t.Name(int(at.node)), strings.Join(parts, ", "))
}

func (d *differ) not(runs []int) string {
	return trees.InWords(d.of(runs)) + verb(runs, " does not", " do not")
}

func (d *differ) of(runs []int) []string {
	var names []string
	for _, r := range runs {
		names = append(names, d.names[r])
	}
	return names
}

// nodes names the first nodes and counts the others.
func (d *differ) nodes(nodes []int32) string {
	const most = 4
	var names []string
	for i, n := range nodes {
		if i == most-1 && len(nodes) > most {
			names = append(names, fmt.Sprintf("%d more", len(nodes)-i))
			break
		}
		names = append(names, d.t.Name(int(n)))
	}
	return trees.InWords(names)
}

func verb(who []int, one, many string) string {
	if len(who) == 1 {
		return one
	}
	return many
}
