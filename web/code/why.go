package code

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/web/app"
	"espalier/web/words"
)

// A why says which line of the text makes a run wrong, and what the reference does at that node. All of it is about the
// first mistake, which is the first of the checks with severity error.
type why struct {
	Line      int    `json:"line"`
	Node      int    `json:"node"`
	Says      string `json:"says"`
	Text      string `json:"text"`
	Reference string `json:"reference,omitempty"`
}

// whyOf explains the first mistake; nil: there is none, or no line of the text made it.
func whyOf(r *checks.Report, text string) *why {
	c := r.FirstError()
	if c == nil || c.At == 0 {
		return nil
	}
	w := &why{Line: c.At, Node: c.Node, Text: c.Text}
	cause := fmt.Sprintf("Line %d %s", c.At, does(text, c.At))
	if c.Cause.Line > 0 {
		w.Line, cause = c.Cause.Line, strings.TrimSuffix(c.Cause.Text, ".")
	}
	reference := "the reference"
	if a, known := algorithms.Find(r.Algorithm); known {
		reference = words.InnerName(a)
	}
	switch c.Verdict {
	case checks.Unsound:
		w.Says = fmt.Sprintf("%s: the cut that this causes is unsound%s.", cause, since(r, c))
	case checks.Value:
		if w.Says = cause + ": the value of the node is wrong."; c.Cause.Line == 0 {
			w.Says = cause + ", and the value of the node is wrong."
		}
	case checks.Missed:
		w.Says = fmt.Sprintf("Line %d visits a node that %s cuts.", c.At, reference)
		if c.Cause.Line > 0 {
			w.Says = fmt.Sprintf("%s, and line %d visits a node that %s cuts.", cause, c.At, reference)
		}
	case checks.NotThis:
		w.Says = fmt.Sprintf("%s: the cut is sound, but %s does not make it.", cause, reference)
	case checks.Bounds:
		w.Says = fmt.Sprintf("Line %d passes on a wrong window.", c.At)
		if c.Cause.Line > 0 {
			w.Says = cause + ": the window is wrong."
		}
	default:
		w.Says = fmt.Sprintf("Line %d makes it wrong.", c.At)
	}
	if c.Verdict == checks.NotThis && unsoundLater(r, c) {
		w.Says += " Later it makes an unsound one."
	}
	switch {
	case r.First.Line == c.Line:
		w.Reference = r.First.Text
	case c.Expected != nil:
		w.Reference = fmt.Sprintf("From the values of its children the node has %s.", r.InWords(c.Expected))
	}
	return w
}

// does says what a line of a text does.
func does(text string, at int) string {
	lines := strings.Split(text, "\n")
	if at > len(lines) {
		return "is at work here"
	}
	switch line := strings.TrimSpace(lines[at-1]); {
	case strings.HasPrefix(line, "return") || strings.Contains(line, ": return"):
		return "returns here"
	case strings.HasPrefix(line, "break") || strings.Contains(line, ": break"):
		return "breaks off here"
	}
	return "is at work here"
}

// unsoundLater reports whether the line of a cut makes an unsound one, too.
func unsoundLater(r *checks.Report, c *checks.Check) bool {
	return slices.ContainsFunc(r.Checks, func(x checks.Check) bool { return x.Error && x.Verdict == checks.Unsound && x.At == c.At })
}

// verdictIn says in a sentence or two what a report comes to.
func verdictIn(r *checks.Report, w *why) string {
	s := ""
	switch {
	case r.Verdict == checks.RunWrong && w != nil:
		s = w.Says
	case r.Verdict == checks.RunWrong:
		s = "Wrong."
	case r.Verdict == checks.RunIncomplete:
		s = "Not everything could be judged."
	default:
		s = "Right. Every value and every cut is right."
	}
	if a, known := algorithms.Find(r.Algorithm); known && r.Verdict == checks.RunRight && r.Visits.Reference > 0 && r.Visits.Run > r.Visits.Reference {
		name := words.InnerName(a)
		s += fmt.Sprintf(" It visits %d nodes; %s visits %d", r.Visits.Run, name, r.Visits.Reference)
		if r.Equal > 0 {
			s += ": this search " + onlyExceeded(name)
		}
		s += "."
	}
	switch {
	case r.Follow == 1:
		s += " One more mistake may follow from it."
	case r.Follow > 1:
		s += fmt.Sprintf(" %d more mistakes may follow from it.", r.Follow)
	}
	return s
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
		if v.Own {
			parts = append(parts, fmt.Sprintf("%s is %s", v.Name, r.InWords(&v.Value)))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s could be %s", v.Name, r.InWords(&v.Value)))
	}
	s := ", since leaf " + strings.Join(parts, " and leaf ")
	if len(c.Values) > most {
		s += ", and others"
	}
	return s
}

// verdictOf returns what the script of the page shows of a report.
func verdictOf(r *checks.Report, text, hint string, fits *offer) []byte {
	w := whyOf(r, text)
	return app.JSON(struct {
		Checks json.RawMessage `json:"checks"`
		Says   string          `json:"says"`
		Why    *why            `json:"why,omitempty"`
		Hint   string          `json:"hint,omitempty"`
		Fits   *offer          `json:"fits,omitempty"`
	}{r.AppendJSON(nil), verdictIn(r, w), w, hint, fits})
}
