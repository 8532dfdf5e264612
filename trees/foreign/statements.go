package foreign

import (
	"regexp"
	"slices"
	"strings"
)

// This file finds the statements of a program that say what a tree is; construct.go reads them. A program that assigns
// one list or object is left to the reader of that value, with all other statements blank.

// A statement of a program begins at a byte and ends before another one.
type programStatement struct {
	from, to int
	kind     statementKind
	name     string // the variable that it is about
	path     string // what follows the variable: .left.left
	value    int    // the byte at which the value or the arguments begin
	as       string // the variable of the node that a method makes
}

type statementKind uint8

const (
	otherStatement   statementKind = iota // it says nothing about a tree
	assignsValue                          // tree = {…}
	assignsGraph                          // G = nx.DiGraph()
	assignsOther                          // n = 3
	assignsAttribute                      // root.left = …
	callsMethod                           // root.add_child(…)
	assignsMembers                        // G.nodes["A"]["value"] = 3, g.vs["value"] = [1, 2]
	setsMembers                           // nx.set_node_attributes(G, {"A": 3}, "value")
)

var (
	assigns          = regexp.MustCompile(`^(?:(?:const|let|var|val|final|auto|static|export|public|private|struct)\s+)*(?:[A-Za-z_][\w.<>\[\]*&?]*\s+[*&]?)?([A-Za-z_]\w*)(?:\s*\[\s*\])*\s*(?::\s*[\w\[\]., |"'<>]+?)?\s*:?=\s*(?:&\s*)?`)
	assignsMember    = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\s*(?:\.|->)\s*[A-Za-z_]\w*)+)\s*=\s*(?:&\s*)?`)
	callsMember      = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\s*(?:\.|->)\s*[A-Za-z_]\w*)+)\s*(\()`)
	assignsEntry     = regexp.MustCompile(`^([A-Za-z_]\w*)\s*\[[^\]\n]*\].*?[^=!<>]=[^=]`)
	ofPage           = regexp.MustCompile(`^(?:document\.|new\s+vis\.(?:Network|Timeline|Graph)\w*\()`)
	makesGraph       = regexp.MustCompile(`^(?:[A-Za-z_]\w*\.)*(?:(?:Multi)?(?:Di|di)?[Gg]raph(?:\.TupleList)?\(|Tree\(\s*\))`)
	graphOfEdges     = regexp.MustCompile(`^(?:[A-Za-z_]\w*\.)*(?:Multi)?(?:Di|di)?[Gg]raph(?:\.TupleList)?(\()\s*(?:[\[{(]|(?:\w+\s*=\s*\w+\s*,\s*)*edges\s*=)`)
	nodesMember      = regexp.MustCompile(`^([A-Za-z_]\w*)\.(?:nodes|vs)\s*(\[)`)
	setsOfGraph      = regexp.MustCompile(`^(?:[A-Za-z_]\w*\.)?set_node_attributes\s*\(\s*([A-Za-z_]\w*)\s*(,)`)
	makesInGraph     = regexp.MustCompile(`^([A-Za-z_]\w*)(\.(?:create_node|add_node))\s*(\()`)
	otherOfProgram   = regexp.MustCompile(`^(?:(?:def|class|import|from|print|for|while|if|elif|else|try|except|finally|with|return|global|nonlocal|assert|pass|raise|del|async|await|function|export|public|private|protected|static|using|namespace|package|require|const|let|var|val|int|void|struct|typedef|type|data|newtype|deriving|module|open|where|instance|interface|enum|indirect|new|sealed|case|abstract|record|trait|object|protocol|extension|func|fn|pub|impl|mod|use)\b|@|"""|'''|[}\])]|\|[^|]|\w+\s*::\s*[A-Z(\[])`)
	callsOfNumbers   = regexp.MustCompile(`^(?i:max|min|chance)\((?:[\s()\[\],.\d:+*/%-]|(?i:max|min|chance|leaf)\b)*\)\s*$`)
	continued        = regexp.MustCompile(`^(?:let\s+|val\s+)?[a-z]\w*\s*(?::\s*\w+\s*)?=\s*(?:[A-Z]\w*)?\s*$`)
	bareNode         = regexp.MustCompile(`^(?:[A-Z]\w*)?(?:Node|Tree|Leaf)$`)
	callOfProgram    = regexp.MustCompile(`^[A-Za-z_][\w.]*\s*\(`)
	severalAssigned  = regexp.MustCompile(`^[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+\s*=[^=]|^[A-Za-z_][\w.]*\s*[-+*/|&]=`)
	beginsLikeObject = regexp.MustCompile(`^[\[{]\s*[^\s\]}]`)
)

