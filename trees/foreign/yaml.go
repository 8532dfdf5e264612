package foreign

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"espalier/trees"
)

// YAML of nodes. The document becomes the values of a jsonDocument, and the members of a node are those of the JSON of
// nodes; see children.go.

// maxYAMLBytes bounds a text in YAML, which is read as a whole before a step is counted.
const maxYAMLBytes = 4 << 20

func (r *reader) yaml() {
	if len(r.src) > maxYAMLBytes {
		panic(over(r.errorIn(0, "a text in YAML has at most %d bytes, and this one has %d; JSON may be longer", maxYAMLBytes, len(r.src))))
	}
	y := &yamlReader{childrenReader: newChildrenReader(r)}
	for i := 0; i < len(r.src); i++ {
		r.step()
		if i == 0 || r.src[i-1] == '\n' {
			y.lines = append(y.lines, i)
		}
	}
	r.peek()
	begin := r.pos
	decoder := yaml.NewDecoder(strings.NewReader(r.src))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		y.refuse(err, begin)
	}
	root := &document
	if len(root.Content) == 1 {
		root = root.Content[0]
	}
	if root.Kind != yaml.MappingNode && root.Kind != yaml.SequenceNode {
		r.fail(begin, "expected members of a node, such as children: and value:, or moves as keys")
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		r.failRead(y.at(&second), "a second document begins here; one tree is read at a time")
	}
	y.levels = !strings.Contains(r.src, ":")
	v := y.value(root, 1-trees.MaxLevels)
	r.pos = len(r.src)
	y.game(v)
}

type yamlReader struct {
	*childrenReader
	lines []int // the first byte of each line
	// The document has lists alone, which are levels, as in nested lists.
	levels bool
	// The last place that was looked up.
	line, column, byte int
}

// yamlLine is the line in an error of the package yaml.
var yamlLine = regexp.MustCompile(`line (\d+): (.*)`)

// refuse fails with an error of the package yaml.
func (y *yamlReader) refuse(err error, begin int) {
	at, message := begin, strings.TrimPrefix(err.Error(), "yaml: ")
	if parts := yamlLine.FindStringSubmatch(message); parts != nil {
		if line, wrong := strconv.Atoi(parts[1]); wrong == nil && line >= 1 && line <= len(y.lines) {
			at = y.lines[line-1]
			at += len(y.r.src[at:]) - len(strings.TrimLeft(y.r.src[at:], " "))
		}
		message = parts[2]
	}
	y.r.failRead(min(at, len(y.r.src)), "this YAML cannot be read: %s", shortened(message))
}

// at returns the byte at which a node begins.
func (y *yamlReader) at(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(y.lines) {
		return 0
	}
	// The nodes of a line are in its order.
	if n.Line != y.line || n.Column < y.column {
		y.line, y.column, y.byte = n.Line, 1, y.lines[n.Line-1]
	}
	for ; y.column < n.Column; y.column++ {
		y.r.step()
		_, size := nextRune(y.r.src[y.byte:])
		y.byte = min(y.byte+size, len(y.r.src))
	}
	return y.byte
}

// value adds a value of the document.
func (y *yamlReader) value(n *yaml.Node, level int) int32 {
	r := y.r
	r.step()
	at := y.at(n)
	r.level(at, level)
	switch {
	case n.Kind == yaml.AliasNode:
		r.failRead(at, "an alias is not read; write the node itself")
	case n.Anchor != "":
		r.failRead(at, "an anchor is not read; write each node where it is")
	}
	switch n.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		kind := jsonList
		if n.Kind == yaml.MappingNode {
			kind = jsonObject
		}
		items := make([]int32, 0, len(n.Content))
		for i, item := range n.Content {
			if kind == jsonObject && i%2 == 0 && item.Kind != yaml.ScalarNode {
				r.failRead(y.at(item), "a key is a name, not a list")
			}
			v := y.value(item, level+1)
			if kind == jsonObject && i%2 == 0 { // a key that looks like a number or like null is a name, too
				v = y.scalar(jsonString, item.Value, y.at(item))
			}
			items = append(items, v)
		}
		r.pos = at
		v := y.holding(kind, items, at)
		return v
	}
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return y.add(jsonValue{kind: jsonNull, at: int32(at), end: int32(at)})
	case "!!bool":
		v := y.scalar(jsonBool, n.Value, at)
		return v
	case "!!int", "!!float":
		if word := trees.NotFiniteAt(n.Value); word != "" && word == n.Value {
			r.failNotFinite(at, word)
		}
		if numberAt(n.Value) != n.Value {
			r.failRead(at, "%s is not a number here; write digits alone, such as 1000, 0.5 or 1/3", quoted(n.Value))
		}
		v := y.scalar(jsonNumber, n.Value, at)
		if y.levels {
			return y.holding(jsonObject, []int32{y.string("value", at), v}, at)
		}
		return v
	case "!!str", "!!timestamp":
		return y.scalar(jsonString, n.Value, at)
	default:
		r.failRead(at, "the tag %s is not read", quoted(tag))
	}
	return 0
}

// scalar adds a scalar with its text.
func (y *yamlReader) scalar(kind jsonKind, text string, at int) int32 {
	y.r.pos = at
	v := y.string(text, at)
	y.jsonDocument.values[v].kind = kind
	y.jsonDocument.values[v].end = int32(min(len(y.r.src), at+len(text)))
	return v
}

// yamlKey is a line with a key.
var yamlKey = regexp.MustCompile(`^(?:- +)*(?:"[^"]*"|'[^']*'|[^\s"'#\-\[\]{}][^:#\[\]{}]*?)\s*:(?:\s|$)`)

// taskLine is a task of Markdown.
var taskLine = regexp.MustCompile(`^[-*+]\s+` + after(box))

// showsYAML returns how much a text looks like YAML of nodes.
func showsYAML(text string) int {
	lines, keys, members, dashes, nested := 0, 0, 0, 0, 0
	first := ""
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "- [") || strings.HasPrefix(line, "- {") { // in a list, too
			nested++
		}
		line = strings.TrimSpace(strings.TrimLeft(line, blankCharacters))
		if line == "" || line[0] == '#' || lines > 0 && (line == "..." || line == "---") {
			continue
		}
		if lines == 0 && (line == "---" || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "%YAML")) {
			return sure
		}
		lines++
		if taskLine.MatchString(line) {
			return unlike
		}
		if lines == 1 {
			first = line
		}
		if yamlKey.MatchString(line) {
			keys++
			key, _, _ := strings.Cut(strings.TrimLeft(line, "- "), ":")
			key = strings.ToLower(strings.Trim(strings.TrimSpace(key), `"'`))
			for _, list := range [][]string{kidKeys, valueKeys, moverKeys, isMaxKeys, isMinKeys, actionKeys, nameKeys, typeKeys} {
				if slices.Contains(list, key) {
					members++
					break
				}
			}
		} else if strings.HasPrefix(line, "- ") {
			dashes++
		}
		if strings.HasPrefix(line, "- - ") { // a list in a list
			nested++
		}
	}
	name, rest, _ := strings.Cut(strings.TrimLeft(first, "- "), ":")
	_, _, mover := moverOf(name)
	switch {
	case nested > 0 && lines >= 2 && keys+dashes == lines:
		return sure
	case lines < 2 || !yamlKey.MatchString(first):
		return unlike
	case mover && strings.TrimSpace(rest) == "", members == 0 && colonName(first): // an outline, as Max: with L: 3 below it
		return unlike
	case members > 0 && keys+dashes == lines:
		return sure
	case keys == lines && !strings.HasPrefix(first, "-"):
		return alike
	}
	return unlike
}
