package desk

import (
	"net/http"
	"slices"
	"time"

	"espalier/web/problem"
)

// ServeTeach answers GET /teach: the desk of a browser. The page is the same for everybody: its script asks for the
// things with the key that the browser keeps.
func (h *Handlers) ServeTeach(w http.ResponseWriter, r *http.Request) {
	var list []section
	for _, k := range h.kinds {
		at := slices.IndexFunc(list, func(s section) bool { return s.Title == k.Section })
		if at < 0 {
			at = len(list)
			list = append(list, section{Title: k.Section})
		}
		list[at].Kinds = append(list[at].Kinds, k.Name)
		if k.First.Link != "" {
			list[at].First = append(list[at].First, k.First)
		}
	}
	h.Render(w, r, http.StatusOK, pageView(list))
}

// passCookie is the cookie in which the script of /teach gets the key of a desk whose link was opened. It keeps the
// key in the browser's storage and deletes the cookie.
const passCookie = "espalier-desk"

// ServeDesk answers GET /desk/{desk}: it gives the browser the key and redirects to an address without it, which is
// safe on a projector and in the history of the browser.
func (h *Handlers) ServeDesk(w http.ResponseWriter, r *http.Request) error {
	k, err := keyOf(r)
	if err == nil {
		_, err = h.load(r.Context(), k)
	}
	if err == errNoDesk {
		return &problem.Error{Status: http.StatusNotFound, Message: "This link opens no desk. Perhaps it is not whole: copy it again, from its first to its last character. If the desk got a new link, use that one: the page Teach on a machine that still has the desk shows it."}
	}
	if err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{Name: passCookie, Value: string(k), Path: h.Base.CookiePath(), MaxAge: int(passTime / time.Second),
		Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
	w.Header().Set("Location", h.Link("/teach"))
	w.WriteHeader(http.StatusSeeOther)
	return nil
}
