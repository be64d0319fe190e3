import { expect, test } from 'vitest';
import { isOverHttps, visitorAddress } from '../../../src/lib/visitor';

const asked = (headers: Record<string, string>, url = 'http://headroom.test/') => new Request(url, { headers });
const NAMED = { 'cf-connecting-ip': '192.0.2.1', 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };

test('who asks is what the trusted proxy says, and nobody else’s word', () => {
  expect(visitorAddress(asked(NAMED), 'cloudflare')).toEqual({ address: '192.0.2.1', network: null });
  // The last entry is the proxy's own; the client wrote the others.
  expect(visitorAddress(asked(NAMED), 'forwarded')).toEqual({ address: '203.0.113.9', network: null });
  expect(visitorAddress(asked({ 'cf-connecting-ip': '192.0.2.1' }), 'forwarded').address).toBe('local');
  expect(visitorAddress(asked({ 'x-forwarded-for': '192.0.2.1' }), 'cloudflare').address).toBe('local');
});

test('a /48 is counted as well, and without a trusted proxy everyone together', () => {
  const site = asked({ 'cf-connecting-ip': '2001:db8:1:2::3' });
  expect(visitorAddress(site, 'cloudflare')).toEqual({
    address: '2001:db8:1:2::/64',
    network: { key: '2001:db8:1::/48', addresses: 10 },
  });
  expect(visitorAddress(asked(NAMED), null)).toEqual({
    address: '192.0.2.1',
    network: { key: 'unverified', addresses: 2 },
  });
});

test.each([
  ['https://headroom.test/', {}, null, true],
  ['https://headroom.test/', {}, 'cloudflare', true],
  ['http://headroom.test/', { 'x-forwarded-proto': 'https' }, 'forwarded', true],
  ['http://headroom.test/', { 'x-forwarded-proto': 'http, HTTPS' }, 'forwarded', true],
  ['http://headroom.test/', { 'x-forwarded-proto': 'https, http' }, 'forwarded', false],
  ['http://headroom.test/', {}, 'forwarded', false],
  ['http://headroom.test/', { 'x-forwarded-proto': 'https' }, 'cloudflare', false],
  ['http://headroom.test/', { 'x-forwarded-proto': 'https' }, null, false],
] as const)('%s with %j, trusting %s: HTTPS %s', (url, headers, proxy, isHttps) => {
  expect(isOverHttps(asked(headers, url), proxy)).toBe(isHttps);
});
