import { expect, test, vi } from 'vitest';
import { EventStream } from '../../../src/http/event-stream';

function opened() {
  const gone = vi.fn<() => void>();
  const stream = new EventStream(2_000, gone);
  const reader = stream.body.getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  return { stream, reader, next, gone };
}

test('a stream begins with how soon to come back, and each event has its type, its id and one line of data', async () => {
  const { stream, next } = opened();
  expect(await next()).toBe('retry: 2000\n\n');
  const waiting = next();
  stream.send('state', '7', '{"a":1}');
  expect(await waiting).toBe('event: state\nid: 7\ndata: {"a":1}\n\n');
  stream.comment();
  expect(await next()).toBe(':\n\n');
});

test('a reader that takes nothing gets the newest event only, and is known to take nothing', async () => {
  const { stream, next } = opened();
  await next();
  for (let n = 1; n <= 1_000; n += 1) stream.send('state', String(n), '{}');
  expect([stream.comment(), stream.comment()]).toEqual([true, false]);
  expect(await next()).toBe('event: state\nid: 1000\ndata: {}\n\n:\n\n');
  expect(stream.comment()).toBe(true);
});

test('an end comes after the newest event, closes the stream, and is told once', async () => {
  const { stream, next, gone } = opened();
  stream.send('state', '1', '{}');
  stream.end('{"reason":"event_deleted"}');
  stream.end('{"reason":"access_ended"}');
  expect(await next()).toBe(
    'retry: 2000\n\nevent: state\nid: 1\ndata: {}\n\nevent: end\ndata: {"reason":"event_deleted"}\n\n',
  );
  expect(await next()).toBeNull();
  expect(gone).toHaveBeenCalledOnce();
  const lost = opened();
  lost.stream.end();
  expect([await lost.next(), await lost.next()]).toEqual(['retry: 2000\n\n', null]);
});

test('a reader that goes away while nothing is to be sent is told at once, and nothing throws afterwards', async () => {
  const { stream, reader, next, gone } = opened();
  await next();
  const waiting = reader.read();
  await reader.cancel();
  await waiting;
  expect(gone).toHaveBeenCalledOnce();
  stream.send('state', '1', '{}');
  stream.end();
  stream.leave();
  expect(gone).toHaveBeenCalledOnce();
});

test('a reader that was given up and comes back finds the end of the stream', async () => {
  const { stream, next, gone } = opened();
  await next();
  stream.send('state', '1', '{}');
  stream.comment();
  stream.leave();
  expect(gone).toHaveBeenCalledOnce();
  expect(await next()).toBe('event: state\nid: 1\ndata: {}\n\n:\n\n');
  expect(await next()).toBeNull();
  expect(gone).toHaveBeenCalledOnce();
});
