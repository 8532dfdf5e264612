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
	w.Write([]string{"name", "printed", "measured", "ratio", "spread", "n", "median", "low", "high"})
	for _, r := range rows {
		w.Write([]string{r.Name, plainNumber(r.Printed), plainNumber(r.Measured), plainNumber(r.Ratio), plainNumber(r.Spread), strconv.Itoa(r.N), plainNumber(r.Median), plainNumber(r.Low), plainNumber(r.High)})
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
