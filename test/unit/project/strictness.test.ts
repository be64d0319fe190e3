import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { type Node, nodesOf, textOf } from './logged';
import { filesBelow, read } from './repository';

/** Tests that no test may be skipped, retried or given more time than others to be green. */

const childrenOf = (node: Node): Node[] => nodesOf(Object.values(node));
const nodesIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesIn)];

const HOOK = /^(?:before|after)(?:All|Each)$/;
const DEFINES = new RegExp(`^(?:test|it|describe|suite)$|${HOOK.source}`);
const LENIENT = /^(?:skip|only|todo|skipIf|runIf|fails|retry|repeats|timeout)$/;

/** The names in `test.each(rows)`: of the function and of what it is asked for. */
function namesOf(callee: Node): string[] {
  const [inner] = nodesOf([callee['object'] ?? callee['callee'] ?? callee['tag']]);
  const [property] = nodesOf([callee['property']]);
  if (!inner) return [textOf(callee)];
  return property ? [...namesOf(inner), textOf(property)] : namesOf(inner);
}

/** What a source asks for its tests: words that let a test pass more easily, and times beside the function. */
function leniences(source: string): string[] {
  const { program } = parseSync('a.test.tsx', source);
  const found = nodesIn({ type: 'File', body: program.body }).flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const [root = '', ...more] = namesOf(node);
    const called = more.at(-1) ?? root;
    if (called === 'skip' || called === 'setConfig') return [called];
    if (!DEFINES.test(root)) return [];
    const args = nodesOf([node['arguments']]);
    const options = args.filter(({ type }) => type === 'ObjectExpression');
    const words = [...more, ...options.flatMap(childrenOf).map(({ key }) => textOf(nodesOf([key])[0]))];
    const usual = (HOOK.test(root) ? 1 : 2) + options.length;
    return [...words.filter((word) => LENIENT.test(word)), ...(args.length > usual ? ['time'] : [])];
  });
  return [...new Set(found)];
}

test.each([
  [`test.skip('a', () => {});`, ['skip']],
  [`describe.only('a', () => {});`, ['only']],
  [`test.skipIf(isSlow)('a', () => {});`, ['skipIf']],
  [`test.each([1]).todo('a', () => {});`, ['todo']],
  [`test.only.each\`a\`('a', () => {});`, ['only']],
  [`test('a', (context) => { context.skip(); });`, ['skip']],
  [`test('a', ({ skip }) => { skip(isSlow); });`, ['skip']],
  [`test('a', { retry: 2, timeout: 90_000 }, () => {});`, ['retry', 'timeout']],
  [`test('a', async () => {}, 90_000);`, ['time']],
  [`test('a', work, 90_000);`, ['time']],
  [`beforeAll(start, 90_000);`, ['time']],
  [`vi.setConfig({ testTimeout: 90_000 });`, ['setConfig']],
  [`test('a', async () => { await waitFor(look, { timeout: 90_000 }); setTimeout(() => {}, 5); });`, []],
])('%s', (source, found) => {
  expect(leniences(source)).toEqual(found);
});

test('no test is skipped, retried or given a timeout of its own', () => {
  const files = filesBelow(['test'], /\.test\.tsx?$/).filter((path) => !path.startsWith('test/deno/'));
  const found = files.map((path) => [path, leniences(read(path))] as const).filter(([, asked]) => asked.length > 0);
  expect(found).toEqual([]);
});

test('no configuration retries tests, and `npm test` hides no unknown output', () => {
  const [config, command] = [read('test/vitest.config.ts'), read('scripts/test.mjs')];
  expect(config + command).not.toMatch(/\bretry\b|--retry|passWithNoTests|allowOnly/);
  expect(command).toMatch(/^const status = await runQuietly\(\s+'vitest',[^]+^process\.exit\(status\);$/m);
  expect(command.match(/'vitest'/g)).toHaveLength(1);
});
