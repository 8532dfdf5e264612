// Package app holds what the handlers of all features share: Core with the log,
// the store, the assets and the limits on parallel searches; the frame of a page,
// error pages, security headers and middleware.
//
// It imports no feature.
//
// What must hold:
//
//   - A feature embeds *Core in its handlers; Core has no routes of its own.
//   - The context of AcquireSearchSlot ends with the request and with the server.
//   - An edit key never gets into the log.
//   - A label of a metric has few values, which the program chooses. None holds an
//     edit key, an address of a client, or any text of a request.
package app
