import { expect, test } from 'vitest';
import { ERROR_SAMPLING } from '../../web/src/lib/error-sampling';

test('errors are reported with full traces, one recording in ten, and one with each error', () => {
  expect(ERROR_SAMPLING).toEqual({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 });
});
