package draw

import (
	_ "embed"
	"fmt"
	"strings"
)

// The widths of texts in TeX: Computer Modern, which a document of LaTeX has unless it asks for
// another font. The table is made again by
//
//	go test ./web/draw -run TestTeXWidths -update
//
// which needs pdflatex. Kerns and ligatures are left out: with them a text is hardly ever wider.

//go:embed tex_widths.txt
var texTable string

// texAdvances are the widths of the characters that Text prints, in thousandths of the font size.
var texAdvances = parseTeX(texTable)

func parseTeX(table string) map[rune]int {
	widths := map[rune]int{}
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var char rune
		var w int
		if n, _ := fmt.Sscanf(line, "%x %d", &char, &w); n != 2 {
			panic("tex: tex_widths.txt has the line " + line)
		}
		widths[char] = w
	}
	return widths
}

const (
	// texNumber is the width of a digit of the number that stands for a character which TeX's fonts
	// do not have, and texFrame that of the box around it, beside a text of 8 points: the box is as
	// large in one of 10.
	texNumber, texFrame = 450, 400
	// texSpace is what formulas have after a comma.
	texSpace = 167
)

// TeXWidth returns the width of what Text prints at 10 points, as a multiple of the font size. It
// may be too large, but not too small.
func TeXWidth(s string) float64 {
	sum := 0
	for _, r := range s {
		switch w, known := texAdvances[r]; {
		case known:
			sum += w
		case r < ' ' || r == 0x7f:
			sum += texAdvances[' ']
		default:
			sum += texFrame + texNumber*max(4, len(fmt.Sprintf("%X", r)))
		}
	}
	return float64(sum) / 1000
}

// TeXFormulaWidth is TeXWidth of numbers between commas in a formula, such as $(1,-2)$.
func TeXFormulaWidth(s string) float64 {
	minus := strings.Count(s, "-")
	return TeXWidth(s) + float64(strings.Count(s, ",")*texSpace+minus*(texAdvances['−']-texAdvances['-']))/1000
}

// opticalSizes are the design sizes of Computer Modern below 10 points, each with its largest size
// and the width of its characters beside those of 10 points: small characters are wider.
var opticalSizes = [...]struct{ most, wider float64 }{{5.5, 1.48}, {6.5, 1.28}, {7.5, 1.19}, {8.5, 1.08}, {9.5, 1.04}}

// TeXWider returns how much wider the characters of a font size are than those of 10 points,
// beside the size.
func TeXWider(size float64) float64 {
	for _, o := range opticalSizes {
		if size <= o.most {
			return o.wider
		}
	}
	return 1
}
