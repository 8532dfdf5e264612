// Package webtest holds what the tests of several packages below web use:
// servers with and without a store, requests, a client of the websocket, and a
// check of answers against the OpenAPI description. Only tests import it, and
// only from outside of the packages that web imports.
package webtest
