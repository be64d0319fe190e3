import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { usableDeviceName } from '../../../src/shared/visible-text';
import { DIRECTIONS } from '../../../src/shared/schemas/device';
import { HANDS } from '../../../web/src/device/hand';
import { type Door, printDoor, readDoor } from '../../../web/src/device/door/door-link';
import { readJoinCode, readJoinKey } from '../../../web/src/session/join-code';

const NOTHING: Door = { areaId: null, areaName: null, direction: null, deviceName: null, hand: null };

/** A name as it is stored: trimmed, with something visible in it. */
const name = (maxLength: number) =>
  fc
    .string({ unit: 'binary', maxLength })
    .map(usableDeviceName)
    .filter((text) => text === null || text.length <= maxLength);
const orNull = <Of>(arbitrary: fc.Arbitrary<Of>) => fc.option(arbitrary, { nil: null });
const doors: fc.Arbitrary<Door> = fc
  .record({
    areaId: orNull(fc.stringMatching(/^[\w-]{1,64}$/)),
    areaName: name(100),
    direction: orNull(fc.constantFrom(...DIRECTIONS)),
    deviceName: name(40),
    hand: orNull(fc.constantFrom(...HANDS)),
  })
  .map((door) => (door.areaId === null ? { ...door, areaName: null } : door));

test('a link carries the device settings that it was made for, beside the code and the key', () => {
  fc.assert(
    fc.property(doors, (door) => {
      const isDoor = Object.values(door).some((value) => value !== null);
      const link = `?code=ABCD-2346&key=ab12&${printDoor(door)}`;
      expect(readDoor(link)).toEqual(isDoor ? door : null);
      expect([readJoinCode(link), readJoinKey(link)]).toEqual(['ABCD2346', 'ab12']);
    }),
  );
});

test.each([
  ['area', '../e2'],
  ['area', 'x'.repeat(65)],
  ['direction', 'sideways'],
  ['name', 'x'.repeat(41)],
  ['name', 'a\u202eb'],
  ['hand', 'both'],
])('a malformed %s is ignored: %j', (parameter, value) => {
  const query = (direction: string) => `?${new URLSearchParams({ direction, [parameter]: value })}`;
  expect(readDoor(query('in'))).toEqual(parameter === 'direction' ? null : { ...NOTHING, direction: 'in' });
  expect(readDoor('?areaName=Main+Stage')).toBeNull();
});
