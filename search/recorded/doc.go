// Package recorded makes an algorithm of the printed run of another program, so that all that shows a run shows
// this one, too.
package recorded
