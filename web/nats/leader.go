package nats

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Each server of a cluster gets each request of the JetStream API, and the leader of the stream is
// to answer it. In nats-server 2.15.2 a server that sees no leader answers, too, that JetStream is
// unavailable, and mostly it is faster. So one server whose files are damaged, and which therefore
// cannot follow, would make the bucket unreadable for as long as it runs. After such an answer the
// request is sent again, and the answer of the leader is waited for.

// notAvailable is the code of that answer.
const notAvailable = 10008

func isNotAvailable(err error) bool {
	var old *client.APIError
	var api *jetstream.APIError
	return errors.As(err, &old) && old.ErrorCode == notAvailable || errors.As(err, &api) && api.ErrorCode == notAvailable
}

// ofLeader sends a request of the JetStream API to all servers and decodes the first answer that
// does not say that JetStream is unavailable. If each server says that, the error does.
func (b *Bucket) ofLeader(ctx context.Context, api string, request any) (*leaderAnswer, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	sub, err := b.nc.SubscribeSync(b.nc.NewInbox())
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	ctx, cancel := context.WithTimeout(ctx, leaderTime)
	defer cancel()
	if err := b.nc.PublishRequest(apiPrefix+api+"."+streamName, sub.Subject, body); err != nil {
		return nil, err
	}
	for refused := 1; ; refused++ {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, err
		}
		var a leaderAnswer
		if err := json.Unmarshal(m.Data, &a); err != nil {
			return nil, err
		}
		switch {
		case a.Error == nil:
			return &a, nil
		case a.Error.ErrorCode != notAvailable || refused >= b.replicas:
			return nil, a.Error
		}
	}
}

// leaderTime is how long the answer of a leader is waited for if another server says that there is
// none.
const leaderTime = 500 * time.Millisecond

const (
	apiPrefix = "$JS.API."
	apiPurge  = "STREAM.PURGE"
	apiGet    = "STREAM.MSG.GET"
	apiInfo   = "STREAM.INFO"
)

// A leaderAnswer is the answer of a request for a message, or of one for the state of the stream.
type leaderAnswer struct {
	Error   *jetstream.APIError
	Message struct {
		Seq  uint64
		Hdrs []byte
		Data []byte
	}
	jetstream.StreamInfo
}

// last returns the newest message of a subject, from the leader.
func (b *Bucket) last(ctx context.Context, subject string) (*client.RawStreamMsg, error) {
	m, err := b.leader.GetLastMsg(streamName, subject, client.Context(ctx))
	if !isNotAvailable(err) {
		return m, err
	}
	a, err := b.ofLeader(ctx, apiGet, map[string]any{"last_by_subj": subject})
	if err != nil {
		if api := (*jetstream.APIError)(nil); errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeMessageNotFound {
			return nil, client.ErrMsgNotFound
		}
		return nil, err
	}
	m = &client.RawStreamMsg{Subject: subject, Sequence: a.Message.Seq, Data: slices.Clip(a.Message.Data)}
	if len(a.Message.Hdrs) > 0 {
		m.Header, err = client.DecodeHeadersMsg(a.Message.Hdrs)
	}
	return m, err
}

// info returns the state of the stream, from the leader. With a subject, or a pattern of
// subjects, it has the names of those.
func (b *Bucket) info(ctx context.Context, subject string) (*jetstream.StreamInfo, error) {
	var options []jetstream.StreamInfoOpt
	request := map[string]any{}
	if subject != "" {
		options = append(options, jetstream.WithSubjectFilter(subject))
		request["subjects_filter"] = subject
	}
	info, err := b.stream.Info(ctx, options...)
	if !isNotAvailable(err) {
		return info, err
	}
	a, err := b.ofLeader(ctx, apiInfo, request)
	if err != nil {
		return nil, err
	}
	return &a.StreamInfo, nil
}

// purge removes all values of a pattern of subjects.
func (b *Bucket) purge(ctx context.Context, subject string) error {
	err := b.stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
	if isNotAvailable(err) {
		_, err = b.ofLeader(ctx, apiPurge, map[string]any{"filter": subject})
	}
	return err
}
