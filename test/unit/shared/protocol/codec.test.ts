import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { FRAME_MAX_BYTES } from '../../../../src/shared/protocol/limits';
import { readDownFrame, writeDownFrame, writeUpFrame } from '../../../../src/shared/protocol/codec';
import { DownFrameSchema, PollAnswerSchema } from '../../../../src/shared/protocol/down';
import { parseJson } from '../../../../src/shared/protocol/parse-json';
import { readUpFrame } from '../../../../src/room/sockets/read-up-frame';
import { isRecord, isTapFrame } from '../../../../src/room/sockets/read-up-frame';
import {
  type Poll,
  PollSchema,
  UP_FRAMES,
  type UpFrame,
  UpdateOccupancySchema,
} from '../../../../src/shared/protocol/up';
import { CLOSE, PING, PONG, PROTOCOL_VERSION } from '../../../../src/shared/protocol/version';
import { goodFrame, wrongFrame } from '../../../worker/support/fuzz/frames';
import { readFrame } from '../../../worker/support/fuzz/model-frame';

/**
 * The wire format of each released version. From the tag of version 1.0 on, a change of the format needs a new version and
 * a new line.
 */
const RELEASED: Readonly<Record<number, string>> = {
  1: 'ec537faad3508eb79d6f0b85c6fb6964b5fb6be4a835d845529af1253a565c28',
};

test('the wire format changes only with its version', () => {
  const schemas = [...UP_FRAMES, PollSchema, PollAnswerSchema, DownFrameSchema].map((schema) =>
    z.toJSONSchema(schema, { unrepresentable: 'any' }),
  );
  const wire = JSON.stringify({ schemas, CLOSE, PING, PONG, FRAME_MAX_BYTES });
  expect(createHash('sha256').update(wire).digest('hex')).toBe(RELEASED[PROTOCOL_VERSION]);
});

test('written frames are read back unchanged', () => {
  const taps = [
    { areaId: 'main', change: -1000, at: 0 },
    { areaId: 'main', change: 2, at: 8.64e15, undoes: 1, to: 'bar', category: 'adult' },
  ];
  const frames: UpFrame[] = [
    { type: 'request_sync' },
    { type: 'join_event', eventId: 'e', clientId: 'A'.repeat(22) },
    { type: 'update_occupancy', eventId: 'e', seq: Number.MAX_SAFE_INTEGER, sentAt: 5, taps },
  ];
  for (const frame of frames) expect(readUpFrame(writeUpFrame(frame))).toEqual(frame);
  const changed = { type: 'areas_changed' as const, eventId: 'e' };
  expect(readDownFrame(writeDownFrame(changed))).toEqual(changed);
  expect(['{"type":"from_the_future"}', 'no JSON'].map(readDownFrame)).toEqual([null, null]);
  // A frame that mixes both forms is read as the long form, and is refused when that is invalid.
  const short = { type: 'update_occupancy', eventId: 'e', areaId: 'a', change: 1 };
  expect(readUpFrame(JSON.stringify({ ...short, taps: [] }))).toBeNull();
  expect(readUpFrame(JSON.stringify(short))).toEqual(short);
});

test('the codec accepts and refuses what the table of the protocol lists', () => {
  // Any event, client and number will do.
  const fillIn = (text: string): string =>
    text.replaceAll(/\{\{(\w+)([+-]\d+)?\}\}/g, (_whole, name: string, by = '0') => {
      if (name === 'now') return String(1_800_000_000_000 + Number(by));
      if (name === 'seq' || name === 'last') return String(Math.max(1, 5 + Number(by)));
      return `some-${name}-0123456789`;
    });
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(goodFrame, wrongFrame, wrongFrame), (plan) => {
      const data = 'text' in plan ? fillIn(plan.text) : new Uint8Array(plan.bytes).buffer;
      const isTaken = readUpFrame(data) !== null;
      expect(isTaken).toBe(readFrame(data) !== null);
      taken += Number(isTaken);
      const parsed: unknown = 'text' in plan ? parseJson(fillIn(plan.text)) : null;
      if (!isRecord(parsed) || parsed.type !== 'update_occupancy') return;
      // The handwritten check agrees with the schema.
      expect(isTapFrame(parsed)).toBe(UpdateOccupancySchema.safeParse(parsed).success);
    }),
    { seed: 20_261_121, numRuns: 5_000 },
  );
  expect(Math.min(taken, 5_000 - taken)).toBeGreaterThan(1_000);
});

test.each([
  [FRAME_MAX_BYTES, true],
  [FRAME_MAX_BYTES + 1, false],
])('a frame of %i bytes is read: %s', (bytes, isRead) => {
  const frame = (padding: string) => `{"type":"request_sync","padding":"${padding}"}`;
  const left = bytes - frame('').length;
  for (const padding of ['x'.repeat(left), 'é'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2)]) {
    expect(new TextEncoder().encode(frame(padding)).byteLength).toBe(bytes);
    expect(readUpFrame(frame(padding)) !== null).toBe(isRead);
  }
});

describe('polling calls', () => {
  const poll: Poll = {
    clientId: 'client-000000000001',
    seq: 3,
    sentAt: 9,
    taps: [
      { areaId: 'main', change: 2, at: 1 },
      { areaId: 'main', change: -2, at: 2, undoes: 3 },
      { areaId: 'main', change: -4, at: 3, to: 'bar', category: 'adult' },
      { areaId: 'main', change: 4, at: 4, to: 'bar', undoes: 5 },
    ],
  };

  test('the taps of a polling call are those of a frame, transfers and undoes included', () => {
    expect(z.parse(PollSchema, JSON.parse(JSON.stringify(poll)))).toEqual(poll);
    for (const wrong of [{ change: 0 }, { change: 0.5 }, { to: '' }, { change: undefined }, { areaId: '' }]) {
      expect(PollSchema.safeParse({ ...poll, taps: [{ ...poll.taps[2], ...wrong }] }).success).toBe(false);
    }
  });
});
