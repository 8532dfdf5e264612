package cluster

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"time"
)

// statusSubject is the subject on which every server reports the state of its JetStream, with its
// sync_interval. Only the system account may ask there, unless it exports the subject to the
// account of Espalier. No other answer of a server has the sync_interval.
const statusSubject = "$SYS.REQ.SERVER.PING.JSZ"

const (
	// statusTime bounds the wait for the answers of the servers.
	statusTime = 2 * time.Second
	// statusGap is the longest pause between two answers.
	statusGap = 500 * time.Millisecond
)

// unsyncedServers asks all servers for their sync_interval. It returns how many have answered,
// and the names of those that acknowledge a write before the disk has it.
func (b *Bucket) unsyncedServers() (answered int, unsynced []string) {
	sub, err := b.nc.SubscribeSync(b.nc.NewInbox())
	if err != nil {
		return 0, nil
	}
	defer sub.Unsubscribe()
	if b.nc.PublishRequest(statusSubject, sub.Subject, nil) != nil {
		return 0, nil
	}
	wait := statusTime
	for end := time.Now().Add(statusTime); time.Now().Before(end); wait = statusGap {
		m, err := sub.NextMsg(wait)
		if err != nil {
			break
		}
		var status struct {
			Server struct{ Name string }
			Data   *struct {
				Disabled bool
				Config   struct {
					Always bool `json:"sync_always"`
				}
			}
		}
		if m.Header.Get("Status") != "" || json.Unmarshal(m.Data, &status) != nil || status.Data == nil || status.Data.Disabled {
			continue
		}
		answered++
		if !status.Data.Config.Always {
			unsynced = append(unsynced, status.Server.Name)
		}
	}
	slices.Sort(unsynced)
	return answered, unsynced
}

// warnUnsynced warns at each start if an acknowledgement may come before the disk has the write,
// or if nobody knows. confirmed is set if the operator says that no server does that. What the
// servers themselves say counts more.
func (b *Bucket) warnUnsynced(log *slog.Logger, confirmed bool) {
	servers := max(b.replicas, 1)
	answered, unsynced := b.unsyncedServers()
	switch {
	case len(unsynced) > 0:
		log.Warn("library: these NATS servers acknowledge an edit before it is on the disk, so a power failure may lose it; set sync_interval: always in the block jetstream of each",
			"servers", strings.Join(unsynced, ", "))
	case answered >= servers || confirmed:
	default:
		log.Warn("library: nobody has confirmed that the NATS servers sync each edit before they acknowledge it; by default they do not, and a power failure may lose two minutes of edits in all copies; set sync_interval: always in the block jetstream of each server, and then start Espalier with -nats-synced")
	}
}
