package trees

import (
	"fmt"
	"slices"
)

var headerEditKeys = []string{"title", "kind", "players", "maxsum", "minp", "maxp", "delta", "outcomes"}

// header changes fields of the header. Kind and players are set first, since they
// determine how the other fields are read.
func (w *editState) header() {
	if len(w.e.fields) == 0 {
		w.fail("edit", "the edit header needs a field to set: %s", InWords(headerEditKeys))
	}
	fields := slices.Clone(w.e.fields)
	slices.SortStableFunc(fields, func(a, b editField) int {
		return slices.Index(headerEditKeys, a.key) - slices.Index(headerEditKeys, b.key)
	})
	kind, players := w.Kind, 0
	convert := false
	var parts []string
	for _, f := range fields {
		convert = convert || f.key == "kind" || f.key == "players"
		switch f.key {
		case "kind":
			kind = readField(f, func(r *jsonReader, at docPlace) Kind {
				name := string(r.text(at, `"maxn", "minimax" or "path"`))
				kind, ok := ParseKind(name)
				if !ok {
					r.fail(at, "%s", unknownWord(name, "a kind of tree", kindNames))
				}
				return kind
			})
		case "players":
			players = readField(f, func(r *jsonReader, at docPlace) int {
				n := r.integer(at)
				if n < 1 || n > MaxPlayers {
					r.fail(at, "%d is out of range: a tree has 1 to %d players", n, MaxPlayers)
				}
				return n
			})
		}
	}
	if w.e.clear && !slices.ContainsFunc(fields, func(f editField) bool { return f.key == "kind" }) {
		w.fail("clear", "clear needs kind: it clears what that kind of tree does not support")
	}
	if convert {
		parts = w.convert(kind, players)
	}
	if cleared := nodesAndOutcomes(len(w.clearedNodes), w.clearedOutcomes); cleared != "" {
		parts = append(parts, "what it does not support cleared at "+cleared)
	}
	for _, f := range fields {
		if f.key != "kind" && f.key != "players" {
			parts = append(parts, w.headerField(f))
		}
	}
	w.setSummary("%s", InWords(parts))
}

// headerField sets a field other than kind and players and returns a summary.
func (w *editState) headerField(f editField) string {
	r := f.value(w.Header)
	r.applyHeader()
	at := docPlace{NoNode, f.key, NoNode}
	null := r.literal("null")
	number := func() Opt {
		if null {
			return Opt{}
		}
		return Some(r.score(at, func() string { return "a number, or null" }))
	}
	summary := f.key + " cleared"
	limits := func() Limits {
		if null {
			return Limits{}
		}
		l := r.limits(at)
		r.checkLimitScores()
		summary = f.key + " set to " + w.LimitsText(&l)
		return l
	}
	set := func(n Opt) Opt {
		if n.Given {
			summary = f.key + " set to " + n.Score.In(w.Unit).String()
		}
		return n
	}
	switch f.key {
	case "title":
		w.Title = ""
		if !null {
			w.Title = string(r.text(at, "a string, or null"))
		}
		if w.Title != "" {
			summary = "title set to " + inQuotes(w.Title)
		}
	case "maxsum":
		w.MaxSum = set(number())
	case "minp":
		w.MinP = limits()
	case "maxp":
		w.MaxP = limits()
	case "delta":
		w.Delta = set(number()).Score
	case "outcomes":
		w.Outcomes = nil
		if !null {
			if w.Outcomes = r.values(at, MaxOutcomes, "outcomes"); len(w.Outcomes) == 0 {
				r.fail(at, "there is no outcome in the list; null clears it, and the outcomes are then those of the leaves")
			}
			summary = fmt.Sprintf("outcomes set, %d of them", len(w.Outcomes))
		}
	}
	r.finish(at)
	return summary
}

// convert changes the kind and the number of players. If players is 0, the number does
// not change, or becomes the number that the kind requires.
func (w *editState) convert(kind Kind, players int) (messages []string) {
	before := w.Header
	switch {
	case kind == w.Kind && kind == MaxN && players != 0:
		return []string{w.resize(players)}
	case kind == w.Kind:
		w.checkPlayerCount(kind, players)
		return []string{fmt.Sprintf("kind and players left as %s and %d", w.Kind, w.Players)}
	case kind == Path:
		w.checkPlayerCount(kind, players)
		messages = w.toPath()
	case w.Kind == Path:
		w.fromPath(kind, players)
	case kind == Minimax:
		w.checkPlayerCount(kind, players)
		messages = w.toMinimax(players)
	default:
		messages = w.fromMinimax(players)
	}
	words := fmt.Sprintf("kind set to %s", w.Kind)
	if w.Players != before.Players {
		words += " with " + count(w.Players, "player")
	}
	return append([]string{words}, messages...)
}

// checkPlayerCount rejects a number of players that the kind does not allow.
func (w *editState) checkPlayerCount(kind Kind, players int) {
	h := Header{Kind: kind, Players: players}
	if kind == MaxN {
		return
	}
	if err := h.checkPlayers(); err != nil {
		panic(err)
	}
}

// resize changes the number of players of a maxn tree. Players who come back have the
// scores that they had (see furtherScores); others get 0 everywhere. Movers do not change: a mover
// that no longer exists is a fault, since resize cannot know the intended mover.
func (w *editState) resize(players int) string {
	if players == w.Players {
		return fmt.Sprintf("players left at %d", players)
	}
	summary := fmt.Sprintf("players set to %d", players)
	if players > w.Players {
		if back := w.restoreScores(players); back != "" {
			summary += " (the further scores of " + back + " are back)"
		}
	} else if cut := w.cutScores(players); cut != "" {
		summary += " (the further scores of " + cut + " were cut)"
	}
	w.Players, w.MinP, w.MaxP = players, w.MinP.resize(players), w.MaxP.resize(players)
	return summary
}

// cutScores removes the scores of the player from (counted from 0) and of all later
// players. It returns a text about where scores were removed: "2 nodes and 1 outcome".
func (w *editState) cutScores(from int) string {
	cut := func(v *Vector) bool {
		var rest Vector
		if from >= MaxPlayers || slices.Equal(v[from:], rest[from:]) {
			return false
		}
		copy(v[from:], rest[from:])
		return true
	}
	nodes, outcomes := 0, 0
	w.Outcomes = slices.Clone(w.Outcomes)
	for i := range w.Outcomes {
		if cut(&w.Outcomes[i]) {
			outcomes++
		}
	}
	for i := range w.size() {
		n := w.get(int32(i)) // the vectors of n are copies, except for the alternatives
		n.Alternatives = slices.Clone(n.Alternatives)
		had := false
		for _, v := range []*Vector{n.Value, n.Low, n.Up, n.Static} {
			had = v != nil && cut(v) || had
		}
		for a := range n.Alternatives {
			had = cut(&n.Alternatives[a]) || had
		}
		if had {
			*w.modify(int32(i)) = n
			nodes++
		}
	}
	return nodesAndOutcomes(nodes, outcomes)
}

func nodesAndOutcomes(nodes, outcomes int) string {
	var parts []string
	if nodes > 0 {
		parts = append(parts, count(nodes, "node"))
	}
	if outcomes > 0 {
		parts = append(parts, count(outcomes, "outcome"))
	}
	return InWords(parts)
}
