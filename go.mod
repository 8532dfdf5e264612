module espalier

go 1.26

require (
	github.com/a-h/templ v0.3.977 // indirect
	github.com/go-chi/chi/v5 v5.5.0 // indirect
	github.com/gorilla/websocket v1.5.3 // indirect
)
