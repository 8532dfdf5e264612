module espalier

go 1.26

require (
	github.com/a-h/templ v0.3.977
	github.com/go-chi/chi/v5 v5.5.0
	github.com/gorilla/websocket v1.5.3
)
