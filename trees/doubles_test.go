package trees_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"espalier/trees"
)

// TestDoubles reads doubles as programs print them, and writes each as it was read.
func TestDoubles(t *testing.T) {
	for in, want := range map[string]string{
		"0.02777777777777778": "0.02777777777777778", "0.1000000000000000055511151231257827": "0.1", "0.30000000000000004": "0.30000000000000004",
		"1e-10": "0.0000000001", "2.5e-12": "1/400000000000", "-7.000000000000001": "-7.000000000000001", "0.0009765625": "1/1024",
		"0.00010001000100010001": "0.0001000100010001", "3.3333333333333335": "3.3333333333333335", "123456.123456789012": "123456.123456789",
	} {
		n, err := trees.ParseNumber(in)
		if err != nil || n.String() != want {
			t.Errorf("%s is %v, %v; want %s", in, n, err, want)
		}
	}
	for _, in := range []string{"1e-19", "0.0000000000000000001", "1e-400"} {
		if n, err := trees.ParseNumber(in); err == nil || !strings.Contains(err.Error(), "has more than 18 decimal places") {
			t.Errorf("%s is %v, %v", in, n, err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		x := rng.Float64() * float64(rng.IntN(1000)+1)
		if x < 0.1 {
			continue // its shortest decimal may have more than 18 places
		}
		text := strconv.FormatFloat(x, 'f', -1, 64)
		n, err := trees.ParseNumber(text)
		if err != nil || n.String() != text {
			t.Fatalf("%s is %v, %v", text, n, err)
		}
	}
}

// TestRoundedProbs checks which fractions a list of probabilities means.
func TestRoundedProbs(t *testing.T) {
	for in, want := range map[string]string{
		"0.027777777777777776 0.05555555555555555 0.08333333333333333 0.1111111111111111 0.1388888888888889 0.16666666666666666 0.1388888888888889 0.1111111111111111 0.08333333333333333 0.05555555555555555 0.027777777777777776": "1/36 1/18 1/12 1/9 5/36 1/6 5/36 1/9 1/12 1/18 1/36",
		"0.3333333333333333 0.3333333333333333 0.3333333333333334": "1/3 1/3 1/3", // their sum is exactly 1
		"0.333333333 0.333333333 0.333333333":                      "1/3 1/3 1/3",
		"0.333333333333 0.666666666666":                            "1/3 2/3",
		"0.0007541478129713424 0.9992458521870287":                 "1/1326 1325/1326",
		"0.1 0.2 0.7000000000000001":                               "0.1 0.2 0.7",
		"0.123456789123 0.876543210876":                            "0.123456789 0.876543211",
	} {
		got, rounded := trees.RoundedProbs(numbersOf(t, in))
		if text := wordsOf(got); text != want || !rounded {
			t.Errorf("%s is %s (%t), want %s", in, text, rounded, want)
		}
	}
	for _, in := range []string{ // exact, or not 1
		"0.333333333 0.333333333 0.333333334", "1/3 2/3", "1/1024 1023/1024", "349525/1048576 699051/1048576", "1", "0.5 0.4", "0.33333333 0.33333333 0.33333333", "0 1", "0.123456789123 0.876543210877",
	} {
		if got, rounded := trees.RoundedProbs(numbersOf(t, in)); rounded {
			t.Errorf("%s is read as %s", in, wordsOf(got))
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 { // whatever the parts, what is printed of k/n is read as k/n
		n, left := 2+rng.IntN(300), 0
		var given, want []trees.Number
		for left = n; left > 0; {
			k := 1 + rng.IntN(left)
			left -= k
			x, err := trees.ParseNumber(strconv.FormatFloat(float64(k)/float64(n), 'g', -1, 64))
			if err != nil {
				t.Fatal(err)
			}
			given, want = append(given, x), append(want, trees.Number{Score: trees.Score(k), Unit: trees.Score(n)}.Reduced())
		}
		if got, _ := trees.RoundedProbs(given); wordsOf(got) != wordsOf(want) {
			t.Fatalf("%s is %s, want %s", wordsOf(given), wordsOf(got), wordsOf(want))
		}
	}
}

func numbersOf(t *testing.T, text string) (list []trees.Number) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		n, err := trees.ParseNumber(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

func wordsOf(list []trees.Number) string {
	var words []string
	for _, n := range list {
		words = append(words, n.String())
	}
	return strings.Join(words, " ")
}

// TestRoundedTree reads the probabilities of a tree that a program has printed, in text and in JSON, and
// says once that they were rounded.
func TestRoundedTree(t *testing.T) {
	const third = "0.3333333333333333"
	text := "kind minimax *[ @" + third + " *[ @0.5 1 @0.5 2 ] @" + third + " 3 @" + third + " *[ @" + third + " 1 @0.6666666666666666 5 ] ]"
	tree, notes, err := trees.ReadTextNoted(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if want := "are rounded, and are read as fractions that add up to 1: 0.3333333333333333 as 1/3."; len(notes) != 1 || !strings.Contains(notes[0], want) || !strings.Contains(notes[0], "and at 1 chance node more") {
		t.Errorf("the notes are %q", notes)
	}
	again, err := trees.ReadJSON(tree.AppendJSON(nil))
	if err != nil || again.ReadingNotes() != nil || again.Prob(1) != (trees.Number{Score: 1, Unit: 3}) {
		t.Errorf("%v, %v", err, again)
	}
	json, err := trees.ReadJSON([]byte(`{"kind":"minimax","root":{"chance":true,"children":[{"prob":0.6666666666666666,"value":1},{"prob":0.3333333333333333,"value":0.30000000000000004}]}}`))
	if err != nil || json.ReadingNotes() == nil || json.Prob(1) != (trees.Number{Score: 2, Unit: 3}) {
		t.Errorf("%v, %v", err, json)
	}
}

// TestRoundedEdit gives the children of a chance node probabilities as programs print them, one after
// another: the last one makes them add up to 1.
func TestRoundedEdit(t *testing.T) {
	tree, err := trees.ReadText("kind minimax r: *[ a: 1 b: 2 c: 6 ]")
	if err != nil {
		t.Fatal(err)
	}
	d := trees.NewDraft(tree)
	var summary string
	for _, node := range []string{"2", "3", "4"} {
		e, err := trees.ReadEdit([]byte(`{"op":"set","nodes":[` + node + `],"prob":0.3333333333333333}`))
		if err != nil {
			t.Fatal(err)
		}
		result, err := d.Apply(e)
		if err != nil {
			t.Fatal(err)
		}
		d, summary = result.Draft, result.Summary
	}
	if len(d.Faults()) > 0 || d.Tree().Prob(3) != (trees.Number{Score: 1, Unit: 3}) || !strings.Contains(summary, "the probabilities at r are read as fractions that add up to 1") {
		t.Errorf("%v, %v, %s", d.Faults(), d.Tree().Prob(3), summary)
	}
}

// TestDoublesAreRoundedToFit reads numbers of programs that have no common unit: they get as many places as
// fit, with a note, and decimals and fractions of people stay exact or are refused.
func TestDoublesAreRoundedToFit(t *testing.T) {
	for text, want := range map[string]string{
		"max[ 734.1234567890123 0.012345678901234567 ]":      "max[ 734.1234567890123 0.0123456789012346 ]", // 16 places
		"max[ 0.8444218515250481 1/3 min[ 1/7 1234.5 ] ]":    "max[ 0.844421851525048 1/3 min[ 1/7 1234.5 ] ]",
		"*[ @0.123456789 9.123456789012345 @0.876543211 1 ]": "*[ @0.123456789 9.12345679 @0.876543211 1 ]", // 8 places
	} {
		tree, notes, err := trees.ReadTextNoted(t.Context(), "kind minimax "+text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		meant, err := trees.ReadText("kind minimax " + want)
		if err != nil || tree.Text() != meant.Text() {
			t.Errorf("%s is %s (%v)", text, tree.Text(), err)
		}
		if len(notes) != 1 || !strings.Contains(notes[0], "is read as") || !strings.Contains(notes[0], "rounded to") {
			t.Errorf("%s: the notes are %q", text, notes)
		}
		json, err := trees.ReadJSON(tree.AppendJSON(nil))
		if err != nil || json.Text() != tree.Text() || json.ReadingNotes() != nil {
			t.Errorf("%s: written and read it is %v, %v", text, json, err)
		}
	}
	for _, text := range []string{
		"max[ 0.123456789 1/7 5000000000 ]",          // exact numbers are never rounded
		"max[ 0.1234567890123456 4611686018427387 ]", // not even six places fit
	} {
		if tree, err := trees.ReadText("kind minimax " + text); err == nil || !strings.Contains(err.Error(), "common denominator") {
			t.Errorf("%s: %v, %v", text, tree, err)
		}
	}
}

// TestDoublesWidenLimits reads scores of programs that exceed a limit by their rounding: the limit is wider,
// with a note, and no leaf changes. Anything else that exceeds it is refused.
func TestDoublesWidenLimits(t *testing.T) {
	for text, want := range map[string]string{
		"players 2 maxsum 0.3 1[ (0.1,0.2) (0.30000000000000004,0) ]":                "maxsum is 0.30000000000000004, not 0.3.",
		"players 2 maxsum 1 1[ (0.30000000000000004,0.7) (0.5,0.5) ]":                "maxsum is 25000000000000001/25000000000000000, not 1.",
		"players 2 maxp 0.3 1[ (0.30000000000000004,0.2) (0.1,0.1) ]":                "maxp is 0.30000000000000004, not 0.3.",
		"players 2 minp 0 1[ (-0.00000000000000005551,0.2) (0.1,0.1) ]":              "minp is ",
		"players 2 maxp (0.3,1) 1[ (0.30000000000000004,1.0000000000000002) (0,0) ]": "maxp of player 1 is 0.30000000000000004, not 0.3 and maxp of player 2 is 1.0000000000000002, not 1.",
	} {
		tree, notes, err := trees.ReadTextNoted(t.Context(), text)
		if err != nil || len(notes) == 0 || !strings.Contains(notes[len(notes)-1], want) {
			t.Errorf("%s: %v, %q", text, err, notes)
			continue
		}
		if again, err := trees.ReadText(tree.Text()); err != nil || again.Text() != tree.Text() {
			t.Errorf("%s is written as %s, which is %v, %v", text, tree.Text(), again, err)
		}
	}
	for _, text := range []string{
		"players 2 maxsum 0.3 1[ (0.1,0.2) (0.300000001,0) ]",
		"players 2 maxsum 0.3 1[ (0.1234567890123,0.2) (0.1,0.1) ]",
	} {
		if _, err := trees.ReadText(text); err == nil || !strings.Contains(err.Error(), "more than maxsum") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRandomProbabilities reads 500 trees with random doubles as probabilities at one to four levels. Every tree is
// read, exact expectations are those of its own probabilities, and what differs from the given ones is said.
func TestRandomProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var worst [5]float64
	for i := range 500 {
		levels := 1 + i%4
		text, want := randomDoubles(rng, levels)
		tree, notes, err := trees.ReadTextNoted(t.Context(), "kind minimax "+text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		exact, own := expectation(tree, 0)
		got := exact.In(tree.Unit).Float()
		if math.Abs(got-own) > 1e-6 {
			t.Fatalf("%s: the value is %v, and %v of these probabilities in doubles", text, got, own)
		}
		worst[levels] = max(worst[levels], math.Abs(got-want))
		if tree.Prob(1).IsDouble() == (len(notes) == 1) || len(notes) > 1 {
			t.Errorf("%s\nis %s, with the notes %q", text, tree.Text(), notes)
		}
	}
	// Scores are up to 100. A unit has at most 62 bits, and each level takes its part of them.
	for levels, most := range []float64{0, 1e-6, 1e-5, 1e-3, 1e-2} {
		if worst[levels] > most {
			t.Errorf("with %d levels, values are up to %g from those of the given probabilities", levels, worst[levels])
		}
	}
}

// randomDoubles returns a chance node above others, and its expectation.
func randomDoubles(rng *rand.Rand, levels int) (text string, value float64) {
	if levels == 0 {
		n := rng.IntN(201) - 100
		return strconv.Itoa(n), float64(n)
	}
	weights, sum := make([]float64, 2+rng.IntN(4)), 0.0
	for i := range weights {
		weights[i] = rng.Float64()
		sum += weights[i]
	}
	text = "*[ "
	for _, w := range weights {
		kid, v := randomDoubles(rng, levels-1)
		text += fmt.Sprintf("@%s %s ", strconv.FormatFloat(w/sum, 'f', -1, 64), kid)
		value += w / sum * v
	}
	return text + "]", value
}

// expectation returns the exact value of a node, and that in doubles.
func expectation(t *trees.Tree, n int) (exact trees.Score, about float64) {
	if !t.IsChance(n) {
		v, _ := t.Value(n)
		return v[0], v[0].In(t.Unit).Float()
	}
	for _, k := range t.Kids(n) {
		v, f := expectation(t, int(k))
		exact += t.Prob(int(k)).Weigh(v)
		about += t.Prob(int(k)).Float() * f
	}
	return exact, about
}
