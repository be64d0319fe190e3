import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const BAR = area({ areaId: 'a2', areaName: 'Bar' });
let areas: Area[];

function stub(handlers: Parameters<typeof stubApi>[0]) {
  return stubApi({
    'GET /api/auth/verify': [200, { success: true, user: ADMIN }],
    'GET /api/events': [200, [EVENT]],
    'GET /api/events/e1/areas': () => [200, { areas }],
    ...handlers,
  });
}

const options = () => screen.findByRole('button', { name: 'Options for Main Stage' });

/** Opens what the area's menu offers under this name. */
async function openOption(name: string) {
  const { user } = renderApp('/app');
  await user.click(await options());
  await user.click(screen.getByRole('menuitem', { name }));
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
  areas = [area({ currentOccupancy: 1_234, totalEntries: 2_000, capacity: 5_000, version: 3 }), BAR];
});

test('the menu of a card offers what can be done with its area', async () => {
  stub({});
  const { user } = renderApp('/app');
  await user.click(await options());
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Rename Area',
    'Change Capacity',
    'Set Counted Number',
    'Share Door Link',
    'Reset Occupancy',
    'Delete Area',
  ]);
});

describe('where the menu stands', () => {
  const menu = () => screen.getByRole('menu');
  /** Lays out 300 × 240 px of menu whose right edge is at `right`, below a button at `top` and a bar of 61 px. */
  function layOut(top: number, right: number) {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(this: HTMLElement) {
      if (this.tagName === 'HEADER') return new DOMRect(0, 0, 320, 61);
      return this.role === 'menu' ? new DOMRect(right - 300, top + 50, 300, 240) : new DOMRect(right - 44, top, 44, 44);
    });
  }
  async function open() {
    stub({});
    const { user } = renderApp('/app');
    await user.click(await options());
  }
  afterEach(() => vi.restoreAllMocks());

  test('says the whole name that the card may cut', async () => {
    await open();
    within(menu()).getByText('Main Stage');
    expect(screen.getByRole('heading', { name: 'Main Stage' }).title).toBe('Main Stage');
    expect(screen.getByRole('heading', { name: 'Warehouse Friday' }).title).toBe('Warehouse Friday');
  });

  test('never past the left edge of the screen', async () => {
    layOut(100, 250);
    await open();
    expect(menu().style.right).toBe('-58px');
  });

  test.each([
    ['below its button', 100, 'top-full'],
    ['above, where there is no room below', 600, 'bottom-full'],
  ])('%s', async (_where, top, edge) => {
    layOut(top, 400);
    await open();
    expect(menu().className).toContain(edge);
    expect(menu().style.right).toBe('0px');
  });

  test('takes the focus only once it stands there, the whole of it in sight', async () => {
    layOut(600, 400);
    const edges: boolean[] = [];
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function note(this: HTMLElement) {
      if (this.role === 'menuitem') edges.push(menu().className.includes('bottom-full'));
    });
    await open();
    expect(edges).toEqual([true]);
    expect(intoView.mock.contexts).toEqual([menu()]);
  });

  test('not above where it would lie under the bar', async () => {
    vi.stubGlobal('innerHeight', 400);
    layOut(300, 400);
    await open();
    expect(menu().className).toContain('top-full');
  });
});

describe('renaming', () => {
  test('refuses an empty name, shows a failure, then the new name; the focus returns to the menu', async () => {
    let answer: Answer = refusal(409, 'That did not work.', 'conflict');
    const calls = stub({
      'PATCH /api/areas/a1': () => {
        if (answer[0] === 200) areas = [area({ areaName: 'Terrace' }), BAR];
        return answer;
      },
    });
    const { user, dialog } = await openOption('Rename Area');
    const field = dialog.getByLabelText('Area Name');
    expect(field).toHaveProperty('value', 'Main Stage');
    await user.clear(field);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toBe('Area name cannot be empty.');
    await user.type(field, ' Terrace ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('That did not work.');
    answer = [200, {}];
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Terrace' });
    await closed();
    expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ areaName: 'Terrace' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Terrace' }));
  });
});

describe('changing the capacity', () => {
  test.each(['', '-1', '1.5'])('%o is no capacity', async (text) => {
    const calls = stub({});
    const { user, dialog } = await openOption('Change Capacity');
    const field = dialog.getByLabelText('Capacity');
    expect([field.getAttribute('min'), field.getAttribute('type')]).toEqual(['0', 'number']);
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toBe('Please enter a valid, non-negative number.');
    expect(dialog.queryByText('Whole numbers only.') !== null).toBe(text === '1.5');
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  test('0 is one; a second submit while it is being saved is none', async () => {
    const gate = deferred<null>();
    const calls = stub({
      'PATCH /api/areas/a1': async () => {
        await gate.promise;
        areas = [area({ capacity: 0 }), BAR];
        return [200, {}];
      },
    });
    const { user, dialog } = await openOption('Change Capacity');
    const field = dialog.getByLabelText('Capacity');
    expect(field).toHaveProperty('value', '5000');
    await user.clear(field);
    await user.type(field, '0{Enter}{Enter}');
    dialog.getByRole('button', { name: 'Saving...' });
    gate.resolve(null);
    await closed();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ capacity: 0 }]);
  });
});

