import { expect, test } from 'vitest';
import { readConfig } from '../../../scripts/bridge/config.ts';
import { errorCodes } from '../../../src/shared/errors';
import { filesBelow, read } from './repository';

const PAGE = read('docs/integrations.md');
const blocks = new Set([...PAGE.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text));
/** What the page tells in words. */
const NOT_SHOWN = new Set(['test/recipes/pretix/reverted.json']);

test('docs/integrations.md shows each recipe as it is tested', () => {
  const recipes = filesBelow(['test/recipes'], /\.(?:sh|py|yaml|json)$/).filter((path) => !NOT_SHOWN.has(path));
  expect(recipes.length).toBeGreaterThan(5);
  expect(recipes.filter((path) => !blocks.has(read(path)))).toEqual([]);
});

test('the generic scripts have 40 lines at most', () => {
  const scripts = filesBelow(['test/recipes/script'], /\.(?:sh|py)$/);
  expect(scripts.filter((path) => read(path).trimEnd().split('\n').length > 40)).toEqual([]);
});

test('the bridge reads the configuration that the page shows', () => {
  const { cameras } = readConfig(read('test/recipes/bridge/bridge.json'));
  expect(cameras.map(({ format }) => format)).toEqual(['axis-people-counter', 'axis-3d-export']);
});

test('the page explains errors that exist', () => {
  const list = PAGE.slice(PAGE.indexOf('## What can go wrong'));
  const named = [...list.matchAll(/^- (?:\d{3}|item `refused`,) ([^:]+):/gm)].flatMap(([, codes]) =>
    [...(codes ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((code) => !errorCodes().some((known) => known === code))).toEqual([]);
});
