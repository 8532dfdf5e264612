package maps

import (
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/play"
)

// A Map is what the page of a map shows. The scripts begin the run when the page has come,
// and draw the map from tiles (static/js/map).
type Map struct {
	Title, Sub string
	Run        string       // the run as a JSON object, as the websocket takes it
	Other      string       // another run to compare it with, in the same form; "": none
	OtherTitle string       // what the other run is called
	Program    bool         // the run is that of another program
	Samples    bool         // the run takes samples: a node is entered by many of them
	Rules      []trace.Rule // that cuts of the run can have
	Position   string       // address of the page of the position; the moves of a node are added. "": there is none
}

// speeds are the choices for the speed of play: the seconds of a sweep over all events, or,
// negative, events a second.
var speeds = []app.Choice{
	{Value: "-1", Text: "1 event a second"}, {Value: "-10", Text: "10 events a second"}, {Value: "120", Text: "all in 2 minutes"}, {Value: "30", Text: "all in 30 seconds"}, {Value: "10", Text: "all in 10 seconds"},
}

const speedAtFirst = "30"

// The keys of a map that are no keys of a run.
var (
	cutKey   = play.Key{Keys: []string{"N", "Shift+N"}, Acts: []string{"map-cut-next", "map-cut-back"}, Does: "next or previous cut by the chosen rule"}
	zoomKey  = play.Key{Keys: []string{"+", "−"}, Acts: []string{"zoom-in", "zoom-out"}, Does: "zoom in or out; the wheel zooms at the pointer"}
	fitKey   = play.FitKey.Saying("fit the whole map to the window")
	shapeKey = play.Key{Keys: []string{"T"}, Acts: []string{"shape"}, Does: "tree or icicle"}
	sizesKey = play.Key{Keys: []string{"W"}, Acts: []string{"sizes"}, Does: "cut subtrees as wide as they are, or one leaf each"}
	workKey  = play.Key{Keys: []string{"C"}, Acts: []string{"map-work"}, Does: "go to the current node"}
	lineKey  = play.Key{Keys: []string{"L"}, Acts: []string{"line"}, Does: "show the line of play"}
	findKey  = play.Key{Keys: []string{"/"}, Acts: []string{"find"}, Does: "find a node"}
	leaveKey = play.Key{Keys: []string{"Esc"}, Acts: []string{"leave"}, Does: "leave the chosen node"}
)

// keys are the keys of a map.
var keys = play.KeyTable{
	play.PlayKey,
	play.StepKey.Saying("one event back or forward"),
	play.MarkKey.Saying("previous or next cut"),
	cutKey,
	play.EndsKey.Saying("first or last event"),
	zoomKey, fitKey, shapeKey, sizesKey, workKey, lineKey, findKey,
	{Keys: []string{"←", "→", "↑", "↓"}, Acts: []string{"walk-left", "walk-right", "walk-up", "walk-down"}, Does: "on the map: move it; with a node chosen: go from node to node", Within: ".map-stage"},
	{Keys: []string{"Enter"}, Acts: []string{"choose"}, Does: "on the map: choose the node in the middle", Within: ".map-stage"},
	leaveKey,
	play.HelpKey,
}
