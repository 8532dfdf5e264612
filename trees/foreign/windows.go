package foreign

import (
	"regexp"
	"strings"
)

// This file leaves out the bounds of alpha-beta that people write beside nodes: A [α=3, β=∞], A (-∞, 3). They are the
// result of a search, and no part of the tree.

const boundValue = `[-+−]?\s*(?:∞|(?i:infinity|infty|inf)\b|\d+(?:[./]\d+)?)`

var (
	bound = regexp.MustCompile(`(?:[,;/|]\s*)?(?:α|β|(?i:\balpha|\bbeta))\s*(?:>=|<=|[:=≥≤<>])\s*` + boundValue)
	// A window without names has an infinite side.
	window     = regexp.MustCompile(`[\[(]\s*(?:[-+−]?\s*(?:∞|(?i:infinity|infty|inf)\b)\s*,\s*` + boundValue + `|` + boundValue + `\s*,\s*[-+−]?\s*(?:∞|(?i:infinity|infty|inf)\b))\s*[\])]`)
	emptied    = regexp.MustCompile(`[\[({]\s*[,;/|]?\s*[\])}]`)
	emptyLines = regexp.MustCompile(`\n\s*\n`)
	begins     = regexp.MustCompile(`([\[({])\s*[,;/|]\s*`)
)

// withoutBounds returns the text of a node without bounds that have names.
func (r *reader) withoutBounds(text string) string {
	if !strings.ContainsAny(text, "αβaAbB") {
		return text
	}
	return r.without(bound, text)
}

// withoutWindow returns the text of a node with children without a window.
func (r *reader) withoutWindow(text string) string { return r.without(window, text) }

func (r *reader) without(pattern *regexp.Regexp, text string) string {
	if !pattern.MatchString(text) {
		return text
	}
	r.bounds++
	text = pattern.ReplaceAllString(text, "")
	text = begins.ReplaceAllString(emptied.ReplaceAllString(text, ""), "$1")
	return strings.Trim(emptyLines.ReplaceAllString(text, "\n"), " \t\n,;")
}
