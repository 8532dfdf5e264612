package algorithms

// This file gives the tests outside this package what they need of its procedures.

const ErrMixture = errMixture

var Divided = divided
