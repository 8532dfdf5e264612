package tree

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/engine"
	"espalier/search/ties"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

const (
	maxTieValues = len(letters) // each has a letter
	maxTieRows   = 50           // of ties, and of nodes in a sentence: a person reads no more
)

// tieExamples are trees on which ties decide, with what one sees there.
var tieExamples = []example{
	{Name: "Three values", Text: `players 3 maxsum 10 a: 1[ b: 2[ d: (5,4,1) e: (1,4,5) ] c: 2[ f: (2,6,2) g: (3,6,1) ] ]`,
		Says: "Player 1 gets 5, 3 or 2: the ties of player 2 decide. Shallow pruning cuts g, since 5 + 6 exceeds 10. But the 5 is that of d. If player 2 takes e, the root can have the value of g."},
	{Name: "Two ties together", Text: `players 3 maxsum 12 a: 1[ b: 2[ e: (6,4,2) f: (1,4,7) ] c: 2[ g: (5,3,4) h: (2,3,7) ] d: (4,4,4) ]`,
		Says: "The tie at b decides alone. The tie at c matters only where b is resolved to the right as well: then player 1 moves to d."},
	{Name: "More than the values", Text: `players 3 maxsum 12 a: 1[ b: 2[ e: (4,6,2) f: (1,6,5) ] c: 2[ g: (3,5,4) h: (9,2,1) ] d: (2,4,6) ]`,
		Says: "Soft-max^n keeps f, since player 1 may not know how player 2 resolves the tie. But no tie rule leads there: player 1 moves to c instead."},
	{Name: "Chance", Text: `players 3 maxsum 8 a: 1[ b: *[ @1/2 2[ (8,0,0) (0,0,8) ] @1/2 3[ (4,4,0) (2,6,0) ] ] c: (4,2,2) ]`,
		Says: "Each tie below the chance node changes the average at b, and so the move of player 1."},
}

// A tiesPage is the content of the page. All of it is in the address.
type tiesPage struct {
	*beside
	path     string
	Result   *ties.Result // nil: Wrong
	Wrong    string
	Values   []tieValue
	More     int // values that have no row
	Chosen   int // the value that the picture shows, from 1
	Picture  templ.Component
	Deciding []tieRow
	MoreTies int    // that have no row
	Together string // the nodes of ties that decide only together with others
	Sets     []tieSet
	Others   []tieOther
	Cuts     []tieCut
	Uncut    string // the algorithms that cut nothing
	Unknown  []Refusal
}

// A tieValue is a value that the root can have.
type tieValue struct {
	Letter, Value, Href, Share, Equilibria, Algorithms string
	Rule                                               *tieRule // nil: it is not known
	vector                                             trees.Vector
}

// A tieRule is a tie rule, by the nodes where it takes another child than the leftmost one.
type tieRule struct {
	Choices []tieChoice // empty: it is the leftmost rule
	More    int         // choices that are not listed
}

type tieChoice struct{ Node, To, From string }

// A tieRow is a tie that decides alone.
type tieRow struct{ Node, Mover, Left, Instead, Root string }

// A tieSet is the set that an algorithm returns.
type tieSet struct{ Name, Set, Beyond, Missing string }

// A tieOther is an algorithm that returns none of the values.
type tieOther struct{ Name, Value, Why string }

// A tieCut is what some algorithms cut, and where that holds.
type tieCut struct {
	Names, Cut, Holds string
	Breaks            []tieBreak
	Nodes             string // where the cuts alone change the root
}

// A tieBreak is a tie rule under which cuts change the value of the root.
type tieBreak struct {
	Letter, Root string // the value, and that without what was cut
	Rule         *tieRule
}

// ServeTies answers GET /ties?text=…&value=…: max^n under every tie rule; without a tree the first example.
func (h Handlers) ServeTies(w http.ResponseWriter, r *http.Request) error {
	b, err := h.open(r, tieExamples)
	if err != nil {
		return err
	}
	p := &tiesPage{beside: b, path: r.URL.Path, Chosen: 1}
	if err := b.Opened.Allowed(r.Context(), ties.Algorithms(b.Tree)...); err != nil {
		return err
	}
	p.Result, err = ties.Find(r.Context(), b.Tree)
	switch {
	case r.Context().Err() != nil:
		return err
	case err != nil:
		p.Wrong = words.UpperFirst(problem.Message(err)) + "."
	}
	if err := p.read(b.Rest); err != nil {
		return err
	}
	if p.Result != nil {
		if err := p.show(r.Context()); err != nil {
			return err
		}
	}
	h.Render(w, r, http.StatusOK, tiesView(p))
	return nil
}

