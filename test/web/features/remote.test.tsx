import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../web/src/lib/device';
import { area, sync } from '../support/areas';
import { BAR, CODE_API } from '../support/counting-screen';
import { socketTo, stubSockets } from '../support/fake-sockets';
import { openOnBar } from '../support/open-on-bar';
import { renderApp } from '../support/render-app';
import { stubApi } from '../support/stub-api';
import { asNew, countIn, pad, tapOn } from '../support/counting-list';
import { stubMotor } from '../support/strict-fakes';

const REFUSED = [300];
const MAIN = area({ currentOccupancy: 3 });

const down = (code: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, key: code === 'Space' ? ' ' : code, ...init });
const up = (code: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyUp(target, { code, key: code === 'Space' ? ' ' : code, ...init });
const press = (code: string, target?: Element) => {
  down(code, {}, target);
  up(code, {}, target);
};

let felt: number[][];

beforeEach(() => {
  asNew();
  changeDevice({ remote: { plus: 'PageDown', minus: 'PageUp' } });
  felt = stubMotor();
});

describe('one count for each press', () => {
  test('+ and −, and nothing that the browser would do', () => {
    const { onTap } = countIn([MAIN]);
    expect(down('PageDown')).toBe(false);
    expect(up('PageDown')).toBe(false);
    press('PageUp');
    expect(onTap.mock.calls).toEqual([
      ['a1', 1],
      ['a1', -1],
    ]);
    expect(felt).toEqual([[20], [20, 60, 20]]);
  });

  test('a key that is held counts once, whether or not its repeats say so', () => {
    const { onTap } = countIn([MAIN]);
    down('PageDown');
    expect(down('PageDown', { repeat: true })).toBe(false);
    expect(down('PageDown')).toBe(false);
    up('PageDown');
    expect(onTap).toHaveBeenCalledOnce();
    press('PageDown');
    expect(onTap).toHaveBeenCalledTimes(2);
  });

  test('a repeat whose beginning was elsewhere counts nothing', () => {
    const { onTap } = countIn([MAIN]);
    down('PageDown', { repeat: true });
    expect([onTap.mock.calls, felt]).toEqual([[], []]);
  });

  test('both keys at once count both', () => {
    const { onTap } = countIn([MAIN]);
    down('PageDown');
    down('PageUp');
    up('PageDown');
    up('PageUp');
    expect(onTap).toHaveBeenCalledTimes(2);
  });

  test('a key whose end the page did not hear counts again once the page is back', () => {
    const { onTap } = countIn([MAIN]);
    down('PageDown');
    fireEvent.blur(window);
    down('PageDown');
    expect(onTap).toHaveBeenCalledTimes(2);
  });

  test('a key without a place is known by its name', () => {
    changeDevice({ remote: { plus: 'MediaTrackNext', minus: null } });
    const { onTap } = countIn([MAIN]);
    press('', document.body);
    down('', { key: 'MediaTrackNext' });
    expect(onTap.mock.calls).toEqual([['a1', 1]]);
  });

  test('a taught + or − counts once and its own way, and the other keys stay', () => {
    changeDevice({ remote: { plus: 'Minus', minus: null } });
    const { onTap } = countIn([MAIN]);
    down('Minus', { key: '-' });
    down('NumpadAdd', { key: '+' });
    down('NumpadSubtract', { key: '-' });
    expect(onTap.mock.calls.map(([, change]) => change)).toEqual([1, 1, -1]);
  });

  test.each([
    ['Space', '[Space]'],
    ['Enter', '[Enter]'],
  ])('%s on a focused button: one count, and no click', async (plus, keys) => {
    changeDevice({ remote: { plus, minus: null } });
    const { onTap } = countIn([MAIN]);
    const user = userEvent.setup();
    const button = pad('Take one from Main Stage');
    const clicked = vi.fn<() => void>();
    button.addEventListener('click', clicked);
    button.focus();
    await user.keyboard(keys);
    expect(onTap.mock.calls).toEqual([['a1', 1]]);
    expect(clicked).not.toHaveBeenCalled();
    pad('Add one to Main Stage').focus();
    await user.keyboard(keys);
    expect(onTap).toHaveBeenCalledTimes(2);
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('a shortcut stays one: %j', (init) => {
    const { onTap } = countIn([MAIN]);
    expect(down('PageDown', init)).toBe(true);
    expect([onTap.mock.calls, felt]).toEqual([[], []]);
  });

  test('no other key counts, and without a remote none does', () => {
    const { onTap } = countIn([MAIN]);
    expect(down('ArrowDown')).toBe(true);
    act(() => changeDevice({ remote: null }));
    expect(down('PageDown')).toBe(true);
    expect(onTap).not.toHaveBeenCalled();
  });
});

describe('the area that it counts', () => {
  test('the card with the focus, else the one that was counted last', () => {
    const { onTap } = countIn([MAIN, BAR]);
    tapOn(pad('Add one to Bar'));
    press('PageDown');
    pad('Add one to Main Stage').focus();
    press('PageDown', pad('Add one to Main Stage'));
    press('PageDown');
    expect(onTap.mock.calls.map(([areaId]) => areaId)).toEqual(['a2', 'a2', 'a1', 'a1']);
  });

  test('the one that is opened whole', () => {
    localStorage.setItem('headroom.lastArea', 'a1');
    const { onTap } = countIn([MAIN, BAR], { wholeAreaId: 'a2' });
    press('PageDown');
    expect(onTap.mock.calls).toEqual([['a2', 1]]);
  });
});

describe('a press that counts nothing is refused', () => {
  test.each([
    ['no area was counted yet', [MAIN, BAR], {}],
    ['the last one has gone', [MAIN, BAR], {}, 'a9'],
    ['counting is locked', [MAIN], { locked: true }],
    ['there is no area', [], {}],
    ['the opened one has gone', [MAIN], { wholeAreaId: 'a9' }],
    ['there is no list', [MAIN], { areas: null, loadFailed: true }],
  ])('%s', (_what, areas, props, lastAreaId = '') => {
    localStorage.setItem('headroom.lastArea', lastAreaId);
    const { onTap } = countIn(areas, props);
    expect(down('PageDown')).toBe(false);
    up('PageDown');
    expect([onTap.mock.calls, felt]).toEqual([[], [REFUSED]]);
  });

  test('the lock against a pocket is on, and its code not there yet', () => {
    sessionStorage.setItem('headroom.pocketLock', '1');
    const { onTap } = countIn([MAIN]);
    press('PageDown');
    expect([onTap.mock.calls, felt]).toEqual([[], [REFUSED]]);
  });

  test('nobody is left to go out; the device counts the other way', () => {
    const { onTap } = countIn([area()]);
    press('PageUp');
    act(() => changeDevice({ direction: 'out' }));
    press('PageDown');
    expect([onTap.mock.calls, felt]).toEqual([[], [REFUSED, REFUSED]]);
  });
});

describe('it does nothing', () => {
  test.each([
    ['a text field', <input key="field" aria-label="elsewhere" />],
    ['a longer text', <textarea key="text" aria-label="elsewhere" />],
    ['a choice', <select key="select" aria-label="elsewhere" />],
    ['an editable text', <div key="edit" contentEditable role="textbox" aria-label="elsewhere" />],
    ['a menu', <div key="menu" role="menu" aria-label="elsewhere" />],
    ['a dialog', <div key="dialog" role="dialog" aria-label="elsewhere" />],
  ])('in %s', (_what, elsewhere) => {
    const { onTap } = countIn([MAIN]);
    render(elsewhere);
    expect(down('PageDown', {}, screen.getByLabelText('elsewhere'))).toBe(true);
    expect(up('PageDown', {}, screen.getByLabelText('elsewhere'))).toBe(true);
    expect([onTap.mock.calls, felt]).toEqual([[], []]);
  });

  test('while a dialog is open, wherever the focus is', () => {
    const { onTap } = countIn([MAIN]);
    render(<div role="alertdialog" aria-label="question" />);
    expect(down('PageDown')).toBe(true);
    expect([onTap.mock.calls, felt]).toEqual([[], []]);
  });
});

describe('in the app', () => {
  beforeEach(() => stubSockets());

  test('the lock against a pocket refuses the remote, whose key does not unlock', async () => {
    changeDevice({ remote: { plus: 'Enter', minus: 'Space' } });
    const { user, count } = await openOnBar();
    await user.keyboard('[Enter]');
    expect(count.textContent).toBe('5');
    await user.click(await screen.findByRole('button', { name: 'Lock the screen' }));
    await screen.findByRole('dialog', { name: 'Screen locked' });
    felt.length = 0;
    await user.keyboard('[Enter][Space]');
    press('Enter');
    expect([count.textContent, felt]).toEqual(['5', [REFUSED, REFUSED, REFUSED]]);
    screen.getByRole('dialog', { name: 'Screen locked' });
    fireEvent.click(screen.getByRole('button', { name: 'Hold to unlock' }), { detail: 0 });
    await user.keyboard('[Space]');
    expect(count.textContent).toBe('4');
  });

  test('it presses no button of the bar, and opens no menu', async () => {
    changeDevice({ remote: { plus: 'ArrowDown', minus: 'Enter' } });
    const { user, count } = await openOnBar();
    (await screen.findByRole('button', { name: 'Lock the screen' })).focus();
    await user.keyboard('[Enter][ArrowDown][ArrowDown]');
    expect(count.textContent).toBe('5');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an account that is locked refuses it', async () => {
    stubApi(CODE_API);
    renderApp('/app?area=a2');
    await screen.findByTestId('occupancy');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync({ areas: [area(), BAR], countingAllowed: false }));
    felt.length = 0;
    press('PageDown');
    expect([screen.getByTestId('occupancy').textContent, felt]).toEqual(['4', [REFUSED]]);
  });
});
