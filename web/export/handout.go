package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
)

const (
	// MaxHandoutSteps bounds the pictures of a handout to some thirty sheets.
	MaxHandoutSteps = 60

	// MaxHandoutNodes bounds the nodes drawn in all pictures: a browser lays out
	// some 300 bytes of SVG for each.
	MaxHandoutNodes = 20_000

	// maxWholeTreeWidth is the width of the widest tree that is drawn unfolded: at
	// the full width of a sheet, labels of a wider one are below five points.
	maxWholeTreeWidth = 2_000

	// defaultHandoutSteps is the default number of pictures: two or three sheets.
	defaultHandoutSteps = 9

	// wideHandoutTree is the width from which trees are laid out in one column
	// by default: in two, labels would be smaller than footnotes.
	wideHandoutTree = 760
)

// A handout is a run on paper: pictures of the tree at some steps, each with its
// sentence, and the verdict.
type handout struct {
	Title, Sub string
	Algorithm  string // the algorithm in words
	Paper      string // the algorithm's source
	Address    string // of the page of the run, printed
	Back       string // the same, for the link

	RunParams []run.Parameter // what runs, for the form
	Steps     string          // as given
	Columns   int
	Sheet     string // of paper; one of handoutSheets
	Size      string // of the pictures, at most; one of handoutSizes
	MarkCount int    // how many prunes and re-searches the run has
	Last      int    // step of the run

	Fault  string // an invalid layout parameter; the default layout is used instead
	Note   string // what was left out
	Legend string // of the pictures
	Folded bool   // each picture shows a part of a wide tree
	Nodes  int    // of the tree
	Frames []handoutFrame
	Result *play.Page // its verdict
}

// A handoutFrame is one picture.
type handoutFrame struct {
	Step     int
	Kind     string
	Sentence trace.Sentence
	Bounds   string // the bounds that meet at a cut
	Picture  []byte
}

// handoutSheets are the paper sizes; the first is the printer's default.
var handoutSheets = []app.Choice{
	{Text: "As set in the printer"},
	{Value: "a4", Text: "A4"},
	{Value: "a4-landscape", Text: "A4, landscape"},
	{Value: "letter", Text: "Letter"},
	{Value: "letter-landscape", Text: "Letter, landscape"},
}

// handoutSizes bound the height of a picture; with the first, two pictures in
// one column fit on a sheet.
var handoutSizes = []app.Choice{{Text: "Medium"}, {Value: "small", Text: "Small"}, {Value: "large", Text: "Large"}}

// ServeHandout answers GET /handout?figure=…&steps=0,5,12: the source and the
// view of a run; steps, columns, size and paper are its layout.
func (h Handlers) ServeHandout(w http.ResponseWriter, r *http.Request) error {
	detached, own, err := h.readDetached(r, "steps", "columns", "size", "paper")
	if err != nil {
		return err
	}
	ctx, release, err := h.acquireSearchSlot(r)
	if err != nil {
		return err
	}
	defer release()
	sheet, err := newHandout(ctx, detached, own, h.HostOf(r))
	if err != nil {
		return err
	}
	status := http.StatusOK
	if sheet.Fault != "" {
		status = http.StatusUnprocessableEntity
	}
	h.Render(w, r, status, handoutView(sheet))
	return nil
}

