package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// An answer of a student is in the results after SIGKILL in the middle of a class, as soon as
// the server has acknowledged it.
func TestKilledServerRetainsHomework(t *testing.T) {
	if testing.Short() {
		t.Skip("a class over HTTP")
	}
	program, data := built(t), t.TempDir()
	const students, fatal = 40, 60
	url, server := serveOn(t, program, data)
	var lesson, made struct{ ID, Key string }
	scene := `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":`
	if _, err := post(url+"api/v1/lessons", `{"title":"Three","scenes":[`+scene+`{"kind":"cut","node":3}},`+scene+`{"kind":"value","node":3}},`+scene+`{"kind":"pick","text":"Pick one."}}]}`, &lesson); err != nil {
		t.Fatal(err)
	}
	if _, err := post(url+"api/v1/assignments", `{"title":"Homework","lesson":"`+lesson.ID+`","feedback":"at-end","names":"required"}`, &made); err != nil {
		t.Fatal(err)
	}
	answers := []string{`[5]`, `[2,2,5]`, `4`}
	var mu sync.Mutex
	entered, acknowledged := map[string]bool{}, map[string]int{}
	struck := 0
	var class sync.WaitGroup
	for who := range 4 {
		class.Go(func() {
			for n := who; n < students; n += 4 {
				name := fmt.Sprintf("s%02d", n)
				var student struct{ Token string }
				if _, err := post(url+"api/v1/assignments/"+made.ID+"/students", `{"name":"`+name+`"}`, &student); err != nil {
					return // the server has ended
				}
				mu.Lock()
				entered[name] = true
				mu.Unlock()
				for k, answer := range answers {
					req, err := http.NewRequest("PUT", fmt.Sprintf("%sapi/v1/assignments/%s/items/%d/answer", url, made.ID, k), strings.NewReader(`{"answer":`+answer+`}`))
					if err != nil {
						t.Error(err)
						return
					}
					req.Header.Set("Authorization", "Bearer "+student.Token)
					req.Header.Set("Content-Type", "application/json")
					resp, err := http.DefaultClient.Do(req)
					if err != nil {
						return
					}
					resp.Body.Close()
					if resp.StatusCode != 200 {
						t.Errorf("the answer of %s: %s", name, resp.Status)
						return
					}
					mu.Lock()
					acknowledged[name]++
					if struck++; struck == fatal {
						server.Process.Signal(syscall.SIGKILL)
					}
					mu.Unlock()
				}
			}
		})
	}
	class.Wait()
	server.Wait()
	if struck < fatal || struck > students*len(answers)/2+len(answers)*4 {
		t.Fatalf("%d answers were acknowledged, want the server to end after about %d", struck, fatal)
	}
	url, _ = serveOn(t, program, data)
	resp, err := http.Get(url + "api/v1/assignments/" + made.Key + "/results")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var results struct {
		Students []struct {
			Name  string
			Items []struct {
				Answer json.RawMessage
				Tries  int
			}
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&results); err != nil {
		t.Fatal(err)
	}
	for _, s := range results.Students {
		for k := range acknowledged[s.Name] {
			if item := s.Items[k]; item.Tries != 1 || string(item.Answer) != answers[k] {
				t.Errorf("answer %d of %s was acknowledged, and the results have %+v", k, s.Name, item)
			}
		}
		delete(entered, s.Name)
	}
	if len(entered) > 0 {
		t.Errorf("these students entered and are lost: %v", entered)
	}
	t.Logf("%d answers of %d students were acknowledged, and all are there", struck, len(results.Students))
}
