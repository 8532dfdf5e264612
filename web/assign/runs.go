package assign

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	printed "espalier/trace/program"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/traces"
)

// This file takes the runs of students' programs. A run is checked and stored by traces, which also plays it. It is
// compared with the tree and the algorithm of the assignment, whatever its header says (run.Basis). It is
// stored before it is noted in the record of its student.

// Runs answers POST /api/v1/assignments/{assignment}/runs with the token of a student: runs on trees of a program,
// one as the body or several as the files of a form. part is needed if the assignment has several programs.
func (h *Handlers) Runs(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	q, err := problem.CheckKnown(r, "part", "tree", traces.SkipOther)
	if err != nil {
		return err
	}
	place := slices.IndexFunc(a.Parts, func(p part) bool { return p.Program != nil })
	if text := q.Get("part"); text != "" {
		number, err := strconv.Atoi(text)
		if place = number - 1; err != nil || place < 0 || place >= len(a.Parts) || a.Parts[place].Program == nil {
			return &problem.QueryError{Name: "part", Message: fmt.Sprintf("%.40q is no part with a program", text)}
		}
	}
	if place < 0 {
		return problem.Refused("part", "this assignment has no program")
	}
	return h.takeRuns(w, r, a, place)
}

// takeRuns takes runs on the trees of the program of a part.
func (h *Handlers) takeRuns(w http.ResponseWriter, r *http.Request, a *assignment, place int) error {
	s := &sending{Handlers: h, of: a, first: a.itemAt(place), program: a.Parts[place].Program}
	if err := s.read(w, r); err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, struct {
		Runs []any `json:"runs"`
	}{s.said})
	return nil
}

// Trace answers POST /api/v1/assignments/{assignment}/items/{item}/trace with the token of a student: a run on the
// tree of the item.
func (h *Handlers) Trace(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	k, err := itemIn(r, a)
	if err != nil {
		return err
	}
	if _, err := problem.CheckKnown(r, traces.SkipOther); err != nil {
		return err
	}
	s, err := h.sendingOf(a, k)
	if err != nil {
		return err
	}
	if err := s.read(w, r); err != nil {
		return err
	}
	return s.answer(w, r, k)
}

// sendingOf returns what takes a run on the tree of an item.
func (h *Handlers) sendingOf(a *assignment, k int) (*sending, error) {
	p := &a.Parts[a.items()[k]]
	if p.Program == nil {
		return nil, problem.Refused("item", "item %d is not a program; answer it with PUT …/items/%d/answer", k, k)
	}
	return &sending{Handlers: h, of: a, first: a.itemAt(a.items()[k]), program: p.Program, only: a.treeOf(k)}, nil
}

// answer answers the state of the item after a run.
func (s *sending) answer(w http.ResponseWriter, r *http.Request, k int) error {
	one, _, err := s.Handlers.student(r.Context(), s.of.root, s.student)
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, s.stateOf(s.of, one, k, judge.NoLimit))
	return nil
}

// A sending takes the runs of a request.
type sending struct {
	*Handlers
	of      *assignment
	program *program
	first   int // the item of the first tree
	only    int // the tree that the address names; 0: any
	student key.ID
	token   key.Key
	tree    int   // of the query; 0: it names none
	skip    bool  // traces.SkipOther
	large   bool  // the body has not been read yet
	said    []any // a runAnswer with its file, or why a file was refused
	refused error // of the first file that was refused
	taken   int
	ended   func() string // of traces.Slot
}

// enter finds the student who sends.
func (s *sending) enter(r *http.Request) error {
	if !s.of.opened(s.now()) {
		return notOpenError(s.of)
	}
	bearer, _ := app.Bearer(r)
	token, err := key.ParseKey(bearer)
	if err != nil {
		return errNotEntered
	}
	one, _, err := s.Handlers.student(r.Context(), s.of.root, token.ID())
	if err != nil {
		return err
	}
	s.token, s.student = token, one.id
	return nil
}

