package api

import (
	"encoding/json"
	"net/http"
	"strconv"
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
	app.WriteJSON(w, append(appendMoves(nil, position), '\n'))
	return nil
}

func appendMoves(b []byte, p games.Position) []byte {
	var v, next, static, low, up trees.Vector
	players, moves := p.Players(), p.Look(&v)
	unit := games.UnitOf(p)
	b = p.AppendDocument(append(b, `{"game":`...))
	b = strconv.AppendInt(append(b, `,"player":`...), int64(p.Mover()), 10)
	b = append(b, `,"moves":[`...)
	for i := range moves {
		if i > 0 {
			b = append(b, ',')
		}
		p.Do(i, &next)
		b = strconv.AppendInt(append(b, `{"move":`...), int64(i), 10)
		b = trees.AppendQuoted(append(b, `,"text":`...), p.AppendLast(nil))
		b = append(p.AppendDocument(append(b, `,"game":`...)), '}')
		p.Undo()
	}
	bounded, ok := p.(trees.Bounded)
	b = appendVector(append(b, `],"value":`...), &v, unit, players, moves == 0)
	b = appendVector(append(b, `,"static":`...), &static, unit, players, p.Static(&static))
	b = appendVector(append(b, `,"low":`...), &low, unit, players, ok && bounded.Low(&low))
	b = appendVector(append(b, `,"up":`...), &up, unit, players, ok && bounded.Up(&up))
	return append(b, '}')
}

func appendVector(b []byte, v *trees.Vector, unit trees.Score, players int, known bool) []byte {
	if !known {
		return append(b, "null"...)
	}
	return trace.AppendValue(b, v, unit, players, false)
}
