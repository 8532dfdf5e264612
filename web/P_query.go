package web

import (
	"fmt"
)

func pictureError(err error) (status int, message string) {
	p := problemOf(err)
	return p.Status, p.Detail
}

// A queryError names the parameter that is wrong and says what would be right.
type queryError struct{ Name, Message string }

func (e *queryError) Error() string { return e.Name + ": " + e.Message }

func noStep(step, last int) *queryError {
	return &queryError{"step", fmt.Sprintf("there is no step %d; the steps of this run are 0 to %d", step, last)}
}
