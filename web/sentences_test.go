package web_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/trees/treetest"
)

// A sentence is one that is typed in the sources of the pages. What a program fills in is {{…}} in it.
type sentence struct{ at, text string }

// filled stands for what a program fills in, where a text is not a template.
const filled = "{{…}}"

// messages are the folders and files whose texts state nothing about searches: messages, labels, and examples of formats, limits and rooms;
// and the citations.
var messages = regexp.MustCompile(`^search/(checks|engine|hidden|interval|mistakes|practice|program|question|recorded|searchtest)/|^trees/(foreign|jsonscan|layout|treetest)/|` +
	`^web/(api|app|assign|classroom|cluster|code|desk|draw|editor|export|fair|judge|lessons|lockstep|machine|maps|markdown|problem|recent|run|socket|store|tracestore|treestore|wake)/|` +
	`^(trees|web)/[^/]*$|^web/words/works.go$|^trees/figures/papers.json$`)

// tested are the texts that tests of their own packages compare with what the program computes: TestClaims, and TestSaidOfOpinions and its like.
var tested = regexp.MustCompile(`^(search/claims/|web/tree/(equilibrium|opinions|orders|positions|ties)\.go)`)

// sentences returns all typed sentences: those of the string literals of Go, the templates with them, and of the data.
func sentences(t *testing.T) (list []sentence) {
	t.Helper()
	for _, folder := range []string{"search", "trees", "web"} {
		err := fs.WalkDir(os.DirFS(".."), folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains([]string{"node_modules", "testdata", "measured", "browser", "webtest"}, d.Name()):
				return fs.SkipDir
			case messages.MatchString(name):
			case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
				f, err := parser.ParseFile(token.NewFileSet(), path.Join("..", name), nil, 0)
				if err != nil {
					return err
				}
				ast.Walk(literals{name, &list}, f)
			case strings.HasSuffix(name, ".json") && strings.HasPrefix(name, "trees/"):
				b, err := os.ReadFile(path.Join("..", name))
				if err != nil {
					return err
				}
				var data any
				if err := json.Unmarshal(b, &data); err != nil {
					return err
				}
				ofData(name, data, &list)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// literals collects the sentences of a file of Go.
type literals struct {
	file string
	list *[]sentence
}

// Visit reads a text whole, where it is put together from several literals.
func (l literals) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return nil
	case *ast.CompositeLit:
		if !quotes(n) {
			return l
		}
		for _, part := range n.Elts {
			if !isField(part, "Statement") {
				ast.Walk(l, part)
			}
		}
		return nil
	case *ast.BinaryExpr, *ast.BasicLit:
		if text, typed := joined(n.(ast.Expr)); typed {
			split(l.file, text, l.list)
			return nil
		}
	}
	return l
}

// quotes reports whether the statement of a theorem is in the words of its paper.
func quotes(n *ast.CompositeLit) bool {
	return !slices.ContainsFunc(n.Elts, func(x ast.Expr) bool { return isField(x, "Own") })
}

func isField(x ast.Expr, name string) bool {
	pair, ok := x.(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	key, ok := pair.Key.(*ast.Ident)
	return ok && key.Name == name
}

// joined returns the text of literals that are added, with filled between them.
func joined(x ast.Expr) (text string, typed bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return filled, false
		}
		text, err := strconv.Unquote(x.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			left, a := joined(x.X)
			right, b := joined(x.Y)
			return left + right, a || b
		}
	}
	return filled, false
}

func ofData(at string, data any, list *[]sentence) {
	switch data := data.(type) {
	case string:
		split(at, data, list)
	case []any:
		for _, x := range data {
			ofData(at, x, list)
		}
	case map[string]any:
		for key, x := range data {
			ofData(at+":"+key, x, list)
		}
	}
}

var (
	tag      = regexp.MustCompile(`<[^>]*>`)
	endOf    = regexp.MustCompile(`[.?!]["”)*]*\s+(\p{Lu}|\*\*|“|\(|{)|\n\s*\n`)
	verbs    = regexp.MustCompile(`%[-+#]?[\d.]*[sdgvq]`)
	actionOf = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// split adds the sentences of a text.
func split(at, text string, list *[]sentence) {
	text = verbs.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(text, "\n\n")), filled)
	for {
		end := endOf.FindStringIndex(text)
		if end == nil {
			end = []int{len(text), len(text)}
		} else {
			end[0]++
		}
		if one := strings.Join(strings.Fields(text[:end[0]]), " "); strings.Count(one, " ") >= 2 {
			*list = append(*list, sentence{at, one})
		}
		if end[0] >= len(text) {
			return
		}
		text = text[end[0]:]
	}
}

