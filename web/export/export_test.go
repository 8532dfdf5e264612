package export

// Exported for tests outside the package.

const MaxAddress = maxAddress
const NameBytes = nameBytes

var Names = exportNames
var Hashed = cspHash
var NewShare = newShare
