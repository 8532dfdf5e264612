package problem

import (
	"fmt"
	"strconv"

	"espalier/trees"
)

// StatusAndDetail returns the status and the text of the problem of an error.
func StatusAndDetail(err error) (status int, message string) {
	p := Of(err)
	return p.Status, p.Detail
}

// A QueryError reports a parameter of a query that is wrong, and what would be
// right.
type QueryError struct{ Name, Message string }

func (e *QueryError) Error() string { return e.Name + ": " + e.Message }

// Kind returns trees.InvalidInput.
func (e *QueryError) Kind() trees.ErrorKind { return trees.InvalidInput }

// Place returns Name.
func (e *QueryError) Place() string { return e.Name }

// Reason returns Message.
func (e *QueryError) Reason() string { return e.Message }

// ReadWholeQuery reads a whole number of a query.
func ReadWholeQuery(name, text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, &QueryError{name, fmt.Sprintf("%.40q is not a whole number from %d to %d", text, least, most)}
	}
	return n, nil
}

// NoStep returns the error of a step after the last one.
func NoStep(step, last int) *QueryError {
	return &QueryError{"step", fmt.Sprintf("there is no step %d; the steps of this run are 0 to %d", step, last)}
}
