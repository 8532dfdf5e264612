package program

import (
	"fmt"
	"math"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/jsonscan"
)

const (
	// MaxID is the most bytes of a program's name of a node.
	MaxID = 200
	// MaxMove is the most bytes of a move, a label and a rule, which are drawn.
	MaxMove = 200
	// MaxListed is the most skipped children that are nodes of their own; more are one node.
	MaxListed = 1000
	// MaxSkipped is the most skipped children of a whole run that are nodes of their own: a short
	// line can skip many. After that, those of one line are one node.
	MaxSkipped = 2_000_000
)

// A line is one event as it is printed.
type line struct {
	typ               Type
	id, parent, child []byte // a number as it is written, or " and a text; nil: not given
	player            int
	move, label       []byte
	chance            bool
	prob              trees.Number // Unit 0: not given
	value, best       int32
	null              bool // value is null
	hit               bool // the value was looked up in a table
	limit             Limit
	cutGiven          bool
	cut               int      // how many are cut; None: a list
	names             [][]byte // of those that are cut
	moves             [][]byte // that lead to them, in the same order; nil: not given
	given             Given
	ends              [2]Bound // of its window
	hasGiven          bool
	at                int  // the line of the program's text that did it; 0: not given
	from              int  // the line of the call that visits the node; 0: not given
	between           bool // a line of the text between two events
	call              callKeys
}

// lineType is the type of a line that says where the program is between two events. Such lines are no events:
// a page steps by them, and nothing judges them.
const lineType = "line"

// typeOf returns the type with a name. The first letter is enough; x is exit.
func typeOf(name []byte) (t Type, ok bool) {
	switch string(name) {
	case "enter", "e":
		return Enter, true
	case "leaf", "l":
		return Leaf, true
	case "prune", "p":
		return Prune, true
	case "exit", "x":
		return Exit, true
	case "backup", "b":
		return Backup, true
	case "done", "d":
		return Done, true
	}
	return 0, false
}

