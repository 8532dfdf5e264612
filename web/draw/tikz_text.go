package draw

import (
	"fmt"
	"strings"
)

// texText returns a text for TeX: it contains no command, and is ASCII, so that
// it suits any encoding of the document. Characters that plain pdflatex cannot
// print become \espalierchar, which the head of the picture defines.
func texText(s string) string {
	var b strings.Builder
	last := byte(0)
	for _, r := range s {
		part := texPart(r)
		switch string([]byte{last, part[0]}) {
		case "--", "''", "``", ",,", "?`", "!`":
			// TeX's fonts make one character of the two: a dash, a quotation mark,
			// one of Spanish. A kern keeps them apart; an empty group would do so in
			// TeX, but not in LuaTeX.
			b.WriteString(`{\kern0pt}`)
		}
		b.WriteString(part)
		last = part[len(part)-1]
	}
	return b.String()
}

// texPart returns a character for TeX.
func texPart(r rune) string {
	switch command, known := texLetters[r]; {
	case known:
		return command
	case r < ' ' || r == 0x7f:
		return " " // a control character, a line's end among them
	case r < 0x7f:
		return string(r)
	}
	return fmt.Sprintf(`\espalierchar{%d}{%04X}`, r, r)
}

// texComment returns a text that stays on the line of its comment.
func texComment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// texLetters are the characters that TeX gives a meaning, and those beyond
// ASCII that every LaTeX can print.
var texLetters = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '%': `\%`, '#': `\#`, '&': `\&`, '_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`,
	'"': `''`, // straight ones are not in every font

	'\u00a0': `~`, '–': `--`, '—': `---`, '‘': "`", '’': `'`, '“': "``", '”': `''`, '…': `\dots{}`,
	'≥': `$\geq$`, '≤': `$\leq$`, '≠': `$\neq$`, '≈': `$\approx$`, '∞': `$\infty$`, '−': `$-$`, '±': `$\pm$`, '×': `$\times$`,
	'÷': `$\div$`, '·': `$\cdot$`, '∈': `$\in$`, '→': `$\rightarrow$`, '←': `$\leftarrow$`, '⇒': `$\Rightarrow$`, '¬': `$\neg$`,
	'∧': `$\wedge$`, '∨': `$\vee$`, '∪': `$\cup$`, '∩': `$\cap$`, '∅': `$\emptyset$`, '√': `$\surd$`, '°': `$^\circ$`,
	'²': `$^2$`, '³': `$^3$`, '¹': `$^1$`, 'ⁿ': `$^n$`, '₀': `$_0$`, '₁': `$_1$`, '₂': `$_2$`, '₃': `$_3$`, '′': `$'$`, '″': `$''$`,
	'§': `\S{}`, '¶': `\P{}`, '†': `\dag{}`, '‡': `\ddag{}`, '©': `\copyright{}`,

	'ß': `\ss{}`, 'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'ł': `\l{}`, 'Ł': `\L{}`,
	'å': `\aa{}`, 'Å': `\AA{}`, 'ı': `\i{}`, '¡': "!`", '¿': "?`", 'ç': `\c{c}`, 'Ç': `\c{C}`, 'ş': `\c{s}`, 'Ş': `\c{S}`,

	'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`, 'ε': `$\varepsilon$`, 'ζ': `$\zeta$`, 'η': `$\eta$`, 'θ': `$\theta$`,
	'ι': `$\iota$`, 'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`, 'ρ': `$\rho$`, 'σ': `$\sigma$`,
	'τ': `$\tau$`, 'υ': `$\upsilon$`, 'φ': `$\varphi$`, 'χ': `$\chi$`, 'ψ': `$\psi$`, 'ω': `$\omega$`,
	'Γ': `$\Gamma$`, 'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`, 'Σ': `$\Sigma$`, 'Φ': `$\Phi$`, 'Ψ': `$\Psi$`, 'Ω': `$\Omega$`,
}

// Letters with accents, as pairs of the letter and the one under the accent.
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
		letters := []rune(pairs)
		for i := 0; i < len(letters); i += 2 {
			base := string(letters[i+1])
			if base == "ı" {
				base = `\i`
			}
			texLetters[letters[i]] = `\` + accent + "{" + base + "}"
		}
	}
}
