package app

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"espalier/static"
)

// assetTypes are the files that are served, by extension; others in the folder
// (the Go file that embeds it) are not for browsers.
var assetTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".ico":   "image/x-icon",
	".woff2": "font/woff2",
	".txt":   "text/plain; charset=utf-8", // the licence of the fonts
}

// assets serves the static files, scripts and style sheets without comments.
//
// Embedded files have a version in their addresses, /static/VERSION/js/…, which
// a browser stores and does not ask for again; the imports of a script are
// relative, and so have the version of the page that loads it. Without it, or
// with that of another build, a browser sends the ETag each time, and the answer
// is 304 if it has the file already.
type assets struct {
	Files   fs.FS
	version string   // of all files; "" where they can change
	cache   sync.Map // name → *asset
}

// newAssets returns the assets of a folder, or the embedded ones if it is nil.
func newAssets(folder fs.FS) *assets {
	if folder != nil {
		return &assets{Files: folder}
	}
	return &assets{Files: static.Files, version: embeddedVersion()}
}

// embeddedVersion is the hash of all embedded files as they are served.
var embeddedVersion = sync.OnceValue(func() string {
	sum := sha256.New()
	err := fs.WalkDir(static.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(static.Files, name)
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(Shortened(name, data)))
		return err
	})
	if err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil)[:versionBytes])
})

const versionBytes = 6

var versioned = regexp.MustCompile(fmt.Sprintf(`^([0-9a-f]{%d})/(.*)`, 2*versionBytes))

type assetsKey struct{}

// Asset is the address of a static file, for the components of a page.
func Asset(ctx context.Context, name string) string {
	if a, ok := ctx.Value(assetsKey{}).(*assets); ok && a.version != "" {
		return "/static/" + a.version + "/" + name
	}
	return "/static/" + name
}

type asset struct {
	source  [sha256.Size]byte // of the file
	data    []byte
	encoded map[string][]byte // by its encoding; nil: it would not be smaller
	etag    string
}

func (a *assets) load(name string) (*asset, error) {
	cached, found := a.cache.Load(name)
	if found && a.version != "" {
		return cached.(*asset), nil
	}
	data, err := fs.ReadFile(a.Files, name)
	if err != nil {
		return nil, err
	}
	source := sha256.Sum256(data)
	if found && cached.(*asset).source == source {
		return cached.(*asset), nil
	}
	data = Shortened(name, data)
	sum := sha256.Sum256(data)
	made := &asset{source: source, data: data, etag: hex.EncodeToString(sum[:12])}
	if strings.HasPrefix(assetTypes[path.Ext(name)], "text/") || path.Ext(name) == ".svg" {
		made.encoded = encode(data)
	}
	a.cache.Store(name, made)
	return made, nil
}

// encodings are those in which files are sent, the smallest first.
var encodings = []struct {
	name, mark string // mark is what its entity tag ends with
	writer     func(io.Writer) io.WriteCloser
}{
	{"br", "-br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) }},
	{"gzip", "-gz", func(w io.Writer) io.WriteCloser { z, _ := gzip.NewWriterLevel(w, gzip.BestCompression); return z }},
}

// brotliLevel takes 2 ms a file when it is first asked for. All scripts and style sheets have 392 KB then, 366 KB at
// level 11, which takes ten times as long, and 424 KB by gzip.
const brotliLevel = 5

func encode(data []byte) map[string][]byte {
	if len(data) < smallestGzip {
		return nil
	}
	made := map[string][]byte{}
	for _, e := range encodings {
		var b bytes.Buffer
		w := e.writer(&b)
		w.Write(data)
		w.Close()
		if b.Len() < len(data) {
			made[e.name] = b.Bytes()
		}
	}
	return made
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, caching := strings.TrimPrefix(path.Clean(r.URL.Path), "/static/"), "no-cache"
	if m := versioned.FindStringSubmatch(name); m != nil {
		name = m[2]
		if m[1] == a.version {
			caching = "public, max-age=31536000, immutable"
		}
	}
	a.serve(w, r, name, caching)
}

// At returns a handler that serves a static file at an address that browsers ask for by
// name, whatever a page links: it has no version.
func (a *assets) At(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, name, "public, max-age=86400") }
}

func (a *assets) serve(w http.ResponseWriter, r *http.Request, name, caching string) {
	kind, ok := assetTypes[path.Ext(name)]
	if !ok || !fs.ValidPath(name) {
		http.NotFound(w, r)
		return
	}
	file, err := a.load(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	data, etag := file.data, `"`+file.etag+`"`
	h := w.Header()
	if len(file.encoded) > 0 {
		h.Set("Vary", "Accept-Encoding")
		for _, e := range encodings {
			if encoded := file.encoded[e.name]; encoded != nil && takes(r, e.name) {
				data, etag = encoded, `"`+file.etag+e.mark+`"`
				h.Set("Content-Encoding", e.name)
				break
			}
		}
	}
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", caching)
	h.Set("ETag", etag)
	if strings.Contains(r.Header.Get("If-None-Match"), etag) {
		h.Del("Content-Type")
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

// takes reports whether the client accepts an encoding: it is named, and not with q=0.
func takes(r *http.Request, encoding string) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q = strings.TrimPrefix(strings.ReplaceAll(q, " ", ""), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return q == "" || err == nil && weight > 0
		}
	}
	return false
}
