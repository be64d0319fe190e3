import { act, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/device/device';
import { area } from '../../support/areas';
import { countIn, minus, pad, plus, tapOn } from '../../support/counting-list';
import { asNew, BAR } from '../../support/dashboard';
import { stubMotor, stubSound } from '../../support/strict-fakes';

const IN = [20];
const OUT = [20, 60, 20];
const REFUSED = [300];
const NEARLY_FULL = [20, 60, 150];
const FULL = [20, 60, 150, 60, 150];

/** A risen level is signaled for less than a second. Each step of this clock is longer, so that no signals overlap. */
let nowMs = 0;

beforeEach(() => {
  asNew();
  nowMs += 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

test('vibration differs for in, out, groups and transfers, also by key', () => {
  const felt = stubMotor();
  const { setAreas } = countIn([area({ currentOccupancy: 20 }), BAR]);
  tapOn(plus());
  tapOn(minus());
  tapOn(pad('Add 10 to Main Stage'));
  tapOn(pad('Take 5 from Main Stage'));
  tapOn(pad('Move 1 → Bar, from Main Stage'));
  act(() => setAreas([BAR]));
  fireEvent.keyDown(document.body, { key: '+' });
  fireEvent.keyDown(document.body, { key: '-' });
  expect(felt).toEqual([IN, OUT, IN, OUT, IN, IN, OUT]);
});

test('the tap that makes an area nearly full and the tap that fills it cause one signal each', () => {
  const felt = stubMotor();
  countIn([area({ currentOccupancy: 89 })]);
  for (let tap = 0; tap < 13; tap += 1) {
    tapOn(plus());
    nowMs += 1_000;
  }
  expect(felt).toEqual(
    Array.from({ length: 13 }, () => IN)
      .with(1, NEARLY_FULL)
      .with(10, FULL),
  );
});

test('locked pads refuse every press and count nothing', () => {
  const felt = stubMotor();
  const { onTap } = countIn([area({ currentOccupancy: 2 })], { locked: true });
  for (const name of ['Add one to', 'Remove one from']) tapOn(pad(`${name} Main Stage. Counting is locked`));
  tapOn(pad('Add 5 to Main Stage'));
  expect(felt).toEqual([REFUSED, REFUSED, REFUSED]);
  expect(onTap).not.toHaveBeenCalled();
});

test('a count plays a sound when vibration was chosen and the device has no motor', async () => {
  vi.resetModules();
  const { tones, touch } = stubSound();
  touch();
  changeDevice({ feedback: 'vibration' });
  countIn([area({ currentOccupancy: 1 })]);
  tapOn(minus());
  await vi.waitFor(() => expect(tones).toHaveLength(2));
});
