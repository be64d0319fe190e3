import { expect, test } from 'vitest';
import { keepErrors, keptErrors } from '../../../web/src/lib/kept-errors';

const fail = (error: Error) => window.dispatchEvent(new ErrorEvent('error', { error }));

test('errors of a page are kept from its first script on, each once, and not without end', () => {
  keepErrors();
  keepErrors();
  const first = new Error('too early');
  fail(first);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'nobody waits' }));
  expect(keptErrors).toEqual([first, 'nobody waits']);
  for (let i = 0; i < 30; i++) fail(new Error(`error ${i}`));
  expect(keptErrors).toHaveLength(20);
});
