package draw

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
)

// awfulLabels are labels that TeX could read as commands, and labels with
// characters that its fonts do not have.
var awfulLabels = []string{
	`$%#&_{}~^\`, `\input{x}`, `a--b---c`, `"q" 'q' ''`, "`x``", "?`!` –- ?‘", `<script>`, `[a]{b},;`, `%`, `\`, `{`, `}}`, "#1", "^^41",
	"a\u0301\u0323\u20dd", "中文字", "🌳🎓", "été ß Łódź ñ", "İıŞş", "αβΓω", "≥ ≤ ∞ – − ≠", "max^n", "x_1²", "a\u202eb", "\u200d", "ⅷ", "tab\there", "a\nb",
}

// awfulTree returns a tree with the given labels and a difficult title.
func awfulTree(t *testing.T, labels []string) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(trees.Header{Kind: trees.MaxN, Players: 8, MaxSum: trees.Some(80 * trees.Unit), Title: "an awful\ntitle % \\ \x00"})
	value := trees.Points(1, 2, 3, 4, 5, 6, 7, 8)
	b.Open(trees.Node{Player: 1, Label: "root"})
	for i := 0; i < len(labels); i += 4 {
		b.Open(trees.Node{Player: 1 + i/4%8, Label: labels[i]})
		for _, label := range labels[i+1 : min(i+4, len(labels))] {
			b.Open(trees.Node{Value: &value, Label: label})
			b.Close()
		}
		b.Close()
	}
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// randomLabels returns labels of random characters: printable ASCII, characters
// that are special in TeX, and other Unicode characters.
func randomLabels(n int) []string {
	r := rand.New(rand.NewPCG(5, 4))
	labels := make([]string, n)
	for i := range labels {
		var label []rune
		for len(label) < 1+r.IntN(18) {
			c := rune(' ' + r.IntN(95))
			switch r.IntN(4) {
			case 0:
				c = []rune(`\{}$&#^_~%"'-` + "`")[r.IntN(14)]
			case 1:
				c = rune(r.IntN(0x30000))
			}
			if utf8.ValidRune(c) {
				label = append(label, c)
			}
		}
		labels[i] = string(label)
	}
	return labels
}

// tikzAt returns the picture of a tree at a step of a run (-1: the last step).
func tikzAt(t *testing.T, tree *trees.Tree, algorithm string, o engine.Options, step int, th *Theme) []byte {
	t.Helper()
	a, ok := algorithms.Find(algorithm)
	if !ok {
		t.Fatalf("there is no algorithm %q", algorithm)
	}
	fold, c := stateAt(t, tree, engine.AlgorithmConfig{Algorithm: a, Options: o}, step)
	p := Picture{Drawing: NewDrawing(tree, false), Theme: th}
	p.Show(fold)
	p.Explain(c)
	return p.TikZ(tree.Title, a.Name)
}

func TestTikZIsASCII(t *testing.T) {
	text := tikzAt(t, awfulTree(t, awfulLabels), "maxn", engine.Options{}, 30, &Themes[0])
	_, body, _ := bytes.Cut(text, []byte(`\begin{tikzpicture}`))
	for i, c := range body {
		if c >= 0x80 || c < ' ' && c != '\n' {
			t.Fatalf("byte %#x at %d: %q", c, i, body[max(0, i-20):i+1])
		}
	}
	for _, line := range bytes.Split(text[:len(text)-len(body)], []byte("\n")) {
		if len(line) > 0 && line[0] != '%' && line[0] != '\\' {
			t.Errorf("a line of the head is no comment: %q", line)
		}
	}
}

func TestTeXText(t *testing.T) {
	for in, want := range map[string]string{
		`$%#&_{}~^\`:    `\$\%\#\&\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}`,
		"(≥5, ≤4, –)":   `($\geq$5, $\leq$4, --)`,
		"a--b":          `a-{\kern0pt}-b`,
		"a–b – -":       `a--b -- -`,
		"–-":            `--{\kern0pt}-`,
		"-—":            `-{\kern0pt}---`,
		"?`!`":          "?{\\kern0pt}`!{\\kern0pt}`",
		"?‘ ¿ ?“":       "?{\\kern0pt}` ?` ?{\\kern0pt}``",
		"'’":            `'{\kern0pt}'`,
		"”'":            `''{\kern0pt}'`,
		`'"'`:           `'{\kern0pt}''{\kern0pt}'`,
		"``‘":           "`{\\kern0pt}`{\\kern0pt}`",
		",,":            `,{\kern0pt},`,
		"né":            `n\'{e}`,
		"中":             `\espalierchar{20013}{4E2D}`,
		"[−∞, ∞]":       `[$-$$\infty$, $\infty$]`,
		"a\nb":          "a b",
		"h(1) ≤ 5":      `h(1) $\leq$ 5`,
		"<script>alert": `$<$script$>$alert`,
	} {
		if got := Text(in); got != want {
			t.Errorf("tex.Text(%q) = %s, want %s", in, got, want)
		}
	}
}

