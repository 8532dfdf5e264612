package trees_test

import (
	"testing"

	"espalier/trees"
)

var refusedJSON = []struct{ doc, want string }{}
var refusedText = []struct{ text, want string }{}
var _ = testing.Short
var _ = trees.Format
