package trees

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// efgNames are names and texts of a file that a tree does not hold.
type efgNames struct {
	comment                     string
	players                     []string
	actions, infosets, outcomes nameList
	byAction, byPlayer          int    // nodes whose labels are names of actions, and of players
	unused                      string // why the header in the comment is not used; empty: it is used
	most                        string // the largest sum of a leaf, if maxsum is not known
}

// The following methods ignore names that are only numbers.

func (s *efgNames) infoset(name string, set efgInfoset) {
	if name != fmt.Sprintf("(%d,%d)", set.player, set.number) {
		s.infosets.add(name)
	}
}

func (s *efgNames) outcome(name string, number int) {
	if name != fmt.Sprintf("Outcome %d", number) {
		s.outcomes.add(name)
	}
}

// player returns the name of a player; "" if it is only a number, or p is 0.
func (s *efgNames) player(p int) string {
	if p == 0 {
		return ""
	}
	switch name := s.players[p-1]; name {
	case strconv.Itoa(p), fmt.Sprintf("Player %d", p), efgPlayer(Minimax, p):
		return ""
	default:
		return name
	}
}

// A nameList counts names and keeps the first of them.
type nameList struct {
	names int
	first []string
}

const maxNamed = 6 // maximum number of names that a remark lists

func (l *nameList) add(name string) {
	if name == "" {
		return
	}
	l.names++
	if len(l.first) <= maxNamed && !slices.Contains(l.first, name) {
		l.first = append(l.first, name)
	}
}

func (l *nameList) remark(of string) string {
	shown := make([]string, 0, maxNamed+1)
	for _, name := range l.first[:min(len(l.first), maxNamed)] {
		shown = append(shown, quoted(name))
	}
	if len(l.first) > maxNamed {
		shown = append(shown, "…")
	}
	return fmt.Sprintf("A tree has no place for the names of %s; %d left out: %s.", of, l.names, strings.Join(shown, ", "))
}

// remarks returns a sentence for each part of the file that is not in the tree.
func (r *efgReader) remarks() []string {
	s := &r.names
	sentences := r.changed.remarks()
	if strings.TrimSpace(s.comment) != "" {
		sentences = append(sentences, "The comment of the file: "+s.comment)
	}
	if s.unused != "" {
		sentences = append(sentences, "The header in the comment is not used: "+s.unused+".")
	}
	switch as := count(s.byAction, "node"); {
	case s.byAction > 0 && s.byPlayer > 0:
		sentences = append(sentences, "The labels of "+as+" are the names of the actions that lead there, and of "+strconv.Itoa(s.byPlayer)+" the name of the player who moves.")
	case s.byAction > 0:
		sentences = append(sentences, "The labels of "+as+" are the names of the actions that lead there.")
	case s.byPlayer > 0:
		sentences = append(sentences, "The labels of "+count(s.byPlayer, "node")+" are the names of the players who move.")
	}
	if names := s.playersNamed(); names != "" {
		sentences = append(sentences, "A tree numbers its players: "+names+".")
	}
	for _, l := range []struct {
		list *nameList
		of   string
	}{{&s.actions, "actions"}, {&s.infosets, "information sets"}, {&s.outcomes, "outcomes"}} {
		if l.list.names > 0 {
			sentences = append(sentences, l.list.remark(l.of))
		}
	}
	if s.most != "" {
		sentences = append(sentences, "The file does not say what maxsum is; the scores of a leaf add up to "+s.most+" at most.")
	}
	return sentences
}

// playersNamed lists the players' names, unless they are only numbers.
func (s *efgNames) playersNamed() string {
	var named []string
	for p := range s.players {
		if name := s.player(p + 1); name != "" {
			named = append(named, fmt.Sprintf("%d is %s", p+1, quoted(name)))
		}
	}
	return strings.Join(named, ", ")
}
