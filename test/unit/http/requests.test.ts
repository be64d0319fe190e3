import { describe, expect, test } from 'vitest';
import { preferredLanguage } from '../../../src/http/accept-language';
import { addressKey, networkKey } from '../../../src/http/address';
import { isInRanges, readRange } from '../../../src/http/address-range';
import { isCountryCode } from '../../../src/services/accounts/countries';
import { locationHint, readJurisdiction } from '../../../src/rpc/placement';
import { callerAddress } from '../../../src/http/caller-address';

test.each([
  [undefined, 'en'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0.5, en;q=0.7', 'en'],
  ['de;q=0', 'en'],
  [';;;,=,q=', 'en'],
])('a browser that asks for %s gets mails in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ['192.0.2.1', '192.0.2.1', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::ffff:192.0.2.1', '192.0.2.1', null],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['', 'local', null],
  [undefined, 'local', null],
])('%j counts as %s of the network %s', (address, key, network) => {
  expect([addressKey(address), networkKey(address)]).toEqual([key, network]);
});

test.each([
  ['::ffff:10.0.0.0/104', '10.0.0.0/8', '10.1.2.3'],
  ['::ffff:a00:1', '10.0.0.1/32', '::ffff:10.0.0.1'],
  ['2001:DB8:0::/48', '2001:db8::/48', '2001:db8::7'],
])('the range %s is %s, and %s is in it', (text, range, address) => {
  expect(readRange(text)).toBe(range);
  expect(isInRanges(address, [range])).toBe(true);
});

test.each(['fe80::1%eth0/64', 'fe80::1%eth0', '::ffff:0:0/90', '10.0/8', '2001:db8::/129'])(
  '%s is no range that could ever match',
  (text) => {
    expect(readRange(text)).toBeNull();
  },
);

test.each(['0xcb.0.113.5', '3405803781', '203.0.113'])('%s, which no proxy writes, is in no range', (address) => {
  expect(isInRanges(address, ['203.0.113.0/24', '0.0.0.0/0'])).toBe(false);
});

describe('callerAddress', () => {
  const asked = (headers: Record<string, string>) => new Request('http://headroom.test/', { headers });
  const NAMED = { 'cf-connecting-ip': '192.0.2.1', 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };

  test("the visitor's address comes only from the trusted proxy", () => {
    expect(callerAddress(asked(NAMED), 'cloudflare')).toEqual({
      address: '192.0.2.1',
      network: null,
      clientAddress: '192.0.2.1',
    });
    expect(callerAddress(asked({ 'x-forwarded-for': '192.0.2.1' }), 'cloudflare').address).toBe('local');
  });

  test('a visitor also counts in the /48 network, and all visitors count together without a trusted proxy', () => {
    const site = asked({ 'cf-connecting-ip': '2001:db8:1:2::3' });
    const network = { key: '2001:db8:1::/48', addresses: 10 };
    expect(callerAddress(site, 'cloudflare')).toEqual({
      address: '2001:db8:1:2::/64',
      network,
      clientAddress: '2001:db8:1:2::3',
    });
    const everyone = { key: 'unverified', addresses: 2 };
    expect(callerAddress(asked(NAMED), null)).toEqual({
      address: '192.0.2.1',
      network: everyone,
      clientAddress: null,
    });
  });
});

test('a country is an assigned code of two letters', () => {
  expect(['GB', 'DE', 'US', 'AX', 'SS', 'XK'].filter((code) => !isCountryCode(code))).toEqual([]);
  const none = ['', 'UK', 'EU', 'ZZ', 'XX', 'AN', 'SU', 'gb', 'GBR', '826', 'United Kingdom'];
  expect(none.filter(isCountryCode)).toEqual([]);
});

test('a room is created in a jurisdiction that rooms know, and a misspelled jurisdiction creates none', () => {
  expect([undefined, '', 'eu', 'fedramp'].map(readJurisdiction)).toEqual([null, null, 'eu', 'fedramp']);
  expect(() => readJurisdiction('EU')).toThrow('JURISDICTION is EU, not one of eu, fedramp');
  // The room is created near the people who count.
  expect([locationHint('EU', '13.4'), locationHint('NA', '-122.4'), locationHint(4, 5)]).toEqual([
    'weur',
    'wnam',
    undefined,
  ]);
});
