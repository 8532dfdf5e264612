package foreign

import (
	"bytes"
	"math/big"
	"strings"
)

// This file has the commands of LaTeX that are read in the text of a node, by what they mean for its text. Any other one
// has a meaning that is not known: in a value it could be a part of the number.

// unknownCommand is where a command was whose meaning is not known. No number has it, and a name is without it.
const unknownCommand = '\uFFFC'

// styles say only how the text looks. Those with arguments before it have their number.
var styles = func() map[string]int {
	styles := map[string]int{
		"color": 1, "textcolor": 1, "colorbox": 1, "fcolorbox": 2, "rotatebox": 1, "raisebox": 1, "scalebox": 1, "resizebox": 2,
		"parbox": 1, "vspace": 1, "hspace": 1, "fontsize": 2, "phantom": 1, "hphantom": 1, "vphantom": 1, "label": 1,
	}
	for name := range strings.FieldsSeq(`
		text textbf textit textsl textsc textsf texttt textrm textnormal textup textmd emph underline overline mbox hbox fbox
		makebox framebox ensuremath operatorname mathbf mathrm mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol bm
		bf it rm sf sc tt em sl bfseries mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily normalfont
		tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge displaystyle textstyle scriptstyle scriptscriptstyle
		left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle centering raggedright raggedleft
		strut mathstrut null relax noindent protect boldmath unboldmath selectfont hfill hfil vfill par limits nolimits
		substack shortstack makecell pgfmathprintnumber num`) {
		styles[name] = 0
	}
	return styles
}()

// columns are the environments whose lines are values below each other. Those of a table have their columns as an argument.
var columns = map[string]int{"matrix": 0, "pmatrix": 0, "bmatrix": 0, "Bmatrix": 0, "vmatrix": 0, "smallmatrix": 0, "psmallmatrix": 0, "array": 1, "tabular": 1, "center": 0}

// pairs are the commands that write two values below each other.
var pairs = []string{"binom", "dbinom", "tbinom"}

// letters are the commands that write one character.
var letters = func() map[string]string {
	letters := map[string]string{
		"heartsuit": "♥", "spadesuit": "♠", "diamondsuit": "♦", "clubsuit": "♣", "infty": "∞", "emptyset": "∅", "star": "⋆", "bullet": "•", "dagger": "†",
		"ldots": "…", "dots": "…", "cdots": "⋯", "textellipsis": "…", "textendash": "–", "textemdash": "—", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
		"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "ell": "ℓ", "to": "→", "rightarrow": "→", "leftarrow": "←", "lnot": "¬", "neg": "¬",
		"leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "lbrace": "{", "rbrace": "}", "S": "§",
		"epsilon": "ϵ", "varepsilon": "ε", "vartheta": "ϑ", "varphi": "φ", "phi": "ϕ", "varrho": "ϱ", "varsigma": "ς", "varpi": "ϖ",
	}
	for i, name := range strings.Fields("alpha beta gamma delta . zeta eta theta iota kappa lambda mu nu xi omicron pi rho . sigma tau upsilon . chi psi omega") {
		if name != "." {
			letters[name] = string(rune('α' + i))
		}
	}
	for i, name := range strings.Fields(". . Gamma Delta . . . Theta . . Lambda . . Xi . Pi . . Sigma . Upsilon Phi . Psi Omega") {
		if name != "." {
			letters[name] = string(rune('Α' + i))
		}
	}
	return letters
}()

// skipArguments returns the length of the first count arguments of s, with the options in brackets before each.
func skipArguments(s string, count int) (length int) {
	for ; count > 0; count-- {
		for rest := strings.TrimLeft(s[length:], " "); strings.HasPrefix(rest, "["); rest = strings.TrimLeft(s[length:], " ") {
			end := strings.IndexByte(rest[:min(len(rest), 2*maxDigits)], ']')
			if end < 0 {
				return length
			}
			length = len(s) - len(rest) + end + 1
		}
		_, n := texArgument(s[length:])
		length += n
	}
	return length
}

// mixed writes a fraction that follows a number, as in 1\frac12, as one number; false: what is before it is no whole
// number, or the fraction has other sides.
func mixed(b *bytes.Buffer, over, under string) bool {
	text := b.Bytes()
	from := len(text)
	for from > 0 && isDigit(text[from-1]) && len(text)-from <= maxDigits {
		from--
	}
	whole := string(text[from:])
	if whole == "" || len(whole) > maxDigits || over == "" || under == "" || !allDigits(over) || !allDigits(under) || from > 0 && text[from-1] == '.' {
		return false
	}
	side, ok := mixedSide(whole, over, under)
	if !ok {
		return false
	}
	b.Truncate(from)
	b.WriteString(side + "/" + under)
	return true
}

// mixedSide returns the upper side of a fraction that follows a whole number, whole·under + over; false: these are no
// whole numbers.
func mixedSide(whole, over, under string) (side string, ok bool) {
	if whole == "" || over == "" || under == "" || len(whole)+len(over)+len(under) > 3*maxDigits || !allDigits(whole+over+under) {
		return "", false
	}
	number := func(s string) *big.Int { n, _ := new(big.Int).SetString(s, 10); return n }
	n := number(whole)
	return n.Add(n.Mul(n, number(under)), number(over)).String(), true
}

// isThousands reports whether a thin space between two texts is one within a number, as in 10\,000.
func isThousands(before []byte, after string) bool {
	const group = 3
	return len(before) > 0 && isDigit(before[len(before)-1]) && len(after) >= group && allDigits(after[:group]) && (len(after) == group || !isDigit(after[group]))
}
