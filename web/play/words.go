package play

import (
	"strings"

	"espalier/trace"
	"espalier/web/words"
)

// prunesInWords returns the number of prunes by rule: "shallow 2, immediate 1".
func prunesInWords(s *trace.Stats) string {
	var parts []string
	for rule, n := range s.Prunes {
		if n > 0 {
			parts = append(parts, trace.Rule(rule).String()+" "+words.Grouped(n))
		}
	}
	if s.Researched > 0 {
		parts = append(parts, "re-searched "+words.Grouped(s.Researched))
	}
	if s.Extended > 0 {
		parts = append(parts, "unstable "+words.Grouped(s.Extended))
	}
	return strings.Join(parts, ", ")
}

// AreaText returns a text for the content of a text area. HTML drops a line break at
// the start of the content, so AreaText adds one.
func AreaText(text string) string { return "\n" + text }
