package markdown

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The mathematics of notes: the part of TeX that lessons use, as MathML, which browsers draw and read out.
//
//	letters, digits, operators, ( ) [ ] | \{ \}      x_i  x^2  x_i^2  x'
//	\frac{a}{b}  \binom{a}{b}  \sqrt{x}  \text{…}  \mathrm{…}  \operatorname{…}  \overline{x}
//	\left( … \right)  \, \; \quad   Greek letters, relations, arrows, sums and functions of the tables below

// maxNested bounds how deep groups are in each other.
const maxNested = 30

// identifiers are commands that stand for a letter or a name.
var identifiers = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
	"nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"infty": "∞", "emptyset": "∅", "ell": "ℓ", "max": "max", "min": "min", "log": "log", "ln": "ln", "exp": "exp", "arg": "arg", "sup": "sup", "inf": "inf", "Pr": "Pr", "gcd": "gcd", "mod": "mod",
}

// operators are commands that stand for an operator.
var operators = map[string]string{
	"ge": "≥", "geq": "≥", "le": "≤", "leq": "≤", "ne": "≠", "neq": "≠", "gg": "≫", "ll": "≪", "approx": "≈", "equiv": "≡", "sim": "∼", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩",
	"to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "Rightarrow": "⇒", "Leftrightarrow": "⇔", "iff": "⇔", "implies": "⇒", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
	"cdot": "⋅", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "circ": "∘", "ldots": "…", "dots": "…", "cdots": "⋯", "colon": ":", "mid": "|", "setminus": "∖",
	"sum": "∑", "prod": "∏", "int": "∫", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨",
	"{": "{", "}": "}", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "%": "%", "$": "$", "&": "&", "#": "#", "_": "_",
}

// spaces are commands for a space, with its width.
var spaces = map[string]string{",": "0.167em", ":": "0.222em", ";": "0.278em", " ": "0.25em", "quad": "1em", "qquad": "2em", "!": "0"}

// withTwo and withOne are commands with arguments: what is before, between and after them.
var withTwo = map[string][3]string{
	"frac": {"<mfrac>", "", "</mfrac>"}, "tfrac": {"<mfrac>", "", "</mfrac>"}, "dfrac": {"<mfrac>", "", "</mfrac>"},
	"binom": {`<mrow><mo>(</mo><mfrac linethickness="0">`, "", "</mfrac><mo>)</mo></mrow>"},
}

var withOne = map[string][2]string{
	"sqrt": {"<msqrt>", "</msqrt>"}, "overline": {"<mover>", "<mo>‾</mo></mover>"}, "bar": {"<mover>", "<mo>‾</mo></mover>"}, "hat": {"<mover>", "<mo>^</mo></mover>"}, "vec": {"<mover>", "<mo>→</mo></mover>"},
}

// asText are commands whose argument is a text.
var asText = map[string]string{"text": "mtext", "mathrm": "mi", "operatorname": "mi", "textit": "mtext", "mathit": "mi", "mathbf": "mi"}

// MathML returns a formula of TeX as an element of MathML; display: as a block of its own. The error says
// what is not known in it, and where.
func MathML(tex string, display bool) (string, error) {
	tex = strings.ToValidUTF8(tex, "\ufffd")
	m := &formula{rest: tex, whole: tex}
	row, err := m.row("")
	if err != nil {
		return "", err
	}
	block := ""
	if display {
		block = ` display="block"`
	}
	return "<math" + block + ">" + row + "</math>", nil
}

// A formula is one that is being read.
type formula struct {
	rest, whole string
	nested      int
}

func (m *formula) wrong(format string, args ...any) error {
	return fmt.Errorf("%s, at %q", fmt.Sprintf(format, args...), m.whole[max(0, len(m.whole)-len(m.rest)-12):len(m.whole)-len(m.rest)])
}

// row reads up to an end, which is }, \right, or that of the formula.
func (m *formula) row(end string) (string, error) {
	if m.nested++; m.nested > maxNested {
		return "", m.wrong("more than %d groups are in each other", maxNested)
	}
	defer func() { m.nested-- }()
	var list []string
	for {
		m.rest = strings.TrimLeft(m.rest, " \t\n")
		if end != "" && strings.HasPrefix(m.rest, end) {
			m.rest = m.rest[len(end):]
			return row(list), nil
		}
		if m.rest == "" {
			if end != "" {
				return "", m.wrong("%s is missing", end)
			}
			return row(list), nil
		}
		one, err := m.scripted()
		if err != nil {
			return "", err
		}
		list = append(list, one)
	}
}

func row(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "<mrow>" + strings.Join(list, "") + "</mrow>"
}

// scripted reads an atom with its primes, index and exponent.
func (m *formula) scripted() (string, error) {
	base, below, above := "<mrow></mrow>", "", ""
	var err error
	if m.rest[0] != '_' && m.rest[0] != '^' {
		if base, err = m.atom(); err != nil {
			return "", err
		}
	}
	for {
		m.rest = strings.TrimLeft(m.rest, " ")
		var place *string
		switch {
		case strings.HasPrefix(m.rest, "'"):
			m.rest = m.rest[1:]
			above += "<mo>′</mo>"
			continue
		case strings.HasPrefix(m.rest, "_"):
			place = &below
		case strings.HasPrefix(m.rest, "^"):
			place = &above
		default:
			return withScripts(base, below, above), nil
		}
		if *place != "" {
			return "", m.wrong("there are two scripts at one place; put the first with its base in { }")
		}
		if m.rest = strings.TrimLeft(m.rest[1:], " "); m.rest == "" {
			return "", m.wrong("the script is missing")
		}
		if *place, err = m.atom(); err != nil {
			return "", err
		}
	}
}

