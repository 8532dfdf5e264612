package draw

import (
	"slices"

	"espalier/trees"
)

// A Theme has the colours and line widths of a picture. A strict content security
// policy blocks style elements and style attributes, so a picture uses presentation
// attributes. In a page, theme.css and tree.css override these attributes with the
// same colours and rules.
type Theme struct {
	Name  string // in addresses, in data-theme and in theme.css
	Label string // in a select
	// Own: theme.css has a block with its colours. A theme without one is one of the two
	// schemes that a browser chooses from, whose colours are pairs in :root.
	Own  bool
	Dark bool // light ink on a dark ground, which TikZ has to paint, since paper is white

	Ground string // background of the page and of a picture in a file
	Box    string // inside a node
	Ink    string
	Soft   string // labels, leaves not yet seen
	Faded  string // texts of cut nodes: still readable
	Faint  string // lines of cut nodes and edges
	Edge   string
	Now    string // the current node
	Cut    string // strokes across cut edges
	// Players are also distinguished by number and marker. For colour-blind people
	// the colours differ in hue and lightness; each has a contrast of 4.5:1 or more
	// with the background.
	Players [trees.MaxPlayers]string
	Weight  float64 // factor for line widths, 1 on a screen
}

// Themes are all themes. The first is that of a picture whose request names none. Selects,
// errors and the checks of theme.css follow from this list.
var Themes = []Theme{
	{
		Name: "light", Label: "Light", Ground: "#fcfbf7", Box: "#ffffff", Ink: "#1b1a16", Soft: "#5d5a52", Faded: "#767168",
		Faint: "#cbc5b8", Edge: "#6b675e", Now: "#fff4cc", Cut: "#b3261e",
		Players: [...]string{"#0a6ba3", "#b9500c", "#3f7d1f", "#8b3d93", "#7d5d00", "#00746b", "#b0306f", "#51586b"},
		Weight:  1,
	},
	{
		Name: "dark", Label: "Dark", Dark: true, Ground: "#191813", Box: "#24221c", Ink: "#f0ede4", Soft: "#b9b4a7", Faded: "#938e82",
		Faint: "#4d4a40", Edge: "#98938a", Now: "#453b12", Cut: "#ff8f7e",
		Players: [...]string{"#6cb8ee", "#f2995c", "#93cf6e", "#d9a3e3", "#dcbc55", "#5fcabd", "#f59ac4", "#b3bccf"},
		Weight:  1,
	},
	{
		Name: "projector", Label: "Projector", Own: true, Ground: "#ffffff", Box: "#ffffff", Ink: "#000000", Soft: "#333333", Faded: "#5e5e5e",
		Faint: "#b0b0b0", Edge: "#333333", Now: "#ffe680", Cut: "#b00000",
		Players: [...]string{"#00508a", "#9a3c00", "#2b6200", "#6f2578", "#614600", "#00574f", "#8f1a55", "#3a4052"},
		Weight:  1.35,
	},
}

func FindTheme(name string) (*Theme, bool) {
	if i := slices.IndexFunc(Themes, func(th Theme) bool { return th.Name == name }); i >= 0 {
		return &Themes[i], true
	}
	return nil, false
}

// ThemeNames lists the names of all themes.
func ThemeNames() (names []string) {
	for _, th := range Themes {
		names = append(names, th.Name)
	}
	return names
}

// Player returns the colour of a player, or the text colour if p is no player.
func (th *Theme) Player(p int) string {
	if p < 1 || p > len(th.Players) {
		return th.Ink
	}
	return th.Players[p-1]
}

// markers are the shapes of the players, about 8 units wide, around (0, 0). They
// are small and are drawn with the player's number, so that the meaning does not
// depend on colour alone.
var markers = [trees.MaxPlayers]string{
	"M-3.5-3.5h7v7h-7z",                                 // square
	"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",                // circle
	"M0-4L4.4 3.6H-4.4z",                                // triangle
	"M0-4.8L4.8 0L0 4.8L-4.8 0z",                        // diamond
	"M-1.3-4h2.6v2.7H4v2.6H1.3V4h-2.6V1.3H-4v-2.6h2.7z", // cross
	"M0 4L4.4-3.6H-4.4z",                                // triangle, upside down
	"M0-4.6L4.4-1.4L2.7 3.7H-2.7L-4.4-1.4z",             // pentagon
	"M-4.4-1.5h8.8v3h-8.8z",                             // bar
}

// Marker returns the shape of a player, from 1: the data of a path about 8 units wide
// around (0, 0).
func Marker(player int) string { return markers[player-1] }
