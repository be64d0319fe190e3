import { expect, test } from 'vitest';
import { addressKey, networkKey } from '../../../src/lib/address';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'local'],
  [undefined, 'local'],
])('%j counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:0001:0002::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['192.0.2.1', null],
  ['::ffff:192.0.2.1', null],
  ['', null],
  [undefined, null],
])('%j belongs to the network %s', (address, key) => {
  expect(networkKey(address)).toBe(key);
});
