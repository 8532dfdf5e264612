package program

import "slices"

// A Signature is the head of a function in a text.
type Signature struct {
	Name   string // of a lambda the variable that it is assigned to
	Params []string
}

// Signatures returns the heads of the functions of a text. It only scans: a text is parsed in a process of its own.
func Signatures(src string) (list []Signature) {
	tokens := scan(src)
	for i := 0; i+2 < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.kind != wordToken:
		case t.text == "def" && tokens[i+2].text == "(":
			list = append(list, Signature{tokens[i+1].text, params(tokens[i+3:], tokens[i+2].depth+1, ")")})
		case t.text == "lambda" && i >= 2 && tokens[i-1].text == "=" && tokens[i-2].kind == wordToken:
			list = append(list, Signature{tokens[i-2].text, params(tokens[i+1:], t.depth, ":")})
		}
	}
	return list
}

// params returns the words at a depth that follow the beginning, or a comma, up to a sign.
func params(tokens []token, depth int, end string) (names []string) {
	first := true
	for i := range tokens {
		t := &tokens[i]
		if t.text == end && (t.depth == depth || end == ")" && t.depth == depth-1) {
			break
		}
		if first && t.kind == wordToken {
			names = append(names, t.text)
		}
		if t.depth == depth {
			first = t.text == ","
		}
	}
	return names
}

// HasWindow reports whether it has the parameters that are the window of a node.
func (s *Signature) HasWindow(alpha, beta string) bool {
	return slices.Contains(s.Params, alpha) && slices.Contains(s.Params, beta)
}

// WindowNames returns the names of the parameters that are the window of a node. Without both they are alpha and beta.
func WindowNames(alpha, beta string) (string, string) {
	if alpha == "" && beta == "" {
		return "alpha", "beta"
	}
	return alpha, beta
}
