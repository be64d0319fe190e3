import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_MAX_BYTES } from '../../src/shared/limits';
import { readDownFrame, readUpFrame, writeDownFrame, writeUpFrame } from '../../src/shared/protocol/codec';
import type { UpFrame } from '../../src/shared/protocol/up';

const tap = fc.record(
  {
    areaId: fc.string({ minLength: 1, maxLength: 64 }),
    change: fc.integer({ min: -1000, max: 1000 }).filter((change) => change !== 0),
    at: fc.nat(),
    undoes: fc.integer({ min: 1, max: 1_000_000 }),
  },
  { requiredKeys: ['areaId', 'change', 'at'] },
);

const upFrame: fc.Arbitrary<UpFrame> = fc.oneof(
  fc.record({
    type: fc.constant('update_occupancy' as const),
    eventId: fc.string({ minLength: 1, maxLength: 64 }),
    seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    sentAt: fc.nat(),
    taps: fc.array(tap, { minLength: 1, maxLength: 200 }),
  }),
  fc.constant({ type: 'request_sync' as const }),
  fc.constant({ type: 'join_event' as const, eventId: 'e', clientId: 'A'.repeat(22) }),
);

test('what is written is read back', () => {
  fc.assert(
    fc.property(upFrame, (frame) => {
      const text = writeUpFrame(frame);
      fc.pre(new TextEncoder().encode(text).byteLength <= FRAME_MAX_BYTES);
      expect(readUpFrame(text)).toEqual(frame);
    }),
  );
});

test('nothing makes a reader throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.anything().map((value) => JSON.stringify(value) ?? ''),
      ),
      (text) => {
        expect(() => [readUpFrame(text), readDownFrame(text)]).not.toThrow();
      },
    ),
    { numRuns: 2_000 },
  );
});

const frame = (padding: string) => `{"type":"request_sync","padding":"${padding}"}`;

test.each([
  [FRAME_MAX_BYTES, true],
  [FRAME_MAX_BYTES + 1, false],
])('a frame of %i bytes: read %s', (bytes, isRead) => {
  const ascii = frame('x'.repeat(bytes - frame('').length));
  const accented = frame(
    'é'.repeat(Math.floor((bytes - frame('').length) / 2)) + (bytes % 2 === frame('').length % 2 ? '' : 'x'),
  );
  expect(new TextEncoder().encode(ascii).byteLength).toBe(bytes);
  expect(new TextEncoder().encode(accented).byteLength).toBe(bytes);
  expect(readUpFrame(ascii) !== null).toBe(isRead);
  expect(readUpFrame(accented) !== null).toBe(isRead);
});

test('a server frame is read back, an unknown one is null', () => {
  const changed = { type: 'areas_changed' as const, eventId: 'e' };
  expect(readDownFrame(writeDownFrame(changed))).toEqual(changed);
  expect(readDownFrame('{"type":"from_the_future"}')).toBeNull();
});
