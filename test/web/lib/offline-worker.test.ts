import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepForOffline } from '../../../web/src/lib/offline-worker';
import { eventually } from '../../support/eventually';

const SCRIPT = '/assets/shell-abc.js';
const active = { postMessage: vi.fn<(message: unknown) => void>() };
const unregister = vi.fn<() => Promise<boolean>>(async () => true);
const workers = {
  register: vi.fn<(path: string) => Promise<unknown>>(async () => ({ active })),
  getRegistrations: vi.fn<() => Promise<unknown[]>>(async () => [{ unregister }]),
};
const locks = { request: vi.fn<LockManager['request']>() };

const browserHas = (powers: object) => vi.stubGlobal('navigator', powers);
const pageIs = (state: DocumentReadyState) => vi.spyOn(document, 'readyState', 'get').mockReturnValue(state);

// The test's own page loads when it likes, and says so as the one under test does.
beforeAll(async () => {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => {
    window.addEventListener('load', resolve, { once: true });
  });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.stubEnv('PROD', true);
  browserHas({ serviceWorker: workers, locks });
  document.head.innerHTML = `<script type="module" src="${SCRIPT}"></script>`;
});

afterEach(() => {
  document.head.innerHTML = '';
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a page of a build registers the worker a second after it has loaded, and says from the start which build it runs', async () => {
  pageIs('interactive');
  keepForOffline();
  const lock = [`headroom.page ${SCRIPT}`, { mode: 'shared' }, expect.any(Function)] as const;
  expect(locks.request).toHaveBeenCalledExactlyOnceWith(...lock);
  await vi.advanceTimersByTimeAsync(5_000);
  window.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(999);
  expect(workers.register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(workers.register).toHaveBeenCalledExactlyOnceWith('/sw.js');
  await eventually(() => expect(active.postMessage).toHaveBeenCalledExactlyOnceWith('page-loaded'));
  expect(workers.getRegistrations).not.toHaveBeenCalled();
});

test('a page that has loaded already registers too; a browser that refuses leaves it as it is', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  workers.register.mockRejectedValueOnce(new Error('SecurityError'));
  pageIs('complete');
  keepForOffline();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(workers.register).toHaveBeenCalledOnce();
  await eventually(() => expect(warned).toHaveBeenCalledOnce());
});

test('over plain HTTP there is nothing to do', () => {
  browserHas({});
  expect(keepForOffline).not.toThrow();
});

test('on a developer’s server the worker of an earlier build goes', async () => {
  vi.stubEnv('PROD', false);
  pageIs('complete');
  keepForOffline();
  await eventually(() => expect(unregister).toHaveBeenCalledOnce());
  expect(workers.register).not.toHaveBeenCalled();
});
