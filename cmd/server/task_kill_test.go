package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// A run that a student has sent is in the results after SIGKILL while a class sends runs, as soon as
// the server has acknowledged it. What the kill has interrupted is in nobody's way: each student can
// send a run on each tree again.
func TestKilledServerRetainsRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("a class over HTTP")
	}
	program, data := built(t), t.TempDir()
	const students, trees, fatal = 24, 3, 30
	const run = `{"type":"enter","id":0,"player":1}` + "\n" + `{"type":"leaf","value":[1,2]}` + "\n" + `{"type":"leaf","value":[2,1]}` + "\n" + `{"type":"exit","id":0,"value":[2,1]}` + "\n"
	url, server := serveOn(t, program, data)
	var made struct{ ID, Key string }
	tree := `{"text":"players 2 maxsum 3 1[ (1,2) (2,1) ]"}`
	if _, err := post(url+"api/v1/tasks", `{"algorithm":"maxn","trees":[`+tree+`,`+tree+`,`+tree+`]}`, &made); err != nil {
		t.Fatal(err)
	}
	send := func(token string, tree int) (status int, answer string, err error) {
		req, err := http.NewRequest("POST", fmt.Sprintf("%sapi/v1/tasks/%s/runs?tree=%d", url, made.ID, tree), strings.NewReader(run))
		if err != nil {
			return 0, "", err
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, "", err
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b), err
	}
	tokens := make([]string, students)
	for n := range students {
		var student struct{ Token string }
		if _, err := post(url+"api/v1/tasks/"+made.ID+"/students", fmt.Sprintf(`{"name":"s%02d"}`, n), &student); err != nil {
			t.Fatal(err)
		}
		tokens[n] = student.Token
	}
	var mu sync.Mutex
	acknowledged, all := map[string]int{}, 0 // by name and tree
	var class sync.WaitGroup
	for who := range 4 {
		class.Go(func() {
			for n := who; n < students; n += 4 {
				for tree := 1; tree <= trees; tree++ {
					status, answer, err := send(tokens[n], tree)
					if err != nil {
						return // the server has ended
					}
					if status != 200 || !strings.Contains(answer, `"right"`) {
						t.Errorf("a run of s%02d: %d %s", n, status, answer)
						return
					}
					mu.Lock()
					acknowledged[fmt.Sprintf("s%02d.%d", n, tree)]++
					if all++; all == fatal {
						server.Process.Signal(syscall.SIGKILL)
					}
					mu.Unlock()
				}
			}
		})
	}
	class.Wait()
	server.Wait()
	if all < fatal {
		t.Fatalf("%d runs were acknowledged, want the server to end after %d", all, fatal)
	}
	url, _ = serveOn(t, program, data)
	var results struct {
		Students []struct {
			Name string
			Runs []struct {
				Verdict string
				Tries   int
			}
		}
	}
	resp, err := http.Get(url + "api/v1/tasks/" + made.Key + "/results")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&results); err != nil {
		t.Fatal(err)
	}
	if len(results.Students) != students {
		t.Errorf("%d students are in the results, want %d", len(results.Students), students)
	}
	for _, s := range results.Students {
		for i, r := range s.Runs {
			if n := acknowledged[fmt.Sprintf("%s.%d", s.Name, i+1)]; n > 0 && (r.Verdict != "right" || r.Tries < n) {
				t.Errorf("%d runs of %s on tree %d were acknowledged, and the results have %+v", n, s.Name, i+1, r)
			}
		}
	}
	for n, token := range tokens {
		for tree := 1; tree <= trees; tree++ {
			if status, answer, err := send(token, tree); err != nil || status != 200 || !strings.Contains(answer, `"right"`) {
				t.Errorf("after the kill, a run of s%02d on tree %d: %d %s %v", n, tree, status, answer, err)
			}
		}
	}
	t.Logf("%d runs were acknowledged before the kill, and all are there", all)
}
