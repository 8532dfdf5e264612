package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	if len(lines) != 12 || lines[0] != "name,printed,measured,ratio,spread,n" || !strings.HasPrefix(lines[1], `"Full tree, nodes",3330000000,`) || !strings.HasSuffix(lines[1], ",3") {
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

	// What is wrong is named, with its range.
	for _, c := range []struct{ args, want string }{
		{"", "sk2000-table2"},
		{"nothing", "experiment k1991-best"},
		{"sk2000-table2 -tricks 9", "parameters.tricks: 9 is out of range: 1 to 6"},
		{"sk2000-table2 -format xml", "none of table, csv and json"},
		{"sk2000-table2 -workers 0", "at least one"},
		{"sk2000-table2 5", `"5" is not an option`},
	} {
		if _, stderr := measured(t, ctx, 2, strings.Fields(c.args)...); !strings.Contains(stderr, c.want) {
			t.Errorf("experiment %s: %s", c.args, stderr)
		}
	}

	ended, end := context.WithCancel(ctx)
	end()
	out, stderr := measured(t, ended, 1, append(small, "-format", "csv")...)
	if !strings.Contains(stderr, "0 of 18 jobs") || !strings.Contains(out, `"Full tree, nodes",3330000000,,,,0`) {
		t.Errorf("interrupted: %s%s", out, stderr)
	}
}
