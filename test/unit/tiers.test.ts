import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { filesOf, NIGHTLY_STAGES, PROJECTS } from '../tiers';
import { ROOT } from './named-tests';

const find = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync([...patterns], { cwd: ROOT, exclude });

const filesIn = (tier: 'quick' | 'nightly') =>
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

test('every command that tests runs in a tier', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  const isQuick = (script: string) => script === 'test' || script === 'check:static' || ci.includes(script);
  const stages: readonly string[] = NIGHTLY_STAGES.map(([script]) => script);
  // `test:fuzz` is the generated inputs of `test:long` alone.
  const commands = Object.keys(scripts).filter((name) => /^(test|load|check)(:|$)/.test(name));
  const other = new Set(['test:nightly', 'test:fuzz', 'check']);
  expect(stages.filter((script) => !(script in scripts))).toEqual([]);
  expect(commands.filter((name) => !isQuick(name) && !stages.includes(name) && !other.has(name))).toEqual([]);
});
