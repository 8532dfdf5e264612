package foreign

import (
	"strings"
	"unicode/utf8"
)

// accents are the commands of TeX that put an accent on a letter, with pairs of the letter that
// results and the one without the accent.
var accents = map[string]string{
	"`": "àaÀAèeÈEìıìiÌIòoÒOùuÙU",
	"'": "áaÁAéeÉEíıíiÍIóoÓOúuÚUýyÝYćcĆCńnŃNśsŚSźzŹZ",
	"^": "âaÂAêeÊEîıîiÎIôoÔOûuÛU",
	`"`: "äaÄAëeËEïıïiÏIöoÖOüuÜUÿy",
	"~": "ãaÃAñnÑNõoÕO",
	"c": "çcÇCşsŞS",
	"v": "čcČCďdĎDěeĚEňnŇNřrŘRšsŠSťtŤTžzŽZ",
	"H": "őoŐOűuŰU",
	"r": "ůuŮUåaÅA",
	"u": "ăaĂAğgĞG",
	"=": "āaĀAēeĒEīıīiĪIōoŌOūuŪU",
	".": "żzŻZİI",
}

// accented reads the letter that an accent belongs to, at the start of s, and returns the letter
// with it and how long the letter is in the text. ok is false if there is none of them.
func accented(accent, s string) (letter string, length int, ok bool) {
	pairs, known := accents[accent]
	if !known {
		return "", 0, false
	}
	base, length := texArgument(s)
	if base == `\` && strings.HasPrefix(strings.TrimLeft(s, " "), `\i`) { // \'\i
		base, length = `\i`, length+1
		length += len(s[length:]) - len(strings.TrimLeft(s[length:], " ")) // as after any command
	}
	if base == `\i` {
		base = "ı"
	}
	for at := 0; at < len(pairs); {
		with, n := utf8.DecodeRuneInString(pairs[at:])
		without, m := utf8.DecodeRuneInString(pairs[at+n:])
		if string(without) == base {
			return string(with), length, true
		}
		at += n + m
	}
	return "", 0, false
}
