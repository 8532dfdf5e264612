package experiment

import (
	"bytes"
	"encoding/csv"
	"strconv"
)

// CSV writes rows as comma-separated values, after a line with the names. Unknown fields are
// empty.
func CSV(rows []Row) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"name", "printed", "measured", "ratio", "spread", "n", "median", "low", "high", "undecided", "interval_low", "interval_high", "interval_method"})
	for _, r := range rows {
		var low, high *float64
		method := ""
		if r.Interval != nil {
			low, high, method = &r.Interval.Low, &r.Interval.High, string(r.Interval.Method)
		}
		w.Write([]string{r.Name, plainNumber(r.Printed), plainNumber(r.Measured), plainNumber(r.Ratio), plainNumber(r.Spread), strconv.Itoa(r.N), plainNumber(r.Median), plainNumber(r.Low), plainNumber(r.High), plainNumber(r.Undecided), plainNumber(low), plainNumber(high), method})
	}
	w.Flush()
	return b.Bytes()
}

func plainNumber(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}
