package tree_test

import (
	"context"
	"fmt"
	"html"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/web/tree"
	"espalier/web/webtest"
)

// An equilibrium is what CFR finds after many iterations.
type equilibrium struct {
	*hidden.CFR
	values []float64
	gain   float64
	plain  float64 // what the first player gets from a search that sees everything
}

// plays returns the average probability of a move at an information set; "": at the root.
func (e *equilibrium) plays(set string, move int) float64 {
	i := slices.IndexFunc(e.Sets, func(s hidden.CFRSet) bool { return s.Name == set })
	return e.Sets[i].Average[move]
}

func about(x, want float64) bool { return math.Abs(x-want) < 0.02 }

// saidOfEquilibria are the facts that the sentence of each prepared tree says.
var saidOfEquilibria = map[string]func(e *equilibrium) bool{
	"Kuhn poker": func(e *equilibrium) bool {
		return math.Abs(e.values[0]+1.0/18) < 0.001 && about(e.plays("K", 1), 3*e.plays("J", 1)) && e.plays("J", 1) > 0.1
	},
	"Kuhn poker, three players": func(e *equilibrium) bool { return len(e.values) == 3 && e.gain < 0.005 },
	"Heads or tails": func(e *equilibrium) bool {
		return about(e.plays("", 0), 1.0/3) && about(e.plays("A", 0), 1.0/3) && about(e.values[0], 1.0/3) && e.plain == -1
	},
	"One card": func(e *equilibrium) bool {
		low := slices.IndexFunc(e.Sets[1:], func(s hidden.CFRSet) bool { return s.Name == "" && s.Player == 1 && s.Average[1] < 0.9 })
		return about(e.Sets[1+low].Average[1], 1.0/3) && about(e.plays("x", 1), 1.0/3) && about(e.values[0], 2.0/3)
	},
}

// TestSaidOfEquilibria: what the page says of each prepared tree is what CFR finds.
func TestSaidOfEquilibria(t *testing.T) {
	for _, e := range tree.CFRExamples {
		parsed := read(t, e.Text)
		c, err := hidden.NewCFR(parsed)
		if err == nil {
			err = c.Run(t.Context(), 15_000)
		}
		if err != nil {
			t.Fatal(err)
		}
		plain, err := algorithms.PlainFor(parsed).Run(context.Background(), engine.OnTree(parsed, 0), engine.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := &equilibrium{c, c.Values(), slices.Max(c.Gains()), plain.Value[0].In(parsed.Unit).Float()}
		if says := saidOfEquilibria[e.Name]; says == nil || !says(found) {
			t.Errorf("%s: %q is not what CFR finds: %v, gain %v, a search %v", e.Name, e.Says, found.values, found.gain, found.plain)
		}
	}
}

var (
	strategyRow = regexp.MustCompile(`<td>([^<]+)</td><td>([\d.]+)</td><td>([\d.]+)</td><td>([−\d.]+)</td></tr>`)
	reachedRow  = regexp.MustCompile(`<th scope="row">(?:<a href="([^"]+)">)?([\d,]+)(?:</a>)?</th><td>([−\d.]+)</td><td>([−\d.]+)</td><td>([\d.]+)</td>`)
)

// TestNumbersOfEquilibrium computes the first iterations of a small game by hand, and follows the links of the
// checkpoints: each leads to a page that ends with the row of its link.
func TestNumbersOfEquilibrium(t *testing.T) {
	_, ts := webtest.Serve(t)
	at := func(address string) string {
		_, b := webtest.Get(t, ts.URL+address)
		return html.UnescapeString(string(b))
	}
	heads := "/equilibrium?text=" + url.QueryEscape(tree.CFRExamples[2].Text)
	// In iteration 1 all moves are equally likely, and Heads gets 1, Tails 0, both 1/2. In iteration 2 Max plays
	// Heads and Min tails, the moves whose regrets are positive.
	for n, want := range []string{
		"[[Heads 50.0 50.0 0.0000] [Tails 50.0 50.0 0.0000] [heads 50.0 50.0 0.0000] [tails 50.0 50.0 0.0000]]",
		"[[Heads 50.0 100.0 0.5000] [Tails 50.0 0.0 −0.5000] [heads 50.0 0.0 −0.5000] [tails 50.0 100.0 0.5000]]",
		"[[Heads 75.0 25.0 0.5000] [Tails 25.0 75.0 1.5000] [heads 25.0 0.0 −4.5000] [tails 75.0 100.0 0.5000]]",
	} {
		var got [][]string
		for _, row := range strategyRow.FindAllStringSubmatch(at(fmt.Sprintf("%s&n=%d", heads, n)), -1) {
			got = append(got, row[1:])
		}
		if text := fmt.Sprint(got); text != want {
			t.Errorf("after %d iterations: %s, want %s", n, text, want)
		}
	}
	rows := reachedRow.FindAllStringSubmatch(at("/equilibrium"), -1)
	if len(rows) < 10 {
		t.Fatalf("%d checkpoints", len(rows))
	}
	for _, row := range rows {
		if row[1] == "" {
			continue
		}
		own := reachedRow.FindAllStringSubmatch(at(row[1]), -1)
		if last := own[len(own)-1]; strings.Join(last[2:], " ") != strings.Join(row[2:], " ") {
			t.Errorf("%s ends with %q, want %q", row[1], last[2:], row[2:])
		}
	}
}
