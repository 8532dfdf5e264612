package lockstep

import (
	"net/url"
	"strconv"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/play"
)

var differenceKey = play.MarkKey.Saying("the previous or next difference")

// lockstepKeys are the keys of the page.
var lockstepKeys = play.KeyTable{
	play.PlayKey.Saying("play or pause; play stops where they first differ"),
	play.StepKey,
	differenceKey,
	play.EndsKey,
	play.SpeedKey,
	play.SizeKey.Saying("change the step size: every event, decisions, cuts; each difference is a step of every size"),
	play.FitKey.Saying("fit the trees to their windows"),
	play.FoldKey.Saying("in a large tree, fold or unfold the subtree of the focused node, in all runs"),
	play.PresentKey.Saying("present: only the trees and their sentences"),
	play.RemoteKey,
	play.BlackKey.Saying("while presenting, a black screen; again, the pictures"),
	play.HelpKey,
}

// stepQuery is the query of the page at an aligned step.
func stepQuery(p *lockstepPage, at int) url.Values {
	q := url.Values{}
	for _, k := range p.Keep {
		q.Add(k.Name, k.Value)
	}
	for _, c := range p.Selects {
		if c.Chosen != "" {
			q.Set(c.Letter, c.Chosen)
		}
	}
	q.Set("step", strconv.Itoa(at))
	if p.By != trace.EveryEvent {
		q.Set("by", p.By.String())
	}
	return q
}

// stepLink is the address of the page at an aligned step.
func stepLink(p *lockstepPage, at int) string { return pagePath + "?" + stepQuery(p, at).Encode() }

// drawnOther is the address of the page with the other drawing of wide trees, if they
// can be drawn as a whole; else it is empty.
func drawnOther(p *lockstepPage, t *trees.Tree) string {
	if !layout.Folds(t) || t.Len() > layout.MaxDrawn {
		return ""
	}
	q := stepQuery(p, p.Step)
	q.Del("whole")
	if p.Around {
		q.Set("whole", "1")
	}
	return pagePath + "?" + q.Encode()
}