var (
	quoted = regexp.MustCompile(`“[^”]*”`)
	// code is no sentence: markup that a template has cut, trees, paths of pictures.
	code = regexp.MustCompile(`="|[\pL\d*]\[ |\\|^[Mm\d.,\- ]+[A-Za-z][-\d.]|[{,] ?"`)
	// names are numbers of things: of a section, a figure, a player, an entry of a list.
	names  = regexp.MustCompile(`(?:[Ss]ections?|[Ff]ig(?:ure|\.)s?|[Tt]ables?|TEST_|Theorem|Lemma|CMSC|LNCS|MIT|CS|lecture|lab) ?\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*|[Pp]layer \d|^\d[\d.]*, figure \d`)
	vector = regexp.MustCompile(`\([-−\d.]+(?:(?:,|\|| \|) ?[-−\d.]+)+\)`)
	year   = regexp.MustCompile(`(?:^|[^\d,.–\pL])((?:1[89]|20)\d\d)(?:$|[^\d,\pL])`)

	// result finds a number that somebody has counted or measured: a large number, a decimal, a share, a number of times, nodes or games.
	result = regexp.MustCompile(`(?i)\d ?(?:%|per ?cent|million|billion|times)|(?:^|[^\w.^/])\d+\.\d|(?:^|[^\w.,/=-])\d{1,3}(?:,\d{3})+\b|(?:^|[^\w./=,-])\d{3,}(?:$|[^\w/,])|\b\d+ of \d+\b|` +
		`(?:^|[^-−] )\b\d+ (?:nodes|leaves|games|deals|hands|boards|positions|events|seconds|minutes|trees|samples|seeds|plies|points|tricks|cards|others)\b|` +
		`\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|eighteen|twenty|[a-z]+-[a-z]+|thirty|fifty) (?:leaves|families|percent)\b|\bhalf of\b|\bless than half\b|` +
		`\b(?:twice|three times|four times|\d+ times) (?:as|the|larger)\b|\btwo thirds\b|\ba quarter\b|\bmost of (?:the|them)\b|\bmost (?:chapters|are ties)\b|\b(?:tens|hundreds|thousands) of\b|\bsome thousand`)

	// algorithm and better find a comparison of searches: of their work, of their choices, of their strength.
	algorithm = regexp.MustCompile(`(?:[Mm]inimax|[Aa]lpha-beta|αβ\*|PVS|MTD\(f\)|SSS\*|[Aa]spiration|Star[12]|[Mm]ax\^n|[Mm]axⁿ|[Pp]aranoid|offensive|BRS|MP-Mix|MCTS|UCT|Monte Carlo|[Ss]hallow|[Dd]eep pruning|[Ii]mmediate|[Ll]ast-branch|[Ss]peculative|[Bb]ranch and bound|ABBnB|DFBnB|[Pp]roof-number|[Dd]f-pn|[Hh]ypermax|CFR|[Ss]earch(?:es)?|[Pp]runing|mixture|[Aa]lgorithms?|rule|order|heuristic|[Dd]eeper|votes?|samples|programs?|columns|[Ii]t|both)\b`)
	better    = regexp.MustCompile(`\b(?:fewer|fewest|more|less|as few|as many)\b(?: [\w-]+){0,2}? (?:nodes?|leaf|leaves|visits|cuts|ties|right choices)\b|\bno (?:node|leaf) that\b|` +
		`\b(?:cuts?|visits?|saves?|skips?|costs?|gains?|evaluates?)\b (?:almost |far |much )?(?:more|less|fewer|most|nothing|as few|as much|a leaf that)\b|\b(?:stronger|weaker|cheaper|faster|slower|outperforms?|were level)\b|` +
		`\b[Dd]eeper\b.*\b(?:better|worse|wrong|less often|more often)\b|\b(?:plays?|did)\b.*\b(?:better|worse)\b|\b(?:better|worse) than (?:depth|minimax|alpha|max|paranoid|shallow)|\bnever (?:visits|searches|expands|reaches)\b|\b(?:one|two|three) fewer\b|\bmatters more\b`)
	// supposed are sentences that claim nothing, and labels, which name what is claimed elsewhere.
	supposed = regexp.MustCompile(`^(?:\*\* )?(?:Suppose|Assume|Does|Is|Can|Which|Try)\b|[^.:;∎]$`)
)

// bound reports whether a sentence names a known work, which is then its source.
func bound(text string) bool {
	text = strings.NewReplacer(" and ", " & ", " (", " ", ", 1", " 1", ", 2", " 2").Replace(text)
	short, _ := citations()
	return slices.ContainsFunc(short, func(work string) bool { return strings.Contains(text, work) }) || strings.Contains(text, "CMSC 474")
}

// withoutWorks is a text without the works that it names by their authors and years.
func withoutWorks(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		if len(unknownWorks(name)) > 0 {
			return name
		}
		return ""
	})
}

