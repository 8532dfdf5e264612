package traces

import (
	"embed"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/trace/program"
	"espalier/web/fair"
	"espalier/web/problem"
)

//go:embed clients
var clientFiles embed.FS

// A language has a file with which its programs print their searches, and a program that does so.
type language struct {
	Name    string
	Anchor  string // on the page
	File    clientFile
	Program clientFile
	What    string // the program does
	Run     string // how it is started
}

// A clientFile is served at /clients/ and its name.
type clientFile struct{ Name, Text string }

// languages are in the order of the page.
var languages = []language{
	{"Python", "python", file("python/espalier.py"), file("python/alphabeta.py"),
		"alpha-beta", "python3 alphabeta.py > run.ndjson"},
	{"Java", "java", file("java/Espalier.java"), file("java/Shallow.java"),
		"shallow pruning with three players", "javac Espalier.java Shallow.java && java Shallow > run.ndjson"},
	{"C++", "cpp", file("cpp/espalier.hpp"), file("cpp/alphabeta.cpp"),
		"alpha-beta, written as negamax", "g++ -std=c++17 -o alphabeta alphabeta.cpp && ./alphabeta > run.ndjson"},
	{"JavaScript", "javascript", file("js/espalier.mjs"), file("js/shallow.mjs"),
		"shallow pruning with three players", "node shallow.mjs > run.ndjson"},
	{"Go", "go", file("go/espalier.go"), file("go/shallow.go"),
		"shallow pruning with three players", "go run espalier.go shallow.go > run.ndjson"},
}

// notebookFiles are for Python, beside the first client.
var notebookFiles = []clientFile{file("python/espalier_trees.py"), file("python/espalier_notebook.py")}

// packedReader reads the packed traces of a server.
var packedReader = file("python/espalier_packed.py")

// treePrograms make trees of the objects of other libraries.
var treePrograms = []language{
	{Name: "networkx", Program: file("python/tree_networkx.py")},
	{Name: "OpenSpiel", Program: file("python/tree_openspiel.py")},
	{Name: "python-chess", Program: file("python/tree_chess.py")},
}

func file(name string) clientFile {
	text, err := clientFiles.ReadFile("clients/" + name)
	if err != nil {
		panic(err) // the names are those above
	}
	return clientFile{path.Base(name), string(text)}
}

// findFile returns the file with a name; ok is false if there is none.
func findFile(name string) (f clientFile, ok bool) {
	list := append(notebookFiles[:len(notebookFiles):len(notebookFiles)], packedReader)
	for _, c := range append(languages[:len(languages):len(languages)], treePrograms...) {
		list = append(list, c.File, c.Program)
	}
	for _, f := range list {
		if f.Name == name {
			return f, name != ""
		}
	}
	return f, false
}

// ServeClients answers GET /clients: the files, and a program in each language.
func (h *Handlers) ServeClients(w http.ResponseWriter, r *http.Request) error {
	if _, err := problem.CheckKnown(r); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, clientsView(strings.TrimSuffix(h.WholeAddress(r, "/"), "/"), h.placesOf(fair.ClientFrom(r.Context()))))
	return nil
}

// ServeClient answers GET /clients/{file}.
func (h *Handlers) ServeClient(w http.ResponseWriter, r *http.Request) error {
	name := chi.URLParam(r, "file")
	f, ok := findFile(name)
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no client " + name + ". All of them are listed at " + h.Link("/clients") + "."}
	}
	kind := "text/plain"
	if path.Ext(name) == ".mjs" {
		kind = "text/javascript" // so that a page can import it
	}
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(f.Text))
	return nil
}

// after returns what follows an element of a list in a sentence.
func after(i, count int) string {
	switch i {
	case count - 1:
		return ""
	case count - 2:
		return " and"
	}
	return ","
}

// longestProgram is how long the text of a program may be.
var longestProgram = strconv.Itoa(program.MaxProgram>>10) + " KiB"

// treesExample shows what tree takes; a test runs it.
const treesExample = `# Max, then Min
espalier.tree([[3, 12, 8], [2, 4, 6]])
# a score for each of three players
espalier.tree([(5, 2, 2), [(1, 6, 2), (3, 3, 3)]], maxsum=9)
# with the names of the moves
espalier.tree({"left": 3, "right": {"up": 5, "down": 4}})`

// notebookExample shows what a notebook can do; a test runs it.
func notebookExample(server string) string {
	return `import espalier
tree = espalier.tree([(5, 2, 2), [[(2, 2, 5), (2, 3, 4)], (6, 1, 2)]], maxsum=9)
espalier.show(tree)            # a picture
espalier.run("shallow", tree)  # so do maxn, minimax and alphabeta

# any algorithm, to step through
espalier.run("deep", tree, server="` + server + `")

# your own search, drawn while it runs
trace = espalier.watch(players=3, maxsum=9)
trace.enter("a", player=1)`
}
