import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Categories } from '../../../../src/shared/schemas/category';
import type { Direction } from '../../../../src/shared/schemas/device';
import { changeDevice } from '../../../../web/src/device/device';
import { AreaCard } from '../../../../web/src/features/counting/areas/area-card';
import { padGrid, padsHeight } from '../../../../web/src/features/counting/categories/active-categories';
import { UndoButton } from '../../../../web/src/features/counting/pads/undo-button';
import { EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { countIn, pad, tapOn } from '../../support/counting-list';
import { asNew, dialogOf, openDoor, press } from '../../support/dashboard';

const categories = (areOutsNamed: boolean, names = ['Adults', 'Children']): Categories => ({
  list: [
    ...names.map((name) => ({ categoryId: name.toLowerCase(), name, capacity: null })),
    { categoryId: 'old', name: 'Staff', capacity: null, isRemoved: true },
  ],
  areOutsNamed,
});
const UNNAMED_EXITS = categories(false);
const NAMED_EXITS = categories(true);

const onTap = vi.fn<(areaId: string, change: number, category?: string) => void>();
const show = (given: Categories, fields = {}, more: { locked?: boolean; direction?: Direction } = {}) =>
  render(
    <AreaCard
      area={area({ currentOccupancy: 5, ...fields })}
      categories={given}
      locked={false}
      onTap={onTap}
      {...more}
    />,
  );
const pads = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

beforeEach(() => onTap.mockClear());

describe('a card', () => {
  test('has a pad for each category that people enter with, and one for all exits', async () => {
    show(UNNAMED_EXITS);
    expect(pads()).toEqual([
      'Remove one from Main Stage',
      'Add one to Main Stage: Adults',
      'Add one to Main Stage: Children',
    ]);
    await userEvent.click(pad('Add one to Main Stage: Children'));
    await userEvent.click(pad('Remove one from Main Stage'));
    expect(onTap.mock.calls).toEqual([
      ['a1', 1, 'children'],
      ['a1', -1],
    ]);
  });

  test('has a pad for each category that people leave with, if exits must name one', async () => {
    show(NAMED_EXITS);
    expect(pads().filter((label) => label?.startsWith('Remove'))).toEqual([
      'Remove one from Main Stage: Adults',
      'Remove one from Main Stage: Children',
    ]);
    await userEvent.click(pad('Remove one from Main Stage: Children'));
    expect(onTap.mock.calls).toEqual([['a1', -1, 'children']]);
  });

  test.each<[Direction, string[]]>([
    ['in', ['Add one to Main Stage: Adults', 'Add one to Main Stage: Children']],
    ['out', ['Remove one from Main Stage: Adults', 'Remove one from Main Stage: Children']],
  ])('of a device that counts %s has only the pads of that direction', (direction, expected) => {
    show(NAMED_EXITS, {}, { direction });
    expect(pads()).toEqual(expected);
  });

  test('of an event whose categories are all removed has the ordinary pads', () => {
    show(categories(true, []));
    expect(pads()).toEqual(['Remove one from Main Stage', 'Add one to Main Stage']);
  });

  test('of an empty area has no exits, and a locked one has no pads', () => {
    show(NAMED_EXITS, { currentOccupancy: 0 });
    expect(screen.getByRole('button', { name: 'Remove one from Main Stage: Adults' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Add one to Main Stage: Adults' })).toHaveProperty('disabled', false);
    show(NAMED_EXITS, { areaName: 'Bar' }, { locked: true });
    const bar = within(screen.getByRole('article', { name: 'Bar' }));
    for (const button of bar.getAllByRole('button')) expect(button).toHaveProperty('disabled', true);
    bar.getByRole('button', { name: 'Add one to Bar: Adults. Counting is locked' });
  });
});

test('pads are arranged so that eight fit a phone, and the card keeps 48 px for each row', () => {
  expect([1, 2, 3, 8].map((count) => padGrid(count, 'both', false))).toEqual([
    { columns: 1, rows: 1 },
    { columns: 2, rows: 1 },
    { columns: 2, rows: 2 },
    { columns: 2, rows: 4 },
  ]);
  expect([2, 4, 5, 8].map((count) => padGrid(count, 'both', true).rows)).toEqual([2, 4, 3, 4]);
  const eight = categories(true, ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
  expect(padsHeight(eight, 'both')).toBe('13.5rem');
  expect([padsHeight(UNNAMED_EXITS, 'out'), padsHeight(categories(true, []), 'both')]).toEqual(['0rem', '0rem']);
});

describe('a list', () => {
  beforeEach(asNew);
  const two = [area({ currentOccupancy: 5 }), area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 5 })];

  test('shows cards with pads by category at a door and among many areas', () => {
    countIn(two, { categories: UNNAMED_EXITS, isDoor: true });
    expect(screen.getAllByRole('button', { name: /^Add one to .*: Children$/ })).toHaveLength(2);
  });

  test('keeps its pads while somebody counts, when the categories change', () => {
    vi.useFakeTimers();
    const { change } = countIn(two, { categories: UNNAMED_EXITS });
    tapOn(pad('Add one to Bar: Children'));
    change({ categories: categories(false, ['Men', 'Women']) });
    pad('Add one to Bar: Children');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(pad('Add one to Bar: Women').disabled).toBe(false);
  });
});

test('undo says the category that it takes back, also of a removed one', async () => {
  changeDevice({ morePads: false });
  const onUndo = vi.fn<() => void>();
  const undoOf = (category: string) => (
    <UndoButton
      tap={{ areaId: 'a1', change: 1, at: 1, category }}
      areas={[area()]}
      categories={NAMED_EXITS}
      locked={false}
      onUndo={onUndo}
    />
  );
  const { rerender } = render(undoOf('children'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo +1 Children Main Stage' }), { detail: 0 });
  await waitFor(() => screen.getByText('Undone: +1 Children Main Stage'));
  rerender(undoOf('old'));
  expect(screen.getByRole('button', { name: /^Undo/ }).textContent).toBe('Undo +1 Staff Main Stage');
  expect(onUndo).toHaveBeenCalledOnce();
});

test('a door sends the category of a press, shows it at once, and its undo says it', async () => {
  asNew();
  const { room, user } = await openDoor();
  const counted = (inside: number) => [{ categoryId: 'children', ins: inside, outs: 0, occupancy: inside }];
  await room.receive(
    sync({
      version: 1,
      event: { ...EVENT, categories: categories(true, ['Children']) },
      areas: [area({ version: 1, currentOccupancy: 3, categories: counted(3) })],
    }),
  );
  const plus = await screen.findByRole('button', { name: 'Add one to Main Stage: Children' });
  fireEvent.click(plus, { detail: 0 });
  await waitFor(() =>
    expect(JSON.parse(room.sent.at(-1) ?? '{}')).toMatchObject({ taps: [{ change: 1, category: 'children' }] }),
  );
  fireEvent.click(await screen.findByText('Main Stage by category'));
  const table = await screen.findByRole('table', { name: 'Main Stage by category' });
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toBe('Children404100%');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo +1 Children Main Stage' }), { detail: 0 });
  await waitFor(() => expect(within(table).getAllByRole('row').at(-1)?.textContent).toBe('Children303100%'));
  await press(user, 'This device');
  const keys = within((await dialogOf('This device')).getByRole('list'));
  expect(keys.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Children']);
});
