package games

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/hidden"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A page is the page of a position.
type page struct {
	Game    *games.Game
	pos     games.Position
	Fault   string // what is wrong with the address, and what the page shows
	Status  string // who is to move, or how the game has ended
	Picture picture
	Cards   bool
	Mover   int
	Over    bool        // there is no move
	Chance  *chanceView // nil: chance does not move

	Moves  []moveLink
	Played []moveLink  // each leads to the position after it
	Groups []moveGroup // of Played

	Variations []variation // that were taken back, the newest first
	KeptFull   string      // says that no more are kept; empty: there is room

	// With cards face down:
	Hidden   int    // the player whose cards are seen; 0: all cards are face up
	Open     string // the same page with all cards face up
	HandOver string // the page of the person to move, whose cards are face down here; empty: there is none
	Rules    string // what each decision rule chooses; empty: no player is to move, or cards are face down
	Votes    string // what a search that sees this hand alone would play; empty: another player is to move

	Undo   string // the position before the last move; empty: no move was played
	Here   string // the position without the moves that led to it
	Choice string // the hole whose piece is to move; empty: none is chosen

	Values   []valueRow
	Deal     []field
	SetUp    []field
	Next     string // the next deal; empty: the cards were not dealt
	Match    *matchView
	Evaluate *evaluateForm // nil: no player is to move
	Search   *searchForm   // nil: the game is over
	Text     string        // the position as a document
}

type moveLink struct {
	Player     int // 0: chance moved
	Text, Href string
	Written    string // the move as people read it
	Prob       string // of a move of chance
	Why        string // the search that chose it; empty: a person did
	Card       *card  // the move of a card game; else nil
	Worth      *worth // by the search that was asked for; else nil
}

// pips returns the shapes of the suits for the script that sets up cards; "" in other games.
func (v *page) pips() string {
	if !v.Cards {
		return ""
	}
	b, _ := json.Marshal(pips) // texts by texts can be written
	return string(b)
}

// A valueRow is a row of the table of scores at a position.
type valueRow struct {
	Name   string
	Scores []string
}

// ServeGame answers GET /games/{id}: a position, its moves as links, and forms to deal or
// set up another one.
func (h Handlers) ServeGame(w http.ResponseWriter, r *http.Request) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	status, fault := http.StatusOK, ""
	var wrong problem.Fault
	p, rest, err := readPlace(game, r.URL.Query())
	choice := rest.Get("from")
	var m match
	if err == nil {
		rest.Del("from")
		m, rest, err = readMatch(p, rest)
	}
	var stray error
	if err == nil {
		stray = unknown(rest)
		err = stray
	}
	if err != nil {
		wrong = problem.Of(err).Errors[0]
		status, fault = problem.StatusAndDetail(err)
		if stray == nil { // the name of a parameter that does not exist is all that there is to say
			fault = faultText(game, wrong.Path, wrong.Message)
		}
		choice, m = "", match{Nodes: defaultNodes, Seed: defaultSeed, Hidden: hiding{Deals: hidden.DefaultDeals, Seed: defaultSeed}}
		shown := "the position without it"
		if p == nil || p.pos == nil {
			shown = "the start of the game with the usual settings"
			p, _, _ = readPlace(game, nil)
		}
		m.Hidden, m.Seats, _ = readHiding(p, url.Values{"hidden": r.URL.Query()["hidden"]}, nil) // no error turns cards up
		fault += ". The page shows " + shown + "."
	}
	m.Dice = hasChance(p.pos)
	var values []worth
	if m.Asked.Algorithm != "" && p.pos.Mover() > 0 {
		if values, err = h.evaluate(r.Context(), p, m.Asked); err != nil {
			return err
		}
	}
	v := newPage(p, &m, choice, values)
	if fault != "" {
		v.keep(r.URL.Query())
		v.Fault = fault
		v.mark(wrong.Path)
	}
	h.Render(w, r, status, gamePage(v))
	return nil
}

// unknown returns the error of a query with a parameter that no page of a position has.
func unknown(rest url.Values) error {
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		return &problem.QueryError{Name: name, Message: "there is no such parameter here; there are the fields of a position, moves, kept, from, seat, nodes, evaluate and plies, dice where a game has a die, and hidden, deals, sample and infer where it has cards"}
	}
	return nil
}

