package play

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/judge"
	"espalier/web/run"
	"espalier/web/words"
)

var speeds = []app.Choice{{Value: "0.5", Text: "½×"}, {Value: "1", Text: "1×"}, {Value: "2", Text: "2×"}, {Value: "4", Text: "4×"}, {Value: "8", Text: "8×"}, {Value: "16", Text: "16×"}, {Value: "32", Text: "32×"}}

// stepSizes are the sizes of a step, in the words of the page.
var stepSizes = []app.Choice{
	{Value: trace.EveryEvent.String(), Text: "every event"},
	{Value: trace.Decisions.String(), Text: "decisions"},
	{Value: trace.Cuts.String(), Text: "cuts"},
}

// A Page is the page of a run at one step: what frames it, the form that chooses the run, and
// the run itself.
type Page struct {
	Frame
	Form
	Shown
}

// A Frame is what a page has around its run.
type Frame struct {
	Path, Title, Sub string
	Notice           string
	Legend           string
	Equilibrium      string          // address of the equilibrium of this tree; empty: every player sees everything
	Practice         string          // address of the exercise on this tree; empty: it is none
	FailureSearch    string          // address of the search for values with which an unsound run fails
	Params           []run.Parameter // further parameters of the address
	Sliders          *sliderPanel

	// Components that the feature package adds: links beside the title, notices
	// below the header, figures beside the tree, and the last panels.
	Header, Below, BesideTree, Aside []templ.Component
	OverPlayback                     []templ.Component
	Styles                           []string // stylesheets of these components

	EditTarget *EditTarget // saved tree that can store a tried value; nil: values are only in the address

	StoryTitle string
	Story      []storyRow
	Notes      []string
	NotesTitle string // empty: the notes are by the editor of a figure

	Ask          bool // the page asks questions before it shows the answers
	CutsOnly     bool // it asks only about cuts
	Present      bool // the page opens in present mode
	Redraws      bool // another part of the tree can be drawn while the run plays
	PlaybackOnly bool // the page requests only the steps of the run from the server
	Teaches      bool // all the same it opens rooms
	EndUnknown   bool // the last step of the page may not be that of the run

	// Limit is what an open question leaves of the run; nil: there is no limit.
	Limit *judge.Limit
}

// A Form chooses the run: the algorithms that can run on the tree, the options of the chosen
// one, and the values of leaves.
type Form struct {
	Algorithms []algorithmChip
	More       []algorithmChip // those of other papers but the chosen one, where the list is long
	Options    []optionChip
	Leaves     []leafChip
}

// A Shown run is what the page shows of it at the step.
type Shown struct {
	Request string // body of the run's request, for the playback; empty: there is no playback
	Show    string // the tree for a room, in place of that of Request; empty: that of Request

	Tree       *trees.Tree // nil if there is no run
	Picture    templ.Component
	Around     bool   // the tree is drawn around the node at work
	AlongPath  bool   // it is drawn along the path to that node
	DrawnOther string // address of the page with the tree as a whole, or around the node again; empty: none

	Step, Last int
	Back       int // the steps where the buttons lead
	Forward    int
	By         trace.StepSize
	StepSizes  bool // the playback bar has the sizes of a step, though there is no Request
	Marks      []markAt

	Kind        string // type of the event at this step
	Sentence    trace.Sentence
	AtNode      int // node of the event at this step
	Window      bool
	Bounds      []boundRow
	SpaceBounds *plot.BoundsInForce // the bounds of a decision space
	Certificate *trace.Certificate
	Least, Most string // what each player can get, with commas between; empty: unknown
	MaxSum      string
	ScoreNames  []string // names of the scores of a leaf's value
	Counts      struct{ Nodes, Leaves, Cut, Again int }

	CodeTitle string
	Code      []engine.CodeLine
	OwnText   bool // the code is the text of the program that has made the run
	Line      int
	Source    string
	Terms     []*words.Term // of the algorithm

	Calls   *Calls   // the open calls of the program; nil: the run says nothing of them
	Mistake *Mistake // the first one of the program; nil: there is none

	Judged  bool // some sentences of the run judge it, since the algorithm is unsound
	Verdict *verdict
	Regions []*RegionPlot // regions of leaves that an unsound run cut
	Compare *ComparisonPanel
	quiz    *quizFacts
}

// mostChips is how many algorithms a page lists side by side. If there are more, those of
// other papers than the five documents are folded, but for the chosen one.
const mostChips = 8

type algorithmChip struct {
	ID, Name, Title string
	Sound, Checked  bool
	Estimate        bool
}

type optionChip struct {
	Name, Label, Title, Value string
	Number, Checked           bool
	Most                      int
	Default                   string       // of a number that is not given
	Choices                   []app.Choice // of an option that is one of some words
	Beside                    string       // address of the page with all of them side by side; empty: there is none
}

