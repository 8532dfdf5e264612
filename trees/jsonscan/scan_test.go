package jsonscan

import (
	"strings"
	"testing"
)

func TestValue(t *testing.T) {
	for _, c := range []struct {
		src, want string
		fault     Fault
	}{
		{` 12,`, `12`, None},
		{`"a\"]" x`, `"a\"]"`, None},
		{`[1,{"a]":"}"}]]`, `[1,{"a]":"}"}]`, None},
		{`[}x`, `[}`, None}, // the brackets are only counted
		{`1/3}`, `1/3`, None},
		{``, ``, NoValue},
		{` ]`, ``, NoValue},
		{`"a\"`, ``, OpenString},
		{`["a]`, ``, OpenString},
		{`[1,[2]`, ``, OpenList},
	} {
		s := Scanner{Src: []byte(c.src)}
		if got, fault := s.Value(); string(got) != c.want || fault != c.fault {
			t.Errorf("%q is %q, fault %d; want %q, fault %d", c.src, got, fault, c.want, c.fault)
		}
	}
}

func TestPassString(t *testing.T) {
	for src, want := range map[string]int{`"a"b`: 3, `'a"\'b'c`: 7, `"\\"`: 4, `"a\"`: -1, `'a"`: -1} {
		end, closed := PassString(src, 0)
		if !closed {
			end = -1
		}
		if end != want {
			t.Errorf("%q ends at %d; want %d", src, end, want)
		}
	}
}

func TestNext(t *testing.T) {
	for src, want := range map[string]string{
		`]`:        ``,
		` 1 , 2 ]`: `1 2`,
		`1,]`:      `1 no value`,
		`1 2]`:     `1 unseparated`,
	} {
		s := Scanner{Src: []byte(src)}
		var got []string
		for step := s.Next(true, ']'); step != Closed; step = s.Next(false, ']') {
			if step == Unseparated {
				got = append(got, "unseparated")
				break
			}
			raw, fault := s.Value()
			if fault != None {
				got = append(got, "no value")
				break
			}
			got = append(got, string(raw))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q has %q; want %q", src, got, want)
		}
	}
}

func TestIsNumber(t *testing.T) {
	for _, text := range []string{"0", "-1", "10.50", "1e5", "-0.1E-7"} {
		if !IsNumber([]byte(text)) {
			t.Errorf("%s is refused", text)
		}
	}
	for _, text := range []string{"", "-", "01", "1.", ".5", "+1", "1e", "0x1", "1 "} {
		if IsNumber([]byte(text)) {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestKeysGivenTwice(t *testing.T) {
	var k Keys
	for i := range 40 {
		if k.Again([]byte{byte(i)}) {
			t.Errorf("key %d is reported as given twice", i)
		}
	}
	for i := range 40 {
		if !k.Again([]byte{byte(i)}) {
			t.Errorf("key %d is not reported as given twice", i)
		}
	}
}
