package api

import (
	"encoding/json"
	"net/http"
	"sync"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

// The games of the server, and their moves.

type gameJSON struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Rules   string       `json:"rules"`
	Paper   string       `json:"paper"`
	Players []int        `json:"players"`
	Options []optionJSON `json:"options"`
	// Unstable says which positions are unstable; empty: the game does not say.
	Unstable string     `json:"unstable"`
	Source   sourceJSON `json:"source"` // as the key game of a request; with the defaults of all options
}

type sourceJSON struct {
	ID string `json:"id"`
}

type optionJSON struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default any      `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Text    string   `json:"text"`
}

var fieldTypes = map[games.FieldKind]string{
	games.WholeField: "integer", games.FlagField: "boolean", games.TextField: "string", games.CardsField: "string",
	games.WholesField: "list of integers", games.TextsField: "list of strings", games.ListsField: "list of lists of strings",
}

var gameList = sync.OnceValue(func() []byte {
	list := []gameJSON{}
	for _, g := range games.Games() {
		entry := gameJSON{ID: g.ID, Title: g.Title, Rules: g.Rules, Paper: g.Paper, Players: g.Players, Options: []optionJSON{}, Unstable: g.Unstable, Source: sourceJSON{g.ID}}
		for _, f := range g.Fields {
			entry.Options = append(entry.Options, optionJSON{f.Name, fieldTypes[f.Kind], f.Default, f.Choices, f.Text})
		}
		list = append(list, entry)
	}
	return marshal(map[string]any{"games": list})
})

// Games answers GET /api/v1/games.
func (h *Handlers) Games(w http.ResponseWriter, r *http.Request) { app.WriteJSON(w, gameList()) }

// Moves answers POST /api/v1/moves: a position written out, its moves, and what each leads
// to.
func (h *Handlers) Moves(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	var raw json.RawMessage
	for _, m := range members {
		if m.Key != "game" {
			return problem.UnknownKey("", m.Key, []string{"game"})
		}
		raw = m.Raw
	}
	if raw == nil {
		return problem.Refused("game", "the game is missing; GET /api/v1/games lists them")
	}
	document, err := run.ReadGameDocument(raw)
	if err != nil {
		return err
	}
	position, err := games.Open(document)
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, movesIn(position))
	return nil
}

// A positionAnswer is a position written out, with its moves.
type positionAnswer struct {
	Game   json.RawMessage `json:"game"`
	Player int             `json:"player"`
	Moves  []moveAnswer    `json:"moves"`
	Value  json.RawMessage `json:"value"` // null: not known, as the others
	Static json.RawMessage `json:"static"`
	Low    json.RawMessage `json:"low"`
	Up     json.RawMessage `json:"up"`
}

type moveAnswer struct {
	Move int             `json:"move"` // from 0
	Text string          `json:"text"`
	Game json.RawMessage `json:"game"` // after it
}

func movesIn(p games.Position) positionAnswer {
	var v, next, static, low, up trees.Vector
	moves := p.Look(&v)
	a := positionAnswer{Game: p.AppendDocument(nil), Player: p.Mover(), Moves: []moveAnswer{}}
	for i := range moves {
		p.Do(i, &next)
		a.Moves = append(a.Moves, moveAnswer{i, string(p.AppendLast(nil)), p.AppendDocument(nil)})
		p.Undo()
	}
	value := func(v *trees.Vector, known bool) json.RawMessage {
		if !known {
			return nil
		}
		return trace.AppendValue(nil, v, games.UnitOf(p), p.Players(), false)
	}
	bounded, ok := p.(trees.Bounded)
	a.Value, a.Static = value(&v, moves == 0), value(&static, p.Static(&static))
	a.Low, a.Up = value(&low, ok && bounded.Low(&low)), value(&up, ok && bounded.Up(&up))
	return a
}
