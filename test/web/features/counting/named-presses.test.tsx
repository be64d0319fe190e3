import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Categories } from '../../../../src/shared/schemas/category';
import { changeDevice } from '../../../../web/src/device/device';
import type { AreaListProps } from '../../../../web/src/features/counting/areas/area-list';
import { EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { countIn, pad } from '../../support/counting-list';
import { asNew, dialogOf, openDoor } from '../../support/dashboard';

/** Presses that are not pads of a category and can name one all the same: groups, moves, keys and a remote. */

const categoriesOf = (areOutsNamed: boolean, ...names: string[]): Categories => ({
  list: [
    ...names.map((name) => ({ categoryId: name.toLowerCase(), name, capacity: null })),
    { categoryId: 'staff', name: 'Staff', capacity: null, isRemoved: true },
  ],
  areOutsNamed,
});
const NAMED_EXITS = categoriesOf(true, 'Adults', 'Children');
const UNNAMED_EXITS = categoriesOf(false, 'Adults', 'Children');
const MAIN = area({ currentOccupancy: 20 });
const BAR = area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 20 });

const list = (props: Partial<AreaListProps> = {}, areas = [MAIN]) =>
  countIn(areas, { categories: NAMED_EXITS, ...props });
/** Presses as the keyboard does, which holds no finger down. */
const click = (name: string) => fireEvent.click(pad(name), { detail: 0 });
const choose = async (title: string, choice: string) =>
  fireEvent.click((await dialogOf(title)).getByRole('button', { name: choice }), { detail: 0 });

beforeEach(asNew);

describe('a group', () => {
  test('asks for its category, or counts without one, and counts nothing before', async () => {
    const { onTap } = list();
    click('Add 5 to Main Stage');
    const asked = await dialogOf('Add 5 to Main Stage');
    expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '',
      'Adults',
      'Children',
      'No category named',
    ]);
    // Enter guesses nothing.
    expect(document.activeElement?.textContent).toBe('No category named');
    expect(onTap).not.toHaveBeenCalled();
    await choose('Add 5 to Main Stage', 'Children');
    expect(screen.queryByRole('dialog')).toBeNull();
    click('Take 10 from Main Stage');
    await choose('Take 10 from Main Stage', 'Adults');
    click('Add 10 to Main Stage');
    await choose('Add 10 to Main Stage', 'No category named');
    expect(onTap.mock.calls).toEqual([
      ['a1', 5, 'children'],
      ['a1', -10, 'adults'],
      ['a1', 10],
    ]);
  });

  test('counts nothing if the dialog is closed', async () => {
    const { onTap } = list();
    click('Add 5 to Main Stage');
    await dialogOf('Add 5 to Main Stage');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onTap).not.toHaveBeenCalled();
  });

  test('counts at once without categories, and out if exits name none', () => {
    const { onTap, change } = list({ categories: UNNAMED_EXITS });
    click('Take 5 from Main Stage');
    change({ categories: undefined });
    click('Add 5 to Main Stage');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onTap.mock.calls).toEqual([
      ['a1', -5],
      ['a1', 5],
    ]);
  });

  test('does not take the second tap of a fast thumb for an answer', async () => {
    const { onTap } = list();
    /** Sends an event as a finger does, that many ms after the first one. */
    const began = performance.now();
    const send = (target: Element, event: Event, ms: number) =>
      fireEvent(target, Object.defineProperty(event, 'timeStamp', { value: began + ms }));
    const touch = { bubbles: true, pointerId: 7, isPrimary: true };
    const five = pad('Add 5 to Main Stage');
    send(five, new PointerEvent('pointerdown', touch), 0);
    send(five, new PointerEvent('pointerup', touch), 60_000);
    const children = (await dialogOf('Add 5 to Main Stage')).getByRole('button', { name: 'Children' });
    send(children, new MouseEvent('click', { bubbles: true, detail: 1 }), 60_300);
    await userEvent.keyboard('{Escape}');
    screen.getByRole('dialog', { name: 'Add 5 to Main Stage' });
    expect(onTap).not.toHaveBeenCalled();
    send(children, new MouseEvent('click', { bubbles: true, detail: 1 }), 60_500);
    expect(onTap.mock.calls).toEqual([['a1', 5, 'children']]);
  });
});

