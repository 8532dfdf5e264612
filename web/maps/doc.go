// Package maps serves the maps of large searches. A page asks for the map of a run by websocket;
// the search then runs on the server, and pages that ask for the same run share it. What a page
// shows it gets in tiles, by HTTP: they are the same for all readers, and stay as they are.
//
// A search ends when no page watches it. Its map stays for a while, as long as there is memory.
package maps
