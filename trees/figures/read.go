package figures

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"espalier/trees"
)

// The figures are embedded JSON documents; papers.json gives their order. Nodes have the
// names that Tree.Name returns; "root" is the name of a root without a label.

//go:embed *.json
var figureFiles embed.FS

type figureLibrary struct {
	papers  []*Paper
	figures []*Figure
	byID    map[string]*Figure
}

// library reads the figures on first use. They are part of the program, so an
// error in them is a panic.
var library = sync.OnceValue(func() *figureLibrary {
	l, err := readFigures()
	if err != nil {
		panic(err)
	}
	return l
})

type (
	paperFile struct {
		Key      string   `json:"key"`
		Short    string   `json:"short"`
		Citation string   `json:"citation"`
		Figures  []string `json:"figures"`
	}
	runFile struct {
		Algorithm string                     `json:"algorithm"`
		Options   FigureOptions              `json:"options"`
		Values    map[string]json.RawMessage `json:"values"`
	}
	figureFile struct {
		ID          string          `json:"id"`
		Figure      string          `json:"figure"`
		Title       string          `json:"title"`
		Caption     string          `json:"caption"`
		Illustrates string          `json:"illustrates"`
		Kind        string          `json:"kind"`
		Tree        json.RawMessage `json:"tree"`
		runFile
		Companion    string          `json:"companion"`
		Variants     []figureFile    `json:"variants"`
		Story        []stepFile      `json:"story"`
		Free         []parameterFile `json:"free"`
		Condition    string          `json:"condition"`
		Table        *Table          `json:"table"`
		Space        *spaceFile      `json:"space"`
		Code         []string        `json:"code"`
		CodeEvents   *CodeEvents     `json:"code_events"`
		Calculator   string          `json:"calculator"`
		Featured     bool            `json:"featured"`
		Boards       []Board         `json:"boards"`
		Ours         oursFile        `json:"ours"`
		Partial      []remarkFile    `json:"partial"`
		Printed      []remarkFile    `json:"printed"`
		Undetermined string          `json:"undetermined"`
		Notes        []string        `json:"notes"`
	}
	stepFile struct {
		Text   string `json:"text"`
		Figure string `json:"figure"`
		runFile
		At *momentFile `json:"at"`
	}
	momentFile struct {
		Type  string `json:"type"`
		Node  string `json:"node"`
		Child string `json:"child"`
		Nth   int    `json:"nth"`
	}
	parameterFile struct {
		Name    string      `json:"name"`
		Leaf    string      `json:"leaf"`
		Player  int         `json:"player"`
		Rest    int         `json:"rest"`
		Min     json.Number `json:"min"`
		Max     json.Number `json:"max"`
		Step    json.Number `json:"step"`
		Default json.Number `json:"default"`
	}
	spaceFile struct {
		Rule     string          `json:"rule"`
		Axes     []string        `json:"axes"`
		Min      json.Number     `json:"min"`
		Max      json.Number     `json:"max"`
		Limit    json.Number     `json:"limit"`
		Outcomes [][]json.Number `json:"outcomes"`
		Points   []struct {
			At     []json.Number `json:"at"`
			Solid  bool          `json:"solid"`
			What   string        `json:"what"`
			Chosen bool          `json:"chosen"`
		} `json:"points"`
	}
	// The nodes whose numbers are not from the paper; "all": every node.
	oursFile struct {
		EdgeCosts []string `json:"edge_costs"`
		PathCosts []string `json:"path_costs"`
		Low       []string `json:"low"`
		Up        []string `json:"up"`
	}
	remarkFile struct {
		Node string `json:"node"`
		Text string `json:"text"`
	}
)

// A figureReader keeps the first error.
type figureReader struct {
	*figureLibrary
	names map[*trees.Tree]map[string]int
	err   error
}

func readFigures() (*figureLibrary, error) {
	r := &figureReader{&figureLibrary{byID: map[string]*Figure{}}, map[*trees.Tree]map[string]int{}, nil}
	var papers []paperFile
	r.decode("papers", &papers)
	var files []figureFile
	for _, p := range papers {
		paper := &Paper{Key: p.Key, Short: p.Short, Citation: p.Citation}
		r.papers = append(r.papers, paper)
		for _, id := range p.Figures {
			var file figureFile
			r.decode(id, &file)
			f := r.figure(&file, paper)
			paper.Figures = append(paper.Figures, f)
			r.figures = append(r.figures, f)
			files = append(files, file)
		}
	}
	// A story may run on other figures, so stories are read last.
	for i, f := range r.figures {
		r.link(f, &files[i])
		for j, v := range f.Variants {
			r.link(v, &files[i].Variants[j])
		}
	}
	return r.figureLibrary, r.err
}

func (r *figureReader) fail(id, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("figure %s: %w", id, fmt.Errorf(format, args...))
	}
}

func (r *figureReader) decode(id string, into any) {
	src, err := figureFiles.ReadFile(id + ".json")
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(src))
		d.DisallowUnknownFields()
		err = d.Decode(into)
	}
	if err != nil {
		r.fail(id, "%w", err)
	}
}

