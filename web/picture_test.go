package web_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/draw"
	"espalier/web/run"
)

var updatePicture = flag.Bool("update-picture", false, "draw the moving picture of README.md again")

// A frame is one still of the moving picture, with the text below it.
type frame struct {
	picture string
	text    string
	place   string // "step 12 of 22"
}

// TestReadmePicture compares readme.svg with the run that it shows: deep pruning on
// Korf's Fig. 6. Frames, texts and drawing come from the engine, the explainer and the
// package draw, so the committed file is stale if one of them changes.
func TestReadmePicture(t *testing.T) {
	treetest.SkipUnderRace(t)
	const file = "readme.svg"
	want := moving(t, framesOf(t, "k1991-fig6"))
	if *updatePicture {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not the run of today; go test ./web -run TestReadmePicture -update-picture draws it again", file)
	}
}

// framesOf returns a frame for each backup and each prune of the figure's run, and one for
// each of the last two steps of the figure's story, which compare the runs.
func framesOf(t *testing.T, id string) (list []frame) {
	f, ok := figures.Find(id)
	if !ok {
		t.Fatalf("there is no figure %s", id)
	}
	shown := []trace.Type{trace.Start, trace.Backup, trace.Prune, trace.Done}
	spec := run.FigureSpec(f)
	for step, last := 0, 0; step <= last; step++ {
		s, of := snapshotAt(t, f, spec, step)
		last = s.Last
		if slices.Contains(shown, s.Event.Type) {
			list = append(list, still(of, s, ""))
		}
	}
	steps, err := papers.StorySteps(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(steps) - 2; i < len(steps); i++ {
		s, of := snapshotAt(t, f, run.StorySpec(&f.Story[i]), steps[i])
		list = append(list, still(of, s, f.Story[i].Text))
	}
	return list
}

func snapshotAt(t *testing.T, f *figures.Figure, spec run.Spec, step int) (*engine.Snapshot, *run.Resolved) {
	of, err := run.OnFigure(f).Resolve(spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := of.At(t.Context(), step)
	if err != nil {
		t.Fatal(err)
	}
	return s, of
}

// still draws a snapshot. An empty text stands for the sentence of its event.
func still(of *run.Resolved, s *engine.Snapshot, text string) frame {
	explain := trace.NewExplainer(of.Tree, engine.SpokenName(of.Algorithm), of.Algorithm.SoundWith(of.Options))
	sentence := explain.Explain(&s.Event)
	if text == "" {
		text = sentence.String()
	}
	p := draw.Picture{Drawing: draw.NewDrawing(of.Tree, false), Theme: &draw.Themes[0], Standalone: true}
	p.Show(s.Fold)
	p.Explain(s.Reasons, sentence.Nodes()...)
	place := fmt.Sprintf("%s, step %d of %d", of.Algorithm.Name, s.Step, s.Last)
	return frame{string(p.SVG()), text, place}
}

const (
	textSize  = 18.0
	textLines = 4
	lineStep  = 25.0
	margin    = 16.0
)

// moving joins frames to one picture. Each is visible for the time that it takes to read
// its text, and the last one stays. A program that knows no style sheet, and a reader who
// has asked for less motion, see the last frame alone.
func moving(t *testing.T, frames []frame) []byte {
	left, top, right, bottom := 0, 0, 0, 0
	for _, f := range frames {
		x, y, width, height := viewBox(t, f.picture)
		left, top, right, bottom = min(left, x), min(top, y), max(right, x+width), max(bottom, y+height)
	}
	th := &draw.Themes[0]
	width, drawn := float64(right-left)+2*margin, float64(bottom-top)
	height := drawn + margin + (textLines+1)*lineStep + margin

	w := draw.Writer{Alone: true}
	w.Open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(width)+" "+draw.Num(height),
		"width", draw.Num(width), "height", draw.Num(height), "role", "img", "fill", th.Ink)
	w.Typeface()
	w.EndOpen()
	w.Raw("<title>")
	w.Escaped("Deep pruning on Korf’s Fig. 6, one decision after the other. " + frames[len(frames)-1].text)
	w.Raw("</title>\n")
	w.Raw(style(frames))
	w.Empty("rect", "width", "100%", "height", "100%", "fill", th.Ground)
	for i, f := range frames {
		w.Raw("\n")
		w.Open("g", "class", "f"+strconv.Itoa(i))
		if i < len(frames)-1 {
			w.Attr("visibility", "hidden")
		}
		w.EndOpen()
		x, y, _, _ := viewBox(t, f.picture)
		place := fmt.Sprintf(`<svg x="%s" y="%d"`, draw.Num(float64(x-left)+margin), y-top)
		w.Raw(strings.Replace(f.picture, "<svg", place, 1))
		line := drawn + margin + lineStep
		w.Label(margin, line, 15, draw.Italic, "place", th.Soft, "start", f.place)
		broken := broken(f.text, width-2*margin)
		if len(broken) > textLines {
			t.Errorf("%q has %d lines; there are %d", f.text, len(broken), textLines)
		}
		for _, text := range broken {
			line += lineStep
			w.Label(margin, line, textSize, draw.Regular, "text", th.Ink, "start", text)
		}
		w.Raw("</g>")
	}
	w.Raw("\n</svg>\n")
	return w.B
}

// style returns the style sheet that shows one frame after the other, once.
func style(frames []frame) string {
	var b strings.Builder
	b.WriteString("<style>\n@keyframes on{from,to{visibility:visible}}\n@keyframes off{from,to{visibility:hidden}}\n" +
		"@media (prefers-reduced-motion:no-preference){\n")
	begin := 0.0
	for i, f := range frames[:len(frames)-1] {
		seconds := 1.2 + float64(len([]rune(f.text)))/35
		fmt.Fprintf(&b, ".f%d{animation:on %.1fs %.1fs}\n", i, seconds, begin)
		begin += seconds
	}
	fmt.Fprintf(&b, ".f%d{animation:off %.1fs}\n}\n</style>\n", len(frames)-1, begin)
	return b.String()
}

var viewBoxOf = regexp.MustCompile(`viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"`)

func viewBox(t *testing.T, svg string) (x, y, width, height int) {
	m := viewBoxOf.FindStringSubmatch(svg)
	if m == nil {
		t.Fatalf("no viewBox of whole numbers in %.200s", svg)
	}
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	return n[0], n[1], n[2], n[3]
}

var calculation = regexp.MustCompile(` ([−+=≥<]) `)

// broken breaks a text into lines that are at most so wide. It breaks no calculation.
func broken(text string, width float64) (lines []string) {
	line := ""
	for word := range strings.SplitSeq(calculation.ReplaceAllString(text, "\u00a0$1\u00a0"), " ") {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && draw.TextWidth(longer, textSize, draw.Regular) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}
