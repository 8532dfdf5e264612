package cluster

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/store"
)

const (
	queueStream      = bucket + "-tasks"
	queueDescription = "Open tasks of Espalier’s experiments; each can be made again"
	taskPrefix       = bucket + ".tasks."

	// maxQueue bounds the bytes of all waiting tasks. A task takes some hundred.
	maxQueue = 8 << 20
	// maxTaken bounds the tasks of a list that are being worked on at a time.
	maxTaken = 4096
)

// A queue is a store.Queue in a stream of the servers.
type queue struct {
	b      *Bucket
	js     jetstream.JetStream
	stream jetstream.Stream

	mu    sync.Mutex
	lists map[string]jetstream.Consumer // by name
}

// Queue returns the queue of the bucket's servers. If there is none, it makes one, with as
// many copies as the bucket has.
func (b *Bucket) Queue(asked context.Context) (store.Queue, error) {
	ctx, cancel := context.WithTimeout(asked, bindTime)
	defer cancel()
	js, err := jetstream.New(b.nc, jetstream.WithDefaultTimeout(opTime))
	if err != nil {
		return nil, b.Unavailable(err)
	}
	stream, err := js.Stream(ctx, queueStream)
	for _, copies := range []int{max(b.replicas, 1), 1} {
		if !errors.Is(err, jetstream.ErrStreamNotFound) && !tooFewPeers(err) {
			break
		}
		stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: queueStream, Description: queueDescription, Subjects: []string{taskPrefix + ">"},
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, Replicas: copies,
			MaxBytes: maxQueue, Discard: jetstream.DiscardNew,
		})
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
			stream, err = js.Stream(ctx, queueStream)
		}
	}
	if err != nil {
		return nil, b.Unavailable(err)
	}
	return &queue{b: b, js: js, stream: stream, lists: map[string]jetstream.Consumer{}}, nil
}

// Put adds tasks to a list, and makes the list if it does not exist. A task that is neither
// done nor reported as being worked on for the given time is given to another taker. If the
// queue becomes full, the remaining tasks are not added.
func (q *queue) Put(asked context.Context, list string, wait time.Duration, numbers []int) error {
	ctx, cancel := context.WithTimeout(asked, bindTime)
	defer cancel()
	c, err := q.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: list, FilterSubject: taskPrefix + list, AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait,
		MaxDeliver: -1, MaxAckPending: maxTaken, MemoryStorage: true,
	})
	if err != nil {
		return q.b.Unavailable(err)
	}
	q.mu.Lock()
	q.lists[list] = c
	q.mu.Unlock()
	for _, n := range numbers {
		if _, err := q.js.Publish(ctx, taskPrefix+list, strconv.AppendInt(nil, int64(n), 10)); err != nil {
			var api *jetstream.APIError
			if errors.As(err, &api) && !errors.Is(err, jetstream.ErrNoStreamResponse) {
				return nil // the queue is full; the caller adds the others later
			}
			return q.b.Unavailable(err)
		}
	}
	return nil
}

// list returns a list, or nil if it does not exist.
func (q *queue) list(ctx context.Context, name string) (jetstream.Consumer, error) {
	q.mu.Lock()
	c := q.lists[name]
	q.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := q.stream.Consumer(ctx, name)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, q.b.Unavailable(err)
	}
	q.mu.Lock()
	q.lists[name] = c
	q.mu.Unlock()
	return c, nil
}

func (q *queue) forget(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.lists, name)
}

// missing reports whether an error means that the list or the queue does not exist any more.
func missing(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, client.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// Take returns a task of a list, or nil if there is none now.
func (q *queue) Take(asked context.Context, name string) (*store.Task, error) {
	ctx, cancel := context.WithTimeout(asked, opTime)
	defer cancel()
	c, err := q.list(ctx, name)
	if c == nil {
		return nil, err
	}
	batch, err := c.FetchNoWait(1)
	if err == nil {
		for msg := range batch.Messages() {
			n, err := strconv.Atoi(string(msg.Data()))
			if err != nil {
				msg.Term()
				continue
			}
			return &store.Task{Number: n, Working: msg.InProgress, Done: msg.Ack, Return: msg.Nak}, nil
		}
		err = batch.Error()
	}
	if err != nil {
		q.forget(name)
		if missing(err) {
			return nil, nil
		}
		return nil, q.b.Unavailable(err)
	}
	return nil, nil
}

// Left returns how many tasks of a list are waiting, and how many are taken but not done.
func (q *queue) Left(asked context.Context, name string) (waiting, taken int, err error) {
	ctx, cancel := context.WithTimeout(asked, opTime)
	defer cancel()
	c, err := q.list(ctx, name)
	if c == nil {
		return 0, 0, err
	}
	info, err := c.Info(ctx)
	if missing(err) {
		q.forget(name)
		return 0, 0, nil
	}
	if err != nil {
		q.forget(name)
		return 0, 0, q.b.Unavailable(err)
	}
	return int(info.NumPending), info.NumAckPending, nil
}

// Remove removes a list with its tasks.
func (q *queue) Remove(asked context.Context, name string) error {
	ctx, cancel := context.WithTimeout(asked, opTime)
	defer cancel()
	q.forget(name)
	err := q.stream.DeleteConsumer(ctx, name)
	if err == nil || missing(err) {
		err = q.stream.Purge(ctx, jetstream.WithPurgeSubject(taskPrefix+name))
	}
	if err != nil && !missing(err) {
		return q.b.Unavailable(err)
	}
	return nil
}
