import { beforeEach, expect, test, vi } from 'vitest';

/** A page's sound, which waits for a touch. */

const starts = vi.fn<() => void>();
const resume = vi.fn<() => Promise<void>>();

class FakeNode {
  connect = () => undefined;
  start = starts;
  stop = () => undefined;
}
class FakeAudio {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume = resume;
}

async function load(hasBeenActive: boolean) {
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('OscillatorNode', FakeNode);
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
  vi.resetModules();
  return import('../../web/src/features/alerts/alert-sound');
}

beforeEach(() => {
  starts.mockClear();
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
