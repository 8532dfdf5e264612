package assign

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/web/problem"
	"espalier/web/store/key"
)

// An identity is how a student can be recognised: a name, and the number that the school gives.
type identity struct{ name, number string }

// identityKeys are the members of a new student.
var identityKeys = []string{"name", "number"}

// readIdentity reads who a student is from the members of a body.
func (a *assignment) readIdentity(members []problem.Member) (who identity, err error) {
	for _, m := range members {
		switch {
		case !slices.Contains(identityKeys, m.Key):
			return who, problem.UnknownKey("", m.Key, identityKeys)
		case m.Absent():
		case m.Key == "name":
			who.name, err = readLine(m, MaxName)
		default:
			who.number, err = readLine(m, MaxNumber)
		}
		if err != nil {
			return who, err
		}
	}
	if err := a.mustGive("name", a.Names, who.name); err != nil {
		return who, err
	}
	return who, a.mustGive("number", a.Numbers, who.number)
}

// mustGive returns an error if a text is missing, or not asked for.
func (a *assignment) mustGive(what, rule, text string) error {
	switch {
	case text == "" && rule == required:
		return problem.Refused(what, "the %s is missing; this assignment requires one", what)
	case text != "" && rule == none:
		return problem.Refused(what, "this assignment has no %ss; leave it out", what)
	}
	return nil
}

// readLine reads a text of one line.
func readLine(m problem.Member, most int) (string, error) {
	text, err := problem.ReadString(m.Raw, m.Key)
	if err != nil {
		return "", err
	}
	text = strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(text); {
	case n > most:
		return "", problem.OverLimit(m.Key, "the %s has %d characters; the maximum is %d", m.Key, n, most)
	case strings.ContainsFunc(text, unicode.IsControl):
		return "", problem.Refused(m.Key, "the %s contains a control character", m.Key)
	}
	return text, nil
}

// sameNumber reports whether two numbers are the same to a person.
func sameNumber(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), ""), strings.Join(strings.Fields(b), ""))
}

// holder returns the student other than one who has its number, and who was stored before it; nil: nobody. What is
// not stored yet has sequence 0. A record that was changed since has a later sequence, but its student had entered.
func (h *Handlers) holder(ctx context.Context, a *assignment, one row) (*row, error) {
	if one.Number == "" {
		return nil, nil
	}
	list, err := h.rows(ctx, a.root)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if other := &list[i]; other.student != one.student && sameNumber(other.Number, one.Number) && (one.sequence == 0 || other.sequence < one.sequence || other.Revision > 0) {
			return other, nil
		}
	}
	return nil, nil
}

func numberTaken(id key.ID) error {
	return &problem.Error{Status: http.StatusConflict, Path: "number",
		Message: "somebody with this number has already started. If it was you, open the link of your work, /a/" + string(id) + "/WORD-WORD-WORD, which the page showed when you started. If you have lost it, ask your teacher to give the old work another number on the page of results; then start again, and the two can be merged there"}
}
