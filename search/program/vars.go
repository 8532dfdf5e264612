package program

import (
	"bytes"
	"reflect"
	"unicode/utf8"
	"unsafe"

	"go.starlark.net/starlark"

	"espalier/trees"
)

// appendText appends a text as JSON; of a long one the beginning.
func appendText(b []byte, s string, limit int) []byte {
	if limit = max(limit, 8); len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit] + "…"
	}
	return trees.AppendQuoted(b, []byte(s))
}

// A seen variable is what the last event of a call has said about it.
type seen struct {
	value starlark.Value // of a value that never changes
	json  []byte         // of a list, dict or tuple
}

// cellType is the type in which the interpreter keeps a variable that an inner function uses. Its field is not
// exported; TestVarsOfClosures fails if another version has another one.
var cellType = "cell"

// local returns a local variable; nil: it has no value yet.
func local(v starlark.Value) starlark.Value {
	if v == nil || v.Type() != cellType {
		return v
	}
	field := reflect.ValueOf(v).Elem().Field(0)
	inner, _ := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Interface().(starlark.Value)
	return inner
}

// appendVars appends the local variables of a call that have changed since its last event.
func (m *machine) appendVars(b []byte, c *activation, frame starlark.DebugFrame) []byte {
	if c == nil || frame == nil {
		return b
	}
	n := frame.NumLocals()
	for len(c.seen) < n {
		c.seen = append(c.seen, seen{})
	}
	start, count := len(b), 0
	m.nodeNames = m.nodeNames[:0]
	m.varNames = m.varNames[:0]
	for i := range n {
		name, v := frame.Local(i)
		if v = local(v); v == nil {
			continue
		}
		s := &c.seen[i]
		now := seen{value: v}
		m.varJSON = m.varJSON[:0]
		_, isNode := v.(*node)
		switch v := v.(type) {
		case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType, starlark.String, *node:
			if s.value == v {
				continue
			}
			m.varJSON = appendJSON(m.varJSON, v, maxOneVar)
		case *starlark.Function, *starlark.Builtin:
			continue
		default:
			m.varJSON = appendJSON(m.varJSON, v, maxOneVar)
			if s.value == nil && bytes.Equal(s.json, m.varJSON) {
				continue
			}
			now = seen{json: append(s.json[:0], m.varJSON...)}
		}
		if count == maxVars || len(b)-start+len(m.varJSON)+len(name.Name) > maxVarBytes || m.hasVar(name.Name) {
			continue // a later event of the call says it
		}
		*s = now
		m.varNames = append(m.varNames, name.Name)
		if count++; count == 1 {
			b = append(b, `,"vars":{`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(append(b, name.Name...), `":`...)
		b = append(b, m.varJSON...)
		if isNode {
			m.nodeNames = append(m.nodeNames, name.Name)
		}
	}
	if count == 0 {
		return b
	}
	b = append(b, '}')
	for i, name := range m.nodeNames {
		if i == 0 {
			b = append(b, `,"nodes":["`...)
		} else {
			b = append(b, `,"`...)
		}
		b = append(append(b, name...), '"')
	}
	if len(m.nodeNames) > 0 {
		b = append(b, ']')
	}
	return b
}

// hasVar reports whether this event has said a variable of that name: two comprehensions of one function may
// have one each.
func (m *machine) hasVar(name string) bool {
	for _, n := range m.varNames {
		if n == name {
			return true
		}
	}
	return false
}

// appendGlobals appends the variables of the top level that have changed since its last event.
func (m *machine) appendGlobals(b []byte, frame starlark.DebugFrame) []byte {
	f, is := frame.Callable().(*starlark.Function)
	if !is {
		return b
	}
	globals := f.Globals()
	return m.appendVars(b, m.top, &globalFrame{DebugFrame: frame, names: m.globals, values: globals})
}

// A globalFrame has the variables of the top level as a frame has its locals.
type globalFrame struct {
	starlark.DebugFrame
	names  []string
	values starlark.StringDict
}

func (g *globalFrame) NumLocals() int { return len(g.names) }

func (g *globalFrame) Local(i int) (starlark.Binding, starlark.Value) {
	return starlark.Binding{Name: g.names[i]}, g.values[g.names[i]]
}
