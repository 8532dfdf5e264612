package figures

// reasons say, by experiment and row, what explains a difference of more than two standard
// errors between a printed number and the one measured again.
var reasons = map[string]map[string]string{}

// missing says why a table was not measured with one of the two settings.
var missing = map[string]string{}
