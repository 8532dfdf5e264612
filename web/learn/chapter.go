package learn

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/request"
	"espalier/web/words"
)

// A chapter is a text about one tree. Its scenes follow each other on the page; each
// is about a step of a run. Texts are Markdown of a small sort; see markup.go and facts.go.
type chapter struct {
	ID, Title string
	Idea      string // what the reader knows afterwards, for the list of chapters
	Tree      string // in the notation
	Source    string // the paper and section that the chapter is about
	Figures   []string
	Scenes    []scene
	Questions []question
	More      []link // other ways on

	// Set by load.
	Number int
	tree   *trees.Tree
	runs   []*recording // in the order of the scenes, each run once
}

// A scene is a part of the text, with the step that it is about.
type scene struct {
	Run  string // the algorithm with its options, as "speculative,table"; empty: that of the scene before
	At   string // the event: "start", "done", "enter d", "backup c d", "exit c 2" for the second
	Text string

	// Set by load.
	run  *recording
	step int
	note string // Text with its facts, as Markdown
}

type link struct{ Href, Text string }

// A recording is a run of a chapter's algorithm with its events.
type recording struct {
	spec   string
	config search.AlgorithmConfig
	events []trace.Event
	result search.Result
}

// course is the path of chapters. It is computed once, since the chapters are part of
// the program.
var course = sync.OnceValue(func() []*chapter {
	for i, c := range path {
		c.Number = i + 1
		if err := c.load(); err != nil {
			panic(fmt.Sprintf("the chapter %s: %v", c.ID, err))
		}
	}
	return path
})

// find returns the chapter with an id.
func find(id string) (*chapter, bool) {
	for _, c := range course() {
		if c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// load runs what the scenes show and fills in their texts.
func (c *chapter) load() error {
	var err error
	if c.tree, err = trees.ReadText(c.Tree); err != nil {
		return err
	}
	c.tree.Title = c.Title
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
	for i := range c.Questions {
		q := &c.Questions[i]
		if q.run, err = c.run(q.Run); err == nil {
			q.step, err = c.find(q.run, q.At)
		}
		if err == nil {
			err = q.load(c)
		}
		if err != nil {
			return fmt.Errorf("question %d: %w", i+1, err)
		}
	}
	return nil
}

// run returns the recording of an algorithm on the chapter's tree.
func (c *chapter) run(spec string) (*recording, error) {
	for _, r := range c.runs {
		if r.spec == spec {
			return r, nil
		}
	}
	config, err := request.ReadSpec("run", spec, 0)
	if err != nil {
		return nil, err
	}
	r, err := record(c.tree, config)
	if err == nil {
		r.spec = spec
		c.runs = append(c.runs, r)
	}
	return r, err
}

// record runs an algorithm on a tree.
func record(t *trees.Tree, config search.AlgorithmConfig) (*recording, error) {
	r := &recording{config: config}
	var err error
	r.result, err = config.Algorithm.Run(context.Background(), search.OnTree(t, 0), config.Options, func(e *trace.Event) {
		kept := *e
		kept.Cut = append([]int32(nil), e.Cut...)
		kept.Terms = append([]trace.Term(nil), e.Terms...)
		kept.Excluded = append([]trace.Excluded(nil), e.Excluded...)
		r.events = append(r.events, kept)
	})
	return r, err
}

// node returns the node with a label.
func (c *chapter) node(label string) (int, error) {
	for n := range c.tree.Len() {
		if c.tree.Label(n) == label {
			return n, nil
		}
	}
	return 0, fmt.Errorf("there is no node %q", label)
}

// find returns the step of an event.
func (c *chapter) find(r *recording, at string) (int, error) {
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

// view is what a page shows of a run at a step.
func (r *recording) view(step int) request.View {
	return request.View{Algorithm: r.config.Algorithm, Options: r.config.Options, Step: step, HasStep: true}
}

// name is the run's algorithm in words.
func (r *recording) name() string {
	name := words.MaxN(search.SpokenName(r.config.Algorithm))
	if r.config.Options.Table {
		name += " with the table"
	}
	return name
}

// spoken is the name within a sentence.
func (r *recording) spoken() string { return words.LowerFirst(r.name()) }
