package traces_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// hasModule reports whether Python has a module.
func hasModule(t *testing.T, name string) bool {
	t.Helper()
	needs(t, "python3")
	return exec.CommandContext(t.Context(), "python3", "-c", "import "+name).Run() == nil
}

// notebook returns a folder with the files for Python.
func notebook(t *testing.T, server string) string {
	t.Helper()
	needs(t, "python3")
	folder := t.TempDir()
	fetched(t, server, folder, "espalier.py", "espalier_trees.py", "espalier_notebook.py", "tree_networkx.py", "tree_openspiel.py", "tree_chess.py")
	return folder
}

// TestNotebook compares the searches of the notebook with those of the server, and checks what a
// cell shows.
func TestNotebook(t *testing.T) {
	t.Parallel()
	_, ts := webtest.ServeWithStore(t)
	folder := notebook(t, ts.URL)
	script, err := os.ReadFile(filepath.Join("testdata", "notebook.py"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "notebook.py", string(script))
	var got struct {
		Pictures, Players, Wrong []string
		Large                    string
	}
	if err := json.Unmarshal(output(t, folder, "python3", "-B", "notebook.py", ts.URL), &got); err != nil {
		t.Fatal(err)
	}
	for _, svg := range got.Pictures {
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v: %s", err, svg)
			}
		}
	}
	if own := got.Pictures[4]; !strings.Contains(own, "&lt;root&gt;") || !strings.Contains(own, "up &amp; away") || strings.Count(own, "stroke-width=\"2.5\"") != 2 {
		t.Errorf("the picture of a trace is %s", own)
	}
	frame := regexp.MustCompile(`src="([^"]*)"`)
	for i, page := range got.Players {
		address := html.UnescapeString(frame.FindStringSubmatch(page)[1])
		resp, text := webtest.Get(t, address)
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(text), `id="sentence"`) {
			t.Errorf("%s: %s", address, resp.Status)
		}
		if stored := strings.Contains(address, "saved="); stored != (i == 2) { // the third tree is too long for an address
			t.Errorf("the address is %s", address)
		}
	}
	says := []string{"an empty list is no node", "one leaf is 1, another [2, 3]", "an empty list", "'x' is no value of a leaf",
		`run("deep", tree, server=`, "shallow pruning needs maxsum", `"shalow"`, "does not answer"}
	for i, want := range says {
		if !strings.Contains(got.Wrong[i], want) || !strings.HasPrefix(got.Wrong[i], "espalier: ") {
			t.Errorf("%q does not say %q", got.Wrong[i], want)
		}
	}
	if !strings.Contains(got.Large, "301 nodes; a picture has at most 200") {
		t.Errorf("a large tree is shown as %s", got.Large)
	}
}

// TestTreePrograms runs the examples of trees out of other libraries.
func TestTreePrograms(t *testing.T) {
	t.Parallel()
	_, ts := webtest.Serve(t)
	folder := notebook(t, ts.URL)
	for module, c := range map[string]struct{ program, says string }{
		"networkx": {"tree_networkx.py", "alphabeta: 3; 6 of 7 nodes visited"},
		"pyspiel":  {"tree_openspiel.py", "alphabeta: "},
		"chess":    {"tree_chess.py", "alphabeta: 100; 47 of 173 nodes visited"},
	} {
		t.Run(module, func(t *testing.T) {
			if !hasModule(t, module) {
				if module == "networkx" && os.Getenv("CI") == "true" {
					t.Fatal("python3 has no networkx; .ci/install installs it")
				}
				t.Skipf("SKIPPED: python3 has no %s: %s is not tested", module, c.program)
			}
			if out := string(output(t, folder, "python3", "-B", c.program)); !strings.HasPrefix(out, c.says) {
				t.Errorf("%s prints %s", c.program, out)
			}
		})
	}
}

// TestClientsPage runs the examples of the page as cells of a notebook.
func TestClientsPage(t *testing.T) {
	t.Parallel()
	_, ts := webtest.ServeWithStore(t)
	resp, page := webtest.Get(t, ts.URL+"/clients")
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/clients/none.py"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a file that does not exist: %s", resp.Status)
	}
	for _, link := range regexp.MustCompile(`href="(/clients/[^"]*)"`).FindAllStringSubmatch(string(page), -1) {
		if resp, text := webtest.Get(t, ts.URL+link[1]); resp.StatusCode != http.StatusOK || len(text) == 0 {
			t.Errorf("%s: %s", link[1], resp.Status)
		}
	}
	folder := notebook(t, ts.URL)
	if !hasModule(t, "IPython") {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 has no IPython; .ci/install installs it")
		}
		t.Skip("SKIPPED: python3 has no IPython: cells of notebooks are not tested")
	}
	cells := []string{}
	for _, m := range regexp.MustCompile(`(?s)<pre[^>]*><code>(.*?)</code></pre>`).FindAllStringSubmatch(string(page), -1) {
		if cell := html.UnescapeString(m[1]); strings.HasPrefix(cell, "import espalier\n") || strings.HasPrefix(cell, "# Max") {
			cells = append(cells, cell)
		}
	}
	if len(cells) != 2 {
		t.Fatalf("%d cells", len(cells))
	}
	// The trace of the first cell goes on in the last one.
	cells = append(cells, "from IPython.display import display; display(espalier.run('shallow', tree))", "trace.leaf('b', (5, 2, 2)); trace.flush(); trace.exit('a', (5, 2, 2)); trace.close()",
		"trace = espalier.watch(server='"+ts.URL+"'); trace.enter('a'); trace.flush(); trace.exit('a', trace.leaf('b', 3)); trace.close()")
	text, err := json.Marshal(cells)
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "cells.json", string(text))
	write(t, folder, "cells.py", `import json
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

shell, shown = InteractiveShell.instance(), []
for cell in json.load(open("cells.json")):
    with capture_output() as captured:
        shell.run_cell(cell).raise_error()
    shown.append([o.data.get("text/html", "") for o in captured.outputs])
print(json.dumps(shown))
`)
	var shown [][]string
	if err := json.Unmarshal(output(t, folder, "python3", "-B", "cells.py"), &shown); err != nil {
		t.Fatal(err)
	}
	watched, run, after, sent := shown[0], shown[2], shown[3], shown[4]
	if len(watched) == 0 || !strings.Contains(watched[len(watched)-1], "<p>1 node</p>") {
		t.Errorf("a watched search that is not closed is shown as %q", watched)
	}
	if len(run) != 1 || !strings.Contains(run[0], "<svg") || !strings.Contains(run[0], "shallow: (5, 2, 2)") {
		t.Errorf("the cells show %q", shown)
	}
	if len(after) < 2 || !slices.ContainsFunc(after, func(s string) bool { return strings.Contains(s, "(5, 2, 2)") && strings.Contains(s, "2 nodes") }) {
		t.Errorf("the watched search is shown as %q", after)
	}
	if len(sent) < 3 || !strings.Contains(sent[1], "its page") || !strings.Contains(sent[len(sent)-1], "<iframe src=\""+ts.URL+"/embed?trace=") {
		t.Errorf("the search on a server is shown as %q", sent)
	}
}
