package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/faulty"
	"espalier/web/cluster/natstest"
	"espalier/web/store/key"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

var (
	promiseSeed  = flag.Uint64("promise-seed", 0, "the only seed of TestAnswersAreKept and TestClusterKeepsAnswers; 0: as many as -promise-seeds")
	promiseSeeds = flag.Int("promise-seeds", 0, "how many seeds they take; 0: 12, and 2 on a cluster")
)

// seedsOf calls f with each seed.
func seedsOf(t *testing.T, usual int, f func(t *testing.T, seed uint64)) {
	first, n := uint64(1), usual
	if *promiseSeeds > 0 {
		n = *promiseSeeds
	}
	if *promiseSeed > 0 {
		first, n = *promiseSeed, 1
	}
	for seed := first; seed < first+uint64(n); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { f(t, seed) })
	}
}

// acknowledged is what a class has got acknowledged: in a room, in an assignment and in a task. Beside it
// are traces of others.
type acknowledged struct {
	room     struct{ Code, Key string }
	tokens   []string         // of the followers
	answers  []map[string]int // by question from q1: the node that a follower has picked, by token
	hands    int
	lesson   string // its id
	homework struct{ ID, Key string }
	students map[string]*answeredBy // by token
	task     struct{ ID, Key string }
	desk     string            // its key; the lesson and the homework are on it
	runs     map[string]*ranBy // by token
	traces   map[string]string // what was sent, by id

	served, named int
}

type answeredBy struct {
	name, id string
	tries    []int // by item
}

// ranBy is what a student of the task has sent.
type ranBy struct {
	name, id string
	tries    int
	url      string // of the run
}

const (
	promiseClass  = 7 // followers, each of whom picks another node
	promiseItems  = 2
	promiseThings = 2 // on the desk
)

func read[T any](t testing.TB, b []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v: %.300s", err, b)
	}
	return v
}

// waitFor reads up to a message of a type.
func waitFor(t testing.TB, p *webtest.Peer, kind string) map[string]any {
	t.Helper()
	for {
		p.WS.SetReadDeadline(time.Now().Add(time.Minute))
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if m := read[map[string]any](t, text); m["type"] == kind {
			return m
		} else if m["type"] == "error" {
			t.Fatalf("%s", text)
		}
	}
}

