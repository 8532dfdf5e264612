package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// flows are what keeps something on the servers: saved trees, lessons and rooms.
var flows = []flow{
	{"trees", treeFlow},
	{"lessons", lessonFlow},
	{"rooms", roomFlow},
	{"shows", showFlow},
	{"questions", questionFlow},
}

// text returns a text member of an answer.
func text(answer []byte, key string) string {
	var doc map[string]any
	json.Unmarshal(answer, &doc)
	found, _ := doc[key].(string)
	return found
}

// makeTree saves a tree, and names its key and id.
func (s *site) makeTree(notation, name string) (key, id string) {
	answer := s.ask(post("/api/v1/trees", `{"text":`+quote(notation)+`}`))
	_, doc, _ := strings.Cut(string(answer), "\n\n")
	key, id = s.name(text([]byte(doc), "key"), "key of "+name), s.name(text([]byte(doc), "id"), "id of "+name)
	s.record("POST /api/v1/trees "+notation, answer)
	return key, id
}

func treeFlow(s *site) {
	for i, t := range typedTrees {
		key, id := s.makeTree(t, fmt.Sprint("tree ", i))
		for _, path := range []string{"/api/v1/trees/" + id, "/api/v1/trees/" + id + "/revisions", "/t/" + id, "/t/" + id + "?algorithm=deep&step=9", "/t/" + id + "?algorithm=none", "/edit/" + key, "/trees/" + id + "/picture.svg?theme=dark",
			"/embed?saved=" + id, "/handout?saved=" + id, "/share?saved=" + id, "/share?saved=" + key, "/export/tree.json?saved=" + id, "/export/picture.svg?saved=" + id + "&revision=1", "/export/picture.svg?saved=" + id + "&revision=9",
			"/lockstep?saved=" + id, "/counterexamples?saved=" + id + "&algorithm=deep", "/practice?saved=" + id + "&algorithm=shallow", "/edit?saved=" + id} {
			s.do(get(path))
		}
		for _, a := range []string{"deep", "maxn", "minimax"} {
			for _, call := range []string{"solve", "trace", "compare"} {
				s.do(post("/api/v1/"+call, `{"saved":`+quote(id)+`,"algorithm":`+quote(a)+`}`))
				s.do(post("/api/v1/"+call, `{"saved":`+quote(id)+`,"revision":1,"algorithm":`+quote(a)+`,"values":{"1":[1,1,1]}}`))
			}
		}
		for _, edit := range []string{`{"op":"label","node":0,"label":"root"}`, `{"op":"add-child","node":0}`, `{"op":"undo","revision":2}`, `{"op":"none"}`, `{"op":"label","node":999,"label":"x"}`, `{"op":"delete","node":1}`, `{"op":"restore","revision":1}`, `7`} {
			s.do(post("/api/v1/trees/"+key+"/edits", `{"edit":`+edit+`}`))
		}
		s.do(post("/api/v1/trees/"+id+"/edits", `{"edit":{"op":"label","node":0,"label":"root"}}`))
		s.do(get("/api/v1/trees/" + id))
		s.do(get("/api/v1/trees/" + id + "/revisions"))
		s.do(get("/t/" + id))
		s.do(request{http.MethodDelete, "/api/v1/trees/" + id, ""})
		if i%2 == 1 {
			s.do(request{http.MethodDelete, "/api/v1/trees/" + key, ""})
			s.do(get("/t/" + id))
		}
	}
}

// scenes are those of a lesson, with questions of every kind.
const scenes = `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11},"note":"*One*, [a link](https://example.org)","question":{"kind":"cut","node":3}},` +
	`{"show":{"text":"players 2 1[(1,2) (2,1)]","algorithm":"maxn"},"note":"Two","question":{"kind":"choice","text":"Which?","choices":["this","that"],"correct":1}},` +
	`{"show":{"figure":"k1991-fig6","algorithm":"shallow","step":3},"note":"Three","question":{"kind":"value","node":3}},` +
	`{"show":{"game":{"id":"tic-tac-toe"},"expand":2,"algorithm":"maxn"},"note":"","question":null}`

func lessonFlow(s *site) {
	answer := s.ask(post("/api/v1/lessons", `{"title":"A lesson","scenes":[`+scenes+`]}`))
	_, doc, _ := strings.Cut(string(answer), "\n\n")
	key, id := s.name(text([]byte(doc), "key"), "key of the lesson"), s.name(text([]byte(doc), "id"), "id of the lesson")
	s.record("POST /api/v1/lessons", answer)
	for _, path := range []string{"/api/v1/lessons/" + id, "/api/v1/lessons/" + key, "/lessons/" + id, "/lessons/" + id + "?scene=1", "/lessons/" + id + "?scene=2", "/lessons/" + id + "?scene=3", "/lessons/" + id + "?scene=4", "/lessons/" + key + "/edit"} {
		s.do(get(path))
	}
	for scene, answers := range [][]string{{"[5]", "[]", `"x"`}, {"0", "1", "9"}, {"[2,2,5]", "[1,1,1]"}, {"1"}} {
		for _, a := range answers {
			s.do(post("/api/v1/lessons/"+id+"/answers", fmt.Sprintf(`{"scene":%d,"answer":%s}`, scene+1, a)))
		}
	}
	each([]member{{"title", `7`}, {"title", `"Another"`}, {"none", `1`}, {"scenes", `[]`}, {"scenes", `7`}, {"scenes", `[{"show":{"figure":"none"},"note":"","question":null}]`}, {"scenes", `[{"show":{"figure":"k1991-fig6"},"note":7}]`},
		{"scenes", `[{"show":{"figure":"k1991-fig6","algorithm":"deep","step":99},"note":"","question":{"kind":"none"}}]`}, {"scenes", `[{"show":{"figure":"k1991-fig6","algorithm":"deep"},"note":"","question":{"kind":"choice","choices":["a"],"correct":4}}]`}}, func(faults []member) {
		s.do(post("/api/v1/lessons", body([]member{{"title", `"A lesson"`}, {"scenes", "[" + scenes + "]"}}, append(faults, member{"wrong", "1"}))))
	})
	put := request{http.MethodPut, "/api/v1/lessons/" + key, `{"title":"Changed","scenes":[` + scenes + `]}`}
	s.do(put)
	s.do(put, "If-Match", `"9"`)
	s.do(put, "If-Match", `"1"`)
	s.do(get("/lessons/" + id))
	s.do(request{http.MethodDelete, "/api/v1/lessons/" + id, ""})
	s.do(request{http.MethodDelete, "/api/v1/lessons/" + key, ""})
	s.do(get("/lessons/" + id))
}