func newHandout(ctx context.Context, detached *detachedRun, own url.Values, host string) (*handout, error) {
	v, t := &detached.view, detached.Tree
	h := &handout{Title: detached.Of.Title(), Sub: detached.sub(), Algorithm: detached.words(), Paper: v.Algorithm.Paper, Steps: own.Get("steps"), Legend: play.PaperLegend(t)}
	h.Back = detached.address()
	if _, typed := detached.Source.(run.Typed); !typed {
		h.Address = host + strings.ReplaceAll(h.Back, "%2C", ",") // a tree that travels in its address makes one that nobody types
	}
	h.RunParams = detached.parameters()

	watch := play.NewWatcher(detached.Resolved, 0, true)
	var backups []int // steps that improve a value
	res, err := detached.Run(ctx, func(e *trace.Event) {
		watch.Observe(e)
		if e.Type == trace.Backup && e.Improved {
			backups = append(backups, e.Seq)
		}
	})
	var unknown *engine.UnknownLeafError
	if err != nil && !errors.As(err, &unknown) {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	h.Last, h.MarkCount = watch.Last, len(watch.Marks)
	if v.HasStep && v.Step > h.Last { // it says where the link back leads
		return nil, problem.NoStep(v.Step, h.Last)
	}
	h.Result = &play.Page{}
	if err == nil {
		h.Result.Verdict = play.NewVerdict(ctx, detached.Resolved, &res, watch)
	}
	d := draw.NewDrawing(t, false, v.Open...)
	most := max(1, min(MaxHandoutSteps, MaxHandoutNodes/len(d.Places)))
	steps, fault := h.chooseSteps(own, watch.Marks, backups, most)
	if fault != nil {
		h.Fault = fault.Error()
		steps, _ = h.chooseSteps(url.Values{}, watch.Marks, backups, most)
	}
	h.Folded, h.Nodes = d.Width > maxWholeTreeWidth, t.Len()
	if h.Columns == 0 {
		h.Columns = 2
		if strings.HasSuffix(h.Sheet, "landscape") {
			h.Columns = 3
		}
		if d.Width > wideHandoutTree && !h.Folded {
			h.Columns--
		}
	}
	return h, h.draw(ctx, detached, d, steps, res.Line)
}

// chooseSteps reads the layout from the query and returns the steps to draw. The
// default is prunes and re-searches, filled up with backups.
func (h *handout) chooseSteps(own url.Values, marks []play.StepMark, backups []int, most int) ([]int, error) {
	h.Columns, h.Sheet, h.Size, h.Note = 0, "", "", ""
	if text := own.Get("columns"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 3 {
			return nil, &problem.QueryError{Name: "columns", Message: fmt.Sprintf("%q is neither 1, 2 nor 3", text)}
		}
		h.Columns = n
	}
	var err error
	if h.Sheet, err = oneOf(handoutSheets, "paper", own); err != nil {
		return nil, err
	}
	if h.Size, err = oneOf(handoutSizes, "size", own); err != nil {
		return nil, err
	}
	switch text := strings.TrimSpace(own.Get("steps")); text {
	case "":
		most = min(defaultHandoutSteps, most)
		list, _ := evenlySpread(h.importantSteps(marks), most)
		if more, _ := evenlySpread(backups, most-len(list)); len(more) > 0 {
			list = append(list, more...)
			slices.Sort(list)
			list = slices.Compact(list)
		}
		h.Steps = strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
		return list, nil
	case "marks":
		list, all := evenlySpread(h.importantSteps(marks), most)
		if len(list) < all {
			h.Note = fmt.Sprintf("Of %d steps %d are shown, evenly spread: one handout cannot hold more pictures.", all, len(list))
		}
		return list, nil
	default:
		return readSteps(text, h.Last, most)
	}
}

// importantSteps returns the steps that explain the run: the first, every prune and
// re-search, and the last.
func (h *handout) importantSteps(marks []play.StepMark) []int {
	list := []int{0}
	for _, m := range marks {
		list = append(list, m.Step)
	}
	return slices.Compact(append(list, h.Last))
}

// oneOf reads a parameter that has one of the given values.
func oneOf(choices []app.Choice, name string, own url.Values) (string, error) {
	given := own.Get(name)
	var values []string
	for _, c := range choices {
		if c.Value == given {
			return given, nil
		}
		if c.Value != "" {
			values = append(values, c.Value)
		}
	}
	return "", &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not among the choices; there are %s", given, strings.Join(values, ", "))}
}

// evenlySpread returns at most the given number of elements, evenly spread, with the first
// and the last; and the length of the list.
func evenlySpread(list []int, most int) ([]int, int) {
	switch {
	case len(list) <= most:
		return list, len(list)
	case most <= 0:
		return nil, len(list)
	case most == 1:
		return list[len(list)-1:], len(list)
	}
	var picked []int
	for i := range most {
		picked = append(picked, list[i*(len(list)-1)/(most-1)])
	}
	return picked, len(list)
}

// readSteps reads a list such as 0,5,12 or last, in any order.
func readSteps(text string, last, most int) ([]int, error) {
	var list []int
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		n := last
		if part != "last" {
			var err error
			if n, err = strconv.Atoi(part); err != nil || n < 0 || n > last {
				return nil, &problem.QueryError{Name: "steps", Message: fmt.Sprintf("%q is not a step of this run, which has the steps 0 to %d; write 0,5,12, for example, or marks for every prune and re-search", part, last)}
			}
		}
		list = append(list, n)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > most {
		return nil, &problem.QueryError{Name: "steps", Message: fmt.Sprintf("%d steps are given; a handout of this tree has at most %d pictures", len(list), most)}
	}
	if len(list) == 0 {
		return nil, &problem.QueryError{Name: "steps", Message: "no step is given; write 0,5,12, for example, or marks for every prune and re-search"}
	}
	return list, nil
}

func marksInWords(n int) string {
	if n == 0 {
		return "the first and the last, since nothing is pruned"
	}
	return "every prune and re-search (" + strconv.Itoa(n) + ")"
}