func (s *sending) read(w http.ResponseWriter, r *http.Request) error {
	if err := s.enter(r); err != nil {
		return err
	}
	q := r.URL.Query()
	if err := run.ReadFlag(traces.SkipOther, q.Get(traces.SkipOther), &s.skip); err != nil {
		return err
	}
	var err error
	if text := q.Get("tree"); text != "" {
		if s.tree, err = strconv.Atoi(text); err != nil || s.program.has(s.tree) != nil {
			return &problem.QueryError{Name: "tree", Message: fmt.Sprintf("%.40q is no tree of the program; they are 1 to %d", text, len(s.program.Trees))}
		}
	}
	from, large, err := s.traces.RunBody(w, r)
	if err != nil {
		return err
	}
	s.large, r.Body = large, io.NopCloser(from)
	ctx := r.Context()
	form, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return s.take(ctx, "", from)
	}
	if err == nil {
		err = s.files(ctx, form)
	} else {
		err = problem.Malformed("body", "the form could not be read: %s", err)
	}
	if err == nil && s.taken == 0 {
		err = s.refused
	}
	return err
}

// files takes the files of a form. One that is refused does not stop the others.
func (s *sending) files(ctx context.Context, form *multipart.Reader) error {
	for count := 0; ; {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			if count == 0 {
				return problem.Malformed("body", "the form has no file; its fields are named trace")
			}
			return nil
		}
		if err != nil {
			return problem.Malformed("body", "the form could not be read: %s", err)
		}
		if part.FormName() != "trace" && part.FileName() == "" {
			continue
		}
		if count++; count > MaxTrees {
			return problem.OverLimit("body", "a request takes at most %d files", MaxTrees)
		}
		err = s.take(ctx, part.FileName(), part)
		if err == nil {
			continue
		}
		p := problem.Of(err)
		if ctx.Err() != nil || p.Status >= 500 || p.Status == http.StatusRequestEntityTooLarge && len(p.Errors) == 0 {
			return err
		}
		if s.refused == nil {
			s.refused = err
		}
		said := p.Detail
		if len(p.Errors) > 0 {
			if said = p.Errors[0].Message; strings.HasPrefix(p.Errors[0].Path, "line ") {
				said = p.Errors[0].Path + ": " + said
			}
		}
		refused := struct {
			File  string `json:"file"`
			Error string `json:"error"`
			Offer string `json:"offer,omitempty"` // with which the file can be taken
			Lines int    `json:"lines,omitempty"`
		}{File: part.FileName(), Error: said}
		if len(p.Errors) > 0 && p.Errors[0].Offer == traces.SkipOther {
			refused.Offer, refused.Lines = p.Errors[0].Offer, p.Errors[0].Lines
		}
		s.said = append(s.said, refused)
	}
}

// take checks and stores a run.
func (s *sending) take(ctx context.Context, file string, from io.Reader) error {
	in := bufio.NewReaderSize(from, peeked)
	number, err := s.treeOf(file, in)
	if err != nil {
		return err
	}
	basis, err := s.program.basis(number)
	if err != nil {
		return err
	}
	k := s.first + number - 1
	before, _, err := s.Handlers.student(ctx, s.of.root, s.student)
	if err != nil {
		return err
	}
	if err := s.mayAnswer(s.of, before, k); err != nil {
		return err
	}
	trace := cmp.Or(before.Items[k].run().Trace, traceOf(s.of.id, s.token, k))
	if before.Slot != "" {
		trace = traceOf(s.of.id, key.Key(before.Slot), k)
	}
	slot := traces.Slot{Trace: trace, Of: slotOf(s.of.root, s.student, k),
		Title: s.of.Title + ", " + s.program.name(number), Basis: basis, SkipOther: s.skip, Ended: s.ended}
	kept, err := s.traces.Keep(ctx, slot, in, s.large)
	if err != nil {
		return err
	}
	value, err := s.traces.AttachKept(ctx, kept.ID)
	if missing(err) {
		s.Log.Info("assign: a run was sent for an assignment that was deleted")
		return errNotEntered
	}
	if err != nil {
		return err
	}
	one, err := readRecord(value)
	if err != nil {
		return err
	}
	s.ran(ctx, s.of, s.student)
	s.said = append(s.said, struct {
		File string `json:"file,omitempty"`
		runAnswer
	}{file, s.runOf(number, one.Items[k])})
	s.taken++
	return nil
}

