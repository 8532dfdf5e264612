package trace

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

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

// Models is a note of a Start, or of a Backup or an Exit where an opponent moves (prob-max^n): by which models the
// opponent chooses. At a Start they pick nothing yet.
type Models struct {
	BareNote
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

var modelsKind = &NoteKind{bit: 128, read: readModels}

// Kind returns the kind of Models.
func (m *Models) Kind() *NoteKind { return modelsKind }

// Clone returns a copy.
func (m *Models) Clone() Note { return &Models{Player: m.Player, List: slices.Clone(m.List)} }

// Write writes the player, and for each model its number, weight, child, what it expects, and whether it picks the child
// of a Backup.
func (m *Models) Write(w *NoteWriter) {
	w.Uints(uint64(m.Player), uint64(len(m.List)))
	for i := range m.List {
		k := &m.List[i]
		w.Uints(uint64(k.Model), uint64(k.Weight), zigzag(int64(k.Child)))
		w.Score(k.Expects)
		w.Bool(k.Picked)
	}
}

func readModels(r *NoteReader) Note {
	m := &Models{Player: int(r.Uint()), List: make([]ModelPick, r.Uint())}
	for i := range m.List {
		m.List[i] = ModelPick{OpponentModel(r.Byte()), int(r.Byte()), int32(r.Int()), r.Score(), r.Bool()}
	}
	return m
}

// AppendJSON appends the member models.
func (m *Models) AppendJSON(b []byte, e *Event) []byte {
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
			b = AppendScore(append(b, `,"expects":`...), k.Expects, e.unit())
		}
		if e.Type == Backup {
			b = strconv.AppendBool(append(b, `,"picked":`...), k.Picked)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// Change gives the children of a node the probabilities with which its mover chooses them.
func (m *Models) Change(c *Change, e *Event) bool {
	if e.Type != Backup {
		return false
	}
	c.Share(m.children(), m.share)
	if e.HasBest {
		c.Text(e.Node, c.SoFar(&e.Best))
	} else {
		c.Text(e.Node, "")
	}
	return true
}

// Ties reports none: each model has its own.
func (m *Models) Ties(int, bool) bool { return false }

// Explain ends the sentence of a start with what the opponents want, and writes those of a backup and an exit.
func (m *Models) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	switch {
	case part == StartReason:
		s.Add(". ")
		s.Add(m.Words())
	case part != WholeSentence:
		return false
	case e.Type == Exit:
		m.explainExit(x, s, e)
	case x.Chooses(e):
		m.explainBackup(x, s, e)
	default:
		return false
	}
	return true
}

// explainBackup says which models pick the child, and the probabilities so far.
func (m *Models) explainBackup(x *Explainer, s *Sentence, e *Event) {
	var picked []*ModelPick
	for i := range m.List {
		if m.List[i].Picked {
			picked = append(picked, &m.List[i])
		}
	}
	x.Write(s, e, "%n has the value %v. ", e.Child, &e.Value)
	if len(picked) == 0 {
		s.Add("no model prefers it")
	}
	for i, k := range picked {
		s.Add(separator(i, len(picked)))
		switch {
		case i == 0 && len(picked) == 1:
			s.Add("the model ")
		case i == 0:
			s.Add("the models ")
		}
		x.Write(s, e, "%t (", k.Model.Name())
		switch mover := x.MoverAt(e.Node); {
		case k.Model == AgainstRoot:
			x.Write(s, e, "%p gets %s", m.Player, -k.Expects)
		case mover == 0: // the tree is not built
			x.Write(s, e, "%s", k.Expects)
		case k.Model == OwnScore:
			x.Write(s, e, "%p gets %s", mover, k.Expects)
		case k.Expects < 0:
			x.Write(s, e, "%s less than %p", -k.Expects, m.Player)
		default:
			x.Write(s, e, "%s more than %p", k.Expects, m.Player)
		}
		s.Add(")")
	}
	switch len(picked) {
	case 0:
	case 1:
		s.Add(" picks it")
	default:
		s.Add(" pick it")
	}
	s.Add(". So far ")
	m.shares(x, s, e)
	if e.HasBest && len(m.children()) > 1 {
		x.Write(s, e, ", and the average is %v", &e.Best)
	}
	s.Add(".")
}

// shares appends each child that is picked, with its probability.
func (m *Models) shares(x *Explainer, s *Sentence, e *Event) {
	kids := m.children()
	for i, k := range kids {
		s.Add(separator(i, len(kids)))
		x.Write(s, e, "%n has probability %t", k, Tenths(m.share(k)))
	}
}

// explainExit ends the sentence of an exit with the average.
func (m *Models) explainExit(x *Explainer, s *Sentence, e *Event) {
	kids := m.children()
	if len(kids) == 1 {
		x.Write(s, e, "every model picks %n at %n, which returns %v.", kids[0], e.Node, &e.Value)
		return
	}
	x.Write(s, e, "%n returns %v, the average over its children: ", e.Node, &e.Value)
	m.shares(x, s, e)
	s.Add(".")
}
