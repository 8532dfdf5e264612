package request

import (
	"espalier/web/draw"
	"espalier/web/problem"
)

// CheckTheme checks the name of a theme; empty is that of the system.
func CheckTheme(name string) (string, error) {
	if _, ok := draw.FindTheme(name); !ok && name != "" {
		return "", &problem.QueryError{Name: "theme", Message: `there is no theme "` + name + `"; there are light, dark and projector`}
	}
	return name, nil
}
