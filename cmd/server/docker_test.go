package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The Dockerfile is of this module: its Go is new enough, its user is not root, and
// its command lines are right.
func TestDockerfile(t *testing.T) {
	b, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if version == nil || !strings.Contains(text, "FROM golang:"+string(version[1])+" ") {
		t.Errorf("the image is not built with Go %s of go.mod", version)
	}
	if user := regexp.MustCompile(`(?m)^USER (\S+)$`).FindStringSubmatch(text); user == nil || strings.HasPrefix(user[1], "0") || user[1] == "root" {
		t.Errorf("the user is %v, want one that is not root", user)
	}
	commands := regexp.MustCompile(`\["/espalier"((?:, "[^"]*")*)\]`).FindAllStringSubmatch(text, -1)
	if len(commands) != 2 {
		t.Fatalf("there are %d commands, want that of the health check and that of the server", len(commands))
	}
	var all options
	for _, c := range commands {
		o, err := readOptions(strings.Split(strings.NewReplacer(`, "`, "\n", `"`, "").Replace(c[1]), "\n")[1:], io.Discard)
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
		}
		if o.check != "" {
			all.check = o.check
		} else {
			all.addr, all.data = o.addr, o.data
		}
	}
	if !strings.HasSuffix(all.check, ":8080/readyz") || all.addr != "0.0.0.0:8080" || !strings.Contains(text, "VOLUME "+all.data+"\n") || !strings.Contains(text, "EXPOSE 8080\n") {
		t.Errorf("the health check asks %q of the server at %q with its data in %q", all.check, all.addr, all.data)
	}
}

// The systemd unit in the documentation has options that exist.
func TestSystemdUnit(t *testing.T) {
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	start := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/espalier (.*)$`).FindSubmatch(b)
	if start == nil {
		t.Fatal("there is no ExecStart")
	}
	if _, err := readOptions(strings.Fields(string(start[1])), io.Discard); err != nil {
		t.Errorf("%s: %v", start[1], err)
	}
}
