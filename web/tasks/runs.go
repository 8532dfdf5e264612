package tasks

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
	"strconv"
	"strings"
	"time"

	"espalier/trace/program"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/traces"
)

// Send answers POST /api/v1/tasks/{task}/runs with the token of a student: runs on trees of the
// task, one as the body or several as the files of a form.
func (h *Handlers) Send(w http.ResponseWriter, r *http.Request) error {
	s := &sending{Handlers: h}
	err := s.read(w, r)
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, struct {
		Runs []any `json:"runs"`
	}{s.said})
	return nil
}

// A sending takes the runs of a request.
type sending struct {
	*Handlers
	task    *task
	student key.ID
	token   key.Key
	tree    int   // of the query; 0: it names none
	skip    bool  // traces.SkipOther
	large   bool  // the body has not been read yet
	said    []any // a runAnswer with its file, or why a file was refused
	refused error // of the first file that was refused
	taken   int
}

func (s *sending) read(w http.ResponseWriter, r *http.Request) (err error) {
	q, err := problem.CheckKnown(r, "tree", traces.SkipOther)
	if err != nil {
		return err
	}
	if err := run.ReadFlag(traces.SkipOther, q.Get(traces.SkipOther), &s.skip); err != nil {
		return err
	}
	if s.task, err = s.named(r); err != nil {
		return err
	}
	if s.student, _, err = s.studentOf(r, s.task); err != nil {
		return err
	}
	bearer, _ := app.Bearer(r)
	s.token = key.Key(bearer)
	if text := q.Get("tree"); text != "" {
		if s.tree, err = strconv.Atoi(text); err != nil || s.task.has(s.tree) != nil {
			return &problem.QueryError{Name: "tree", Message: fmt.Sprintf("%.40q is no tree of the task; they are 1 to %d", text, len(s.task.Trees))}
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
	basis, err := s.task.basis(number)
	if err != nil {
		return err
	}
	before, _, err := s.Handlers.student(ctx, s.task.id, s.student)
	if err != nil {
		return err
	}
	if before.on(number).Tries >= MaxTries {
		return problem.OverLimit("tree", "you have sent %d runs on tree %d, the limit", MaxTries, number)
	}
	slot := traces.Slot{Trace: cmp.Or(before.on(number).Trace, traceOf(s.task.id, s.token, number)), Of: slotOf(s.task.id, s.student, number),
		Title: s.task.Title + ", " + s.task.name(number), Basis: basis, SkipOther: s.skip}
	kept, err := s.traces.Keep(ctx, slot, in, s.large)
	if err != nil {
		return err
	}
	value, err := s.traces.AttachKept(ctx, kept.ID)
	if missing(err) {
		s.Log.Info("tasks: a run came in for a task that was deleted")
		return errNotEntered
	}
	if err != nil {
		return err
	}
	one, err := readRecord(value)
	if err != nil {
		return err
	}
	s.said = append(s.said, struct {
		File string `json:"file,omitempty"`
		runAnswer
	}{file, s.runOf(number, one.on(number))})
	s.taken++
	return nil
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
	number := treeIn(of)
	old := r.on(number)
	more := kept.Revision // of a new trace
	switch {
	case old.Trace == kept.ID && old.Revision > 0:
		more -= old.Revision
	case old.Trace == kept.ID: // an early version did not note it
		more = 1
	}
	if more <= 0 {
		return nil, nil
	}
	r.Runs[number] = &sent{Trace: kept.ID, Revision: kept.Revision, Verdict: kept.Verdict, Errors: kept.Errors, Line: kept.Line, Why: kept.Why, Tries: old.Tries + more}
	r.Active = now.UnixMilli()
	r.By = newTag()
	r.Revision = max(r.Revision, 1) + 1
	return json.Marshal(r)
}

// traceOf returns the trace that has the runs of a student on a tree. It follows from the token, so
// a run that was stored before a kill is there at the next try, and nobody else can compute it.
func traceOf(id key.ID, token key.Key, number int) key.ID {
	return key.Key(fmt.Sprintf("espalier/task/run/1\x00%s %s %d", id, token, number)).ID()
}

// slotOf names the runs of a student on a tree in the document of their trace, and treeIn reads the
// tree from that.
func slotOf(id, student key.ID, number int) string {
	return studentKey(id, student) + "#" + strconv.Itoa(number)
}

func treeIn(of string) int {
	_, text, _ := strings.Cut(of, "#")
	number, _ := strconv.Atoi(text)
	return number
}

// has returns an error if the task has no tree of a number.
func (t *task) has(number int) error {
	if number < 1 || number > len(t.Trees) {
		return problem.Refused("tree", "there is no tree %d; the task has trees 1 to %d", number, len(t.Trees))
	}
	return nil
}

// treeOf returns which tree a run is on: its header says it, the query, or the name of its file.
func (s *sending) treeOf(file string, in *bufio.Reader) (int, error) {
	first, err := in.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) && len(first) == 0 {
		return 0, problem.Malformed("body", "the body could not be read: %s", err)
	}
	number, err := inHeader(new(program.Decoder).Decode(first))
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
	if number == 0 && len(s.task.Trees) == 1 {
		number = 1
	}
	if number == 0 {
		return 0, problem.Refused("tree", `which tree is it? Put its number into the name of the file, such as tree3.ndjson, into the header, "task_tree": 3, or into the address, ?tree=3`)
	}
	return number, s.task.has(number)
}

// inHeader returns the number of the tree in the header of a run; 0: there is none.
func inHeader(first []byte) (int, error) {
	for line := range bytes.Lines(first) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte(program.ByteOrderMark)))
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
