package games

import (
	"cmp"
	"strconv"
	"strings"

	"espalier/trees/games"
)

// This file says in words what is wrong with a position. The API names the place by its path,
// such as game.hands[1]; a person knows it as the hand of player 2.

// ofPlayer names a thing of a player, counted from 0.
func ofPlayer(player int, thing string) string {
	return "Player " + strconv.Itoa(player+1) + "’s " + thing
}

// otherLabels are the labels of the parameters of a page that are no fields of its game.
var otherLabels = map[string]string{"moves": "Moves of this address", "kept": "Variations of this address", "seat": "Who plays", "nodes": "Nodes for a move", moveNodes: "Nodes for a move", "dice": "Seed of the die", "from": "Piece to move", "evaluate": "Evaluate by", "plies": "Plies ahead", "hidden": "Cards face up", "deals": "Deals to sample", "sample": "Seed of the samples", "infer": "Weights of the deals", "by": "Search by"}

// faultText returns the message of an error with its place in words. A place that is neither
// a field nor a known parameter stays as it is.
func faultText(game *games.Game, place, reason string) string {
	if place == "" {
		return reason
	}
	return cmp.Or(placeInWords(game, place), place) + ": " + reason
}

// placeInWords names the place of an error as the forms do; "" if it is not known.
func placeInWords(game *games.Game, place string) string {
	name, at := splitPlace(place)
	if len(at) > 0 {
		switch name {
		case "hands":
			return ofPlayer(at[0], "hand")
		case "taken":
			return ofPlayer(at[0], game.Taken+" taken")
		case "bids":
			return ofPlayer(at[0], "bid")
		case "banks":
			return ofPlayer(at[0], "bank")
		case "cells":
			return "Row " + strconv.Itoa(at[0]+1) + " of the board"
		case "pieces":
			text := ofPlayer(at[0], "pieces")
			if len(at) > 1 {
				text += ", number " + strconv.Itoa(at[1]+1)
			}
			return text
		}
	}
	switch name {
	case "hands":
		return "Hands"
	case "pieces":
		return "Pieces" // the label of the field has a hint, too
	}
	for _, f := range game.Fields {
		if f.Name == name {
			return cmp.Or(f.Label, f.Name)
		}
	}
	return otherLabels[name]
}

// splitPlace divides game.pieces[1][0] into pieces, and 1 and 0.
func splitPlace(place string) (name string, at []int) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(place, "game."), "[")
	for _, text := range strings.Split(strings.TrimSuffix(rest, "]"), "][") {
		n, err := strconv.Atoi(text)
		if err != nil {
			break
		}
		at = append(at, n)
	}
	return name, at
}

// mark marks the fields of both forms that an error is about.
func (v *page) mark(place string) {
	name, at := splitPlace(place)
	number := 0
	if name == "hands" && len(at) > 0 {
		number = at[0]
	}
	for _, form := range [][]field{v.Deal, v.SetUp} {
		n := 0
		for i := range form {
			f := &form[i]
			if f.Name != name {
				continue
			}
			f.Wrong = n == number
			n++
		}
	}
}
