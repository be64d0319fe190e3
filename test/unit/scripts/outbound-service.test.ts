import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outboundService, trustedOrigins } from '../../../scripts/local/outbound-service';
import { openOutbound } from '../../../src/http/outbound/outbound';
import { startReceiver } from '../../support/notifications/receiver';

/** Tests how `npm start` sends the worker's calls: to servers of the operator, and to addresses of users. */

let server: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  server = await startReceiver(() => ({ status: 201, headers: { 'x-answer': 'yes' }, body: 'done' }));
});
afterEach(() => server.close());

const post = (url: string): Request =>
  new Request(url, { method: 'POST', body: 'hello', headers: { 'x-question': 'what' } });

test('a server of the operator may be on this machine, and gets the call as it was made', async () => {
  const send = outboundService({ trusted: trustedOrigins({ STRIPE_API_BASE: server.origin }) });
  const answer = await send(post(`${server.origin}/v1/charges?x=1`));
  expect([answer.status, answer.headers.get('x-answer'), await answer.text()]).toEqual([201, 'yes', 'done']);
  expect(server.received).toMatchObject([{ path: '/v1/charges?x=1', headers: { 'x-question': 'what' } }]);
  expect(server.received[0]?.body.toString()).toBe('hello');
});

test('the operator’s servers and those of tests are known by their variables', () => {
  expect(
    trustedOrigins({
      MAIL_API_URL: 'http://127.0.0.1:1/emails',
      HEARTBEAT_URL: '',
      OUTBOUND_TEST_HOSTS: 'hook.test=http://127.0.0.1:2,push.test=http://127.0.0.1:3',
      SUPPORT_EMAIL: 'http://127.0.0.1:4',
    }),
  ).toEqual(new Set(['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3']));
});

test('an address of this machine is refused, as an IP address and as a name', async () => {
  const send = outboundService({ trusted: new Set() });
  const { port } = new URL(server.origin);
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433'])
    await expect(send(post(`http://${host}:${port}/`)), host).rejects.toThrow('not on the public internet');
  expect(server.received).toEqual([]);
});

test('a name that resolves to a public address when it is checked, and to this machine when it is called, leads nowhere', async () => {
  const turns = ['93.184.216.34', '93.184.216.34', '127.0.0.1'];
  const resolved: string[] = [];
  const resolve = (): string => {
    const address = turns.shift() ?? '127.0.0.1';
    resolved.push(address);
    return address;
  };
  const lookup = (_host: string, _options: { all: true }, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, [{ address: resolve(), family: 4 }]);
  const { port } = new URL(server.origin);
  const address = 'https://rebind.example/hook';
  // The check of the worker, when the address is saved and before it is called, sees the public address.
  const outbound = openOutbound({ resolve: async () => [resolve()] });
  expect([await outbound.check(address), await outbound.check(address)]).toEqual([null, null]);
  const send = outboundService({ trusted: new Set(), lookup });
  await expect(send(post(`http://rebind.example:${port}/hook`))).rejects.toThrow('not on the public internet');
  expect(resolved).toEqual(['93.184.216.34', '93.184.216.34', '127.0.0.1']);
  expect(server.received).toEqual([]);
});

test.each(['never answers', 'sends without end'] as const)(
  'a receiver that %s costs no connection once the worker has given up',
  async (answer) => {
    server.answers(answer);
    const send = outboundService({ trusted: new Set([server.origin]), connectionMaxMs: 100 });
    // Miniflare does not tell this side that the worker has given up: nobody reads the answer or ends the call.
    const call = send(post(`${server.origin}/hook`)).catch((error: unknown) => error);
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    await vi.waitFor(async () => expect(await server.connections()).toBe(0));
    if (answer === 'never answers') expect(await call).toBeInstanceOf(Error);
  },
);
