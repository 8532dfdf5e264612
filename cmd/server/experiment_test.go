package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func measured(t *testing.T, ctx context.Context, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	if got := Run(ctx, append([]string{"experiment"}, args...), &out, &errors); got != want {
		t.Fatalf("experiment %q: exit status %d, want %d: %s%s", args, got, want, out.String(), errors.String())
	}
	return out.String(), errors.String()
}

// The command prints the rows of an experiment, the same with any number of workers.
func TestExperimentCommand(t *testing.T) {
	ctx := context.Background()
	small := []string{"sk2000-table2", "-quick", "-deals", "3", "-cards", "4", "-tricks", "3"}
	csv, _ := measured(t, ctx, 0, append(small, "-format", "csv", "-workers", "1")...)
	if again, _ := measured(t, ctx, 0, append(small, "-format", "csv", "-workers", "4")...); again != csv {
		t.Errorf("with four workers the rows are\n%swith one\n%s", again, csv)
	}
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	if len(lines) != 12 || lines[0] != "name,printed,measured,ratio,spread,n,median,low,high,undecided,interval_low,interval_high,interval_method" || !strings.HasPrefix(lines[1], `"Full tree, nodes",3330000000,`) || !strings.Contains(lines[1], ",3,,,,,") || !strings.HasSuffix(lines[1], ",t") {
		t.Errorf("CSV:\n%s", csv)
	}
	text, _ := measured(t, ctx, 0, append(small, "-format", "json")...)
	var got struct {
		Experiment, Command string
		Parameters, Differs map[string]int
		Done, Of            int
		Rows                []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Command != "server experiment sk2000-table2 -cards=4 -deals=3 -quick=true -tricks=3" || got.Parameters["tricks"] != 3 || got.Differs["tricks"] != 5 || len(got.Differs) != 3 || got.Done != 18 || got.Of != 18 || len(got.Rows) != 11 {
		t.Errorf("JSON: %+v", got)
	}
	if table, _ := measured(t, ctx, 0, small...); !strings.Contains(table, "Paranoid with heuristic, reduction") {
		t.Errorf("table:\n%s", table)
	}
	// A table of wins has a column for the games without a winner.
	wins := []string{"best-reply", "-starts", "1", "-checkers_nodes", "50", "-size", "1", "-moves", "20"}
	if table, _ := measured(t, ctx, 0, wins...); !strings.Contains(table, "undecided") {
		t.Errorf("table:\n%s", table)
	}

	// What is wrong is named, with its range.
	for _, c := range []struct{ args, want string }{
		{"", "sk2000-table2"},
		{"nothing", "experiment k1991-best"},
		{"sk2000-table2 -tricks 9", "parameters.tricks: 9 is out of range: 1 to 6"},
		{"sk2000-table2 -format xml", "none of table, csv and json"},
		{"sk2000-table2 -workers 0", "at least one"},
		{"sk2000-table2 5", `"5" is not an option`},
		{"sk2000-table2 -quick -letter", "exclude each other"},
	} {
		if _, stderr := measured(t, ctx, 2, strings.Fields(c.args)...); !strings.Contains(stderr, c.want) {
			t.Errorf("experiment %s: %s", c.args, stderr)
		}
	}

	ended, end := context.WithCancel(ctx)
	end()
	out, stderr := measured(t, ended, 1, append(small, "-format", "csv")...)
	if !strings.Contains(stderr, "0 of 18 jobs") || !strings.Contains(out, `"Full tree, nodes",3330000000,,,,0,,,`) {
		t.Errorf("interrupted: %s%s", out, stderr)
	}
}

// To the letter, the parameters are exactly those of the paper.
func TestExperimentByLetter(t *testing.T) {
	text, _ := measured(t, context.Background(), 0, "sk2000-table2", "-letter", "-deals", "2", "-cards", "4", "-tricks", "3", "-format", "json")
	var got struct {
		Command             string
		Parameters, Differs map[string]int
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Parameters["gaps"] != 0 || got.Parameters["root"] != 1 || got.Parameters["cards"] != 4 || got.Differs["gaps"] != 1 || !strings.Contains(got.Command, "-letter=true") {
		t.Errorf("to the letter: %+v", got)
	}
}

// A run that keeps its counts goes on where it was interrupted, also in the middle of a line, and
// does no job again; the counts of other parameters are refused.
func TestExperimentKept(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "counts")
	small := []string{"sk2000-table2", "-deals", "4", "-cards", "4", "-tricks", "3", "-format", "csv", "-workers", "1"}
	want, _ := measured(t, ctx, 0, small...)
	kept := append(small, "-keep", file)
	if got, _ := measured(t, ctx, 0, kept...); got != want {
		t.Errorf("with a file of counts the rows are\n%swant\n%s", got, want)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	if len(lines) != 1+24+1 {
		t.Fatalf("%d lines, want 25:\n%s", len(lines)-1, whole)
	}
	// What is in the file is believed: job 0 is not done again.
	lines[1] = `{"job":0,"counts":[1000000000,1]}` + "\n"
	cut := strings.Join(lines[:9], "") + lines[9][:len(lines[9])/2]
	if err := os.WriteFile(file, []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _ := measured(t, ctx, 0, kept...)
	if got == want || strings.Contains(strings.SplitN(got, "\n", 3)[1], ",1000000000,") {
		t.Errorf("the count in the file was not used:\n%s", got)
	}
	again, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines[1] = `{"job":0,"counts":[1000000000,1]}` + "\n"
	if string(again) != strings.Join(lines, "") {
		t.Errorf("after it the file has\n%s\nwant\n%s", again, strings.Join(lines, ""))
	}

	for what, text := range map[string]string{"other parameters": strings.Replace(lines[0], `"tricks":3`, `"tricks":2`, 1), "no file of counts": "counts\n", "no job of this run": lines[0] + `{"job":24,"counts":[1]}` + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, stderr := measured(t, ctx, 1, kept...); !strings.Contains(stderr, what) {
			t.Errorf("%s: %s", what, stderr)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != text {
			t.Errorf("%s: the file that was refused is now %q", what, after)
		}
	}
}