// statementsOf returns the statements of a program that are in no block, and reports whether the text is a program whose
// statements build a tree: a list or an object that is assigned and another statement, or a graph with edges.
func statementsOf(text string) (list []programStatement, build bool) {
	column, first := 0, true
	values, graphs, builds := map[string]bool{}, map[string]bool{}, 0
	others, ofEdges := 0, false
	end := programEnd(text)
	line, begun := 0, false // where the line of the next statement begins, and whether it has another one before
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == '\n':
			at++
			line, begun = at, false
			continue
		case c == ';' || c == ' ' || c == '\t' || c == '\r':
			at++
			continue
		case end.comment(text, at) > 0:
			at += end.comment(text, at)
			continue
		}
		s := programStatement{from: at, to: end.statement(text, at)}
		indent := at - line
		if first {
			column, first = indent, false
		}
		for continued.MatchString(text[s.from:min(s.to, s.from+maxAssignment)]) && indent == column { // by lines that are further to the right
			next := s.to
			for next < len(text) && strings.IndexByte(" \t\r\n", text[next]) >= 0 {
				next++
			}
			if next == len(text) || next-strings.LastIndexByte(text[:next], '\n')-1 <= column {
				break
			}
			s.to = end.statement(text, next)
		}
		at = s.to
		inBlock := indent > column && !begun
		begun = true
		if inBlock {
			others++
			list = append(list, s)
			continue
		}
		if !s.classify(text) {
			return nil, false
		}
		switch s.kind {
		case assignsValue:
			values[s.name] = true
		case assignsGraph:
			graphs[s.name] = true
			ofEdges = ofEdges || graphOfEdges.MatchString(text[s.value:s.to])
		case assignsMembers, setsMembers:
			if graphs[s.name] {
				builds++
			} else {
				s.kind = otherStatement
			}
		case assignsAttribute, callsMethod:
			if !values[s.name] && !graphs[s.name] {
				s.kind = otherStatement
			} else if s.kind == assignsAttribute || graphs[s.name] || changes(s.path) {
				builds++
			} else {
				s.kind = otherStatement
			}
		case otherStatement:
			if m := assignsEntry.FindStringSubmatch(text[s.from:min(s.to, s.from+maxAssignment)]); m != nil && values[m[1]] {
				return nil, false // what is assigned to an entry is not read
			}
		}
		if s.kind == otherStatement || s.kind == assignsOther {
			others++
		}
		list = append(list, s)
	}
	count := 0
	for _, s := range list {
		if s.kind == assignsValue {
			count++
		}
	}
	return list, count > 1 || builds > 0 && count+len(graphs) > 0 || count == 1 && others > 0 || ofEdges && len(list) > 1
}

// classify finds what a statement is, and reports whether it is one of a program.
func (s *programStatement) classify(text string) bool {
	begin := text[s.from:min(s.to, s.from+maxAssignment)]
	if m := assigns.FindStringSubmatchIndex(begin); m != nil && s.from+m[1] < s.to && text[s.from+m[1]] != '=' {
		s.name, s.value = begin[m[2]:m[3]], s.from+m[1]
		value := text[s.value:s.to]
		if m := makesInGraph.FindStringSubmatchIndex(value); m != nil {
			s.kind, s.as, s.name, s.path, s.value = callsMethod, s.name, value[m[2]:m[3]], value[m[4]:m[5]], s.value+m[6]
			return true
		}
		switch {
		case makesGraph.MatchString(value):
			s.kind = assignsGraph
		case ofPage.MatchString(value):
			s.kind = assignsOther
		case beginsLikeObject.MatchString(value), constructorAt(value) != "" && isNode(value), isApplied(value), callsOfNumbers.MatchString(value):
			s.kind = assignsValue
		default:
			s.kind = assignsOther
		}
		return true
	}
	for kind, form := range map[statementKind]*regexp.Regexp{assignsMembers: nodesMember, setsMembers: setsOfGraph} {
		if m := form.FindStringSubmatchIndex(begin); m != nil {
			s.kind, s.name, s.value = kind, begin[m[2]:m[3]], s.from+m[4]
			return true
		}
	}
	for kind, form := range map[statementKind]*regexp.Regexp{assignsAttribute: assignsMember, callsMethod: callsMember} {
		m := form.FindStringSubmatchIndex(begin)
		if m == nil || kind == assignsAttribute && strings.HasPrefix(begin[m[1]:], "=") {
			continue
		}
		s.kind, s.name, s.path, s.value = kind, begin[m[2]:m[3]], begin[m[4]:m[5]], s.from+m[1]
		if kind == callsMethod {
			s.value = s.from + m[6]
		}
		return true
	}
	if call := constructorAt(begin); call != "" && bareNode.MatchString(classOf(call)) && isNode(begin) || isApplied(begin) { // a value that no variable has
		s.kind, s.value = assignsValue, s.from
		return true
	}
	return otherOfProgram.MatchString(begin) || callOfProgram.MatchString(begin) || severalAssigned.MatchString(begin) || assignsEntry.MatchString(begin)
}

// changes reports whether a method adds something to a node, or sets something of it.
func changes(path string) bool {
	method := plainKey(path[strings.LastIndexAny(path, ".>")+1:])
	return slices.ContainsFunc(changingVerbs, func(verb string) bool { return strings.HasPrefix(strings.TrimSpace(method), verb) })
}