type leafChip struct {
	Name, Param string
	Values      []LeafValue
	SideBySide  string // address of the lockstep page for the first values; empty: none
}

// A LeafValue is a value that a leaf can have.
type LeafValue struct {
	Value, Text string
	Checked     bool
}

type boundRow struct {
	Player              int
	Name, Score         string
	Node, Child         int
	NodeName, ChildName string
	Used                bool
	Heuristic           bool // the score comes from the heuristic
}

type storyRow struct {
	Text, Href string
	Run        string // how its run differs from the run of the page; empty: it does not
	Step       int
	SameRun    bool
	Here       bool
}

// A Place is where a page is: its path, and the parameters of its address besides those
// of the run.
type Place struct {
	Path   string
	Params []run.Parameter
}

// PlaceOf returns the place of the page with the runs of a source.
func PlaceOf(s run.Source) Place {
	path, list, _ := run.PagePath(s)
	return Place{path, list}
}

// NewPage runs the view's algorithm on the source and draws the view's step. If the run is
// rejected, the page shows the tree before any step, and the reason.
func NewPage(ctx context.Context, at Place, o *run.Opened, v View) *Page {
	o = withoutTitle(&v, o)
	t := o.Tree
	p := &Page{Frame: Frame{Path: at.Path, Title: t.Title, Sub: o.Describe(t), Params: slices.Clone(at.Params), Ask: v.Ask, CutsOnly: v.CutsOnly, Present: v.Present, Redraws: true}}
	p.Params = append(p.Params, v.ShownParameters()...)
	p.FillForm(o, v)
	r, err := o.Resolve(v.Spec)
	if err != nil {
		p.Notice = err.Error()
		r.Tree = t
	}
	p.Run(ctx, r, v)
	if !p.Ask {
		p.Compare = NewComparisonPanel(ctx, r, v, Place{p.Path, p.Params})
		p.Equilibrium = equilibriumOf(r.Tree, v)
	}
	return p
}

// Run sets the fields that depend on the run.
func (p *Page) Run(ctx context.Context, r *run.Resolved, v View) {
	v.Spec = r.Spec
	if _, why := r.Limited(ctx); why != nil && p.Limit == nil { // an open question elsewhere: Run below says why
		p.Limit, p.Title = &judge.Limit{Until: -1, Neutral: true}, "An open question"
	}
	r = p.limit(r, &v)
	a, t := r.Algorithm, r.Tree
	p.CodeTitle, p.Code = words.MaxN(a.Name), a.CodeOn(t, v.Options)
	switch p.OwnText = a.Text != nil; {
	case p.OwnText:
		p.CodeTitle = "The program"
		p.Styles = append(p.Styles, "run/calls")
	case a.Claimed != nil:
		p.CodeTitle = words.MaxN(a.Claimed.Name)
	}
	p.Terms, p.Judged = words.FindAll(a.Terms), !a.SoundWith(v.Options)
	if v.Options.Table {
		p.Terms = append(p.Terms, words.Find("leaf-value-table"), words.Find("outcome"))
	}
	p.Source = a.Paper
	switch {
	case p.OwnText:
		p.Source = "The marked line is the one that does this step."
	case a.Claimed != nil:
		p.Source = "The program claims to be this algorithm. The marked lines are those that fit its events."
	}
	if a.Section != "" {
		p.Source += ", " + words.Section(a.Section)
	}
	if printed := a.PrintedFor(v.Options); printed != nil {
		p.CodeTitle, p.Code, p.Source = p.CodeTitle+": "+printed.What, printed.Code(), printed.Source+", in our words"
	}
	if p.neutral() {
		p.Code = engine.NeutralCode(p.Code)
		if !p.OwnText {
			p.CodeTitle = words.MaxN(engine.SpokenName(a))
		}
	}
	p.Window = t.Kind != trees.MaxN || a.TwoPlayers

	picture := draw.LivePicture
	if v.Present {
		picture = draw.LivePictureOnScreen
	}
	here := v.Query(t)
	for _, k := range p.Params {
		here.Add(k.Name, k.Value)
	}
	watch := NewWatcher(r, v.Step, v.HasStep)
	watch.toEnd, watch.explain.Neutral, watch.explain.Asking = v.AtEnd, p.Limit != nil && p.Limit.Neutral, v.Ask
	if !v.Ask { // the step of the next cut would be an answer
		watch.by = v.By
	}
	ctx, cancel := context.WithTimeout(ctx, app.SolveTimeout)
	defer cancel()
	res, err := r.Run(ctx, watch.Observe)
	if why, refused := run.IsRefused(err); refused || err != nil && watch.Last < 0 {
		p.Notice = why
		if !refused {
			p.Notice = err.Error()
		}
		p.Picture = picture(t, p.shown(t, v, nil), trace.NewFold(t, nil), trace.Reasons{}, nil, p.openLinks(here, &v))
		return
	}
	if past := v.HasStep && v.Step > watch.Last; past || v.AtEnd {
		if past && !v.AtEnd {
			p.Notice = fmt.Sprintf("There is no step %d: this run ends with step %d, which is shown.", v.Step, watch.Last)
		}
		v.Step, v.HasStep = watch.Last, true
		watch.finish()
		here.Set("step", strconv.Itoa(v.Step))
	}
	open := p.openLinks(here, &v)
	p.By = v.By
	p.Step, p.Last = watch.step, watch.Last
	p.Back, p.Forward = watch.before, cmp.Or(watch.after, watch.Last)
	p.scores(t)
	p.Least, p.Most = possible(t)
	shown := p.shown(t, v, watch)
	// The picture labels the nodes that the story names, and the story is set later.
	p.Picture = templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		named := watch.Sentence.Nodes()
		for _, n := range p.storySentence().Nodes() {
			if !slices.Contains(named, n) {
				named = append(named, n)
			}
		}
		return picture(t, shown, watch.Fold, watch.reasons, named, open).Render(ctx, w)
	})
	p.Kind = watch.Event.Type.String()
	p.Sentence = watch.Sentence
	p.Line, p.Tree, p.AtNode = watch.Event.Line, t, int(watch.Event.Node)
	p.Counts = watch.Counts
	p.bounds(t, watch)
	if program, err := programOf(ctx, r); err == nil && program != nil {
		p.Calls = program.atStep(p.Step)
	}
	p.SpaceBounds = watch.spaceBounds()
	p.SetMarks(watch.Marks)
	if err == nil {
		p.Verdict = NewVerdict(ctx, r, &res, watch)
		if !p.PlaybackOnly {
			p.Regions = cutRegions(ctx, r, watch)
		}
	}
	if p.Ask {
		p.quiz = newQuizFacts(a, v.Options)
	}
	p.leaveOut()
	p.Request = r.TreeBody()
	p.drawnOther(t, here)
}

