package foreign

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file prepares a part of a program for the readers of lists, calls and objects: the comments of Python,
// JavaScript and C, an assignment before the value, a semicolon after it, and typeset quotation marks are blank, or
// are what these readers know. All bytes keep their places.
//
//	const tree = {value: 3, /* why */ children: [{value: 1}]};   // a tree

// An assignment is a name with its type, which Haskell has in the line before, and an equals sign.
var assignment = regexp.MustCompile(`^\s*(?:[a-z]\w*\s*::[^\n=]*\n\s*)?(?:(?:export\s+default|return)\s+|(?:(?:import|from)\s[^\n]*\n\s*)*[A-Za-z_$][\w$.<>\[\], \t|?*&:]*?\s*:?=\s*)`)

// arrayCall is a call that makes an array of lists.
var arrayCall = regexp.MustCompile(`^\s*(?:(?:np|numpy)\.(?:array|asarray)|list|tuple)\(`)

// maxAssignment is the number of bytes before the value in which an equals sign is looked for.
const maxAssignment = 400

// assignedFrom returns the byte at which the value of an assignment begins; 0: the text is none.
func assignedFrom(text string) int {
	end := len(assignment.FindString(text[:min(len(text), maxAssignment)]))
	if end == 0 || end >= len(text) || text[end] == '=' {
		return 0
	}
	return end
}

// program prepares the text.
func (r *reader) program() {
	p := programText{r: r, text: r.src}
	p.comments()
	if from := assignedFrom(p.text); from > 0 {
		p.blank(p.text[:from], 0)
		r.game.note("What is read is the value that the text assigns.")
	}
	if end := len(strings.TrimRightFunc(p.text, unicode.IsSpace)); end > 0 && p.text[end-1] == ';' {
		p.blank(";", end-1)
	}
	if call := arrayCall.FindString(p.text); call != "" {
		if end := len(strings.TrimRightFunc(p.text, unicode.IsSpace)); p.text[end-1] == ')' {
			p.blank(call, 0)
			p.blank(")", end-1)
		}
	}
	if isBraces(p.text) {
		p.text = strings.NewReplacer("{", "[", "}", "]").Replace(p.text)
		r.game.note("Braces are read as brackets.")
	}
	r.src = p.text
	if p.removed > 0 {
		r.game.note("Comments are left out.")
	}
}

// isBraces reports whether a text has lists in braces, as in C: {{3, 12}, {2, 4}}.
func isBraces(text string) bool {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	if !strings.HasPrefix(text, "{") {
		return false
	}
	inner := strings.TrimLeft(text, "{ \n\t\r")
	return numberAt(inner) != "" && !strings.ContainsAny(text, `:"'=`)
}

type programText struct {
	r       *reader
	text    string
	removed int // comments
}

// blank replaces a part of the text by as many bytes of white space.
func (p *programText) blank(part string, at int) {
	b := []byte(p.text)
	copy(b[at:], blanks(part))
	p.text = string(b)
}

// blanks returns white space of as many bytes as a text has, and as many characters if all of them have up to three bytes.
func blanks(part string) string {
	var b strings.Builder
	for _, ch := range part {
		switch size := utf8.RuneLen(ch); {
		case ch == '\n':
			b.WriteByte('\n')
		case size == 1:
			b.WriteByte(' ')
		case size == 2:
			b.WriteString("\u00A0")
		case size == 3:
			b.WriteString("\u3000")
		default:
			b.WriteString("\u00A0\u00A0")
		}
	}
	return b.String()
}

// comments makes comments blank, and writes typeset quotation marks as those of programs.
func (p *programText) comments() {
	text := p.text
	if !strings.ContainsAny(text, "#/“”„‘’") {
		return
	}
	var out bytes.Buffer
	for at := 0; at < len(text); {
		p.r.step()
		rest := text[at:]
		if n := commentAt(rest); n > 0 {
			out.WriteString(blanks(rest[:n]))
			p.removed++
			for range n {
				p.r.step()
			}
			at += n
			continue
		}
		ch, size := utf8.DecodeRuneInString(rest)
		switch ch {
		case '"', '\'':
			end := at + 1
			for end < len(text) && text[end] != byte(ch) && text[end] != '\n' {
				p.r.step()
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			out.WriteString(text[at:end])
			at = end
			continue
		case '“', '„', '”':
			at += p.typeset(&out, rest, '"', "“”")
			continue
		case '‘', '’':
			at += p.typeset(&out, rest, '\'', "‘’")
			continue
		}
		out.WriteString(rest[:size])
		at += size
	}
	p.text = out.String()
}

// typeset writes a text in typeset quotation marks with those of programs, and returns its length.
func (p *programText) typeset(out *bytes.Buffer, rest string, quote byte, closing string) int {
	_, size := utf8.DecodeRuneInString(rest)
	out.WriteString("\u00A0")
	out.WriteByte(quote)
	for n := size; n < len(rest); {
		p.r.step()
		ch, width := utf8.DecodeRuneInString(rest[n:])
		if ch == '\n' {
			return n
		}
		if strings.ContainsRune(closing, ch) {
			out.WriteByte(quote)
			out.WriteString("\u00A0")
			return n + width
		}
		out.WriteString(rest[n : n+width])
		n += width
	}
	return len(rest)
}

// commentAt returns the length of the comment at the start of a text; 0: there is none.
func commentAt(text string) int {
	end := func(closing string, with int) int {
		if i := strings.Index(text, closing); i >= 0 {
			return i + with
		}
		return len(text)
	}
	switch {
	case strings.HasPrefix(text, "#"), strings.HasPrefix(text, "//"):
		return end("\n", 0)
	case strings.HasPrefix(text, "/*"):
		if i := strings.Index(text[2:], "*/"); i >= 0 {
			return i + 4
		}
	}
	return 0
}

// afterProgramComments returns a text without the comments of a program at its begin.
func afterProgramComments(text string) string {
	for {
		text = strings.TrimLeft(text, blankCharacters)
		n := commentAt(text)
		if n == 0 {
			return text
		}
		text = text[n:]
	}
}

// blankCharacters are around a text.
const blankCharacters = " \n\t\r\uFEFF\u00A0\u3000"
