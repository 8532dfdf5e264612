package cluster

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each work-around of README.md has files and tests, and they are there. The version is that of go.mod.
func TestWorkarounds(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`nats-server/v2 v(\S+)`).FindSubmatch(mod)
	if version == nil || !strings.Contains(string(text), "faults of nats-server "+string(version[1])+",") {
		t.Errorf("README.md does not list the faults of nats-server %s; take out each work-around in a trial", version)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| What") {
			continue
		}
		rows++
		if len(cells) != 4 {
			t.Errorf("%d columns, want 4: %s", len(cells), line)
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			if _, err := os.Stat(filepath.FromSlash(m[1])); err != nil {
				t.Error(err)
			}
		}
		var tests []string // before the name of their file
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if strings.HasPrefix(m[1], "Test") {
				tests = append(tests, m[1])
				continue
			}
			file, err := os.ReadFile(filepath.FromSlash(m[1]))
			if err != nil {
				t.Error(err)
			}
			if len(tests) == 0 {
				t.Errorf("no test is named of %s", m[1])
			}
			for _, name := range tests {
				if !strings.Contains(string(file), "\nfunc "+name+"(") {
					t.Errorf("%s has no %s", m[1], name)
				}
			}
			tests = nil
		}
		if len(tests) > 0 || !strings.Contains(cells[3], "Test") {
			t.Errorf("the file of a test is missing: %s", cells[3])
		}
	}
	if rows < 5 {
		t.Errorf("%d work-arounds were read", rows)
	}
}
