package problem

import "fmt"

func StatusAndDetail(err error) (status int, message string) {
	p := Of(err)
	return p.Status, p.Detail
}

// A QueryError names the parameter that is wrong and says what would be right.
type QueryError struct{ Name, Message string }

func (e *QueryError) Error() string { return e.Name + ": " + e.Message }

func NoStep(step, last int) *QueryError {
	return &QueryError{"step", fmt.Sprintf("there is no step %d; the steps of this run are 0 to %d", step, last)}
}
