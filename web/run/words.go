package run

import (
	"strings"

	"espalier/trace"
	"espalier/web/words"
)

// prunesInWords is "shallow 2, immediate 1".
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
	return strings.Join(parts, ", ")
}

// AreaText is a text for a text area: HTML drops a line break at its beginning.
func AreaText(text string) string { return "\n" + text }
