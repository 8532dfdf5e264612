package learn

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/markdown"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/words"
)

// A Chapter is a text about one tree. Its scenes follow each other on the page, and each is
// about one step of a run. Texts are Markdown; see markdown.Text and facts.go.
type Chapter struct {
	ID, Title string
	Idea      string // what the chapter teaches, for the list of chapters
	Tree      string // in the notation
	Source    string // the paper and section that the chapter is about
	Figures   []string
	Scenes    []Scene
	Questions []Question
	More      []Link // further links
	Samples   bool   // the page has a plot of samples on the tree, as they grow

	// Set by Load.
	Path   string // the address of its page
	tree   *trees.Tree
	opened *run.Opened
	runs   []*Recording // in the order of the scenes, each run once
}

// A Scene is a part of the text, with the step that it is about.
type Scene struct {
	Run  string // the algorithm with its options, such as "speculative,table" or "minimax,depth=2"; empty: as in the scene before
	At   string // the event: "start", "done", "enter d", "backup c d", "exit c 2" for the second
	Text string

	// Set by Load.
	run  *Recording
	step int
	note string   // Text with its facts, as Markdown
	text []string // the HTML of its paragraphs
}

// A Link is an address with its text.
type Link struct{ Href, Text string }

// A Recording is a run of a chapter's algorithm with its events.
type Recording struct {
	*run.Resolved
	spec   string
	events []trace.Event
	result engine.Result
}

// Load reads the tree, records the runs of the scenes and fills in their texts. folder is the
// folder of the chapter's page, for example "/learn/".
func (c *Chapter) Load(folder string) error {
	var err error
	c.Path = folder + c.ID
	if c.tree, err = trees.ReadText(c.Tree); err != nil {
		return err
	}
	c.tree.Title = c.Title
	c.opened = &run.Opened{Source: run.TypedText(c.Tree), Tree: c.tree}
	spec := ""
	for i := range c.Scenes {
		s := &c.Scenes[i]
		if s.Run != "" {
			spec = s.Run
		}
		if s.run, err = c.run(spec); err == nil {
			s.step, err = c.find(s.run, s.At)
		}
		if err == nil {
			s.note, err = c.fill(s)
		}
		if err != nil {
			return fmt.Errorf("scene %d: %w", i+1, err)
		}
	}
	c.linkTerms()
	for i := range c.Questions {
		q := &c.Questions[i]
		if q.run, err = c.run(q.Run); err == nil {
			var step int
			if step, err = c.find(q.run, q.At); err == nil {
				err = q.load(c, step)
			}
		}
		if err != nil {
			return fmt.Errorf("question %d: %w", i+1, err)
		}
	}
	return nil
}

// linkTerms reads the texts of the scenes and links each term where it occurs first. It skips
// terms that a text links itself.
func (c *Chapter) linkTerms() {
	seen := map[string]bool{}
	texts := make([]*markdown.Text, len(c.Scenes))
	for i := range c.Scenes {
		texts[i] = c.Text(c.Scenes[i].note)
		texts[i].Terms(seen)
	}
	for i, text := range texts {
		text.LinkTerms(seen)
		c.Scenes[i].text = text.Paragraphs()
	}
}

// Nodes returns the parsed tree.
func (c *Chapter) Nodes() *trees.Tree { return c.tree }

// Text parses a text about the tree.
func (c *Chapter) Text(note string) *markdown.Text {
	return markdown.NewText(note, func(label string) int {
		if n, err := c.node(label); err == nil {
			return n
		}
		return -1
	})
}

// Note returns the text with its facts as Markdown.
func (s *Scene) Note() string { return s.note }

// run returns the recording of an algorithm on the chapter's tree.
func (c *Chapter) run(spec string) (*Recording, error) {
	for _, r := range c.runs {
		if r.spec == spec {
			return r, nil
		}
	}
	of, depth, limited := strings.Cut(spec, ",depth=")
	config, err := run.ReadConfig("run", of, 0)
	if err == nil && limited {
		config.Options.Depth, err = strconv.Atoi(depth)
		config.Options.HasDepth = true
	}
	if err != nil {
		return nil, err
	}
	r, err := record(c.opened.With(config))
	if err != nil {
		return r, err
	}
	r.spec = spec
	c.runs = append(c.runs, r)
	return r, nil
}

// record searches and keeps the events.
func record(of *run.Resolved) (*Recording, error) {
	r := &Recording{Resolved: of}
	var err error
	r.events, r.result, _, err = r.Record(context.Background(), trace.MaxRecorded)
	return r, err
}

// node returns the node with a label.
func (c *Chapter) node(label string) (int, error) {
	for n := range c.tree.Len() {
		if c.tree.Label(n) == label {
			return n, nil
		}
	}
	return 0, fmt.Errorf("there is no node %q", label)
}

// find returns the step of an event.
func (c *Chapter) find(r *Recording, at string) (int, error) {
	parts := strings.Fields(at)
	if len(parts) == 0 {
		return 0, fmt.Errorf("the step is missing")
	}
	node, child, nth := -1, -1, 1
	var err error
	for i, w := range parts[1:] {
		if n, isNumber := strconv.Atoi(w); isNumber == nil {
			nth = n
		} else if i == 0 {
			node, err = c.node(w)
		} else {
			child, err = c.node(w)
		}
		if err != nil {
			return 0, err
		}
	}
	for i := range r.events {
		e := &r.events[i]
		if e.Type.String() == parts[0] && (node < 0 || int(e.Node) == node) && (child < 0 || int(e.Child) == child) {
			if nth--; nth == 0 {
				return e.Seq, nil
			}
		}
	}
	return 0, fmt.Errorf("no event of %s is %q", r.spec, at)
}

// view is the view of a run at a step.
func (r *Recording) view(step int) play.View {
	return play.View{Spec: r.Spec, Step: step, HasStep: true}
}

// allowed returns an error unless all runs of the chapter may be seen: its texts say what they show.
func (c *Chapter) allowed(ctx context.Context) error {
	for _, r := range c.runs {
		if err := r.Allowed(ctx); err != nil {
			return err
		}
	}
	return nil
}

// name is the name of the run's algorithm.
func (r *Recording) name() string {
	name := words.MaxN(engine.SpokenName(r.Algorithm))
	if r.Options.Table {
		name += " with the table"
	}
	for _, o := range r.Options.Given() {
		if o.Word != "" {
			name += " in " + o.Word + " " + o.Name
		}
	}
	if r.Options.HasDepth {
		name += " to depth " + strconv.Itoa(r.Options.Depth)
	}
	return name
}

// spoken is the name within a sentence.
func (r *Recording) spoken() string { return engine.Inside(r.name()) }