// read reads what is left of the query.
func (p *tiesPage) read(q url.Values) (err error) {
	for name := range q {
		if name != "value" {
			return run.UnknownParameter(name, "value")
		}
		most := 1
		if p.Result != nil {
			most = min(len(p.Result.Values), maxTieValues)
		}
		if p.Chosen, err = problem.ReadWholeQuery(name, q.Get(name), 1, most); err != nil {
			return err
		}
	}
	return nil
}

func (p *tiesPage) show(ctx context.Context) error {
	r, t := p.Result, p.Tree
	marks := map[int]string{}
	for _, n := range r.Ties {
		marks[int(n)] = "tie"
	}
	for _, d := range r.Deciding {
		marks[int(d.Node)] = "decides"
		if len(p.Deciding) == maxTieRows {
			p.MoreTies++
			continue
		}
		p.Deciding = append(p.Deciding, tieRow{t.Name(int(d.Node)), words.Mover(t, t.Mover(int(d.Node))), t.Name(int(d.From)), t.Name(int(d.To)), t.FormatValue(d.Root)})
	}
	together := r.Together()
	for _, n := range together {
		marks[int(n)] = "decides with others"
	}
	p.Together = p.names(together)
	var path []int32
	for i := range r.Values {
		if i == maxTieValues {
			p.More = len(r.Values) - i
			break
		}
		v := &r.Values[i]
		row := tieValue{Letter: letters[i : i+1], Value: t.FormatValue(v.Vector), Share: share(v.Share), vector: v.Vector}
		q := run.QueryOf(p.Keep)
		if i > 0 {
			q.Set("value", strconv.Itoa(i+1))
		}
		row.Href = run.PathWith(p.path, q)
		if v.Equilibria != nil {
			row.Equilibria = large(v.Equilibria.String())
		}
		if v.Otherwise != nil {
			row.Rule = p.rule(v.Otherwise)
			line := ties.Line(t, v.Otherwise)
			end := int(line[len(line)-1])
			marks[end] = strings.TrimSpace(row.Letter + " " + marks[end])
			if i == p.Chosen-1 {
				path = line
			}
		}
		p.Values = append(p.Values, row)
	}
	if t.Len() <= draw.MaxBeside {
		p.Picture = draw.Component(draw.ScrolledPicture(t, path, marks))
	}
	runs, err := r.Runs(ctx, t)
	if err != nil {
		return err
	}
	p.compare(runs)
	return nil
}

// compare fills what algorithms return and cut.
func (p *tiesPage) compare(runs []ties.Run) {
	t := p.Tree
	returned := make([][]engine.AlgorithmConfig, len(p.Values))
	var uncut []engine.AlgorithmConfig
	var rows []*tieRuns
	for i := range runs {
		x := &runs[i]
		name := words.ConfigName(x.AlgorithmConfig)
		if x.Err != nil {
			p.Unknown = append(p.Unknown, Refusal{name, problem.Message(x.Err)})
			continue
		}
		switch at := slices.IndexFunc(p.Values, func(v tieValue) bool { return v.vector == x.Result.Value }); {
		case x.Result.Set != nil:
			p.Sets = append(p.Sets, tieSet{name, p.values(x.Result.Set), p.values(x.Beyond), p.values(x.Missing)})
		case at >= 0:
			returned[at] = append(returned[at], x.AlgorithmConfig)
		case !x.Among:
			why := "by a rule of its own"
			if x.Algorithm.Reference.Usual() {
				why = "unsound here"
			}
			p.Others = append(p.Others, tieOther{name, words.FormatOutcome(t, &x.Result), why})
		}
		if x.Survival == nil {
			continue
		}
		if len(x.Cut) == 0 {
			uncut = append(uncut, x.AlgorithmConfig)
			continue
		}
		at := slices.IndexFunc(rows, func(r *tieRuns) bool { return slices.Equal(r.cut, x.Cut) })
		if at < 0 {
			at = len(rows)
			rows = append(rows, &tieRuns{cut: x.Cut, survival: x.Survival})
		}
		rows[at].configs = append(rows[at].configs, x.AlgorithmConfig)
	}
	for i := range p.Values {
		p.Values[i].Algorithms = strings.Join(namesOf(returned[i], runs), ", ")
	}
	p.Uncut = trees.InWords(namesOf(uncut, runs))
	for _, r := range rows {
		if r.survival.Unknown != "" {
			p.Unknown = append(p.Unknown, Refusal{strings.Join(namesOf(r.configs, runs), ", "), "it is not known whether the cuts hold: " + r.survival.Unknown})
			continue
		}
		p.Cuts = append(p.Cuts, p.cutRow(r, runs))
	}
}

