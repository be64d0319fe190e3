import { expect, test } from 'vitest';
import { type CountedRow, DeviceDay, type DeviceDaySource } from '../../../src/room/live/device-day';
import type { JoinedClient } from '../../../src/room/storage/device-rows';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';

const START = Date.UTC(2026, 10, 21, 6);
const DAY = { day: '2026-11-21', startsAt: START, endsAt: START + DAY_MS };
const CODE = 'code:event' as const;

const joined = (fields: Partial<JoinedClient> = {}): JoinedClient => ({
  clientId: 'a',
  deviceId: 'phone',
  name: 'North gate',
  direction: 'both',
  areaId: null,
  principal: CODE,
  joinedAt: START + 1,
  leftAt: null,
  ...fields,
});
const row = (fields: Partial<CountedRow> = {}): CountedRow => ({
  clientId: 'a',
  areaId: 'main',
  otherAreaId: null,
  firstSeq: 1,
  lastSeq: fields.firstSeq ?? 1,
  change: 1,
  ins: 0,
  outs: 0,
  undoes: null,
  occurredAt: START + HOUR_MS,
  gaps: null,
  ...fields,
});
const dayOf = (source: Partial<DeviceDaySource> = {}) =>
  new DeviceDay(DAY, { joined: [], seen: [], rows: [], joinedAs: () => undefined, ...source });
const seen = (clientId: string, at: number) => ({ clientId, principal: CODE, lastSeenAt: at });
const iso = (at: number) => new Date(at).toISOString();
const nobody = new Map<string, typeof CODE>();

test('page loads of one device add up under the newest name and direction', () => {
  const day = dayOf({
    joined: [
      joined({ clientId: 'b', name: 'South gate', direction: 'in', joinedAt: START + 20, leftAt: START + 50 }),
      joined({ clientId: 'a', leftAt: START + 70 }),
    ],
    rows: [row({ ins: 3, occurredAt: START + 20 }), row({ outs: 1, firstSeq: 2, occurredAt: START + 60 })],
    seen: [seen('a', START + 60)],
  });
  day.counted(
    [row({ clientId: 'b', ins: 4, occurredAt: START + 40 })],
    [{ clientId: 'b', principal: CODE }],
    START + 41,
  );
  expect(day.devices(nobody)).toEqual([
    {
      deviceId: 'phone',
      deviceName: 'South gate',
      direction: 'in',
      isAdmin: false,
      isOnline: false,
      offlineSince: iso(START + 70),
      lastTapAt: iso(START + 60),
      ins: 7,
      outs: 1,
    },
  ]);
  expect(day.devices(new Map([['a', CODE]]))).toMatchObject([{ isOnline: true, offlineSince: null }]);
});

test('clients of other days are listed only when they are connected or have sent taps', () => {
  const before = joined({ joinedAt: START - HOUR_MS });
  const day = dayOf({ joined: [before] });
  expect(day.devices(nobody)).toEqual([]);
  expect(day.devices(new Map([['a', CODE]]))).toHaveLength(1);
  day.counted([row({ ins: 1 })], [{ clientId: 'a', principal: CODE }], START + HOUR_MS);
  expect(day.devices(nobody)).toMatchObject([{ deviceName: 'North gate', ins: 1 }]);
});

test("a device's day counts only taps that occurred on that day, minus their undos", () => {
  const day = dayOf({ joined: [joined()] });
  const count = (...rows: CountedRow[]) => day.counted(rows, [{ clientId: 'a', principal: CODE }], START + 5);
  count(row({ firstSeq: 8, ins: 9, occurredAt: START - 1 }), row({ firstSeq: 9, ins: 9, occurredAt: START + DAY_MS }));
  expect(day.devices(nobody)).toMatchObject([{ ins: 0, lastTapAt: null }]);
  count(row({ firstSeq: 10, undoes: 8, ins: -9, occurredAt: START + 1 }));
  expect(day.devices(nobody)).toMatchObject([{ ins: 0, lastTapAt: iso(START + 1) }]);
  count(row({ firstSeq: 11, ins: 4, outs: 0 }), row({ firstSeq: 12, outs: 2 }));
  count(row({ firstSeq: 13, undoes: 11, ins: -4 }));
  expect(day.devices(nobody)).toMatchObject([{ ins: 0, outs: 2 }]);
  // A device that only transfers people between areas lets nobody in or out.
  count(row({ otherAreaId: 'bar', outs: 3, firstSeq: 14 }), row({ otherAreaId: 'main', ins: 3, firstSeq: 14 }));
  // A row that gives people back is no tap: it occurred when they left.
  count(row({ firstSeq: 14, change: 0, occurredAt: START + 2 * HOUR_MS }));
  expect(day.devices(nobody)).toMatchObject([{ ins: 0, outs: 2, lastTapAt: iso(START + HOUR_MS) }]);
});

test("an access-code user who sends an admin's device id is a separate device", () => {
  const admin = joined({ clientId: 'desk', name: 'Desk', principal: 'admin:owner', joinedAt: START + 1 });
  const rows = [row({ clientId: 'desk', ins: 3 })];
  const day = dayOf({ joined: [admin, joined({ name: 'Not the desk', joinedAt: START + 5 })], rows });
  expect(day.devices(nobody)).toMatchObject([
    { deviceId: 'phone', deviceName: 'Desk', isAdmin: true, ins: 3 },
    { deviceId: 'phone', deviceName: 'Not the desk', isAdmin: false, ins: 0 },
  ]);
});
