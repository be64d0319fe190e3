import { init } from '@sentry/react';
import { expect, test, vi } from 'vitest';
import { startSentry } from '../../../web/src/monitoring/sentry';

vi.mock(import('@sentry/react'), async (original) => ({
  ...(await original()),
  init: vi.fn<typeof init>(),
}));

test('Sentry starts with all traces, a recording of one session in ten and of each session with an error, and integrations for both', () => {
  startSentry({ dsn: 'https://key@sentry.example.com/1', environment: 'production', release: 'abc' }, []);
  const [options] = vi.mocked(init).mock.lastCall ?? [];
  expect(options).toMatchObject({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 });
  const integrations = Array.isArray(options?.integrations) ? options.integrations : [];
  const names = integrations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['BrowserTracing', 'Replay']));
});
