package program

import (
	"math"
	"strconv"

	"go.starlark.net/starlark"
)

// isNumber reports whether a value is a number; a truth value is none.
func isNumber(v starlark.Value) bool {
	switch v.(type) {
	case starlark.Int, starlark.Float:
		return true
	}
	return false
}

// appendNumber appends a number as JSON: "inf" and "-inf" where it has no end; false: it is NaN or no number.
func appendNumber(b []byte, v starlark.Value) ([]byte, bool) {
	switch v := v.(type) {
	case starlark.Int:
		if n, small := v.Int64(); small {
			return strconv.AppendInt(b, n, 10), true
		}
		return appendFloat(b, float64(v.Float()))
	case starlark.Float:
		return appendFloat(b, float64(v))
	}
	return b, false
}

func appendFloat(b []byte, f float64) ([]byte, bool) {
	switch {
	case math.IsNaN(f):
		return b, false
	case math.IsInf(f, 1):
		return append(b, `"inf"`...), true
	case math.IsInf(f, -1):
		return append(b, `"-inf"`...), true
	case f == 0: // without a sign
		return append(b, '0'), true
	case f == math.Trunc(f) && math.Abs(f) < 1e15:
		return strconv.AppendInt(b, int64(f), 10), true
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64), true
}

// items returns the elements of a list or tuple.
func items(v starlark.Value) ([]starlark.Value, bool) {
	switch v := v.(type) {
	case starlark.Tuple:
		return v, true
	case *starlark.List:
		list := make([]starlark.Value, v.Len())
		for i := range list {
			list[i] = v.Index(i)
		}
		return list, true
	}
	return nil, false
}

// appendVector appends a list or tuple of exactly as many numbers as there are players.
func appendVector(b []byte, v starlark.Value, players int) ([]byte, bool) {
	list, is := items(v)
	if !is || len(list) != players {
		return b, false
	}
	start := len(b)
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var ok bool
		if b, ok = appendNumber(b, x); !ok || b[len(b)-1] == '"' {
			return b[:start], false
		}
	}
	return append(b, ']'), true
}

// appendValue appends the value of a node that a program has returned. In max^n a list or tuple of as many
// numbers as there are players is one, or else its first element that is one; in minimax a number is one, or
// else the first number of a list or tuple; of a dict, "value". ok is false if it has none.
func (m *machine) appendValue(b []byte, v starlark.Value, turned bool) (out []byte, ok bool) {
	if d, is := v.(*starlark.Dict); is {
		v, is, _ = d.Get(starlark.String("value"))
		if !is {
			return b, false
		}
	}
	if !m.root.from.scalar() {
		players := m.root.from.players()
		if b, ok = appendVector(b, v, players); ok {
			return b, true
		}
		list, _ := items(v)
		for _, x := range list {
			if b, ok = appendVector(b, x, players); ok {
				return b, true
			}
		}
		return b, false
	}
	if list, is := items(v); is {
		v = starlark.None
		for _, x := range list {
			if isNumber(x) {
				v = x
				break
			}
		}
	}
	if turned {
		v = negated(v)
	}
	return appendNumber(b, v)
}

// negated returns a number with the other sign.
func negated(v starlark.Value) starlark.Value {
	switch v := v.(type) {
	case starlark.Int:
		return starlark.MakeInt(0).Sub(v)
	case starlark.Float:
		return -v
	}
	return v
}

// appendJSON appends a value for a reader: a node by its number, within another value as {"node": 5}, and as "<node 5>"
// where it is a key; a text, list, tuple or dict by what it holds.
// It stops where the value gets too long, and says so by "…".
func appendJSON(b []byte, v starlark.Value, limit int) []byte {
	end := len(b) + limit
	return appendWithin(b, v, end, 0)
}

func appendWithin(b []byte, v starlark.Value, end, level int) []byte {
	if len(b) > end || level > 8 {
		return append(b, `"…"`...)
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return append(b, "null"...)
	case starlark.Bool:
		return strconv.AppendBool(b, bool(v))
	case starlark.Int, starlark.Float:
		if b, ok := appendNumber(b, v); ok {
			return b
		}
		return append(b, `"nan"`...)
	case starlark.String:
		return appendText(b, string(v), end-len(b))
	case *node:
		if level == 0 {
			return strconv.AppendInt(b, int64(v.id), 10)
		}
		return append(strconv.AppendInt(append(b, `{"node":`...), int64(v.id), 10), '}')
	case *starlark.Dict:
		b = append(b, '{')
		for i, item := range v.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			if len(b) > end {
				b = append(b, `"…":"…"`...)
				break
			}
			key := item[0].String()
			switch k := item[0].(type) {
			case starlark.String:
				key = string(k)
			case *node:
				key = "<node " + strconv.Itoa(k.id) + ">"
			}
			b = appendText(b, key, end-len(b))
			b = append(b, ':')
			b = appendWithin(b, item[1], end, level+1)
		}
		return append(b, '}')
	case *starlark.Set:
		list := make(starlark.Tuple, 0, v.Len())
		for x := range v.Elements() {
			list = append(list, x)
		}
		return appendWithin(b, list, end, level+1)
	}
	if list, is := items(v); is {
		b = append(b, '[')
		for i, x := range list {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendWithin(b, x, end, level+1)
			if len(b) > end {
				if i < len(list)-1 {
					b = append(b, `,"…"`...)
				}
				break
			}
		}
		return append(b, ']')
	}
	return appendText(b, v.String(), end-len(b))
}
