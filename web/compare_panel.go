package web

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search"
	"espalier/trees"
	"espalier/web/library"
)

const (
	// pageCompareTime bounds the making of the table: a page must not wait for it.
	pageCompareTime = 500 * time.Millisecond
)

// A comparePanel is the table of all algorithms on the tree of a page.
type comparePanel struct {
	Note       string // why there is no table
	Truth      string // in words
	MaxSum     string // what would do for maxsum in a tree that is edited and has none; empty: nothing to say
	Rows       []compareRow
	Refused    string
	SideBySide string // address of the lockstep page; empty: there is none
}

type compareRow struct {
	Name, Href    string
	Sound, Here   bool
	Value, Remark string
	Wrong         bool
	Nodes, Leaves string
	Prunes, Again string
}

// newComparePanel compares on the tree of a page, whose address is the path
// and what it keeps.
func newComparePanel(ctx context.Context, t *trees.Tree, v view, path string, keep []parameter) *comparePanel {
	return comparisonOn(ctx, t, v.Options.Root).panel(t, v, path, keep)
}

// A tableau is what all algorithms do on a tree.
type tableau struct {
	note   string // why there is none
	runs   []comparedRun
	cannot []refusedRun
}

// comparisonOn compares in the time that a page has.
func comparisonOn(ctx context.Context, t *trees.Tree, root int) *tableau {
	if t.Len() > maxPageCompared {
		return &tableau{note: fmt.Sprintf("The tree has %s; the table is made of trees of up to %s. POST /api/v1/compare takes larger ones.", countNodes(t.Len()), countNodes(maxPageCompared))}
	}
	ctx, cancel := context.WithTimeout(ctx, pageCompareTime)
	defer cancel()
	can, cannot := variantsOn(t, root)
	runs, err := compareAll(ctx, t, can)
	if err != nil {
		return &tableau{note: "The algorithms take too long on this tree for a table beside it; POST /api/v1/compare has more time."}
	}
	return &tableau{runs: runs, cannot: cannot}
}

// panel is the comparison with links to the runs on the page of the tree.
func (c *tableau) panel(t *trees.Tree, v view, path string, keep []parameter) *comparePanel {
	p := &comparePanel{Note: c.note}
	if c.note != "" {
		return p
	}
	runs := c.runs
	truth, known := truthAmong(t, runs)
	p.Truth = "What is true here cannot be said: a leaf that it depends on is unknown."
	if leaves := unknownLeaves(runs); len(leaves) == 1 {
		p.Truth = "What is true here cannot be said: the value of " + leaves[0] + " is unknown."
	} else if len(leaves) > 1 {
		p.Truth = "What is true here cannot be said: the values of " + inWords(leaves) + " are unknown."
	}
	if known {
		p.Truth = truthName(t) + " is " + t.FormatValue(truth) + "."
	}
	for i := range runs {
		row := newCompareRow(t, &runs[i], truth, known)
		row.Href = path + "?" + runQuery(t, runs[i].variant, v, path, keep).Encode()
		row.Here = runs[i].Algorithm == v.Algorithm && runs[i].Options == v.Options
		p.Rows = append(p.Rows, row)
	}
	p.Refused = refusedInWords(c.cannot)
	if v.Algorithm == nil { // nothing is played: the tree is being edited
		p.MaxSum = leastMaxSum(t)
	} else {
		p.SideBySide = sideBySide(t, runs, v, path, keep)
	}
	return p
}

// unknownLeaves names the leaves at which searches ended since their value is
// unknown.
func unknownLeaves(runs []comparedRun) []string {
	var names []string
	for i := range runs {
		var unknown *search.UnknownLeafError
		if errors.As(runs[i].Err, &unknown) && !slices.Contains(names, unknown.Name) {
			names = append(names, unknown.Name)
		}
	}
	return names
}

// leastMaxSum is the largest sum of a leaf's scores, where the tree does not
// say what that is at most: most algorithms cannot run without.
func leastMaxSum(t *trees.Tree) string {
	if t.Kind != trees.MaxN || t.MaxSum.Given {
		return ""
	}
	var most trees.Score
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			most = max(most, v.Sum(t.Players))
		}
		for _, v := range t.Alternatives(n) {
			most = max(most, v.Sum(t.Players))
		}
	}
	if most == 0 {
		return ""
	}
	return most.String()
}

func truthName(t *trees.Tree) string {
	if t.Kind == trees.Path {
		return "The least cost"
	}
	return "By " + setPower(plainOf(t).Name) + " the value"
}

