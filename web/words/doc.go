// Package words has the words that pages, pictures and errors share: plural forms, grouped
// digits, max^n, the description of a tree, and the terms of the glossary.
//
// It imports nothing from web/. Every function returns plain text, never HTML, and depends only
// on its arguments.
package words