func withScripts(base, below, above string) string {
	switch {
	case below != "" && above != "":
		return "<msubsup>" + base + below + "<mrow>" + above + "</mrow></msubsup>"
	case below != "":
		return "<msub>" + base + below + "</msub>"
	case above != "":
		return "<msup>" + base + "<mrow>" + above + "</mrow></msup>"
	}
	return base
}

// atom reads a group, a command, a number, a letter or an operator.
func (m *formula) atom() (string, error) {
	first, size := utf8.DecodeRuneInString(m.rest)
	switch {
	case first == '{':
		m.rest = m.rest[1:]
		return m.row("}")
	case first == '\\':
		m.rest = m.rest[1:]
		return m.command()
	case first == '}' || first == '&' || first == '$' || first == '#' || first == '%' || first == '~':
		return "", m.wrong("%c is not expected here", first)
	case first >= '0' && first <= '9':
		end := 1
		for end < len(m.rest) && (m.rest[end] >= '0' && m.rest[end] <= '9' || m.rest[end] == '.' && end+1 < len(m.rest) && m.rest[end+1] >= '0' && m.rest[end+1] <= '9') {
			end++
		}
		number := m.rest[:end]
		m.rest = m.rest[end:]
		return "<mn>" + number + "</mn>", nil
	}
	m.rest = m.rest[size:]
	switch {
	case first == '-':
		return "<mo>−</mo>", nil
	case unicode.IsLetter(first) || first == '∞':
		return "<mi>" + html.EscapeString(string(first)) + "</mi>", nil
	case unicode.IsPrint(first):
		return "<mo>" + html.EscapeString(string(first)) + "</mo>", nil
	}
	return "", m.wrong("the character %q is not expected here", first)
}

// command reads a command after its backslash.
func (m *formula) command() (string, error) {
	name := m.name()
	if letter, known := identifiers[name]; known {
		return "<mi>" + letter + "</mi>", nil
	}
	if sign, known := operators[name]; known {
		return "<mo>" + html.EscapeString(sign) + "</mo>", nil
	}
	if width, known := spaces[name]; known {
		return `<mspace width="` + width + `"></mspace>`, nil
	}
	if tag, known := asText[name]; known {
		text, err := m.text(name)
		return "<" + tag + ">" + html.EscapeString(text) + "</" + tag + ">", err
	}
	if around, known := withOne[name]; known {
		a, err := m.argument(name)
		return around[0] + a + around[1], err
	}
	if around, known := withTwo[name]; known {
		a, err := m.argument(name)
		if err != nil {
			return "", err
		}
		b, err := m.argument(name)
		return around[0] + a + around[1] + b + around[2], err
	}
	if name == "left" {
		return m.fenced()
	}
	return "", m.wrong(`the command \%s is not known here`, name)
}

// name reads the name of a command: letters, or one other character.
func (m *formula) name() string {
	end := 0
	for end < len(m.rest) && (m.rest[end] >= 'a' && m.rest[end] <= 'z' || m.rest[end] >= 'A' && m.rest[end] <= 'Z') {
		end++
	}
	if end == 0 {
		_, end = utf8.DecodeRuneInString(m.rest)
	}
	name := m.rest[:end]
	m.rest = m.rest[end:]
	return name
}

// argument reads the argument of a command: a group or one atom.
func (m *formula) argument(of string) (string, error) {
	if m.rest = strings.TrimLeft(m.rest, " "); m.rest == "" {
		return "", m.wrong(`\%s needs more, such as \%s{a}`, of, of)
	}
	return m.atom()
}

// text reads a group as a text.
func (m *formula) text(of string) (string, error) {
	inside, opens := strings.CutPrefix(m.rest, "{")
	text, rest, closes := strings.Cut(inside, "}")
	if !opens || !closes || strings.ContainsAny(text, `{\`) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", m.wrong(`\%s needs a plain text in { }`, of)
	}
	m.rest = rest
	return text, nil
}

// fenced reads what is between \left and \right, with the two brackets.
func (m *formula) fenced() (string, error) {
	open, err := m.bracket()
	if err != nil {
		return "", err
	}
	inside, err := m.row(`\right`)
	if err != nil {
		return "", err
	}
	end, err := m.bracket()
	return "<mrow>" + open + inside + end + "</mrow>", err
}

// bracket reads a bracket; a point is none.
func (m *formula) bracket() (string, error) {
	m.rest = strings.TrimLeft(m.rest, " ")
	switch {
	case m.rest == "":
		return "", m.wrong("a bracket is missing")
	case m.rest[0] == '.':
		m.rest = m.rest[1:]
		return "", nil
	case m.rest[0] == '\\':
		m.rest = m.rest[1:]
		name := m.name()
		if sign, known := operators[name]; known {
			return "<mo>" + html.EscapeString(sign) + "</mo>", nil
		}
		return "", m.wrong(`\%s is no bracket`, name)
	}
	return m.atom()
}
