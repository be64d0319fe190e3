import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  download,
  type EventFile,
  exportPath,
  importEvent,
  listEvents,
  restoreEvent,
} from '../../../scripts/event/transfer';
import type { Installation } from '../../../scripts/installation';

const FILE = `{"type":"head","eventName":"Fest"}\n${'{"type":"row"}\n'.repeat(10_000)}{"type":"end"}\n`;
const fileOf = (text: string): EventFile => {
  return { size: text.length, read: (from, length) => text.slice(from, from + length), close: () => {} };
};
const OPTIONS = { email: 'a@headroom.test', keepId: false };
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

/**
 * A server that takes parts as the real one does. After it has taken a part, `disturb` may replace its answer or throw.
 */
function server(disturb: (call: number, method: string) => Response | undefined = () => undefined) {
  const seen = { calls: [] as string[], queries: [] as string[], text: '', tokens: new Set<string | null>(), waits: 0 };
  const installation: Installation = {
    url: 'https://headroom.test',
    token: 'secret',
    wait: async () => void (seen.waits += 1),
    fetch: async (url, { method = '', body, headers }) => {
      const { pathname, search, searchParams } = new URL(url);
      seen.queries.push(search);
      seen.calls.push(`${method} ${pathname.replace(/\/api\/operator\/events\/?/, '')}`);
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

test('all pages of events are listed', async () => {
  const event = (eventId: string) => ({
    eventId,
    eventName: 'Fest',
    accountId: 'ann',
    email: 'a@headroom.test',
    createdAt: '2026-11-20',
  });
  const pages = [json({ events: [event('e1'), event('e2')], next: 'e2' }), json({ events: [event('e3')], next: null })];
  const { seen, installation } = server(() => pages.shift());
  const ids: string[] = [];
  await listEvents(installation, ({ eventId }) => ids.push(eventId));
  expect(ids).toEqual(['e1', 'e2', 'e3']);
  expect(seen.queries).toEqual(['?after=', '?after=e2']);
});

test('a file is sent in parts that are smaller than the body limit and is then finished', async () => {
  const { seen, installation } = server();
  expect(await importEvent(installation, fileOf(FILE), OPTIONS)).toBe('e1');
  expect(seen.text).toBe(FILE);
  expect(new Set(seen.calls.slice(1, -1))).toEqual(new Set(['PUT import/e1']));
  expect([seen.calls[0], seen.calls.at(-1)]).toEqual(['POST import', 'POST import/e1']);
  expect(seen.tokens).toEqual(new Set(['Bearer secret']));
});

test('a part with a lost answer or for a busy server is sent again and stored once', async () => {
  const { seen, installation } = server((call) => {
    if (call === 2) throw new TypeError('Network connection lost');
    return call === 4 ? json({ error: 'busy' }, 503) : undefined;
  });
  await importEvent(installation, fileOf(FILE), OPTIONS);
  expect([seen.text, seen.waits]).toEqual([FILE, 2]);
});

test('a refused import is abandoned at once, and an import whose start got no answer is abandoned when its id is known', async () => {
  const { seen, installation } = server((_call, method) => (method === 'PUT' ? json({ error: 'no' }, 400) : undefined));
  await expect(importEvent(installation, fileOf(FILE), OPTIONS)).rejects.toThrow('400');
  expect(seen.calls).toEqual(['POST import', 'PUT import/e1', 'DELETE import/e1']);
  const known = fileOf(FILE.replace('"eventName"', '"eventId":"e1","eventName"'));
  const lost = server((_call, method) => (method === 'POST' ? json({}, 503) : undefined));
  await expect(importEvent(lost.installation, known, { ...OPTIONS, keepId: true })).rejects.toThrow('503');
  expect(lost.seen.calls.slice(-2)).toEqual(['POST import', 'DELETE import/e1']);
});

test('an export is passed on as it arrives, and an incomplete export fails', async () => {
  const seen: string[] = [];
  await download(server().installation, exportPath('e1'), (part) => seen.push(new TextDecoder().decode(part)));
  expect(seen.join('')).toBe(FILE);
  for (const broken of [FILE.slice(0, 900), FILE.slice(0, -1), '']) {
    const cut = server(() => new Response(broken));
    await expect(download(cut.installation, exportPath('e1'), () => {})).rejects.toThrow('broke off');
  }
});

test('a room is restored only once: a lost answer does not repeat the call', async () => {
  const bodies: unknown[] = [];
  const answering = (answer: Response): Installation => ({
    ...server().installation,
    wait: () => expect.fail('waits'),
    fetch: async (url, init) => {
      expect([url, init.method]).toEqual(['https://headroom.test/api/operator/events/e%201/restore', 'POST']);
      bodies.push(JSON.parse(z.parse(z.string(), init.body)));
      return answer;
    },
  });
  const done = json({ bookmark: '01', undoBookmark: '02' });
  expect(await restoreEvent(answering(done), 'e 1', '2026-11-20T22:00:00Z')).toBe('02');
  await expect(restoreEvent(answering(json({}, 503)), 'e 1', '0000007b-0000b26e')).rejects.toThrow('503');
  expect(bodies).toEqual([{ at: '2026-11-20T22:00:00Z' }, { bookmark: '0000007b-0000b26e' }]);
});
