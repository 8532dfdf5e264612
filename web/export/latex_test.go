package export

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/run"
)

func readTree(t *testing.T, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return tree
}

// wideTree is a tree of two levels with the given number of leaves at each of its inner nodes.
func wideTree(t *testing.T, children, leaves int) *trees.Tree {
	t.Helper()
	return readTree(t, "players 3 1["+strings.Repeat(" 2["+strings.Repeat(" (10,20,30)", leaves)+" ]", children)+" ]")
}

// Whatever a tree looks like, its page is one that TeX can set, and no two texts of a row meet.
func TestPagesOfLaTeXFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 66))
	list := []*trees.Tree{wideTree(t, 22, 22), wideTree(t, 60, 60), readTree(t, "players 2 "+strings.Repeat("1[ ", 400)+"(1,2)"+strings.Repeat(" ]", 400))}
	for i := range 300 {
		list = append(list, treetest.Random(rng, treetest.Shape{Kind: trees.MaxN, Players: 2 + i%5, MaxNodes: 200, Uneven: true}))
	}
	small := 0
	for _, tree := range list {
		s := layTeX(tree)
		if s.width > maxTeXPoints+.01 || s.height > maxTeXPoints+.01 {
			t.Errorf("a tree of %d nodes has a page of %g by %g points", tree.Len(), s.width, s.height)
		}
		if s.size < texSize {
			small++
			if s.size*s.natural[0] > maxTeXPoints*texSize || s.note() == "" {
				t.Errorf("at %g points a tree is %g wide, of which it says %q", s.size, s.natural[0], s.note())
			}
		} else if s.note() != "" {
			t.Errorf("a tree of %g points says %q", s.width, s.note())
		}
		end := make([]float64, len(s.rise)) // of what is in each row so far
		for n := range tree.Len() {
			half := max(s.nodeWidth(n), s.moveWidth(n)) / 2
			if level := tree.Level(n); n > 0 && s.x[n]-half < end[level]-.01 {
				t.Fatalf("node %d of %s begins at %g, where the row ends at %g", n, tree.Text(), s.x[n]-half, end[level])
			} else {
				end[level] = s.x[n] + half
			}
		}
	}
	if small != 3 {
		t.Errorf("%d trees are set smaller, want the 3 large ones", small)
	}
}

// pdflatex makes a page of the computed size, in which nothing is wider than computed.
func TestTreesOfLaTeXCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of pdflatex")
	}
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no pdflatex (packages texlive-latex-base, texlive-pictures)")
		}
		t.Skip("SKIPPED: no pdflatex (packages texlive-latex-base, texlive-pictures): what it makes of trees is not tested")
	}
	list := map[string]*trees.Tree{
		"names":  readTree(t, `players 2 title "x %" r: 1[ "a & b_1 {x}": (1,2) "50% $ #": 2[ <"木 – ½"> "c\\d ~ ^": (0,1) <"go on"> "é 木 --": (1,0.25) ] ]`),
		"moves":  readTree(t, `players 3 1[ <"refuse the offer and leave the table"> (1,2,3) <"wait for the other player"> 2[ <x> (10000,-7/2,1/3) <"Advance the knight"> (0,0,0) ] <go> *[ @1/3 (1,1,1) <"rain all day"> @2/3 (0,0,1) ] ]`),
		"484":    wideTree(t, 22, 22),
		"levels": readTree(t, "players 2 "+strings.Repeat("1[ <m> ", 60)+"(1,2)"+strings.Repeat(" ]", 60)),
	}
	for _, tool := range []struct {
		write  func(context.Context, *exportRequest) (document, error)
		name   string
		needed []string
	}{
		{exportIstgame, "istgame", []string{"istgame.sty"}},
		{exportForest, "forest", []string{"forest.sty", "elocalloc.sty", "environ.sty", "inlinedef.sty"}},
	} {
		if missing := missingFiles(tool.needed); len(missing) > 0 {
			if os.Getenv("CI") == "true" {
				t.Fatalf("no %s (packages texlive-pictures, texlive-latex-extra)", strings.Join(missing, ", "))
			}
			t.Logf("SKIPPED: no %s: what pdflatex makes of trees for %s is not tested", strings.Join(missing, ", "), tool.name)
			continue
		}
		for name, tree := range list {
			write, err := tool.write(t.Context(), &exportRequest{detachedRun: detachedRun{Resolved: &run.Resolved{Tree: tree, Of: &run.Opened{Tree: tree}}}})
			if err != nil {
				t.Fatal(err)
			}
			width, height, err := pageOfLaTeX(t, latex, write(nil, nil))
			if err != nil {
				t.Errorf("%s for %s: %v", name, tool.name, err)
				continue
			}
			s := layTeX(tree)
			if wide, high := width-20, height-20; wide > 1.01*s.width+1 || wide < .7*s.width || math.Abs(high-s.height) > 4 {
				t.Errorf("%s for %s is %g by %g points; computed are %g by %g", name, tool.name, wide, high, s.width, s.height)
			}
		}
	}
}

