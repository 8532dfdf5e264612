package foreign

import (
	"encoding/csv"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Tables with a row for each node or edge, as spreadsheets write them: with commas, semicolons or tabs between the columns,
// or with the bars of Markdown. Without parents, a column has the levels of the nodes, which are in preorder.
//
//	parent,child,move,value,player        | level | name | value |
//	,A,,,Max                              |-------|------|-------|
//	A,B,L,3,                              | 0     | Max  |       |
//	A,C,R,5,                              | 1     | B    | 3     |

func (r *reader) csv() {
	t := &table{graph: newGraph(r)}
	t.separator = separatorOf(firstLine(strings.TrimLeft(r.src, blankCharacters)))
	r.columns = t.separator != ','
	t.lines()
	t.read()
	t.finish("Columns")
}

// A table reads rows.
type table struct {
	*graph
	separator rune
	begins    []int // of the lines
	in        *csv.Reader
	line      int   // the next one, of a table with bars
	places    []int // of the fields of the last row there

	names         []string // of the columns
	plain         []string // these without signs, in English
	level         int      // the column of the levels; -1: a column has the parents
	path          []*vertex
	from          int // the level of the root
	uses          []columnUse
	says          []int // of the columns of a node
	parent, child int
	value         int   // the column of the value; -1: none
	scores        []int // the columns of the scores, one a player
	paidBy        []int // the columns of scores with the names of players
	rows          bool  // each node has a row of its own
}

// A columnUse is what a column holds.
type columnUse uint8

const (
	columnIgnored columnUse = iota
	columnParent
	columnChild
	columnSays
	columnScore
	columnPaid
)

var (
	columnFrom = []string{"parent", "from", "source", "parentid", "pid", "parentnode", "src", "predecessor", "fromnode", "parentname"}
	columnTo   = []string{"child", "to", "target", "childid", "childnode", "dst", "destination", "tonode", "childname"}
	columnID   = []string{"id", "node", "nodeid", "name", "key", "label"}
	// Levels of nodes in preorder.
	columnLevel = []string{"level", "depth"}
)

// The names of columns in other languages. German has a word that means something else in English; it counts beside others.
var (
	germanChild   = "kind"
	germanColumns = map[string]string{"eltern": "parent", "elternteil": "parent", "elternknoten": "parent", "vater": "parent", "mutter": "parent", "vorgänger": "parent", "von": "from", "nach": "to",
		germanChild: "child", "kindknoten": "child", "nachfolger": "child", "knoten": "node", "wert": "value", "nutzen": "value", "auszahlung": "value", "spieler": "player", "amzug": "player", "zug": "move",
		"aktion": "move", "wahrscheinlichkeit": "prob", "ebene": "level", "tiefe": "level", "stufe": "level", "bezeichnung": "label", "typ": "type"}
	frenchColumns = map[string]string{"père": "parent", "pere": "parent", "mère": "parent", "prédécesseur": "parent", "enfant": "child", "fils": "child", "successeur": "child", "noeud": "node", "nœud": "node", "nom": "name",
		"étiquette": "label", "valeur": "value", "utilité": "value", "joueur": "player", "coup": "move", "probabilité": "prob", "probabilite": "prob", "niveau": "level", "profondeur": "level"}
)

// plainColumns returns the names of columns without signs, in English.
func plainColumns(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = strings.ToLower(plainColumn(name))
	}
	for _, words := range []map[string]string{germanColumns, frenchColumns} {
		if !slices.ContainsFunc(plain, func(name string) bool { return words[name] != "" && name != germanChild }) {
			continue
		}
		for i, name := range plain {
			plain[i] = first(words[name], name)
		}
	}
	return plain
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimRight(line, "\r")
}

// separatorOf returns the sign between the columns of a table whose head has columns for parent and child, or for levels and
// names or values; 0: it has none.
func separatorOf(head string) rune {
	const longest = 2000 // bytes of a head
	if len(head) > longest {
		return 0
	}
	for _, sign := range []rune{',', ';', '\t', '|'} {
		parent, child, level, value := false, false, false, false
		for _, plain := range plainColumns(strings.Split(head, string(sign))) {
			parent = parent || isOneOf(plain, columnFrom)
			child = child || isOneOf(plain, columnTo, columnID)
			level = level || isOneOf(plain, columnLevel)
			value = value || isOneOf(plain, columnID, valueKeys)
		}
		if parent && child || level && value {
			return sign
		}
	}
	return 0
}

func plainColumn(name string) string { return plainKey(strings.Trim(strings.TrimSpace(name), `"`)) }

// isTable reports whether a text begins with the head of a table of nodes.
func isTable(text string) bool { return separatorOf(firstLine(text)) != 0 }

