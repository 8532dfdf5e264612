package jsonscan

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote reads the JSON string that begins at pos. It returns its text, which
// may share memory with src, and its end. After an error, end is the place of
// the error.
func Unquote[T string | []byte](src T, pos int) (text []byte, end int, err error) {
	plain := true
	i := pos + 1
	for ; i < len(src) && src[i] != '"'; i++ {
		if c := src[i]; c < 0x20 {
			return nil, i, fmt.Errorf("the control character U+%04X in a string must be written \\u%04X", c, c)
		} else if c >= utf8.RuneSelf || c == '\\' {
			plain = false
			break
		}
	}
	if plain && i < len(src) {
		return []byte(src[pos+1 : i]), i + 1, nil
	}
	text = append([]byte(nil), src[pos+1:i]...)
	for i < len(src) {
		switch c := src[i]; {
		case c == '"':
			return text, i + 1, nil
		case c < 0x20:
			return nil, i, fmt.Errorf("the control character U+%04X in a string must be written \\u%04X", c, c)
		case c == '\\':
			ch, size, err := unescape(src, i)
			if err != nil {
				return nil, i, err
			}
			text = utf8.AppendRune(text, ch)
			i += size
		case c < utf8.RuneSelf:
			text = append(text, c)
			i++
		default:
			ch, size := utf8.DecodeRuneInString(string(src[i:min(len(src), i+utf8.UTFMax)]))
			if ch == utf8.RuneError && size == 1 {
				return nil, i, fmt.Errorf("the byte 0x%02X in a string is not UTF-8", c)
			}
			text = utf8.AppendRune(text, ch)
			i += size
		}
	}
	return nil, pos, fmt.Errorf("the string that begins here is not closed")
}

// unescape reads the escape at i and returns its character and length.
func unescape[T string | []byte](src T, i int) (ch rune, size int, err error) {
	if i+1 == len(src) {
		return 0, 0, fmt.Errorf("a string ends in an escape and is not closed")
	}
	if at := strings.IndexByte(`"\/bfnrt`, src[i+1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), 2, nil
	}
	if src[i+1] != 'u' {
		return 0, 0, fmt.Errorf(`a string has an unknown escape; there are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`)
	}
	first, ok := hex4(src, i+2)
	if !ok {
		return 0, 0, fmt.Errorf(`\u needs four hexadecimal digits`)
	}
	if !utf16.IsSurrogate(first) {
		return first, 6, nil
	}
	if i+7 < len(src) && src[i+6] == '\\' && src[i+7] == 'u' {
		if second, ok := hex4(src, i+8); ok {
			if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
				return pair, 12, nil
			}
		}
	}
	return 0, 0, fmt.Errorf(`\u%04X is half of a surrogate pair; it is no character without the other half`, first)
}

func hex4[T string | []byte](src T, i int) (n rune, ok bool) {
	if i+4 > len(src) {
		return 0, false
	}
	for _, c := range []byte(src[i : i+4]) {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		n = n<<4 | rune(digit)
	}
	return n, true
}
