package maps

import (
	"espalier/trace"
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
var speeds = []struct{ Value, Text string }{
	{"-1", "1 event a second"}, {"-10", "10 events a second"}, {"120", "all in 2 minutes"}, {"30", "all in 30 seconds"}, {"10", "all in 10 seconds"},
}

const speedAtFirst = "30"

// keys are listed by ?, in this order.
var keys = []play.Key{
	{Keys: []string{"Space"}, Does: "play or pause"},
	{Keys: []string{"←", "→"}, Does: "one event back or forward"},
	{Keys: []string{"Shift+←", "Shift+→"}, Does: "previous or next cut"},
	{Keys: []string{"N", "Shift+N"}, Does: "next or previous cut by the chosen rule"},
	{Keys: []string{"Home", "End"}, Does: "first or last event"},
	{Keys: []string{"+", "−"}, Does: "zoom in or out; the wheel zooms at the pointer"},
	{Keys: []string{"F"}, Does: "fit the whole map to the window"},
	{Keys: []string{"T"}, Does: "tree or icicle"},
	{Keys: []string{"W"}, Does: "cut subtrees as wide as they are, or one leaf each"},
	{Keys: []string{"C"}, Does: "go to the current node"},
	{Keys: []string{"L"}, Does: "show the line of play"},
	{Keys: []string{"/"}, Does: "find a node"},
	{Keys: []string{"←", "→", "↑", "↓"}, Does: "on the map: move it; with a node chosen: go from node to node"},
	{Keys: []string{"Enter"}, Does: "on the map: choose the node in the middle"},
	{Keys: []string{"Esc"}, Does: "leave the chosen node"},
}
