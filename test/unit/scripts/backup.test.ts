import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { restoreInstallation } from '../../../scripts/backup/restore';
import type { Installation } from '../../../scripts/installation';

const row = (change: number, other: string | null, taps = 1) => ({
  type: 'row',
  table: 'ledger',
  row: { first_seq: 1, last_seq: taps, change, other_area_id: other },
});
/** Three single taps, a transfer and two taps of one run. */
const LINES = [{ type: 'head' }, row(1, null, 3), row(-2, 'b'), row(2, 'a'), row(1, null, 2), { type: 'end' }];
const FILE = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');
const EVENTS = ['e1', 'e2'].map((eventId) => ({
  eventId,
  eventName: `Fest ${eventId}`,
  accountId: 'ann',
  email: 'a@headroom.test',
  key: `production/events/${eventId}/2026-11-23T05-23-00Z.ndjson`,
}));
const ENDED_KEYS = [
  { name: 'North', scopes: ['count'], eventName: 'Fest e1', email: 'a@headroom.test' },
  { name: 'Board', scopes: ['read'], eventName: null, email: 'a@headroom.test' },
  { name: 'South', scopes: ['count', 'read'], eventName: 'Fest e1', email: 'a@headroom.test' },
];
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

const database = (time: string, environment = 'production') => `${environment}/database/${time}-23-00Z.ndjson`;
const NEWEST = database('2026-11-23T05');
const DATABASES = new Map([database('2026-11-22T00'), database('2026-11-22T05'), NEWEST].map((key) => [key, 1_000]));
const open = { files: 0 };

/** A server with a bucket of these keys and sizes. `disturb` may replace the answer to a call that has succeeded. */
function server({
  accounts = 0,
  databases = DATABASES,
  restored = 3,
  disturb = (_call: string): Response | undefined => undefined,
} = {}) {
  const seen = { calls: [] as string[], keys: [] as string[], accounts, awaited: accounts === 0 ? [] : EVENTS };
  const installation: Installation = {
    url: 'https://headroom.test',
    token: 'secret',
    wait: async () => {},
    fetch: async (url, { method = '', body }) => {
      const { pathname } = new URL(url);
      const path = pathname.replace('/api/operator', '');
      const call = `${method} ${path}`;
      seen.calls.push(call);
      const answer = () => {
        if (call === 'POST /backups/restore') {
          if (seen.accounts > 0) return json({ error: 'has accounts' }, 400);
          seen.keys.push(z.parse(z.object({ key: z.string() }), JSON.parse(z.parse(z.string(), body))).key);
          seen.accounts = restored;
          seen.awaited = EVENTS;
          return json({ asked: 2, notAsked: 1 });
        }
        if (path === '/backups/ended-keys') return json({ keys: ENDED_KEYS, next: null });
        if (path === '/backups/awaited') return json({ accounts: seen.accounts, events: seen.awaited, next: null });
        if (path === '/backups/file') return new Response(FILE);
        if (path === '/events') {
          const all = [...EVENTS, { eventId: 'e3', eventName: 'Quiet' }];
          return json({ events: all.map((one) => ({ accountId: '', email: '', createdAt: '', ...one })), next: null });
        }
        if (call === 'POST /events/import') return json({ eventId: EVENTS[0]?.eventId });
        if (path === '/backups') {
          const files = [...databases, ...EVENTS.map(({ key }) => [key, 1] as const)];
          return json({ backups: files.map(([key, size]) => ({ key, size, writtenAt: '' })), next: null });
        }
        return json({ received: FILE.length });
      };
      const answered = answer();
      return disturb(call) ?? answered;
    },
  };
  return { seen, installation };
}

const restore = ({ installation }: ReturnType<typeof server>, choice: { date?: string; from?: string } = {}) =>
  restoreInstallation(installation, {
    date: choice.date,
    from: choice.from,
    say: () => {},
    store: async (fill) => {
      let text = '';
      await fill((bytes) => {
        text += new TextDecoder().decode(bytes);
      });
      open.files += 1;
      const close = () => void (open.files -= 1);
      return { size: text.length, read: (from, length) => text.slice(from, from + length), close };
    },
  });

test('the newest database is restored, then each event’s file, and the result names what has no counts', async () => {
  const all = server();
  expect(await restore(all)).toEqual({
    accounts: 3,
    events: 2,
    taps: 12,
    withoutCounts: ['e3  Quiet'],
    failed: [],
    keys: {
      total: 3,
      lines: [
        'Fest e1 (a@headroom.test): North [count], South [count, read]',
        'all events of a@headroom.test: Board [read]',
      ],
    },
    mails: { asked: 2, notAsked: 1 },
  });
  expect([all.seen.keys, open.files]).toEqual([[NEWEST], 0]);
  // What an interrupted import has left is deleted before the import begins again.
  const { calls } = all.seen;
  expect(calls.indexOf('DELETE /events/import/e2')).toBeLessThan(calls.lastIndexOf('POST /events/import'));
});

test.each([
  ['of a date', { date: '2026-11-22' }, database('2026-11-22T05')],
  ['of an hour', { date: '2026-11-22T00' }, database('2026-11-22T00')],
  ['of another environment', { from: 'staging' }, database('2026-11-24T05', 'staging')],
])('a database %s is restored if it is named', async (_what, choice, key) => {
  const named = server({ databases: new Map([...DATABASES, [key, 1]]) });
  await restore(named, { from: 'production', ...choice });
  expect(named.seen.keys).toEqual([key]);
});

test.each([
  ['that are missing', { databases: new Map() }, {}, 'no backup of a database'],
  ['of an unknown date', {}, { date: '2026-11-01' }, 'no database of 2026-11-01'],
  ['of an unknown environment', {}, { from: 'staging' }, 'no backup of a database of staging'],
  ['of two', { databases: new Map([...DATABASES, [database('2026-11-23T06', 'staging'), 1]]) }, {}, 'and staging. Say'],
  ['that shrank', { databases: new Map([...DATABASES, [NEWEST, 499]]) }, {}, '--date 2026-11-22T05-23-00Z'],
  ['without accounts', { restored: 0 }, {}, 'no accounts'],
])('a restore is refused from files %s', async (_what, options, choice, reason) => {
  await expect(restore(server(options), choice)).rejects.toThrow(reason);
});

test('a restore whose answer is lost goes on, and an interrupted one continues with the events', async () => {
  let isLost = false;
  const lost = server({
    disturb: (call) => {
      if (call !== 'POST /backups/restore' || isLost) return undefined;
      isLost = true;
      return json({}, 503);
    },
  });
  expect(await restore(lost)).toMatchObject({ accounts: 3, events: 2, mails: null });
  const interrupted = server({ accounts: 3 });
  expect(await restore(interrupted)).toMatchObject({ events: 2, taps: 12 });
  expect(interrupted.seen.calls).not.toContain('POST /backups/restore');
});

test('an event whose import fails is named, the others come back, and an installation in use is left alone', async () => {
  const disturbed = server({
    disturb: (call) => (call === 'DELETE /events/import/e1' ? json({ error: 'no' }, 400) : undefined),
  });
  const { events, failed } = await restore(disturbed);
  expect([events, failed]).toEqual([1, [expect.stringContaining('e1  Fest e1: 400')]]);
  const used = server({ accounts: 3 });
  used.seen.awaited = [];
  await expect(restore(used)).rejects.toThrow('needs an empty database');
});
