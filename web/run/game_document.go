package run

import (
	"math"
	"strconv"
	"strings"

	"espalier/trees/games"
	"espalier/web/problem"
)

// ReadGameDocument reads the document of a position. games.Open checks what it says.
func ReadGameDocument(raw []byte) (*games.Document, error) {
	members, err := problem.SplitObject(raw, "game")
	if err != nil {
		return nil, err
	}
	d := &games.Document{Values: map[string]any{}}
	for _, m := range members {
		if m.Key == "id" {
			if d.ID, err = problem.ReadString(m.Raw, "game.id"); err != nil {
				return nil, err
			}
		}
	}
	if d.ID == "" {
		return nil, problem.Refused("game.id", "the id of the game is missing; there are %s", strings.Join(games.IDs(), ", "))
	}
	game, known := games.Find(d.ID)
	if !known {
		return nil, problem.Refused("game.id", "there is no game %q; there are %s", d.ID, strings.Join(games.IDs(), ", "))
	}
	for _, m := range members {
		field, known := fieldOf(game, m.Key)
		switch {
		case m.Key == "id":
			continue
		case !known:
			return nil, problem.UnknownKey("game", m.Key, fieldNames(game))
		case m.Absent():
			continue
		}
		if d.Values[m.Key], err = readField(field, m.Raw, "game."+m.Key); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func fieldOf(game *games.Game, name string) (games.Field, bool) {
	for _, f := range game.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return games.Field{}, false
}

func fieldNames(game *games.Game) []string {
	names := []string{"id"}
	for _, f := range game.Fields {
		names = append(names, f.Name)
	}
	return names
}

// readField reads the value of a field.
func readField(f games.Field, raw []byte, path string) (any, error) {
	switch f.Kind {
	case games.FlagField:
		return problem.ReadBool(raw, path)
	case games.TextField:
		return problem.ReadString(raw, path)
	case games.CardsField:
		if problem.TypeOf(raw) == "an array" {
			return readList(raw, path, problem.ReadString)
		}
		return problem.ReadString(raw, path)
	case games.WholesField:
		return readList(raw, path, readAnyWhole)
	case games.TextsField:
		return readList(raw, path, problem.ReadString)
	case games.ListsField:
		return readList(raw, path, func(raw []byte, path string) ([]string, error) { return readList(raw, path, problem.ReadString) })
	}
	return readAnyWhole(raw, path)
}

// readAnyWhole reads a whole number of any size that a field may have; the game checks its
// range.
func readAnyWhole(raw []byte, path string) (int, error) {
	return problem.ReadWhole(raw, path, -math.MaxUint32, math.MaxUint32)
}

func readList[T any](raw []byte, path string, read func(raw []byte, path string) (T, error)) ([]T, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	list := make([]T, len(elements))
	for i, e := range elements {
		if list[i], err = read(e, path+"["+strconv.Itoa(i)+"]"); err != nil {
			return nil, err
		}
	}
	return list, nil
}
