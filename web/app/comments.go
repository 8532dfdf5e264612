package app

import (
	"bytes"
	"path"
)

// WithoutComments returns a script or style sheet, which the extension of its
// name says, with empty lines for the lines that are comments only: they are a
// fifth of what a page weighs. The number of each line, which errors report,
// stays. Other files are returned as they are.
//
// No line of static/js is inside a string, which would look like a comment
// then; a test checks that.
func WithoutComments(name string, text []byte) []byte {
	script := path.Ext(name) == ".js"
	if !script && path.Ext(name) != ".css" {
		return text
	}
	result := make([]byte, 0, len(text))
	inside := false // a comment that began on an earlier line
	for line := range bytes.Lines(text) {
		content := bytes.TrimSpace(line)
		begins := bytes.HasPrefix(content, []byte("/*"))
		_, after, ends := bytes.Cut(content, []byte("*/"))
		switch {
		case inside || begins:
			inside = !ends
			if len(after) > 0 { // code follows
				result = append(result, after...)
			}
			result = append(result, '\n')
		case script && bytes.HasPrefix(content, []byte("//")):
			result = append(result, '\n')
		default:
			result = append(result, line...)
		}
	}
	return result
}
