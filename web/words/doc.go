// Package words holds the words that pages, pictures and errors share: plural
// forms, grouped digits, max^n, the description of a tree, and the terms of the glossary.
//
// It imports the standard library and espalier/trees, nothing of web/. Every
// function returns plain text, never HTML, and depends on its arguments only.
package words
