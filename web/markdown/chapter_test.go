package markdown

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// nodeOf numbers the letters from a.
func nodeOf(label string) int {
	if len(label) != 1 {
		return -1
	}
	return int(label[0] - 'a')
}

func TestChapterText(t *testing.T) {
	for note, want := range map[string]string{
		"Two  of\nthem.\n\nMore":                       "Two of them.|More",
		"*b* and *not a node*":                         `<b class="ref" data-node="1">b</b> and <i>not a node</i>`,
		"**At *c* player 2 has it**":                   `<b>At </b><b class="ref" data-node="2">c</b><b> </b><b class="p p2">player 2</b><b> has it</b>`,
		"Player 1, (player 8) and player 12":           `<b class="p p1">Player 1</b>, (<b class="p p8">player 8</b>) and player 12`,
		"[a figure](/figures/x?a=1&b=2)":               `<a href="/figures/x?a=1&amp;b=2">a figure</a>`,
		"[cuts](/learn/glossary#cut)":                  `<a class="term" href="/learn/glossary#cut">cuts</a>`,
		"**[cuts](/learn/glossary#cut)**":              `<dfn><a class="term" href="/learn/glossary#cut">cuts</a></dfn>`,
		`<b> & "quotes" and player’s`:                  `&lt;b&gt; &amp; &#34;quotes&#34; and player’s`,
		"Max^n returns (10, -1, 0), and -2, not 3-1":   "Maxⁿ returns (10,\u00a0−1,\u00a00), and −2, not 3-1",
		"# no heading":                                 "# no heading",
		"- no list":                                    "- no list",
		"1. no list, 2 * 3 * 4 and [no link] (at all)": "1. no list, 2 * 3 * 4 and [no link] (at all)",
	} {
		if got := strings.Join(NewText(note, nodeOf).Paragraphs(), "|"); got != want {
			t.Errorf("%q is\n%s, want\n%s", note, got, want)
		}
	}
	if got := NewText("*a* [b](/c)", nil).HTML(); got != `<i>a</i> <a href="/c">b</a>` {
		t.Errorf("without a tree: %s", got)
	}
	if got := NewText("**Player 1** at *a*:\n[b](/c)\n\nd", nodeOf).Plain(); got != "Player 1 at a: b\nd\n" {
		t.Errorf("as it is read: %q", got)
	}
}

// TestLinkTerms: a term is linked where it first stands, unless a text links it itself.
func TestLinkTerms(t *testing.T) {
	one := NewText("A leaf, player 1, is cut: **cuts** and a [ply](/x) at the root. Leaves.", nodeOf)
	two := NewText("The root is cut at the [window](/learn/glossary#window).", nodeOf)
	seen := map[string]bool{}
	one.Terms(seen)
	two.Terms(seen)
	one.LinkTerms(seen)
	two.LinkTerms(seen)
	link := func(id, text string) string {
		return `<a class="term in-text" href="/learn/glossary#` + id + `">` + text + "</a>"
	}
	if got, want := one.HTML(), "A "+link("leaf", "leaf")+`, <b class="p p1">player 1</b>, is `+link("cut", "cut")+`: <b>cuts</b> and a <a href="/x">ply</a> at the `+link("root", "root")+". Leaves."; got != want {
		t.Errorf("the first text is\n%s, want\n%s", got, want)
	}
	if got, want := two.HTML(), `The root is cut at the <a class="term" href="/learn/glossary#window">window</a>.`; got != want {
		t.Errorf("the second text is\n%s, want\n%s", got, want)
	}
	if got := slices.Sorted(maps.Keys(seen)); len(got) != 4 {
		t.Errorf("seen are %v", got)
	}
}