// tieRuns are the runs that cut the same nodes.
type tieRuns struct {
	configs  []engine.AlgorithmConfig
	cut      []int32
	survival *ties.Survival
}

func (p *tiesPage) cutRow(r *tieRuns, runs []ties.Run) tieCut {
	row := tieCut{Names: strings.Join(namesOf(r.configs, runs), ", "), Cut: p.names(r.cut)}
	var holds []string
	for _, v := range p.Values {
		b := r.survival.BreakOf(&v.vector)
		if b == nil {
			holds = append(holds, v.Letter)
			continue
		}
		row.Breaks = append(row.Breaks, tieBreak{v.Letter, p.Tree.FormatValue(b.Cut), p.rule(b.Rule)})
	}
	switch {
	case len(row.Breaks) == 0:
		row.Holds = "under every tie rule"
	case len(holds) == 0:
		row.Holds = "for no value"
	default:
		row.Holds = "for " + strings.Join(holds, ", ")
	}
	if r.survival.Each && len(r.survival.Cuts) > 1 && len(row.Breaks) > 0 {
		var nodes []int32
		for _, c := range r.survival.Cuts {
			if c.Changes {
				nodes = append(nodes, c.Node)
			}
		}
		row.Nodes = p.names(nodes)
	}
	return row
}

func (p *tiesPage) rule(list []ties.Choice) *tieRule {
	r := &tieRule{More: max(0, len(list)-maxTieRows)}
	for _, c := range list[:min(len(list), maxTieRows)] {
		r.Choices = append(r.Choices, tieChoice{p.Tree.Name(int(c.Node)), p.Tree.Name(int(c.To)), p.Tree.Name(int(c.From))})
	}
	return r
}

// namesOf names the algorithms of a list. One is named once if all its runs are in the list, whatever their options.
func namesOf(list []engine.AlgorithmConfig, runs []ties.Run) (names []string) {
	all, here := map[*engine.Algorithm]int{}, map[*engine.Algorithm]int{}
	for i := range runs {
		if runs[i].Err == nil {
			all[runs[i].Algorithm]++
		}
	}
	for _, c := range list {
		here[c.Algorithm]++
	}
	for _, c := range list {
		name := words.ConfigName(c)
		if here[c.Algorithm] == all[c.Algorithm] {
			name = words.ShortName(c.Algorithm)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (p *tiesPage) names(list []int32) string {
	var names []string
	for i, n := range list {
		if i == maxTieRows {
			names = append(names, fmt.Sprintf("%s more", words.Grouped(len(list)-i)))
			break
		}
		names = append(names, p.Tree.Name(int(n)))
	}
	return trees.InWords(names)
}

func (p *tiesPage) values(list []trees.Vector) string {
	var values []string
	for i, v := range list {
		if i == maxTieRows {
			values = append(values, fmt.Sprintf("%s more", words.Grouped(len(list)-i)))
			break
		}
		values = append(values, p.Tree.FormatValue(v))
	}
	return trees.InWords(values)
}

// columns are the heads of the table of values.
func (p *tiesPage) columns() []string {
	if p.Result.Samples > 0 {
		return []string{"", "value of the root", "share of the samples, %", "ties resolved otherwise", "returned by"}
	}
	return []string{"", "value of the root", "share of the tie rules, %", "equilibria", "ties resolved otherwise", "returned by"}
}

// share writes a share in percent. One that is not 0 is not written as 0.
func share(x float64) string {
	switch text := tenths(x); {
	case x > 0 && text == "0.0":
		return "< 0.1"
	case x < 1 && text == "100.0":
		return "> 99.9"
	default:
		return text
	}
}

// maxDigits is the most digits of a number that is written out.
const maxDigits = 9

// large writes a number, or the power of 10 below it.
func large(digits string) string {
	if len(digits) > maxDigits {
		return fmt.Sprintf("about %c.%c · 10^%d", digits[0], digits[1], len(digits)-1)
	}
	n, _ := strconv.Atoi(digits)
	return words.Grouped(n)
}

// limits says what bounds the page.
func tieLimits() string {
	return fmt.Sprintf("Exact while no node has more than %s values; beyond that, up to %s random tie rules are tried. The tree may have up to %s nodes, and the picture up to %s.",
		words.Grouped(ties.MaxValues), words.Grouped(ties.MaxSamples), words.Grouped(ties.MaxNodes), words.Grouped(draw.MaxBeside))
}
