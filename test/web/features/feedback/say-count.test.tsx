import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { countIn, plus, tapOn } from '../../support/counting-list';
import { asNew, BAR } from '../../support/dashboard';
import { stubVoice } from '../../support/strict-fakes';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A browser with a voice, whose code is there: the first tap waits for nothing. */
async function withVoice() {
  const voice = stubVoice();
  vi.resetModules();
  await import('../../../../web/src/features/feedback/speech');
  return voice;
}

beforeEach(() => {
  asNew();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

test('says the count after a second and a half without taps, in digits', async () => {
  const { said } = await withVoice();
  changeDevice({ sayCount: true });
  countIn([area({ currentOccupancy: 1_232, capacity: 5_000 })]);
  tapOn(plus());
  await pass(1_000);
  tapOn(plus());
  await pass(1_499);
  expect(said).toEqual([]);
  await pass(1);
  expect(said).toEqual([{ text: '1234', lang: 'en' }]);
});

test('the next tap ends what is being said', async () => {
  const { said, cancel } = await withVoice();
  changeDevice({ sayCount: true });
  countIn([area()]);
  tapOn(plus());
  await pass(1_500);
  cancel.mockClear();
  tapOn(plus());
  await pass(0);
  expect(cancel).toHaveBeenCalledOnce();
  await pass(1_500);
  expect(said.map(({ text }) => text)).toEqual(['1', '2']);
});

test('of several areas, the one that was tapped last, as others have left it', async () => {
  const { said } = await withVoice();
  changeDevice({ sayCount: true });
  const { setAreas } = countIn([area(), BAR]);
  tapOn(plus());
  tapOn(plus('Bar'));
  await pass(1_000);
  act(() => setAreas([area(), { ...BAR, currentOccupancy: 40 }]));
  await pass(500);
  expect(said.map(({ text }) => text)).toEqual(['40']);
});

test('in the language of the page, and nothing of an area that has gone', async () => {
  const { said } = await withVoice();
  // Of the same modules as the voice.
  const [{ speak }, { german }] = await Promise.all([
    import('../../../../web/src/lib/texts'),
    import('../../../../web/src/lib/texts/german'),
  ]);
  speak(german);
  changeDevice({ sayCount: true });
  const { setAreas } = countIn([area(), BAR]);
  tapOn(plus());
  await pass(1_500);
  expect(said).toEqual([{ text: '1', lang: 'de' }]);
  tapOn(plus());
  act(() => setAreas([BAR]));
  await pass(1_500);
  expect(said).toHaveLength(1);
});

test('says nothing unless it was chosen', async () => {
  const { said, cancel } = await withVoice();
  countIn([area()]);
  tapOn(plus());
  await pass(5_000);
  expect([said, cancel.mock.calls]).toEqual([[], []]);
});

test('counts where the browser has no voice', async () => {
  changeDevice({ sayCount: true });
  const { onTap } = countIn([area()]);
  tapOn(plus());
  await pass(5_000);
  expect(onTap).toHaveBeenCalledOnce();
});
