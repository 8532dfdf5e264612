// Package trial runs the program of a person on generated trees, and finds a small one on which it is wrong.
//
// It may import search/program, search/checks, search/engine, trace/program and trees.
//
// What comes in: a way to run the program on a tree, and the algorithm that it is to be. What comes out: how many of
// the trees it is right on, and the smallest tree that was found on which it is wrong, made smaller until no node can
// go without the program being right.
package trial
