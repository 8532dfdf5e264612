package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"espalier/web/fair"
)

// options are what the command line says.
type options struct {
	addr, data, nats string
	backup           string
	library          []string // the command after "library"; nil: serve
	dataGiven        bool
	proxies          fair.Proxies
	hosts            []string
	pprof            string
	accessLog        bool
	version          bool
}

var errUsage = errors.New("the command line is wrong")

// readOptions reads the command line. With an error it has written what is wrong.
func readOptions(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to serve on; port 0 takes a free one")
	flags.StringVar(&o.data, "data", dataDir(), "`folder` of what is kept")
	flags.StringVar(&o.nats, "nats", "", "`URL` of the NATS servers that keep the trees, in place of the folder")
	flags.StringVar(&o.backup, "backup", "", "`folder` for a copy of the trees every hour, from which a damaged one is restored; empty: none")
	proxies := flags.String("trusted-proxies", "", "`networks` of proxies whose X-Forwarded-For names the client, with commas between: 10.0.0.0/8,::1/128")
	hosts := flags.String("host", "", "`names` under which the server is reached, with commas between; addresses and localhost always work")
	flags.BoolVar(&o.accessLog, "access-log", false, "log every request, without edit keys")
	flags.StringVar(&o.pprof, "pprof", "", "`address` to serve Go’s profiles on, such as 127.0.0.1:6060; empty: none")
	flags.BoolVar(&o.version, "version", false, "print the version and end")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, errUsage
	}
	wrong := func(format string, args ...any) (options, error) {
		fmt.Fprintf(stderr, "server: "+format+"\n", args...)
		return o, errUsage
	}
	if flags.Arg(0) == "library" {
		o.library = flags.Args()[1:]
	} else if flags.NArg() > 0 {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
		return wrong("%q is not an option; there are %s", flags.Arg(0), strings.Join(names, ", "))
	}
	flags.Visit(func(f *flag.Flag) {
		o.dataGiven = o.dataGiven || f.Name == "data"
		if f.Name == "nats" && strings.TrimSpace(o.nats) == "" {
			err = errUsage
		}
	})
	if err != nil {
		return wrong("-nats is empty; leave it out to keep the trees in the folder of -data")
	}
	if o.backup != "" && o.nats != "" {
		return wrong("-backup copies the trees of -data; those of -nats are copied by their servers")
	}
	for _, text := range list(*proxies) {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return wrong("-trusted-proxies: %q is not a network; 10.0.0.0/8 and 192.0.2.7/32 are", text)
		}
		o.proxies = append(o.proxies, network)
	}
	o.hosts = []string{} // not nil: no other name is served
	for _, name := range list(*hosts) {
		if strings.ContainsAny(name, ":/ ") {
			return wrong("-host: %q is not a name; give it without scheme and port, as trees.example.edu", name)
		}
		o.hosts = append(o.hosts, strings.ToLower(name))
	}
	return o, nil
}

// list returns the elements of a list with commas.
func list(text string) (elements []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			elements = append(elements, part)
		}
	}
	return elements
}

// dataDir returns the folder for application data that is usual on the operating
// system.
func dataDir() string {
	base := os.Getenv("XDG_DATA_HOME")
	home, _ := os.UserHomeDir()
	switch {
	case base != "":
	case runtime.GOOS == "windows":
		base = os.Getenv("LocalAppData")
	case runtime.GOOS == "darwin":
		base = filepath.Join(home, "Library", "Application Support")
	default:
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "espalier")
}