describe('resetting', () => {
  test('asks first, with the area and its present number; total ins stay', async () => {
    const calls = stub({
      'PUT /api/areas/a1/reset': () => {
        areas = [area({ currentOccupancy: 0, totalEntries: 2_000, capacity: 5_000, version: 4 }), BAR];
        return [200, {}];
      },
    });
    const { user, dialog } = await openOption('Reset Occupancy');
    dialog.getByText('Main Stage');
    dialog.getByText(/1,234/);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Reset Occupancy' }));
    await closed();
    const card = within(screen.getByRole('article', { name: 'Main Stage' }));
    expect(card.getByTestId('occupancy').textContent).toBe('0');
    card.getByText('2,000');
  });

  test('at 0 it does not announce a change', async () => {
    areas = [area({ currentOccupancy: 0, totalEntries: 2_000, version: 3 }), BAR];
    stub({});
    const { dialog } = await openOption('Reset Occupancy');
    dialog.getByText(/This area is already at 0\./);
    expect(dialog.queryByText(/present number/)).toBeNull();
  });

  test('a failure is only logged, and the dialog stays', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    stub({ 'PUT /api/areas/a1/reset': refusal(500, 'Something went wrong.', 'internal') });
    const { user, dialog } = await openOption('Reset Occupancy');
    await user.click(dialog.getByRole('button', { name: 'Reset Occupancy' }));
    await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(isBusy(await dialog.findByRole('button', { name: 'Reset Occupancy' }))).toBe(false);
    expect(dialog.queryByRole('alert')).toBeNull();
    warn.mockRestore();
  });
});

describe('deleting', () => {
  test('asks first; the focus goes to what is left', async () => {
    stub({
      'DELETE /api/areas/a1': () => {
        areas = [BAR];
        return [200, {}];
      },
    });
    const { user, dialog } = await openOption('Delete Area');
    dialog.getByText('Main Stage');
    dialog.getByText(/permanent and cannot be undone/);
    await user.click(dialog.getByRole('button', { name: 'Delete Area' }));
    await closed();
    expect(screen.queryByRole('article', { name: 'Main Stage' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('a failure stands in the dialog; what is gone already counts as deleted', async () => {
    let answer: Answer = refusal(500, 'Something went wrong.', 'internal');
    stub({ 'DELETE /api/areas/a1': () => answer });
    const { user, dialog } = await openOption('Delete Area');
    await user.click(dialog.getByRole('button', { name: 'Delete Area' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to delete area: Something went wrong.');
    answer = refusal(404, 'Not found.', 'not_found');
    await user.click(dialog.getByRole('button', { name: 'Delete Area' }));
    await closed();
  });
});

test('a new area mounts the list afresh, and leaves the focus on the button that added it', async () => {
  stub({
    'POST /api/events/e1/areas': () => {
      areas = [...areas, area({ areaId: 'a3', areaName: 'Roof' })];
      return [201, {}];
    },
  });
  const { user } = renderApp('/app');
  const before = await screen.findByRole('article', { name: 'Main Stage' });
  await user.click(screen.getByRole('button', { name: '+ Add New Area' }));
  await user.type(await screen.findByLabelText('Area Name'), 'Roof');
  await user.type(screen.getByLabelText('Capacity'), '10{Enter}');
  await screen.findByRole('article', { name: 'Roof' });
  expect(screen.getByRole('article', { name: 'Main Stage' })).not.toBe(before);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '+ Add New Area' })));
});

test('a new area that was cancelled while it was being made closes nothing that is open by then', async () => {
  const gate = deferred<null>();
  stub({
    'POST /api/events/e1/areas': async () => {
      await gate.promise;
      areas = [...areas, area({ areaId: 'a3', areaName: 'Roof' })];
      return [201, {}];
    },
  });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: '+ Add New Area' }));
  await user.type(await screen.findByLabelText('Area Name'), 'Roof');
  await user.type(screen.getByLabelText('Capacity'), '10{Enter}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await options());
  await user.click(screen.getByRole('menuitem', { name: 'Rename Area' }));
  const field = await screen.findByLabelText('Area Name');
  await user.type(field, ' North');
  gate.resolve(null);
  await screen.findByText('Roof');
  expect(screen.getByLabelText('Area Name')).toBe(field);
});
