package assign_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web/webtest"
)

// entered enters with a name and a number, and returns the token, the student and the link.
func (c *class) entered(body string) (s struct{ Token, Student, Link string }) {
	c.t.Helper()
	c.want(201, "POST", c.path("/students"), "", body, &s)
	return s
}

func (c *class) one(student string) result {
	c.t.Helper()
	all := c.results().Students
	i := slices.IndexFunc(all, func(r result) bool { return r.Student == student })
	if i < 0 {
		c.t.Fatalf("no student %s in %+v", student, all)
	}
	return all[i]
}

func (c *class) put(student, body string) (r result) {
	c.t.Helper()
	c.want(200, "PUT", c.byKey("/students/"+student), "", body, &r)
	return r
}

// Items of several kinds make one assignment; k counts what can be answered.
func TestItems(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"title":"Week 3","items":[{"lesson":"`+id+`","scene":2,"points":3,"title":"Warm up"},{"practice":{"algorithm":"maxn","depth":2,"exercises":2},"points":2.5},{"lesson":"`+id+`","scene":6}]}`)
	token := c.student("")
	v := c.view(token)
	var got []string
	for _, i := range v.Items {
		got = append(got, i.Kind)
	}
	if want := []string{"value", "practice", "practice", "choice"}; v.Title != "Week 3" || !slices.Equal(got, want) {
		t.Fatalf("%s %v, want %v", v.Title, got, want)
	}
	c.answer(token, 0, `[2,2,5]`)
	r := c.results().Students[0]
	if r.Points != 3 || r.Of != 3+2.5+2.5+1 || r.Items[1].Of != 2.5 {
		t.Errorf("%+v", r)
	}
	for body, path := range map[string]string{
		`{"items":[]}`: "items",
		`{"items":[{"lesson":"maxn"}],"lesson":"maxn"}`: "lesson",
		`{"items":[{}]}`: "items[0].lesson",
		`{"items":[{"practice":{"algorithm":"maxn"},"scene":1}]}`:  "items[0].scene",
		`{"items":[{"lesson":"` + id + `","scene":0}]}`:            "items[0].scene",
		`{"items":[{"lesson":"` + id + `","scene":70}]}`:           "items[0].scene",
		`{"items":[{"lesson":"maxn","points":-1}]}`:                "items[0].points",
		`{"items":[{"practice":{"algorithm":"maxn","depth":70}}]}`: "items[0].practice.depth",
		`{"lesson":"maxn","opens":2000,"closes":1000}`:             "opens",
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/assignments", body)
		t.Log(body)
		webtest.CheckProblem(t, resp, b, 422, path, "")
	}
}

// A number belongs to one student, also if two send it at the same time.
func TestNumbers(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"lesson":"deep-fails","numbers":"required"}`)
	c.want(422, "POST", c.path("/students"), "", `{}`, nil)
	c.entered(`{"number":"AB 12"}`)
	if b := c.want(409, "POST", c.path("/students"), "", `{"number":"ab12"}`, nil); !strings.Contains(string(b), "/a/"+c.ID+"/WORD-WORD-WORD") {
		t.Errorf("the way to the link is missing: %s", b)
	}
	var all sync.WaitGroup
	statuses := make([]int, 12)
	for i := range statuses {
		all.Go(func() { statuses[i], _ = c.send("POST", c.path("/students"), "", `{"number":"7"}`) })
	}
	all.Wait()
	if slices.Sort(statuses); statuses[0] != 201 || statuses[1] != 409 || len(c.results().Students) != 2 {
		t.Errorf("twelve at the same time: %v, %d students", statuses, len(c.results().Students))
	}
	none := assigned(t, ts, `{"lesson":"deep-fails"}`)
	none.want(422, "POST", none.path("/students"), "", `{"number":"7"}`, nil)
}

