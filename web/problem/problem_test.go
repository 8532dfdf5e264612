package problem

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/treestore"
)

func TestOf(t *testing.T) {
	const internal, late = "the server made an error; it has been logged", "this took longer than it may; try again in a moment"
	for _, c := range []struct {
		err          error
		status       int
		path, reason string
	}{
		{Malformed("body", "%d", 1), 400, "body", "1"},
		{&Error{http.StatusForbidden, "saved", "m"}, 403, "saved", "m"},
		{fmt.Errorf("beside: %w", &QueryError{"step", "m"}), 422, "step", "m"},
		{&trees.Error{Path: "root", Message: "m"}, 422, "root", "m"},
		{&trees.Error{Path: "root", Message: "m", OverLimit: true}, 413, "root", "m"},
		{&engine.NotApplicableError{Path: "algorithm", Message: "m"}, 422, "algorithm", "m"},
		{&engine.LimitError{Message: "m"}, 422, "algorithm", "m"},
		{&http.MaxBytesError{Limit: 9}, 413, "body", "the body is larger than 9 bytes, the limit of a request"},
		{&treestore.ConflictError{Message: "m"}, 409, "edit", "m"},
		{&treestore.SpellingError{Message: "m"}, 404, "saved", "m"},
		{&treestore.NoRevisionError{Revision: 3, Newest: 2}, 404, "revision", "the tree has no revision 3; it has 1 to 2"},
		{treestore.ErrNotFound, 404, "saved", treestore.ErrNotFound.Error()},
		{store.ErrFull, 507, "library", store.ErrFull.Error()},
		{&store.UnavailableError{Message: "m", Err: context.DeadlineExceeded}, 503, "library", "m: context deadline exceeded"},
		{&records.DamagedError{ID: "x", Revision: 2, Err: errors.New("e")}, 503, "saved", "revision 2 of the tree x cannot be read: e"},
		{&records.DamagedError{ID: "x", Revision: 2, Err: &trees.Error{Path: "root", Message: "m"}}, 503, "saved", "revision 2 of the tree x cannot be read: root: m"},
		{fmt.Errorf("a page: %w", context.DeadlineExceeded), 503, "", late},
		{context.Canceled, 500, "", internal},
		{ErrStopping, 503, "", "the server is shutting down; try again in a moment"},
		{errors.New("e"), 500, "", internal},
	} {
		p := Of(c.err)
		if fault := (Fault{Path: c.path, Message: c.reason}); p.Status != c.status || p.Errors[0] != fault {
			t.Errorf("Of(%v) = %d, %+v, want %d, %+v", c.err, p.Status, p.Errors[0], c.status, fault)
		}
	}
}

func TestEveryKindHasAStatus(t *testing.T) {
	for kind, status := range statusOf {
		if titles[status] == "" {
			t.Errorf("kind %d has the status %d, which has no title", kind, status)
		}
	}
}

// What is no number is refused, and is not counted in the tree's unit.
func TestReadVectorRefused(t *testing.T) {
	tree, err := trees.ReadText("players 2 1[ (1,2) (2,1) ]")
	if err != nil {
		t.Fatal(err)
	}
	for raw, want := range map[string]string{`[1,"x"]`: "is not a number", `["1/0",1]`: "divides by 0", `[1,1e-19]`: "decimal places", `[1,true]`: "number", `["1/7",1]`: "multiples of 1/"} {
		if _, err := ReadVector([]byte(raw), "v", tree); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", raw, err, want)
		}
	}
}

func TestReadTextCountsCharacters(t *testing.T) {
	if text, err := ReadText([]byte(`"é\n—"`), "note", 3); err != nil || text != "é\n—" {
		t.Errorf("three characters of at most three = %q, %v", text, err)
	}
	_, err := ReadText([]byte(`"abcd"`), "scenes[1].note", 3)
	if p := Of(err); err == nil || !strings.Contains(p.Detail, "scenes[1].note") || !strings.Contains(p.Detail, "4 characters") {
		t.Errorf("four characters of at most three = %v", err)
	}
}
