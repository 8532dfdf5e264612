package classroom

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/web/classroom/entry"
)

// The keys of a room in the store:
//
//	room.CODE           its value; the room exists while this is there and not closed
//	room.CODE.q.N       question N with its right answer
//	room.CODE.a.N.TAG   some answers to question N, in the order in which they came
//	room.CODE.h.N       hand-in N
//	room.CODE.s.HEX     a typed tree
//	rooms.secret        see entry.Secret
const secretKey = "rooms.secret"

func valueKey(c entry.Code) string           { return "room." + string(c) }
func questionKey(c entry.Code, n int) string { return fmt.Sprintf("room.%s.q.%d", c, n) }
func answersKey(c entry.Code, n int, tag string) string {
	return fmt.Sprintf("room.%s.a.%d.%s", c, n, tag)
}
func handKey(c entry.Code, n int) string           { return fmt.Sprintf("room.%s.h.%d", c, n) }
func sourceKey(c entry.Code, digest string) string { return fmt.Sprintf("room.%s.s.%s", c, digest) }

// Patterns of keys.
const allValues = "room.*"

func partsOf(c entry.Code) string   { return "room." + string(c) + ".>" }
func answersOf(c entry.Code) string { return "room." + string(c) + ".a.>" }
func handsOf(c entry.Code) string   { return "room." + string(c) + ".h.*" }

// numberIn returns the number in a key of the room, which stands after its kind: q, a
// or h.
func numberIn(key string, c entry.Code, kind string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(key, "room."+string(c)+"."+kind+".")
	digits, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// digestIn returns the digest of the key of a typed tree.
func digestIn(key string, c entry.Code) (string, bool) {
	return strings.CutPrefix(key, "room."+string(c)+".s.")
}

// questionID returns the id of a question by its number.
func questionID(n int) string { return "q" + strconv.Itoa(n) }

// readNumber reads an id such as q3 or h7.
func readNumber(letter, id string) (int, bool) {
	digits, ok := strings.CutPrefix(id, letter)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits
}
