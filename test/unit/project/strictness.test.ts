import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { filesBelow, read } from './repository';

/** Tests that no test may be skipped, retried or given more time than others to be green. */

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nodesIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesIn)];
const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '');

const HOOK = /^(?:before|after)(?:All|Each)$/;
const DEFINES = new RegExp(`^(?:test|it|describe|suite)$|${HOOK.source}`);
const LENIENT = /^(?:skip|only|todo|skipIf|runIf|fails|retry|repeats|timeout)$/;

/** The names in `test.each(rows)`: of the function and of what it is asked for. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  const { type } = callee;
  if (type === 'MemberExpression') return [...namesOf(callee['object']), nameOf(callee['property'])];
  return type === 'CallExpression' || type === 'TaggedTemplateExpression'
    ? namesOf(callee['callee'] ?? callee['tag'])
    : [nameOf(callee)];
}

/** What a source asks for its tests: words that let a test pass more easily, and times beside the function. */
function leniences(source: string): string[] {
  const { program } = parseSync('a.test.tsx', source);
  const found = nodesIn({ type: 'File', body: program.body }).flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const [root = '', ...more] = namesOf(node['callee']);
    if (/^(?:skip|setConfig)$/.test(more.at(-1) ?? '')) return more.slice(-1);
    if (!DEFINES.test(root)) return [];
    const args = [node['arguments']].flat().filter(isNode);
    const options = args.filter(({ type }) => type === 'ObjectExpression');
    const words = [...more, ...options.flatMap(childrenOf).map(({ key }) => nameOf(key))];
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
  [`test('a', ({ skip }) => { context.skip(); });`, ['skip']],
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
