import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { EventRoom } from '../../../src/room/event-room';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { LEDGER_RETENTION_MS } from '../../../src/shared/reports/limits';
import { OccupancyAtSchema } from '../../../src/shared/schemas/report';
import { dayAfter, FRIDAY, FRIDAY_NIGHT, iso, moment, SATURDAY } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { createArea, createVenue } from '../support/accounts';
import { tapper } from '../support/taps';

/** Tests how many people were inside at a moment, over HTTP. */

beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
});

/** The zone is two hours ahead of UTC: the night begins on Saturday, 00:00. */
const BERLIN = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: null, endDate: null };
/** Friday ends at six in the morning in Berlin. */
const FRIDAY_ENDS = moment(SATURDAY, '04:00');

async function nightOut() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  await admin.client.call('PUT', `${path}/schedule`, { body: BERLIN });
  const bar = await createArea(admin, event.eventId, 'Bar', 10);
  const stub = () => env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const ask = async (at: string) => await admin.client.get(`${path}/occupancy?at=${encodeURIComponent(at)}`);
  return {
    admin,
    path,
    stage: area.areaId,
    bar: bar.areaId,
    stub,
    ask,
    at: async (at: number | string) => {
      const answer = await ask(typeof at === 'string' ? at : new Date(at).toISOString());
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return z.parse(OccupancyAtSchema, answer.body);
    },
    tap: tapper(device, event.eventId),
    /** Lets the room do what is due by then. */
    ringAt: async (time: number) => {
      vi.setSystemTime(time);
      await runDurableObjectAlarm(stub());
    },
    /** As the alarm does it 90 days after the day was closed, while the admin's session still lasts. */
    compact: async () =>
      await runInDurableObject(stub(), async (room, { storage }) => {
        vi.setSystemTime(Date.now() + LEDGER_RETENTION_MS);
        await room['parts']
          .jobs()
          .find(({ name }) => name === 'retention')
          ?.run();
        vi.setSystemTime(Date.now() - LEDGER_RETENTION_MS);
        return storage.sql.exec("SELECT value FROM meta WHERE key = 'ledger_from'").toArray();
      }),
  };
}
type Night = Awaited<ReturnType<typeof nightOut>>;

/** Twelve people come to the bar, two move on, one leaves; a phone without a network sends its five people later. */
async function count({ stage, bar, tap }: Night) {
  vi.setSystemTime(FRIDAY_NIGHT + MINUTE_MS);
  await tap([{ areaId: bar, change: 12 }]);
  vi.setSystemTime(FRIDAY_NIGHT + 2 * MINUTE_MS);
  await tap([
    { areaId: bar, change: -1, to: stage },
    { areaId: bar, change: -1, to: stage },
  ]);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  await tap([{ areaId: stage, change: -1 }]);
  await tap([{ areaId: stage, change: 5, at: FRIDAY_NIGHT + 3 * MINUTE_MS }], 2);
}

const MIDDLE = FRIDAY_NIGHT + 30 * MINUTE_MS;
const KNOWN = {
  precision: 'second',
  venue: { occupancy: 17, lowest: 17, highest: 17, capacity: null, percent: null, knownThen: 12 },
  areas: [
    { areaName: 'Main Stage', occupancy: 7, capacity: 500, percent: 1.4, knownThen: 2 },
    { areaName: 'Bar', occupancy: 10, capacity: 10, percent: 100, knownThen: 10 },
  ],
};

test('a moment of the running day has the number that is known now and the one that screens showed', async () => {
  const night = await nightOut();
  await count(night);
  const answer = await night.at(MIDDLE);
  expect(answer).toMatchObject({
    at: iso(FRIDAY, '22:30'),
    knownAt: iso(FRIDAY, '23:00'),
    timeZone: 'Europe/Berlin',
    day: FRIDAY,
    ...KNOWN,
  });
  expect(answer.venue.late).toEqual({ ins: 5, outs: 0, change: 5 });
  expect(answer.areas[0]?.late).toEqual({ ins: 5, outs: 0, change: 5 });
  // By the event's clocks, and with an offset, also one whose plus sign nobody has escaped.
  for (const at of [`${SATURDAY}T00:30`, `${SATURDAY}T00:30:00+02:00`, `${SATURDAY}T00:30:00 02:00`])
    expect(await night.at(at)).toEqual(answer);
  // To the millisecond: a tap counts from its own moment on.
  expect((await night.at(FRIDAY_NIGHT + MINUTE_MS - 1)).venue.occupancy).toBe(0);
  expect((await night.at(FRIDAY_NIGHT + MINUTE_MS)).venue.occupancy).toBe(12);
  expect((await night.at(FRIDAY_NIGHT + HOUR_MS)).venue).toMatchObject({ occupancy: 16, knownThen: 16 });
  expect((await night.at(FRIDAY_NIGHT - HOUR_MS)).areas).toEqual([]);
});

