package main

import (
	"net/url"
	"slices"
	"strings"
)

// A member is a key of a body or a name of a query, with its value.
type member struct{ key, value string }

// bodyFaults are wrong, or right and in the way of each other.
var bodyFaults = []member{
	{"tree", `{"players":3}`}, {"tree", `7`}, {"text", `"1["`}, {"text", `null`}, {"figure", `"none"`}, {"figure", `7`}, {"saved", `"none"`},
	{"generate", `{"kind":"h32"}`}, {"generate", `{"kind":"none","branching":2,"depth":2}`}, {"game", `{"id":"none"}`}, {"game", `{"id":"hearts","none":1}`}, {"game", `{"id":"tic-tac-toe"}`},
	{"revision", `1`}, {"revision", `0`}, {"expand", `2`}, {"expand", `"x"`},
	{"algorithm", `"none"`}, {"algorithm", `7`}, {"algorithm", `null`}, {"algorithm", `"dfbnb"`}, {"algorithm", `"bnb"`},
	{"options", `{"none":true}`}, {"options", `{"depth":-1}`}, {"options", `{"root":99}`}, {"options", `{"table":7}`}, {"options", `7`},
	{"values", `{"99":[1,1,1]}`}, {"values", `{"5":[9,9,9]}`}, {"values", `{"5":[1]}`}, {"values", `{"x":1}`}, {"values", `7`},
	{"none", `1`}, {"step", `-1`}, {"step", `9999999`}, {"step", `"x"`}, {"point", `[99]`}, {"theme", `"none"`}, {"play", `{"speed":99}`}, {"source", `"sha256:00"`}, {"hand", `"h1"`},
	{"done", `[{"type":"none"}]`}, {"done", `[{"type":"cut","node":99}]`}, {"depth", `-1`}, {"players", `99`}, {"leaf", `99`}, {"as", `"none"`},
}

// queryFaults are the same in a query.
var queryFaults = []member{
	{"figure", "none"}, {"text", "1["}, {"saved", "none"}, {"game", "{}"}, {"revision", "0"},
	{"algorithm", "none"}, {"algorithm", "dfbnb"}, {"a", "none"}, {"b", "none"}, {"depth", "x"}, {"root", "99"}, {"table", "2"}, {"nodes", "-1"},
	{"step", "-1"}, {"step", "99999"}, {"step", "x"}, {"v5", "1"}, {"v5", "9,9,9"}, {"v99", "1,1,1"}, {"vx", "1"},
	{"ask", "2"}, {"cuts", "x"}, {"by", "none"}, {"open", "99"}, {"fold", "99"}, {"whole", "2"}, {"compare", "2"}, {"present", "2"}, {"theme", "none"}, {"none", "1"},
	{"players", "99"}, {"seed", "x"}, {"maxsum", "-1"}, {"branching", "0"}, {"scene", "99"}, {"cards", "x"}, {"steps", "99999"},
}

// faultRequests send every fault by itself and every two faults at once.
func faultRequests() (list []request) {
	source, shown := member{"text", quote(typed)}, member{"algorithm", `"deep"`}
	for _, e := range []struct {
		path, around string
		valid        []member
	}{
		{"/api/v1/solve", "", []member{source, shown}},
		{"/api/v1/trace", "", []member{source, shown}},
		{"/api/v1/compare", "", []member{source}},
		{"/api/v1/parse", "", []member{source}},
		{"/api/v1/region", "", []member{source, shown, {"leaf", "5"}}},
		{"/api/v1/practice/check", "", []member{source, {"algorithm", `"shallow"`}, {"done", `[{"type":"cut","node":5}]`}}},
		{"/api/v1/counterexamples", "", []member{shown, {"players", "3"}, {"branching", "2"}, {"depth", "2"}, {"nodes", "7"}, {"maxsum", "9"}, {"seed", "1"}, {"tries", "10"}}},
		{"/api/v1/moves", "", []member{{"game", `{"id":"tic-tac-toe"}`}}},
		{"/api/v1/count", "", []member{{"game", `{"id":"tic-tac-toe"}`}, {"depth", "2"}}},
		{"/api/v1/trees", "", []member{{"none", "1"}}},
	} {
		each(bodyFaults, func(faults []member) { list = append(list, post(e.path, body(e.valid, faults))) })
	}
	for _, raw := range []string{"", "7", "{", `{"text":`, `{"text":"(1)","text":"(1)"}`, `{"Text":"(1)"}`, "\xff", `[]`, `null`} {
		for _, path := range []string{"/api/v1/solve", "/api/v1/trace", "/api/v1/compare", "/api/v1/parse", "/api/v1/region", "/api/v1/practice/check", "/api/v1/counterexamples", "/api/v1/moves", "/api/v1/count", "/api/v1/trees", "/api/v1/rooms", "/api/v1/lessons"} {
			list = append(list, post(path, raw))
		}
	}
	tree := member{"text", typed}
	for _, e := range []struct {
		path  string
		valid []member
	}{
		{"/figures/k1991-fig6", nil}, {"/figures/k1991-fig6.svg", nil}, {"/figures/sk2000-table1.svg", nil},
		{"/tree", []member{tree}}, {"/edit", []member{tree}}, {"/embed", []member{tree}}, {"/handout", []member{tree}}, {"/share", []member{tree}},
		{"/export/picture.svg", []member{tree}}, {"/export/picture.tex", []member{tree}}, {"/export/trace.ndjson", []member{tree}}, {"/export/run.html", []member{tree}},
		{"/lockstep", []member{tree, {"a", "maxn"}, {"b", "deep"}}}, {"/counterexamples", []member{tree, {"algorithm", "deep"}}},
		{"/practice", []member{{"algorithm", "shallow"}, {"players", "3"}, {"depth", "3"}, {"branching", "2"}, {"maxsum", "10"}, {"seed", "1"}}},
		{"/games/hearts", []member{{"cards", "2"}}}, {"/games/hearts/search", []member{{"cards", "2"}}}, {"/lessons/maxn", nil}, {"/learn/maxn", nil},
	} {
		each(queryFaults, func(faults []member) { list = append(list, get(e.path+"?"+query(e.valid, faults))) })
	}
	for _, raw := range []string{"a;b", "step=%zz", "step=1&step=2", "%ff=1", "step=%ff", "open=1&open=2", "algorithm="} {
		for _, path := range []string{"/", "/figures/k1991-fig6", "/tree", "/embed", "/share", "/api/v1/figures", "/games/hearts", "/practice", "/lessons/maxn"} {
			list = append(list, get(path+"?"+raw))
		}
	}
	return list
}

// each calls f with every fault, and with every two faults of different keys.
func each(faults []member, f func([]member)) {
	for i, a := range faults {
		f([]member{a})
		for _, b := range faults[i+1:] {
			if a.key != b.key {
				f([]member{a, b})
			}
		}
	}
}

// with puts faults in the place of what has their keys, and behind what has not.
func with(valid, faults []member) []member {
	list := slices.Clone(valid)
	for _, f := range faults {
		if i := slices.IndexFunc(list, func(m member) bool { return m.key == f.key }); i >= 0 {
			list[i] = f
		} else {
			list = append(list, f)
		}
	}
	return list
}

func body(valid, faults []member) string {
	var parts []string
	for _, m := range with(valid, faults) {
		parts = append(parts, quote(m.key)+":"+m.value)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func query(valid, faults []member) string {
	var parts []string
	for _, m := range with(valid, faults) {
		parts = append(parts, m.key+"="+url.QueryEscape(m.value))
	}
	return strings.Join(parts, "&")
}
