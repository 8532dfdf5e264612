package export

// Exported for tests outside the package.

const MaxAddress = maxAddress
const NameBytes = nameBytes

var Hashed = cspHash
var NewShare = newShare
