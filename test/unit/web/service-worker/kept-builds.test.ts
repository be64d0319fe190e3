import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dropUnusedBuilds,
  keepBuild,
  keptFile,
  keptShell,
  renewShell,
} from '../../../../web/service-worker/kept-builds';

const ENTRY = '/assets/shell-1.js';
const build = (n: number) => {
  const entry = `/assets/shell-${n}.js`;
  return { id: String(n), hashed: [entry], rootFiles: ['/theme.js'], shellNames: [entry] };
};
const SHELL = `<script type="module" src="${ENTRY}"></script>`;
const OTHER = '<script src="/assets/shell-2.js"></script>';
const addressOf = (path: string) => new URL(path, 'https://h.example').href;

/** The contents of a browser's caches, by cache name and path. */
const kept = new Map<string, Map<string, Response>>();
const pathOf = (key: Request | string) => new URL(addressOf(typeof key === 'string' ? key : key.url)).pathname;
const cacheOf = (name: string) => {
  const held = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, held);
  return { put: async (key: string, answer: Response) => void held.set(pathOf(key), answer) };
};
const caches = {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...kept.keys()],
  delete: async (name: string) => kept.delete(name),
  match: async (key: Request | string, { cacheName }: { cacheName?: string } = {}) =>
    [...kept]
      .filter(([name]) => !cacheName || name === cacheName)
      .flatMap(([, held]) => held.get(pathOf(key)) ?? [])[0],
};

const script = () => new Response('1', { headers: { 'content-type': 'text/javascript' } });
let answers: Record<string, () => Response>;
let held: string[];

beforeEach(() => {
  kept.clear();
  held = [];
  answers = { '/app': () => new Response(SHELL), [ENTRY]: script, '/theme.js': script };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } });
  vi.stubGlobal('fetch', async (path: string) => answers[path]?.() ?? new Response('', { status: 404 }));
});

describe('kept builds', () => {
  test.each([
    ['a build with the shell of another build', '/app', () => new Response(OTHER)],
    ['a build whose shell the server does not deliver', '/app', () => new Response(SHELL, { status: 502 })],
    ['a build with a missing file', ENTRY, () => new Response('', { status: 404 })],
    [
      'a build with a page in place of a file',
      ENTRY,
      () => new Response(SHELL, { headers: { 'content-type': 'text/html' } }),
    ],
    [
      'a build with a file from another origin',
      '/theme.js',
      () => Object.defineProperty(script(), 'redirected', { value: true }),
    ],
  ])('%s does not count as kept', async (_why, path, answer) => {
    answers[path] = answer;
    await expect(keepBuild(build(1))).rejects.toThrow(/answered|another build/);
    expect(await keptShell(build(1))).toBeUndefined();
  });

  test('an older build is deleted unless a page runs it, which still gets its files, and caches of others stay', async () => {
    await cacheOf('headroom-1').put(ENTRY, new Response('first'));
    await cacheOf('headroom-2').put('/assets/shell-2.js', new Response('second'));
    await cacheOf('someone-else').put(ENTRY, new Response('other'));
    held = ['headroom.outbox x', `headroom.page ${ENTRY}`];
    await dropUnusedBuilds(build(2));
    expect(await (await keptFile(build(2), new Request(addressOf(ENTRY))))?.text()).toBe('first');
    held = [];
    await dropUnusedBuilds(build(2));
    expect([...kept.keys()]).toEqual(['headroom-2', 'someone-else']);
  });
});

test("the kept shell belongs to a complete build and takes the policy of the server's next answer for it", async () => {
  const shell = (policy: string, html = SHELL, status = 200) =>
    new Response(html, { status, headers: { 'content-security-policy': policy } });
  const keptPolicy = async () => (await keptShell(build(1)))?.headers.get('content-security-policy');
  await renewShell(build(1), shell('too early'));
  expect(await keptShell(build(1))).toBeUndefined();

  answers['/app'] = () => shell('old');
  await keepBuild(build(1));
  expect([...(kept.get('headroom-1')?.keys() ?? [])].toSorted()).toEqual(['/app', ENTRY, '/theme.js']);
  await renewShell(build(1), shell('new', OTHER));
  await renewShell(build(1), shell('new', SHELL, 500));
  expect(await keptPolicy()).toBe('old');
  await renewShell(build(1), shell('new'));
  expect(await keptPolicy()).toBe('new');
  expect(await (await keptShell(build(1)))?.text()).toBe(SHELL);
});
