package web

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// drawn is a picture that is ready.
func drawn(svg []byte) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}