// The link opens the same work in another browser, and no other words do.
func TestLink(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"lesson":"deep-fails"}`)
	s := c.entered(`{"name":"Ada"}`)
	if !strings.HasPrefix(s.Link, "/a/"+c.ID+"/") || strings.Count(s.Link, "-") != 2 {
		t.Fatalf("the link is %s", s.Link)
	}
	resp, page := webtest.Get(t, ts.URL+s.Link)
	if resp.StatusCode != 200 || !strings.Contains(string(page), `data-token="`+s.Token+`"`) || !strings.Contains(resp.Header.Get("Cache-Control"), "no-store") || resp.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/a/"+c.ID+"/"+strings.ToUpper(strings.ReplaceAll(s.Link[strings.LastIndexByte(s.Link, '/')+1:], "-", "%20"))); resp.StatusCode != 200 {
		t.Errorf("the words in capitals, with spaces: %s", resp.Status)
	}
	for _, words := range []string{"babab-babab-babab", "babab", "hello-world-there"} {
		if resp, page := webtest.Get(t, ts.URL+"/a/"+c.ID+"/"+words); resp.StatusCode != 404 || !strings.Contains(string(page), "Check the three words") {
			t.Errorf("%s: %s", words, resp.Status)
		}
	}
	other := assigned(t, ts, `{"lesson":"deep-fails"}`)
	if resp, _ := webtest.Get(t, ts.URL+"/a/"+other.ID+s.Link[strings.LastIndexByte(s.Link, '/'):]); resp.StatusCode != 404 {
		t.Errorf("the words of another assignment: %s", resp.Status)
	}
}

// Before it opens nobody enters, and the page shows no part.
func TestOpens(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, fmt.Sprintf(`{"lesson":"deep-fails","opens":%d}`, time.Now().Add(time.Hour).UnixMilli()))
	if b := c.want(403, "POST", c.path("/students"), "", `{}`, nil); !strings.Contains(string(b), "opens on") {
		t.Errorf("%s", b)
	}
	if resp, _ := webtest.Get(t, ts.URL+c.Join+"?part=1"); resp.StatusCode != 403 {
		t.Errorf("a part before it opens: %s", resp.Status)
	}
	if resp, page := webtest.Get(t, ts.URL+c.Join); resp.StatusCode != 200 || !strings.Contains(string(page), "You can start on") {
		t.Errorf("its first page: %s", resp.Status)
	}
	if resp, page := webtest.Get(t, ts.URL+c.Join); resp.StatusCode != 200 || strings.Contains(string(page), "Can the search skip") {
		t.Errorf("the first page shows the questions before it opens: %s", resp.Status)
	}
	c.want(200, "PUT", c.byKey(""), "", `{"opens":null}`, nil)
	token := c.student("")
	c.want(200, "PUT", c.byKey(""), "", fmt.Sprintf(`{"opens":%d}`, time.Now().Add(time.Hour).UnixMilli()), nil)
	c.want(403, "GET", c.path(""), token, "", nil)
	c.want(403, "PUT", c.path("/items/0/answer"), token, `{"answer":0}`, nil)
}

// Late answers are accepted and marked, and show nothing that is right before the student finishes.
func TestLate(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end","late":"marked"}`)
	s := c.entered(`{}`)
	c.answer(s.Token, 0, `[5]`)
	c.want(200, "PUT", c.byKey(""), "", fmt.Sprintf(`{"closes":%d}`, time.Now().UnixMilli()), nil)
	if v := c.view(s.Token); v.Closed || v.Items[1].Correct != nil {
		t.Errorf("after it closed: %+v", v)
	}
	c.answer(s.Token, 1, `[2,2,5]`)
	r := c.one(s.Student)
	if !r.Late || r.Items[0].Late || !r.Items[1].Late || r.Points != 2 || *r.Items[1].At < *r.Items[0].At || *r.At != *r.Items[1].At {
		t.Errorf("%+v", r)
	}
	c.student("Later") // may still enter
}

// An extension is for one student.
func TestExtension(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, fmt.Sprintf(`{"lesson":"%s","feedback":"at-end","closes":%d}`, id, time.Now().Add(time.Hour).UnixMilli()))
	one, two := c.entered(`{}`), c.entered(`{}`)
	c.put(one.Student, fmt.Sprintf(`{"closes":%d}`, time.Now().Add(time.Hour).UnixMilli()))
	c.want(200, "PUT", c.byKey(""), "", `{"closes":1000}`, nil)
	c.answer(one.Token, 0, `[5]`)
	c.want(403, "PUT", c.path("/items/0/answer"), two.Token, `{"answer":[5]}`, nil)
	if v := c.view(one.Token); v.Closed || v.Items[0].Correct != nil {
		t.Errorf("with the extension: %+v", v)
	}
	if v := c.view(two.Token); !v.Closed || v.Items[0].Correct == nil {
		t.Errorf("without it: %+v", v)
	}
	if c.one(one.Student).Late {
		t.Error("an answer within the extension is late")
	}
	c.put(one.Student, `{"closes":null}`)
	c.want(403, "PUT", c.path("/items/0/answer"), one.Token, `{"answer":[5]}`, nil)
}

