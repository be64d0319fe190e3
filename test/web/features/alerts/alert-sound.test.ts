import { beforeEach, expect, test, vi } from 'vitest';
import { stubAudio } from '../../support/fake-audio';

/** A page's sound, which waits for a touch. */

let starts: ReturnType<typeof stubAudio>;
const resume = vi.fn<() => Promise<void>>();

async function load(hasBeenActive: boolean) {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
  vi.resetModules();
  return import('../../../../web/src/features/alerts/alert-sound');
}

beforeEach(() => {
  starts = stubAudio({ state: 'suspended', resume });
  resume.mockReset();
  resume.mockResolvedValue();
});

test('the touch that has loaded it gives it sound; without one it waits for the next', async () => {
  await load(true);
  expect(resume).toHaveBeenCalledOnce();
  resume.mockClear();
  await load(false);
  expect(resume).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('pointerdown'));
  expect(resume).toHaveBeenCalled();
});

test('what waits for a touch sounds once, however often it was asked for, and not once it is called off', async () => {
  const { sound } = await load(false);
  const touch = Promise.withResolvers<void>();
  resume.mockReturnValue(touch.promise);
  const open = new AbortController();
  const first = sound(open.signal);
  await sound(open.signal);
  touch.resolve();
  await first;
  expect(starts).toHaveBeenCalledTimes(4);
  open.abort();
  await sound(open.signal);
  expect(starts).toHaveBeenCalledTimes(4);
});