// bare is a text without what is filled in, quoted, or a name with a number.
func bare(text string) string {
	text = quoted.ReplaceAllString(actionOf.ReplaceAllString(text, "…"), "“”")
	return names.ReplaceAllString(vector.ReplaceAllString(text, ""), "")
}

// unsourced returns what a sentence says that needs a source: years, numbers and comparisons. What is filled in has one, and so has what a named work says.
func unsourced(text string) (found []string) {
	if code.MatchString(actionOf.ReplaceAllString(text, "")) {
		return nil
	}
	worked := bound(text)
	text = bare(text)
	found = append(found, year.FindAllString(withoutWorks(text), -1)...)
	if worked {
		return found
	}
	found = append(found, result.FindAllString(year.ReplaceAllString(text, ""), -1)...)
	if !supposed.MatchString(text) && algorithm.MatchString(text) {
		found = append(found, better.FindAllString(text, -1)...)
	}
	return found
}

// TestUnsourced shows which sentences need a source, and that those of a named work, filled in, or about a thing with a number do not.
func TestUnsourced(t *testing.T) {
	for text, want := range map[string][]string{
		"It was shown in 1983 for two players.":                                          {" 1983 "},
		"It was shown for two players (Beal 1980).":                                      nil,
		"It was shown in 1991 for two players (Beal 1980; Nau 1982).":                    {" 1991 "},
		"The full tree has 1,234,560 nodes, and Shallow 2.9 times as many.":              {" 1,234,560", " 2.9"},
		"Here it visits {{nodes}} nodes, by section 4.3 and Figure 7, for player 2.":     nil,
		"Paranoid search visits fewer nodes than max^n.":                                 {"visits fewer"},
		"With a good order alpha-beta is faster.":                                        {"faster"},
		"Suppose that alpha-beta visits fewer nodes.":                                    nil,
		"Player 1 gets more points from *b*, and moves there with the vector (1, 2, 3).": nil,
	} {
		got, wanted := unsourced(text), slices.Clone(want)
		slices.Sort(got)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%q: %q, want %q", text, got, wanted)
		}
	}
}

// ownNumbers are the numbers in the data of a figure: in its tree, its table, its code, and in what search/papers computes of it.
func ownNumbers(t *testing.T, file string) map[string]bool {
	t.Helper()
	own := map[string]bool{}
	b, err := os.ReadFile(path.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	var data, computed map[string]any
	if err := json.Unmarshal(b, &data); err != nil {
		t.Fatal(err)
	}
	if b, err = os.ReadFile("../search/papers/testdata/claims.json"); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &computed); err != nil {
		t.Fatal(err)
	}
	var read func(x any)
	read = func(x any) {
		switch x := x.(type) {
		case string:
			for _, n := range digits.FindAllString(x, -1) {
				own[strings.ReplaceAll(n, ",", "")] = true
			}
		case float64:
			own[strconv.FormatFloat(x, 'f', -1, 64)] = true
		case []any:
			for _, one := range x {
				read(one)
			}
		case map[string]any:
			for key, one := range x {
				if !slices.Contains([]string{"notes", "story", "undetermined", "illustrates", "uncomputed", "origin"}, key) {
					read(one)
				}
			}
		}
	}
	read(data)
	read(computed[strings.TrimSuffix(path.Base(file), ".json")])
	return own
}

var digits = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// TestSentences: each sentence with a year, a result or a comparison is filled in, or names its work, or is listed with its source. What is
// said of a figure has its numbers from the data of the figure.
func TestSentences(t *testing.T) {
	treetest.SkipUnderRace(t)
	list := sentences(t)
	var listed []string
	for _, c := range pageClaims {
		listed = append(listed, c.says)
	}
	for _, f := range facts {
		listed = append(listed, f.says)
	}
	for _, says := range listed {
		if !slices.ContainsFunc(list, func(s sentence) bool { return strings.Contains(s.text, says) }) {
			t.Errorf("no page says %q", says)
		}
	}
	own := map[string]map[string]bool{}
	for _, s := range list {
		rest := s.text
		for _, says := range listed {
			rest = strings.ReplaceAll(rest, says, "")
		}
		if found := unsourced(rest); len(found) > 0 && !tested.MatchString(s.at) {
			if file, _, _ := strings.Cut(s.at, ":"); strings.HasPrefix(file, "trees/figures/") && strings.HasSuffix(file, ".json") {
				if own[file] == nil {
					own[file] = ownNumbers(t, file)
				}
				found = slices.DeleteFunc(digits.FindAllString(bare(rest), -1), func(n string) bool { return own[file][strings.TrimSuffix(strings.ReplaceAll(n, ",", ""), ".")] })
			}
			if len(found) > 0 {
				t.Errorf("%s: what is the source of %q in %q?", s.at, found, s.text)
			}
		}
	}
}
