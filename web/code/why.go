package code

import (
	"encoding/json"
	"fmt"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/web/app"
	"espalier/web/words"
)

// A why says which line of the text makes a run wrong, and what the reference does at that node.
type why struct {
	Line      int    `json:"line"`
	Node      int    `json:"node"`
	Says      string `json:"says"`
	Text      string `json:"text"`
	Reference string `json:"reference,omitempty"`
}

// whyOf explains the first mistake; nil: there is none, or no line of the text made it.
func whyOf(r *checks.Report, text string) *why {
	c := worst(r)
	if c == nil || c.At == 0 {
		return nil
	}
	w := &why{Line: c.At, Node: c.Node, Text: c.Text}
	lines := strings.Split(text, "\n")
	does := "is at work here"
	if c.At <= len(lines) {
		switch line := strings.TrimSpace(lines[c.At-1]); {
		case strings.HasPrefix(line, "return") || strings.Contains(line, ": return"):
			does = "returns here"
		case strings.HasPrefix(line, "break") || strings.Contains(line, ": break"):
			does = "breaks off here"
		}
	}
	reference := "the reference"
	if a, known := algorithms.Find(r.Algorithm); known {
		reference = words.InnerName(a)
	}
	switch c.Verdict {
	case checks.Unsound:
		w.Says = fmt.Sprintf("Line %d %s: the cut that this causes is unsound%s.", c.At, does, since(r, c))
	case checks.Value:
		w.Says = fmt.Sprintf("Line %d %s, and the value of the node is wrong.", c.At, does)
	case checks.Missed:
		w.Says = fmt.Sprintf("Line %d visits a node that %s cuts.", c.At, reference)
	case checks.NotThis:
		w.Says = fmt.Sprintf("Line %d %s: the cut is sound, but %s does not make it.", c.At, does, reference)
	case checks.Bounds:
		w.Says = fmt.Sprintf("Line %d passes on a wrong window.", c.At)
	default:
		w.Says = fmt.Sprintf("Line %d makes it wrong.", c.At)
	}
	switch {
	case r.First.Line > 0 && r.First.Line <= c.Line:
		w.Reference = r.First.Text
	case c.Expected != nil:
		w.Reference = fmt.Sprintf("From the values of its children the node has %s.", r.InWords(c.Expected))
	}
	return w
}

// worst returns the first mistake that makes a value wrong, or could; else the first one of all.
func worst(r *checks.Report) *checks.Check {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.Error && (c.Verdict == checks.Unsound || c.Verdict == checks.Value) {
			return c
		}
	}
	return r.FirstError()
}

// since names the values of leaves that make a cut unsound.
func since(r *checks.Report, c *checks.Check) string {
	if len(c.Values) == 0 {
		return ""
	}
	const most = 2
	var parts []string
	for i := range c.Values[:min(most, len(c.Values))] {
		v := &c.Values[i]
		parts = append(parts, fmt.Sprintf("%s could be %s", v.Name, r.InWords(&v.Value)))
	}
	s := ", since leaf " + strings.Join(parts, " and leaf ")
	if len(c.Values) > most {
		s += ", and others"
	}
	return s
}

// verdictOf returns what the script of the page shows of a report.
func verdictOf(r *checks.Report, text string) []byte {
	return app.JSON(struct {
		Checks json.RawMessage `json:"checks"`
		Why    *why            `json:"why,omitempty"`
	}{r.AppendJSON(nil), whyOf(r, text)})
}
