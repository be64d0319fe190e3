import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import { area } from '../../support/areas';
import { BAR, choose, dialogOf, dialogsClosed, joinRoom, openAdmin, press } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const MENU = 'Options for Main Stage';
const ROOF = area({ areaId: 'a3', areaName: 'Roof' });
let areas: readonly Area[];

const open = (handlers: Parameters<typeof openAdmin>[0] = {}) =>
  openAdmin({ 'GET /api/events/e1/areas': () => [200, { areas }], ...handlers });

/** An answer to a call, after which the areas are these. */
const changingTo = (next: () => readonly Area[]) => (): Answer => {
  areas = next();
  return [200, {}];
};

beforeEach(() => {
  areas = [area({ currentOccupancy: 1_300, totalEntries: 2_000, version: 3 }), BAR];
});

describe('the menu of a card', () => {
  const menu = () => screen.getByRole('menu');
  /** Lays out 300 × 240 px of menu whose right edge is at `right`, below a button at `top` and a bar of 61 px. */
  function layOut(top: number, right: number) {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(this: HTMLElement) {
      if (this.tagName === 'HEADER') return new DOMRect(0, 0, 320, 61);
      return this.role === 'menu' ? new DOMRect(right - 300, top + 50, 300, 240) : new DOMRect(right - 44, top, 44, 44);
    });
  }
  afterEach(() => vi.restoreAllMocks());

  test('offers what can be done with its area, whose whole name it says', async () => {
    await press(open().user, MENU);
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Rename Area',
      'Change Capacity',
      'Set Counted Number',
      'Share Door Link',
      'Reset Occupancy',
      'Delete Area',
    ]);
    within(menu()).getByText('Main Stage');
    for (const name of ['Main Stage', 'Warehouse Friday']) {
      expect(screen.getByRole('heading', { name }).title).toBe(name);
    }
  });

  test.each([
    ['below its button', 100, 400, 768, 'top-full', '0px'],
    ['above it, where there is no room below', 600, 400, 768, 'bottom-full', '0px'],
    ['not above it, where it would lie under the bar', 300, 400, 400, 'top-full', '0px'],
    ['not past the left edge of the screen', 100, 250, 768, 'top-full', '-58px'],
  ])('stands %s', async (_where, top, right, height, edge, shift) => {
    vi.stubGlobal('innerHeight', height);
    layOut(top, right);
    await press(open().user, MENU);
    expect(menu().className).toContain(edge);
    expect(menu().style.right).toBe(shift);
  });

  test('takes the focus only once it stands there, the whole of it in sight', async () => {
    layOut(600, 400);
    const edges: boolean[] = [];
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function note(this: HTMLElement) {
      if (this.role === 'menuitem') edges.push(menu().className.includes('bottom-full'));
    });
    await press(open().user, MENU);
    expect(edges).toEqual([true]);
    expect(intoView.mock.contexts).toEqual([menu()]);
  });
});

