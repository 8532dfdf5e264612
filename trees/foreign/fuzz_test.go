package foreign_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
)

// counted returns a context that counts the steps of a reading, to the next batch.
func counted(ctx context.Context) (with context.Context, steps func() int) {
	// The steps between two calls of a pass.
	const batch = 256
	passes := 0
	with = trees.WithPass(ctx, func(context.Context) error {
		passes++
		return nil
	})
	return with, func() int { return batch * passes }
}

// What a reading of a text of n bytes takes at most: the longest text is read in time that
// grows with its length alone. Each notation that is tried looks at a byte some times.
const (
	stepsOfByte = 60
	stepsOfText = 2_000
)

func FuzzRead(f *testing.F) {
	for _, c := range samples {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, as := range append(foreign.IDs(), "") {
			ctx, steps := counted(t.Context())
			got, err := foreign.Read(ctx, text, foreign.Options{As: as})
			if n := steps(); n > stepsOfByte*len(text)+stepsOfText {
				t.Errorf("%q as %q takes %d steps for %d bytes", text, as, n, len(text))
			}
			if err != nil {
				var wrong *trees.Error
				if !errors.As(err, &wrong) || wrong.Message == "" || wrong.Path == "" {
					t.Errorf("%q as %q = %v, want an error with its place", text, as, err)
				}
				continue
			}
			again, err := trees.ReadJSON(got.Tree.AppendJSON(nil))
			if err != nil {
				t.Fatalf("%q as %q makes a tree that cannot be read: %v", text, as, err)
			}
			if diff := treetest.Diff(again, got.Tree); diff != "" {
				t.Errorf("%q as %q makes a tree that reads as another one: %s", text, as, diff)
			}
		}
	})
}

