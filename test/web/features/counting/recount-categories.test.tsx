import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EVENT } from '../../support/account';
import { choose, dialogsClosed, openAdmin, press } from '../../support/dashboard';

const PATH = 'PUT /api/areas/a1/recount';
const CATEGORIES = {
  list: [
    { categoryId: 'adults', name: 'Adults', capacity: null },
    { categoryId: 'children', name: 'Children', capacity: null },
    { categoryId: 'old', name: 'Staff', capacity: null, isRemoved: true as const },
  ],
  areOutsNamed: true,
};

async function recount(typed: Record<string, string>) {
  const opened = openAdmin({
    'GET /api/events': [200, [{ ...EVENT, categories: CATEGORIES }]],
    [PATH]: [200, { areaId: 'a1', before: 3, after: 12, drift: 9 }],
  });
  const dialog = await choose(opened.user, 'Recount', 'Options for Main Stage');
  for (const [label, text] of Object.entries({ 'People counted': '12', Reason: 'By hand', ...typed })) {
    await opened.user.type(screen.getByLabelText(label), text);
  }
  return { ...opened, dialog };
}

test('a recount says how many are of which category; an empty field means nobody', async () => {
  const { user, made, dialog } = await recount({ Children: '12' });
  expect(dialog.queryByLabelText('Staff')).toBeNull();
  dialog.getByText('Together 12.');
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([
    { occupancy: 12, reason: 'By hand', categories: [{ categoryId: 'children', occupancy: 12 }] },
  ]);
});

test('a recount without categories says what that means', async () => {
  const { user, made, dialog } = await recount({});
  dialog.getByText(/it is unknown how many of each are inside/);
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toEqual([{ occupancy: 12, reason: 'By hand' }]);
});

test('categories that do not add up are refused before the call', async () => {
  const { user, made, dialog } = await recount({ Adults: '4', Children: '7' });
  await press(user, 'Save');
  await dialog.findByText('The categories add up to 11, but the count is 12.');
  expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('false');
  await user.type(screen.getByLabelText('Adults'), '{Backspace}5');
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PUT')).toHaveLength(1);
});
