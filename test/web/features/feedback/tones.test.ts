import { beforeEach, expect, test, vi } from 'vitest';
import type { Pattern } from '../../../../web/src/features/feedback/patterns';
import { stubSound } from '../../support/strict-fakes';

const PATTERNS: readonly Pattern[] = ['in', 'out', 'undone', 'refused', 'nearlyFull', 'full'];

let sound: ReturnType<typeof stubSound>;

async function load() {
  vi.resetModules();
  return import('../../../../web/src/features/feedback/tones');
}

beforeEach(() => {
  sound = stubSound();
});

test('each pattern sounds in its own way, one tone after the other, all within half a second', async () => {
  const { playTones } = await load();
  sound.touch();
  const heard: string[] = [];
  for (const pattern of PATTERNS) {
    sound.tones.length = 0;
    await playTones(pattern);
    const [first] = sound.tones;
    expect(first?.from).toBe(1.5);
    for (const [i, { from, to }] of sound.tones.entries()) {
      const next = sound.tones[i + 1];
      if (next) expect(next.from).toBeGreaterThan(to);
      expect(to - (first?.from ?? 0)).toBeLessThanOrEqual(0.5);
      expect(to - from).toBeGreaterThanOrEqual(0.05);
    }
    heard.push(sound.tones.map(({ hz, from, to }) => `${hz}/${(to - from).toFixed(2)}`).join(' '));
  }
  expect(new Set(heard).size).toBe(PATTERNS.length);
  expect(sound.contexts).toHaveLength(1);
});

test('nothing sounds before the first touch, nor late once it has come', async () => {
  const { playTones } = await load();
  void playTones('in');
  await Promise.resolve();
  expect(sound.tones).toEqual([]);
  sound.touch();
  await playTones('out');
  expect(sound.tones).toHaveLength(2);
});

test('a tone that had to wait for too long is left out', async () => {
  const { playTones } = await load();
  const waiting = Promise.withResolvers<void>();
  sound.touch();
  await playTones('in');
  const [context] = sound.contexts;
  if (!context) throw new Error('No context');
  context.state = 'suspended';
  context.resume = async () => {
    await waiting.promise;
    context.state = 'running';
    return undefined;
  };
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const late = playTones('in');
  now.mockReturnValue(1_301);
  waiting.resolve();
  await late;
  now.mockRestore();
  expect(sound.tones).toHaveLength(1);
});

test('without sound in the browser nothing fails', async () => {
  vi.stubGlobal('AudioContext', undefined);
  await (await load()).playTones('full');
  expect(sound.tones).toEqual([]);
});
