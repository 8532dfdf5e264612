package run

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/words"
)

// This file reads and writes the position of a game as the query of an address.

// GamePath returns the path of the page of a game.
func GamePath(id string) string { return "/games/" + id }

// GameAddress returns the address of the page of a position.
func GameAddress(d *games.Document) string {
	return PathWith(GamePath(d.ID), QueryOf(GameParameters(d)))
}

// ReadGameQuery reads the fields of a position, and returns them as the query has them,
// too. A form has a field for each player's hand: a query may have several parameters
// hands.
func ReadGameQuery(game *games.Game, q url.Values) (d *games.Document, given []Parameter, err error) {
	d = &games.Document{ID: game.ID, Values: map[string]any{}}
	for _, f := range game.Fields {
		text := strings.Join(q[f.Name], "/")
		if text == "" || len(q[f.Name]) > 1 && strings.Trim(text, "/ ") == "" {
			continue // fields of a form that are left empty
		}
		value, err := readFieldText(&f, text)
		if err != nil {
			return nil, nil, err
		}
		d.Values[f.Name] = value
		given = append(given, Parameter{Name: f.Name, Value: text})
	}
	return d, given, nil
}

// GameParameters returns the fields of a document as an address has them.
func GameParameters(d *games.Document) (list []Parameter) {
	game, _ := games.Find(d.ID)
	for _, f := range game.Fields {
		if value, given := d.Values[f.Name]; given {
			if text := writeField(&f, value); text != "" {
				list = append(list, Parameter{Name: f.Name, Value: text})
			}
		}
	}
	return list
}

// writeField writes the value of a field: things of one player are separated by spaces
// or commas, and players, or the rows of a board, by a stroke.
func writeField(f *games.Field, value any) string {
	switch v := value.(type) {
	case int:
		return strconv.Itoa(v)
	case bool:
		if v {
			return "1"
		}
		return "0"
	case string:
		return v
	case []int:
		return words.Numbers(v, ",")
	case []string:
		if f.Kind == games.CardsField {
			return strings.Join(v, " ")
		}
		return strings.Join(v, "/")
	case [][]string:
		texts := make([]string, len(v))
		for i, list := range v {
			texts[i] = strings.Join(list, " ")
		}
		return strings.Join(texts, "/")
	}
	return ""
}

// readFieldText reads what writeField writes, and also the lines of a text area.
func readFieldText(f *games.Field, text string) (any, error) {
	wrong := func(what string) error {
		return &problem.QueryError{Name: f.Name, Message: fmt.Sprintf("%.40q is not %s", text, what)}
	}
	switch f.Kind {
	case games.WholeField:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, wrong("a whole number")
		}
		return n, nil
	case games.FlagField:
		if text != "1" && text != "0" {
			return nil, wrong("1 or 0")
		}
		return text == "1", nil
	case games.WholesField:
		list := []int{}
		for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", /\r\n", r) }) {
			n, err := strconv.Atoi(part)
			if err != nil {
				return nil, wrong("a list of whole numbers, as 0, 2, 1")
			}
			list = append(list, n)
		}
		return list, nil
	case games.TextsField:
		return GameLines(text), nil
	case games.ListsField:
		lists := [][]string{}
		for _, line := range GameLines(text) {
			lists = append(lists, strings.Fields(line))
		}
		return lists, nil
	}
	return text, nil
}

// GameLines splits a text at strokes and at the ends of lines.
func GameLines(text string) []string {
	list := strings.Split(strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", "/"), "/")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}
