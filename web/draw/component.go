package draw

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Component returns a component that writes a finished picture into a page.
func Component(svg []byte) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}
