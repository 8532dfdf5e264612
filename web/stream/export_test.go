package stream

// What the tests of this package from outside need of its inside.

const OthersEvery = othersEvery

var AppendError = appendError
var MessageKeys = messageKeys
var ReadMessage = readMessage
var ViewKeys = viewKeys