// openLinks returns the links of collapsed subtrees; in a file none can open one.
func (p *Page) openLinks(here url.Values, v *View) draw.Links {
	if p.Path == "" {
		return nil
	}
	return OpenLinks(p.Path, here, v)
}

// scores sets the names of the scores of a leaf; leaves of a path tree have none.
func (p *Page) scores(t *trees.Tree) {
	switch t.Kind {
	case trees.Minimax:
		p.ScoreNames = []string{"Max"}
	case trees.MaxN:
		for player := range t.Players {
			p.ScoreNames = append(p.ScoreNames, "player "+strconv.Itoa(player+1))
		}
		if t.MaxSum.Given {
			p.MaxSum = t.MaxSum.Score.In(t.Unit).String()
		}
	}
}

func (p *Page) bounds(t *trees.Tree, w *watcher) {
	unit := cmp.Or(w.Event.Unit, t.Unit) // 0: there is no event
	for player := 1; player <= t.Players; player++ {
		b := w.bounds[player-1]
		row := boundRow{Player: player, Name: words.PlayerName(t, player), Score: "–", Node: -1, Child: -1}
		if b.Given {
			row.Score = b.Score.In(unit).String()
			row.Node, row.NodeName = int(b.Node), t.Name(int(b.Node))
			if b.Child >= 0 {
				row.Child, row.ChildName = int(b.Child), t.Name(int(b.Child))
			}
		}
		for _, term := range w.Event.Terms {
			if w.Event.Type != trace.Prune || term.Player != player {
				continue
			}
			row.Used = true
			if term.Origin == trace.Heuristic && !b.Given {
				row.Score, row.Heuristic = term.Score.In(unit).String(), true
				row.Node, row.NodeName = int(term.Node), t.Name(int(term.Node))
			}
		}
		p.Bounds = append(p.Bounds, row)
	}
	p.Certificate = trace.NewCertificate(t, &w.Event, &w.bounds)
}

