import { expect, test } from 'vitest';
import { readVersion, versionsBetween } from '../../../../src/shared/protocol/version';

test('a server of version 2 serves devices of version 1 and programs that name none; one of version 1 tells pages of version 2 to reload', () => {
  const given = [undefined, '1', '2', '3', '', '1.0', '__proto__'];
  const read = (newest: number) => given.map((version) => readVersion(version, versionsBetween(1, newest)));
  expect(read(1)).toEqual([1, 1, null, null, null, null, null]);
  expect(read(2)).toEqual([1, 1, 2, null, null, null, null]);
});
