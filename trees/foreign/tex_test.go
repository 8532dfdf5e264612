package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees/foreign"
)

// TestValuesOfLaTeX: a number in LaTeX is read as it is printed, or refused at the command that is not known.
func TestValuesOfLaTeX(t *testing.T) {
	for value, want := range map[string]string{
		`\binom{3}{1}`:                              "(3,1)",
		`A: \binom{3}{1}`:                           "(3,1)",
		`$\begin{pmatrix}3\\1\end{pmatrix}$`:        "(3,1)",
		`\begin{tabular}{c}3\\[2pt] 1\end{tabular}`: "",
		`\begin{tabular}{c}3\\1\end{tabular}`:       "(3,1)",
		`\substack{3\\1}`:                           "(3,1)",
		`\textcolor{red}{3}, \textbf{1}`:            "(3,1)",
		`\rotatebox{90}{3},\raisebox{1ex}{1}`:       "(3,1)",
		`\rotatebox[origin=c]{90}{3},1`:             "(3,1)",
		`(1\frac12, -2\frac{1}{4})`:                 "(1.5,-2.25)",
		`$\frac12$, $\tfrac{3}{4}$`:                 "(0.5,0.75)",
		`10\,000, 2`:                                "(10000,2)",
		"(10\u2009000\u2009000, 1\u202f234)":        "(10000000,1234)",
		`3\,1`:                                      "(3,1)",
		`\heartsuit: $(3,1)$`:                       "(3,1)",
		`3\pm1, 2`:                                  `\pm`,
		`\payoff 3 1`:                               `\payoff`,
		`\sqrt{2}, 1`:                               `\sqrt`,
		`2\times3, 1`:                               `\times`,
		`\payoff{3}{1}`:                             `\payoff`,
		`\left(3,1\right)`:                          "(3,1)",
	} {
		text := `\begin{istgame}` + "\n" + `\istroot(0){Ann} \istb{L}[al]{` + value + `} \istb{R}[ar]{(0,2)} \endist` + "\n" + `\end{istgame}`
		read, err := foreign.Read(t.Context(), text, foreign.Options{})
		switch {
		case want == "":
			if err == nil {
				t.Errorf("%s: %s", value, read.Tree.Text())
			}
		case strings.HasPrefix(want, `\`):
			if err == nil || !strings.Contains(err.Error(), "the command "+want+" is not known in a value") || !strings.HasPrefix(err.Error(), "line 2, column ") {
				t.Errorf("%s: %v", value, err)
			}
		case err != nil || !strings.Contains(strings.ReplaceAll(read.Tree.Text(), " ", ""), want):
			t.Errorf("%s: %v, want %s", value, err, want)
			if err == nil {
				t.Log(read.Tree.Text())
			}
		}
	}
}

// TestLettersOfLaTeX: the letters of labels and moves are kept.
func TestLettersOfLaTeX(t *testing.T) {
	read, err := foreign.Read(t.Context(), `\begin{forest} [Max [{$\alpha$: 3}] [5, edge label={node[midway]{$\beta_1$}}] [{$\Omega$: 4}] [{\foo{x}: 7}] ] \end{forest}`, foreign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"α", "β_1", "Ω", "x"} {
		if text := read.Tree.Text(); !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestMoversOfLaTeX: what a label says of the mover is honoured, also beside other text.
func TestMoversOfLaTeX(t *testing.T) {
	for text, want := range map[string]string{
		`\begin{forest} [{MIN\\$\beta=2$} [{MAX\\$\alpha=12$} [3] [12]] [{MAX\\$\alpha=4$} [2] [4]]] \end{forest}`: `"β=2": min[ "α=12": max[ 3 12 ] "α=4": max[ 2 4 ] ]`,
		`[▼ [▲ [3] [12]] [△ [2] [4]]]`:                                `min[ max[ 3 12 ] max[ 2 4 ] ]`,
		`\begin{forest} [{P2: top} [3,] [{P1 low} [5]]] \end{forest}`: `top: min[ 3 low: max[ 5 ] ]`,
		`\begin{forest} [{Random walk} [3] [4]] \end{forest}`:         `max[ 3 4 ]`,
		`\begin{forest} [{1 start} [3] [4]] \end{forest}`:             `"1 start": max[ 3 4 ]`,
	} {
		read, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(strings.Fields(read.Tree.Text()), " "); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
