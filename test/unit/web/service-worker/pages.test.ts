import { describe, expect, test, vi } from 'vitest';
import { handlingOf } from '../../../../web/service-worker/handling';
import { openShell, patienceFor } from '../../../../web/service-worker/open-shell';

describe('handlingOf', () => {
  const ORIGIN = 'https://headroom.example';
  const ROOT_FILES = new Set(['/theme.js', '/favicon.svg']);
  const handling = (url: string, mode: RequestMode, method = 'GET') =>
    handlingOf({ url: new URL(url, ORIGIN).href, mode, method }, ORIGIN, ROOT_FILES);

  test('a navigation to an app page gets the shell, and all other pages stay untouched', () => {
    const app = ['/app', '/app/', '/app?event=1#areas', '/admin', '/user', '/login', '/login/'];
    expect(app.map((url) => handling(url, 'navigate'))).toEqual(app.map(() => 'shell'));
    const own = [
      '/',
      '/?to=/app',
      '/signup',
      '/tos',
      '/App',
      '/app//',
      '/app/x',
      '/apple',
      '/api/health',
      '/theme.js',
      '/widget/5f',
    ];
    const others = ['//app', '/assets/shell-abc.js', 'https://elsewhere.example/app', 'http://headroom.example/app'];
    const urls = [...own, ...others];
    expect(urls.map((url) => handling(url, 'navigate'))).toEqual(urls.map(() => 'untouched'));
  });

  test.each([
    ['/assets/shell-abc.js', 'cors', 'file'],
    ['/widget.js', 'no-cors', 'untouched'],
    ['/theme.js', 'no-cors', 'file'],
    ['/sw.js', 'same-origin', 'untouched'],
    ['/app', 'cors', 'untouched'],
    ['/api/events/e1/areas', 'cors', 'untouched'],
    ['https://elsewhere.example/theme.js', 'no-cors', 'untouched'],
  ] as const)('a page that asks for %s in mode %s gets: %s', (url, mode, expected) => {
    expect(handling(url, mode)).toBe(expected);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('a %s call stays untouched, wherever it goes', (method) => {
    expect(handling('/app', 'navigate', method)).toBe('untouched');
    expect(handling('/assets/shell-abc.js', 'cors', method)).toBe('untouched');
  });
});

const KEPT = new Response('kept');
const kept = async () => KEPT;
const nothingKept = async () => undefined;
const patient = () => new Promise<never>(() => {});
const impatient = async () => undefined;
const unreachable = async () => {
  throw new TypeError('Failed to fetch');
};
const answer = (status: number) => new Response('', { status });

/** The response that a browser gives a worker for a redirected navigation. Its status is hidden. */
const redirect = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });

describe('the shell', () => {
  test("the shell is the network's answer, even when the network refuses or redirects", async () => {
    for (const said of [...[200, 404, 401, 403, 429].map(answer), redirect]) {
      expect(await openShell(async () => said, kept, patient)).toBe(said);
    }
  });

  test('the shell is the kept one without a network, without an answer in time, or when the server fails', async () => {
    expect(await openShell(unreachable, kept, patient)).toBe(KEPT);
    expect(await openShell(patient, kept, impatient)).toBe(KEPT);
    for (const status of [500, 502, 503, 504, 522]) {
      expect(await openShell(async () => answer(status), kept, patient)).toBe(KEPT);
    }
  });

  test("the shell is the network's only answer, however late and whatever its status, when nothing is kept", async () => {
    const network = Promise.withResolvers<Response>();
    const opened = openShell(() => network.promise, nothingKept, impatient);
    const late = new Response('late');
    network.resolve(late);
    expect(await opened).toBe(late);
    const trouble = answer(502);
    const ask = vi.fn<() => Promise<Response>>(async () => trouble);
    expect(await openShell(ask, nothingKept, patient)).toBe(trouble);
    expect(ask).toHaveBeenCalledTimes(1);
    await expect(openShell(unreachable, nothingKept, patient)).rejects.toThrow('Failed to fetch');
  });
});

test('the wait for the network is limited, except when a new version was requested', async () => {
  vi.useFakeTimers();
  const over: string[] = [];
  for (const query of ['', '?new-version=']) {
    void patienceFor(`https://headroom.test/app${query}`)().then(() => over.push(query));
  }
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(over).toEqual(['']);
});
