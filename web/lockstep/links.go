package lockstep

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/request"
)

var lockstepKeys = []struct {
	Keys []string
	Does string
}{
	{[]string{"Space"}, "play or pause; play halts where they first differ"},
	{[]string{"←", "→"}, "one step back or forward, of the size that is chosen"},
	{[]string{"Shift ←", "Shift →"}, "the previous or next difference"},
	{[]string{"Home", "End"}, "first or last step"},
	{[]string{"+", "−"}, "faster or slower"},
	{[]string{"S"}, "steps of the next size: every event, decisions, cuts; where the runs differ is a step of every size"},
	{[]string{"F"}, "fit the trees to their windows"},
	{[]string{"C"}, "in a large tree, fold or open what is below the node that has the focus, in all runs"},
	{[]string{"P"}, "present: the trees and their sentences alone"},
	{[]string{"Page ↑", "Page ↓"}, "while presenting, one step back or forward, also by a presenter’s remote"},
	{[]string{"B", "."}, "while presenting, a black screen; again, the pictures"},
	{[]string{"?"}, "this help"},
}

// stepLink is the address of the page at an aligned step.
func stepLink(p *lockstepPage, at int) string {
	q := url.Values{}
	for _, k := range p.Keep {
		q.Add(k.Name, k.Value)
	}
	for _, c := range p.Selects {
		for _, o := range c.Options {
			if o.Selected && o.Spec != "" {
				q.Set(c.Letter, o.Spec)
			}
		}
	}
	q.Set("step", strconv.Itoa(at))
	if p.By != trace.EveryEvent {
		q.Set("by", p.By.String())
	}
	return "/lockstep?" + q.Encode()
}

// treeLink is the address of the tree's own page, with the values of this one.
func treeLink(p *lockstepPage) string {
	q := url.Values{}
	for _, k := range p.Keep {
		if k.Name == "text" || k.Name == "revision" || k.Name == "root" || strings.HasPrefix(k.Name, "v") {
			q.Set(k.Name, k.Value)
		}
	}
	if len(q) == 0 {
		return p.Tree
	}
	return p.Tree + "?" + q.Encode()
}

// drawnOther is the address of the page with the other drawing of wide trees, if they
// can be drawn as a whole; else it is empty.
func drawnOther(p *lockstepPage, t *trees.Tree) string {
	if !layout.Folds(t) || t.Len() > layout.MaxDrawn {
		return ""
	}
	other := *p
	other.Keep = slices.DeleteFunc(slices.Clone(p.Keep), func(k request.Parameter) bool { return k.Name == "whole" })
	if p.Around {
		other.Keep = append(other.Keep, request.Parameter{Name: "whole", Value: "1"})
	}
	return stepLink(&other, p.Step)
}