// The teacher renames, gives points and notes something; only the results show it.
func TestPutStudent(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","numbers":"optional"}`)
	one, two := c.entered(`{"name":"Adda","number":"1"}`), c.entered(`{"name":"Bob","number":"2"}`)
	c.answer(one.Token, 0, `[5]`)
	r := c.put(one.Student, `{"name":"Ada","number":"3","points":{"0":0.5,"4":1},"note":"oral"}`)
	if r.Name != "Ada" || r.Number != "3" || r.Points != 1.5 || r.Note != "oral" || r.Items[0].Points != 0.5 {
		t.Errorf("%+v", r)
	}
	if v := c.view(one.Token); v.Name != "Ada" {
		t.Errorf("%+v", v)
	}
	if b := c.want(200, "GET", c.path(""), one.Token, "", nil); strings.Contains(string(b), "oral") {
		t.Error("the student gets the note")
	}
	if r := c.put(one.Student, `{"points":null}`); r.Points != 1 {
		t.Errorf("%+v", r)
	}
	for body, status := range map[string]int{`{"number":"2"}`: 409, `{"points":{"9":1}}`: 422, `{"points":{"0":-1}}`: 422, `{"closes":5}`: 422, `{"nick":"a"}`: 422} {
		c.want(status, "PUT", c.byKey("/students/"+one.Student), "", body, nil)
	}
	for _, key := range []string{one.Token, two.Token, ""} {
		c.want(404, "PUT", c.path("/students/"+one.Student), key, `{"name":"x"}`, nil)
	}
	c.want(404, "PUT", c.byKey("/students/"+c.ID), "", `{"name":"x"}`, nil)
}

