package classroom_test

import (
	"testing"

	"espalier/web/webtest"
)

// TestRoomShowsGame: a room shows a position of a game as it does any implicit tree, and
// its runs start from that position each time, also after one that was not run to its end.
func TestRoomShowsGame(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const game = `{"game":{"id":"sergeant-major","hands":["AS 5H","KS 2D","QS 3D"]},"algorithm":"maxn"`
	m := makeRoom(t, ts, game+`,"step":3}`)
	for _, step := range []string{"5", "2", "7"} {
		if v := act(t, ts, m, "show", `{"show":`+game+`,"step":`+step+`}}`); v.text("show", "step") != step || v.text("show", "game", "id") != `"sergeant-major"` {
			t.Errorf("a show of a game at step %s is %v", step, v)
		}
	}
	resp, b := webtest.Post(t, ts.URL+m.path("/show"), `{"show":{"game":{"id":"hearts","hands":["AS"]},"algorithm":"maxn"}}`)
	webtest.CheckProblem(t, resp, b, 422, "game.hands", "the number of hands is 1")
}