// holdClass has a class answer in a room and in an assignment.
func holdClass(t testing.TB, ts *httptest.Server) *acknowledged {
	t.Helper()
	a := &acknowledged{students: map[string]*answeredBy{}}
	show := `{"figure":"k1991-fig6","algorithm":"deep","step":10}`
	resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":`+show+`}`)
	if resp.StatusCode != 201 {
		t.Fatalf("POST rooms = %s %s", resp.Status, b)
	}
	json.Unmarshal(b, &a.room)
	var class []*webtest.Peer
	for range promiseClass {
		p := webtest.Dial(t, ts)
		p.Send(`{"type":"join","id":"j","code":%q}`, a.room.Code)
		token, _ := waitFor(t, p, "room")["you"].(string)
		a.tokens, class = append(a.tokens, token), append(class, p)
	}
	for q := range 2 {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms/"+a.room.Key+"/ask", `{"question":{"kind":"pick","step":10}}`); resp.StatusCode != 200 {
			t.Fatalf("ask = %s %s", resp.Status, b)
		}
		a.answers = append(a.answers, map[string]int{})
		for i, p := range class {
			for m := waitFor(t, p, "room"); ; m = waitFor(t, p, "room") {
				if asked, _ := m["question"].(map[string]any); asked != nil && asked["id"] == fmt.Sprintf("q%d", q+1) {
					break
				}
			}
			p.Send(`{"type":"answer","id":"j","question":"q%d","answer":%d}`, q+1, i)
			waitFor(t, p, "answered")
			a.answers[q][a.tokens[i]] = i
		}
	}
	for _, p := range class[:3] {
		p.Send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
		waitFor(t, p, "handed")
		a.hands++
	}
	for _, p := range class {
		p.WS.Close()
	}
	question := `{"show":` + show + `,"question":{"kind":"pick","text":"Pick one."}}`
	resp, b = webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title":"Picks","scenes":[`+question+`,`+question+`]}`)
	if resp.StatusCode != 201 {
		t.Fatalf("POST lessons = %s %s", resp.Status, b)
	}
	made := read[struct{ ID, Key string }](t, b)
	a.lesson = made.ID
	resp, b = webtest.Post(t, ts.URL+"/api/v1/assignments", `{"lesson":"`+a.lesson+`","names":"required"}`)
	if resp.StatusCode != 201 {
		t.Fatalf("POST assignments = %s %s", resp.Status, b)
	}
	json.Unmarshal(b, &a.homework)
	a.desk = deskWith(t, ts, fmt.Sprintf(`{"kind":"assignment","key":%q},{"kind":"lesson","key":%q}`, a.homework.Key, made.Key))
	for n := range 8 {
		name := fmt.Sprintf("Student %d", n)
		resp, b := webtest.Post(t, ts.URL+"/api/v1/assignments/"+a.homework.ID+"/students", `{"name":"`+name+`"}`)
		if resp.StatusCode != 201 {
			t.Fatalf("enter = %s %s", resp.Status, b)
		}
		s := read[struct{ Token, Student string }](t, b)
		a.students[s.Token] = &answeredBy{name: name, id: s.Student, tries: make([]int, promiseItems)}
	}
	resp, b = webtest.Post(t, ts.URL+"/api/v1/tasks", `{"algorithm":"maxn","trees":[{"text":"players 2 maxsum 3 1[ (1,2) (2,1) ]"}]}`)
	if resp.StatusCode != 201 {
		t.Fatalf("POST tasks = %s %s", resp.Status, b)
	}
	json.Unmarshal(b, &a.task)
	a.runs, a.traces = map[string]*ranBy{}, map[string]string{}
	for n := range 5 {
		name := fmt.Sprintf("Programmer %d", n)
		resp, b := webtest.Post(t, ts.URL+"/api/v1/tasks/"+a.task.ID+"/students", `{"name":"`+name+`"}`)
		if resp.StatusCode != 201 {
			t.Fatalf("enter = %s %s", resp.Status, b)
		}
		s := read[struct{ Token, Student string }](t, b)
		a.runs[s.Token] = &ranBy{name: name, id: s.Student}
		sent := promiseRun + fmt.Sprintf("# %d\n", n)
		resp, b = webtest.Send(t, "POST", ts.URL+"/api/v1/traces", sent)
		if resp.StatusCode != 201 {
			t.Fatalf("POST traces = %s %s", resp.Status, b)
		}
		a.traces[read[struct{ ID string }](t, b).ID] = sent
	}
	for range 2 {
		a.work(t, ts)
	}
	return a
}

// deskWith makes a desk with some things, and opens it, so that it has their titles.
func deskWith(t testing.TB, ts *httptest.Server, things string) string {
	t.Helper()
	_, b := webtest.Post(t, ts.URL+"/api/v1/desks", `{}`)
	desk := read[struct{ Key string }](t, b).Key
	if resp, b := webtest.Send(t, "PUT", ts.URL+"/api/v1/desks/"+desk+"/things", `{"add":[`+things+`]}`, "Content-Type", "application/json"); resp.StatusCode != 200 {
		t.Fatalf("PUT things = %s %s", resp.Status, b)
	}
	webtest.Get(t, ts.URL+"/api/v1/desks/"+desk)
	return desk
}

// promiseRun is a right run on the tree of the task.
const promiseRun = `{"type":"enter","id":0,"player":1}
{"type":"leaf","value":[1,2]}
{"type":"leaf","value":[2,1]}
{"type":"exit","id":0,"value":[2,1]}
`

// work answers the homework and sends runs once more.
func (a *acknowledged) work(t testing.TB, ts *httptest.Server) {
	t.Helper()
	a.answerHomework(t, ts)
	for token, s := range a.runs {
		resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/tasks/"+a.task.ID+"/runs", promiseRun, "Authorization", "Bearer "+token)
		switch {
		case resp.StatusCode == 200:
			sent := read[struct{ Runs []struct{ URL string } }](t, b)
			s.tries++
			s.url = sent.Runs[0].URL
		case resp.StatusCode < 500:
			t.Errorf("a run of %s = %s %s", s.name, resp.Status, b)
		}
	}
}