test('a closed day answers the same from its taps, and reads no more of the ledger than taps can be late', async () => {
  const night = await nightOut();
  await count(night);
  await night.ringAt(FRIDAY_ENDS + HOUR_MS);
  for (const day of [1, 2]) {
    vi.setSystemTime(FRIDAY_NIGHT + day * DAY_MS);
    await night.tap([{ areaId: night.bar, change: 1 }]);
  }
  const reads = vi.spyOn(EventRoom.prototype, 'readLedger');
  expect(await night.at(MIDDLE)).toMatchObject(KNOWN);
  const [, , upTo] = reads.mock.calls[0] ?? [];
  expect((upTo ?? 0) / 1000).toBeLessThan(FRIDAY_ENDS);
  // On a day without a tap, the number is that of the day before.
  vi.setSystemTime(FRIDAY_NIGHT + 5 * DAY_MS);
  expect(await night.at(FRIDAY_NIGHT + 4 * DAY_MS)).toMatchObject({
    day: dayAfter(FRIDAY, 4),
    venue: { occupancy: 18 },
  });

  // A late tap of a closed day outdates its report. Until it is stored anew, the days since are counted again.
  await night.tap([{ areaId: night.bar, change: 2, at: FRIDAY_NIGHT + 4 * MINUTE_MS }], 4);
  expect((await night.at(MIDDLE)).venue).toMatchObject({ occupancy: 19, knownThen: 12, late: { change: 7 } });
  expect((await night.at(FRIDAY_NIGHT + DAY_MS)).venue).toMatchObject({ occupancy: 19, knownThen: 17 });
});

test('without its single taps, a day answers with the bounds of five minutes, and never with a wrong number', async () => {
  const night = await nightOut();
  await count(night);
  await night.ringAt(FRIDAY_ENDS + HOUR_MS);
  expect(await night.compact()).toEqual([{ value: String(FRIDAY_ENDS) }]);
  const unknown = { percent: null, knownThen: null, late: null };
  expect(await night.at(FRIDAY_NIGHT + 150_000)).toMatchObject({
    precision: 'fiveMinutes',
    day: FRIDAY,
    venue: { occupancy: null, lowest: 0, highest: 17, ...unknown },
    areas: [
      { areaName: 'Main Stage', occupancy: null, lowest: 0, highest: 7, capacity: 500, ...unknown },
      { areaName: 'Bar', occupancy: null, lowest: 0, highest: 12, capacity: 10, ...unknown },
    ],
  });
  // Five minutes in which nothing happened have one number.
  const quiet = await night.at(MIDDLE);
  expect(quiet.venue).toMatchObject({ occupancy: 17, lowest: 17, highest: 17, knownThen: null });
  expect(quiet.areas[1]).toMatchObject({ occupancy: 10, percent: 100 });
  // The next day is counted from its own taps, but what arrived late before it is not kept.
  vi.setSystemTime(FRIDAY_NIGHT + DAY_MS);
  await night.tap([{ areaId: night.bar, change: 2 }]);
  expect((await night.at(Date.now())).venue).toMatchObject({ occupancy: 18, knownThen: null, late: null });
});

test('a moment that cannot be answered is refused with the reason', async () => {
  const night = await nightOut();
  const refused = async (at: string) => {
    const { status, body } = await night.ask(at);
    return [status, z.parse(z.object({ error: z.string() }), body).error];
  };
  const example = expect.stringContaining('Please ask for a moment in at, such as 20');
  // Before anybody has counted, D1 answers for the room.
  expect(await refused('yesterday')).toEqual([400, example]);
  expect((await night.at(FRIDAY_NIGHT)).venue.occupancy).toBe(0);
  await count(night);
  expect(await refused('')).toEqual([400, example]);
  expect(await night.admin.client.get(`${night.path}/occupancy`)).toMatchObject({ status: 400 });
  const future = 'This moment is still to come. Please ask for an earlier one.';
  expect(await refused(iso(FRIDAY, '23:00:00.001'))).toEqual([400, future]);
  await night.ringAt(FRIDAY_ENDS + HOUR_MS);
  await night.compact();
  // A day without a tap has no report.
  expect(await refused(`${dayAfter(FRIDAY, -1)}T23:00`)).toEqual([
    400,
    'Nothing was counted on the day of this moment, and single taps from so long ago are not kept any more.',
  ]);
  await runInDurableObject(night.stub(), (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO meta (key, value) SELECT 'opening_state', closing FROM reports; DELETE FROM reports; DELETE FROM days",
    );
  });
  expect(await refused(`${SATURDAY}T00:30`)).toEqual([400, 'The figures of this moment are not kept any more.']);
});
