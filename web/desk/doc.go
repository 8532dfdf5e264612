// Package desk keeps desks: lists of the things that a teacher has the keys of, which can be taken to another
// machine without an account.
//
// What must hold: the store has neither the key of a desk nor one of a thing on it; what is on a desk can be read
// with the desk's key alone (seal.go). Nothing that was put on a desk is dropped from it but by its owner: a thing
// that is gone, damaged, or whose key is wrong is listed as such. Changes name what changes, so those of two
// machines are both kept. After a renewal the old key opens nothing.
//
// The package knows no feature. Each supplies a thing.Kind.
package desk
