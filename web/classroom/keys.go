package classroom

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/store/records"
)

// The keys of a room in the store:
//
//	room.CODE           its value; the room exists as long as this key, unless the value is closed
//	room.CODE.q.N       question N with its right answer
//	room.CODE.a.N.TAG   a batch of answers to question N, in the order of arrival
//	room.CODE.h.N       hand-in N
//	room.CODE.o.N       hand-in N was taken out
//	room.CODE.p.ID      a person, with the name
//	room.CODE.s.HEX     a typed tree

const valuePrefix = "room."

var _ = records.Register(records.Kind{Prefix: valuePrefix, One: "room", Many: "rooms", Describe: describe,
	Number: func(words []string, value []byte) int {
		if len(words) > 1 && words[1] != "p" {
			return 1
		}
		return records.NumberIn(value, "r")
	},
	// A server that has the room in memory closes it before, and the class sees that.
	Keep: Lifetime + listTime, Used: lastUsed, Refers: records.IDsIn})

// lastUsed is the Used of the kind. In a cluster a closed value stays for listTime: it notifies the other
// servers.
func lastUsed(words []string, stored []byte) time.Time {
	if len(words) > 1 {
		return time.Time{}
	}
	v, err := readValue(stored)
	switch {
	case err != nil:
		return time.Time{}
	case v.State == stateClosed:
		return time.UnixMilli(v.Touched).Add(-Lifetime)
	}
	return time.UnixMilli(v.Touched)
}

// describe names the value of a key in a sentence.
func describe(words []string) string {
	room := "the room " + words[0]
	if len(words) < 3 {
		return room
	}
	switch n := words[2]; words[1] {
	case "q":
		return "question q" + n + " of " + room
	case "a":
		return "answers to question q" + n + " of " + room
	case "h":
		return "hand-in h" + n + " of " + room
	case "o":
		return "the mark that hand-in h" + n + " of " + room + " was taken out"
	case "p":
		return "the name of a person in " + room
	}
	return "a tree of " + room
}

func ValueKey(c entry.Code) string           { return "room." + string(c) }
func QuestionKey(c entry.Code, n int) string { return fmt.Sprintf("room.%s.q.%d", c, n) }
func AnswersKey(c entry.Code, n int, tag string) string {
	return fmt.Sprintf("room.%s.a.%d.%s", c, n, tag)
}
func HandInKey(c entry.Code, n int) string { return fmt.Sprintf("room.%s.h.%d", c, n) }
func OutKey(c entry.Code, n int) string    { return fmt.Sprintf("room.%s.o.%d", c, n) }
func PersonKey(c entry.Code, id entry.FollowerID) string {
	return fmt.Sprintf("room.%s.p.%s", c, id)
}
func SourceKey(c entry.Code, digest string) string { return fmt.Sprintf("room.%s.s.%s", c, digest) }

// Patterns of keys.
const AllValues = "room.*"

func PartsOf(c entry.Code) string   { return "room." + string(c) + ".>" }
func AnswersOf(c entry.Code) string { return "room." + string(c) + ".a.>" }
func HandInsOf(c entry.Code) string { return "room." + string(c) + ".h.*" }

func PeopleOf(c entry.Code) string { return "room." + string(c) + ".p.*" }

// PersonIn returns the id in the key of a person.
func PersonIn(key string, c entry.Code) (entry.FollowerID, bool) {
	id, ok := strings.CutPrefix(key, "room."+string(c)+".p.")
	return entry.FollowerID(id), ok
}

// NumberIn returns the number in a key of the room, which follows the kind: q, a, h or o.
func NumberIn(key string, c entry.Code, kind string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(key, "room."+string(c)+"."+kind+".")
	digits, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// DigestIn returns the digest of the key of a typed tree.
func DigestIn(key string, c entry.Code) (string, bool) {
	return strings.CutPrefix(key, "room."+string(c)+".s.")
}

// CodeOf returns the code in the key of a value.
func CodeOf(key string) entry.Code { return entry.Code(strings.TrimPrefix(key, "room.")) }

// QuestionID returns the id of the question with a number.
func QuestionID(n int) string { return "q" + strconv.Itoa(n) }

// handID returns the id of the hand-in with a number.
func handID(n int) string { return "h" + strconv.Itoa(n) }

// ReadNumber reads an id such as q3 or h7.
func ReadNumber(letter, id string) (int, bool) {
	digits, ok := strings.CutPrefix(id, letter)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits
}
