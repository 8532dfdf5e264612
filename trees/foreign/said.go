package foreign

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// This file reads what the members of an object of JSON say of the mover of a node: by a word, a number or a name, by true
// or false, or as a key above the children. What cannot be understood is refused at its place, and so is a contradiction.

// A statement is what the members of a node say together.
type statement struct {
	part
	chance     bool
	sideByWord bool // and not by true or false
	// The words for the side, for the player and for chance.
	sideSaid, whoSaid, chanceSaid string
}

func (s *statement) empty() bool {
	return !s.chance && s.side == unstated && s.name == "" && !s.numbered
}

// isNeutral reports whether a word is one of a node of any mover.
func isNeutral(word string) bool { return slices.Contains(typesOfAll, folded(word)) }

// isMover reports whether a key says who moves: max, min, chance, P1, or the name of a player.
func (d *childrenReader) isMover(key string) bool {
	_, _, ok := moverOf(key)
	return ok && !allDigits(key) || d.movers[folded(key)] || d.r.cast.index(key) >= 0
}

// sayMover reports whether a value is a text that says that Max, Min, chance or a player with a number moves.
func (d *childrenReader) sayMover(v int32) bool {
	if d.kind(v) != jsonString {
		return false
	}
	word := d.text(v)
	_, _, ok := moverOf(word)
	return ok && !allDigits(word)
}

// ofMover finds the member whose key says who moves and that holds the children.
func (d *childrenReader) ofMover(m *members, v int32) {
	found, others, beside := -1, 0, 0
	for i, f := range m.fields {
		kind := d.kind(f.value)
		if kind == jsonNumber && f.use == otherKey {
			others++
			beside = i
		}
		if m.used[i] || kind != jsonList && kind != jsonObject || len(d.items(f.value)) == 0 {
			continue
		}
		switch {
		case !d.isMover(f.key):
			others++
			beside = i
		case found >= 0 && others == 0:
			d.r.fail(d.at(f.at), "this node has what is under %s and what is under %s; who moves here? Write one of them, such as {\"max\": [3, 5]}", quoted(m.fields[found].key), quoted(f.key))
		default:
			found = i
		}
	}
	switch {
	case found < 0:
	case others == 0:
		m.mover = found
	case m.fields[found].use == isMaxUse || m.fields[found].use == isMinUse:
		d.r.fail(d.at(m.fields[found].at), "%s says who moves beneath it, and %s is beside it; write the children of a node in a list, such as {\"max\": [{\"min\": [3, 5]}, 4]}", quoted(m.fields[found].key), quoted(m.fields[beside].key))
	}
	// Otherwise the key is the name of a move, as the others are.
}

// decide sets who moves at a node.
func (d *childrenReader) decide(n *node, m members) {
	s := d.statement(n, m)
	if len(n.kids) == 0 {
		return
	}
	d.apply(n, s)
	if s.empty() && n.name != "" && m.name >= 0 && m.fields[m.name].plain != "id" && d.kind(m.fields[m.name].value) == jsonString {
		d.named(n)
	}
}

// named reads who moves in the name of a node, as in a drawing: MAX, Player 2. A number there is a name.
func (d *childrenReader) named(n *node) {
	word := n.name
	if s := saidIn(word); s.clash[0] == "" && s.mover() && (s.side != unstated || strings.Contains(strings.ToLower(word), "player")) {
		d.r.labelled(n, word)
		return
	}
	if !isNeutral(word) && !allDigits(word) {
		d.r.cast.label(n, word)
	}
}

// apply sets the mover that the members of a node say.
func (d *childrenReader) apply(n *node, s statement) {
	switch {
	case s.chance:
		n.mover = chanceMoves
	case s.name != "" || s.numbered:
		p := s.part
		p.n = n
		d.r.cast.moves(p)
	case s.side != unstated:
		n.mover = s.side
	}
	d.r.cast.stated = d.r.cast.stated || !s.empty() && !s.chance
}

// statement reads what the members of a node say of its mover. At a leaf they say nothing.
func (d *childrenReader) statement(n *node, m members) (s statement) {
	s.n, s.at = n, n.at
	if len(n.kids) == 0 {
		for _, i := range m.movers {
			m.used[i] = m.used[i] || d.kind(m.fields[i].value) == jsonString || d.kind(m.fields[i].value) == jsonNumber
		}
		for i, f := range m.fields {
			m.used[i] = m.used[i] || d.kind(f.value) == jsonBool && (f.use == isMaxUse || f.use == isMinUse || f.use == isChanceUse)
		}
		return s
	}
	for i, f := range m.fields {
		if m.used[i] && i != m.mover {
			continue
		}
		switch {
		case i == m.mover:
			d.sayWord(&s, f, f.key, false)
		case d.kind(f.value) == jsonNull:
		case f.use == isMaxUse || f.use == isMinUse || f.use == isChanceUse:
			m.used[i] = d.flag(&s, f)
		case f.use == typeUse || f.use == operatorUse && d.sayMover(f.value), f.use == valueUse && i == m.value && d.sayMover(f.value):
			m.used[i] = d.sayValue(&s, f, true)
		case f.use == moverUse:
			m.used[i] = d.sayValue(&s, f, false)
		}
	}
	if s.chance {
		d.r.cast.chanceBeside = d.r.cast.chanceBeside || s.side != unstated || s.name != "" || s.numbered && s.number > 0
		s.side, s.name, s.numbered = unstated, "", false
	}
	if s.unsure && s.side != unstated { // another type
		s.name, s.unsure = "", false
	}
	return s
}

