package front

import (
	"context"
	"net/http"

	"github.com/a-h/templ"

	"espalier/web/app"
	"espalier/web/figures"
	"espalier/web/games"
)

// Handlers serve the pages of the doors.
type Handlers struct{ *app.Core }

// A section is a part of the page of a door.
type section struct {
	Title string // "": the page has one section
	Cards []card
}

// A card leads to a place.
type card struct {
	Name       string // "": that of the place
	Href, Says string
	// The picture is one of these: that of a figure, another one, or lines of a program.
	figure string
	draw   func() templ.Component
	lines  string
}

// The sections of each door. A test compares them with the places of app.Doors.
var (
	explore = []section{
		{"What others drew and measured", []card{
			{Href: "/figures", Says: "The figures and tables of four papers and a lecture, below. You can run every tree.", figure: "k1991-fig6"},
			{Href: "/figures#exercises", Says: "Trees of textbooks and courses, with the answers to their questions.", figure: "c474-alphabeta"},
			{Href: "/exhibits", Says: "The smallest trees on which printed procedures fail.", figure: "s2003-fig6"},
			{Href: "/experiments", Says: "The tables of the papers, measured again, and nodes by depth for all sound algorithms.", figure: "sk2000-table2"},
		}},
		{"Play and search", []card{
			{Href: "/games", Says: "Play against the searches, or watch how they search a position.", draw: func() templ.Component { return games.Small("chinese-checkers") }},
			{Href: "/algorithms", Says: "What each algorithm requires and guarantees, with its procedure.", figure: "s2003-fig3"},
			{Href: "/counterexamples", Says: "Find a small tree on which an unsound search fails.", figure: "k1991-fig7"},
		}},
		{"Questions about one tree", []card{
			{Href: "/opinions", Says: "Which move does each decision rule choose?", figure: "sk2000-fig3"},
			{Href: "/lockstep", Says: "Two searches of one tree, step by step beside each other.", figure: "s2003-fig5"},
			{Href: "/orders", Says: "How much does the order of the children change?", figure: "c474-node-ordering"},
			{Href: "/ties", Says: "All values of the root, if ties are resolved in other ways.", figure: "k1991-fig1"},
			{Href: "/equilibrium", Says: "What players who cannot distinguish some nodes approach.", figure: "c474-pure-strategies"},
			{Href: "/samples", Says: "How a search by sampling approaches the value.", figure: "s2005-fig5"},
		}},
	}
	draw = []section{{"", []card{
		{Name: "New tree", Href: "/edit", Says: "Draw it with the mouse or the keys, by yourself or with others.", figure: "c474-terminology"},
		{Href: "/trees", Says: "The trees that you made in this browser. Each has its history.", figure: "s2003-fig2"},
		{Href: "/notation", Says: "Every notation that can be read, with examples.", figure: "s2005-fig3"},
	}}}
	code = []section{
		{"In the page", []card{
			{Href: "/code", Says: "Write a search here and see each call on the tree, with your variables, up to the first mistake.", lines: "def maxv(node, alpha, beta):\n    if node.leaf:\n        return node.value\n    for child in node.children:\n        …\n        if v >= beta: return v"},
			{Href: "/code/language", Says: "The language reads like Python. What a program can ask a node.", lines: "node.children\nnode.value\nnode.player\nnode.leaf\nnode.move"},
		}},
		{"In your own language", []card{
			{Href: "/traces", Says: "Send what your program did. Its first wrong line is named, with the reason.", figure: "c474-beta-cutoff"},
			{Href: "/clients", Says: "A few lines for Python, Java, JavaScript, C++ and others that print what a search does.", lines: "t.enter(node)\nfor child in children(node):\n    v = search(child)\nt.exit(node, v)"},
			{Href: "/traces/format", Says: "The lines that a program prints, with every key.", lines: "{\"type\":\"enter\",\"id\":0}\n{\"type\":\"leaf\",\"id\":1,\"value\":3}\n{\"type\":\"cut\",\"id\":2}\n{\"type\":\"exit\",\"id\":0,\"value\":3}"},
			{Href: "/api", Says: "Solve, trace, compare and check from a program.", lines: "curl …/api/v1/solve -d '\n{\"text\": \"max[3 5]\",\n \"algorithm\": \"alphabeta\"}'"},
		}},
	}
)

// ServeExplore answers GET /explore.
func (h Handlers) ServeExplore(w http.ResponseWriter, r *http.Request) error {
	list, err := figures.List(r.Context())
	if err != nil {
		return err
	}
	return h.serve(w, r, "Explore", explore, nil, list)
}

// ServeDraw answers GET /draw.
func (h Handlers) ServeDraw(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, "Draw a tree", draw, drawFirst(), nil)
}

// ServeCode answers GET /programs.
func (h Handlers) ServeCode(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, "Your own search", code, nil, nil)
}

// serve answers with the page of a door. first is above its sections, last below; nil: nothing.
func (h Handlers) serve(w http.ResponseWriter, r *http.Request, title string, sections []section, first, last templ.Component) error {
	p := doorPage{Title: title, First: first, Last: last}
	for _, s := range sections {
		part := doorPart{Title: s.Title}
		for _, c := range s.Cards {
			picture, err := c.picture(r.Context())
			if err != nil {
				return err
			}
			part.Cards = append(part.Cards, doorCard{Href: c.Href, Name: c.name(), Says: c.Says, Picture: picture})
		}
		p.Parts = append(p.Parts, part)
	}
	h.Render(w, r, http.StatusOK, doorView(&p))
	return nil
}

func (c *card) name() string {
	if c.Name != "" {
		return c.Name
	}
	return app.FindPlace(c.Href).Name
}

func (c *card) picture(ctx context.Context) (templ.Component, error) {
	switch {
	case c.draw != nil:
		return c.draw(), nil
	case c.lines != "":
		return linesView(c.lines), nil
	}
	return figures.Small(ctx, c.figure)
}

// A doorPage is the content of the page of a door.
type doorPage struct {
	Title string
	First templ.Component // nil: none
	Last  templ.Component // nil: none
	Parts []doorPart
}

type doorPart struct {
	Title string
	Cards []doorCard
}

type doorCard struct {
	Href, Name, Says string
	Picture          templ.Component
}
