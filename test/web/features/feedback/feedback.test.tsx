import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { countIn, minus, pad, plus, tapOn } from '../../support/counting-list';
import { asNew, BAR } from '../../support/dashboard';
import { stubMotor, stubSound } from '../../support/strict-fakes';

const IN = [20];
const OUT = [20, 60, 20];
const REFUSED = [300];
const NEARLY_FULL = [20, 60, 150];
const FULL = [20, 60, 150, 60, 150];

let nowMs = 0;
/** Longer than a level that has risen is told. */
const wait = () => (nowMs += 1_000);

beforeEach(() => {
  asNew();
  wait();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('vibration tells apart', () => {
  test('in, out, groups and moves, also by key', () => {
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

  test('the tap that makes an area nearly full, and the one that fills it, once each', () => {
    const felt = stubMotor();
    countIn([area({ currentOccupancy: 89 })]);
    for (let tap = 0; tap < 13; tap += 1) {
      tapOn(plus());
      wait();
    }
    expect(felt).toEqual(
      Array.from({ length: 13 }, () => IN)
        .with(1, NEARLY_FULL)
        .with(10, FULL),
    );
    for (const button of [minus(), minus(), minus(), plus()]) tapOn(button);
    expect(felt.slice(13)).toEqual([OUT, OUT, OUT, FULL]);
  });

  test('each tap of one breath knows of those before, and fast ones do not cut off that it is full', () => {
    const felt = stubMotor();
    countIn([area({ currentOccupancy: 98 })]);
    act(() => {
      tapOn(plus());
      tapOn(plus());
    });
    tapOn(plus());
    tapOn(minus());
    expect(felt).toEqual([IN, FULL]);
    wait();
    tapOn(minus());
    expect(felt).toEqual([IN, FULL, OUT]);
  });
});

describe('a level that others make rise', () => {
  test('is told in the only area, once, and not of a list that comes up full', () => {
    const felt = stubMotor();
    const { setAreas } = countIn([area({ currentOccupancy: 100 })]);
    const others = (...people: readonly number[]) => {
      for (const currentOccupancy of people) act(() => setAreas([area({ currentOccupancy })]));
    };
    others(60, 70);
    expect(felt).toEqual([]);
    others(80, 85, 101, 102);
    expect(felt).toEqual([NEARLY_FULL, FULL]);
    others(10);
    act(() => setAreas([area({ currentOccupancy: 10, capacity: 12 })]));
    expect(felt.slice(2)).toEqual([NEARLY_FULL]);
  });

  test('of several areas, in the one that was counted last', () => {
    const felt = stubMotor();
    const { setAreas } = countIn([area(), BAR]);
    const full = (areaId: string) =>
      act(() =>
        setAreas([area(), BAR].map((one) => (one.areaId === areaId ? { ...one, currentOccupancy: 100 } : one))),
      );
    full('a1');
    expect(felt).toEqual([]);
    tapOn(plus('Bar'));
    full('a1');
    full('a2');
    expect(felt).toEqual([IN, FULL]);
  });
});

describe('what counts nothing is refused', () => {
  test('pads that are locked, with those for groups', () => {
    const felt = stubMotor();
    const { onTap } = countIn([area({ currentOccupancy: 2 })], { locked: true });
    for (const name of ['Add one to', 'Take one from']) tapOn(pad(`${name} Main Stage. Counting is locked`));
    tapOn(pad('Add 5 to Main Stage'));
    expect(felt).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(onTap).not.toHaveBeenCalled();
    // Pads that are disabled let the press through to where it is heard.
    const pads = [...document.querySelectorAll('.pads button, .more button')];
    expect(pads.length).toBeGreaterThan(5);
    expect(pads.filter(({ className }) => !className.includes('disabled:pointer-events-none'))).toEqual([]);
  });

  test('a − where nobody is, and a press between two pads; not the last one out, nor a finger that slides off', () => {
    const felt = stubMotor();
    countIn([area({ currentOccupancy: 1 })]);
    tapOn(minus());
    fireEvent.pointerDown(plus(), { pointerId: 900, clientX: 0, clientY: 0 });
    fireEvent.pointerUp(plus(), { pointerId: 900, clientX: 500, clientY: 0 });
    expect(felt).toEqual([OUT]);
    tapOn(minus());
    tapOn(document.querySelector('.pads')!);
    expect(felt).toEqual([OUT, REFUSED, REFUSED]);
  });
});

describe('the device says how', () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 50));
  beforeEach(() => void vi.resetModules());

  test('off: nothing', async () => {
    const felt = stubMotor();
    const { tones, touch } = stubSound();
    touch();
    changeDevice({ feedback: 'off' });
    countIn([area()]);
    tapOn(plus());
    await later();
    expect([felt, tones]).toEqual([[], []]);
  });

  test('without a motor it is off until sound is chosen', async () => {
    const { tones, touch } = stubSound();
    touch();
    countIn([area()]);
    tapOn(plus());
    await later();
    expect(tones).toEqual([]);
    act(() => changeDevice({ feedback: 'sound' }));
    tapOn(plus());
    await vi.waitFor(() => expect(tones.map(({ hz }) => hz)).toEqual([880]));
  });

  test('sound in place of a motor', async () => {
    const felt = stubMotor();
    const { tones, touch } = stubSound();
    touch();
    changeDevice({ feedback: 'sound' });
    countIn([area()]);
    tapOn(plus());
    await vi.waitFor(() => expect(tones).toHaveLength(1));
    expect(felt).toEqual([]);
  });

  test('sound where vibration was chosen and there is no motor', async () => {
    const { tones, touch } = stubSound();
    touch();
    changeDevice({ feedback: 'vibration' });
    countIn([area({ currentOccupancy: 1 })]);
    tapOn(minus());
    await vi.waitFor(() => expect(tones).toHaveLength(2));
  });

  test('a browser complains of nothing before the first touch', () => {
    const felt = stubMotor();
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
    countIn([area()]);
    tapOn(plus());
    expect(felt).toEqual([]);
  });
});
