package foreign

import (
	"regexp"
	"strings"

	"espalier/trees"
)

// PGN, the files of games of chess, with variations and evaluations:
//
//	1. e4 {[%eval 0.35]} e5 (1... c5 2. Nf3 {+0.40/20}) 2. Nf3 {[%eval 0.3]} *
//
// White is Max. An evaluation is that of the position after the move before it. A line ends with an evaluation; the
// main line may end with the result of the game instead: 1, 0 or −1.

func (r *reader) pgn() {
	p := &pgnReader{r: r}
	p.tags()
	root := &node{at: r.pos, mover: p.first}
	p.line(root, 1, 1)
	if r.peek(); r.pos < len(r.src) {
		if r.peek() == '[' {
			r.fail(r.pos, "a second game begins here; one game is read at a time")
		}
		r.expected("nothing more, since the game ends here")
	}
	if len(root.kids) == 0 {
		r.fail(root.at, "this game has no moves")
	}
	r.nodes = 0
	p.finish(root, 1)
	r.game.root = root
	r.game.note("White is Max, and Black is Min.")
	if p.results {
		r.game.note("The end of the main line has the result of the game as its value: 1 if White won, -1 if Black won, 0 for a draw.")
	}
	if p.glyphs > 0 {
		r.game.note("Marks of moves, such as !, ?? and $1, are left out at %s.", count(p.glyphs, "place"))
	}
	if p.comments > 0 {
		r.game.note("Comments without an evaluation are left out at %s.", count(p.comments, "place"))
	}
}

type pgnReader struct {
	r                *reader
	first            mover
	result           string // of the game
	resultAt         int
	results          bool // it is the value of a leaf
	glyphs, comments int
	last             *node // the end of the main line
}

