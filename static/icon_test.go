package static

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/image/vector"
)

// update makes the icons again.
var update = flag.Bool("update", false, "make favicon.ico and apple-touch-icon.png again, from icon.svg")

// The sizes in favicon.ico, for tabs, bookmarks and task bars, and that of the icon on a
// home screen.
var icoSizes = []int{16, 32, 48}

const touchSize = 180

// The icons that browsers ask for by name are pictures of icon.svg.
func TestIconsShowTheMark(t *testing.T) {
	m := readMark(t)
	pictures := [][]byte{}
	for _, size := range icoSizes {
		pictures = append(pictures, encode(t, m.paint(size, true)))
	}
	touch := encode(t, m.paint(touchSize, false))
	if *update {
		for name, data := range map[string][]byte{"favicon.ico": icoOf(pictures), "apple-touch-icon.png": touch} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	ico, err := os.ReadFile("favicon.ico")
	if err != nil {
		t.Fatal(err)
	}
	entries := readICO(t, ico)
	if len(entries) != len(icoSizes) {
		t.Fatalf("favicon.ico has %d pictures, want %d", len(entries), len(icoSizes))
	}
	for i, size := range icoSizes {
		compare(t, fmt.Sprintf("favicon.ico, %d px", size), entries[i], pictures[i])
	}
	stored, err := os.ReadFile("apple-touch-icon.png")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "apple-touch-icon.png", stored, touch)
}

// A mark is icon.svg.
type mark struct {
	side   float64
	shapes []shape
}

// A shape is an outline that is filled and stroked.
type shape struct {
	lines        [][]point // closed if it is filled
	fill, stroke color.Color
	width        float64
	ground       bool // the whole square
}

type point struct{ x, y float64 }

// An element is one of the few of SVG that the mark is made of.
type element struct {
	XMLName     xml.Name
	ViewBox     string     `xml:"viewBox,attr"`
	X           float64    `xml:"x,attr"`
	Y           float64    `xml:"y,attr"`
	Width       float64    `xml:"width,attr"`
	Height      float64    `xml:"height,attr"`
	Round       float64    `xml:"rx,attr"`
	CX          float64    `xml:"cx,attr"`
	CY          float64    `xml:"cy,attr"`
	R           float64    `xml:"r,attr"`
	D           string     `xml:"d,attr"`
	Fill        string     `xml:"fill,attr"`
	Stroke      string     `xml:"stroke,attr"`
	StrokeWidth float64    `xml:"stroke-width,attr"`
	Elements    []element  `xml:",any"`
	Unknown     []xml.Attr `xml:",any,attr"`
}

func readMark(t *testing.T) *mark {
	t.Helper()
	data, err := os.ReadFile("icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	var root element
	if err := xml.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	m := &mark{}
	if _, err := fmt.Sscanf(root.ViewBox, "0 0 %g %g", &m.side, &m.side); err != nil {
		t.Fatalf("viewBox %q: %v", root.ViewBox, err)
	}
	root.Unknown = nil // xmlns
	m.add(t, root, element{Fill: "#000000", Stroke: "none", StrokeWidth: 1})
	return m
}

// add adds the shapes of an element, which has the colours of its parent where it has none.
func (m *mark) add(t *testing.T, e, parent element) {
	t.Helper()
	if e.Fill == "" {
		e.Fill = parent.Fill
	}
	if e.Stroke == "" {
		e.Stroke = parent.Stroke
	}
	if e.StrokeWidth == 0 {
		e.StrokeWidth = parent.StrokeWidth
	}
	if len(e.Unknown) > 0 {
		t.Fatalf("the test cannot paint %s of %s", e.Unknown[0].Name.Local, e.XMLName.Local)
	}
	s := shape{fill: readColour(t, e.Fill), stroke: readColour(t, e.Stroke), width: e.StrokeWidth}
	switch e.XMLName.Local {
	case "svg", "g":
		for _, child := range e.Elements {
			m.add(t, child, e)
		}
		return
	case "rect":
		s.ground = e.Width == m.side && e.Height == m.side
		s.lines = [][]point{roundRect(e.X, e.Y, e.Width, e.Height, e.Round)}
	case "circle":
		s.lines = [][]point{roundRect(e.CX-e.R, e.CY-e.R, 2*e.R, 2*e.R, e.R)}
	case "path":
		s.lines = readPath(t, e.D)
	default:
		t.Fatalf("the test cannot paint <%s>", e.XMLName.Local)
	}
	m.shapes = append(m.shapes, s)
}

// readColour reads #fff, #ffffff, or none: nil.
func readColour(t *testing.T, text string) color.Color {
	t.Helper()
	if text == "none" {
		return nil
	}
	if len(text) == 4 {
		text = fmt.Sprintf("#%c%c%c%c%c%c", text[1], text[1], text[2], text[2], text[3], text[3])
	}
	c := color.NRGBA{A: 255}
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		t.Fatalf("colour %q: %v", text, err)
	}
	return c
}

// roundRect returns the outline of a rectangle with round corners, or of a circle.
func roundRect(x, y, width, height, r float64) (line []point) {
	const steps = 32 // of a corner
	if r == 0 {
		return []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}, {x, y}}
	}
	for corner, c := range []point{{x + width - r, y + r}, {x + width - r, y + height - r}, {x + r, y + height - r}, {x + r, y + r}} {
		for i := range steps + 1 {
			sin, cos := math.Sincos((float64(corner) - 1 + float64(i)/steps) * math.Pi / 2)
			line = append(line, point{c.x + r*cos, c.y + r*sin})
		}
	}
	return append(line, line[0])
}