// ran is called after traces has noted a run in the record of a student.
func (h *Handlers) ran(ctx context.Context, a *assignment, student key.ID) {
	if one, sequence, err := h.student(ctx, a.root, student); err == nil {
		h.answered(a, one.id, one, sequence)
	}
}

// attachRun notes the newest run of a trace in the record of its student, unless the record has it. It is
// the Attach of the kind.
func attachRun(_ []string, value []byte, trace string, document []byte, now time.Time) ([]byte, error) {
	of, kept, err := traces.NewestOf(trace, document)
	if err != nil {
		return nil, err
	}
	r, err := readRecord(value)
	if err != nil {
		return nil, err
	}
	k := itemOf(of)
	old := r.Items[k]
	more := kept.Revision // of a new trace
	switch before := old.run(); {
	case before.Trace == kept.ID && before.Revision > 0:
		more -= before.Revision
	case before.Trace == kept.ID: // an early version did not note it
		more = 1
	}
	if more <= 0 {
		return nil, nil
	}
	fresh := (&sent{Trace: kept.ID, Revision: kept.Revision, Verdict: kept.Verdict, Errors: kept.Errors, Line: kept.Line, At: kept.At, Why: kept.Why}).item(time.Now().UnixMilli())
	fresh.Tries = more
	if old != nil {
		fresh.Tries += old.Tries
	}
	r.Items[k] = fresh
	r.Active = now.UnixMilli()
	r.By = newTag()
	r.Revision = max(r.Revision, 1) + 1
	return r.stored()
}

// A runAnswer is the state of a tree: what a student has sent on it.
type runAnswer struct {
	Tree    int     `json:"tree"` // from 1
	Verdict string  `json:"verdict"`
	Tries   int     `json:"tries"`
	Errors  *int    `json:"errors,omitempty"`
	Line    int     `json:"line,omitempty"`
	At      int     `json:"program_line,omitempty"`
	Text    *string `json:"text,omitempty"`
	URL     string  `json:"url,omitempty"`
}

func (h *Handlers) runOf(number int, item *answered) runAnswer {
	s := item.run()
	v := runAnswer{Tree: number, Verdict: s.Verdict}
	if s.Trace != "" {
		v.Tries, v.Errors, v.Line, v.At, v.Text, v.URL = item.Tries, &s.Errors, s.Line, s.At, &s.Why, h.Link(s.path())
	}
	return v
}

// skipOther is the flag of a request that leaves a program's own output out.
const skipOther = traces.SkipOther

// remove deletes an assignment with its students and their runs.
func (h *Handlers) remove(ctx context.Context, a *assignment) error {
	list, err := h.rows(ctx, a.root)
	if err != nil {
		return err
	}
	// The assignment first, so that no run comes in. The store deletes runs that are left after a failure.
	if err := h.RemoveValues(ctx, a.root); err != nil {
		return err
	}
	for _, r := range list {
		if err := h.dropRuns(ctx, r.record); err != nil {
			return err
		}
	}
	return nil
}

// dropRuns deletes the runs of a student.
func (h *Handlers) dropRuns(ctx context.Context, r *record) error {
	for _, item := range r.Items {
		if s := item.run(); s.Trace != "" {
			if err := h.traces.Drop(ctx, s.Trace); err != nil {
				return err
			}
		}
	}
	return nil
}

