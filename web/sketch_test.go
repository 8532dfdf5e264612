package web

import (
	"strings"
	"testing"
)

func TestDraftPatches(t *testing.T) {
	_, ts := keep(t)
	m := makeTree(t, ts, korf6Source)
	p := dial(t, ts)
	p.send(`{"type":"open","id":"d1","saved":%q,"patches":true}`, m.Key)
	if r := p.draft("draft"); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("opened: %+v, want the whole picture", r)
	}
	r := p.edit("d1", 1, `{"op":"set","nodes":[2],"value":[5,2,2],"label":"here"}`)
	if r.SVG != "" || strings.Count(r.Patch["pieces"].(string), `id="dn`) != 1 || r.Patch["order"] != nil {
		t.Errorf("a label is set: %+v, want the picture of one node", r)
	}
	r = p.edit("d1", 2, `{"op":"child","node":2}`)
	if r.SVG != "" || len(r.Patch["order"].([]any)) != 8 {
		t.Errorf("a child is added: %+v, want the order of 8 nodes", r)
	}
	other := dial(t, ts)
	if r := other.open("d1", m.Key); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("opened by somebody who does not ask for patches: %+v", r)
	}
	if r := other.edit("d1", 1, `{"op":"child","node":1}`); !strings.HasPrefix(r.SVG, "<svg") || r.Patch != nil {
		t.Errorf("edited by somebody who does not ask for patches: %+v", r)
	}
}
