package play

import (
	"context"
	"maps"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/request"
	"espalier/web/words"
)

// sameRun reports whether two views run the same algorithm with the same options
// and the same leaf values. A given value that the tree already has is ignored.
func sameRun(t *trees.Tree, a, b request.View) bool {
	var runs [2]string
	for i, v := range []request.View{a, b} {
		v.Values = maps.Clone(v.Values)
		maps.DeleteFunc(v.Values, func(n int, given trees.Vector) bool {
			own, known := t.Value(n)
			return known && own == given
		})
		q := v.Query(t)
		q.Del("step")
		q.Del("by")
		runs[i] = q.Encode()
	}
	return runs[0] == runs[1]
}

// otherRun names what a run has that the run of the page has not: the figure, the
// algorithm and the values of leaves.
func otherRun(on, played *figures.Figure, run, page request.View) string {
	var parts []string
	if on != played {
		parts = append(parts, on.Figure)
	}
	if name := words.ConfigName(run.Config()); on != played || name != words.ConfigName(page.Config()) {
		parts = append(parts, name)
	}
	t := on.Tree
	for n := range t.Len() {
		then, given := run.Values[n]
		own, known := t.Value(n)
		if !given {
			then = own
		}
		now, chosen := page.Values[n]
		if !chosen || on != played {
			now = own
		}
		if (known || given) && then != now {
			parts = append(parts, t.Name(n)+" = "+t.FormatValue(then))
		}
	}
	return strings.Join(parts, ", ")
}

// StoryOf returns the story of a figure with links to its steps.
func StoryOf(ctx context.Context, f, played *figures.Figure, v request.View, step int) []storyRow {
	steps, err := search.StorySteps(ctx, f)
	var rows []storyRow
	for i, s := range f.Story {
		row := storyRow{Text: words.MaxN(s.Text)}
		if err == nil && s.On != nil {
			row.Step = steps[i]
			run := request.FigureView(&figures.Figure{Run: s.Run})
			run.Step, run.HasStep, run.By = row.Step, true, v.By
			q := run.Query(s.On.Tree)
			page := s.On
			if s.On == played {
				page = f // a listing or a decision space uses its companion's tree
			}
			row.Href = "/figures/" + page.ID + "?" + q.Encode()
			row.SameRun = s.On == played && sameRun(played.Tree, run, v)
			row.Here = row.SameRun && row.Step == step
			if !row.SameRun {
				row.Run = otherRun(s.On, played, run, v)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// NotesOf returns the editor's notes on a figure.
func NotesOf(f, played *figures.Figure) []string {
	var notes []string
	for _, n := range f.Notes {
		notes = append(notes, words.MaxN(n))
	}
	for _, r := range f.Partial {
		if r.Node >= 0 {
			notes = append(notes, played.Tree.Name(r.Node)+": "+r.Text+".")
		}
	}
	if f.Undetermined != "" && !strings.HasPrefix(f.Undetermined, "Nothing") {
		notes = append(notes, "Not determined by the text: "+f.Undetermined)
	}
	return notes
}
