import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { filesOf, NIGHTLY_STAGES, PROJECTS, STATIC_CHECKS, type Tier } from '../../tiers';
import { read, ROOT } from './repository';

const find = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync([...patterns], { cwd: ROOT, exclude });

const filesIn = (tier: Tier) =>
  PROJECTS.flatMap((project) => {
    const { include, exclude } = filesOf(tier, project);
    return find(include, exclude);
  });

/** Deno runs its own: `npm run check:portable`. */
const DENO = 'test/deno/**';

test('every test file belongs to a tier', () => {
  const all = find(['test/**/*.test.*'], [DENO]);
  const quick = new Set(filesIn('quick'));
  const nightly = new Set(filesIn('nightly'));
  expect(quick.size).toBeGreaterThan(200);
  expect(nightly.size).toBeGreaterThan(10);
  expect(all.filter((file) => !quick.has(file) && !nightly.has(file))).toEqual([]);
  // Only generated inputs run in both, at different lengths.
  expect(all.filter((file) => quick.has(file) && nightly.has(file) && !file.includes('/fuzz-'))).toEqual([]);
});

test('every command that tests belongs to a tier', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
  // `check` runs the quick tier, `test:fuzz` a part of the nightly one; `check:speed` needs a machine that does nothing else.
  const others = ['test', 'check', 'check:static', 'check:speed', 'test:nightly', 'test:fuzz'];
  const commands = [...others, ...STATIC_CHECKS, ...NIGHTLY_STAGES];
  const tests = Object.keys(scripts).filter((name) => /^(test|load|check)(:|$)/.test(name));
  expect(tests.toSorted()).toEqual(commands.toSorted());
});