// Two records of one person become one, and both links open it.
func TestMerge(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"results","id":"r","key":%q}`, c.Key)
	phone, desk := c.entered(`{"name":"Ada"}`), c.entered(`{}`)
	c.answer(phone.Token, 0, `[5]`)
	c.answer(desk.Token, 0, `[]`)
	c.answer(desk.Token, 1, `[2,2,5]`)
	var r result
	c.want(200, "POST", c.byKey("/students/"+phone.Student+"/merge"), "", `{"with":"`+desk.Student+`"}`, &r)
	if r.Name != "Ada" || r.Points != 2 || r.Items[0].Tries != 2 || r.Items[0].State != "right" || r.Items[1].State != "right" {
		t.Errorf("%+v", r)
	}
	if all := c.results().Students; len(all) != 1 {
		t.Errorf("%d students", len(all))
	}
	c.answer(desk.Token, 2, `[0,3]`)
	if v := c.view(phone.Token); v.Items[2].State != "right" || v.Name != "Ada" {
		t.Errorf("%+v", v)
	}
	c.want(422, "POST", c.byKey("/students/"+phone.Student+"/merge"), "", `{"with":"`+desk.Student+`"}`, nil)
	c.want(422, "POST", c.byKey("/students/"+phone.Student+"/merge"), "", `{"with":"`+phone.Student+`"}`, nil)
	for { // the table that is watched has one student in the end
		var r results
		if err := p.WS.ReadJSON(&r); err != nil {
			t.Fatal(err)
		}
		if len(r.Students) == 1 && r.Students[0].Items[2].State == "right" {
			break
		}
	}
	c.want(204, "DELETE", c.byKey("/students/"+phone.Student), "", "", nil)
	for _, token := range []string{phone.Token, desk.Token} {
		c.want(401, "GET", c.path(""), token, "", nil)
	}
}

// A corrected answer judges everybody again, also those who answered before.
func TestCorrect(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	one, two := c.entered(`{}`), c.entered(`{}`)
	c.answer(one.Token, 5, `0`)
	c.answer(two.Token, 5, `1`)
	b := c.want(200, "PUT", c.byKey("/items/5"), "", `{"correct":0}`, nil)
	if !strings.Contains(string(b), "item 6: one is right") {
		t.Errorf("the log: %s", b)
	}
	check := func() {
		t.Helper()
		if r := c.one(one.Student); r.Points != 1 || r.Items[5].State != "right" {
			t.Errorf("%+v", r)
		}
		if r := c.one(two.Student); r.Points != 0 || r.Items[5].State != "wrong" {
			t.Errorf("%+v", r)
		}
		if i := c.view(two.Token).Items[5]; *i.Right || string(i.Correct) != "0" || !strings.Contains(i.Why, "Your teacher has corrected") {
			t.Errorf("%+v", i)
		}
	}
	check()
	end()
	_, c.ts, _ = webtest.ServeWithStoreIn(t, dir)
	check()
	c.answer(one.Token, 5, `0`) // stores it
	check()
	c.want(200, "PUT", c.byKey("/items/5"), "", `{"counts":false}`, nil)
	if r := c.one(one.Student); r.Points != 0 || r.Of != 5 {
		t.Errorf("an item that does not count: %+v", r)
	}
	c.want(200, "PUT", c.byKey("/items/5"), "", `{"counts":true,"correct":1}`, nil)
	if r := c.one(two.Student); r.Points != 1 || r.Of != 6 || len(c.results().Log) != 4 {
		t.Errorf("%+v", r)
	}
	for _, body := range []string{`{}`, `{"correct":7}`, `{"correct":"x"}`, `{"counts":1}`, `{"right":1}`} {
		c.want(422, "PUT", c.byKey("/items/5"), "", body, nil)
	}
	c.want(404, "PUT", c.byKey("/items/6"), "", `{"counts":true}`, nil)
}

// Tables begin with a byte order mark, have the columns that gradebooks import, and no formula.
func TestGrades(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"title":"=Week 1","items":[{"lesson":"`+id+`","points":2}],"numbers":"optional"}`)
	ada := c.entered(`{"name":"Ada King Lovelace","number":"007"}`)
	c.entered(`{"name":"=cmd()","number":"-1"}`)
	c.answer(ada.Token, 0, `[5]`)
	c.answer(ada.Token, 2, `[0]`)
	read := func(form string) [][]string {
		t.Helper()
		resp, b := webtest.Get(t, ts.URL+c.byKey("/results.csv?for="+form))
		if resp.StatusCode != 200 || !strings.HasPrefix(string(b), "\ufeff") {
			t.Fatalf("%s: %s %.20q", form, resp.Status, b)
		}
		lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\ufeff"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range slices.Concat(lines...) {
			if strings.IndexAny(cell, "=+-@") == 0 {
				t.Errorf("%s: a spreadsheet computes %q", form, cell)
			}
		}
		return lines
	}
	grades := read("grades")
	if want := []string{"007", "Ada King Lovelace", "3", "12", "25", "2", "0", "1", "0", "0", "0", ""}; !slices.Equal(grades[1][:12], want) || len(grades) != 3 || grades[1][12] == "" {
		t.Errorf("grades %q, want %q", grades[1], want)
	}
	if want := []string{"Ada King", "Lovelace", "007", "3"}; !slices.Equal(read("moodle")[1], want) {
		t.Errorf("moodle %q", read("moodle"))
	}
	canvas := read("canvas")
	if strings.Join(canvas[0], ",") != "Student,ID,SIS User ID,SIS Login ID,Section,'=Week 1" || strings.Join(canvas[1], ",") != "    Points Possible,,,,,12" || strings.Join(canvas[2], ",") != "Lovelace, Ada King,,007,,,3" {
		t.Errorf("canvas %q", canvas)
	}
	c.want(422, "GET", c.byKey("/results.csv?for=excel"), "", "", nil)
}