func newPage(p *place, m *match, choice string, values []worth) *page {
	v := &page{Game: p.game, pos: p.pos, Choice: choice, Mover: p.pos.Mover(), Text: string(p.pos.AppendDocument(nil))}
	v.Here = run.PathWith(path(p.game), run.QueryOf(p.written()))
	v.history(p, m)
	v.variations(p, m)
	v.moves(p, m)
	if !slices.ContainsFunc(v.Moves, func(m moveLink) bool { return strings.HasPrefix(m.Text, v.Choice+">") }) {
		v.Choice = ""
	}
	v.Picture = drawn(p.pos, p.last(), v.link(p, m))
	v.Cards = v.Picture.Cards != nil
	v.group(p)
	if b := v.Picture.Board; b != nil && v.Choice != "" {
		b.choose(v.Choice)
	}
	v.Over = len(v.Moves) == 0
	switch {
	case v.Over:
		v.Status = over(p.pos)
	case v.Mover == 0:
		v.Chance = m.chance(p)
		v.Status = "The die falls."
	default:
		v.Status = "Player " + strconv.Itoa(v.Mover) + " to move."
	}
	v.values(p.pos)
	v.evaluateForm(p, m, values)
	v.showWorths()
	v.forms(p)
	v.Match, v.Search = m.view(p), searchFormOf(p, m)
	v.Rules = m.rulesHref(p)
	v.hide(p, m)
	return v
}

// at returns the address of the page after some moves.
func (m *match) at(p *place, moves []int, more ...int) string {
	q := addAll(p.query(moves, more...), m.seats())
	return run.PathWith(path(p.game), addAll(q, keptParameter(m.keptAt(p, q.Get("moves")))))
}

func (v *page) history(p *place, m *match) {
	for i, played := range p.played {
		link := v.move(played.Player, played.Text, m.at(p, p.moves[:i+1]))
		if m.engine(played.Player) != "" {
			link.Why = m.why(p, i)
		}
		v.Played = append(v.Played, link)
	}
	if len(p.moves) > 0 {
		v.Undo = m.at(p, p.moves[:m.before(p)])
	}
}

// why returns the address of the search that chose the move after the first moves.
func (m *match) why(p *place, moves int) string {
	if m.Hidden.Player > 0 {
		return votesAddress(p, m, moves)
	}
	return run.PathWith(path(p.game)+"/why", addAll(p.query(p.moves[:moves]), m.parameters()))
}

func (v *page) moves(p *place, m *match) {
	var value trees.Vector
	for i := range p.pos.Look(&value) {
		p.pos.Do(i, &value)
		text := string(p.pos.AppendLast(nil))
		p.pos.Undo()
		link := v.move(v.Mover, text, m.at(p, p.moves, i))
		if v.Mover == 0 {
			link.Prob = p.pos.(trees.Chanced).Prob(i).String()
		}
		v.Moves = append(v.Moves, link)
	}
}

func (v *page) move(player int, text, href string) moveLink {
	m := moveLink{Player: player, Text: text, Href: href, Written: games.Written(v.pos, text)}
	if v.Game.Board == games.Cards {
		c := cardOf(text)
		m.Card = &c
	}
	return m
}

// link returns the links of the picture: a move is played by a click on its card or
// square. In Chinese Checkers the first click chooses a piece, and the next its hole.
func (v *page) link(p *place, m *match) link {
	hrefs := map[string]string{}
	for _, move := range v.Moves {
		from, to, hop := strings.Cut(move.Text, ">")
		switch {
		case !hop:
			hrefs[move.Text] = move.Href
		case from == v.Choice:
			hrefs[to] = move.Href
		case hrefs[from] == "":
			q := addAll(p.query(p.moves), m.parameters())
			q.Set("from", from)
			hrefs[from] = run.PathWith(path(p.game), q)
		}
	}
	return func(move string) string { return hrefs[move] }
}

// values fills the table of scores: the value at the end of the game, before it the static
// value and the bounds.
func (v *page) values(pos games.Position) {
	row := func(name string, of func(*trees.Vector) bool) {
		var scores trees.Vector
		if !of(&scores) {
			return
		}
		r := valueRow{Name: name}
		for p := range pos.Players() {
			r.Scores = append(r.Scores, scores[p].In(games.UnitOf(pos)).String())
		}
		v.Values = append(v.Values, r)
	}
	if v.Over {
		row("value", func(s *trees.Vector) bool { return pos.Look(s) == 0 })
		return
	}
	row("static value", pos.Static)
	if b, bounded := pos.(trees.Bounded); bounded {
		row("at least", b.Low)
		row("at most", b.Up)
	}
}

