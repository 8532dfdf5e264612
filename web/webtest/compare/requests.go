package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"

	"espalier/web/api"
)

// figureRequests are all figures with all algorithms: pages, pictures and exports at three
// steps, and what the API says of them.
func figureRequests(s *site) (list []request) {
	ids := func(path, key string) (ids []string) {
		var doc map[string][]struct{ ID string }
		resp, err := s.client.Get(s.base + path)
		if err == nil {
			err = json.NewDecoder(resp.Body).Decode(&doc)
			resp.Body.Close()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, path+":", err)
			os.Exit(2)
		}
		for _, d := range doc[key] {
			ids = append(ids, d.ID)
		}
		return ids
	}
	figures, algorithms := ids("/api/v1/figures", "figures"), ids("/api/v1/algorithms", "algorithms")
	for _, f := range figures {
		list = append(list, get("/figures/"+f), get("/api/v1/figures/"+f), get("/lockstep?figure="+f), post("/api/v1/compare", `{"figure":`+quote(f)+`}`))
		for _, a := range algorithms {
			for _, step := range []string{"", "&step=3", "&step=last"} {
				run := "algorithm=" + a + step
				list = append(list, get("/figures/"+f+"?"+run))
				if step != "&step=last" {
					list = append(list, get("/figures/"+f+".svg?"+run))
				}
				if step == "&step=3" {
					for _, e := range []string{"picture.svg", "picture.tex", "trace.ndjson", "run.html"} {
						list = append(list, get("/export/"+e+"?figure="+f+"&"+run))
					}
					for _, page := range []string{"embed", "handout", "share"} {
						list = append(list, get("/"+page+"?figure="+f+"&"+run))
					}
				}
			}
			list = append(list, post("/api/v1/solve", `{"figure":`+quote(f)+`,"algorithm":`+quote(a)+`}`))
		}
	}
	return list
}

