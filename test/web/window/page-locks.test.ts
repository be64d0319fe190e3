import { expect, test, vi } from 'vitest';
import { browserLocks } from '../../../web/src/realtime/outbox/page-locks';
import { eventually } from '../../support/eventually';

test('a page holds the lock of its client id until it releases it', async () => {
  const released = vi.fn<() => void>();
  const request = vi.fn<(name: string, options: object, held: () => Promise<void>) => Promise<void>>(
    async (_name, _options, held) => {
      await held();
      released();
    },
  );
  vi.stubGlobal('navigator', { locks: { request } });
  const release = await browserLocks.hold('c1');
  expect(request).toHaveBeenCalledExactlyOnceWith('headroom.outbox.c1', {}, expect.any(Function));
  await Promise.resolve();
  expect(released).not.toHaveBeenCalled();
  release();
  await eventually(() => expect(released).toHaveBeenCalledOnce());
});

test('a page without Web Locks does not wait for other pages', async () => {
  vi.stubGlobal('navigator', {});
  await expect(browserLocks.hold('c1')).resolves.toBeTypeOf('function');
});

test('a page restored from the back-forward cache reloads, because another page may have taken over its taps', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', {});
  await browserLocks.hold('c1');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(reload).toHaveBeenCalledOnce();
});
