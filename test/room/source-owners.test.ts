import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Source, SourceItem, SourceSender } from '../../src/rpc/source-batch';
import { SOURCE_BURST, SOURCE_ITEMS_SHOWN } from '../../src/room/sources/limits';
import { SOURCES_MAX } from '../../src/rpc/limits';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import { ADMIN, batch, counts, knownRoom, poll, query, roomStub, VISIT } from '../worker/support/room';

/** Tests to whom a machine belongs, who may send for it, and what its calls show. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

const [DOOR_KEY, OTHER_KEY] = ['key:door', 'key:other'] as const;
const NORTH: Source = { sourceId: 'north', door: 'North door', kind: 'turnstile', areaId: 'main' };

interface How {
  source?: Source;
  takeOver?: boolean;
  ended?: SourceSender;
}

const send = (sender: SourceSender, items: SourceItem[], { source = NORTH, takeOver, ended }: How = {}) =>
  roomStub().countFromSource(VISIT, { source, items, ...(takeOver && { takeOver }) }, sender, ended);
const sent = async (...args: Parameters<typeof send>) => {
  const answer = await send(...args);
  return answer.ok ? answer.value.items.map(({ status }) => status) : answer.code;
};
const read = async (sourceId = 'north') => valueOf(await roomStub().readSource(VISIT, sourceId));
const journal = () =>
  query(
    "SELECT kind, actor, before, after FROM journal WHERE kind GLOB 'source_*' AND kind != 'source_changed' ORDER BY id",
  );
const ADDED = { kind: 'source_added', actor: DOOR_KEY, before: null, after: '"North door"' };

test('another key neither counts for a machine nor changes it, and the machine shows that it tried', async () => {
  expect(await sent(DOOR_KEY, [{ seq: 1, in: 5 }])).toEqual(['accepted']);
  const before = await query('SELECT about FROM sources');
  const foreign = { source: { ...NORTH, areaId: 'bar', silentAfterMinutes: 1_440 } };
  for (let time = 1; time <= SOURCE_BURST; time++) {
    expect(await send(OTHER_KEY, [{ seq: 2, in: 100 }], foreign)).toEqual({
      ok: false,
      code: 'source_owned',
      owner: DOOR_KEY,
    });
  }
  expect(await sent(OTHER_KEY, [{ seq: 2, in: 100 }], foreign)).toBe('too_fast');
  expect(await query('SELECT about FROM sources')).toEqual(before);
  // The owner's own allowance is as it was.
  for (let seq = 2; seq <= SOURCE_BURST; seq++) expect(await sent(DOOR_KEY, [{ seq, in: 1 }])).toEqual(['accepted']);
  expect(await counts()).toMatchObject({ main: [24, 24, 0] });
  await evictDurableObject(roomStub());
  expect(await read()).toMatchObject({
    owner: DOOR_KEY,
    nextSeq: SOURCE_BURST + 1,
    refusedSender: { by: OTHER_KEY, times: SOURCE_BURST },
  });
  expect(await journal()).toEqual([ADDED]);
});

test('a refused sender does not make a silent machine heard', async () => {
  await poll(1, batch(1, [50]));
  await sent(DOOR_KEY, [{ seq: 1, in: 5 }]);
  await evictDurableObject(roomStub());
  vi.setSystemTime(Date.now() + HOUR_MS);
  await sent(OTHER_KEY, [{ seq: 2, in: 1 }]);
  expect(await read()).toMatchObject({
    trouble: { kind: 'silent' },
    lastHeardAt: new Date(FRIDAY_NIGHT).toISOString(),
  });
});

test('a key takes a machine over by saying so, with its numbers, and the journal has both', async () => {
  await sent(DOOR_KEY, [{ seq: 1, in: 5 }]);
  await sent(OTHER_KEY, [{ seq: 2, in: 1 }]);
  expect(await sent(OTHER_KEY, [{ seq: 2, in: 1 }], { takeOver: true })).toEqual(['accepted']);
  expect(await sent(DOOR_KEY, [{ seq: 3, in: 1 }])).toBe('source_owned');
  expect(await sent(OTHER_KEY, [{ seq: 3, in: 1 }], { takeOver: true })).toEqual(['accepted']);
  expect(await read()).toMatchObject({ owner: OTHER_KEY, refusedSender: { by: DOOR_KEY, times: 1 } });
  expect(await counts()).toMatchObject({ main: [7, 7, 0] });
  const taken = { kind: 'source_taken_over', actor: OTHER_KEY, before: `"${DOOR_KEY}"`, after: '"North door"' };
  expect(await journal()).toEqual([ADDED, taken]);
});

test('the next key takes over from one that has ended, and from no other', async () => {
  await sent(DOOR_KEY, [{ seq: 1, in: 5 }]);
  expect(await sent(OTHER_KEY, [{ seq: 2, in: 1 }], { ended: 'key:third' })).toBe('source_owned');
  expect(await sent(OTHER_KEY, [{ seq: 2, in: 1 }], { ended: DOOR_KEY })).toEqual(['accepted']);
  expect(await read()).toMatchObject({ owner: OTHER_KEY, refusedSender: null });
  expect(await journal()).toMatchObject([ADDED, { kind: 'source_taken_over', actor: OTHER_KEY }]);
});

test('the organizer sends for every machine, and gets it only by saying so', async () => {
  await sent(DOOR_KEY, [{ seq: 1, in: 5 }]);
  expect(await sent(ADMIN, [{ seq: 2, in: 1 }])).toEqual(['accepted']);
  expect((await read()).owner).toBe(DOOR_KEY);
  expect(await sent(DOOR_KEY, [{ seq: 3, in: 1 }])).toEqual(['accepted']);
  expect(await sent(ADMIN, [{ seq: 4, in: 1 }], { takeOver: true })).toEqual(['accepted']);
  expect(await sent(DOOR_KEY, [{ seq: 5, in: 1 }])).toBe('source_owned');
});

test('a machine shows its last items with their answers, and apart from them refusals and notices', async () => {
  await sent(DOOR_KEY, [{ inTotal: 7, outTotal: 2, at: FRIDAY_NIGHT }]);
  await sent(DOOR_KEY, [{ key: 'lost', in: 3, areaId: 'nowhere' }]);
  const many = Array.from({ length: SOURCE_ITEMS_SHOWN }, (_, index) => ({ key: `k${index}`, in: 1 }));
  await sent(DOOR_KEY, many);
  const { items, refusals, notices } = await read();
  expect(items.map(({ item }) => item)).toEqual(many.toReversed());
  expect(refusals).toMatchObject([{ item: { key: 'lost' }, answer: { status: 'refused', code: 'unknown_area' } }]);
  expect(notices).toMatchObject([{ at: new Date(FRIDAY_NIGHT).toISOString(), answer: { notice: 'baseline' } }]);
  await evictDurableObject(roomStub());
  expect(await read()).toMatchObject({ items: [], refusals: [], notices: [], settings: NORTH, clockOffsetMs: 0 });
});

test('a deleted machine leaves what it counted under its name, and begins anew when it sends again', async () => {
  await sent(DOOR_KEY, [
    { seq: 1, in: 5 },
    { key: 'once', in: 1 },
  ]);
  expect(await roomStub().deleteSource(VISIT, 'south', ADMIN)).toEqual({ ok: false, code: 'not_found' });
  valueOf(await roomStub().deleteSource(VISIT, 'north', ADMIN));
  expect(valueOf(await roomStub().listSources(VISIT))).toEqual([]);
  expect(await counts()).toMatchObject({ main: [6, 6, 0] });
  const device = { deviceId: 'source:north', deviceName: 'North door', isAdmin: false, isOnline: false, ins: 6 };
  expect(valueOf(await roomStub().listDevices(VISIT))).toMatchObject([device]);
  await evictDurableObject(roomStub());
  expect(valueOf(await roomStub().listDevices(VISIT))).toMatchObject([device]);
  const again = await sent(OTHER_KEY, [
    { seq: 1, in: 2 },
    { key: 'once', in: 1 },
  ]);
  expect(again).toEqual(['accepted', 'duplicate']);
  expect(valueOf(await roomStub().listSources(VISIT))).toMatchObject([{ owner: OTHER_KEY, nextSeq: 2 }]);
  expect(await journal()).toEqual([
    ADDED,
    { kind: 'source_deleted', actor: ADMIN, before: null, after: '"North door"' },
    { ...ADDED, actor: OTHER_KEY },
  ]);
});

test('a machine that is deleted while it is missed is missed no more, and its place is free', async () => {
  await poll(1, batch(1, [400]));
  const full = Array.from({ length: SOURCES_MAX }, (_, index) => ({ sourceId: `s${index}`, areaId: 'main' }));
  for (const source of full) await sent(DOOR_KEY, [{ seq: 1, in: 1 }], { source });
  expect(await sent(DOOR_KEY, [{ seq: 1, in: 1 }])).toBe('limit_reached');
  const missed = full[0]?.sourceId ?? '';
  for (let minutes = 0; minutes < 20; minutes += 5) {
    for (const source of full.slice(1, 3))
      await sent(DOOR_KEY, [{ inTotal: 1, outTotal: 0, at: Date.now() }], { source });
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  }
  await poll(1, batch(2, [1]));
  const silent = async () =>
    (await query('SELECT source_id AS id FROM machine_alerts WHERE cleared_at IS NULL')).map(({ id }) => id);
  expect(await silent()).toContain(missed);
  valueOf(await roomStub().deleteSource(VISIT, missed, ADMIN));
  expect(await silent()).not.toContain(missed);
  expect(await sent(DOOR_KEY, [{ seq: 1, in: 1 }])).toEqual(['accepted']);
});