// What is deleted of a student is nowhere in the files of the server.
func TestDeleteStudent(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"lesson":"deep-fails","numbers":"optional"}`)
	s := c.entered(`{"name":"Leaving","number":"4711"}`)
	c.entered(`{"name":"Staying"}`)
	c.want(404, "DELETE", c.path("/students/"+s.Student), s.Token, "", nil)
	c.want(204, "DELETE", c.byKey("/students/"+s.Student), "", "", nil)
	c.want(404, "DELETE", c.byKey("/students/"+s.Student), "", "", nil)
	if all := c.results().Students; len(all) != 1 || all[0].Name != "Staying" {
		t.Errorf("%+v", all)
	}
	c.want(401, "GET", c.path(""), s.Token, "", nil)
	if resp, _ := webtest.Get(t, ts.URL+s.Link); resp.StatusCode != 404 {
		t.Errorf("the link: %s", resp.Status)
	}
	c.entered(`{"number":"4711"}`)
}

// An assignment is carried to another server with all answers: tokens and links open the work there, and points and
// corrections are the same.
func TestCarry(t *testing.T) {
	_, here := webtest.ServeWithStore(t)
	_, there := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, here, kinds)
	c := assigned(t, here, `{"title":"Week 7","items":[{"lesson":"`+id+`","points":2},{"practice":{"algorithm":"maxn","depth":2,"own":true}},{"program":{"algorithm":"shallow","trees":[`+korf+`]}}],"numbers":"optional"}`)
	ada, bob := c.entered(`{"name":"Ada","number":"7"}`), c.entered(`{"name":"Bob"}`)
	c.answer(ada.Token, 0, `[5]`)
	c.answer(ada.Token, 5, `0`)
	c.want(200, "PUT", c.byKey("/items/5"), "", `{"correct":0}`, nil)
	c.put(bob.Student, `{"points":{"2":1.5},"note":"oral"}`)
	c.want(404, "GET", c.path("/results.json"), ada.Token, "", nil)
	document := c.want(200, "GET", c.byKey("/results.json"), "", "", nil)

	d := &class{t: t, ts: there}
	d.want(201, "POST", "/api/v1/assignments/import", "", string(document), &d.made)
	before, after := c.results(), d.results()
	for i := range before.Students {
		b, a := before.Students[i], after.Students[i]
		if a.Name != b.Name || a.Number != b.Number || a.Note != b.Note || a.Points != b.Points || a.Of != b.Of || a.Student != b.Student {
			t.Errorf("%+v became %+v", b, a)
		}
	}
	if v := d.view(ada.Token); v.Name != "Ada" || v.Items[0].State != "right" || v.Items[6].Tree != c.view(ada.Token).Items[6].Tree {
		t.Errorf("%+v", v)
	}
	if resp, _ := webtest.Get(t, there.URL+"/a/"+d.ID+ada.Link[strings.LastIndexByte(ada.Link, '/'):]); resp.StatusCode != 200 {
		t.Errorf("the link on the other server: %s", resp.Status)
	}
	d.answer(bob.Token, 1, `[2,2,5]`)
	e := &class{t: t, ts: here} // and back
	e.want(201, "POST", "/api/v1/assignments/import", "", string(d.want(200, "GET", d.byKey("/results.json"), "", "", nil)), &e.made)
	if resp, _ := webtest.Get(t, here.URL+"/a/"+e.ID+ada.Link[strings.LastIndexByte(ada.Link, '/'):]); resp.StatusCode != 200 {
		t.Errorf("the link on the third one: %s", resp.Status)
	}
	for _, bad := range []string{
		`{}`, `{"format":"espalier/assignment/1"}`, `{"format":"espalier/assignment/1","assignment":{},"students":[]}`,
		strings.Replace(string(document), `"alg`+`orithm":"shallow"`, `"algorithm":"none"`, 1), strings.Replace(string(document), `"student":"`, `"student":"x`, 1), strings.Replace(string(document), `"first":{`, `"fi":{`, 1),
		strings.Replace(string(document), `"show":{`, `"show":{"figure":"none","a":{`, 1), strings.Replace(string(document), `"step":10`, `"step":"ten"`, 1),
	} {
		if bad == string(document) {
			t.Error("a change has found nothing to replace")
		}
		if status, b := d.send("POST", "/api/v1/assignments/import", "", bad); status < 400 || status >= 500 {
			t.Errorf("%.60s… = %d %s", bad, status, b)
		}
	}
}