// typed is a tree that a query can hold, with an unknown leaf's alternative.
const typed = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]`

// typedTrees are of every kind.
var typedTrees = []string{
	typed,
	`kind minimax max[ min[3 12 8] min[2 4 6] ]`,
	`kind path [ +1 [ +2 . +3 . ] +4 . ]`,
	`players 2 maxsum 4 1[ (2,0) 2[ 1[ (0,0) 2[ (1,2) (0,3) ] ] (3,1) ] ]`,
	`players 3 maxsum 9 1[ (5,2,2) ? ]`,
	`players 3 maxsum 9 delta 1 1[ 2{low (0,0,0) up (9,9,9)}[ (3,3,3) (4,3,2) ] 3[ (1,4,4) ] ]`,
	`players 1 (5)`,
	"players 3 maxsum 30 1[" + strings.Repeat(" 2[ (10,10,10) (9,11,10) 3[ (8,11,11) (7,12,11) ] ]", 40) + " ]",
}

const exercise = "/practice?algorithm=speculative&players=3&depth=3&branching=2&maxsum=10&seed=1"

// pageRequests ask for every page, in its variants.
func pageRequests() (list []request) {
	paths := []string{
		"/", "/figures", "/figures?q=sturtevant+maxn", "/exercises/aima-two-plies", "/notation", "/exhibits", "/learn", "/learn/glossary", "/learn/theorems", "/games", "/lessons", "/teach", "/counterexamples", "/algorithms", "/experiments", "/api",
		"/api/v1/openapi.json", "/api/v1/games", "/api/v1/lessons", "/api/v1/experiments", "/trees", "/edit", "/c", "/healthz", "/readyz", "/static/icon.svg",
		"/none", "/figures/none", "/t/none", "/edit/none", "/learn/none", "/learn/theorems/none", "/lessons/none", "/games/none", "/experiments/none", "/experiments/runs/none", "/c/none", "/present/none", "/api/v1/none", "/api/v1/figures/none", "/api/v1/trees/none", "/api/v1/rooms/none", "/api/v1/lessons/none", "/export/none",
		"/practice", exercise, exercise + "&case=2", "/practice/result.txt" + strings.TrimPrefix(exercise, "/practice") + "&done=1&b0=&b1=2,2,6&b2=7,1,2&cut=5",
		"/practice?figure=k1991-fig6&algorithm=shallow", "/practice?text=" + url.QueryEscape(typed) + "&algorithm=shallow",
		"/learn/theorems/shallow-is-right/tries?seed=7&drop=lower",
		"/counterexamples?algorithm=deep&players=3&branching=3&depth=3&nodes=15&maxsum=9&seed=1", "/counterexamples?figure=k1991-fig6&algorithm=deep",
		"/games/hearts", "/games/hearts/search?cards=2", "/games/tic-tac-toe/at?depth=2&node=1", "/games/tic-tac-toe/engine?seat=maxn&seat=person&nodes=1000", "/games/tic-tac-toe/why?seat=maxn&seat=person&nodes=1000",
		"/games/hearts/search?cards=2&algorithm=speculative&step=last", "/games/sergeant-major/search?algorithm=maxn&depth=2&cards=2", "/games/othello?seat=maxn&seat=person&nodes=1000",
	}
	for _, c := range strings.Fields("game-trees alpha-beta players ties immediate shallow deep-fails branch-and-bound paranoid last-branch speculative leaf-value-tables maxn leaf-values learn-shallow") {
		paths = append(paths, "/learn/"+c, "/lessons/"+c, "/lessons/"+c+"?scene=2", "/lessons/"+c+"/print")
	}
	for _, t := range strings.Fields("best-case average-case two-meanings shallow-is-optimal alpha-beta-is-optimal shallow-is-right minimax-theorem alpha-beta-theorem depth-limit number-of-nodes strategies-by-brute-force time-and-space node-ordering pathological-games tricks-taken general-bound two-players hearts-heuristic which-games duality paranoid-cost lemma-of-speculative-pruning all-equal speculative-is-right speculative-best-case n-levels table-is-optimal size-of-tables constant-sum") {
		paths = append(paths, "/learn/theorems/"+t)
	}
	for _, run := range []string{"", "&algorithm=deep&step=12", "&algorithm=deep&step=12&present=1", "&algorithm=shallow&step=9&ask=1", "&algorithm=shallow&step=9&ask=1&cuts=1", "&algorithm=deep&by=cuts&step=9", "&algorithm=deep&v5=3,0,6&step=last",
		"&algorithm=maxn&root=2&step=4", "&algorithm=speculative&table=1", "&algorithm=paranoid&step=4", "&compare=1", "&whole=1", "&fold=2", "&open=2&open=3"} {
		paths = append(paths, "/figures/k1991-fig6?"+strings.TrimPrefix(run, "&"), "/share?figure=k1991-fig6"+run, "/embed?figure=k1991-fig6"+run, "/handout?figure=k1991-fig6"+run, "/edit?figure=k1991-fig6"+run, "/lockstep?figure=k1991-fig6&a=maxn&b=deep")
		for _, t := range typedTrees {
			q := "text=" + url.QueryEscape(t) + run
			paths = append(paths, "/tree?"+q, "/share?"+q, "/edit?"+q, "/embed?"+q)
		}
	}
	for _, t := range typedTrees {
		q := "text=" + url.QueryEscape(t)
		for _, e := range []string{"picture.svg", "picture.tex", "tree.json", "tree.txt", "tree.dot", "tree.efg", "trace.ndjson", "run.html", "trace.csv", "bundle.zip"} {
			paths = append(paths, "/export/"+e+"?"+q)
		}
		paths = append(paths, "/handout?"+q, "/lockstep?"+q, "/counterexamples?"+q+"&algorithm=deep", "/practice?"+q+"&algorithm=shallow")
	}
	for _, p := range paths {
		list = append(list, get(p))
	}
	for _, t := range typedTrees {
		list = append(list, post("/api/v1/parse", `{"text":`+quote(t)+`}`), post("/api/v1/compare", `{"text":`+quote(t)+`}`), post("/api/v1/region", `{"text":`+quote(t)+`,"leaf":1,"algorithm":"deep"}`))
		for _, a := range []string{"minimax", "alphabeta", "maxn", "shallow", "deep", "bnb", "paranoid", "speculative", "dfbnb"} {
			list = append(list, post("/api/v1/solve", `{"text":`+quote(t)+`,"algorithm":`+quote(a)+`}`), post("/api/v1/trace", `{"text":`+quote(t)+`,"algorithm":`+quote(a)+`}`))
		}
	}
	return list
}

// exampleRequests are the examples of the page /api, but for those that keep something.
func exampleRequests() (list []request) {
	for _, e := range api.Examples {
		_, call, _ := strings.Cut(e.Command, "localhost:8080")
		path, body, _ := strings.Cut(call, " -d ")
		if path == "/api/v1/trees" || path == "/api/v1/rooms" {
			continue // in flows
		}
		list = append(list, post(path, strings.Trim(body, "'")))
	}
	return list
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
