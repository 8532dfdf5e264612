package web

// Layers is the table of packages, for tests from outside.
var Layers = layers
