package trees_test

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

func TestParseNumber(t *testing.T) {
	for in, want := range map[string]trees.Number{
		"0": {0, 1}, "-0": {0, 1}, "5": {5, 1}, "−5": {-5, 1}, "0.5": {1, 2}, "-0.000000001": {-1, 1_000_000_000}, "1e-9": {1, 1_000_000_000},
		"1/3": {1, 3}, "-7/2": {-7, 2}, "−7/2": {-7, 2}, "2/6": {1, 3}, "6/3": {2, 1}, "0/7": {0, 1}, "007/014": {1, 2},
		"1e15": {1e15, 1}, "4611686018427387904": {trees.MaxUnits, 1}, "1/4611686018427387904": {1, trees.MaxUnits},
	} {
		if got, err := trees.ParseNumber(in); got != want || err != nil {
			t.Errorf("ParseNumber(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"1/0":                      "1/0 divides by 0",
		"1/-3":                     `"1/-3" is not a number; a fraction has digits on both sides, such as -7/2`,
		"1/":                       `"1/" is not a number; a fraction has digits on both sides, such as -7/2`,
		"1/2/3":                    `"1/2/3" is not a number; a fraction has digits on both sides, such as -7/2`,
		"0.5/2":                    `"0.5/2" is not a number; a fraction has digits on both sides, such as -7/2`,
		"1/9999999999999999999":    "1/9999999999999999999 is too long; both sides of a fraction are at most 4611686018427387904 in size",
		"0.0000000000000000001":    "0.0000000000000000001 has more than 18 decimal places",
		"4611686018427387905":      "4611686018427387905 is larger than 4611686018427387904 in size, the largest number that is allowed",
		"10000000000000000000":     "10000000000000000000 is larger than 4611686018427387904 in size, the largest number that is allowed",
		"--1":                      `"--1" is not a number`,
		"1-2":                      `"1-2" is not a number`,
		strings.Repeat("9", 1<<16): strings.Repeat("9", 40) + "… is larger than 4611686018427387904 in size, the largest number that is allowed",
	} {
		if got, err := trees.ParseNumber(in); err == nil || err.Error() != want {
			t.Errorf("ParseNumber(%q) = %v, %v; want the error %s", in, got, err, want)
		}
	}
}

// ParseNumber reads what String writes, a JSON document has the same number, and comparisons
// agree with exact arithmetic.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	random := func() trees.Number {
		return trees.Number{Score: trees.Score(rng.Int64N(1<<62)>>rng.IntN(62)) * trees.Score(1-2*rng.IntN(2)), Unit: 1 + trees.Score(rng.Int64N(1<<62)>>rng.IntN(62))}
	}
	exact := func(n trees.Number) *big.Rat { return big.NewRat(int64(n.Score), int64(n.Unit)) }
	for range 20_000 {
		n, m := random(), random()
		if rng.IntN(2) == 0 {
			n.Unit = trees.Unit * 1000
		}
		text := n.String()
		back, err := trees.ParseNumber(text)
		if err != nil || exact(back).Cmp(exact(n)) != 0 {
			t.Fatalf("ParseNumber(%q) = %v, %v; want %d/%d", text, back, err, n.Score, n.Unit)
		}
		if value, ok := new(big.Rat).SetString(text); !ok || value.Cmp(exact(n)) != 0 {
			t.Fatalf("%d/%d is written %s", n.Score, n.Unit, text)
		}
		if got, want := n.Cmp(m), exact(n).Cmp(exact(m)); got != want {
			t.Fatalf("Cmp(%v, %v) = %d, want %d", n, m, got, want)
		}
		var any any
		if err := json.Unmarshal(n.AppendJSON(nil), &any); err != nil {
			t.Fatalf("%s is no JSON: %v", n.AppendJSON(nil), err)
		}
		if s, isText := any.(string); isText != strings.Contains(text, "/") || isText && s != text {
			t.Fatalf("%s is written %s in JSON", text, n.AppendJSON(nil))
		}
	}
}
