// Package front has the pages of three doors, Explore, Draw and Code: what is behind each, with pictures, and the index of the search. Learn and
// Teach are pages of the packages learn and desk.
package front