// FillForm sets the form.
func (p *Page) FillForm(o *run.Opened, v View) {
	t := o.Tree
	offered := o.Algorithms(v.Algorithm)
	fold := len(offered) > mostChips
	var chosen []algorithmChip // of those that are folded
	for _, a := range offered {
		title := a.Paper
		switch {
		case a.Estimate:
			title += " An estimate by random samples: it may return a wrong value."
		case !a.Sound && !v.Ask:
			title += " Unsound: it may return a wrong value."
		}
		chip := algorithmChip{ID: a.ID, Name: words.ShortName(a), Title: title, Sound: a.Sound || v.Ask, Estimate: a.Estimate, Checked: a == v.Algorithm}
		switch {
		case !fold || !a.Outside:
			p.Algorithms = append(p.Algorithms, chip)
		case chip.Checked:
			chosen = append(chosen, chip)
		default:
			p.More = append(p.More, chip)
		}
	}
	p.Algorithms = append(p.Algorithms, chosen...)
	p.options(t, v)
	for n := range t.Len() {
		alternatives := t.Alternatives(n)
		own, known := t.Value(n)
		now, given := v.Values.Of(n)
		if !given {
			now = own
		}
		// The alternatives include a value in the address and the leaf's own value.
		if given && len(alternatives) == 0 && known {
			alternatives = []trees.Vector{own}
		}
		if given && !slices.Contains(alternatives, now) {
			alternatives = append(slices.Clone(alternatives), now)
		}
		if len(alternatives) < 2 && (!given || known) {
			continue
		}
		leaf := leafChip{Name: t.Name(n), Param: run.ParameterOfLeaf(n)}
		for _, a := range alternatives {
			leaf.Values = append(leaf.Values, LeafValue{Value: t.PlainValue(&a), Text: t.FormatValue(a), Checked: a == now})
		}
		if !v.Ask { // runs side by side would show the answers of the quiz
			leaf.SideBySide = alternativesBeside(t, n, v)
		}
		p.Leaves = append(p.Leaves, leaf)
	}
}

func (p *Page) options(t *trees.Tree, v View) {
	for _, name := range v.Algorithm.OptionNames() {
		spec := engine.FindOption(name)
		if !spec.Pages {
			continue
		}
		if spec.Kind == engine.NodeOption {
			// It is chosen in an address. The chip keeps it when another choice is
			// made, and takes it back.
			if n, given := spec.Number(&v.Options); given {
				p.Options = append(p.Options, optionChip{Name: name, Label: spec.Label(t) + " " + t.Name(n), Title: spec.Title, Value: strconv.Itoa(n), Checked: true})
			}
			continue
		}
		fits := spec.Fits(t, v.Algorithm)
		switch {
		case spec.Kind == engine.FlagOption:
			// A figure shows the procedure of its paper.
			offered := fits && !(spec.Apart && figureOf(v.Source) != nil)
			if on := spec.On(&v.Options); on || offered {
				p.Options = append(p.Options, optionChip{Name: name, Label: spec.Label(t), Title: spec.Title, Value: "1", Checked: on})
			}
		case spec.Kind == engine.ChoiceOption:
			if chip := choiceChip(spec, t, v); fits && len(chip.Choices) > 1 {
				p.Options = append(p.Options, chip)
			}
		case fits:
			o := optionChip{Name: name, Label: spec.Label(t), Title: spec.Title, Number: true, Most: spec.MostOn(t), Default: spec.Default}
			if n, given := spec.Number(&v.Options); given {
				o.Value = strconv.Itoa(n)
			}
			p.Options = append(p.Options, o)
		}
	}
}

// choiceChip returns the control of an option that is one of some words, with those that the tree
// supports.
func choiceChip(spec *engine.OptionSpec, t *trees.Tree, v View) optionChip {
	chip := optionChip{Name: spec.Name, Label: spec.Label(t), Title: spec.Title, Beside: ordersOf(t, v)}
	now, _ := spec.Number(&v.Options)
	for _, word := range spec.ChoicesOn(t, v.Algorithm, v.Options) {
		n := slices.Index(spec.Choices, word)
		value := word
		if n == 0 {
			value = "" // the address leaves it out
		}
		chip.Choices = append(chip.Choices, app.Choice{Value: value, Text: spec.ChoiceTitles[n]})
		if n == now {
			chip.Value = value
		}
	}
	return chip
}

// An EditTarget is the saved tree in which a value is stored when the user keeps
// the value: in a browser that has the edit key of this id. The revision is that
// of the page.
type EditTarget struct{ ID, Revision string }

// list renders the components one after another. A loop in a template would
// add white space.
func list(components []templ.Component) templ.Component { return templ.Join(components...) }

// possible returns the least and the most that each player can get; empty: it is not known of
// all.
func possible(t *trees.Tree) (least, most string) {
	low, known := t.Minima()
	if t.Kind != trees.MaxN || !known {
		return "", ""
	}
	for p := range t.Players {
		up := t.Most(p)
		if !up.Given {
			return "", ""
		}
		if p > 0 {
			least, most = least+",", most+","
		}
		least, most = least+low[p].In(t.Unit).String(), most+up.Score.In(t.Unit).String()
	}
	return least, most
}
