package foreign

import (
	"strings"
)

// The game trees of istgame, which are written one level at a time:
//
//	\istroot(0)(0,0){Alice} \istb{L}[al]{(1,2)} \istb{R}[ar] \endist
//	\istroot(1)(0-2){Bob}   \istb{l}[al]{(3,0)} \istb{r}[ar]{(0,1)} \endist
//
// A root is at a point, or at branch 2 of root 0, which is (0-2).

func (r *reader) istgame() {
	g := &istReader{r: r, at: map[string]*node{}, owners: map[string]string{}}
	for r.pos < len(r.src) {
		r.step()
		name := r.command()
		switch {
		case strings.HasPrefix(name, "istroot"):
			r.takeCommand(name)
			g.root()
		case strings.HasPrefix(name, "istb"):
			r.takeCommand(name)
			g.branch()
		case name == "endist":
			r.takeCommand(name)
			g.open = nil
		case strings.HasPrefix(name, "xtInfoset"), strings.HasPrefix(name, "xtCInfoset"):
			r.takeCommand(name)
			g.infoset()
		case name != "":
			r.styled = r.styled || strings.HasPrefix(name, "xt") || name == "draw" || name == "node" || name == "path"
			r.takeCommand(name)
		case r.pos < len(r.src):
			r.pos++
		}
	}
	g.finish()
}

type istReader struct {
	r      *reader
	open   *node
	name   string           // of the root that is open
	at     map[string]*node // nodes by their coordinates: 0, 0-2
	owners map[string]string
	all    []*node
	of     []string // the owner of each of them, as it is written
	ids    []string
	lines  [][]string // the points that each line of an information set joins
}

// An istArgument is an argument of a command.
type istArgument struct {
	open byte
	text string
	at   int
}

// arguments reads the arguments that follow a command.
func (g *istReader) arguments() (list []istArgument) {
	r := g.r
	const most = 16
	for len(list) < most {
		switch c := r.texSpace(); c {
		case '(', '[', '{', '<':
			at := r.pos
			list = append(list, istArgument{c, r.group(), at})
		case '\'', '*', '.':
			r.step()
			r.pos++
		case '+': // +10mm..20mm+, the distances
			end := strings.IndexByte(r.src[r.pos+1:min(len(r.src), r.pos+1+2*maxWords)], '+')
			if end < 0 {
				return list
			}
			r.stepOver(end + 2)
		case '!': // !{text}! beside a branch
			r.step()
			r.pos++
		default:
			return list
		}
	}
	return list
}

func argumentsOf(list []istArgument, open byte) (found []istArgument) {
	for _, a := range list {
		if a.open == open {
			found = append(found, a)
		}
	}
	return found
}

// coordinate returns the name of a point: 0-2 of (0-2.south).
func coordinate(s string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(s), ".")
	return strings.TrimSpace(name)
}

func (g *istReader) root() {
	r := g.r
	begin := r.pos
	list := g.arguments()
	points, texts := argumentsOf(list, '('), argumentsOf(list, '{')
	own, owner, ownerAt := "", "", begin
	if len(texts) > 0 {
		own, owner = r.texAction(texts[0].text)
		ownerAt = texts[0].at
	}
	g.name = "0"
	var n *node
	if len(points) > 0 {
		g.name = coordinate(points[0].text)
		n = g.at[g.name] // a branch that is continued under its own name
	}
	if len(points) > 1 {
		where := coordinate(points[1].text)
		branch := g.at[where]
		switch {
		case branch != nil:
			n = branch
		case strings.Contains(where, "-") && !strings.Contains(where, ","):
			r.fail(points[1].at, "there is no branch (%s) before this \\istroot", shortened(where))
		}
	}
	switch {
	case n != nil && (len(n.kids) > 0 || len(n.value) > 0):
		r.fail(begin, "this \\istroot is at a node that already has branches or payoffs")
	case n == nil && r.game.root != nil:
		r.fail(begin, "this \\istroot is a second root: it is at no branch, such as (0-2), of an earlier one")
	case n == nil:
		n = r.add(begin, 1)
		r.game.root = n
	}
	n.at, n.ownName = ownerAt, own
	g.at[g.name] = n
	g.open = n
	g.all, g.of, g.ids = append(g.all, n), append(g.of, owner), append(g.ids, g.name)
}

func (g *istReader) branch() {
	r := g.r
	begin := r.pos
	if g.open == nil {
		r.fail(begin, "this branch is in no tree; a tree begins with \\istroot and ends with \\endist")
	}
	n := r.add(begin, 1)
	texts := argumentsOf(g.arguments(), '{')
	if len(texts) > 0 {
		n.ownAction, n.action = r.texAction(texts[0].text)
	}
	if len(texts) > 1 && strings.TrimSpace(texts[1].text) != "" {
		text := texts[1].text
		if name, rest, ok := ownName(text); ok {
			n.ownName, text = name, rest
		}
		name, value, ok := r.texValue(text, texts[1].at)
		switch {
		case r.texPayoffs(n, text, texts[1].at):
		case r.leafText(n, name, value, ok):
			if ok {
				r.oneValue(r.plainTeX(text), name, texts[1].at)
			}
		default:
			r.failCommand(texts[1].at)
			r.fail(texts[1].at, "%s is neither a number, such as 3, nor scores, such as (1,2)", quoted(name))
		}
		n.at = texts[1].at
	}
	g.open.kids = append(g.open.kids, n)
	g.at[g.name+"-"+decimal(len(g.open.kids))] = n
}

// infoset reads \xtInfoset(1)(2){Bob}: its nodes are those of one player.
func (g *istReader) infoset() {
	list := g.arguments()
	points, texts := argumentsOf(list, '('), argumentsOf(list, '{')
	var line []string
	for _, p := range points {
		line = append(line, coordinate(p.text))
	}
	g.lines = append(g.lines, line)
	for _, p := range points {
		if len(texts) > 0 {
			g.owners[coordinate(p.text)] = g.r.plainTeX(texts[0].text)
		}
	}
}

// infosets puts the nodes that a line joins into one information set.
func (g *istReader) infosets() {
	for _, line := range g.lines {
		var joined []*node
		for _, point := range line {
			if n := g.at[point]; n != nil {
				joined = append(joined, n)
			}
		}
		joinInfoset(joined)
	}
}

func (g *istReader) finish() {
	r := g.r
	if r.game.root == nil {
		r.fail(0, "this is no tree of istgame: there is no \\istroot")
	}
	// A set stated at a branch is that of the root at this branch.
	byNode := map[*node]string{}
	for name, owner := range g.owners {
		if n := g.at[name]; n != nil {
			byNode[n] = owner
		}
	}
	for i, n := range g.all {
		owner := g.of[i]
		switch set := byNode[n]; {
		case owner == "":
			owner = set
		case set != "" && folded(set) != folded(owner):
			r.fail(n.at, "%s moves here, and %s at the information set of this node", quoted(owner), quoted(set))
		}
		switch {
		case len(n.kids) == 0:
			r.fail(n.at, "this \\istroot has no branches; a branch is \\istb{L}[al]{(1,2)}")
		case owner == "":
		case r.labelled(n, owner):
		default:
			r.cast.moves(part{n: n, at: n.at, name: owner, words: owner})
		}
	}
	r.levels(r.game.root, 1)
	r.sets = nil
	r.settle()
	g.infosets()
	r.game.gatherInfosets(r)
	if r.styled {
		r.game.note("What says how the tree looks is left out.")
	}
}
