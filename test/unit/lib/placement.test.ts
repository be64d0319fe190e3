import { describe, expect, test } from 'vitest';
import { locationHint, readJurisdiction } from '../../../src/lib/placement';

describe('where a room is created', () => {
  test.each([
    ['San Francisco', 'NA', '-122.4', 'wnam'],
    ['New York', 'NA', '-74.0', 'enam'],
    ['Berlin', 'EU', '13.4', 'weur'],
    ['Warsaw', 'EU', '21.0', 'eeur'],
    ['Dubai', 'AS', '55.3', 'me'],
    ['Tokyo', 'AS', '139.7', 'apac'],
    ['São Paulo', 'SA', '-46.6', 'sam'],
    ['Sydney', 'OC', '151.2', 'oc'],
    ['Lagos', 'AF', '3.4', 'afr'],
  ])('in %s', (_city, continent, longitude, hint) => {
    expect(locationHint(continent, longitude)).toBe(hint);
  });

  test('on a continent without a longitude, still on that continent', () => {
    expect(['NA', 'EU', 'AS'].map((continent) => locationHint(continent, undefined))).toEqual(['enam', 'weur', 'apac']);
  });

  test.each([
    [undefined, undefined],
    ['AN', '0'],
    ['T1', '0'],
    [4, 5],
  ])('no word where nothing is known: %j', (continent, longitude) => {
    expect(locationHint(continent, longitude)).toBeUndefined();
  });
});

describe('the jurisdiction', () => {
  test('is anywhere without one', () => {
    expect([undefined, ''].map(readJurisdiction)).toEqual([null, null]);
  });

  test('is one that rooms know', () => {
    expect(['eu', 'fedramp'].map(readJurisdiction)).toEqual(['eu', 'fedramp']);
  });

  test('stops everything where it is misspelt', () => {
    expect(() => readJurisdiction('EU')).toThrow('JURISDICTION is EU, not one of eu, fedramp');
  });
});