// checkRuns wants each run of the task, and each trace, served or named as damaged.
func (a *acknowledged) checkRuns(t testing.TB, ts *httptest.Server) {
	t.Helper()
	b, damaged := results(t, ts, "/api/v1/tasks/"+a.task.Key+"/results")
	rows := map[string]struct {
		Name    string
		Damaged bool
		Runs    []struct {
			Verdict string
			Tries   int
		}
	}{}
	if !damaged {
		all := read[struct{ Students []json.RawMessage }](t, b)
		for _, one := range all.Students {
			row := rows[""]
			json.Unmarshal(one, &row)
			rows[read[struct{ Student string }](t, one).Student] = row
		}
	}
	for token, s := range a.runs {
		row, there := rows[s.id]
		switch {
		case damaged, there && row.Damaged && row.Name == s.name:
			a.named++
		case there && !row.Damaged && row.Runs[0].Tries >= s.tries && (s.tries == 0 || row.Runs[0].Verdict == "right"):
			a.served++
		default:
			t.Errorf("%s has sent %d runs, and the results have %+v: %s", s.name, s.tries, row, b)
		}
		own, lost := results(t, ts, "/api/v1/tasks/"+a.task.ID, "Authorization", "Bearer "+token)
		if lost {
			a.named++
		} else if read[struct{ Name string }](t, own).Name == s.name {
			a.served++
		} else {
			t.Errorf("%s sees %s", s.name, own)
		}
		if s.url != "" {
			if got, lost := results(t, ts, "/api/v1"+s.url+"/source"); lost {
				a.named++
			} else if string(got) == promiseRun {
				a.served++
			} else {
				t.Errorf("the run of %s is %q", s.name, got)
			}
		}
	}
	for id, sent := range a.traces {
		if got, lost := results(t, ts, "/api/v1/traces/"+id+"/source"); lost {
			a.named++
		} else if string(got) == sent {
			a.served++
		} else {
			t.Errorf("the trace %s is %q, want %q", id, got, sent)
		}
	}
}

// answerHomework answers each item once more. What is refused is not acknowledged.
func (a *acknowledged) answerHomework(t testing.TB, ts *httptest.Server) {
	for token, s := range a.students {
		for k := range promiseItems {
			resp, b := webtest.Send(t, "PUT", fmt.Sprintf("%s/api/v1/assignments/%s/items/%d/answer", ts.URL, a.homework.ID, k), `{"answer":4}`, "Content-Type", "application/json", "Authorization", "Bearer "+token)
			switch {
			case resp.StatusCode == 200:
				s.tries[k]++
			case resp.StatusCode < 500:
				t.Errorf("an answer of %s = %s %s", s.name, resp.Status, b)
			}
		}
	}
}

// results returns what GET answers, and whether it says that all is damaged. In a cluster it waits
// until the state is known.
func results(t testing.TB, ts *httptest.Server, path string, header ...string) (b []byte, damaged bool) {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		resp, b := webtest.Send(t, "GET", ts.URL+path, "", header...)
		switch {
		case resp.StatusCode == 200:
			return b, false
		case resp.StatusCode == 503 && strings.Contains(string(b), "damaged"):
			return b, true
		case resp.StatusCode == 503 && time.Now().Before(until):
			continue
		case resp.StatusCode == 503:
			t.Skipf("GET %s = %s %s: the store does not come back", path, resp.Status, b)
		}
		t.Errorf("GET %s = %s %s", path, resp.Status, b)
		return nil, true
	}
}

