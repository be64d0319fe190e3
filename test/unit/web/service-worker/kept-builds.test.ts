import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dropUnusedBuilds,
  isShellAddress,
  keepBuild,
  keptFile,
  keptShell,
  renewShell,
} from '../../../../web/service-worker/kept-builds';

const ENTRY = '/assets/shell-1.js';
const build = (n: number) => ({
  id: String(n),
  hashed: [`/assets/shell-${n}.js`],
  rootFiles: ['/theme.js'],
  shellNames: [`/assets/shell-${n}.js`],
});
const SHELL = `<script type="module" src="${ENTRY}"></script>`;

/** What a browser keeps, by the name of the cache and the path. */
const kept = new Map<string, Map<string, Response>>();
const pathOf = (key: Request | string) =>
  new URL(typeof key === 'string' ? key : key.url, 'https://h.example').pathname;
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
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/app', true],
  ['/admin?new-version', true],
  ['/login', false],
  ['/login/?code=ABCD-2346', false],
])('what the server gives at %s is its shell: %s', (path, isShell) => {
  expect(isShellAddress(new URL(path, 'https://h.example').href)).toBe(isShell);
});

test('a build is kept with its shell', async () => {
  await keepBuild(build(1));
  expect([...(kept.get('headroom-1')?.keys() ?? [])].toSorted()).toEqual(['/app', ENTRY, '/theme.js']);
  expect(await (await keptShell(build(1)))?.text()).toBe(SHELL);
});

const redirected = () => Object.defineProperty(script(), 'redirected', { value: true });

describe('a build is not taken for kept', () => {
  test.each([
    ['whose shell is another one', '/app', () => new Response('<script src="/assets/shell-2.js"></script>')],
    ['whose shell the server does not give', '/app', () => new Response(SHELL, { status: 502 })],
    ['of which a file is missing', ENTRY, () => new Response('', { status: 404 })],
    ['with a page in place of a file', ENTRY, () => new Response(SHELL, { headers: { 'content-type': 'text/html' } })],
    ['with a file from elsewhere', '/theme.js', redirected],
  ])('%s', async (_why, path, answer) => {
    answers[path] = answer;
    await expect(keepBuild(build(1))).rejects.toThrow(/answered|another build/);
    expect(await keptShell(build(1))).toBeUndefined();
  });
});

describe('the kept shell', () => {
  const shell = (policy: string, html = SHELL, status = 200) =>
    new Response(html, { status, headers: { 'content-security-policy': policy } });
  const keptPolicy = async () => (await keptShell(build(1)))?.headers.get('content-security-policy');

  beforeEach(async () => {
    answers['/app'] = () => shell('old');
    await keepBuild(build(1));
  });

  test('allows what the server’s allows from its next answer on', async () => {
    await renewShell(build(1), shell('new'));
    expect(await keptPolicy()).toBe('new');
    expect(await (await keptShell(build(1)))?.text()).toBe(SHELL);
  });

  test.each([
    ['another build’s', shell('new', '<script src="/assets/shell-2.js"></script>')],
    ['no page', shell('new', SHELL, 500)],
  ])('stays where the answer is %s', async (_what, answer) => {
    await renewShell(build(1), answer);
    expect(await keptPolicy()).toBe('old');
  });

  test('is not written again without a reason', async () => {
    const put = vi.fn<() => Promise<void>>(async () => {});
    vi.stubGlobal('caches', { ...caches, open: async () => ({ put }) });
    await renewShell(build(1), shell('old'));
    expect(put).not.toHaveBeenCalled();
  });

  test('does not come before the rest of its build', async () => {
    kept.clear();
    await renewShell(build(1), shell('new'));
    expect(await keptShell(build(1))).toBeUndefined();
  });
});

describe('earlier builds', () => {
  beforeEach(async () => {
    await cacheOf('headroom-1').put(ENTRY, new Response('first'));
    await cacheOf('headroom-2').put('/assets/shell-2.js', new Response('second'));
    await cacheOf('someone-else').put(ENTRY, new Response('other'));
  });

  test('go, but not what is not ours', async () => {
    await dropUnusedBuilds(build(2));
    expect([...kept.keys()]).toEqual(['headroom-2', 'someone-else']);
  });

  test('stay while a page runs them, which is answered from them', async () => {
    held = ['headroom.outbox x', `headroom.page ${ENTRY}`];
    await dropUnusedBuilds(build(2));
    expect([...kept.keys()]).toContain('headroom-1');
    const asked = new Request(`https://h.example${ENTRY}`);
    expect(await (await keptFile(build(2), asked))?.text()).toBe('first');
  });
});
