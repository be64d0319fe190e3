import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_MAX_BYTES } from '../../../../src/shared/limits';
import { readDownFrame, writeDownFrame, writeUpFrame } from '../../../../src/shared/protocol/codec';
import { readUpFrame } from '../../../../src/shared/protocol/read-up-frame';
import { isTapFrame } from '../../../../src/shared/protocol/tap-frame';
import { type UpFrame, UpdateOccupancySchema } from '../../../../src/shared/protocol/up';

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

/** Values at and beyond the edges of every field of a tap frame. */
const edge = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, '', 'x', 'x'.repeat(64), 'x'.repeat(65), '1', [], {}, [1]),
  fc.constantFrom<unknown>(0, -0, 1, -1, 0.5, 1000, -1000, 1001, -1001, 8.64e15, 8.64e15 + 1, 2 ** 53 - 1, 2 ** 53),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
const field = fc.constantFrom('type', 'eventId', 'seq', 'sentAt', 'taps', 'areaId', 'change', 'at', 'undoes', 'extra');

test('the check of tap frames by hand says what their schema says', () => {
  const tapFrame = {
    type: 'update_occupancy',
    eventId: 'e',
    seq: 1,
    sentAt: 5,
    taps: [
      { areaId: 'a', change: 1, at: 1 },
      { areaId: 'b', change: -1, at: 2, undoes: 1 },
    ],
  };
  const verdicts = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(field, edge, fc.nat(2)), { maxLength: 2 }),
      fc.constantFrom(0, 1, 200, 201),
      (edits, length) => {
        const edited: Record<string, unknown> = structuredClone(tapFrame);
        if (length !== 1) edited.taps = Array.from({ length }, () => ({ ...tapFrame.taps[0] }));
        for (const [key, value, at] of edits) {
          const target = at === 2 || !Array.isArray(edited.taps) ? edited : edited.taps[at];
          if (typeof target === 'object' && target !== null) Object.assign(target, { [key]: value });
        }
        const verdict = isTapFrame(edited);
        verdicts[verdict ? 'yes' : 'no'] += 1;
        expect(verdict).toBe(UpdateOccupancySchema.safeParse(edited).success);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(500);
});

test('a frame of both forms is read as the long one, and refused with it', () => {
  const both = { type: 'update_occupancy', eventId: 'e', areaId: 'a', change: 1 };
  expect(readUpFrame(JSON.stringify({ ...both, taps: [] }))).toBeNull();
  expect(readUpFrame(JSON.stringify(both))).toEqual(both);
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