// Hostile texts: a text that is twice as long takes twice the steps.
func TestStepsGrowWithTheText(t *testing.T) {
	deep := func(open, inner, closing string) func(n int) string {
		return func(n int) string { return strings.Repeat(open, n) + inner + strings.Repeat(closing, n) }
	}
	many := func(before, each, after string) func(n int) string {
		return func(n int) string { return before + strings.Repeat(each, n) + after }
	}
	for name, make := range map[string]func(n int) string{
		"brackets":                deep("[", "1", "]"),
		"open brackets":           many("", "[", ""),
		"round brackets":          deep("(", "1", ")"),
		"numbers before brackets": deep("(1,", "2", ")"),
		"numbers":                 many("[", "1,", "1]"),
		"a tuple without an end":  many("(", "1,", ""),
		"tuples":                  many("[", "(1,2),", "(1,2)]"),
		"tuples and a number":     many("[", "(1,2),", "3]"),
		"calls":                   deep("max(", "1", ")"),
		"calls of lists":          deep("max([", "1", "])"),
		"lists beside numbers":    many("max(", "[1,2],", "[1,2])"),
		"open calls":              many("", "max(", ""),
		"named arguments":         many("max(", "a: 1,", "b: 2)"),
		"objects":                 deep(`{"a":`, "1", "}"),
		"open objects":            many("", `{"a":`, ""),
		"children":                deep(`{"children":[`, `{"value":1}`, "]}"),
		"members":                 many("{", `"a":1,`, `"b":2}`),
		"members of a node":       many(`{"value":1`, `,"a":1`, "}"),
		"names of players":        many(`{"children":[`, `{"player":"x","children":[1]},`, "1]}"),
		"strings":                 many(`{"a":"`, `\"`, `"}`),
		"single quotes":           many(`{'a':'`, `\'`, `'}`),
		"forest":                  deep("[a ", "[1]", "]"),
		"options":                 many("[a", ",b={c}", "[1]]"),
		"braces":                  many("[", "{", ""),
		"closed braces":           deep("[{", "a", "}"),
		"edge labels":             many("[a", ",edge label={node{L}}", "[1]]"),
		"fractions":               many("[a [{", `\frac12`, "}]]"),
		"mixed fractions":         many("[a [{", `1\frac12 `, "}]]"),
		"commands":                many("[a [{", `\a `, "}]]"),
		"comments of TeX":         many("", "%\n", "[max[1]]"),
		"backslashes":             many("", `\`, ""),
		"a document":              many(`\a`, " b", ""),
		"qtree":                   deep("[.a ", "1", " ]"),
		"edges":                   many("[.a ", `\edge{L}; `, "1 ]"),
		"nodes of qtree":          many(`[.\node`, "[a]", "{b}; 1 ]"),
		"roots of istgame":        many("", `\istroot(0){1}`, ""),
		"branches":                many(`\istroot(0){1}`, `\istb{a}{1}`, `\endist`),
		"owners":                  many(`\istroot(0){1}\istb{a}{1}\endist`, `\xtInfoset(0)(1){b}`, ""),
		"XML":                     deep(`<node player="1">`, `<outcome><payoff player="1">1</payoff></outcome>`, "</node>"),
		"open XML":                many("", `<node player="1">`, ""),
		"outcomes":                many(`<node player="1">`, `<outcome><payoff player="1">1</payoff></outcome>`, "</node>"),
		"attributes":              many("<node ", `a="b" `, "></node>"),
		"text in XML":             many("<gte ><gameDescription>", "a ", "</gameDescription></gte>"),
		"other elements":          many("<gte >", "<a></a>", "</gte>"),
		"lines of draw_tree":      many("level 0 node 1 player 1\n", "player 1 name a\n", ""),
		"words of draw_tree":      many("iset", " 0,1", ""),
		"Newick":                  deep("(", "1", ")"),
		"leaves of Newick":        many("(", "1,", "1);"),
		"lengths":                 many("(", "1:2,", "1);"),
		"comments of Newick":      many("(1", "[", "]);"),
		"labels":                  many("(1)", "a", ";"),
		"blanks":                  many("[1", " ", "]"),
		"blanks of the web":       many("[1", "\u00a0", "]"),
		"minus signs":             many("[", "\u2212", ""),
		"a number":                many("[", "1", "]"),
		"moves of Gambit": func(n int) string {
			return efg(`p "" 1 1 "" { ` + strings.Repeat(`"a" `, n) + `} 0 ` + strings.Repeat(`t "" 1 { 1/3 -1/3 } `, n))
		},
		"chance of Gambit": func(n int) string {
			return efg(`c "" 1 "" { ` + strings.Repeat(`"a" 0 `, n) + `"b" 1 } 0 ` + strings.Repeat(`t "" 0 `, n+1))
		},
		"one set of Gambit": func(n int) string {
			return efg(`p "" 1 1 "" { "a" } 0 ` + strings.Repeat(`p "" 1 1 0 `, n) + `t "" 0`)
		},
		"outcomes of Gambit":         many(`EFG 2 R "" { "" } t "" 1 { `, "1/3 ", "}"),
		"an open text of Gambit":     many(`EFG 2 R "`, `\"`, ""),
		"a comment of Gambit":        many(`EFG 2 R "" { "" } "Espalier: `, "outcomes ", `" t "" 0`),
		"a fraction":                 many("[1/", "1", "]"),
		"question marks":             many("[", "?,", "?]"),
		"Espalier without a kind":    deep("1[", "5", "]"),
		"unknown leaves of Espalier": many("1[", "? ", "5]"),
		"bounds of Espalier":         many("", "{", "5"),
	} {
		count := func(n int) int {
			text := make(n)
			ctx, steps := counted(t.Context())
			foreign.Read(ctx, text, foreign.Options{})
			for _, as := range foreign.IDs() {
				foreign.Read(ctx, text, foreign.Options{As: as})
			}
			return steps()
		}
		// What is over a limit ends early, and takes no more.
		for _, n := range []int{1_000, 20_000} {
			if once, twice := count(n), count(2*n); float64(twice) > 2.1*float64(once)+10*stepsOfText {
				t.Errorf("%s: %d steps for a text, and %d for one that is twice as long", name, once, twice)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"nested":   "[" + strings.Repeat("[1,2,3],", 50_000) + "[4]]",
		"calls":    "max(" + strings.Repeat("min(1,2,3),", 50_000) + "4)",
		"children": `{"children":[` + strings.Repeat(`{"children":[1,2,3]},`, 50_000) + "4]}",
		"forest":   "[max " + strings.Repeat("[min [1][2][3]]", 50_000) + "]",
		"newick":   "(" + strings.Repeat("(1,2,3),", 50_000) + "4);",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := foreign.Read(b.Context(), text, foreign.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
