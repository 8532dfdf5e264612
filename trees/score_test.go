package trees_test

import (
	"testing"

	"espalier/trees"
)

func TestParseScore(t *testing.T) {
	for in, want := range map[string]trees.Score{
		"0": 0, "-0": 0, "-0.0e5": 0, "0e999999999999999999999": 0, "0.000000e-99": 0,
		"5": 5 * trees.Unit, "-5": -5 * trees.Unit, "123456": 123_456 * trees.Unit, "1234567": 1_234_567 * trees.Unit,
		"0.5": trees.Unit / 2, "0.50": trees.Unit / 2, "1.000001": trees.Unit + 1, "0.000001": 1, "1e-6": 1,
		"0.0000010000000000": 1, "10e-7": 1, "1e2": 100 * trees.Unit, "1E+2": 100 * trees.Unit, "1.5e1": 15 * trees.Unit,
		"1000000000": trees.MaxScore, "1e9": trees.MaxScore, "-1e9": -trees.MaxScore, "0.0000000001e19": trees.MaxScore,
		"999999999.999999": trees.MaxScore - 1, "100000000000000000000e-11": trees.MaxScore,
	} {
		if got, err := trees.ParseScore(in); got != want || err != nil {
			t.Errorf("ParseScore(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"":                       `"" is not a number`,
		"-":                      `"-" is not a number`,
		"+1":                     `"+1" is not a number`,
		"01":                     `"01" is not a number`,
		"-01":                    `"-01" is not a number`,
		"00":                     `"00" is not a number`,
		"1.":                     `"1." is not a number`,
		".5":                     `".5" is not a number`,
		"1.5.0":                  `"1.5.0" is not a number`,
		"1e":                     `"1e" is not a number`,
		"1e+":                    `"1e+" is not a number`,
		"1e+-1":                  `"1e+-1" is not a number`,
		"1e1e1":                  `"1e1e1" is not a number`,
		"1e1.5":                  `"1e1.5" is not a number`,
		"e5":                     `"e5" is not a number`,
		"0x10":                   `"0x10" is not a number`,
		"1_000":                  `"1_000" is not a number`,
		" 1":                     `" 1" is not a number`,
		"--1":                    `"--1" is not a number`,
		"∞":                      "a score of a tree is finite, and ∞ is not; write a number beyond the largest score of the game, such as 1000",
		"NaN":                    "a score of a tree is a number, and NaN is none; write the number, or ?, in JSON null, where a leaf has no known value",
		"1e-7":                   "1e-7 has more than 6 decimal places",
		"1.5e-6":                 "1.5e-6 has more than 6 decimal places",
		"1e-9999999999999999999": "1e-9999999999999999999 has more than 18 decimal places",
		"1000000000.000001":      "1000000000.000001 is larger than 1000000000 in size, the largest number that is allowed",
		"-1000000001":            "-1000000001 is larger than 1000000000 in size, the largest number that is allowed",
		"1e10":                   "1e10 is larger than 1000000000 in size, the largest number that is allowed",
		"1e9999999999999999999":  "1e9999999999999999999 is larger than 4611686018427387904 in size, the largest number that is allowed",
		"9999999999999999999999": "9999999999999999999999 is larger than 4611686018427387904 in size, the largest number that is allowed",
	} {
		if got, err := trees.ParseScore(in); err == nil || err.Error() != want {
			t.Errorf("ParseScore(%q) = %v, %v; want the error %s", in, got, err, want)
		}
	}
}