// A field is a field of a form.
type field struct {
	Name, Label, Help string
	Wrong             bool   // what was typed here is wrong
	Kind              string // number, text, area, choice
	Value             string
	Choices           []app.Choice
}

// invalid returns the attributes of a field that the message of the page is about.
func (f *field) invalid() templ.Attributes {
	if !f.Wrong {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "fault"}
}

// forms fills the fields of both forms with the start and the present position.
func (v *page) forms(p *place) {
	start, now := run.QueryOf(p.start), run.QueryOf(p.written())
	for _, f := range p.game.Fields {
		if f.Setting {
			v.Deal = append(v.Deal, v.fieldsOf(&f, cmp.Or(start.Get(f.Name), now.Get(f.Name)))...)
		}
		if !f.Deal {
			v.SetUp = append(v.SetUp, v.fieldsOf(&f, now.Get(f.Name))...)
		}
	}
	if p.game.Board == games.Cards && !start.Has("hands") {
		seed, err := strconv.Atoi(cmp.Or(start.Get("seed"), "1"))
		if err == nil {
			start.Set("seed", strconv.Itoa(seed+1))
			v.Next = run.PathWith(path(p.game), start)
		}
	}
}

// fieldsOf returns the field of a form: for hands, one for each player.
func (v *page) fieldsOf(f *games.Field, value string) []field {
	to := field{Name: f.Name, Label: cmp.Or(f.Label, f.Name), Help: words.MaxN(f.Text), Value: value}
	switch f.Kind {
	case games.WholeField:
		to.Kind = "number"
		if f.Name == "players" {
			if len(v.Game.Players) < 2 {
				return nil
			}
			to.Kind = "choice"
			for _, n := range v.Game.Players {
				to.Choices = append(to.Choices, app.Choice{Value: strconv.Itoa(n), Text: strconv.Itoa(n)})
			}
			if n, ok := f.Default.(int); ok && value == "" {
				to.Value = strconv.Itoa(n)
			}
		}
	case games.FlagField:
		usual := "1"
		if f.Default == false {
			usual = "0"
		}
		to.Kind, to.Value, to.Choices = "choice", cmp.Or(value, usual), []app.Choice{{Value: "1", Text: "yes"}, {Value: "0", Text: "no"}}
	case games.TextField:
		if len(f.Choices) < 2 {
			return nil // nothing can be chosen
		}
		to.Kind = "choice"
		if f.Name == "trump" {
			to.Choices = append(to.Choices, app.Choice{Text: "none"})
		}
		for _, c := range f.Choices {
			text := c
			if f.Name == "trump" {
				text = suitNames[c[0]]
			}
			to.Choices = append(to.Choices, app.Choice{Value: c, Text: text})
		}
	case games.TextsField:
		if f.Name == "hands" {
			var list []field
			for i, hand := range run.GameLines(value) {
				list = append(list, field{Name: f.Name, Kind: "text", Label: ofPlayer(i, "hand"), Value: hand})
			}
			return list
		}
		to.Kind, to.Value = "area", strings.ReplaceAll(value, "/", "\n")
	case games.ListsField:
		to.Kind, to.Value = "area", strings.ReplaceAll(value, "/", "\n")
	default:
		to.Kind = "text"
	}
	return []field{to}
}

// keep shows in the forms what was typed, though it is wrong. If hands were typed, the form
// has a field for each of them, and nothing of the hands that the page shows.
func (v *page) keep(q url.Values) {
	first := slices.IndexFunc(v.SetUp, func(f field) bool { return f.Name == "hands" })
	if hands := strings.Join(q["hands"], "/"); hands != "" && first >= 0 {
		v.SetUp = slices.DeleteFunc(v.SetUp, func(f field) bool { return f.Name == "hands" })
		for i := range v.SetUp {
			if v.SetUp[i].Kind != "choice" {
				v.SetUp[i].Value = ""
			}
		}
		v.SetUp = slices.Insert(v.SetUp, first, v.fieldsOf(&v.Game.Fields[0], hands)...)
	}
	for _, form := range [][]field{v.Deal, v.SetUp} {
		for i := range form {
			if f := &form[i]; f.Name != "hands" && q.Has(f.Name) {
				f.Value = q.Get(f.Name)
			}
		}
	}
}