// lines finds where the lines begin.
func (t *table) lines() {
	t.begins = append(t.begins, 0)
	for i := range len(t.r.src) {
		if t.r.step(); t.r.src[i] == '\n' {
			t.begins = append(t.begins, i+1)
		}
	}
}

// at returns the byte of a field of the last row.
func (t *table) at(field int) int {
	if t.separator == '|' {
		return t.places[min(field, len(t.places)-1)]
	}
	line, column := t.in.FieldPos(field)
	return min(t.begins[line-1]+column-1, len(t.r.src))
}

// next reads a row; nil: there are no more.
func (t *table) next() []string {
	if t.separator == '|' {
		return t.nextBars()
	}
	row, err := t.in.Read()
	var wrong *csv.ParseError
	switch {
	case errors.As(err, &wrong):
		at := min(t.begins[min(wrong.Line, len(t.begins))-1]+max(wrong.Column, 1)-1, len(t.r.src))
		t.r.failRead(at, "a quote is at a place where it cannot be: a field in quotes is written \"a \"\"b\"\"\"")
	case err != nil:
		return nil
	}
	return row
}

// bars is the line below the head of a table in Markdown.
var bars = regexp.MustCompile(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$`)

// nextBars reads a row of a table with bars.
func (t *table) nextBars() (row []string) {
	for ; row == nil && t.line < len(t.begins); t.line++ {
		from := t.begins[t.line]
		line := t.r.src[from:lineEnd(t.r.src, from)]
		if strings.Trim(line, blankCharacters) == "" || bars.MatchString(line) {
			continue
		}
		row, t.places = barred(line)
		for i := range t.places {
			t.places[i] += from
		}
	}
	return row
}

// barred returns the fields of a line with bars, and where each begins. A bar after a backslash is a character.
func barred(line string) (row []string, places []int) {
	begin := 0
	if trimmed := strings.TrimLeft(line, blankCharacters); strings.HasPrefix(trimmed, "|") {
		begin = len(line) - len(trimmed) + 1
	}
	end := len(strings.TrimRight(line, blankCharacters))
	for at := begin; at <= end; at++ {
		if at < end && (line[at] != '|' || line[at-min(at, 1)] == '\\') {
			continue
		}
		if field := line[begin:at]; at < end || strings.TrimSpace(field) != "" {
			row = append(row, withoutEmphasis(strings.ReplaceAll(strings.TrimSpace(field), `\|`, "|")))
			places = append(places, begin+len(field)-len(strings.TrimLeft(field, blankCharacters)))
		}
		begin = at + 1
	}
	return row, places
}

func (t *table) read() {
	r := t.r
	if t.separator == 0 {
		r.expected("a line with the names of the columns, among them parent and child, or from and to, or source and target, or id and parent, or level and name")
	}
	t.in = csv.NewReader(strings.NewReader(r.src))
	t.in.Comma, t.in.FieldsPerRecord, t.in.TrimLeadingSpace = t.separator, -1, t.separator != '\t'
	t.head(t.next())
	for row := t.next(); row != nil; row = t.next() {
		t.row(row)
		if t.separator != '|' {
			r.pos = min(int(t.in.InputOffset()), len(r.src))
		}
	}
	r.pos = len(r.src)
	for i, name := range t.names {
		if t.uses[i] == columnIgnored && strings.TrimSpace(name) != "" {
			t.ignoreColumn(name)
		}
	}
	t.moversOfEdges()
	t.own = func(v *vertex) bool {
		if len(v.named) > 0 && len(v.kids) == 0 {
			r.cast.pays(v.node, v.at, v.named)
		}
		return false
	}
	if t.rows {
		for _, v := range t.all {
			if !v.row {
				r.failRead(v.at, "there is no row of the node %s, which is a parent here", v.called())
			}
		}
	}
}

// moversOfEdges gives who moves to the node at which an edge begins, in a table of edges where also those to leaves have it:
// from, to, player, payoff. Rows that name different players below one node say something else.
func (t *table) moversOfEdges() {
	column := slices.IndexFunc(t.plain, func(plain string) bool { return isOneOf(plain, moverKeys) })
	if column < 0 || t.rows || t.level >= 0 || strings.HasPrefix(t.plain[t.parent], "parent") {
		return
	}
	at := map[*vertex]text{}
	for _, v := range t.all {
		t.r.step()
		if v.above == nil {
			if v.by.given {
				return
			}
			continue
		}
		from := v.above.from
		if before := at[from]; !v.by.given || before.given && folded(before.s) != folded(v.by.s) {
			return
		}
		at[from] = v.by
	}
	for _, v := range t.all {
		v.by = at[v]
	}
	t.r.game.note("The column %s says who moves at the node in the column %s, since the rows of leaves have a player, too.", quoted(t.names[column]), quoted(t.names[t.parent]))
}

// head reads what the columns hold.
func (t *table) head(names []string) {
	t.parent, t.child, t.value, t.level = -1, -1, -1, -1
	t.names, t.plain = names, plainColumns(names)
	t.uses, t.says = make([]columnUse, len(names)), make([]int, len(names))
	for i, plain := range t.plain {
		if t.parent < 0 && isOneOf(plain, columnFrom) {
			t.parent, t.uses[i] = i, columnParent
		} else if t.child < 0 && isOneOf(plain, columnTo) {
			t.child, t.uses[i] = i, columnChild
		}
	}
	if t.parent < 0 {
		t.level = slices.IndexFunc(t.plain, func(plain string) bool { return isOneOf(plain, columnLevel) })
		t.uses[t.level] = columnParent
	}
	if t.child < 0 {
		t.rows = t.level < 0
		best := len(columnID)
		for i, plain := range t.plain {
			if rank := slices.Index(columnID, plain); rank >= 0 && rank < best {
				best, t.child = rank, i
			}
		}
		if t.child >= 0 {
			t.uses[t.child] = columnChild
		}
	}
	used := map[int]int{}
	for i, name := range names {
		if t.uses[i] != columnIgnored {
			continue
		}
		plain := t.plain[i]
		if isScoreColumn(plain) {
			t.uses[i] = columnScore
			t.scores = append(t.scores, i)
			continue
		}
		says := saysOf(plain)
		if says < 0 && isOneOf(plain, moreValueKeys) {
			says = saysValue
		}
		if says == saysShape || says == saysStyle || says == saysBeside || says < 0 || plain == "id" {
			continue
		}
		if plain == "label" && !t.rows && t.level < 0 && !strings.HasPrefix(t.plain[t.parent], "parent") { // of the edge
			says = saysAction
		}
		if before, twice := used[says]; twice && says != saysMover {
			if says == saysValue {
				t.r.failRead(t.at(i), "the columns %s and %s hold values; leave one of them out", quoted(names[before]), quoted(name))
			}
			continue
		}
		used[says] = i
		t.uses[i], t.says[i] = columnSays, says
		if says == saysValue {
			t.value = i
		}
	}
	t.orderScores()
}

// orderScores puts the columns of scores into the order of the players whose numbers are in their names, from 1 or from 0.
func (t *table) orderScores() {
	if len(t.scores) < 2 {
		return
	}
	number := func(i int) int { return int(t.plain[i][len(t.plain[i])-1] - '0') }
	written := slices.Clone(t.scores)
	slices.SortStableFunc(t.scores, func(a, b int) int { return number(a) - number(b) })
	least := number(t.scores[0])
	for place, i := range t.scores {
		if number(i) != least+place || least > 1 {
			var names []string
			for _, j := range written {
				names = append(names, t.names[j])
			}
			t.r.failRead(t.at(i), "the columns %s have scores, and the numbers in their names are not those of the players, 1 to %d; every player has one column", listedNames(names), len(written))
		}
	}
}

func (t *table) ignoreColumn(name string) {
	plain := plainColumn(name)
	if isOneOf(plain, kidKeys) {
		t.r.failRead(0, "the column %s may hold nodes; write a row for each of them", quoted(name))
	}
	t.ignore(name)
}

// isScoreColumn reports whether a column has the scores of a player: p1, value2, payoff_1, u2, player 1.
func isScoreColumn(plain string) bool {
	word := strings.TrimRight(plain, "0123456789")
	if word == plain || len(plain)-len(word) > 1 {
		return false
	}
	return isOneOf(word, valueKeys, []string{"p", "u", "v", "player", "pl", "payoffp", "valuep", "scorep", "up", "payoffplayer", "valueplayer", "scoreplayer"})
}

// row reads a row.
func (t *table) row(row []string) {
	r := t.r
	field := func(i int) string {
		if i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i])
	}
	blank := true
	for i := range row {
		blank = blank && strings.TrimSpace(row[i]) == ""
		if i >= len(t.names) && strings.TrimSpace(row[i]) != "" {
			r.failRead(t.at(i), "this row has more fields than there are columns, %d; put a field with the separator in it in quotes", len(t.names))
		}
	}
	if blank {
		return
	}
	v := t.nodeOf(row, field)
	var of attributes
	for i, use := range t.uses {
		if use == columnSays && i < len(row) && field(i) != "" && !isNothing(field(i)) {
			if says := t.says[i]; !of[says].given || isNeutral(of[says].s) {
				of[says] = text{field(i), t.at(i), true}
			}
		}
	}
	if t.level < 0 || of[saysLabel].given {
		v.label = of[saysLabel]
	}
	if isOneOf(folded(of[saysMover].s), []string{"directed", "undirected"}) { // of an edge
		of[saysMover] = text{}
	}
	t.mean(v, &of)
	t.scoresOf(v, row, field)
	if t.level >= 0 {
		return
	}
	if parent := field(t.parent); parent != "" && !isNothing(parent) && (parent != "-1" || t.byID[parent] != nil) {
		p := t.vertex(parent, t.at(t.parent))
		t.link(p, v, t.at(t.parent))
	}
}

// nodeOf returns the node of a row. In a table of levels it is below the last one of the level above.
func (t *table) nodeOf(row []string, field func(int) string) *vertex {
	r := t.r
	if t.level < 0 {
		id := field(t.child)
		if id == "" || isNothing(id) {
			r.failRead(t.at(min(t.child, len(row)-1)), "this row has no node in the column %s", quoted(t.names[t.child]))
		}
		at := t.at(t.child)
		v := t.vertex(id, at)
		v.node.at = at
		if v.row {
			r.failRead(at, "the node %s has a second row; a tree has one parent for each node", v.called())
		}
		v.row = true
		return v
	}
	at := t.at(min(t.level, len(row)-1))
	word := field(t.level)
	const mostDigits = 6
	if word == "" || !allDigits(word) || len(word) > mostDigits {
		r.failRead(at, "expected the level of the node in the column %s, a number such as 0 or 1, found %s", quoted(t.names[t.level]), quoted(word))
	}
	level, _ := strconv.Atoi(word)
	if len(t.path) == 0 {
		t.from = level
	}
	depth := level - t.from
	switch {
	case len(t.path) > 0 && depth <= 0:
		r.failRead(at, "a second root begins here: the root has the level %d, and all other nodes have a higher one", t.from)
	case depth > len(t.path):
		r.failRead(at, "the level %d follows the level %d; a child has the level after that of its parent, and the rows are in preorder", level, t.from+len(t.path)-1)
	}
	v := t.leaf(at)
	if t.child >= 0 && field(t.child) != "" && !isNothing(field(t.child)) {
		v.label = text{field(t.child), t.at(t.child), true}
	}
	if depth > 0 {
		t.link(t.path[depth-1], v, at)
	}
	t.path = append(t.path[:depth], v)
	return v
}

// scoresOf reads the scores in columns of their own.
func (t *table) scoresOf(v *vertex, row []string, field func(int) string) {
	columns := t.scores
	if t.value < 0 && len(columns) == 0 {
		columns = t.unknown(row, field)
	}
	var named []namedScore
	for _, i := range columns {
		word := field(i)
		if word == "" || isNothing(word) {
			continue
		}
		list, ok := t.r.texNumbers(word, t.at(i))
		if !ok || len(list) != 1 {
			t.r.failRead(t.at(i), "expected a number in the column %s, found %s", quoted(t.names[i]), quoted(word))
		}
		named = append(named, namedScore{t.names[i], t.at(i), list[0]})
	}
	switch {
	case len(named) == 0:
	case len(named) < len(columns):
		t.r.failRead(v.at, "this row has %s, and there are %d columns of scores", count(len(named), "score"), len(columns))
	case len(v.value) > 0:
		t.r.failRead(v.at, "this row has a value and scores in columns of their own; write one of them")
	case len(t.scores) > 0 || len(columns) == 1:
		for _, s := range named {
			v.value = append(v.value, s.value)
		}
	default:
		t.paid(v, named)
	}
}

// unknown returns the columns without a known name that hold numbers in a row without a value. They are those of the first such row.
func (t *table) unknown(row []string, field func(int) string) []int {
	if t.names == nil {
		return nil
	}
	if t.paidBy != nil {
		return t.paidBy
	}
	var found []int
	for i, use := range t.uses {
		if use != columnIgnored || isOneOf(t.plain[i], noMoveKeys, []string{"level", "weight", "order", "id", "x", "y"}) {
			continue
		}
		if word := field(i); word != "" && numberAt(word) == word {
			found = append(found, i)
		}
	}
	if len(found) < 2 {
		return nil
	}
	sure, all := false, true
	for _, i := range found {
		sure = sure || isOneOf(t.plain[i], statisticKeys)
		all = all && isOneOf(t.plain[i], statisticKeys, shortStatisticKeys)
	}
	if sure && all {
		t.r.failRead(t.at(found[0]), "this row has no score, only statistics of a search: %s and %s; write the score of the game in a column called value", quoted(t.names[found[0]]), quoted(t.names[found[1]]))
	}
	for _, i := range found {
		t.uses[i] = columnPaid
	}
	t.paidBy = found
	return found
}

// paid says that a leaf has payoffs under the names of players.
func (t *table) paid(v *vertex, scores []namedScore) {
	v.value = make([]number, len(scores))
	v.named = scores
}