// figure reads the parts of a document that contain no references.
func (r *figureReader) figure(file *figureFile, paper *Paper) *Figure {
	f := &Figure{
		ID: file.ID, Paper: paper, Figure: file.Figure, Title: file.Title, Caption: file.Caption,
		Illustrates: file.Illustrates, Kind: file.Kind, Condition: file.Condition, Table: file.Table,
		Code: file.Code, CodeEvents: file.CodeEvents, Calculator: file.Calculator, Featured: file.Featured, Boards: file.Boards, Undetermined: file.Undetermined, Notes: file.Notes,
	}
	if r.byID[f.ID] != nil {
		r.fail(f.ID, "the id is not unique")
	}
	r.byID[f.ID] = f
	if file.Tree != nil {
		t, err := trees.ReadJSON(file.Tree)
		if err != nil {
			r.fail(f.ID, "%w", err)
			return f
		}
		names := nodeNames(t)
		f.Tree = t.WithNumbersMarked(r.marks(f.ID, &file.Ours, names))
		r.names[f.Tree] = names
	}
	if file.Space != nil {
		f.Space = r.space(f.ID, file.Space)
	}
	for i := range file.Variants {
		v := r.figure(&file.Variants[i], paper)
		v.Figure, v.Illustrates, v.Kind = f.Figure, f.Illustrates, f.Kind
		f.Variants = append(f.Variants, v)
	}
	return f
}

// marks are the numbers that are not from the paper, by node.
func (r *figureReader) marks(id string, ours *oursFile, names map[string]int) map[int]trees.Numbers {
	marks := map[int]trees.Numbers{}
	for _, group := range []struct {
		names []string
		what  trees.Numbers
	}{{ours.EdgeCosts, trees.EdgeCost}, {ours.PathCosts, trees.PathCost}, {ours.Low, trees.LowNumbers}, {ours.Up, trees.UpNumbers}} {
		for _, name := range group.names {
			n, found := names[name]
			switch {
			case name == "all":
				for _, n := range names {
					marks[n] |= group.what
				}
			case found:
				marks[n] |= group.what
			default:
				r.fail(id, "ours: there is no node %s", name)
			}
		}
	}
	if len(marks) == 0 {
		return nil
	}
	return marks
}

// nodeNames maps the name of every node, including "root", to the node's number.
func nodeNames(t *trees.Tree) map[string]int {
	m := map[string]int{"root": 0}
	for n := range t.Len() {
		m[t.Name(n)] = n
	}
	return m
}

// link reads references to nodes and to other figures.
func (r *figureReader) link(f *Figure, file *figureFile) {
	if file.Companion != "" {
		f.Companion = r.find(f.ID, file.Companion)
	}
	f.Run = r.run(f, &file.runFile)
	for i := range file.Story {
		f.Story = append(f.Story, r.step(f, &file.Story[i]))
	}
	for _, p := range file.Free {
		f.Free = append(f.Free, Parameter{
			Name: p.Name, Leaf: r.node(f, p.Leaf), Player: p.Player, Rest: p.Rest,
			Min: r.score(f.ID, p.Min), Max: r.score(f.ID, p.Max), Step: r.score(f.ID, p.Step), Default: r.score(f.ID, p.Default),
		})
	}
	f.Partial, f.Printed = r.remarks(f, file.Partial), r.remarks(f, file.Printed)
}

func (r *figureReader) find(id, other string) *Figure {
	f := r.byID[other]
	if f == nil {
		r.fail(id, "there is no figure %q", other)
	}
	return f
}

// node returns the number of a named node of f's tree; "" is none.
func (r *figureReader) node(f *Figure, name string) int {
	if name == "" {
		return trees.NoNode
	}
	n, ok := r.names[f.Tree][name]
	if !ok {
		r.fail(f.ID, "there is no node %q", name)
	}
	return n
}

func (r *figureReader) run(f *Figure, file *runFile) Run {
	run := Run{Algorithm: file.Algorithm, Options: file.Options}
	for name, src := range file.Values {
		if run.Values == nil {
			run.Values = map[int]trees.Vector{}
		}
		n := r.node(f, name)
		if r.err != nil {
			break
		}
		v, err := f.Tree.ReadValue(src)
		if err != nil {
			r.fail(f.ID, "value of %s: %w", name, err)
		}
		run.Values[n] = v
	}
	return run
}

func (r *figureReader) step(f *Figure, file *stepFile) StoryStep {
	s := StoryStep{Text: file.Text}
	on := f
	if file.Figure != "" {
		on = r.find(f.ID, file.Figure)
	}
	if file.Algorithm == "" || on == nil {
		return s
	}
	s.On, s.Run = on, r.run(on, &file.runFile)
	if m := file.At; m != nil {
		s.At = &EventRef{Type: m.Type, Node: r.node(on, m.Node), Child: r.node(on, m.Child), Nth: max(1, m.Nth)}
	}
	return s
}

func (r *figureReader) remarks(f *Figure, list []remarkFile) (remarks []Remark) {
	for _, m := range list {
		remarks = append(remarks, Remark{r.node(f, m.Node), m.Text})
	}
	return remarks
}

func (r *figureReader) space(id string, file *spaceFile) *Space {
	s := &Space{
		Rule: file.Rule, Axes: file.Axes,
		Min: r.score(id, file.Min), Max: r.score(id, file.Max), Limit: r.score(id, file.Limit),
	}
	for _, o := range file.Outcomes {
		var v trees.Vector
		copy(v[:], r.scores(id, o))
		s.Outcomes = append(s.Outcomes, v)
	}
	for _, p := range file.Points {
		s.Points = append(s.Points, SpacePoint{r.scores(id, p.At), p.Solid, p.What, p.Chosen})
	}
	return s
}

func (r *figureReader) scores(id string, list []json.Number) (scores []trees.Score) {
	for _, n := range list {
		scores = append(scores, r.score(id, n))
	}
	return scores
}

func (r *figureReader) score(id string, n json.Number) trees.Score {
	s, err := trees.ParseScore(n.String())
	if err != nil {
		r.fail(id, "%w", err)
	}
	return s
}
