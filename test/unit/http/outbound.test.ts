import { expect, test, vi } from 'vitest';
import { openOutbound } from '../../../src/http/outbound/outbound';
import { isPublicAddress } from '../../../src/http/outbound/public-address';

/** Tests which addresses of users are called at all. */

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::127.0.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '168.63.129.16',
  'localhost',
  '',
])('%s is not on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:830::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:4700:4700::1111'],
  'private.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'six.example': ['::1'],
};
const outbound = openOutbound({ resolve: async (host) => names[host] ?? [] });

test.each([
  ['https://public.example/hook', null],
  ['https://public.example:8443/hook?x=1', null],
  ['https://93.184.216.34/', null],
  ['https://public.example:443/', null],
  ['https://public.example:22/', 'port_refused'],
  ['https://public.example:6379/', 'port_refused'],
  ['http://public.example/', 'not_https'],
  ['ftp://public.example/', 'not_https'],
  ['https://user:secret@public.example/', 'not_https'],
  ['nonsense', 'not_https'],
  ['https://private.example/', 'not_public'],
  ['https://mixed.example/', 'not_public'],
  ['https://six.example/', 'not_public'],
  ['https://nowhere.example/', 'not_public'],
  ['https://127.0.0.1/', 'not_public'],
  ['https://2130706433/', 'not_public'],
  ['https://0x7f.1/', 'not_public'],
  ['https://[::1]/', 'not_public'],
  ['https://[::ffff:7f00:1]/', 'not_public'],
  ['https://169.254.169.254/latest/meta-data', 'not_public'],
] as const)('%s: %s', async (address, fault) => {
  expect(await outbound.check(address)).toBe(fault);
});

test('a name that cannot be resolved is refused', async () => {
  const failing = openOutbound({ resolve: () => Promise.reject(new Error('no network')) });
  expect(await failing.check('https://public.example/')).toBe('not_public');
});

test('an address is checked again when it is called, and a refused one is not called', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 200 }));
  let turn = 0;
  const rebinding = openOutbound({ resolve: async () => (turn++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']) });
  expect(await rebinding.check('https://rebind.example/')).toBeNull();
  expect(await rebinding.post('https://rebind.example/', {}, '')).toEqual({ type: 'refused', fault: 'not_public' });
  expect(fetched).not.toHaveBeenCalled();
});

test('a receiver that has answered and then never ends its answer has answered', async () => {
  const endless = new ReadableStream({ pull: () => Promise.reject(new DOMException('late', 'TimeoutError')) });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(endless, { status: 200 }));
  expect(await outbound.post('https://public.example/', {}, '')).toMatchObject({ type: 'answered', status: 200 });
});

test('a name server that never answers costs a call no more than its time, and an address is refused when it is saved', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 200 }));
  const silent = openOutbound({ resolve: () => new Promise(() => {}), timeoutMs: 20 });
  expect(await silent.post('https://public.example/', {}, '')).toEqual({ type: 'failed', reason: 'timeout' });
  expect(await silent.check('https://public.example/')).toBe('not_public');
  expect(fetched).not.toHaveBeenCalled();
});

test('the time that a name takes to be resolved is part of the time for the call', async () => {
  const signals: AbortSignal[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    if (init?.signal) signals.push(init.signal);
    return new Response(null, { status: 200 });
  });
  const started = vi.spyOn(AbortSignal, 'timeout');
  const resolve = async () => {
    // The clock of the call runs already.
    expect(started).toHaveBeenCalledOnce();
    return ['93.184.216.34'];
  };
  await openOutbound({ resolve }).post('https://public.example/', {}, '');
  expect(signals).toEqual([started.mock.results[0]?.value]);
});