// check wants each acknowledged answer in the results, or named as damaged there.
func (a *acknowledged) check(t testing.TB, ts *httptest.Server) {
	t.Helper()
	named := a.named
	type table struct {
		Questions []struct {
			ID     string
			Counts []struct{ Answer, Count int }
		}
		Damaged []struct {
			Question  string
			Followers []string
		}
	}
	b, damaged := results(t, ts, "/api/v1/rooms/"+a.room.Key+"/answers")
	if damaged {
		a.named += 2*promiseClass + a.hands
	} else {
		r := read[table](t, b)
		for q, answers := range a.answers {
			id := fmt.Sprintf("q%d", q+1)
			there, lost := map[int]bool{}, map[string]bool{}
			for _, one := range r.Questions {
				for _, c := range one.Counts {
					there[c.Answer] = there[c.Answer] || one.ID == id
				}
			}
			for _, d := range r.Damaged {
				for _, follower := range d.Followers {
					lost[follower] = lost[follower] || d.Question == id
				}
			}
			for token, node := range answers {
				switch {
				case there[node]:
					a.served++
				case isNamed(lost, token):
					a.named++
				default:
					t.Errorf("the answer %d to %s is neither in the results nor named: %s", node, id, b)
				}
			}
		}
		b, damaged := results(t, ts, "/api/v1/rooms/"+a.room.Key+"/wall")
		if wall := read[[]struct{ Damaged bool }](t, b); !damaged && len(wall) != a.hands {
			t.Errorf("%d of %d hand-ins are on the wall: %s", len(wall), a.hands, b)
		} else {
			for _, one := range wall {
				if one.Damaged {
					a.named++
				} else {
					a.served++
				}
			}
		}
	}
	b, damaged = results(t, ts, "/api/v1/assignments/"+a.homework.Key+"/results")
	if damaged {
		a.named += len(a.students) * promiseItems
	} else {
		r := read[struct {
			Students []struct {
				Student, Name string
				Damaged       bool
				Items         []struct{ Tries int }
			}
		}](t, b)
		for _, s := range a.students {
			found := false
			for _, row := range r.Students {
				if row.Student != s.id {
					continue
				}
				found = true
				for k, tries := range s.tries {
					switch {
					case row.Damaged && row.Name == s.name:
						a.named++
					case !row.Damaged && row.Items[k].Tries >= tries:
						a.served++
					default:
						t.Errorf("%s has answered item %d %d times, and the results have %+v", s.name, k, tries, row)
					}
				}
			}
			if !found {
				t.Errorf("%s is not in the results: %s", s.name, b)
			}
		}
	}
	if b, damaged := results(t, ts, "/api/v1/lessons/"+a.lesson); damaged {
		a.named++
	} else if read[struct{ Title string }](t, b).Title == "Picks" {
		a.served++
	} else {
		t.Errorf("the lesson is %s", b)
	}
	if b, damaged := results(t, ts, "/api/v1/desks/"+a.desk); damaged {
		a.named++
	} else if things := read[struct{ Things []struct{ State string } }](t, b).Things; len(things) == promiseThings && !slices.ContainsFunc(things, func(one struct{ State string }) bool { return one.State == "gone" }) {
		a.served++
	} else {
		t.Errorf("the desk is %s", b)
	}
	a.checkRuns(t, ts)
	if a.named > named {
		ids := []string{a.room.Code, a.homework.ID, a.task.ID, a.lesson, string(key.Key(a.desk).ID())}
		for id := range a.traces {
			ids = append(ids, id)
		}
		for _, s := range a.runs {
			ids = append(ids, path.Base(s.url))
		}
		_, b := webtest.Get(t, ts.URL+"/readyz")
		if !strings.Contains(string(b), "damaged") || !slices.ContainsFunc(ids, func(id string) bool { return strings.Contains(string(b), id[:max(2, len(id)/4)]+"…") }) {
			t.Errorf("/readyz does not name what is damaged: %s", b)
		}
	}
}

// addresses lists what everybody can ask for of the class, with the tokens of students in front.
func (a *acknowledged) addresses() (list []string) {
	list = []string{
		"/api/v1/rooms/" + a.room.Code, "/c/" + a.room.Code, "/api/v1/rooms/" + a.room.Key + "/answers", "/api/v1/rooms/" + a.room.Key + "/answers.csv",
		"/api/v1/rooms/" + a.room.Key + "/wall", "/lessons/" + a.lesson, "/api/v1/lessons/" + a.lesson, "/api/v1/desks/" + a.desk,
		"/a/" + a.homework.ID, "/api/v1/assignments/" + a.homework.Key + "/results", "/api/v1/assignments/" + a.homework.Key + "/results.csv",
		"/a/" + a.task.ID, "/api/v1/tasks/" + a.task.ID, "/api/v1/tasks/" + a.task.Key + "/results", "/api/v1/tasks/" + a.task.Key + "/results.csv",
	}
	for id := range a.traces {
		list = append(list, "/api/v1/traces/"+id, "/api/v1/traces/"+id+"/checks", "/api/v1/traces/"+id+"/events", "/api/v1/traces/"+id+"/source", "/traces/"+id)
	}
	for _, s := range a.runs {
		list = append(list, s.url, "/api/v1"+s.url+"/checks", "/api/v1"+s.url+"/source")
	}
	for token := range a.students {
		list = append(list, token+" /api/v1/assignments/"+a.homework.ID)
	}
	for token := range a.runs {
		list = append(list, token+" /api/v1/tasks/"+a.task.ID)
	}
	return list
}

