package foreign

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"espalier/trees"
)

// The XML files of Game Theory Explorer:
//
//	<gte version="0.1"><gameDescription>…</gameDescription><players>…</players>
//	<extensiveForm>
//	  <node player="1">
//	    <outcome move="L"><payoff player="1">3</payoff><payoff player="2">1</payoff></outcome>
//	    <node iset="2" player="2" move="R">…</node>
//	  </node>
//	</extensiveForm></gte>
//
// A node without a player moves for the player of its information set, which another node of
// the set may state. One whose children have probabilities is chance's.

// gteElements are the elements of which the text of a game has one; nodes are also in other XML.
var gteElements = []string{"gte", "extensiveForm", "strategicForm", "outcome"}

// isGTE reports whether a text begins as XML and has an element of Game Theory Explorer.
func isGTE(text string) bool {
	if len(text) < 2 || text[0] != '<' || !(text[1] == '?' || wordAt(text[1:]) != "") {
		return false
	}
	for _, name := range gteElements {
		if strings.Contains(text, "<"+name+" ") || strings.Contains(text, "<"+name+">") || strings.Contains(text, "<"+name+"\n") {
			return true
		}
	}
	return false
}

func (r *reader) gte() {
	r.peek()
	g := &gteReader{r: r, dec: xml.NewDecoder(strings.NewReader(r.src[r.pos:])), start: r.pos, sets: map[string]string{}, left: map[string]bool{}}
	g.dec.Entity = map[string]string{} // none but those of XML itself
	g.read()
	if r.game.root == nil {
		r.fail(r.pos, "this XML has no node or outcome, so it is no game of Game Theory Explorer; a game in strategic form has no tree")
	}
	g.finish()
}

type gteReader struct {
	r     *reader
	dec   *xml.Decoder
	start int // where the XML begins in the text

	names   []string // of the players, in the order of their numbers
	open    []*gteNode
	all     []*gteNode
	sets    map[string]string // the player of an information set
	shared  map[string]*infoset
	left    map[string]bool
	leftOut []string
}

type gteNode struct {
	node
	isOutcome    bool
	player, iset string
	pays         []gtePay
}

type gtePay struct {
	player string
	value  number
}

func (g *gteReader) at() int { return g.start + int(g.dec.InputOffset()) }

