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
	unused                      string // why the header in the comment is not used; empty: it is used
	most                        string // the largest sum of a leaf, if maxsum is not known
}

// The following methods ignore names that are only numbers.

func (s *efgNames) action(name string, number int) {
	s.actions.add(name, strconv.Itoa(number))
}

func (s *efgNames) infoset(name string, set efgInfoset) {
	s.infosets.add(name, fmt.Sprintf("(%d,%d)", set.player, set.number))
}

func (s *efgNames) outcome(name string, number int) {
	s.outcomes.add(name, fmt.Sprintf("Outcome %d", number))
}

// A nameList counts names and keeps the first of them.
type nameList struct {
	names int
	first []string
}

const maxNamed = 6 // maximum number of names that a remark lists

func (l *nameList) add(name, idle string) {
	if name == "" || name == idle {
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
	var sentences []string
	if strings.TrimSpace(s.comment) != "" {
		sentences = append(sentences, "The comment of the file: "+s.comment)
	}
	if s.unused != "" {
		sentences = append(sentences, "The header in the comment is not used: "+s.unused+".")
	}
	if names := s.playersNamed(); names != "" {
		sentences = append(sentences, "A tree numbers its players; their names are left out: "+names+".")
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
	for p, name := range s.players {
		switch name {
		case "", strconv.Itoa(p + 1), fmt.Sprintf("Player %d", p+1), efgPlayer(Minimax, p+1):
		default:
			named = append(named, fmt.Sprintf("%d is %s", p+1, quoted(name)))
		}
	}
	return strings.Join(named, ", ")
}