// ofThisProcess is what the value of a room has of the process that answers: a room that is opened again after a
// start has another epoch and a later revision.
var ofThisProcess = regexp.MustCompile(`"revision":\d+,"epoch":"\w+"|"now":\d+`)

// answersAt returns the status and the body at each address. Before an address is a token, or nothing.
func answersAt(t testing.TB, ts *httptest.Server, addresses []string) (list []string) {
	for _, at := range addresses {
		var header []string
		if token, path, ok := strings.Cut(at, " "); ok {
			header, at = []string{"Authorization", "Bearer " + token}, path
		}
		resp, b := webtest.Send(t, "GET", ts.URL+at, "", header...)
		if resp.StatusCode != 200 {
			t.Errorf("GET %s = %s %.200s", at, resp.Status, b)
		}
		b = ofThisProcess.ReplaceAll(b, nil)
		list = append(list, resp.Status+" "+resp.Header.Get("Content-Type")+"\n"+strings.ReplaceAll(string(b), strings.TrimPrefix(ts.URL, "http://"), "HOST"))
	}
	return list
}

// differsAt returns the first byte at which two texts differ.
func differsAt(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// What is exported from one store and imported into another is answered there as it was here: rooms with
// their answers, lessons, homework, tasks, students, runs and traces.
func TestExportHasEverything(t *testing.T) {
	treetest.SkipUnderRace(t) // TestAnswersAreKept asks for the same under it
	from, ts, end := webtest.ServeWithStoreIn(t, t.TempDir())
	a := holdClass(t, ts)
	a.check(t, ts)
	served := a.served
	tree := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6"}`)
	for _, value := range []string{"[1,2,3]", "[4,3,2]"} {
		if resp, b := webtest.Post(t, ts.URL+tree.Edits(), `{"edit":{"op":"set","nodes":[2],"value":`+value+`}}`); resp.StatusCode != 200 {
			t.Fatalf("POST an edit = %s %s", resp.Status, b)
		}
	}
	addresses := append(a.addresses(), "/t/"+tree.ID, "/t/"+tree.ID+"?revision=2", "/edit/"+tree.Key, "/api/v1/trees/"+tree.ID, "/api/v1/trees/"+tree.ID+"/revisions")
	before := answersAt(t, ts, addresses)
	var file bytes.Buffer
	out, err := from.Store.Export(t.Context(), &file)
	if err != nil {
		t.Fatal(err)
	}
	end()
	to, ts, end := webtest.ServeWithStoreIn(t, t.TempDir())
	defer end()
	added, skipped, err := to.Store.Import(t.Context(), bytes.NewReader(file.Bytes()))
	if err != nil || !reflect.DeepEqual(added, out) || skipped.Values > 0 {
		t.Fatalf("Import = %v, %v, %v; Export has written %v", added, skipped, err, out)
	}
	a.served = 0
	a.check(t, ts)
	if a.named > 0 || a.served != served {
		t.Errorf("in the other store %d are served and %d named as damaged, want %d and 0", a.served, a.named, served)
	}
	for i, after := range answersAt(t, ts, addresses) {
		if after != before[i] {
			t.Errorf("%s differs after the import at byte %d:\n%.400s\nIt was\n%.400s", addresses[i], differsAt(after, before[i]), after[max(0, differsAt(after, before[i])-80):], before[i][max(0, differsAt(after, before[i])-80):])
		}
	}
	added, skipped, err = to.Store.Import(t.Context(), &file)
	if err != nil || added.Values+added.Logs > 0 || !reflect.DeepEqual(skipped, out) {
		t.Errorf("the second Import = %v, %v, %v", added, skipped, err)
	}
}

// isNamed reports whether a list has the follower of a token, which begins with the id.
func isNamed(lost map[string]bool, token string) bool {
	for id, is := range lost {
		if is && strings.HasPrefix(token, id) {
			return true
		}
	}
	return false
}

// damageFile damages a file, and returns what was done.
func damageFile(t testing.TB, rng *rand.Rand, name string) string {
	t.Helper()
	what, err := faulty.Damage(rng, name)
	if err != nil {
		t.Fatal(err)
	}
	return what
}

// Whatever happens to the files of the embedded store, each acknowledged answer is in the results or
// named there as damaged.
func TestAnswersAreKept(t *testing.T) {
	sample := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, sample)
	before := holdClass(t, ts)
	end()
	seedsOf(t, 12, func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 46))
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(sample)); err != nil {
			t.Fatal(err)
		}
		var blocks, others []string
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(name) == ".blk" {
				blocks = append(blocks, name)
			} else if err == nil && !d.IsDir() && filepath.Ext(name) == ".db" {
				others = append(others, name)
			}
			return err
		})
		if err != nil || len(blocks) == 0 {
			t.Fatal("there are no blocks", err)
		}
		what := damageFile(t, rng, blocks[rng.IntN(len(blocks))])
		if len(others) > 0 && rng.IntN(3) == 0 {
			what += "; " + damageFile(t, rng, others[rng.IntN(len(others))])
		}
		a := *before
		a.students = map[string]*answeredBy{}
		for token, s := range before.students {
			one := *s
			one.tries = append([]int(nil), s.tries...)
			a.students[token] = &one
		}
		a.runs = map[string]*ranBy{}
		for token, s := range before.runs {
			one := *s
			a.runs[token] = &one
		}
		a.served, a.named = 0, 0
		for range 3 { // later starts find the files that the first has mended
			_, ts, end := webtest.ServeWithStoreIn(t, dir)
			a.check(t, ts)
			a.work(t, ts)
			a.check(t, ts)
			end()
		}
		t.Logf("%s; %d served, %d named as damaged", what, a.served, a.named)
	})
}

