import { describe, expect, test } from 'vitest';
import { speak } from '../../../../web/src/lib/texts';
import { german } from '../../../../web/src/lib/texts/german';
import { zonesWith } from '../../../../web/src/features/schedule/schedule-fields';
import { findZones, meantZone, zoneName, zoneOffset } from '../../../../web/src/features/schedule/zones';

const JULY = Date.parse('2026-07-31T12:00:00Z');
const JANUARY = Date.parse('2026-01-31T12:00:00Z');
const ZONES = zonesWith('Etc/Nowhere');
/** Browsers list it under either name. */
const KOLKATA = ZONES.includes('Asia/Kolkata') ? 'Asia/Kolkata' : 'Asia/Calcutta';
const find = (text: string, at = JULY) => findZones(ZONES, text, at);

describe('a zone is found', () => {
  test.each([
    ['by its city', 'berlin', 'Europe/Berlin'],
    ['by a city of two words', 'new york', 'America/New_York'],
    ['by its whole name', 'America/New_York', 'America/New_York'],
    ['by its whole name as it is shown', 'America/New York', 'America/New_York'],
    ['with accents', 'São Paulo', 'America/Sao_Paulo'],
    ['by a part of its name', 'argentina salta', 'America/Argentina/Salta'],
    ['by its country', 'germany', 'Europe/Berlin'],
    ['by another of its names', 'Kolkata', KOLKATA],
    ['by an older one', 'Calcutta', KOLKATA],
    ['by its offset', '+05:30', KOLKATA],
    ['by its offset without a colon', 'gmt+0530', KOLKATA],
    ['by whole hours', 'GMT+2', 'Europe/Berlin'],
    ['by hours behind', 'UTC −4', 'America/New_York'],
  ])('%s: %s', (_how, text, zone) => expect(find(text)).toContain(zone));

  test('in winter by the offset of winter', () => {
    expect(find('GMT+1', JANUARY)).toContain('Europe/Berlin');
    expect(find('GMT+2', JANUARY)).not.toContain('Europe/Berlin');
  });

  test('and others are not', () => {
    expect(find('berlin')).toEqual(['Europe/Berlin']);
    expect(find('+05:30')).not.toContain('Europe/Berlin');
    expect(find('Atlantis')).toEqual([]);
    expect(find('+25:00')).toEqual([]);
  });

  test('first where the city begins so; with nothing typed, all of them, as they were', () => {
    expect(find('par')[0]).toMatch(/\/Par/);
    expect(find('  ')).toEqual(ZONES);
  });

  test('by the country’s name in the page’s language', () => {
    speak(german);
    expect(find('Deutschland')).toContain('Europe/Berlin');
    speak(null);
  });
});

test('a text means a zone when it can mean no other', () => {
  expect(meantZone(ZONES, ' Berlin ', JULY)).toBe('Europe/Berlin');
  expect(meantZone(ZONES, 'america/new york', JULY)).toBe('America/New_York');
  expect(meantZone(ZONES, 'Kolkata', JULY)).toBe(KOLKATA);
  expect(meantZone(ZONES, 'america', JULY)).toBeNull();
  expect(meantZone(ZONES, 'Atlantis', JULY)).toBeNull();
  expect(meantZone(ZONES, '', JULY)).toBeNull();
});

test('reads as people write it, with how far it is from UTC where that is known', () => {
  expect(zoneName('America/New_York')).toBe('America/New York');
  expect(zoneOffset('America/New_York', JULY)).toBe('GMT-04:00');
  expect(zoneOffset(KOLKATA, JULY)).toBe('GMT+05:30');
  expect(zoneOffset('Etc/Nowhere', JULY)).toBe('');
});