func missingFiles(names []string) (missing []string) {
	for _, name := range names {
		if exec.Command("kpsewhich", name).Run() != nil {
			missing = append(missing, name)
		}
	}
	return missing
}

var mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)

// pageOfLaTeX compiles a document of one page and returns the size of the page in points of TeX.
func pageOfLaTeX(t *testing.T, latex string, text []byte) (width, height float64, err error) {
	folder := t.TempDir()
	// Uncompressed, the file has the size of the page in its text.
	text = append([]byte("\\pdfobjcompresslevel=0 "), text...)
	if err := os.WriteFile(filepath.Join(folder, "doc.tex"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "doc.tex")
	compile.Dir = folder
	output, err := compile.CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, output[max(0, len(output)-2000):])
	}
	if warns := regexp.MustCompile(`(?m)^(Missing character|LaTeX Warning|LaTeX Font Warning|Overfull).*`).Find(output); warns != nil {
		return 0, 0, errors.New(string(warns))
	}
	pdf, err := os.ReadFile(filepath.Join(folder, "doc.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	m := mediaBox.FindAllSubmatch(pdf, -1)
	if len(m) != 1 {
		return 0, 0, fmt.Errorf("the file has %d pages, want 1", len(m))
	}
	const texPerPDF = 72.27 / 72
	w, _ := strconv.ParseFloat(string(m[0][1]), 64)
	h, _ := strconv.ParseFloat(string(m[0][2]), 64)
	return w * texPerPDF, h * texPerPDF, nil
}

// What to know of a file is said before it is downloaded, and in the file.
func TestLargeTreesOfLaTeXSaySo(t *testing.T) {
	for _, c := range []struct {
		tree *trees.Tree
		want string
	}{
		{wideTree(t, 4, 4), ""},
		{wideTree(t, 22, 22), "In a text of 10 pt the tree would be "},
		{wideTree(t, 50, 60), "The tree has 3,051 nodes, and pdflatex runs out of memory "},
	} {
		of := &run.Opened{Tree: c.tree}
		for _, tool := range []*texTool{&forestTool, &istgameTool} {
			note := tool.offerNote(&offer{of: of})
			head := string(appendTeXHead(nil, &exportRequest{detachedRun: detachedRun{Resolved: &run.Resolved{Tree: c.tree, Of: of}}}, tool, layTeX(c.tree)))
			if c.want == "" && note == "" && !strings.Contains(head, " pt wide") {
				continue
			}
			if want := "LaTeX (" + tool.name + "): " + c.want; c.want == "" || !strings.HasPrefix(note, want) || !strings.Contains(head, "% "+c.want) {
				t.Errorf("%d nodes: %q, want %q, and the file begins with %.500s", c.tree.Len(), note, want, head)
			}
		}
	}
}
