package app

import (
	"bytes"
	"path"
)

// Shortened returns a script or style sheet, which the extension of its name says, with
// empty lines for the lines that are comments only, and without indentation and the comments at the ends of lines.
// A script loses the types in its lines, a style sheet the ends of its lines, and both lose blanks beside
// punctuation: a page has to weigh little. The number of each line of a script, which errors report, stays. Other files are
// returned as they are.
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
			if script {
				content = withoutCodeBlanks(withoutRemark(withoutTypes(content)))
			} else {
				content = withoutBlanks(withoutLastComment(content))
			}
			result = append(result, content...)
			result = append(result, '\n')
		}
	}
	if script {
		return result
	}
	return joined(result)
}

// joined returns a style sheet without the ends of lines after punctuation, and without the last semicolon of a block.
func joined(sheet []byte) []byte {
	result := make([]byte, 0, len(sheet))
	for line := range bytes.FieldsFuncSeq(sheet, func(c rune) bool { return c == '\n' }) {
		result = append(result, line...)
		if !bytes.ContainsRune([]byte("{};,"), rune(line[len(line)-1])) {
			result = append(result, '\n')
		}
	}
	return append(bytes.ReplaceAll(bytes.TrimSpace(result), []byte(";}"), []byte("}")), '\n')
}

// withoutTypes returns a line of a script without the types that only the checker of types reads:
// the text between /** @ and */ on one line.
func withoutTypes(line []byte) []byte {
	for {
		before, rest, found := bytes.Cut(line, []byte("/** @"))
		if !found {
			return line
		}
		_, after, ends := bytes.Cut(rest, []byte("*/"))
		if !ends {
			return line
		}
		line = append(bytes.Clone(before), bytes.TrimLeft(after, " ")...)
	}
}

// withoutRemark returns a line of a script without the comment at its end, which follows punctuation and a blank.
func withoutRemark(line []byte) []byte {
	at := bytes.LastIndex(line, []byte(" // "))
	if at < 1 || !bytes.ContainsRune([]byte(";,:{}()[]"), rune(line[at-1])) {
		return line
	}
	for _, quote := range []string{`"`, "`"} {
		if bytes.Count(line[:at], []byte(quote))%2 != 0 {
			return line // it may be in a string
		}
	}
	return line[:at]
}

// codeBlanks are pairs of what a script means the same with and without blanks. Those beside + and - stay: a + +b is no a++b.
var codeBlanks = []string{", ", ",", " = ", "=", " === ", "===", " !== ", "!==", " => ", "=>", " && ", "&&", " || ", "||", " ?? ", "??", " ? ", "?", " : ", ":", ": ", ":", "; ", ";",
	" < ", "<", " > ", ">", " <= ", "<=", " >= ", ">=", " * ", "*", " += ", "+=", " {", "{", "{ ", "{", " }", "}", "} else", "}else", "if (", "if(", "for (", "for("}

// withoutCodeBlanks returns a line of a script without blanks that mean nothing. A line that may have a regular
// expression, a comment or a string with quotes of another kind is kept as it is.
func withoutCodeBlanks(line []byte) []byte {
	if bytes.ContainsAny(line, "'`/\\") {
		return line
	}
	return outsideStrings(line, codeBlanks)
}

// outsideStrings returns a line with the first of each pair replaced by the second, but for what is in double quotes.
func outsideStrings(line []byte, pairs []string) []byte {
	parts := bytes.Split(line, []byte(`"`))
	for i := 0; i < len(parts); i += 2 {
		for p := 0; p < len(pairs); p += 2 {
			parts[i] = bytes.ReplaceAll(parts[i], []byte(pairs[p]), []byte(pairs[p+1]))
		}
	}
	return bytes.Join(parts, []byte(`"`))
}

// withoutLastComment returns a line of a style sheet without the comment at its end.
func withoutLastComment(line []byte) []byte {
	at := bytes.LastIndex(line, []byte("/*"))
	if at < 0 || !bytes.HasSuffix(line, []byte("*/")) || bytes.Count(line[:at], []byte(`"`))%2 != 0 {
		return line
	}
	return bytes.TrimRight(line[:at], " ")
}

// blanks are pairs of what a style sheet means the same with and without blanks.
var blanks = []string{" {", "{", "{ ", "{", "; }", "}", " }", "}", "; ", ";", ": ", ":", ", ", ","}

// withoutBlanks returns a line of a style sheet without blanks that mean nothing.
func withoutBlanks(line []byte) []byte { return outsideStrings(line, blanks) }
