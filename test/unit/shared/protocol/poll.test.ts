import { expect, test } from 'vitest';
import * as z from 'zod';
import { readPoll, writePoll } from '../../../../src/shared/protocol/poll';
import { type Poll, PollSchema } from '../../../../src/shared/protocol/up';

const poll: Poll = {
  clientId: 'client-000000000001',
  seq: 3,
  sentAt: 9,
  taps: [
    { areaId: 'main', change: 2, at: 1 },
    { areaId: 'main', change: -2, at: 2, undoes: 3 },
    { areaId: 'main', change: -4, at: 3, to: 'bar' },
    { areaId: 'main', change: 4, at: 4, to: 'bar', undoes: 5 },
  ],
};

/** Of a tap, as the server of version 1 reads it: it knows neither `to` nor `moves`. */
const OldTapSchema = z.object({
  areaId: z.string(),
  change: z.int(),
  at: z.number(),
  undoes: z.optional(z.int()),
});

test('what a device sends is what is counted', () => {
  expect(readPoll(z.parse(PollSchema, JSON.parse(JSON.stringify(writePoll(poll)))))).toEqual(poll);
});

test('a server of version 1 can read each tap but transfers, which it must not take for people who leave', () => {
  const read = writePoll(poll).taps.map((tap) => OldTapSchema.safeParse(tap).success);
  expect(read).toEqual([true, true, false, false]);
});

test('a transfer moves somebody, to somewhere', () => {
  const [transfer] = writePoll({ ...poll, taps: poll.taps.slice(2, 3) }).taps;
  for (const wrong of [{ moves: 0 }, { moves: 0.5 }, { to: undefined }, { moves: undefined }, { areaId: '' }]) {
    expect(PollSchema.safeParse({ ...poll, taps: [{ ...transfer, ...wrong }] }).success).toBe(false);
  }
});