var (
	// changesMember is a statement that sets something of a variable, or calls one of its methods.
	changesMember = regexp.MustCompile(`([A-Za-z_]\w*)((?:\s*(?:\.|->)\s*[A-Za-z_]\w*|\s*\[[^\]\n]*\])+)\s*(\(|[-+*/|&]?=[^=]|\+\+|--)`)
	// changesVariable does it with the variable itself, or makes a node of it.
	changesVariable = regexp.MustCompile(`\b(?:del|delete)\s+([A-Za-z_]\w*)|\b(?i:(?:add|append|insert|attach|connect|link|remove|delete|prune|swap|reverse|sort)\w*|(?:(?:new|make|create)_?)?node)\((?:[^()\n]*[ ,&])?([A-Za-z_]\w*)\s*[,)]|^([A-Za-z_]\w*)\s*(?:(?:,\s*[A-Za-z_]\w*\s*)+=[^=]|[-+*/|&]=)`)
)

// removingVerbs begin the names of methods that take something from a node, or change the order of its children.
var removingVerbs = []string{"remove", "pop", "reverse", "sort", "clear", "del", "discard", "detach", "drop", "swap", "rotate", "replace", "move", "prune", "shift", "unshift", "splice", "erase"}

// changeAt returns the byte of the first statement that changes a tree in a way that is not read, as in a loop or a function,
// or by a method that removes a child; -1: there is none. of are the variables of trees.
func changeAt(text string, list []programStatement, of map[string]bool) int {
	assigned := map[string]bool{}
	for _, s := range list {
		switch {
		case s.kind == assignsOther && assigned[s.name]:
			return s.from
		case s.kind != otherStatement && s.kind != assignsOther:
			assigned[s.name] = true
			continue
		}
		part := text[s.from:s.to]
		for _, m := range changesMember.FindAllStringSubmatchIndex(part, -1) {
			path := part[m[4]:m[5]]
			method := strings.TrimSpace(plainKey(path[strings.LastIndexAny(path, ".>")+1:]))
			removes := slices.ContainsFunc(removingVerbs, func(verb string) bool { return strings.HasPrefix(method, verb) })
			if of[part[m[2]:m[3]]] && (part[m[6]] != '(' || removes || changes(path)) {
				return s.from
			}
		}
		for _, m := range changesVariable.FindAllStringSubmatch(part, -1) {
			if of[m[1]] || of[m[2]] || of[m[3]] {
				return s.from
			}
		}
	}
	return -1
}

// variablesOf returns the variables to which statements assign a part of a tree.
func variablesOf(list []programStatement) map[string]bool {
	of := map[string]bool{}
	for _, s := range list {
		if s.kind == assignsValue || s.kind == assignsGraph {
			of[s.name] = true
		}
	}
	return of
}

// changingVerbs begin the names of methods that change a node.
var changingVerbs = []string{"add", "append", "pushback", "push", "insert", "extend", "set", "attach", "connect", "update", "emplaceback", "emplace"}

// A commentEnd is the last byte at which a comment such as /* … */ ends; -1: none does.
type commentEnd int

func programEnd(text string) commentEnd { return commentEnd(strings.LastIndex(text, "*/")) }

// comment returns the length of the comment at a byte; 0: there is none.
func (e commentEnd) comment(text string, at int) int {
	if strings.HasPrefix(text[at:], "/*") && at+2 > int(e) {
		return 0
	}
	return commentAt(text[at:])
}

// statement returns the end of the statement that begins at a byte: the end of its line or a semicolon, outside all
// brackets.
func (e commentEnd) statement(text string, at int) int {
	depth := 0
	for i := at; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case c == '"' || c == '\'':
			i += stringLength(rest)
			continue
		case e.comment(text, i) > 0:
			i += e.comment(text, i)
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return i + 1
			}
		case (c == '\n' || c == ';') && depth == 0:
			return i
		case c == '\\' && i+1 < len(text):
			i++
		}
		i++
	}
	return len(text)
}

// stringLength returns the length of a text in quotes, also in three of them, or to the end of its line.
func stringLength(text string) int {
	if long := text[:min(3, len(text))]; long == `"""` || long == "'''" {
		if i := strings.Index(text[3:], long); i >= 0 {
			return i + 2*len(long)
		}
		return len(text)
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return i
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// numbersAlone reports whether a value is a list of numbers. In a program they are often the leaves of a binary tree, whose
// levels only the program knows.
func numbersAlone(value string) bool {
	value = strings.TrimSpace(value)
	inner := strings.TrimLeft(value, "[{")
	return len(inner) == len(value)-1 && !strings.ContainsAny(inner, "[({\"':=")
}

// alone returns a program with blanks in place of all but the one value that it assigns, and reports whether it assigns
// one alone.
func alone(text string, list []programStatement) (plain string, ok bool) {
	value := -1
	for i, s := range list {
		switch s.kind {
		case assignsValue:
			if value >= 0 {
				return text, false
			}
			value = i
		case assignsAttribute, callsMethod, assignsMembers, setsMembers:
			return text, false
		}
	}
	if value < 0 || changeAt(text, list, variablesOf(list)) >= 0 {
		return text, false
	}
	s := list[value]
	if numbersAlone(text[s.value:s.to]) {
		return text, false // the program knows the levels
	}
	return blanks(text[:s.from]) + text[s.from:s.to] + blanks(text[s.to:]), true
}
