package play

import (
	"fmt"

	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
)

// FindTheme returns the theme of a picture by its name; without a name, the first.
func FindTheme(name string) (*draw.Theme, error) {
	if name == "" {
		return &draw.Themes[0], nil
	}
	if th, ok := draw.FindTheme(name); ok {
		return th, nil
	}
	return nil, &problem.QueryError{Name: "theme", Message: fmt.Sprintf("there is no theme %q; there are %s", name, trees.InWords(draw.ThemeNames()))}
}

// CheckTheme checks the name of the theme of a page; empty is that of the system.
func CheckTheme(name string) (string, error) {
	_, err := FindTheme(name)
	return name, err
}
