import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { enterAccount } from '../../../scripts/demo/staging/account';
import { refuseProduction, stagingOrigin } from '../../../scripts/demo/staging/target';
import { freePort, listen } from '../../support/loopback';

interface Answer {
  status: number;
  body?: object;
  retryAfter?: string;
}

/** A server that gives these answers in turn. Returns its address and the calls that it gets. */
async function serverWith(...answers: readonly Answer[]): Promise<{ url: string; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const { status, body = {}, retryAfter } = answers[calls.length - 1] ?? { status: 500 };
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(JSON.stringify(body));
  });
  onTestFinished(() => void server.close());
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, calls };
}

const STAGING = { vars: { PUBLIC_ORIGIN: 'https://staging.headroom.example' } };

test('the demo goes to the address of staging, and never to one of production’s', async () => {
  const production = { vars: { PUBLIC_ORIGIN: 'https://headroom.example' } };
  expect(stagingOrigin('staging', STAGING, production)).toBe('https://staging.headroom.example');
  expect(() => stagingOrigin('production', STAGING, production)).toThrow('to staging only');
  expect(() => stagingOrigin('staging', { vars: {} }, production)).toThrow('set PUBLIC_ORIGIN');
  const both = 'is staging and production';
  expect(() => stagingOrigin('staging', STAGING, STAGING)).toThrow(both);
  const routed = { vars: {}, routes: [{ pattern: 'staging.headroom.example', custom_domain: true }] };
  expect(() => stagingOrigin('staging', STAGING, routed)).toThrow(both);
  const config = {
    signUp: 'open',
    supportEmail: '',
    billing: { configured: false },
    publicOrigin: null,
    passwordReset: false,
  };
  const errorReporting = { dsn: 'https://key@sentry.example/1', environment: 'production', release: 'headroom@1' };
  const { url } = await serverWith({ status: 200, body: { ...config, errorReporting } });
  await expect(refuseProduction(url)).rejects.toThrow('says that it is production');
  await expect(refuseProduction(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow('Nothing listens there.');
});

const noInvitation = () => Promise.reject(new Error('nobody asked for an invitation'));

test('a sign-up waits as long as a limit asks, and an account with another password is named', async () => {
  const limited = await serverWith({ status: 429, retryAfter: '0' }, { status: 201 }, { status: 200 });
  expect(await enterAccount(limited.url, 'demo@headroom.example', undefined, noInvitation)).toMatchObject({
    isNew: true,
  });
  expect(limited.calls).toEqual(['POST /api/auth/signup', 'POST /api/auth/signup', 'POST /api/auth/login']);
  const taken = await serverWith({ status: 409 });
  await expect(enterAccount(taken.url, 'demo@headroom.example', undefined, noInvitation)).rejects.toThrow(
    'into DEMO_PASSWORD',
  );
  const wrong = await serverWith({ status: 401 }, { status: 409 });
  await expect(enterAccount(wrong.url, 'demo@headroom.example', 'Wrong-1!', noInvitation)).rejects.toThrow(
    'is not the password',
  );
  const invited = await serverWith({ status: 403 }, { status: 201 }, { status: 200 });
  const invite = vi.fn<() => Promise<string>>(async () => 'token');
  expect(await enterAccount(invited.url, 'demo@headroom.example', undefined, invite)).toMatchObject({ isNew: true });
  expect([invite.mock.calls.length, invited.calls.length]).toEqual([1, 3]);
});
