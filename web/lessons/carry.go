package lessons

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
)

// A lesson is carried to another server as one file of JSON. Saved trees are in it as texts in the notation, so that a
// person can read and change them, and positions of games in full. Figures have the same ids everywhere. The run of a
// program stays on its server: its scene names it, and can be imported only where that run is.

// carriedFormat names the form of the file.
const carriedFormat = "espalier/lesson/1"

// A carriedLesson is the file.
type carriedLesson struct {
	Format string         `json:"format"`
	Title  string         `json:"title"`
	Scenes []carriedScene `json:"scenes"`
}

// A carriedScene is a scene in the file. What a person reads first comes first.
type carriedScene struct {
	Note     string          `json:"note,omitempty"`
	Private  string          `json:"private,omitempty"`
	Question json.RawMessage `json:"question,omitempty"`
	Show     json.RawMessage `json:"show"`
}

// File answers GET /api/v1/lessons/{lesson}/file: the lesson as a file that POST /api/v1/lessons/import reads on any
// server. It has what a copy has.
func (h *Handlers) File(w http.ResponseWriter, r *http.Request) error {
	id, keyed, err := named(r)
	if err != nil {
		return err
	}
	l, err := h.Load(r.Context(), id)
	if err != nil {
		return err
	}
	if l, err = h.copied(r.Context(), l, keyed); err != nil {
		return err
	}
	file, size := carriedLesson{carriedFormat, l.Title, []carriedScene{}}, len(l.stored())
	for i, s := range l.Scenes {
		show, err := h.carried(r.Context(), s.Show)
		if err != nil {
			return problem.Under(fmt.Sprintf("scenes[%d]", i), err)
		}
		if size += len(show) - len(s.Show); size > MaxLesson {
			return problem.OverLimit(fmt.Sprintf("scenes[%d].show", i), "up to this scene, the lesson with its trees has %d bytes; the maximum is %d, also where the file is imported", size, MaxLesson)
		}
		file.Scenes = append(file.Scenes, carriedScene{s.Note, s.Private, s.Question, show})
	}
	var b bytes.Buffer
	write := json.NewEncoder(&b)
	write.SetEscapeHTML(false) // < and & are as a person has typed them
	write.SetIndent("", "  ")
	if err := write.Encode(&file); err != nil {
		return err
	}
	header := w.Header()
	header.Add("Vary", "Authorization")
	header.Set("Content-Type", "application/json")
	header.Set("Content-Disposition", `attachment; filename="`+fileName(l)+`"`)
	w.Write(b.Bytes())
	return nil
}

// carried returns a show with its tree in it.
func (h *Handlers) carried(ctx context.Context, show []byte) (json.RawMessage, error) {
	members, err := problem.SplitObject(show, "show")
	if err != nil || !slices.ContainsFunc(members, func(m problem.Member) bool { return m.Key == "saved" && !m.Absent() }) {
		return show, err
	}
	var about, further []problem.Member
	for _, m := range members {
		if slices.Contains(run.Keys, m.Key) {
			about = append(about, m)
		} else {
			further = append(further, m)
		}
	}
	body, err := run.ReadBody(about, run.Keys)
	if err != nil {
		return nil, err
	}
	o, err := body.Open(ctx, h.Saved())
	if err != nil {
		return nil, err
	}
	tree, err := treeMember(ctx, o.Tree)
	if err != nil {
		return nil, err
	}
	carried := problem.Object{tree}
	for _, m := range append(about, further...) {
		if m.Key != "saved" && m.Key != "revision" {
			carried = append(carried, m)
		}
	}
	return problem.Raw(carried), nil
}

// treeMember returns a tree as the member text of a show, or as a document where the text is no equal tree.
func treeMember(ctx context.Context, t *trees.Tree) (problem.Member, error) {
	document := t.AppendJSON(nil)
	m := problem.Member{Key: "text", Raw: trees.AppendQuoted(nil, t.Text())}
	again, err := run.ReadNotationInTurn(ctx, m)
	if err == nil && bytes.Equal(again.Tree.AppendJSON(nil), document) {
		return m, nil
	}
	return problem.Member{Key: "tree", Raw: document}, ctx.Err()
}

// fileName returns the name of the file of a lesson: its title in small letters.
func fileName(l *Lesson) string {
	name := strings.Join(strings.FieldsFunc(strings.ToLower(l.Title), func(c rune) bool { return c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) }), "-")
	if name == "" {
		name = l.ID
	}
	return "lesson-" + name[:min(len(name), 60)] + ".json"
}

// Import answers POST /api/v1/lessons/import: it stores the lesson of a file as a new one.
func (h *Handlers) Import(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(members, func(m problem.Member) bool { return m.Key == "format" })
	if at < 0 || string(members[at].Raw) != `"`+carriedFormat+`"` {
		return problem.Refused("format", "this is not the file of a lesson; Export on the desk saves one, whose format is %s", carriedFormat)
	}
	l, err := read(r.Context(), h.Check, slices.Delete(members, at, at+1))
	if err != nil {
		return err
	}
	return h.answerCreated(w, r, l)
}
