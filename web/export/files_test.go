package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/static"
	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

func TestSafeNameIsValidEverywhere(t *testing.T) {
	for title, want := range map[string]string{
		"Failure of deep pruning": "failure-of-deep-pruning",
		"../../etc/passwd":        "etc-passwd",
		`a"b` + "\r\n" + `c\d`:    "a-b-c-d",
		"Korf’s own":              "korfs-own",
		"木":                       "tree",
		"":                        "tree",
		" -- ":                    "tree",
		"Con":                     "tree-con",
		"LPT1":                    "tree-lpt1",
		"COM 1":                   "com-1",
		strings.Repeat("ab ", 99): strings.TrimSuffix(strings.Repeat("ab-", 27), "-"),
	} {
		got := safeName(title)
		if got != want {
			t.Errorf("safeName(%q) = %q, want %q", title, got, want)
		}
		if len(got) > nameBytes {
			t.Errorf("safeName(%q) has %d bytes, want at most %d", title, len(got), nameBytes)
		}
	}
}

func TestLinkWithTreeHasMaximumLength(t *testing.T) {
	tree := treetest.WideTree(t, 700)
	for source, want := range map[run.Source]string{run.Figure{ID: "k1991-fig6"}: "/edit?figure=k1991-fig6", run.Saved{ID: "abc"}: ""} {
		o := &run.Opened{Source: source, Tree: tree}
		l := linkWithTree(o, play.View{Spec: run.Spec{Algorithm: algorithms.PlainFor(tree)}})
		if l.Href != "" || l.Problem == "" || l.Save != want {
			t.Errorf("wholeLink(%v) = %+v, want no link, why, and %q to save it", source, l, want)
		}
	}
	// Short enough as text, too long once it is encoded.
	text := "players 2 1[ " + strings.Repeat("(1,2) ", 700) + "]"
	narrow, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	if l := linkWithTree(run.OnTree(narrow), plainView(narrow)); l.Href != "" || !strings.Contains(l.Problem, words.Grouped(maxAddress)) {
		t.Errorf("wholeLink of %d bytes of text = %+v, want the limit of %d named", len(narrow.Text()), l, maxAddress)
	}
}

// plainView is the run of the reference algorithm.
func plainView(t *trees.Tree) play.View { return play.View{Spec: run.OnTree(t).Default()} }

// detachedOn is the run of an algorithm with its options.
func detachedOn(t *trees.Tree, c engine.AlgorithmConfig) *detachedRun {
	of := run.OnTree(t).With(c)
	return &detachedRun{of, play.View{Spec: of.Spec}}
}

func plainOn(t *trees.Tree) *detachedRun {
	return detachedOn(t, engine.AlgorithmConfig{Algorithm: algorithms.PlainFor(t)})
}

