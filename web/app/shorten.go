package app

import (
	"bytes"
	"path"
)

// Shortened returns a script or style sheet, which the extension of its name says, with
// empty lines for the lines that are comments only, without comments at the ends of lines
// of a style sheet, and without indentation: a page has to weigh little. The number of
// each line, which errors report, stays. Other files are returned as they are.
//
// No line of static/js is inside a string, which would look like a comment or indentation
// then; a test checks that.
func Shortened(name string, text []byte) []byte {
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
			result = append(result, bytes.TrimLeft(after, " ")...) // code that follows
			result = append(result, '\n')
		case script && bytes.HasPrefix(content, []byte("//")):
			result = append(result, '\n')
		default:
			if !script {
				content = withoutLastComment(content)
			}
			result = append(result, content...)
			result = append(result, '\n')
		}
	}
	return result
}

// withoutLastComment returns a line of a style sheet without the comment at its end.
func withoutLastComment(line []byte) []byte {
	at := bytes.LastIndex(line, []byte("/*"))
	if at < 0 || !bytes.HasSuffix(line, []byte("*/")) || bytes.Count(line[:at], []byte(`"`))%2 != 0 {
		return line
	}
	return bytes.TrimRight(line[:at], " ")
}
