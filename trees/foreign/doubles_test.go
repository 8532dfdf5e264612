package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
)

// TestRoundedProbabilities reads probabilities as programs print them in each notation that has them.
func TestRoundedProbabilities(t *testing.T) {
	for name, text := range map[string]string{
		"efg":      `EFG 2 R "" { "A" "B" } c "" 1 "" { "x" 0.3333333333333333 "y" 0.6666666666666666 } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 0.30000000000000004 -0.30000000000000004 }`,
		"children": `{"type":"chance","children":[{"prob":0.3333333333333333,"value":[1,2]},{"prob":0.6666666666666666,"value":[2,1]}]}`,
		"json":     `{"kind":"minimax","root":{"chance":true,"children":[{"prob":0.3333333333333333,"value":1},{"prob":0.6666666666666666,"value":2}]}}`,
		"espalier": "kind minimax *[ @0.3333333333333333 1 @0.6666666666666666 2 ]",
	} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p := got.Tree.Prob(1); p != (trees.Number{Score: 1, Unit: 3}) {
			t.Errorf("%s: the first probability is %v", name, p)
		}
		if said := strings.Join(got.Notes, " "); strings.Count(said, "0.3333333333333333 as 1/3") != 1 {
			t.Errorf("%s: the notes are %q", name, said)
		}
	}
}

// TestDoublesFit reads numbers of a program that have no common unit, and says that they are rounded.
func TestDoublesFit(t *testing.T) {
	got, err := foreign.Read(t.Context(), "[[734.1234567890123, 0.012345678901234567], [3, 1/3]]", foreign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(strings.Fields(got.Tree.Text()), " "); text != "kind minimax max[ min[ 734.1234567890123 0.012345678901235 ] min[ 3 1/3 ] ]" {
		t.Errorf("it is %s", text)
	}
	if said := strings.Join(got.Notes, " "); strings.Count(said, "0.012345678901234567 is read as") != 1 {
		t.Errorf("the notes are %q", got.Notes)
	}
	if _, err := foreign.Read(t.Context(), "[[5000000000, 0.123456789], [3, 1/7]]", foreign.Options{}); err == nil || !strings.Contains(err.Error(), "common denominator") {
		t.Errorf("exact numbers: %v", err)
	}
}

// TestProbabilitiesOfLevels reads random probabilities at two levels, and says to how many places they are rounded.
func TestProbabilitiesOfLevels(t *testing.T) {
	got, err := foreign.Read(t.Context(), `{"type":"chance","children":[{"prob":0.8444218515250481,"type":"chance","children":[{"prob":0.8444218515250481,"value":30},{"prob":0.15557814847495190,"value":"1/3"}]},{"prob":0.15557814847495190,"value":7}]}`, foreign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := oneLine(got.Tree); text != "kind minimax *[ @0.84442185 *[ @0.84442185 30 @0.15557815 1/3 ] @0.15557815 7 ]" {
		t.Errorf("it is %s", text)
	}
	if said := strings.Join(got.Notes, " "); strings.Count(said, "0.8444218515250481 as 0.84442185. Numbers with more than 9 decimal places are rounded to 8 places there") != 1 {
		t.Errorf("the notes are %q", got.Notes)
	}
	if _, err := foreign.Read(t.Context(), "kind minimax *[ @0.844421851 *[ @0.844421851 *[ @0.844421851 30 @0.155578149 1 ] @0.155578149 1 ] @0.155578149 7 ]", foreign.Options{}); err == nil || !strings.Contains(err.Error(), "common denominator") {
		t.Errorf("exact probabilities: %v", err)
	}
}

// TestDigitsThatAreNotKept says of each decimal that is not exactly what is read, and of no other one.
func TestDigitsThatAreNotKept(t *testing.T) {
	for text, want := range map[string]string{
		"[3, +.1234567890123456789]":                          "+.1234567890123456789 is read as 0.12345678901234568: ",
		"max[3 0.1234567890123456789 2.00000000000000000001]": "0.1234567890123456789 is read as 0.12345678901234568, and 1 more: ",
		`{"kind":"minimax","root":{"player":1,"children":[{"value":0.1234567890123456789},{"value":3}]}}`: "0.1234567890123456789 is read as 0.12345678901234568: ",
		"chance(0.25000000000000000001: 1, 0.75: 3)":                                                      "0.25000000000000000001 is read as 0.25: ",
		"max[3 0.30000000000000004 0.1234567890 1/3]":                                                     "",
		`{"children":[{"value":1e-3},{"value":2.500000000000000000000}]}`:                                 "",
	} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		said := strings.Join(got.Notes, " ")
		if !strings.Contains(said, want) || want == "" && strings.Contains(said, "is read as") {
			t.Errorf("%s: the notes are %q", text, got.Notes)
		}
	}
}
