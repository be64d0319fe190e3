import { expect } from 'vitest';
import type { Sync } from '../../../../src/shared/protocol/down';
import { markedDays } from '../days';
import { inTime } from './run';
import { countsOf, type Venue } from './venue';

export interface ExpectedSync {
  clientId: string;
  lastSeq: number;
  counts: Record<string, number[]>;
}

export function expectSync(venue: Venue, sync: Sync | undefined, expected: ExpectedSync): void {
  const { eventId } = venue;
  const clientId = venue.clientIdOf(expected.clientId, sync?.clientId ?? '');
  expect(sync).toMatchObject({ eventId, clientId, lastSeq: expected.lastSeq });
  expect(countsOf(sync?.areas ?? [])).toEqual(expected.counts);
}

/** Nobody else has noticed anything, and the room counts on. */
export async function expectWell(venue: Venue, now: number): Promise<void> {
  const { bystander, bystanderDevice, eventId, model } = venue;
  expect(bystanderDevice.closed).toBeNull();
  expect(bystanderDevice.all('error')).toEqual([]);
  const seq = model.lastSeq(bystander.clientId) + 1;
  const batch = { seq, sentAt: now, taps: [{ areaId: 'main', change: 1, at: now }] };
  bystanderDevice.send({ type: 'update_occupancy', eventId, ...batch });
  const expected = model.receive({ ...batch, ...bystander, receivedAt: now });
  expect((await inTime(bystanderDevice.next('ack'), 'a good tap')).seq).toBe(expected?.seq);
  expect(await venue.listAreas()).toEqual(model.counts);
  expect((await markedDays(venue.stub)).map(({ day }) => day)).toEqual([...model.days].toSorted());
  for (const { device, joinedAs } of venue.slots) {
    if (device === null || device.closed !== null || joinedAs === null) continue;
    const known = device.all('sync').length;
    device.send({ type: 'request_sync' });
    await inTime(
      device.until(() => device.all('sync')[known], 'a sync'),
      'a sync at the end',
    );
    const lastSeq = model.lastSeq(joinedAs);
    expectSync(venue, device.all('sync')[known], { clientId: joinedAs, lastSeq, counts: model.counts });
  }
}
