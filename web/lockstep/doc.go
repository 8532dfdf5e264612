// Package lockstep holds the page that shows two or three runs side by side.
//
// It may import run and the packages below it. Alignment and differences of
// runs are computed in trace/lockstep, which does not depend on HTML.
package lockstep