// read reads all elements.
func (g *gteReader) read() {
	r := g.r
	for depth := 0; ; {
		at := g.at()
		token, err := g.dec.Token()
		for range g.at() - at {
			r.step()
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			g.wrong(at, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.level(at, depth-trees.MaxLevels)
			if !g.element(t, at) {
				depth++
			}
		case xml.EndElement:
			depth--
			if name := t.Name.Local; name == "node" || name == "outcome" {
				g.open = g.open[:len(g.open)-1]
			}
		case xml.Directive:
			r.fail(at, "a document type is not read; the game begins with <gte> or <extensiveForm>")
		}
	}
}

func (g *gteReader) wrong(at int, err error) { g.r.wrongXML(max(at, g.at()), err) }

// text reads the text of an element, up to its end.
func (g *gteReader) text() string {
	var b strings.Builder
	for {
		at := g.at()
		token, err := g.dec.Token()
		if err != nil {
			g.wrong(at, err)
		}
		switch t := token.(type) {
		case xml.CharData:
			for range len(t) {
				g.r.step()
			}
			b.Write(t)
		case xml.EndElement:
			return strings.TrimSpace(b.String())
		case xml.StartElement:
			g.r.fail(at, "expected text, found the element %s", quoted(t.Name.Local))
		}
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// element reads the begin of an element, or all of one that holds text. It reports whether its
// end is read.
func (g *gteReader) element(t xml.StartElement, at int) (whole bool) {
	r := g.r
	switch name := t.Name.Local; name {
	case "gte", "extensiveForm", "players":
		return false
	case "gameDescription":
		r.game.title = g.text()
	case "player":
		name := g.text()
		if name != "" {
			g.player(name)
		}
	case "node", "outcome":
		g.node(t, at)
		return false
	case "payoff":
		g.payoff(t, at)
	case "strategicForm":
		r.fail(at, "this is a game in strategic form, a table without a tree")
	default:
		g.leave(name)
		if err := g.dec.Skip(); err != nil {
			g.wrong(at, err)
		}
	}
	return true
}

// leave counts an element that is left out.
func (g *gteReader) leave(name string) {
	if !g.left[name] && len(g.leftOut) < maxListed {
		g.left[name] = true
		g.leftOut = append(g.leftOut, quoted(name))
	}
}

// isChance reports whether the player of a node is chance.
func (g *gteReader) isChance(name string) bool {
	m, player, ok := moverOf(name)
	return ok && (m == chanceMoves || m == playerMoves && player == 0)
}

// player returns the number of a player by name, and makes one for a new name.
func (g *gteReader) player(name string) int {
	for i, known := range g.names {
		if known == name || folded(known) == folded(name) {
			return i
		}
	}
	if len(g.names) == trees.MaxPlayers {
		panic(over(g.r.errorIn(g.at(), "there are more than %d players, the most that a tree has", trees.MaxPlayers)))
	}
	g.names = append(g.names, name)
	return len(g.names) - 1
}

func (g *gteReader) node(t xml.StartElement, at int) {
	r := g.r
	n := &gteNode{isOutcome: t.Name.Local == "outcome"}
	n.node = *r.add(at, len(g.open)+1)
	n.action, n.name = attribute(t, "move"), attribute(t, "nodeName")
	n.player, n.iset = attribute(t, "player"), attribute(t, "iset")
	if word := attribute(t, "prob"); word != "" {
		x, err := parseProbability(word, at)
		if err != nil {
			r.fail(at, "the probability: %v", err)
		}
		n.prob = &x
	}
	switch {
	case len(g.open) > 0:
		above := g.open[len(g.open)-1]
		if above.isOutcome {
			r.fail(at, "an outcome ends the game, so it has no node")
		}
		above.kids = append(above.kids, &n.node)
	case r.game.root != nil:
		r.fail(at, "the game has a second root; a tree has one")
	default:
		r.game.root = &n.node
	}
	if n.player != "" && n.iset != "" && g.sets[n.iset] == "" {
		g.sets[n.iset] = n.player
	}
	g.open = append(g.open, n)
	g.all = append(g.all, n)
}

// payoff reads what a player gets at the node that is open, as text or as an attribute.
func (g *gteReader) payoff(t xml.StartElement, at int) {
	word := attribute(t, "value")
	if text := g.text(); text != "" {
		word = text
	}
	if len(g.open) == 0 {
		g.r.fail(at, "a payoff belongs in an outcome or in a node")
	}
	x, err := parseNumber(word, at)
	if err != nil {
		g.r.fail(at, "the payoff: %v", err)
	}
	n := g.open[len(g.open)-1]
	player := attribute(t, "player")
	if player == "" {
		g.r.fail(at, "this payoff does not say whose it is: player=\"1\"")
	}
	if g.isChance(player) {
		g.r.fail(at, "this is a payoff of chance, which has none; player=\"1\" is the first player")
	}
	for _, p := range n.pays {
		if folded(p.player) == folded(player) {
			g.r.fail(at, "player %s is paid twice here", quoted(player))
		}
	}
	g.player(player)
	n.pays = append(n.pays, gtePay{player, x})
}

// finish gives players their numbers and every node its mover and its payoffs.
func (g *gteReader) finish() {
	r := g.r
	g.order()
	g.shared = map[string]*infoset{}
	for _, n := range g.all {
		if n.isOutcome {
			continue
		}
		if n.player == "" && n.iset != "" {
			n.player = g.sets[n.iset]
		}
		if n.iset != "" {
			if g.shared[n.iset] == nil {
				g.shared[n.iset] = &infoset{name: n.iset}
			}
			n.node.infoset = g.shared[n.iset]
		}
		switch {
		case n.player != "" && g.isChance(n.player):
			n.node.mover = chanceMoves
			r.checkProbs(&n.node)
		case n.player != "":
			n.node.mover = playerMoves
			n.node.player = g.player(n.player) + 1
		case len(n.kids) > 0 && n.kids[0].prob != nil:
			n.node.mover = chanceMoves
			r.checkProbs(&n.node)
		case len(n.kids) > 0:
			r.fail(n.at, "this node has no player, and its children have no probabilities; it needs player=\"1\", or prob at each child")
		}
	}
	unpaid := 0
	for _, n := range g.all {
		if len(n.pays) == 0 && len(n.kids) > 0 {
			continue
		}
		if len(n.kids) == 0 && len(n.pays) < len(g.names) {
			unpaid++
		}
		n.value = make([]number, len(g.names))
		for i := range n.value {
			n.value[i].at = n.at
		}
		for _, p := range n.pays {
			n.value[g.player(p.player)] = p.value
		}
	}
	if len(g.names) == 0 {
		r.fail(r.game.root.at, "the game has no players: no payoff says whose it is")
	}
	r.game.paid, r.game.opposed, r.game.players = true, true, len(g.names)
	if unpaid > 0 {
		r.game.note("Payoffs that the text does not give are 0, at %s.", count(unpaid, "outcome"))
	}
	r.game.gatherInfosets(r)
	g.say()
}

// order puts players whose names are numbers, or Max and Min, into their order.
func (g *gteReader) order() {
	sorted := make([]string, len(g.names))
	for _, name := range g.names {
		p, ok := playerOf(name)
		if !ok {
			p = numeralValue(name)
		}
		if p < 1 || p > len(sorted) || sorted[p-1] != "" {
			return
		}
		sorted[p-1] = name
	}
	g.names = sorted
}

func (g *gteReader) say() {
	var said []string
	for i, name := range g.names {
		if p, number := playerOf(name); !number || p != i+1 {
			said = append(said, strconv.Itoa(i+1)+" is "+quoted(name))
		}
	}
	if len(said) > 0 {
		g.r.game.note("Players have numbers: %s.", strings.Join(said, ", "))
	}
	if len(g.leftOut) > 0 {
		g.r.game.note("Elements that say nothing about the tree are left out: %s.", trees.InWords(g.leftOut))
	}
}