func newCompareRow(t *trees.Tree, r *comparedRun, truth trees.Vector, known bool) compareRow {
	row := compareRow{Name: configName(r.variant), Sound: r.sound(), Wrong: r.wrong(), Value: "–", Nodes: "–", Leaves: "–", Prunes: "–", Again: "–"}
	var unknown *search.UnknownLeafError
	switch {
	case errors.As(r.Err, &unknown):
		row.Remark = "unknown value"
		return row
	case r.Err != nil:
		row.Remark = problemOf(r.Err).Errors[0].Message
		return row
	}
	stats := &r.Result.Stats
	row.Value = said(t, r.Result.Value, r.Result.NoValue)
	row.Nodes, row.Leaves = grouped(stats.Nodes), grouped(stats.Leaves)
	if words := prunesInWords(stats); words != "" {
		row.Prunes = words
	}
	if stats.Researched > 0 {
		row.Again = grouped(stats.Researched)
	}
	switch {
	case row.Wrong:
		row.Remark = "wrong"
	case r.Result.Truth == nil:
		row.Remark = "not known to be right"
	case r.Algorithm.ID == "paranoid":
		row.Remark = "against a coalition"
	case known && r.Result.Value != truth:
		row.Remark = "player 2 against player 1"
	case !row.Sound:
		row.Remark = "right on this tree"
	}
	return row
}

// refusedInWords names the algorithms that cannot run. The reason stands on
// the page of each.
func refusedInWords(cannot []refusedRun) string {
	var names []string
	for _, c := range cannot {
		names = append(names, chipName(c.Algorithm))
	}
	return strings.Join(names, ", ")
}

// runQuery is the address of a variant's run on the tree of a page.
func runQuery(t *trees.Tree, run variant, v view, path string, keep []parameter) url.Values {
	to := view{Algorithm: run.Algorithm, Options: run.Options, Values: v.Values}
	q := to.query(t)
	for _, k := range keep {
		q.Add(k.Name, k.Value)
	}
	// A figure may have an option on by itself.
	if f := figureOf(path); f != nil && f.Algorithm == run.Algorithm.ID {
		byDefault := figureRun(f)
		for _, o := range flags {
			if *o.Of(&byDefault.Options) && !*o.Of(&run.Options) {
				q.Set(o.Name, "0")
			}
		}
	}
	return q
}

// figureOf is the figure that is played on the page of the path, or nil.
func figureOf(path string) *trees.Figure {
	id, ok := strings.CutPrefix(path, "/figures/")
	if !ok {
		return nil
	}
	f, ok := trees.FindFigure(id)
	if !ok {
		return nil
	}
	if f.Tree == nil {
		return f.Companion
	}
	return f
}

// savedOf is the read-only id of the saved tree on the page of the path, or
// empty.
func savedOf(path string) string {
	if id, ok := strings.CutPrefix(path, "/t/"); ok {
		return id
	}
	if key, ok := strings.CutPrefix(path, "/edit/"); ok {
		return string(library.Key(key).ID())
	}
	return ""
}

// sideBySide is the address of the page that shows the view's run beside
// another: the plain one; and beside that the first that goes wrong, or cuts.
func sideBySide(t *trees.Tree, runs []comparedRun, v view, path string, keep []parameter) string {
	q := url.Values{}
	if id, ok := strings.CutPrefix(path, "/figures/"); ok {
		q.Set("figure", id)
	} else if id := savedOf(path); id != "" {
		q.Set("saved", id)
	} else if !slices.ContainsFunc(keep, func(k parameter) bool { return k.Name == "text" }) {
		return ""
	}
	for _, k := range keep {
		if k.Name == "text" || k.Name == "revision" {
			q.Set(k.Name, k.Value)
		}
	}
	here := variant{v.Algorithm, v.Options}
	other := -1
	better := func(r *comparedRun) int {
		switch {
		case r.Err != nil || r.variant == here:
			return 0
		case r.Algorithm == plainOf(t) && here.Algorithm != plainOf(t):
			return 4
		case r.wrong():
			return 3
		case len(r.Cut) > 0:
			return 2
		}
		return 1
	}
	for i := range runs {
		if n := better(&runs[i]); n > 0 && (other < 0 || n > better(&runs[other])) {
			other = i
		}
	}
	if other < 0 || v.Options.HasDepth {
		return ""
	}
	first, second := here, runs[other].variant
	if second.Algorithm == plainOf(t) {
		first, second = second, first
	}
	q.Set("a", first.spec())
	q.Set("b", second.spec())
	if v.Options.Root != 0 {
		q.Set("root", strconv.Itoa(v.Options.Root))
	}
	for node, value := range v.Values {
		q.Set("v"+strconv.Itoa(node), plainVector(&value, t.Width()))
	}
	return "/lockstep?" + q.Encode()
}
