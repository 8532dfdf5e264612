package nats

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	queueStream      = bucket + "-tasks"
	queueDescription = "Tasks of Espalier’s experiments that are to be done; each can be made again"
	taskPrefix       = bucket + ".tasks."

	// maxQueue bounds the bytes of all waiting tasks. A task takes some hundred.
	maxQueue = 8 << 20
	// maxTaken bounds the tasks of a list that are being worked on at a time.
	maxTaken = 4096
)

// A Queue has lists of tasks, which are numbers. Each task is given to one taker. If a task
// is neither done nor reported as being worked on for a while, another taker gets it. The
// queue is in the memory of the servers and may lose tasks with them, so whoever adds tasks
// must know which are not done.
type Queue struct {
	b      *Bucket
	js     jetstream.JetStream
	stream jetstream.Stream

	mu    sync.Mutex
	lists map[string]jetstream.Consumer // by name
}

// A Task is a task that was taken from a queue.
type Task struct {
	Number int
	msg    jetstream.Msg
}

// Working reports that the task is still being worked on.
func (t *Task) Working() error { return t.msg.InProgress() }

// Done removes the task.
func (t *Task) Done() error { return t.msg.Ack() }

// Return gives the task to another taker at once.
func (t *Task) Return() error { return t.msg.Nak() }

// Queue returns the queue of the bucket's servers. If there is none, it makes one, with as
// many copies as the bucket has.
func (b *Bucket) Queue(asked context.Context) (*Queue, error) {
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
	return &Queue{b: b, js: js, stream: stream, lists: map[string]jetstream.Consumer{}}, nil
}

// Of reports whether the queue belongs to a bucket. The bucket may have been opened again since.
func (q *Queue) Of(b *Bucket) bool { return q.b == b }

// Put adds tasks to a list, and makes the list if it does not exist. A task that is neither
// done nor reported as being worked on for the given time is given to another taker. If the
// queue becomes full, the remaining tasks are not added.
func (q *Queue) Put(asked context.Context, list string, wait time.Duration, numbers []int) error {
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
func (q *Queue) list(ctx context.Context, name string) (jetstream.Consumer, error) {
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

func (q *Queue) forget(name string) {
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
func (q *Queue) Take(asked context.Context, name string) (*Task, error) {
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
			return &Task{n, msg}, nil
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
func (q *Queue) Left(asked context.Context, name string) (waiting, taken int, err error) {
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
func (q *Queue) Remove(asked context.Context, name string) error {
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
