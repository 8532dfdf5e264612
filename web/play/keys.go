package play

import (
	"context"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"espalier/web/app"
)

// A Key is an entry of the table of keys of a page. The help lists it, the buttons name it, and the scripts read from the
// help what a key is for (static/js/shared/keys.js).
type Key struct {
	Keys   []string // as the help shows them
	Acts   []string // for each of Keys the action of the scripts, which is also the id of its button; none if it is no key
	Does   string
	Within string // a selector: the key is for what is in there
	Remote bool   // a presenter's remote sends it, also while a list has the focus
}

// A KeyTable has the keys of a page, in the order of its help.
type KeyTable []Key

// The keys of a player, and of the tree beside it. A page lists those that it has.
var (
	PlayKey  = Key{Keys: []string{"Space"}, Acts: []string{"play"}, Does: "play or pause"}
	StepKey  = Key{Keys: []string{"←", "→"}, Acts: []string{"back", "forward"}, Does: "one step back or forward, by the chosen size"}
	MarkKey  = Key{Keys: []string{"Shift+←", "Shift+→"}, Acts: []string{"mark-back", "mark-forward"}, Does: "the previous or next prune or re-search"}
	EndsKey  = Key{Keys: []string{"Home", "End"}, Acts: []string{"first", "last"}, Does: "first or last step"}
	SpeedKey = Key{Keys: []string{"+", "−"}, Acts: []string{"faster", "slower"}, Does: "faster or slower"}
	SizeKey  = Key{Keys: []string{"S"}, Acts: []string{"size"}, Does: "change the step size: every event, decisions, cuts"}
	FitKey   = Key{Keys: []string{"F"}, Acts: []string{"fit"}, Does: "fit the tree to the window"}
	FoldKey  = Key{Keys: []string{"C"}, Acts: []string{"fold"}, Does: "in a large tree, fold or unfold the subtree of the focused node", Within: "g.node"}
	HelpKey  = Key{Keys: []string{"?"}, Acts: []string{"show-help"}, Does: "this help"}

	PresentKey = Key{Keys: []string{"P"}, Acts: []string{"present"}, Does: "present: only the tree, the sentence and the bounds"}
	RemoteKey  = Key{Keys: []string{"Page ↑", "Page ↓"}, Acts: []string{"remote-back", "remote-forward"}, Does: "while presenting, one step back or forward, also by a presenter’s remote", Remote: true}
	BlackKey   = Key{Keys: []string{"B", "."}, Acts: []string{"black", "black"}, Does: "while presenting, a black screen; again, the picture"}

	// Those of a program whose run says what its lines do.
	LineKey    = Key{Keys: []string{"Shift+J", "J"}, Acts: []string{"code-line-back", "code-line"}, Does: "one line of the program back or forward"}
	OverKey    = Key{Keys: []string{"Shift+V", "V"}, Acts: []string{"code-over-back", "code-over"}, Does: "back or forward over a call"}
	OutKey     = Key{Keys: []string{"Shift+U", "U"}, Acts: []string{"code-out-back", "code-out"}, Does: "back or forward out of a call"}
	StopKey    = Key{Keys: []string{"Shift+G", "G"}, Acts: []string{"code-stop-back", "code-stop"}, Does: "back or forward to a breakpoint, which a click on a line number sets"}
	MistakeKey = Key{Keys: []string{"M"}, Acts: []string{"mistake"}, Does: "to the first mistake"}

	// SearchKey opens the search of the header.
	SearchKey = Key{Keys: app.SearchKeys, Acts: []string{"site-search", "site-search"}, Does: "search: a figure, a theorem, a game, a page or an action by a few letters"}

	wheelKey = Key{Keys: []string{"Ctrl wheel"}, Does: "zoom; drag to move the picture"}
)

// runKeys are those of every run, presentKeys those of present mode.
var (
	runKeys     = KeyTable{PlayKey, StepKey, MarkKey, EndsKey, SpeedKey, SizeKey, FitKey, FoldKey}
	presentKeys = KeyTable{PresentKey, RemoteKey, BlackKey}
	programKeys = KeyTable{LineKey, OverKey, OutKey, StopKey, MistakeKey}
)

// inFrame returns the keys of a page with those of the frame around it. Where a page has one of the
// two keys of the search for something else, the search has the other one.
func (t KeyTable) inFrame(ctx context.Context) KeyTable {
	if !app.HasSearch(ctx) {
		return t
	}
	key := SearchKey
	key.Keys = slices.DeleteFunc(slices.Clone(key.Keys), t.has)
	return append(slices.Clone(t), key)
}

// has reports whether a key is for something already.
func (t KeyTable) has(key string) bool {
	return slices.ContainsFunc(t, func(k Key) bool {
		return slices.ContainsFunc(k.Keys, func(other string) bool { return strings.ReplaceAll(other, " ", "+") == key })
	})
}

// RunKeys are the keys of the page of a run, after its own ones.
func RunKeys(presents bool, own ...Key) KeyTable {
	keys := slices.Concat(own, runKeys)
	if presents {
		keys = append(keys, presentKeys...)
	}
	return append(keys, wheelKey, HelpKey)
}

// Keys are the keys of the page, after those of its own.
func (p *Page) Keys(presents bool, own ...Key) KeyTable {
	if p.HasLines() {
		own = slices.Concat(own, programKeys)
		if p.Mistake == nil {
			own = own[:len(own)-1]
		}
	}
	return RunKeys(presents, own...)
}

// Saying returns the key with what it does on another page.
func (k Key) Saying(does string) Key {
	k.Does = does
	return k
}

// named has the names of keys in aria-keyshortcuts, where the help shows a sign.
var named = strings.NewReplacer("←", "ArrowLeft", "→", "ArrowRight", "Page ↑", "PageUp", "Page ↓", "PageDown", "↑", "ArrowUp", "↓", "ArrowDown", "−", "-", "Esc", "Escape")

// name returns the name of a key in aria-keyshortcuts.
func name(shown string) string {
	if shown == "+" {
		return "Plus"
	}
	return named.Replace(shown)
}

// attributes are those of one of the keys in the help.
func (k Key) attributes(i int) templ.Attributes {
	if len(k.Acts) == 0 {
		return nil
	}
	a := templ.Attributes{"data-act": k.Acts[i]}
	if k.Within != "" {
		a["data-within"] = k.Within
	}
	if k.Remote {
		a["data-remote"] = true
	}
	return a
}

// Titled are the attributes of a button that does what a key does: its title with the key, and the key for assistive technology.
func (k Key) Titled(title string, act string) templ.Attributes {
	i := slices.Index(k.Acts, act)
	return templ.Attributes{"title": title + " (" + k.Keys[i] + ")", "aria-keyshortcuts": name(k.Keys[i])}
}

// All are the attributes of a control for all of its keys.
func (k Key) All(title string) templ.Attributes {
	names := make([]string, len(k.Keys))
	for i, shown := range k.Keys {
		names[i] = name(shown)
	}
	return templ.Attributes{"title": title + " (" + strings.Join(k.Keys, ", ") + ")", "aria-keyshortcuts": strings.Join(names, " ")}
}