var (
	pgnNumber = regexp.MustCompile(`^\d+\s*\.*`)
	pgnResult = regexp.MustCompile(`^(?:1-0|0-1|1/2-1/2|\*)(?:\s|$|\))`)
	pgnMove   = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9=+#x@:/-]*|0-0(?:-0)?[+#]?|--)`)
	pgnGlyph  = regexp.MustCompile(`^(?:[!?]{1,2}|\$\d{1,3}|\+-|-\+|±|\x{2213}|=|\+/-|-/\+|\+=|=\+|N\b|D\b|e\.p\.)`)
	pgnEval   = regexp.MustCompile(`\[%eval\s+([^\],\s]+)`)
	pgnScore  = regexp.MustCompile(`^\s*\(?([+-]?(?:\d+\.\d+|[#M]-?\d+|-?M\d+))(?:/\d+|\s|\)|,|$)`)
	pgnBegin  = regexp.MustCompile(`^(?:\[[A-Z][A-Za-z0-9_]* +"|\d+\s*\.+\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|0-0)\b)`)
	pgnTag    = regexp.MustCompile(`^\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)
)

// maxToken is the number of bytes in which a token of PGN is looked for.
const maxToken = 400

// match moves over a token, and returns it.
func (p *pgnReader) match(token *regexp.Regexp) string {
	r := p.r
	text := token.FindString(r.src[r.pos:min(len(r.src), r.pos+maxToken)])
	r.stepOver(len(text))
	return text
}

// tags reads the lines before the moves: [White "Ann"].
func (p *pgnReader) tags() {
	r := p.r
	p.first = maxMoves
	names := map[string]string{}
	for r.peek() == '[' {
		at := r.pos
		tag := p.match(pgnTag)
		parts := pgnTag.FindStringSubmatch(tag)
		if parts == nil {
			r.expected(`a tag, such as [White "Ann"]`)
		}
		name, text := strings.ToLower(parts[1]), parts[2]
		names[name] = text
		switch name {
		case "result":
			p.result, p.resultAt = text, at
		case "fen":
			if fields := strings.Fields(text); len(fields) > 1 && fields[1] == "b" {
				p.first = minMoves
			}
		}
	}
	if names["white"] != "" && names["black"] != "" {
		r.game.title = names["white"] + " – " + names["black"]
	}
}

// line reads moves below a node, up to a bracket or the end. depth counts brackets, from 1 for the main line. Variations are other moves to that node.
func (p *pgnReader) line(at *node, level, depth int) {
	r := p.r
	main := depth == 1
	var before *node // the node before the last move
	for {
		switch c := r.peek(); {
		case c == 0 && r.pos == len(r.src), c == ')':
			if main {
				p.last = at
			}
			return
		case c == '{':
			open := r.pos
			end := strings.IndexByte(r.src[open:], '}')
			if end < 0 {
				r.fail(open, "this comment is not closed: expected \"}\"")
			}
			p.comment(at, open+1, r.src[open+1:open+end])
			r.stepOver(end + 1)
			continue
		case c == ';':
			end := lineEnd(r.src, r.pos)
			p.comment(at, r.pos+1, r.src[r.pos+1:end])
			r.stepOver(end - r.pos)
			continue
		case c == '(':
			open := r.pos
			if before == nil {
				r.fail(open, "a variation comes after the move that it replaces")
			}
			r.take('(')
			r.level(open, depth+1)
			p.line(before, level-1, depth+1)
			if !r.take(')') {
				r.failOpen(open, `")"`)
			}
			continue
		}
		if result := p.match(pgnResult); result != "" {
			if strings.HasSuffix(result, ")") {
				r.pos--
				result = result[:len(result)-1]
			}
			if main {
				p.last, p.result, p.resultAt = at, strings.TrimSpace(result), r.pos-len(result)
				return
			}
			continue // of a line in brackets
		}
		from := r.pos
		if p.match(pgnNumber) != "" {
			if c := r.src[from:r.pos]; strings.HasPrefix(c, "0") {
				r.pos = from // castling with zeros
			} else {
				continue
			}
		}
		if p.match(pgnGlyph) != "" && !strings.HasPrefix(r.src[r.pos:], "x") {
			p.glyphs++
			continue
		}
		from = r.mark()
		move := p.match(pgnMove)
		if move == "" {
			r.expected("a move, such as e4 or Nf3")
		}
		level++
		n := r.add(from, min(level, trees.MaxLevels+1))
		n.action = move
		if n.mover = minMoves; at.mover == minMoves {
			n.mover = maxMoves
		}
		at.kids = append(at.kids, n)
		before, at = at, n
	}
}

// comment reads the evaluation in a comment, as Lichess, Fritz and cutechess write them.
func (p *pgnReader) comment(n *node, at int, text string) {
	r := p.r
	word := ""
	if parts := pgnEval.FindStringSubmatchIndex(text); parts != nil {
		word, at = text[parts[2]:parts[3]], at+parts[2]
	} else if parts := pgnScore.FindStringSubmatchIndex(text); parts != nil {
		word, at = text[parts[2]:parts[3]], at+parts[2]
	} else {
		p.comments++
		return
	}
	if strings.ContainsAny(word, "#M") {
		which := "1000"
		if strings.Contains(word, "-") {
			which = "-1000"
		}
		r.fail(at, "%s is a mate, and a score of a tree is a number; write one beyond all other evaluations, such as [%%eval %s]", quoted(word), which)
	}
	if numberAt(word) != word {
		r.fail(at, "%s is no evaluation; it is a number of pawns, such as [%%eval 0.35]", quoted(word))
	}
	x, err := parseNumber(word, at)
	if err != nil {
		r.fail(at, "%v", err)
	}
	n.value = []number{x}
}

// finish checks that each line ends with an evaluation.
func (p *pgnReader) finish(n *node, level int) {
	r := p.r
	r.step()
	r.level(n.at, level)
	if len(n.kids) == 0 && len(n.value) == 0 {
		value := map[string]int64{"1-0": 1, "0-1": -1, "1/2-1/2": 0}
		score, decided := value[p.result]
		if n != p.last || !decided {
			r.failRead(n.at, "the line ends here without an evaluation; write it after the move, such as %s {[%%eval 0.35]}", shortened(n.action))
		}
		n.value = []number{{short: trees.Whole(int(score)), at: n.at}}
		p.results = true
	}
	for _, k := range n.kids {
		p.finish(k, level+1)
	}
}

// isPGN reports whether a text begins like a game of chess.
func isPGN(text string) bool { return pgnBegin.MatchString(text) }
