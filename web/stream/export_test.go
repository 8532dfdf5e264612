package stream

// Exported for tests outside the package.

const OthersEvery = othersInterval

var AppendError = appendError
var MessageKeys = messageKeys
var ReadMessage = readMessage
var ViewKeys = viewKeys
