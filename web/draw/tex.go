package draw

import (
	"fmt"
	"strings"
)

// This file escapes texts for TeX.

// TeXCharacters defines \espalierchar, for a document that has texts of Text.
const TeXCharacters = `\ifdefined\Uchar\def\espalierchar#1#2{\char#1\relax}\else` + "\n" +
	`\def\espalierchar#1#2{{\setlength{\fboxsep}{1pt}\fbox{\tiny\upshape\mdseries #2}}}\fi` + "\n"

// TeXSmallCharacters defines \espalierchar for any size of the text, after TeXCharacters. The document
// needs the package fix-cm, since its boxes have smaller characters than any font of LaTeX.
const TeXSmallCharacters = `\ifdefined\Uchar\else\def\espalierchar#1#2{{\setlength{\fboxsep}{.1em}\setlength{\fboxrule}{.04em}` +
	`\fbox{\fontsize{\dimexpr.5\dimexpr\csname f@size\endcsname pt}{0pt}\selectfont\upshape\mdseries #2}}}\fi` + "\n"

// Text escapes a text for TeX. The result is ASCII, so that it fits any encoding
// of the document, and no part of the text is read as a command. Characters that
// plain pdflatex cannot print become \espalierchar, which the head of the picture
// defines.
func Text(s string) string {
	var b strings.Builder
	last := byte(0)
	for _, r := range s {
		text := one(r)
		switch string([]byte{last, text[0]}) {
		case "--", "''", "``", ",,", "?`", "!`":
			// TeX's fonts join these two characters into one: a dash, a quotation
			// mark, or a Spanish punctuation mark. A kern keeps them separate; an empty
			// group keeps them separate in TeX, but not in LuaTeX.
			b.WriteString(`{\kern0pt}`)
		}
		b.WriteString(text)
		last = text[len(text)-1]
	}
	return b.String()
}

// one returns a character for TeX.
func one(r rune) string {
	switch command, known := letters[r]; {
	case known:
		return command
	case r < ' ' || r == 0x7f:
		return " " // a control character, for example a line break
	case r < 0x7f:
		return string(r)
	}
	return fmt.Sprintf(`\espalierchar{%d}{%04X}`, r, r)
}

// Comment replaces control characters, for example line breaks, by spaces, so
// that the text stays on one comment line.
func Comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// letters has the characters with a special meaning in TeX, and the non-ASCII
// characters that every LaTeX can print, each with its TeX code.
var letters = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '%': `\%`, '#': `\#`, '&': `\&`, '_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`,
	'"': `''`, // not every font has straight quotation marks

	'\u00a0': `~`, '–': `--`, '—': `---`, '‘': "`", '’': `'`, '“': "``", '”': `''`, '…': `\dots{}`,
	'≥': `$\geq$`, '≤': `$\leq$`, '≠': `$\neq$`, '≈': `$\approx$`, '∞': `$\infty$`, '−': `$-$`, '±': `$\pm$`, '×': `$\times$`,
	'÷': `$\div$`, '·': `$\cdot$`, '∈': `$\in$`, '→': `$\rightarrow$`, '←': `$\leftarrow$`, '⇒': `$\Rightarrow$`, '¬': `$\neg$`,
	'∧': `$\wedge$`, '∨': `$\vee$`, '∪': `$\cup$`, '∩': `$\cap$`, '∅': `$\emptyset$`, '√': `$\surd$`, '°': `$^\circ$`,
	'²': `$^2$`, '³': `$^3$`, '¹': `$^1$`, 'ⁿ': `$^n$`, '₀': `$_0$`, '₁': `$_1$`, '₂': `$_2$`, '₃': `$_3$`, '′': `$'$`, '″': `$''$`,
	'½': `$\frac{1}{2}$`, '⅓': `$\frac{1}{3}$`, '⅔': `$\frac{2}{3}$`, '¼': `$\frac{1}{4}$`, '¾': `$\frac{3}{4}$`, '⅙': `$\frac{1}{6}$`, '⅚': `$\frac{5}{6}$`, '⅛': `$\frac{1}{8}$`, '⅜': `$\frac{3}{8}$`, '⅝': `$\frac{5}{8}$`, '⅞': `$\frac{7}{8}$`,
	'§': `\S{}`, '¶': `\P{}`, '†': `\dag{}`, '‡': `\ddag{}`, '©': `\copyright{}`,

	'ß': `\ss{}`, 'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'ł': `\l{}`, 'Ł': `\L{}`,
	'å': `\aa{}`, 'Å': `\AA{}`, 'ı': `\i{}`, '¡': "!`", '¿': "?`", 'ç': `\c{c}`, 'Ç': `\c{C}`, 'ş': `\c{s}`, 'Ş': `\c{S}`,

	'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`, 'ε': `$\varepsilon$`, 'ζ': `$\zeta$`, 'η': `$\eta$`, 'θ': `$\theta$`,
	'ι': `$\iota$`, 'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`, 'ρ': `$\rho$`, 'σ': `$\sigma$`,
	'τ': `$\tau$`, 'υ': `$\upsilon$`, 'φ': `$\varphi$`, 'χ': `$\chi$`, 'ψ': `$\psi$`, 'ω': `$\omega$`,
	'Γ': `$\Gamma$`, 'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`, 'Σ': `$\Sigma$`, 'Φ': `$\Phi$`, 'Ψ': `$\Psi$`, 'Ω': `$\Omega$`,
}

// init adds letters with accents. Each is a pair: the letter with the
// accent and the letter without it.
func init() {
	for accent, pairs := range map[string]string{
		"`": "àaÀAèeÈEìıÌIòoÒOùuÙU",
		"'": "áaÁAéeÉEíıÍIóoÓOúuÚUýyÝYćcĆCńnŃNśsŚSźzŹZ",
		"^": "âaÂAêeÊEîıÎIôoÔOûuÛU",
		`"`: "äaÄAëeËEïıÏIöoÖOüuÜUÿy",
		"~": "ãaÃAñnÑNõoÕO",
		"v": "čcČCďdĎDěeĚEňnŇNřrŘRšsŠSťtŤTžzŽZ",
		"H": "őoŐOűuŰU",
		"r": "ůuŮU",
		"u": "ăaĂAğgĞG",
		"=": "āaĀAēeĒEīıĪIōoŌOūuŪU",
		".": "żzŻZİI",
	} {
		pair := []rune(pairs)
		for i := 0; i < len(pair); i += 2 {
			base := string(pair[i+1])
			if base == "ı" {
				base = `\i`
			}
			letters[pair[i]] = `\` + accent + "{" + base + "}"
		}
	}
}
