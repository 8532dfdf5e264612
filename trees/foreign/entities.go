package foreign

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestEntity is the number of bytes of the longest name of a character: &thetasym;
const longestEntity = 12

// entities replaces characters that a text gives by name or number, after a sign: &alpha; and &#945;, or #quot; in Mermaid.
func entities(s string, sign byte) string {
	if strings.IndexByte(s, sign) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == sign {
			if n := strings.IndexByte(s[i:min(len(s), i+longestEntity)], ';'); n > 0 {
				if text, ok := entity(s[i+1:i+n], sign); ok {
					b.WriteString(text)
					i += n + 1
					continue
				}
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// entity returns the character with a name or a number.
func entity(name string, sign byte) (text string, ok bool) {
	digits := name
	if sign == '&' {
		if digits, ok = strings.CutPrefix(name, "#"); !ok {
			text, ok = characterNamed(name)
			return text, ok
		}
	}
	base := 10
	if hex, is := strings.CutPrefix(strings.ToLower(digits), "x"); is && hex != "" {
		digits, base = hex, 16
	}
	if n, err := strconv.ParseUint(digits, base, 32); err == nil && utf8.ValidRune(rune(n)) && n <= utf8.MaxRune {
		return string(rune(n)), true
	}
	return characterNamed(name)
}

func characterNamed(name string) (text string, ok bool) {
	switch name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	}
	text, ok = xml.HTMLEntity[name]
	return text, ok
}
