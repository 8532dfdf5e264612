package play

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"espalier/web/app"
	"espalier/web/socket"
)

// A page that is left is no error of the server, wherever its run is then.
func TestRunOfAClientThatIsGoneIsNoError(t *testing.T) {
	var log bytes.Buffer
	core := app.NewCore(app.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	c, _ := socket.New(core, NewRuns(core).Feature()).Pipe(context.Background(), 1)
	c.Cut()
	for _, text := range []string{
		`{"type":"run","id":"small","text":"players 3 1[(1,2,3) (3,2,1)]","algorithm":"maxn"}`,
		`{"type":"run","id":"game","game":{"id":"sergeant-major","hands":["AS 5H","KS 2D","QS 3D"],"expand":2},"algorithm":"shallow"}`,
	} {
		if err := c.Receive([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	c.End()
	if log.Len() > 0 {
		t.Error(log.String())
	}
}