// traceOf returns the trace that has the runs of a student for an item. It follows from the token, so
// a run that was stored before a kill is there at the next try, and nobody else can compute it.
func traceOf(id key.ID, token key.Key, k int) key.ID {
	return key.Key(fmt.Sprintf("espalier/task/run/1\x00%s %s %d", id, token, k+1)).ID()
}

// slotOf names the runs of a student for an item in the document of their trace, where items count from 1, and
// itemOf reads the item from that.
func slotOf(root string, student key.ID, k int) string {
	return studentKey(root, student) + "#" + strconv.Itoa(k+1)
}

func itemOf(slot string) int {
	_, text, _ := strings.Cut(slot, "#")
	number, _ := strconv.Atoi(text)
	return number - 1
}

// has returns an error if the program has no tree of a number.
func (p *program) has(number int) error {
	if number < 1 || number > len(p.Trees) {
		return problem.Refused("tree", "there is no tree %d; the trees are 1 to %d", number, len(p.Trees))
	}
	return nil
}

// treeOf returns which tree a run is on: its header says it, the query, or the name of its file.
func (s *sending) treeOf(file string, in *bufio.Reader) (int, error) {
	if s.only > 0 {
		return s.only, nil
	}
	first, err := in.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) && len(first) == 0 {
		return 0, problem.Malformed("body", "the body could not be read: %s", err)
	}
	number, err := inHeader(new(printed.Decoder).Decode(first))
	switch {
	case err != nil:
		return 0, err
	case number != 0 && s.tree != 0 && number != s.tree:
		return 0, problem.Refused("tree", "the header says tree %d, and the address says tree %d", number, s.tree)
	case number == 0:
		number = s.tree
	}
	if number == 0 {
		if number, err = inName(file); err != nil {
			return 0, err
		}
	}
	if number == 0 && len(s.program.Trees) == 1 {
		number = 1
	}
	if number == 0 {
		return 0, problem.Refused("tree", `which tree is it? Put its number into the name of the file, such as tree3.ndjson, into the header, "task_tree": 3, or into the address, ?tree=3`)
	}
	return number, s.program.has(number)
}

// inHeader returns the number of the tree in the header of a run; 0: there is none.
func inHeader(first []byte) (int, error) {
	for line := range bytes.Lines(first) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte(printed.ByteOrderMark)))
		if len(line) == 0 || line[0] != '{' { // none of the run
			continue
		}
		var head struct {
			Type any             `json:"type"`
			Tree json.RawMessage `json:"task_tree"`
		}
		if json.Unmarshal(line, &head) != nil || head.Type != nil || head.Tree == nil {
			return 0, nil // no header, or one without the number; what is wrong with it is said later
		}
		n, err := strconv.Atoi(string(head.Tree))
		if err != nil {
			return 0, problem.Refused("task_tree", "%.40s is not the number of a tree", head.Tree)
		}
		return n, nil
	}
	return 0, nil
}

var (
	afterTree = regexp.MustCompile(`(?i)tree[-_ ]?0*(\d{1,6})`)
	anyNumber = regexp.MustCompile(`\d+`)
)

// inName returns the number of the tree in the name of a file: that after "tree", or else the only
// number; 0: there is none.
func inName(file string) (int, error) {
	name := path.Base(strings.ReplaceAll(file, `\`, "/"))
	name = strings.TrimSuffix(name, path.Ext(name))
	if m := afterTree.FindStringSubmatch(name); m != nil {
		return strconv.Atoi(m[1])
	}
	switch found := anyNumber.FindAllString(name, -1); {
	case len(found) == 0:
		return 0, nil
	case len(found) > 1:
		return 0, problem.Refused("tree", "the name %.60q has several numbers; write that of the tree after the word tree, such as tree3.ndjson", file)
	default:
		n, err := strconv.Atoi(found[0])
		if err != nil {
			return 0, problem.Refused("tree", "the number in the name %.60q is too large", file)
		}
		return n, nil
	}
}
