// Package static holds what the browser gets as it is: style sheets, plain
// modules, the icon. There is no build step.
package static

import "embed"

// Files are the files of this folder, by their path below it.
//
//go:embed css js icon.svg
var Files embed.FS
