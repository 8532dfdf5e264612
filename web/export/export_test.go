package export

// What the tests of this package from outside need of its inside.

const MaxAddress = maxAddress
const NameBytes = nameBytes

var Hashed = hashed
var NewShare = newShare
