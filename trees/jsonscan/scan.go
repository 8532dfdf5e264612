// Package jsonscan finds the tokens of a JSON text and their places. It reports no error by itself: the readers of trees,
// of printed runs and of requests each say in their own words what is wrong, and each accepts a little more or less.
//
// encoding/json is not used for these: it matches keys in any case, takes the last of two equal keys, replaces invalid UTF-8,
// rounds numbers, and does not say where a value begins. Its jsontext and github.com/go-json-experiment/json are strict, but
// take neither the infinite numbers that programs print nor the words of the errors, and read lines a quarter slower.
package jsonscan

// A Scanner reads a text from a position on.
type Scanner struct {
	Src []byte
	Pos int
}

// Space skips white space and returns the byte that follows, 0 at the end.
func (s *Scanner) Space() byte {
	for ; s.Pos < len(s.Src); s.Pos++ {
		switch c := s.Src[s.Pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// A Step is what comes next in a list or an object.
type Step uint8

const (
	Entry       Step = iota // an entry; the comma before it was passed. After the comma anything may follow
	Closed                  // nothing: the closing bracket was passed
	Unseparated             // neither a comma nor the closing bracket
)

// Next moves to the next entry of a list or an object.
func (s *Scanner) Next(first bool, closing byte) Step {
	switch c := s.Space(); {
	case c == closing:
		s.Pos++
		return Closed
	case first:
		return Entry
	case c != ',':
		return Unseparated
	}
	s.Pos++
	s.Space()
	return Entry
}

// A Fault is why there is no value.
type Fault uint8

const (
	None       Fault = iota
	NoValue          // the text ends, or a comma, a colon or a closing bracket comes next
	OpenString       // a string does not end
	OpenList         // a list or an object does not end
)

// Value moves past a value, without checking it, and returns its text: it looks at quotation marks and counts brackets.
// What is none of these goes on up to white space, a comma, a colon or a closing bracket.
func (s *Scanner) Value() ([]byte, Fault) {
	c, start := s.Space(), s.Pos
	switch c {
	case '"':
		if !s.passString() {
			return nil, OpenString
		}
		return s.Src[start:s.Pos], None
	case '[', '{':
		return s.list()
	}
	for ; s.Pos < len(s.Src); s.Pos++ {
		switch s.Src[s.Pos] {
		case ' ', '\t', '\r', '\n', ',', ':', ']', '}':
			return s.word(start)
		}
	}
	return s.word(start)
}

func (s *Scanner) word(start int) ([]byte, Fault) {
	if s.Pos == start {
		return nil, NoValue
	}
	return s.Src[start:s.Pos], None
}

func (s *Scanner) list() ([]byte, Fault) {
	start := s.Pos
	for depth := 0; s.Pos < len(s.Src); {
		switch s.Src[s.Pos] {
		case '"':
			if !s.passString() {
				return nil, OpenString
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		s.Pos++
		if depth == 0 {
			return s.Src[start:s.Pos], None
		}
	}
	return nil, OpenList
}

// passString moves past the string that begins here.
func (s *Scanner) passString() (closed bool) {
	s.Pos, closed = PassString(s.Src, s.Pos)
	return closed
}

// PassString returns the end of the string that begins at pos with a quotation mark: " or, as in other notations, '.
func PassString[T string | []byte](src T, pos int) (end int, closed bool) {
	quote := src[pos]
	for pos++; pos < len(src); pos++ {
		switch src[pos] {
		case '\\':
			pos++
		case quote:
			return pos + 1, true
		}
	}
	return pos, false
}

// Word returns the bytes that come next and could be a number, true, false or null.
func (s *Scanner) Word() []byte {
	end := s.Pos
	for end < len(s.Src) && WordByte[s.Src[end]] {
		end++
	}
	return s.Src[s.Pos:end]
}

// WordByte has the bytes of a number, true, false and null.
var WordByte = func() (is [256]bool) {
	for c := range is {
		is[c] = c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return is
}()

// IsNumber reports whether a text is a JSON number.
func IsNumber(raw []byte) bool {
	i := 0
	digits := func() bool {
		start := i
		for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(raw) && raw[i] == '-' {
		i++
	}
	if i+1 < len(raw) && raw[i] == '0' && raw[i+1] >= '0' && raw[i+1] <= '9' || !digits() {
		return false
	}
	if i < len(raw) && raw[i] == '.' {
		if i++; !digits() {
			return false
		}
	}
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		if i++; i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(raw)
}

// Keys are the keys of an object that were read. Nearly all objects have few.
type Keys struct {
	few  [16][]byte
	n    int
	many map[string]bool // once there are more
}

// Reset forgets all keys.
func (k *Keys) Reset() { k.n, k.many = 0, nil }

// Again adds a key and reports whether it was there.
func (k *Keys) Again(key []byte) bool {
	if k.many != nil {
		was := k.many[string(key)]
		k.many[string(key)] = true
		return was
	}
	for _, other := range k.few[:k.n] {
		if string(other) == string(key) {
			return true
		}
	}
	if k.n < len(k.few) {
		k.few[k.n] = key
		k.n++
		return false
	}
	k.many = map[string]bool{string(key): true}
	for _, other := range k.few {
		k.many[string(other)] = true
	}
	return false
}