// makeRoom opens a room, and names its key and code.
func (s *site) makeRoom(show string) (key, code string) {
	answer := s.ask(post("/api/v1/rooms", `{"show":`+show+`}`))
	_, doc, _ := strings.Cut(string(answer), "\n\n")
	key, code = s.name(text([]byte(doc), "key"), "key of a room"), s.name(text([]byte(doc), "code"), "code of a room")
	s.record("POST /api/v1/rooms "+show, answer)
	return key, code
}

const shownFigure = `{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":11}`

func roomFlow(s *site) {
	key, code := s.makeRoom(shownFigure)
	act := func(action, body string) {
		s.do(post("/api/v1/rooms/"+key+"/"+action, body))
		s.do(get("/api/v1/rooms/" + code))
		s.do(get("/c/" + code))
	}
	s.do(get("/c"))
	s.do(get("/present/" + key))
	s.do(get("/present/"+code), "Cookie", "espalier-room-"+code+"="+key)
	s.do(get("/present/" + code))
	s.do(get("/api/v1/rooms/" + key + "/answers"))
	s.do(get("/api/v1/rooms/" + key + "/answers.csv"))
	s.do(get("/api/v1/rooms/" + key + "/wall"))
	act("pause", `{"paused":true}`)
	act("pause", `{"paused":false}`)
	act("anonymous", `{"on":true}`)
	act("ask", `{"question":{"kind":"cut","node":3}}`)
	act("show", `{"show":`+strings.Replace(shownFigure, "11", "12", 1)+`}`)
	act("stop", `{}`)
	act("tally", `{}`)
	act("reveal", `{}`)
	act("show", `{"show":{"text":`+quote(typed)+`,"algorithm":"maxn","step":2}}`)
	act("show", `{"show":{"game":{"id":"tic-tac-toe"},"expand":2}}`)
	act("show", `{"show":{"generate":{"kind":"random","branching":2,"depth":3,"players":3,"maxsum":10,"seed":1},"expand":3}}`)
	_, id := s.makeTree(typed, "shown tree")
	act("show", `{"show":{"saved":`+quote(id)+`,"algorithm":"shallow"}}`)
	act("scene", `{"lesson":"maxn","scene":1}`)
	act("scene", `{"lesson":"maxn","scene":2}`)
	act("scene", `{"lesson":"none","scene":1}`)
	act("open", `{"scenes":[1]}`)
	act("none", `{}`)
	act("show", `{"none":1}`)
	s.name(text(s.do(post("/api/v1/rooms/"+key+"/hand-over", "{}")), "present"), "address of a pass")
	act("close", `{}`)
	s.do(request{http.MethodDelete, "/api/v1/rooms/" + key, ""})
}

// showFlow shows in one room what a room can and what it cannot show.
func showFlow(s *site) {
	key, _ := s.makeRoom(shownFigure)
	each(bodyFaults, func(faults []member) {
		s.do(post("/api/v1/rooms/"+key+"/show", `{"show":`+body([]member{{"figure", `"k1991-fig6"`}, {"algorithm", `"deep"`}}, faults)+`}`))
	})
	for _, t := range typedTrees {
		for _, more := range []string{"", `,"algorithm":"maxn"`, `,"algorithm":"deep","step":3,"point":[1],"theme":"dark"`, `,"algorithm":"maxn","play":{"speed":1,"by":"events"}`} {
			s.do(post("/api/v1/rooms/"+key+"/show", `{"show":{"text":`+quote(t)+more+`}}`))
		}
	}
}

// questionFlow asks questions of every kind, right and wrong ones.
func questionFlow(s *site) {
	key, code := s.makeRoom(shownFigure)
	each([]member{{"kind", `"none"`}, {"kind", `7`}, {"kind", `"value"`}, {"kind", `"terms"`}, {"kind", `"root"`}, {"kind", `"pick"`}, {"kind", `"choice"`}, {"node", `99`}, {"node", `5`}, {"node", `"x"`}, {"step", `99`}, {"step", `3`}, {"step", `12`},
		{"text", `"Which?"`}, {"text", `7`}, {"value", `[2,3,4]`}, {"value", `7`}, {"choices", `["a","b"]`}, {"choices", `[]`}, {"correct", `1`}, {"correct", `9`}, {"none", `1`}}, func(faults []member) {
		s.do(post("/api/v1/rooms/"+key+"/ask", `{"question":`+body([]member{{"kind", `"cut"`}, {"node", `3`}}, faults)+`}`))
	})
	s.do(get("/api/v1/rooms/" + key + "/answers"))
	s.do(get("/api/v1/rooms/" + code))
}
