import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { restoreInstallation } from '../../../scripts/backup/restore';
import type { Installation } from '../../../scripts/event/transfer';

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
  email: 'a@headroom.test',
  key: `events/${eventId}/2026-11-23.ndjson`,
}));
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

/** A server with a bucket. `disturb` may replace the answer to a call that has succeeded. */
function server({ accounts = 0, disturb = (_call: string): Response | undefined => undefined } = {}) {
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
          seen.accounts = 3;
          seen.awaited = EVENTS;
        }
        if (path === '/backups/awaited') return json({ accounts: seen.accounts, events: seen.awaited, next: null });
        if (path === '/backups/file') return new Response(FILE);
        if (path === '/events') {
          const all = [...EVENTS, { eventId: 'e3', eventName: 'Quiet' }];
          return json({ events: all.map((one) => ({ email: '', createdAt: '', ...one })), next: null });
        }
        if (call === 'POST /events/import') return json({ eventId: EVENTS[0]?.eventId });
        if (path === '/backups') {
          const keys = ['database/2026-11-22.ndjson', 'database/2026-11-23.ndjson', ...EVENTS.map(({ key }) => key)];
          return json({ backups: keys.map((key) => ({ key, size: 1, writtenAt: '' })), next: null });
        }
        return json({ received: FILE.length });
      };
      const answered = answer();
      return disturb(call) ?? answered;
    },
  };
  return { seen, installation };
}

const restore = (installation: Installation, date?: string) =>
  restoreInstallation(installation, {
    date,
    say: () => {},
    store: async (fill) => {
      let text = '';
      await fill((bytes) => {
        text += new TextDecoder().decode(bytes);
      });
      return { size: text.length, read: (from, length) => text.slice(from, from + length) };
    },
  });

test('the newest database is restored, then each event’s file, and the result names what has no counts', async () => {
  const { seen, installation } = server();
  expect(await restore(installation)).toEqual({
    accounts: 3,
    events: 2,
    taps: 12,
    withoutCounts: ['e3  Quiet'],
    failed: [],
  });
  expect(seen.keys).toEqual(['database/2026-11-23.ndjson']);
  // What an interrupted import has left is deleted before the import begins again.
  expect(seen.calls.indexOf('DELETE /events/import/e2')).toBeLessThan(seen.calls.lastIndexOf('POST /events/import'));
});

test('a database of another date is restored if it is named, and an unknown date is refused', async () => {
  const { seen, installation } = server();
  await restore(installation, '2026-11-22');
  expect(seen.keys).toEqual(['database/2026-11-22.ndjson']);
  await expect(restore(server().installation, '2026-11-01')).rejects.toThrow('no database of 2026-11-01');
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
  expect(await restore(lost.installation)).toMatchObject({ accounts: 3, events: 2 });
  const interrupted = server({ accounts: 3 });
  expect(await restore(interrupted.installation)).toMatchObject({ events: 2, taps: 12 });
  expect(interrupted.seen.calls).not.toContain('POST /backups/restore');
});

test('an event whose import fails is named, the others come back, and an installation in use is left alone', async () => {
  const { installation } = server({
    disturb: (call) => (call === 'DELETE /events/import/e1' ? json({ error: 'no' }, 400) : undefined),
  });
  const { events, failed } = await restore(installation);
  expect([events, failed]).toEqual([1, [expect.stringContaining('e1  Fest e1: 400')]]);
  const used = server({ accounts: 3 });
  used.seen.awaited = [];
  await expect(restore(used.installation)).rejects.toThrow('needs an empty database');
});
