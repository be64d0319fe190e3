import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShell, patienceFor } from '../../../../web/service-worker/open-shell';

const KEPT = new Response('kept');
const kept = async () => KEPT;
const nothingKept = async () => undefined;
const patient = () => new Promise<never>(() => {});
const impatient = async () => undefined;
const unreachable = async () => {
  throw new TypeError('Failed to fetch');
};

/** What a browser makes of a redirect in answer to a navigation: a worker sees no status of it. */
const redirect = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });

describe('the network’s answer is the page', () => {
  test.each([200, 404, 401, 403, 429])('with status %i', async (status) => {
    const answer = new Response('', { status });
    expect(await openShell(async () => answer, kept, patient)).toBe(answer);
  });

  test('a redirect is the server’s too', async () => {
    expect(await openShell(async () => redirect, kept, patient)).toBe(redirect);
  });
});

describe('the kept shell is the page', () => {
  test('without a network', async () => {
    expect(await openShell(unreachable, kept, patient)).toBe(KEPT);
  });

  test('where no answer comes in time', async () => {
    expect(await openShell(patient, kept, impatient)).toBe(KEPT);
  });

  test.each([500, 502, 503, 504, 522])('with a server in trouble, %i', async (status) => {
    expect(await openShell(async () => new Response('', { status }), kept, patient)).toBe(KEPT);
  });
});

describe('how long the network is waited for', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test.each([
    ['', true],
    ['?new-version=', false],
  ])('at /app%s', async (query, isOver) => {
    let over = false;
    void patienceFor(`https://headroom.example/app${query}`)().then(() => (over = true));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(over).toBe(isOver);
  });

  test('without a network the kept shell is there, whatever the address', async () => {
    const patience = patienceFor('https://headroom.example/app?new-version=');
    expect(await openShell(unreachable, kept, patience)).toBe(KEPT);
  });
});

describe('where nothing is kept there is only the network', () => {
  test('however long it takes', async () => {
    const network = Promise.withResolvers<Response>();
    const opened = openShell(() => network.promise, nothingKept, impatient);
    const answer = new Response('late');
    network.resolve(answer);
    expect(await opened).toBe(answer);
  });

  test('and whatever it says', async () => {
    const trouble = new Response('', { status: 502 });
    expect(await openShell(async () => trouble, nothingKept, patient)).toBe(trouble);
    await expect(openShell(unreachable, nothingKept, patient)).rejects.toThrow('Failed to fetch');
  });
});

test('the network is asked once', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return new Response('', { status: 500 });
  };
  await openShell(ask, nothingKept, patient);
  expect(asked).toBe(1);
});