// The same for one NATS server of a cluster of three.
func TestClusterKeepsAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts clusters")
	}
	seedsOf(t, 2, clusterKeepsAnswers)
}

func clusterKeepsAnswers(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 47))
	c := natstest.StartCluster(t)
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	ends := make([]func(), len(dirs))
	serve := func(i int) *httptest.Server {
		library, err := treestore.Open(treestore.Config{URL: c.URL(i), Dir: dirs[i], Synced: true})
		if err != nil {
			t.Fatal(err)
		}
		s := web.New(app.Config{Library: library})
		ts := httptest.NewServer(s)
		ended := false
		ends[i] = func() {
			if !ended {
				ended = true
				s.Shutdown(t.Context())
				ts.CloseClientConnections()
				ts.Close()
				library.Close()
			}
		}
		t.Cleanup(ends[i])
		return ts
	}
	servers := []*httptest.Server{serve(0), serve(1)}
	a := holdClass(t, servers[0])
	const stream = "KV_espalier"
	victim := c.Leader(stream)
	if victim < 0 || rng.IntN(4) == 0 {
		victim = rng.IntN(natstest.Servers)
	}
	if rng.IntN(2) == 0 {
		c.Stop(victim)
	}
	files := c.Blocks(t, stream, victim)
	what := damageFile(t, rng, files[rng.IntN(len(files))])
	restarted := rng.IntN(3) > 0 // the Espaliers know only what is in their ledgers then
	if restarted {
		ends[0]()
		ends[1]()
	}
	c.Stop(victim)
	c.Start(t, victim)
	if rng.IntN(2) == 0 {
		c.Lead(t, stream, victim)
	}
	if restarted {
		servers = []*httptest.Server{serve(0), serve(1)}
	}
	a.work(t, servers[rng.IntN(2)])
	servers = append(servers, serve(2)) // has its marks from the others
	for range 2 {
		for _, ts := range servers {
			a.check(t, ts)
		}
		a.work(t, servers[rng.IntN(3)])
	}
	t.Logf("server %d, %s; Espaliers restarted: %v; %d served, %d named as damaged", victim, what, restarted, a.served, a.named)
}
