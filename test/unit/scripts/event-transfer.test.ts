import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type EventFile,
  exportEvent,
  importEvent,
  type Installation,
  restoreEvent,
} from '../../../scripts/event/transfer';

const FILE = `{"type":"head","eventName":"Fest"}\n${'{"type":"row"}\n'.repeat(10_000)}{"type":"end"}\n`;
const FILE_OF: EventFile = { size: FILE.length, read: (from, length) => FILE.slice(from, from + length) };
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

/** A server that takes parts as the real one does; `disturb` may answer in its place, or throw, once it has taken the part. */
function server(disturb: (call: number, method: string) => Response | undefined = () => undefined) {
  const seen = { calls: [] as string[], text: '', tokens: new Set<string | null>(), waits: 0 };
  const installation: Installation = {
    url: 'https://headroom.test',
    token: 'secret',
    wait: async () => void (seen.waits += 1),
    fetch: async (url, { method = '', body, headers }) => {
      const { pathname, searchParams } = new URL(url);
      seen.calls.push(`${method} ${pathname.replace('/api/operator/events/', '')}`);
      seen.tokens.add(new Headers(headers).get('authorization'));
      if (method === 'PUT' && Number(searchParams.get('offset')) === seen.text.length)
        seen.text += z.parse(z.string(), body);
      const disturbed = disturb(seen.calls.length, method);
      if (disturbed) return disturbed;
      if (method === 'GET') return new Response(FILE);
      return json(method === 'PUT' ? { received: seen.text.length } : { eventId: 'e1' });
    },
  };
  return { seen, installation };
}

const OPTIONS = { email: 'a@headroom.test', keepId: false };

test('a file is sent in parts of less than a body may have, and then finished', async () => {
  const { seen, installation } = server();
  expect(await importEvent(installation, FILE_OF, OPTIONS)).toBe('e1');
  expect(seen.text).toBe(FILE);
  expect(seen.calls[0]).toBe('POST import');
  expect(seen.calls.slice(1, -1).every((call) => call === 'PUT import/e1')).toBe(true);
  expect(seen.calls.at(-1)).toBe('POST import/e1');
  expect(seen.tokens).toEqual(new Set(['Bearer secret']));
});

test('a part whose answer was lost, and one that the server was too busy for, are sent again, and not twice', async () => {
  const { seen, installation } = server((call) => {
    if (call === 2) throw new TypeError('Network connection lost');
    return call === 4 ? json({ error: 'busy' }, 503) : undefined;
  });
  await importEvent(installation, FILE_OF, OPTIONS);
  expect(seen.text).toBe(FILE);
  expect(seen.waits).toBe(2);
});

test('what is refused is given up at once, and nothing is left behind', async () => {
  const { seen, installation } = server((_call, method) => (method === 'PUT' ? json({ error: 'no' }, 400) : undefined));
  await expect(importEvent(installation, FILE_OF, OPTIONS)).rejects.toThrow('400');
  expect(seen.calls).toEqual(['POST import', 'PUT import/e1', 'DELETE import/e1']);
});

test('a server that cannot be reached is given up after some tries', async () => {
  const { seen, installation } = server(() => json({}, 503));
  await expect(exportEvent(installation, 'e 1', () => {})).rejects.toThrow('503');
  expect(seen.calls).toEqual(Array.from({ length: 5 }, () => 'GET e%201/export'));
});

test('an export is handed on as it comes; one that broke off is none', async () => {
  let text = '';
  await exportEvent(server().installation, 'e1', (part) => (text += new TextDecoder().decode(part)));
  expect(text).toBe(FILE);
  for (const broken of [FILE.slice(0, 900), FILE.slice(0, -1), '']) {
    const { installation } = server(() => new Response(broken));
    await expect(exportEvent(installation, 'e1', () => {})).rejects.toThrow('broke off');
  }
});

test.each([
  ['2026-11-20T22:00:00Z', { at: '2026-11-20T22:00:00Z' }],
  ['0000007b-0000b26e', { bookmark: '0000007b-0000b26e' }],
])('a room is set back to %s, and asked once only: a lost answer is no reason to do it again', async (moment, body) => {
  const bodies: unknown[] = [];
  const asked = { ...server().installation, wait: () => expect.fail('waits') };
  const answering = (answer: Response): Installation => ({
    ...asked,
    fetch: async (url, init) => {
      expect([url, init.method]).toEqual(['https://headroom.test/api/operator/events/e%201/restore', 'POST']);
      bodies.push(JSON.parse(z.parse(z.string(), init.body)));
      return answer;
    },
  });
  expect(await restoreEvent(answering(json({ bookmark: '01', undoBookmark: '02' })), 'e 1', moment)).toBe('02');
  await expect(restoreEvent(answering(json({ error: 'busy' }, 503)), 'e 1', moment)).rejects.toThrow('503');
  expect(bodies).toEqual([body, body]);
});

test('its parts may end anywhere, also within the last line', async () => {
  const { installation } = server(() => {
    const parts = [FILE.slice(0, 40), FILE.slice(40, -7), FILE.slice(-7, -1), '\n'];
    return new Response(
      new ReadableStream({
        start(stream) {
          for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
          stream.close();
        },
      }),
    );
  });
  const seen: number[] = [];
  await exportEvent(installation, 'e1', (part) => seen.push(part.length));
  expect(seen).toEqual([40, FILE.length - 47, 6, 1]);
});

test('a begin that nobody answered is given up, where its id is known; one that was refused is not', async () => {
  const file = FILE.replace('"eventName"', '"eventId":"e1","eventName"');
  const of = { size: file.length, read: (from: number, length: number) => file.slice(from, from + length) };
  const lost = server((_call, method) => (method === 'POST' ? json({}, 503) : undefined));
  await expect(importEvent(lost.installation, of, { ...OPTIONS, keepId: true })).rejects.toThrow('503');
  expect(lost.seen.calls.slice(-2)).toEqual(['POST import', 'DELETE import/e1']);
  const refused = server(() => json({ error: 'This event is being imported.' }, 400));
  await expect(importEvent(refused.installation, of, { ...OPTIONS, keepId: true })).rejects.toThrow('400');
  expect(refused.seen.calls).toEqual(['POST import']);
});

test('an import that could not be given up, or was there by then, says so', async () => {
  const { installation } = server((call, method) => {
    if (method === 'DELETE') return json({ error: 'The event has been imported.' }, 400);
    return method === 'POST' && call > 1 ? json({}, 503) : undefined;
  });
  await expect(importEvent(installation, FILE_OF, OPTIONS)).rejects.toThrow(/503[\s\S]*has been imported/);
});