// An invalid tree has files and a picture, but no run and no link, since the
// link would lead to an error.
func TestShareOfInvalidTreeHasNoLinks(t *testing.T) {
	tree, err := trees.ReadText("players 2 maxsum 9 1[ (1,2) (2,1) ]")
	if err != nil {
		t.Fatal(err)
	}
	edit, err := trees.ReadEdit([]byte(`{"op":"set","nodes":[2],"value":[8,8]}`))
	if err != nil {
		t.Fatal(err)
	}
	applied, err := trees.NewDraft(tree).Apply(edit)
	if err != nil {
		t.Fatal(err)
	}
	faulty := applied.Draft.Tree()
	o := &run.Opened{Source: run.Saved{ID: "abc"}, Tree: faulty}
	v := play.View{Spec: o.Default()}
	p := newShare("", o, v, false, 0, o.Source)
	if whole := p.Links[len(p.Links)-1]; whole.Href != "" || !strings.Contains(whole.Problem, "maxsum") {
		t.Errorf("the link that holds all = %+v, want none, and why", whole)
	}
	if p.NoRun == "" || len(p.Run) > 0 || p.Embed != "" {
		t.Errorf("a run is offered: %+v", p)
	}
	if _, o.Fault = applied.Draft.Checked(); o.Fault == nil {
		t.Fatal("the draft has no fault")
	}
	of, err := o.Resolve(v.Spec)
	if err != nil {
		t.Fatal(err)
	}
	x := &exportRequest{detachedRun: detachedRun{of, v}, theme: &draw.Themes[0]}
	svg, err := exportSVG(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if b := svg(nil, nil); !bytes.Contains(b, []byte("(8, 8)")) {
		t.Errorf("the picture = %.100s, want the tree as it is", b)
	}
}

// The number of drawn nodes is limited, so larger trees have fewer pictures.
func TestHandoutOfLargeTreeHasFewPictures(t *testing.T) {
	tree := treetest.Uniform(t, 9, 3)
	drawn := len(draw.NewDrawing(tree, false).Places)
	h, err := newHandout(t.Context(), plainOn(tree), url.Values{"steps": {"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if most := MaxHandoutNodes / drawn; !strings.Contains(h.Fault, fmt.Sprintf("at most %d pictures", most)) || len(h.Frames)*drawn > MaxHandoutNodes {
		t.Errorf("31 pictures of %d nodes: %q and %d pictures, want a refusal that names %d", drawn, h.Fault, len(h.Frames), most)
	}
}

// Each picture shows the path to the current node with all that is cut there,
// and the rest collapsed.
func TestHandoutOfWideTreeIsFolded(t *testing.T) {
	tree := treetest.Uniform(t, 4, 4)
	a, _ := algorithms.Find("shallow")
	h, err := newHandout(t.Context(), detachedOn(tree, engine.AlgorithmConfig{Algorithm: a}), url.Values{"steps": {"marks"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if !h.Folded || h.Columns != 2 || len(h.Frames) < 5 {
		t.Fatalf("a tree of %d nodes: folded %v, %d columns, %d pictures", tree.Len(), h.Folded, h.Columns, len(h.Frames))
	}
	width := regexp.MustCompile(`viewBox="\S+ \S+ (\d+)`)
	for _, f := range h.Frames {
		picture := string(f.Picture)
		if w, _ := strconv.Atoi(width.FindStringSubmatch(picture)[1]); w > maxWholeTreeWidth/2 {
			t.Errorf("the picture of step %d is %d wide", f.Step, w)
		}
		if f.Kind == "prune" && (!strings.Contains(picture, ` now`) || !strings.Contains(picture, `class="stroke cut`)) {
			t.Errorf("the picture of step %d does not show its cut", f.Step)
		}
		if !strings.Contains(picture, "5 nodes") && !strings.Contains(picture, "21 nodes") {
			t.Errorf("the picture of step %d sums nothing up", f.Step)
		}
	}
	var b strings.Builder
	if err := handoutView(h).Render(t.Context(), &b); err != nil || !strings.Contains(b.String(), "The tree of 341 nodes is too wide for paper") {
		t.Errorf("the handout does not say that it shows parts (%v)", err)
	}
}

func TestRunFileHasMaximumSteps(t *testing.T) {
	tree := treetest.Uniform(t, 6, 5) // some 37,000 steps
	_, err := record(t.Context(), plainOn(tree))
	var refusal *problem.Error
	if !errors.As(err, &refusal) || refusal.Status != http.StatusUnprocessableEntity || !strings.Contains(err.Error(), words.Grouped(MaxFileSteps)) {
		t.Errorf("record of a long run = %v, want 422 and the limit", err)
	}
	recorded, err := record(t.Context(), detachedOn(tree, engine.AlgorithmConfig{Algorithm: algorithms.PlainFor(tree), Options: engine.Options{Root: 1}}))
	if err != nil {
		t.Fatal(err)
	}
	var r struct{ Steps []byte }
	if err := json.Unmarshal(recorded, &r); err != nil {
		t.Fatal(err)
	}
	if perStep := len(recorded) / int(binary.LittleEndian.Uint32(r.Steps[8:])); perStep > 1000 {
		t.Errorf("a step takes %d bytes of %d, want at most 1,000: the limit supposes some 500", perStep, len(recorded))
	}
}

func TestShareOmitsTooLongRunFile(t *testing.T) {
	tree := treetest.Uniform(t, 2, 2)
	for last, want := range map[int]string{MaxFileSteps - 1: "", MaxFileSteps: "the run has " + words.Grouped(MaxFileSteps+1) + " steps, and such a page takes " + words.Grouped(MaxFileSteps)} {
		p := &play.Page{Frame: play.Frame{Title: "Uniform"}, Shown: play.Shown{Request: "{}", Last: last}}
		panel := runShare(p, &run.Opened{Source: run.TypedText(tree.Text()), Tree: tree}, plainView(tree))
		var b strings.Builder
		if err := shareContent(panel).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if offered := strings.Contains(b.String(), "/export/run.html"); offered != (want == "") || !strings.Contains(b.String(), want) {
			t.Errorf("a run of %d steps is offered as a file: %v, want the words %q", last+1, offered, want)
		}
	}
}

// A search ends when its client has disconnected.
func TestDetachedSearchEndsWithRequest(t *testing.T) {
	tree := treetest.Uniform(t, 6, 5)
	large := plainOn(tree)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(problem.ErrStopping)
	if _, err := record(ctx, large); !errors.Is(err, problem.ErrStopping) {
		t.Errorf("record = %v, want %v", err, problem.ErrStopping)
	}
	if _, err := newHandout(ctx, large, url.Values{}, ""); !errors.Is(err, problem.ErrStopping) {
		t.Errorf("newHandout = %v, want %v", err, problem.ErrStopping)
	}
}

func TestBundleJoinsModules(t *testing.T) {
	files := fstest.MapFS{
		"js/some/a.js":       {Data: []byte("// Entry.\n\nimport { two as deux, List } from \"./b-c.js\";\nimport \"./listens.js\";\nimport { one } from \"../more/one.js\";\n\nexport function all() {\n  return [one, deux, List];\n}\n")},
		"js/some/b-c.js":     {Data: []byte("import { one } from \"../more/one.js\";\n\n/** @type {import(\"./d.js\").D} a note */\nexport const two = one + one;\nexport class List {}\n")},
		"js/some/listens.js": {Data: []byte("document.title = \"heard\";\n")},
		"js/more/one.js":     {Data: []byte("export const [one, uno] = [1, 1];\n")},
	}
	code, err := bundled(files, "js/some/a.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"const module_js$some$a = (() => {", "const { two: deux, List } = module_js$some$b_c;", "return { all };", "return { two, List };", "return { one, uno };",
		"const module_js$some$listens = (() => {\ndocument.title",
	} {
		if !strings.Contains(code, want) {
			t.Errorf("the bundle has no %q:\n%s", want, code)
		}
	}
	if strings.Count(code, "module_js$more$one = ") != 1 || strings.Index(code, "module_js$more$one = ") > strings.Index(code, "module_js$some$b_c = ") {
		t.Errorf("a module appears twice, or after one that needs it:\n%s", code)
	}
	for wrong, text := range map[string]string{
		"default": "export default 1;\n", "rename": "const a = 1;\nexport { a };\n", "star": "import * as b from \"./one.js\";\n",
		"dynamic": "const b = import(\"./one.js\");\n", "circle": "import { x } from \"./circle.js\";\n", "missing": "import { x } from \"./none.js\";\n",
	} {
		files["js/some/"+wrong+".js"] = &fstest.MapFile{Data: []byte(text)}
		if code, err := bundled(files, "js/some/"+wrong+".js"); err == nil {
			t.Errorf("bundled(%q) = %q, want an error", text, code)
		}
	}
}

func TestStandaloneModulesCanBeBundled(t *testing.T) {
	code, err := bundled(static.Files, standaloneEntry)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"run$timeline", "run$page", "shared$player", "export$standalone"} {
		if !strings.Contains(code, fmt.Sprintf("const module_js$%s = ", name)) {
			t.Errorf("the bundle has no module %s", name)
		}
	}
}
