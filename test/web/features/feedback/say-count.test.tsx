import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { countIn, plus, tapOn } from '../../support/counting-list';
import { asNew, BAR } from '../../support/dashboard';
import { stubVoice } from '../../support/strict-fakes';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let voice: ReturnType<typeof stubVoice>;
const said = () => voice.said.map(({ text, lang }) => `${lang} ${text}`);

beforeEach(async () => {
  asNew();
  changeDevice({ sayCount: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // With a voice whose code is there: the first tap waits for nothing.
  voice = stubVoice();
  vi.resetModules();
  await import('../../../../web/src/features/feedback/speech');
});
afterEach(() => {
  vi.useRealTimers();
});

test('says the count after a second and a half without taps, in digits; the next tap ends what is being said', async () => {
  countIn([area({ currentOccupancy: 1_232, capacity: 5_000 })]);
  tapOn(plus());
  await pass(1_000);
  tapOn(plus());
  await pass(1_499);
  expect(said()).toEqual([]);
  await pass(1);
  expect(said()).toEqual(['en 1234']);
  voice.cancel.mockClear();
  tapOn(plus());
  await pass(0);
  expect(voice.cancel).toHaveBeenCalledOnce();
  await pass(1_500);
  expect(said()).toEqual(['en 1234', 'en 1235']);
});

test('of several areas, the one that was tapped last, as others have left it', async () => {
  const { setAreas } = countIn([area(), BAR]);
  tapOn(plus());
  tapOn(plus('Bar'));
  await pass(1_000);
  act(() => setAreas([area(), { ...BAR, currentOccupancy: 40 }]));
  await pass(500);
  expect(said()).toEqual(['en 40']);
});

test('in the language of the page, and nothing of an area that has gone', async () => {
  // Of the same modules as the voice.
  const [{ speak }, { german }] = await Promise.all([
    import('../../../../web/src/lib/texts'),
    import('../../../../web/src/lib/texts/german'),
  ]);
  speak(german);
  const { setAreas } = countIn([area(), BAR]);
  tapOn(plus());
  await pass(1_500);
  expect(said()).toEqual(['de 1']);
  tapOn(plus());
  act(() => setAreas([BAR]));
  await pass(1_500);
  expect(said()).toHaveLength(1);
});

test('says nothing unless it was chosen, and counts where the browser has no voice', async () => {
  const { onTap } = countIn([area()]);
  act(() => changeDevice({ sayCount: false }));
  tapOn(plus());
  await pass(5_000);
  expect([said(), voice.cancel.mock.calls]).toEqual([[], []]);
  vi.stubGlobal('speechSynthesis', undefined);
  vi.resetModules();
  act(() => changeDevice({ sayCount: true }));
  tapOn(plus());
  await pass(5_000);
  expect(onTap).toHaveBeenCalledTimes(2);
});
