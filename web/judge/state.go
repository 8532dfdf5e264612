package judge

import "espalier/search/question"

// The states of an answer in results.
const (
	StateRight  = "right"
	StateWrong  = "wrong"
	StatePartly = "partly"
	StateOpen   = "open" // there is no answer, or no right one
)

// StateOf returns the state of an answer. An answer is partly right if it has some of the right
// nodes and no other.
func StateOf(j question.Judgement, answer question.Answer) string {
	switch {
	case !j.Known:
		return StateOpen
	case j.Right:
		return StateRight
	case answer != nil && len(answer.Named()) > 0 && len(j.Extra) == 0 && len(j.Missing) > 0:
		return StatePartly
	}
	return StateWrong
}
