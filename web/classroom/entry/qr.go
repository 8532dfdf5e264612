package entry

import (
	"bytes"
	"fmt"

	"rsc.io/qr"
)

// quietZone is the white edge that readers of a code need, in modules.
const quietZone = 4

// QRPicture returns a text as a QR code in SVG, with a title in plain characters.
func QRPicture(text, title string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	side := code.Size + 2*quietZone
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" shape-rendering="crispEdges" role="img"><title>%s</title>`,
		side, side, 8*side, 8*side, title)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, side, side)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from+quietZone, y+quietZone, x-from, x-from)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return b.Bytes(), nil
}
