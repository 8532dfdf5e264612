package play

import (
	"context"
	"slices"
	"strings"

	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/run"
	"espalier/web/words"
)

// sameRun reports whether two specs run the same algorithm with the same options and the
// same leaf values. A given value that the tree already has is ignored.
func sameRun(t *trees.Tree, a, b run.Spec) bool {
	other := func(v run.Values) run.Values {
		return slices.DeleteFunc(slices.Clone(v), func(one run.Value) bool {
			own, known := t.Value(one.Leaf)
			return known && own == one.Value
		})
	}
	return a.Config() == b.Config() && slices.Equal(other(a.Values), other(b.Values))
}

// otherRun names what a run has that the run of the page has not: the figure, the
// algorithm and the values of leaves.
func otherRun(on, played *figures.Figure, of, page run.Spec) string {
	var parts []string
	if on != played {
		parts = append(parts, on.Figure)
	}
	if name := words.ConfigName(of.Config()); on != played || name != words.ConfigName(page.Config()) {
		parts = append(parts, name)
	}
	t := on.Tree.WithLetters() // the names of the picture
	for n := range t.Len() {
		then, given := of.Values.Of(n)
		own, known := t.Value(n)
		if !given {
			then = own
		}
		now, chosen := page.Values.Of(n)
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
func StoryOf(ctx context.Context, f, played *figures.Figure, v View, step int) []storyRow {
	steps, err := papers.StorySteps(ctx, f)
	var rows []storyRow
	for i, s := range f.Story {
		row := storyRow{Text: words.MaxN(s.Text)}
		if err == nil && s.On != nil {
			row.Step = steps[i]
			of := View{Spec: run.StorySpec(&s), Step: row.Step, HasStep: true, By: v.By}
			q := of.Query(s.On.Tree)
			page := s.On
			if s.On == played {
				page = f // a listing or a decision space uses its companion's tree
			}
			row.Href = run.FigurePath(page.ID) + "?" + q.Encode()
			row.SameRun = s.On == played && sameRun(played.Tree, of.Spec, v.Spec)
			row.Here = row.SameRun && row.Step == step
			if !row.SameRun {
				row.Run = otherRun(s.On, played, of.Spec, v.Spec)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// NotesOf returns the editor's notes on a figure.
func NotesOf(f, played *figures.Figure) []string {
	// A note calls a node by its path, such as (b).2; the picture has its letter.
	toldPlain := func(text string) string {
		if played != nil && played.Tree != nil {
			text = trace.MentionsByPath(played.Tree.WithLetters(), text).String()
		}
		return words.MaxN(text)
	}
	var notes []string
	for _, n := range f.Notes {
		notes = append(notes, toldPlain(n))
	}
	for _, r := range f.Partial {
		if r.Node >= 0 {
			notes = append(notes, played.Tree.WithLetters().Name(r.Node)+": "+r.Text+".")
		}
	}
	if f.Undetermined != "" && !strings.HasPrefix(f.Undetermined, "Nothing") {
		notes = append(notes, "Not given in the text: "+toldPlain(f.Undetermined))
	}
	return notes
}
