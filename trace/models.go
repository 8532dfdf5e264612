package trace

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// This file is about prob-max^n, where each opponent chooses by one of several models.

// An OpponentModel is what a player makes as large as possible.
type OpponentModel uint8

const (
	OwnScore    OpponentModel = iota // the player's own score
	AgainstRoot                      // minus the score of the player at the root
	RivalOfRoot                      // the player's own score minus that of the player at the root

	ModelCount = 3 // of models
)

var modelNames = [ModelCount]string{"own", "against", "rival"}

// Name returns the name of the model in JSON and in tables.
func (m OpponentModel) Name() string { return modelNames[m] }

// Wants returns what the model makes as large as possible: of the scores of player p and of the player at
// the root, both from 0.
func (m OpponentModel) Wants(v *trees.Vector, p, root int) trees.Score {
	switch m {
	case AgainstRoot:
		return -v[root]
	case RivalOfRoot:
		return v[p] - v[root]
	}
	return v[p]
}

// Models says how an opponent chooses in prob-max^n.
type Models struct {
	Player int // who moves at the root
	List   []ModelPick
}

// A ModelPick is a model with the child that it picks at the node of an event.
type ModelPick struct {
	Model   OpponentModel
	Weight  int         // its probability, in tenths
	Child   int32       // the best child so far; -1 at a Start
	Expects trees.Score // what the model makes as large as possible, at this child
	Picked  bool        // it picks the child of this Backup
}

// Tenths formats a number of tenths: 0.3, or 1.
func Tenths(n int) string {
	return trees.Number{Score: trees.Score(n), Unit: 10}.Reduced().String()
}

// models returns the models by which the mover chooses; nil: there are none.
func (e *Event) models() *Models {
	if e.Choice == nil {
		return nil
	}
	return e.Choice.Models
}

// share returns the probability of a child, in tenths.
func (m *Models) share(child int32) (tenths int) {
	for i := range m.List {
		if m.List[i].Child == child {
			tenths += m.List[i].Weight
		}
	}
	return tenths
}

// children returns the children that a model picks, each once.
func (m *Models) children() (list []int32) {
	for i := range m.List {
		k := m.List[i].Child
		if k >= 0 && m.share(k) > 0 && !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

// modelsStart ends the sentence of a start with what the opponents want, and how likely.
func modelsStart(s *Sentence, models *Models) {
	s.text(". ")
	s.text(models.Words())
}

// Words says in a sentence what each opponent wants, and how likely.
func (m *Models) Words() string {
	var list []string
	for i := range m.List {
		k := &m.List[i]
		goal := [...]string{"a large own score", "a small score of player %d", "to be ahead of player %d"}[k.Model]
		list = append(list, strings.ReplaceAll(goal, "%d", strconv.Itoa(m.Player))+" with probability "+Tenths(k.Weight))
	}
	return "At each move, an opponent wants " + trees.InWords(list) + "."
}

// modelsBackup says which models pick the child, and the probabilities so far.
func (x *Explainer) modelsBackup(s *Sentence, e *Event) {
	models := e.Choice.Models
	var picked []*ModelPick
	for i := range models.List {
		if models.List[i].Picked {
			picked = append(picked, &models.List[i])
		}
	}
	x.appendf(s, e, "%n has the value %v. ", e.Child, &e.Value)
	if len(picked) == 0 {
		s.text("no model prefers it")
	}
	for i, m := range picked {
		s.text(separator(i, len(picked)))
		switch {
		case i == 0 && len(picked) == 1:
			s.text("the model ")
		case i == 0:
			s.text("the models ")
		}
		x.appendf(s, e, "%t (", m.Model.Name())
		switch mover := x.moverAt(e.Node); {
		case m.Model == AgainstRoot:
			x.appendf(s, e, "%p gets %s", models.Player, -m.Expects)
		case mover == 0: // the tree is not built
			x.appendf(s, e, "%s", m.Expects)
		case m.Model == OwnScore:
			x.appendf(s, e, "%p gets %s", mover, m.Expects)
		case m.Expects < 0:
			x.appendf(s, e, "%s less than %p", -m.Expects, models.Player)
		default:
			x.appendf(s, e, "%s more than %p", m.Expects, models.Player)
		}
		s.text(")")
	}
	switch len(picked) {
	case 0:
	case 1:
		s.text(" picks it")
	default:
		s.text(" pick it")
	}
	s.text(". So far ")
	x.shares(s, e, models)
	if e.HasBest && len(models.children()) > 1 {
		x.appendf(s, e, ", and the average is %v", &e.Best)
	}
	s.text(".")
}

// shares appends each child that is picked, with its probability.
func (x *Explainer) shares(s *Sentence, e *Event, models *Models) {
	kids := models.children()
	for i, k := range kids {
		s.text(separator(i, len(kids)))
		x.appendf(s, e, "%n has probability %t", k, Tenths(models.share(k)))
	}
}

// modelsExit ends the sentence of an exit with the average.
func (x *Explainer) modelsExit(s *Sentence, e *Event) {
	models := e.Choice.Models
	kids := models.children()
	if len(kids) == 1 {
		x.appendf(s, e, "every model picks %n at %n, which returns %v.", kids[0], e.Node, &e.Value)
		return
	}
	x.appendf(s, e, "%n returns %v, the average over its children: ", e.Node, &e.Value)
	x.shares(s, e, models)
	s.text(".")
}

// models reads what packModels has written.
func (u *unpacker) models() *Models {
	m := &Models{Player: int(u.uint()), List: make([]ModelPick, u.uint())}
	for i := range m.List {
		m.List[i] = ModelPick{OpponentModel(u.byte()), int(u.byte()), int32(u.int()), u.score(), u.bool()}
	}
	return m
}

// packModels appends the models of a record: the player, and for each its number, weight, child,
// what it expects, and whether it picks the child of a Backup.
func packModels(b []byte, m *Models, score func([]byte, trees.Score) []byte) []byte {
	b = appendUint(appendUint(b, uint64(m.Player)), uint64(len(m.List)))
	for i := range m.List {
		k := &m.List[i]
		b = append(b, byte(k.Model), byte(k.Weight))
		b = packBool(score(appendUint(b, zigzag(int64(k.Child))), k.Expects), k.Picked)
	}
	return b
}

func appendModels(b []byte, e *Event, m *Models) []byte {
	b = appendInt(append(b, `,"models":{"player":`...), m.Player)
	b = append(b, `,"list":[`...)
	for i := range m.List {
		k := &m.List[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, `{"model":"`...), k.Model.Name()...), `","weight":`...)
		b = strconv.AppendInt(b, int64(k.Weight), 10)
		if k.Child >= 0 {
			b = appendInt(append(b, `,"child":`...), int(k.Child))
			b = appendScore(append(b, `,"expects":`...), k.Expects, e.unit())
		}
		if e.Type == Backup {
			b = strconv.AppendBool(append(b, `,"picked":`...), k.Picked)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...)
}
