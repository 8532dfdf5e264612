package orders

// Examples are what a test outside of the package sees: it needs a server, which imports this package.
var Examples = examples
