import { init } from '@sentry/react';
import { expect, test, vi } from 'vitest';
import { keepErrors, keptErrors } from '../../../web/src/lib/kept-errors';
import { startSentry } from '../../../web/src/lib/sentry';

vi.mock(import('@sentry/react'), async (original) => ({
  ...(await original()),
  init: vi.fn<typeof init>(),
}));

test('errors of a page are kept from its first script on, each once, and not without end', () => {
  keepErrors();
  keepErrors();
  const fail = (error: Error) => window.dispatchEvent(new ErrorEvent('error', { error }));
  const first = new Error('too early');
  fail(first);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'nobody waits' }));
  expect(keptErrors).toEqual([first, 'nobody waits']);
  for (let i = 0; i < 30; i++) fail(new Error(`error ${i}`));
  expect(keptErrors).toHaveLength(20);
});

test('Sentry is started with full traces, one recording in ten, one with each error, and what makes them', () => {
  startSentry({ dsn: 'https://key@sentry.example.com/1', environment: 'production', release: 'abc' }, []);
  const [options] = vi.mocked(init).mock.lastCall ?? [];
  expect(options).toMatchObject({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 });
  const integrations = Array.isArray(options?.integrations) ? options.integrations : [];
  const names = integrations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['BrowserTracing', 'Replay']));
});
