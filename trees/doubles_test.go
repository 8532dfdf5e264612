package trees_test

import (
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
	if err != nil || again.RoundedNote() != "" || again.Prob(1) != (trees.Number{Score: 1, Unit: 3}) {
		t.Errorf("%v, %v", err, again)
	}
	json, err := trees.ReadJSON([]byte(`{"kind":"minimax","root":{"chance":true,"children":[{"prob":0.6666666666666666,"value":1},{"prob":0.3333333333333333,"value":0.30000000000000004}]}}`))
	if err != nil || json.RoundedNote() == "" || json.Prob(1) != (trees.Number{Score: 2, Unit: 3}) {
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
