package draw

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// texPoints returns the width of texts in points, as pdflatex sets them.
func texPoints(t *testing.T, head string, texts []string) (points []float64) {
	t.Helper()
	latex, folder := findLaTeX(t), t.TempDir()
	var doc strings.Builder
	doc.WriteString("\\documentclass{article}\n" + head + "\\begin{document}\n\\newwrite\\list\\immediate\\openout\\list=widths.txt\n")
	for _, text := range texts {
		doc.WriteString("\\setbox0\\hbox{" + text + "}\\immediate\\write\\list{\\the\\wd0}\n")
	}
	doc.WriteString("\\end{document}\n")
	if err := os.WriteFile(filepath.Join(folder, "doc.tex"), []byte(doc.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	runLaTeX(t, latex, folder)
	list, err := os.ReadFile(filepath.Join(folder, "widths.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		w, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(line), "pt"), 64)
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, w)
	}
	if len(points) != len(texts) {
		t.Fatalf("pdflatex writes %d widths of %d texts", len(points), len(texts))
	}
	return points
}

// The table of widths is what pdflatex measures.
func TestTeXWidths(t *testing.T) {
	chars := slices.Sorted(maps.Keys(letters))
	for r := ' '; r < 0x7f; r++ {
		if _, escaped := letters[r]; !escaped {
			chars = append(chars, r)
		}
	}
	slices.Sort(chars)
	texts := make([]string, len(chars))
	for i, r := range chars {
		texts[i] = Text(string(r))
	}
	var table strings.Builder
	table.WriteString("# Made by go test ./web/draw -run TestTeXWidths -update. The width of each character that TeX prints, in\n# thousandths of the font size, at 10 points.\n")
	for i, w := range texPoints(t, "", texts) {
		fmt.Fprintf(&table, "%04X %.0f\n", chars[i], math.Ceil(w*100))
	}
	if *update {
		if err := os.WriteFile("tex_widths.txt", []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if table.String() != texTable {
		t.Error("tex_widths.txt is not what pdflatex measures; make it again with -update")
	}
}

// No text is wider than its width says, at any size, and few are much narrower.
func TestTeXWidthIsEnough(t *testing.T) {
	words := []string{"refuse the offer and leave", "Qxe7+", "AVAToWY", "a & b_1 {x}", `c\d ~ ^ |<>|`, "ÀÉîõü ŁØß", "αβΓΩ ∞ ≥ ½ →", "木 🂡 \u200b", "--- ''", "…—„", "0.5 (1/3)", "mmmmWWW", "illi.,;"}
	formulas := []string{"(1,2)", "(-1000,22/7,0.125,-1)", "(0,0,0,0,0,0)", "?", "-5"}
	for _, size := range []float64{10, 9, 8, 6.4, 5, 4, 2.3} {
		head := "\\usepackage{fix-cm}\n" + TeXCharacters
		if size < 8 {
			head += TeXSmallCharacters
		}
		head += "\\def\\set#1{{\\fontsize{" + strconv.FormatFloat(size, 'f', -1, 64) + "pt}{10pt}\\selectfont #1}}\n"
		var texts []string
		var want []float64
		for _, text := range words {
			texts, want = append(texts, "\\set{"+Text(text)+"}"), append(want, TeXWidth(text))
		}
		for _, text := range formulas {
			texts, want = append(texts, "\\set{$"+text+"$}"), append(want, TeXFormulaWidth(text))
		}
		for i, w := range texPoints(t, head, texts) {
			if most := want[i] * size * TeXWider(size); w > most || w < .6*most {
				t.Errorf("at %g points, %s is %g wide; TeXWidth says %g", size, texts[i], w, most)
			}
		}
	}
}