// contradict fails at two members of a node that say different things of its mover.
func (d *childrenReader) contradict(f field, before string) {
	d.r.fail(d.at(f.at), "the members of this node contradict each other: %s and %s; who moves here?", before, d.says(f))
}

// says is a member in words: "turn" is "max".
func (d *childrenReader) says(f field) string {
	switch d.kind(f.value) {
	case jsonList, jsonObject:
		return "the key is " + quoted(f.key)
	}
	return quoted(f.key) + " is " + shortened(d.raw(f.value))
}

func (d *childrenReader) setSide(s *statement, f field, side mover) {
	if s.side != unstated && s.side != side {
		d.contradict(f, s.sideSaid)
	}
	s.side, s.sideSaid = side, d.says(f)
}

// role reads the name of the player who is Max or Min in all of the document: {"maximizer": "Ann"}.
func (d *childrenReader) role(f field) bool {
	if f.use != isMaxUse && f.use != isMinUse || d.kind(f.value) != jsonString && d.kind(f.value) != jsonNumber {
		return false
	}
	word := d.text(f.value)
	switch w := strings.ToLower(strings.TrimSpace(word)); {
	case slices.Contains([]string{"true", "false", "yes", "no", ""}, w), d.kind(f.value) == jsonNumber && (f.plain == "max" || f.plain == "min"):
		return false
	case d.kind(f.value) == jsonNumber || allDigits(w):
		d.r.fail(d.at(f.value), "%s is true or false, or the name of the player; the number %s could mean both", quoted(f.key), shortened(word))
	}
	side := maxMoves
	if f.use == isMinUse {
		side = minMoves
	}
	c := &d.r.cast
	if c.roles == nil {
		c.roles = map[string]role{}
	}
	if before := c.roles[folded(word)].side; before != unstated && before != side {
		d.contradict(f, quoted(word)+" is "+sideWord(before))
	}
	c.roles[folded(word)] = role{side, d.at(f.value), word}
	return true
}

// flag reads a member that is true or false, and reports whether it says who moves.
func (d *childrenReader) flag(s *statement, f field) bool {
	is := false
	switch word := strings.ToLower(strings.Trim(d.raw(f.value), `"' `)); {
	case d.kind(f.value) == jsonList || d.kind(f.value) == jsonObject:
		if f.plain == "max" || f.plain == "min" || f.use == isChanceUse {
			return false // the caller leaves it out, or finds that it holds nodes
		}
		d.r.fail(d.at(f.value), "%s is true or false, not %s", quoted(f.key), shortened(d.raw(f.value)))
	case d.kind(f.value) == jsonNumber && (f.plain == "max" || f.plain == "min" || f.use == isChanceUse && word != "0" && word != "1"):
		return false // a number about the scores
	case word == "true" || word == "yes" || word == "1":
		is = true
	case word == "false" || word == "no" || word == "0":
	default:
		d.r.fail(d.at(f.value), "%s says whether %s moves here, so it is true or false, not %s", quoted(f.key), map[keyUse]string{isMaxUse: "Max", isMinUse: "Min", isChanceUse: "chance"}[f.use], shortened(d.raw(f.value)))
	}
	switch {
	case f.use == isChanceUse:
		s.chance = s.chance || is
	case (f.use == isMaxUse) == is:
		d.setSide(s, f, maxMoves)
	default:
		d.setSide(s, f, minMoves)
	}
	return true
}

// sayValue reads a member that says the mover in a word, a number or a name. typed: it may say something else.
func (d *childrenReader) sayValue(s *statement, f field, typed bool) bool {
	word := ""
	switch d.kind(f.value) {
	case jsonString:
		word = d.text(f.value)
	case jsonNumber:
		word = d.raw(f.value)
		if typed {
			d.r.fail(d.at(f.value), "the number %s is no type of a node; it is \"max\", \"min\" or \"chance\", and the number of a player is written \"player\": 1", shortened(word))
		}
	case jsonObject: // {"id": 1, "name": "Ann"}
		if m := d.ownMembers(f.value); !typed && m.name >= 0 && len(m.movers) == 0 {
			if word = d.word(m.fields[m.name].value); word != "" {
				break
			}
		}
		fallthrough
	default:
		d.r.fail(d.at(f.value), "%s says who moves here, and %s is neither max, min, chance, the number of a player nor a name", quoted(f.key), shortened(d.raw(f.value)))
	}
	return d.sayWord(s, f, word, typed)
}

