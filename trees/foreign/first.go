package foreign

import (
	"context"
	"regexp"
	"strings"

	"espalier/trees"
)

// This file finds what a text says around its tree of who moves first and of the order of the payoffs: in a sentence, in a
// comment, or in the call of a search.

var (
	// firstInWords is who moves first: Min moves first, Player 2 starts, MIN moves at the root.
	firstInWords = regexp.MustCompile(`(?im)(?:^|#|//|"""|[.:(])[ \t]*(?:the\s+)?(max\w*|min\w*|player\s+\w+|p\d)(?:\s+player)?\s+(?:(?:moves|plays|goes|is)\s+(?:first|at\s+the\s+root)|starts|begins)\b`)
	// firstByCall is a search that a program calls, with whether Max moves at the root as the last argument.
	firstByCall = regexp.MustCompile(`(?im)^[^\s#][^\n]*\b\w*(?:mini?_?max|expecti_?max|alpha_?beta)\w*\([^\n]*?(?:,\s*|\b(?:is_?)?maxi?\w*\s*=\s*)(true|false)\s*\)`)
	definition  = regexp.MustCompile(`^\s*(?:def|function|func|fn|int|float|double|bool|public|private|static)\b`)
)

// statedFirst returns who moves at the root as the text says around its tree; "": it does not, or says it in two ways.
func statedFirst(text string) (first Root) {
	if len(text) > maxProse {
		return ""
	}
	say := func(root Root) bool {
		if first != "" && first != root {
			return false
		}
		first = root
		return true
	}
	for _, m := range firstInWords.FindAllStringSubmatch(text, -1) {
		root := Root("")
		switch side, player, ok := moverOf(m[1]); {
		case !ok || side == chanceMoves:
			continue
		case side == maxMoves:
			root = "max"
		case side == minMoves:
			root = "min"
		case player < 1 || player > trees.MaxPlayers:
			continue
		default:
			root = Root(decimal(player))
		}
		if !say(root) {
			return ""
		}
	}
	for _, m := range firstByCall.FindAllStringSubmatch(text, -1) {
		root := Root("min")
		switch {
		case definition.MatchString(m[0]):
			continue
		case strings.EqualFold(m[1], "true"):
			root = "max"
		}
		if !say(root) {
			return ""
		}
	}
	return first
}

// orderOfPayoffs is a sentence with the order of the players in the payoffs: Payoffs are (C, B, A).
var orderOfPayoffs = regexp.MustCompile(`(?im)^[^\n]*\b(?:payoffs?|scores|utilities)\b[^\n(\d]*\(([\p{L}][\p{L}\d ]*(?:,[\p{L}\d ]+)+)\)`)

// statedPlayers returns the players in the order of the payoffs, as a sentence that is left out says it, and the place of the
// sentence; nil: none does, or they are players 1, 2, ….
func statedPlayers(text, plain string) (names []string, at int) {
	m := orderOfPayoffs.FindStringSubmatchIndex(text[:min(len(text), maxProse)])
	if m == nil || strings.Trim(plain[m[2]:m[3]], blankCharacters) != "" {
		return nil, 0
	}
	numbered := true
	for i, name := range strings.Split(text[m[2]:m[3]], ",") {
		name = strings.TrimSpace(name)
		player, ok := playerOf(name)
		numbered = numbered && ok && player == i+1
		names = append(names, name)
	}
	if numbered {
		return nil, 0
	}
	return names, m[2]
}

// readStated reads a text with what it says around its tree.
func readStated(ctx context.Context, text, plain string, o Options) (*Reading, error) {
	stated := o
	names, at := statedPlayers(text, plain)
	if o.Players == nil && names != nil {
		o.Players, stated.Players = names, names
	}
	if stated.Root == "" {
		stated.Root = statedFirst(text)
		stated.saidFirst = stated.Root != ""
	}
	reading, err := readPlain(ctx, plain, stated)
	if wrong, ok := err.(*trees.Error); ok && wrong.Path == "root" && stated.saidFirst { // the tree itself says it
		reading, err = readPlain(ctx, plain, o)
	}
	if wrong, ok := err.(*trees.Error); ok && wrong.Path == "players" && names != nil {
		return nil, trees.ErrorIn(text, at, "this is the order of the payoffs, and the tree does not say which player is %s; write the numbers of the players at the nodes, such as player 2, and the scores in their order", quoted(names[0]))
	}
	return reading, err
}
