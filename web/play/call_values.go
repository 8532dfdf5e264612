package play

import (
	"bytes"
	"encoding/json"
	"strings"

	"espalier/trace/program"
)

// This file writes the values of a program's variables. A node has its name, also within a list.

// valueText writes a value of a program as the page does, and reports whether it is a number.
func (p *programRun) valueText(raw string) (text string, number bool) {
	switch raw {
	case "null":
		return "None", false
	case "true":
		return "True", false
	case "false":
		return "False", false
	case `"inf"`:
		return "∞", true
	case `"-inf"`:
		return "−∞", true
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal([]byte(raw), &s) != nil {
			return raw, false
		}
		if s == "…" { // what follows was left out
			return s, false
		}
		return "“" + s + "”", false
	case '[':
		var list []json.RawMessage
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw, false
		}
		numbers := len(list) > 0
		parts := make([]string, len(list))
		for i, one := range list {
			is := false
			parts[i], is = p.valueText(string(one))
			numbers = numbers && is
		}
		return "(" + strings.Join(parts, ", ") + ")", numbers
	case '{':
		return p.dictText(raw), false
	}
	return strings.Replace(raw, "-", "−", 1), true
}

// dictText writes a dict, or the node in {"node": 5}.
func (p *programRun) dictText(raw string) string {
	d := json.NewDecoder(bytes.NewReader([]byte(raw)))
	d.Token() // {
	var parts []string
	for d.More() {
		key, err := d.Token()
		name, is := key.(string)
		var value json.RawMessage
		if err != nil || !is || d.Decode(&value) != nil {
			return raw
		}
		if name == "node" && len(parts) == 0 && !d.More() {
			if node, known := p.nodeName(string(value)); known {
				return node
			}
		}
		if id, is := strings.CutPrefix(name, "<node "); is {
			if node, known := p.nodeName(strings.TrimSuffix(id, ">")); known {
				name = node
			}
		}
		text, _ := p.valueText(string(value))
		parts = append(parts, name+": "+text)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// nodeName returns the name of the node that the program has with a number.
func (p *programRun) nodeName(id string) (name string, known bool) {
	n := p.of.Run.NodeWith(id)
	if n == program.None {
		return "", false
	}
	return p.tree.Name(p.number(n)), true
}