// line reads a line into l. What l holds is valid until the next one.
func (r *Reader) line(src []byte, l *line) error {
	*l = line{value: None, best: None, call: callKeys{depth: None}}
	typed := false
	r.rest = r.rest[:0]
	err := r.scan.object(src, func(key, raw []byte) (err error) {
		isNull := raw[0] == 'n'
		switch string(key) {
		case "type":
			var name []byte
			if name, err = textBytes(raw); err != nil {
				break
			}
			if string(name) == lineType {
				l.between, typed = true, true
				break
			}
			if l.typ, typed = typeOf(name); !typed {
				return fmt.Errorf("type is %q; it is enter, leaf, prune, exit, backup, done or line", name)
			}
		case "id":
			l.id, err = name(raw)
		case "parent":
			if !isNull { // the root may say that it has none
				l.parent, err = name(raw)
			}
		case "child":
			l.child, err = name(raw)
		case "player":
			if !isNull {
				l.player, err = count(raw, 1, trees.MaxPlayers)
			}
		case "move":
			l.move, err = drawn(raw)
		case "label":
			l.label, err = drawn(raw)
		case "rule":
			_, err = drawn(raw)
			r.keep(key, raw)
		case "chance":
			l.chance, err = flag(raw)
		case "hit":
			l.hit, err = flag(raw)
		case "static":
			_, err = flag(raw)
			r.keep(key, raw)
		case "prob":
			l.prob, err = probability(raw)
		case "value":
			if l.null = isNull; !l.null {
				l.value, err = r.value(raw)
			}
		case "best":
			if !isNull {
				l.best, err = r.value(raw)
			}
		case "bound":
			l.limit, err = limitOf(raw)
		case "cut":
			err = l.readCut(raw)
		case "alpha":
			l.hasGiven = true
			l.given.Alpha = &l.ends[0]
			l.ends[0], err = windowEnd(raw)
		case "beta":
			l.hasGiven = true
			l.given.Beta = &l.ends[1]
			l.ends[1], err = windowEnd(raw)
		case "bounds":
			l.hasGiven = true
			err = l.readBounds(raw)
		case "line":
			if isNumber := raw[0] >= '0' && raw[0] <= '9'; isNumber { // a done may have the line of play
				l.at, err = count(raw, 0, MaxProgramLine)
			}
			if l.at == 0 || r.run.Program == "" {
				r.keep(key, raw)
			}
		case "call":
			if isNumber := raw[0] >= '0' && raw[0] <= '9'; isNumber {
				l.from, err = count(raw, 0, MaxProgramLine)
			}
			if l.from == 0 || r.run.Program == "" {
				r.keep(key, raw)
			}
		case "moves":
			if r.run.Program == "" || raw[0] != '[' || !l.readMoves(raw) {
				l.moves = nil
				r.keep(key, raw)
			}
		case "vars":
			if r.run.Program == "" {
				r.keep(key, raw)
			} else {
				err = l.call.read(key, raw)
			}
		case "nodes", "depth", "function": // of a program that sends lines between its events; those of others are their own
			if r.run.Program == "" || !l.between && r.run.Between == 0 {
				r.keep(key, raw)
			} else {
				err = l.call.read(key, raw)
			}
		default:
			r.keep(key, raw)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err == nil && !typed {
		err = fmt.Errorf("the object has no \"type\"; only the first one may be without: it is the header")
	}
	return err
}

func limitOf(raw []byte) (Limit, error) {
	if raw[0] == 'n' {
		return Exactly, nil
	}
	name, err := textBytes(raw)
	if err != nil {
		return Exactly, err
	}
	switch string(name) {
	case "lower":
		return AtLeast, nil
	case "upper":
		return AtMost, nil
	case "exact":
		return Exactly, nil
	}
	return Exactly, fmt.Errorf("bound is %q; it is \"lower\" or \"upper\"", name)
}

// name reads an id: a number or a text.
func name(raw []byte) ([]byte, error) {
	id := raw
	switch {
	case isPlain(raw):
		id = raw[:len(raw)-1]
	case raw[0] == '"':
		s, err := trees.ReadString(raw)
		if err != nil {
			return nil, err
		}
		id = append([]byte{'"'}, s...)
	case raw[0] != '-' && (raw[0] < '0' || raw[0] > '9'):
		return nil, fmt.Errorf("expected a number or a text, found %s", short(raw))
	}
	size := len(id)
	if id[0] == '"' {
		size--
	}
	if size > MaxID {
		return nil, fmt.Errorf("it has %d bytes; an id has at most %d", size, MaxID)
	}
	return id, nil
}

// drawn reads a text that is drawn in the picture.
func drawn(raw []byte) ([]byte, error) {
	if raw[0] == 'n' {
		return nil, nil
	}
	if raw[0] != '"' {
		return nil, fmt.Errorf("expected a text in quotes, found %s", short(raw))
	}
	s, err := textBytes(raw)
	if err == nil && len(s) > MaxMove {
		err = fmt.Errorf("it has %d bytes, and at most %d are allowed", len(s), MaxMove)
	}
	return s, err
}

func flag(raw []byte) (bool, error) {
	switch string(raw) {
	case "true":
		return true, nil
	case "false", "null":
		return false, nil
	}
	return false, fmt.Errorf("expected true or false, found %s", short(raw))
}

func probability(raw []byte) (n trees.Number, err error) {
	s := string(raw)
	if raw[0] == '"' { // a fraction
		if s, err = text(raw); err != nil {
			return n, err
		}
	}
	if n, err = trees.ParseNumber(s); err == nil && (n.Score <= 0 || n.Score > n.Unit) {
		err = fmt.Errorf("%s is no probability; it is above 0 and at most 1", s)
	}
	return n, err
}

// value reads a vector or a number, and returns its index.
func (r *Reader) value(raw []byte) (int32, error) {
	h, n := &r.run.Header, &r.run.numbers
	n.all = room(r, n.all, trees.MaxPlayers, 0)
	start, scores := len(n.all), 0
	var err error
	if vector := raw[0] == '['; vector {
		if scores = n.readWhole(raw); scores == 0 {
			err = elements(raw, func(raw []byte) error {
				scores++
				if scores > trees.MaxPlayers {
					return fmt.Errorf("a value has at most %d scores", trees.MaxPlayers)
				}
				return n.read(raw)
			})
		}
	} else {
		scores, err = 1, n.read(raw)
		if err == nil && !h.hasKind && h.Players <= 2 {
			h.Kind, h.hasKind, h.Players = trees.Minimax, true, 2
		}
	}
	if err == nil && scores == 0 {
		err = fmt.Errorf("the list is empty; a value has one score for each player")
	}
	if err != nil {
		n.all = n.all[:start]
		return None, err
	}
	if !h.hasKind {
		h.hasKind = true
	}
	switch {
	case h.Kind == trees.MaxN && h.Players == 0:
		if h.Players = scores; r.greatest > scores {
			h.Players, err = 0, fmt.Errorf("%s has %s, and player %d has moved", short(raw), trees.Plural(scores, "score"), r.greatest)
		}
	case h.Reduced && scores != 1:
		err = fmt.Errorf("%s has %d scores; the header says that a value is one number, the score of the player who is alone against all others", short(raw), scores)
	case h.Kind == trees.Minimax && scores != 1:
		err = fmt.Errorf("%s has %d scores; in this run a value is one number, Max's", short(raw), scores)
	case h.Kind == trees.MaxN && scores != h.Players:
		err = fmt.Errorf("%s has %s; in this run a value has one for each of the %d players", short(raw), trees.Plural(scores, "score"), h.Players)
		if raw[0] != '[' {
			err = fmt.Errorf(`%w; if it is the score of one player against all others, the header needs "values": "root"`, err)
		}
	}
	if err != nil {
		n.all = n.all[:start]
		return None, err
	}
	return int32(start / scores), nil // all values have as many
}

func (l *line) readCut(raw []byte) error {
	l.cutGiven = true
	switch raw[0] {
	case 'n':
		l.cutGiven = false
		return nil
	case '[':
		l.cut = None
		return elements(raw, func(raw []byte) error {
			id, err := name(raw)
			if err == nil && len(l.names) == MaxListed {
				err = fmt.Errorf("the list has more than %d children; give their number", MaxListed)
			}
			l.names = append(l.names, id)
			return err
		})
	}
	n, err := count(raw, 0, 1_000_000_000)
	l.cut = n
	return err
}

// readMoves reads the moves that lead to the children that are cut. It reports whether they are a list of texts.
func (l *line) readMoves(raw []byte) bool {
	return elements(raw, func(raw []byte) error {
		move, err := textBytes(raw)
		l.moves = append(l.moves, move)
		return err
	}) == nil
}

// windowEnd reads alpha or beta.
func windowEnd(raw []byte) (Bound, error) {
	if sign := infinity(raw); sign != 0 {
		return Bound{Float: math.Inf(sign)}, nil
	}
	if raw[0] == '"' {
		s, err := text(raw)
		if err != nil {
			return Bound{}, err
		}
		return Bound{}, fmt.Errorf("%q is no number; write \"-inf\" or \"inf\" for an open end", s)
	}
	if string(raw) == "null" {
		return Bound{}, nil
	}
	p, float, err := parseNumber(raw)
	if err != nil {
		if jsonscan.IsNumber(raw) { // it is too large: beyond every value
			return Bound{}, nil
		}
		return Bound{}, err
	}
	b := Bound{Score: p.Exact, Float: p.Float, Is: true}
	if !float {
		b.Float = p.Exact.Float()
	}
	return b, nil
}

// readBounds reads one bound for each player, null where there is none.
func (l *line) readBounds(raw []byte) error {
	if raw[0] != '[' {
		return fmt.Errorf("expected a list with one bound for each player, such as [5, null, 3], found %s", short(raw))
	}
	return elements(raw, func(raw []byte) error {
		b, err := windowEnd(raw)
		if err != nil {
			return err
		}
		if len(l.given.Bounds) == trees.MaxPlayers {
			return fmt.Errorf("there are more than %d", trees.MaxPlayers)
		}
		l.given.Bounds = append(l.given.Bounds, b)
		return nil
	})
}

// validUTF8 reports the first byte of a line that is not UTF-8, or -1.
func validUTF8(src []byte) int {
	if utf8.Valid(src) {
		return -1
	}
	for i := 0; i < len(src); {
		_, size := utf8.DecodeRune(src[i:])
		if r, _ := utf8.DecodeRune(src[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