// sayWord reads the mover in a word.
func (d *childrenReader) sayWord(s *statement, f field, word string, typed bool) bool {
	if isNeutral(word) {
		return true
	}
	player := noPlayer
	number, err := strconv.Atoi(strings.TrimSpace(word))
	found := saidIn(word)
	switch {
	case err == nil && number >= -1 && number <= mostPlayer:
		player, found = number, said{player: noPlayer}
	case numberAt(strings.TrimSpace(word)) == strings.TrimSpace(word):
		d.r.fail(d.at(f.value), "%s says who moves here, and %s is not the number of a player, 1 to %d", quoted(f.key), shortened(word), trees.MaxPlayers)
	case found.clash[0] != "":
		d.r.fail(d.at(f.value), "%s names two movers, %s and %s; who moves here?", quoted(word), found.clash[0], found.clash[1])
	default:
		player = found.player
	}
	switch found.side {
	case chanceMoves:
		if s.sideByWord {
			d.contradict(f, s.sideSaid)
		}
		s.chance, s.chanceSaid = true, d.says(f)
		return true
	case maxMoves, minMoves:
		if s.chanceSaid != "" {
			d.contradict(f, s.chanceSaid)
		}
		d.setSide(s, f, found.side)
		s.sideByWord = true
	}
	name := ""
	if player == noPlayer && found.rest != "" && !(typed && found.side != unstated) {
		name = strings.TrimSpace(found.rest)
	}
	if found.rest == "" && player == noPlayer {
		return true
	}
	switch {
	case player == noPlayer && name == "":
	case player != noPlayer && (s.name != "" && !s.unsure || s.numbered && s.number != player), name != "" && !typed && (s.numbered || s.name != "" && !s.unsure && folded(s.name) != folded(name)):
		d.contradict(f, s.whoSaid)
	case player != noPlayer:
		s.name, s.unsure = "", false
		s.number, s.numbered, s.at, s.words, s.whoSaid = player, true, d.at(f.value), "player "+decimal(player), d.says(f)
	case typed && (s.name != "" || s.numbered): // another type
		return false
	default:
		s.name, s.unsure, s.key, s.at, s.words, s.whoSaid = name, typed, f.key, d.at(f.value), quoted(name), d.says(f)
	}
	return true
}

// mostPlayer is the largest number that is read as that of a player; a tree with more players than trees.MaxPlayers is refused with its place.
const mostPlayer = 9999

// listPlayers reads the list of the players, and their number, in the document or at its root.
func (d *childrenReader) listPlayers(m members) {
	for i, f := range m.fields {
		if f.use != playersUse || m.used[i] {
			continue
		}
		if d.kind(f.value) == jsonNumber {
			if x, ok := d.number(f.value); ok && x.long == nil && x.num().Unit == 1 && f.plain == "players" {
				d.r.cast.count, d.r.cast.listAt = int(x.num().Score), d.at(f.value)
				m.used[i] = true
			}
			continue
		}
		if names := d.playerNames(f.value); names != nil {
			d.r.order(names, d.at(f.value))
			m.used[i] = true
		}
	}
}

// playerNames returns the names in a list of players, in their order: texts, objects with names, or an object that gives
// numbers, or Max and Min, to names; nil: the value is something else.
func (d *childrenReader) playerNames(v int32) (names []string) {
	items := d.items(v)
	switch d.kind(v) {
	case jsonList:
		for _, item := range items {
			d.r.step()
			switch d.kind(item) {
			case jsonString, jsonNumber:
				names = append(names, d.text(item))
			case jsonObject:
				m := d.ownMembers(item)
				if m.name < 0 || m.node() {
					return nil
				}
				names = append(names, d.word(m.fields[m.name].value))
			default:
				return nil
			}
		}
	case jsonObject:
		type numbered struct {
			name   string
			number int
		}
		var list []numbered
		ok := true
		d.fields(v, func(key string, _, value int32) {
			word := ""
			if d.kind(value) == jsonString || d.kind(value) == jsonNumber {
				word = d.text(value)
			}
			number, player := playerOf(word)
			name := key
			if n, is := playerOf(key); is && word != "" {
				number, player, name = n, true, word
			}
			ok = ok && player
			list = append(list, numbered{name, number})
		})
		if !ok {
			return nil
		}
		slices.SortStableFunc(list, func(a, b numbered) int { return a.number - b.number })
		for _, p := range list {
			names = append(names, p.name)
		}
	}
	return names
}

// playerOf returns the number of the player that a word means; Max is 1, and Min is 2.
func playerOf(word string) (player int, ok bool) {
	switch m, number, ok := moverOf(word); {
	case !ok || m == chanceMoves:
		return 0, false
	case m == maxMoves:
		return 1, true
	case m == minMoves:
		return 2, true
	default:
		return number, true
	}
}
