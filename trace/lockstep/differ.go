package lockstep

import (
	"fmt"
	"strings"

	"espalier/trace"
	"espalier/trees"
)

// MaxDifferences bounds the differences that a page lists: past some hundreds
// nobody goes through them one by one.
const MaxDifferences = 500

// A Difference is a moment at which runs in lockstep part: one cuts or
// searches again where another does not, or another value is backed up.
type Difference struct {
	Moment int
	Text   string
}

// A differ looks for differences, and words them.
type differ struct {
	t       *trees.Tree
	names   []string
	runs    []*RecordedRun
	comes   []map[eventKey]bool      // the nodes and visits that a run comes to
	cuts    []map[eventKey][][]int32 // what a run cuts there
	said    map[eventKey]bool        // cuts that a sentence about another run has told already
	moments []AlignedStep
}

// Differences finds where runs in lockstep part, and says it in a sentence each.
func Differences(t *trees.Tree, names []string, runs []*RecordedRun, moments []AlignedStep) []Difference {
	d := &differ{t: t, names: names, runs: runs, moments: moments, said: map[eventKey]bool{}}
	for _, r := range runs {
		comes, cuts := map[eventKey]bool{}, map[eventKey][][]int32{}
		for _, e := range r.Events {
			at := visitOf(e.place)
			switch e.place.what {
			case trace.Enter:
				comes[at] = true
			case trace.Prune:
				cuts[at] = append(cuts[at], e.cut)
			}
		}
		d.comes, d.cuts = append(d.comes, comes), append(d.cuts, cuts)
	}
	var list []Difference
	next := make([]int, len(runs))
	for i, m := range moments {
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

// visitOf is a visit of a node, whatever happens there.
func visitOf(l eventKey) eventKey { return eventKey{node: l.node, visit: l.visit, child: -1} }

// differ says how the runs differ at a moment; next are their events then.
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
	switch e.place.what {
	case trace.Prune:
		if len(out) > 0 {
			return d.cut(e, in, out)
		}
	case trace.Research:
		if len(out) > 0 {
			return fmt.Sprintf("%s %s %s again; %s.", trees.InWords(d.of(in)), verb(in, "searches", "search"), d.t.Name(int(e.place.child)), d.not(out))
		}
	case trace.Failed:
		if len(out) > 0 {
			return fmt.Sprintf("%s %s: %s.", trees.InWords(d.of(in)), verb(in, "stops", "stop"), strings.TrimSuffix(e.detail, "."))
		}
	case trace.Backup, trace.Done:
		return d.value(e.place, in, next)
	}
	return ""
}

// cut tells of a cut that others do not make. Where another run cuts other
// children at the same place, one sentence tells of both.
func (d *differ) cut(e *recordedEvent, in, out []int) string {
	at := visitOf(e.place)
	if d.said[at] {
		return ""
	}
	where := d.t.Name(int(e.place.node))
	text := fmt.Sprintf("%s %s %s at %s", trees.InWords(d.of(in)), verb(in, "cuts", "cut"), d.nodes(e.cut), where)
	if e.provisional {
		text += " on speculation"
	}
	var not, never []int
	for _, r := range out {
		switch {
		case len(d.cuts[r][at]) > 0:
			text += fmt.Sprintf("; %s cuts %s there", d.names[r], d.nodes(d.cuts[r][at][0]))
			d.said[at] = true
		case d.comes[r][at]:
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
		if e.place.visit > 1 {
			text += " again"
		}
	}
	return text + "."
}

// value tells of runs that come to the same place with different values.
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

// nodes names some nodes, and counts the others.
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
