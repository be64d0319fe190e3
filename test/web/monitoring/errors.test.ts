import { init } from '@sentry/react';
import { expect, test, vi } from 'vitest';
import { startSentry } from '../../../web/src/monitoring/sentry';

vi.mock(import('@sentry/react'), async (original) => ({
  ...(await original()),
  init: vi.fn<typeof init>(),
}));

test('Sentry is started with full traces, one recording in ten, one with each error, and what makes them', () => {
  startSentry({ dsn: 'https://key@sentry.example.com/1', environment: 'production', release: 'abc' }, []);
  const [options] = vi.mocked(init).mock.lastCall ?? [];
  expect(options).toMatchObject({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 });
  const integrations = Array.isArray(options?.integrations) ? options.integrations : [];
  const names = integrations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['BrowserTracing', 'Replay']));
});