test('a new name is shown before the dialog closes, and the focus returns to the menu', async () => {
  const { user } = open({ 'PATCH /api/areas/a1': changingTo(() => [area({ areaName: 'Terrace' }), BAR]) });
  const dialog = await choose(user, 'Rename Area', MENU);
  expect(dialog.getByLabelText('Area Name')).toHaveProperty('value', 'Main Stage');
  await press(user, 'Save');
  await dialogsClosed();
  screen.getByRole('heading', { name: 'Terrace' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Terrace' }));
});

test('a reset brings the number to 0, and total ins stay', async () => {
  const { user } = open({
    'PUT /api/areas/a1/reset': changingTo(() => [area({ totalEntries: 2_000, version: 4 }), BAR]),
  });
  const question = await choose(user, 'Reset Occupancy', MENU);
  await user.click(question.getByRole('button', { name: 'Reset Occupancy' }));
  await dialogsClosed();
  const card = within(screen.getByRole('article', { name: 'Main Stage' }));
  expect(card.getByTestId('occupancy').textContent).toBe('0');
  card.getByText('2,000');
});

test('the reset of all areas brings each number to 0 by one call', async () => {
  const { user, made } = open({
    'POST /api/events/e1/reset': changingTo(() => areas.map((one) => ({ ...one, currentOccupancy: 0, version: 4 }))),
  });
  await screen.findAllByTestId('occupancy');
  const question = await choose(user, 'Reset All Areas');
  await user.click(question.getByRole('button', { name: 'Reset All Areas' }));
  await dialogsClosed();
  expect(screen.getAllByTestId('occupancy').map(({ textContent }) => textContent)).toEqual(['0', '0']);
  expect(made('POST')).toEqual([undefined]);
});

test('after a deletion the focus goes to what is left', async () => {
  const { user } = open({ 'DELETE /api/areas/a1': changingTo(() => [BAR]) });
  const question = await choose(user, 'Delete Area', MENU);
  await user.click(question.getByRole('button', { name: 'Delete Area' }));
  await dialogsClosed();
  expect(screen.queryByRole('article', { name: 'Main Stage' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

describe('a new area', () => {
  const gate = () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    return { promise, resolve: () => resolve(null) };
  };
  async function add(made: Promise<null>) {
    const { user } = open({
      'POST /api/events/e1/areas': async () => {
        await made;
        return changingTo(() => [...areas, ROOF])();
      },
    });
    const before = await screen.findByRole('article', { name: 'Main Stage' });
    await press(user, '+ Add New Area');
    await user.type(await screen.findByLabelText('Area Name'), 'Roof');
    await user.type(screen.getByLabelText('Capacity'), '10{Enter}');
    return { user, before };
  }

  test('mounts the list afresh, and leaves the focus on the button that added it', async () => {
    const { before } = await add(Promise.resolve(null));
    await screen.findByRole('article', { name: 'Roof' });
    expect(screen.getByRole('article', { name: 'Main Stage' })).not.toBe(before);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '+ Add New Area' })));
  });

  test('that was cancelled while it was being made closes nothing that is open by then', async () => {
    const { promise, resolve } = gate();
    const { user } = await add(promise);
    await press(user, 'Cancel');
    const field = (await choose(user, 'Rename Area', MENU)).getByLabelText('Area Name');
    resolve();
    await screen.findByText('Roof');
    expect(screen.getByLabelText('Area Name')).toBe(field);
  });
});

describe('a recount', () => {
  const answer = (after: number) =>
    ({ 'PUT /api/areas/a1/recount': [200, { areaId: 'a1', before: 1_301, after, drift: after - 1_301 }] }) as const;

  test('says how far the count is off while it is typed, and while others go on counting', async () => {
    const { user } = open();
    const dialog = await choose(user, 'Set Counted Number', MENU);
    dialog.getByText('Main Stage');
    const present = dialog.getByText(/^Shown now: 1,300\./);
    await user.keyboard('1294');
    expect(present.textContent).toBe('Shown now: 1,300. 6 fewer than shown.');
    await joinRoom({ version: 4, areas: [area({ currentOccupancy: 1_290, version: 4 })] });
    expect(present.textContent).toBe('Shown now: 1,290. 4 more than shown.');
    await joinRoom({ version: 5, areas: [area({ currentOccupancy: 1_294, version: 5 })] });
    expect(present.textContent).toBe('Shown now: 1,294. No difference.');
  });

  test('has reasons to choose and to complete; what was off is told until the next dialog opens', async () => {
    const { user, made } = open({ ...answer(1_294), 'GET /api/events/e1/devices': [200, { devices: [] }] });
    const dialog = await choose(user, 'Set Counted Number', MENU);
    await user.keyboard('1294');
    const chosen = dialog.getByRole('button', { name: 'Counted by hand' });
    await user.click(chosen);
    expect(chosen.getAttribute('aria-pressed')).toBe('true');
    await user.type(dialog.getByLabelText('Reason'), ' at two{Enter}');
    await dialogsClosed();
    screen.getByText('Main Stage is set to 1,294');
    // Somebody has tapped since the dialog was read: what the room says counts.
    screen.getByText('7 fewer than shown.');
    expect(made('PUT')).toEqual([{ occupancy: 1294, reason: 'Counted by hand at two' }]);
    await choose(user, 'Devices');
    await dialogOf('Devices');
    expect(screen.queryByText('Main Stage is set to 1,294')).toBeNull();
  });
});