describe('a move', () => {
  const MOVE = 'Move 1 → Bar, from Main Stage';

  test('asks for its category, also if exits name none', async () => {
    const onTransfer = vi.fn<NonNullable<AreaListProps['onTransfer']>>();
    const { change } = list({ categories: UNNAMED_EXITS, onTransfer }, [MAIN, BAR]);
    click(MOVE);
    await choose(MOVE, 'Adults');
    click(MOVE);
    await choose(MOVE, 'No category named');
    change({ categories: undefined });
    click(MOVE);
    expect(onTransfer.mock.calls).toEqual([
      ['a1', 'a2', 1, 'adults'],
      ['a1', 'a2', 1, undefined],
      ['a1', 'a2', 1, undefined],
    ]);
  });

  test('keeps who is inside both areas known, and its undo says the category', async () => {
    changeDevice({ morePads: true });
    const { room } = await openDoor();
    const inside = (people: number) => [
      { categoryId: 'adults', ins: 20, outs: 0, occupancy: 20 - people },
      { categoryId: 'children', ins: people, outs: 0, occupancy: people },
    ];
    const areas = [MAIN, BAR].map((one) => ({ ...one, version: 1, categories: inside(4) }));
    await room.receive(sync({ version: 1, event: { ...EVENT, categories: NAMED_EXITS }, areas }));
    fireEvent.click(await screen.findByRole('button', { name: MOVE }), { detail: 0 });
    await choose(MOVE, 'Children');
    await waitFor(() =>
      expect(JSON.parse(room.sent.at(-1) ?? '{}')).toMatchObject({
        taps: [{ areaId: 'a1', to: 'a2', change: -1, category: 'children' }],
      }),
    );
    const insideOf = async (name: string) =>
      within(await screen.findByRole('table', { name: `${name} by category` }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell').at(-2)?.textContent);
    await waitFor(async () =>
      expect([await insideOf('Main Stage'), await insideOf('Bar')]).toEqual([
        ['16', '3'],
        ['16', '5'],
      ]),
    );
    await screen.findByRole('button', { name: 'Undo move 1 Children Main Stage → Bar' });
  });
});

describe('keys', () => {
  const key = (typed: string, code: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
    fireEvent.keyDown(target, { key: typed, code, ...more });

  test('1 to 8 count the category in that place in, and out with Shift; + and − count without one', () => {
    const { onTap } = list();
    key('1', 'Digit1');
    key('@', 'Digit2', { shiftKey: true });
    key('2', 'Numpad2');
    key('2', '');
    key('+', 'NumpadAdd');
    key('-', 'Minus');
    expect(onTap.mock.calls).toEqual([
      ['a1', 1, 'adults'],
      ['a1', -1, 'children'],
      ['a1', 1, 'children'],
      ['a1', 1, 'children'],
      ['a1', 1],
      ['a1', -1],
    ]);
    expect(pad('Remove one from Main Stage: Children').getAttribute('aria-keyshortcuts')).toBe('Shift+2');
    expect(pad('Add one to Main Stage: Children').getAttribute('aria-keyshortcuts')).toBe('2');
  });

  test.each<[string, string, string, KeyboardEventInit]>([
    ['the place of no category', '3', 'Digit3', {}],
    ['a keypad that types no digits', 'End', 'Numpad1', {}],
    ['a held key', '1', 'Digit1', { repeat: true }],
    ['a tab of the browser', '1', 'Digit1', { ctrlKey: true }],
    ['a letter', 'd', 'KeyD', {}],
  ])('do not count %s', (_what, typed, code, more) => {
    const { onTap } = list();
    key(typed, code, more);
    expect(onTap).not.toHaveBeenCalled();
  });

  test('that type + or − stay + and −, whatever their place is', () => {
    const { onTap } = list();
    // Swiss, and French.
    key('+', 'Digit1', { shiftKey: true });
    key('-', 'Digit6');
    expect(onTap.mock.calls).toEqual([
      ['a1', 1],
      ['a1', -1],
    ]);
  });

  test('count in the focused area, in the directions of the device, and nobody out of an empty area', () => {
    const { onTap } = list({}, [MAIN, area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 0 })]);
    const bar = screen.getByRole('article', { name: 'Bar' });
    key('1', 'Digit1');
    key('!', 'Digit1', { shiftKey: true }, bar);
    expect(onTap).not.toHaveBeenCalled();
    key('1', 'Digit1', {}, bar);
    expect(onTap.mock.calls).toEqual([['a2', 1, 'adults']]);
    act(() => changeDevice({ direction: 'out' }));
    key('1', 'Digit1', {}, screen.getByRole('article', { name: 'Main Stage' }));
    expect(onTap).toHaveBeenCalledOnce();
  });

  test('keep their category while somebody types, when the categories change places', () => {
    const { onTap, change } = list();
    key('1', 'Digit1');
    change({ categories: categoriesOf(true, 'Children', 'Adults') });
    key('1', 'Digit1');
    expect(onTap.mock.calls.map(([, , category]) => category)).toEqual(['adults', 'adults']);
  });

  test('do nothing without categories, and in a locked list', () => {
    const { onTap, change } = list({ categories: undefined });
    key('1', 'Digit1');
    change({ categories: NAMED_EXITS, locked: true });
    key('1', 'Digit1');
    expect(onTap).not.toHaveBeenCalled();
  });
});

test.each([
  ['adults', 'adults'],
  ['staff', undefined],
  ['of-another-event', undefined],
])('a remote that counts %s names %s', (category, named) => {
  changeDevice({ remote: { plus: 'PageDown', minus: 'PageUp', category } });
  const { onTap } = list();
  for (const code of ['PageDown', 'PageUp']) fireEvent.keyDown(document.body, { key: code, code });
  expect(onTap.mock.calls.map(([, change, id]) => [change, id])).toEqual([
    [1, named],
    [-1, named],
  ]);
});