// findLaTeX returns the path of pdflatex, or skips the test.
func findLaTeX(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("some seconds of pdflatex")
	}
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no pdflatex (packages texlive-latex-base, texlive-pictures)")
		}
		t.Skip("SKIPPED: no pdflatex (packages texlive-latex-base, texlive-pictures): what it makes of pictures is not tested")
	}
	return latex
}

// runLaTeX compiles doc.tex.
func runLaTeX(t *testing.T, latex, folder string) (output []byte) {
	t.Helper()
	run := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "doc.tex")
	run.Dir = folder
	output, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("pdflatex: %v\n%s", err, output[max(0, len(output)-2000):])
	}
	return output
}

// TestTeXTextHasNoLigatures checks that no characters are joined into ligatures:
// texts must not be narrower than the same texts with ligatures switched off.
func TestTeXTextHasNoLigatures(t *testing.T) {
	latex, folder := findLaTeX(t), t.TempDir()
	var doc strings.Builder
	doc.WriteString(`\documentclass{article}
\font\joining=cmr10 at 10pt \font\single=cmr10 at 10.0001pt \pdfnoligatures\single
\def\alike#1{\setbox0\hbox{\joining #1}\setbox2\hbox{\single #1}\dimen0=\wd0 \advance\dimen0 by-\wd2
\ifdim\dimen0<-.05pt \errmessage{joined: \detokenize{#1}}\fi}
\begin{document}
`)
	const characters = "-'`,?!"
	for _, a := range characters {
		for _, b := range characters {
			for _, c := range characters {
				fmt.Fprintf(&doc, "\\alike{%s}\n", Text(string([]rune{a, b, c})))
			}
		}
	}
	doc.WriteString("\\end{document}\n")
	if err := os.WriteFile(filepath.Join(folder, "doc.tex"), []byte(doc.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	runLaTeX(t, latex, folder)
}

// mixed is a tree in which player 2 has two models that differ, at edges with a stem, and player 3 too, at
// edges without one.
const mixed = "players 3 1[ 2[ <left> (4,5,0) <middle> 3[ (2,3,3) (0,0,2) ] <right> (0,1,0) ] (1,1,1) ]"

// The probability of a child is on the edge to it, in a file of each kind: in TikZ between the names of both
// nodes, so that it follows them.
func TestFilesHaveProbabilities(t *testing.T) {
	tree := readTree(t, mixed)
	tikz := string(tikzAt(t, tree, "probmaxn", engine.Options{}, -1, &Themes[0]))
	for _, want := range []string{
		`\path (n1.south) -- node[tree probability, pos=0.55] {0.7} ([shift={(0,-`,
		`\path (n3.south) -- node[tree probability, pos=0.55] {0.7} (n4.north);`,
	} {
		if !strings.Contains(tikz, want) {
			t.Errorf("TikZ has no %s:\n%s", want, tikz)
		}
	}
	a, _ := algorithms.Find("probmaxn")
	fold, _ := stateAt(t, tree, engine.AlgorithmConfig{Algorithm: a}, -1)
	svg := string(FigurePicture(tree, fold, trace.Reasons{}, nil, &Themes[0]))
	if n := strings.Count(svg, `>0.7</text>`); n != strings.Count(tikz, "{0.7}") || n == 0 {
		t.Errorf("the SVG has %d probabilities of 0.7, TikZ %d", n, strings.Count(tikz, "{0.7}"))
	}
}

// TestTikZCompiles compiles many pictures in one run of pdflatex, with only
// \usepackage{tikz}. Each picture is a page of the picture's size.
func TestTikZCompiles(t *testing.T) {
	latex := findLaTeX(t)
	folder := t.TempDir()
	if keep := os.Getenv("TIKZ"); keep != "" {
		folder = keep // to look at the pages
	}
	var doc strings.Builder
	doc.WriteString(`\documentclass{article}
\usepackage{tikz}
\hoffset=-1in \voffset=-1in
\def\sheet#1{\setbox0\hbox{\input{#1}}\pdfpagewidth=\wd0 \pdfpageheight=\dimexpr\ht0+\dp0\relax \shipout\box0 }
\begin{document}
`)
	pages := 0
	sheet := func(text []byte) {
		pages++
		name := fmt.Sprintf("p%d.tex", pages)
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&doc, "\\sheet{%s}\n", name)
	}
	for i := range Themes {
		for _, step := range []int{0, 9, 12, -1} {
			sheet(tikzAt(t, ownTreeOf(t, treetest.Figure(t, "k1991-fig6")), "deep", engine.Options{}, step, &Themes[i]))
		}
	}
	for _, step := range []int{0, 9, -1} {
		sheet(tikzAt(t, readTree(t, gamble), "minimax", engine.Options{}, step, &Themes[0]))
	}
	sheet(tikzAt(t, readTree(t, `players 3 maxsum 10 1[ <"$%#&_{}~^\\ <b>"> *[ @5/14 (1,2,3) @9/14 2[ (1,1,1) (0,0,1) ] ] <x> (1,1,8) ]`), "maxn", engine.Options{}, 3, &Themes[1]))
	sheet(tikzAt(t, readTree(t, mixed), "probmaxn", engine.Options{}, -1, &Themes[0]))
	runs(t, func(f *figures.Figure, tree *trees.Tree, v engine.AlgorithmConfig) {
		if v.Algorithm == nil {
			v = engine.AlgorithmConfig{Algorithm: algorithms.PlainFor(tree)}
		}
		var cuts []int
		last := 0
		v.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), v.Options, func(e *trace.Event) {
			last = e.Seq
			if e.Type == trace.Prune {
				cuts = append(cuts, e.Seq)
			}
		})
		steps := []int{2 * last / 3}
		if len(cuts) > 0 {
			steps = append(steps, cuts[len(cuts)-1])
		}
		for _, step := range steps {
			fold, c := stateAt(t, tree, v, step)
			p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
			p.Show(fold)
			p.Explain(c)
			sheet(p.TikZ(f.Title))
		}
	})
	awful := awfulTree(t, awfulLabels)
	for _, step := range []int{0, 25, -1} {
		sheet(tikzAt(t, awful, "maxn", engine.Options{}, step, &Themes[0]))
	}
	sheet(tikzAt(t, awfulTree(t, randomLabels(100)), "maxn", engine.Options{}, -1, &Themes[0]))
	sheet(tikzAt(t, treetest.WideTree(t, 2000), "shallow", engine.Options{}, -1, &Themes[0]))
	// Both are as high as a picture can be. pdflatex takes seconds for the higher one, which
	// has the same styles at another scale.
	for _, levels := range []int{400, 130} {
		tall, err := trees.ReadText("players 2 " + strings.Repeat("1[ ", levels) + "(1,2)" + strings.Repeat(" ]", levels))
		if err != nil {
			t.Fatal(err)
		}
		text := tikzAt(t, tall, "maxn", engine.Options{}, -1, &Themes[0])
		if want := fmt.Sprintf("wide and %.0fpt high", mostPoints); !bytes.Contains(text, []byte(want)) {
			t.Errorf("the picture of %d levels is not %q", levels, want)
		}
		if levels == 130 {
			sheet(text)
		}
	}
	doc.WriteString("\\end{document}\n")
	if err := os.WriteFile(filepath.Join(folder, "doc.tex"), []byte(doc.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	output := runLaTeX(t, latex, folder)
	want := fmt.Sprintf("(%d pages", pages)
	if !bytes.Contains(output, []byte(want)) {
		t.Errorf("pdflatex made other pages than %s:\n%s", want, output[max(0, len(output)-500):])
	}
	log, err := os.ReadFile(filepath.Join(folder, "doc.log"))
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`(?m)^(Missing character|LaTeX Warning|Package \w+ Warning|Overfull).*`).FindAll(log, 5); m != nil {
		t.Errorf("pdflatex warns: %s", bytes.Join(m, []byte("\n")))
	}
}
