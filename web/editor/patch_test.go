package editor_test

import (
	"strings"
	"testing"

	"espalier/web/webtest"
)

func TestDraftPatches(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"open","id":"d1","saved":%q,"patches":true}`, m.Key)
	if r := p.Draft("draft"); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("opened: %+v, want the whole picture", r)
	}
	r := p.Edit("d1", 1, `{"op":"set","nodes":[2],"value":[5,2,2],"label":"here"}`)
	if r.SVG != "" || strings.Count(r.Patch["pieces"].(string), `id="dn`) != 1 || r.Patch["order"] != nil {
		t.Errorf("a label is set: %+v, want the picture of one node", r)
	}
	r = p.Edit("d1", 2, `{"op":"child","node":2}`)
	if r.SVG != "" || len(r.Patch["order"].([]any)) != 8 {
		t.Errorf("a child is added: %+v, want the order of 8 nodes", r)
	}
	other := webtest.Dial(t, ts)
	if r := other.Open("d1", m.Key); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("opened by somebody who does not ask for patches: %+v", r)
	}
	if r := other.Edit("d1", 1, `{"op":"child","node":1}`); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("edited by somebody who does not ask for patches: %+v", r)
	}
}
