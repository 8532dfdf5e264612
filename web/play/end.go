package play

import "espalier/web/run"

// An End is what a page gets after the last step of a run that it has, before the result.
type End struct {
	Steps     int  `json:"steps"`
	Truncated bool `json:"truncated"`
	More      bool `json:"more,omitempty"` // further steps are sent when the page may have them
}

// With returns the end with the result.
func (e End) With(result run.ResultAnswer) any {
	return struct {
		End
		run.ResultAnswer
	}{e, result}
}

// A NoResult says why there is no result; an empty one: it is not sent yet.
type NoResult struct {
	Detail    string `json:"detail,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
}

// Without returns the end of a run without a result.
func (e End) Without(why NoResult) any {
	return struct {
		End
		Value *struct{} `json:"value"` // null
		NoResult
	}{End: e, NoResult: why}
}
