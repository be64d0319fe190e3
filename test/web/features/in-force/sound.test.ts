import { beforeEach, expect, test, vi } from 'vitest';
import { stubAudio } from '../../support/fake-audio';

/** Tests the page's sound, which browsers block until the first touch. */

let starts: ReturnType<typeof stubAudio>;
const resume = vi.fn<() => Promise<void>>();

async function load(hasBeenActive: boolean) {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
  vi.resetModules();
  return import('../../../../web/src/features/in-force/sound');
}

beforeEach(() => {
  starts = stubAudio({ state: 'suspended', resume });
  resume.mockReset();
  resume.mockResolvedValue();
});

test('the touch that loads the sound enables it; a sound that loads without a touch waits for the next one', async () => {
  await load(true);
  expect(resume).toHaveBeenCalledOnce();
  resume.mockClear();
  await load(false);
  expect(resume).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('pointerdown'));
  expect(resume).toHaveBeenCalled();
});

test('a sound that waits for a touch plays once, however often it was requested, and not at all once it is canceled', async () => {
  const { sound, TONES } = await load(false);
  const touch = Promise.withResolvers<void>();
  resume.mockReturnValue(touch.promise);
  const open = new AbortController();
  const first = sound(open.signal, TONES.alert);
  await sound(open.signal, TONES.alert);
  touch.resolve();
  await first;
  expect(starts).toHaveBeenCalledTimes(4);
  open.abort();
  await sound(open.signal, TONES.alert);
  expect(starts).toHaveBeenCalledTimes(4);
});
