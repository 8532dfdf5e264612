// Package api answers the HTTP API below /api/v1, with its OpenAPI description
// and the page that shows it.
//
// Invariants: openapi.json describes every call, and tests compare it with the
// routes and with their responses. Errors are those of RFC 9457, of package
// problem. Every search takes a slot and has a time limit, or ends with its
// client.
package api