var pathPart = regexp.MustCompile(`[MmLlHhVvZz]|-?[0-9.]+`)

// readPath reads a path of straight lines.
func readPath(t *testing.T, d string) (lines [][]point) {
	t.Helper()
	var at point
	command, given := "", []float64{}
	for _, part := range pathPart.FindAllString(d, -1) {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			command, given = part, nil
			if part == "z" || part == "Z" {
				last := len(lines) - 1
				lines[last] = append(lines[last], lines[last][0])
				at = lines[last][0]
			}
			continue
		}
		given = append(given, n)
		next := at
		switch {
		case command == "H":
			next.x = n
		case command == "h":
			next.x += n
		case command == "V":
			next.y = n
		case command == "v":
			next.y += n
		case len(given) < 2:
			continue
		case command == "M" || command == "L":
			next = point{given[0], given[1]}
		default:
			next = point{at.x + given[0], at.y + given[1]}
		}
		if command == "M" || command == "m" {
			lines = append(lines, nil)
			command = map[string]string{"M": "L", "m": "l"}[command]
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], next)
		at, given = next, nil
	}
	return lines
}

// paint paints the mark as a square of a size; without round corners for a home screen,
// which cuts its own.
func (m *mark) paint(size int, corners bool) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	scale := float64(size) / m.side
	fill := func(c color.Color, outlines ...[]point) {
		z := vector.NewRasterizer(size, size)
		for _, line := range outlines {
			for i, p := range line {
				x, y := float32(p.x*scale), float32(p.y*scale)
				if i == 0 {
					z.MoveTo(x, y)
				} else {
					z.LineTo(x, y)
				}
			}
			z.ClosePath()
		}
		z.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{})
	}
	for _, s := range m.shapes {
		if s.ground && !corners {
			draw.Draw(picture, picture.Bounds(), image.NewUniform(s.fill), image.Point{}, draw.Src)
			continue
		}
		if s.fill != nil {
			fill(s.fill, s.lines...)
		}
		if s.stroke == nil {
			continue
		}
		for _, line := range s.lines {
			closed := len(line) > 2 && line[0] == line[len(line)-1]
			for i := 1; i < len(line); i++ {
				fill(s.stroke, segment(line[i-1], line[i], s.width, closed))
			}
		}
	}
	return picture
}

// segment returns the outline of a stroke; square: it goes on past its ends, to fill the
// right angles of a rectangle.
func segment(a, b point, width float64, square bool) []point {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	along := point{(b.x - a.x) / length * width / 2, (b.y - a.y) / length * width / 2}
	if square {
		a, b = point{a.x - along.x, a.y - along.y}, point{b.x + along.x, b.y + along.y}
	}
	return []point{{a.x - along.y, a.y + along.x}, {b.x - along.y, b.y + along.x}, {b.x + along.y, b.y - along.x}, {a.x + along.y, a.y - along.x}}
}

func encode(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// icoHead and icoEntry are the parts of an .ico before its pictures.
type icoHead struct{ Reserved, Type, Count uint16 }

type icoEntry struct {
	Width, Height, Colours, Reserved uint8
	Planes, Bits                     uint16
	Size, Offset                     uint32
}

// icoOf returns an .ico of pictures as PNG.
func icoOf(pictures [][]byte) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, icoHead{Type: 1, Count: uint16(len(pictures))})
	at := binary.Size(icoHead{}) + len(pictures)*binary.Size(icoEntry{})
	for i, picture := range pictures {
		size := uint8(icoSizes[i])
		binary.Write(&b, binary.LittleEndian, icoEntry{Width: size, Height: size, Planes: 1, Bits: 32, Size: uint32(len(picture)), Offset: uint32(at)})
		at += len(picture)
	}
	for _, picture := range pictures {
		b.Write(picture)
	}
	return b.Bytes()
}

func readICO(t *testing.T, data []byte) (pictures [][]byte) {
	t.Helper()
	r := bytes.NewReader(data)
	var head icoHead
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil || head.Type != 1 {
		t.Fatalf("favicon.ico begins with %+v, %v", head, err)
	}
	entries := make([]icoEntry, head.Count)
	if err := binary.Read(r, binary.LittleEndian, entries); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		picture := data[e.Offset : e.Offset+e.Size]
		config, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || config.Width != int(e.Width) || config.Height != int(e.Height) {
			t.Errorf("an entry of %d × %d px holds %d × %d, %v", e.Width, e.Height, config.Width, config.Height, err)
		}
		pictures = append(pictures, picture)
	}
	return pictures
}

// compare compares two pictures as PNG. Another processor may round otherwise.
func compare(t *testing.T, what string, got, want []byte) {
	t.Helper()
	var pictures [2]*image.NRGBA
	for i, data := range [][]byte{got, want} {
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		pictures[i] = image.NewNRGBA(picture.Bounds())
		draw.Draw(pictures[i], picture.Bounds(), picture, image.Point{}, draw.Src)
	}
	if pictures[0].Rect != pictures[1].Rect {
		t.Errorf("%s: the size is %v, want %v", what, pictures[0].Rect, pictures[1].Rect)
		return
	}
	const near = 3
	for i, v := range pictures[0].Pix {
		if d := int(v) - int(pictures[1].Pix[i]); d < -near || d > near {
			t.Errorf("%s is not icon.svg any more; go test ./static -update makes it again", what)
			return
		}
	}
}
