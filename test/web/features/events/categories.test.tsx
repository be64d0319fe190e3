import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EVENT } from '../../support/account';
import { openSection, press } from '../../support/dashboard';
import { refusal } from '../../support/stub-api';

const PATH = 'PUT /api/events/e1/categories';
const TITLE = 'Counting';
const CATEGORIES = {
  list: [
    { categoryId: 'adults', name: 'Adults', capacity: null },
    { categoryId: 'children', name: 'Children', capacity: 50 },
    { categoryId: 'old', name: 'Staff', capacity: null, isRemoved: true as const },
  ],
  areOutsNamed: true,
};
const WITH_TWO = { 'GET /api/events': [200, [{ ...EVENT, categories: CATEGORIES }]] as const };

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const names = () => screen.queryAllByLabelText<HTMLInputElement>(/^Category \d$/).map(({ value }) => value);
const capacities = () => screen.queryAllByLabelText<HTMLInputElement>(/^Capacity of category \d$/);

test('an event without categories starts from a preset, which can be changed', async () => {
  const { user, made, save } = await openSection(TITLE, { [PATH]: [200, { ...EVENT, categories: CATEGORIES }] });
  await press(user, 'First entry / Re-entry');
  expect(names()).toEqual(['First entry', 'Re-entry']);
  expect(capacities().every(({ disabled }) => disabled)).toBe(true);
  await user.clear(field('Category 2'));
  await user.type(field('Category 2'), 'Came back');
  await press(user, '+ Add Category');
  await waitFor(() => expect(document.activeElement).toBe(field('Category 3')));
  await user.keyboard('Staff');
  // A row in which nobody typed anything is left out.
  await press(user, '+ Add Category');
  await save();
  expect(made('PUT')).toEqual([
    {
      categories: [
        { name: 'First entry', capacity: null },
        { name: 'Came back', capacity: null },
        { name: 'Staff', capacity: null },
      ],
      areOutsNamed: false,
    },
  ]);
  expect(names()).toEqual(['Adults', 'Children']);
});

test('categories are renamed, moved and removed; the others keep their ids', async () => {
  const { user, made, save } = await openSection(TITLE, { ...WITH_TWO, [PATH]: [200, EVENT] });
  expect([names(), capacities().map(({ value }) => value)]).toEqual([
    ['Adults', 'Children'],
    ['', '50'],
  ]);
  await press(user, '+ Add Category');
  await user.type(field('Category 3'), 'Staff');
  await user.type(field('Capacity of category 3'), '12');
  await press(user, 'Move category 3 up');
  await press(user, 'Move category 2 up');
  expect(names()).toEqual(['Staff', 'Adults', 'Children']);
  await press(user, 'Move category 1 up');
  await press(user, 'Remove category 2');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('+ Add Category'));
  await save();
  expect(made('PUT')).toEqual([
    {
      categories: [
        { name: 'Staff', capacity: 12 },
        { categoryId: 'children', name: 'Children', capacity: 50 },
      ],
      areOutsNamed: true,
    },
  ]);
});

test('without named exits no category has a capacity, and all categories can be removed', async () => {
  const { user, made, section, save } = await openSection(TITLE, { ...WITH_TWO, [PATH]: [200, EVENT] });
  section.getByText(/each can have a capacity/);
  await user.click(screen.getByLabelText('Taps out name a category, too'));
  section.getByText(/is then unknown/);
  expect(capacities().map(({ value, disabled }) => [value, disabled])).toEqual([
    ['', true],
    ['', true],
  ]);
  await press(user, 'Remove category 1');
  await save();
  expect(made('PUT')).toEqual([
    { categories: [{ categoryId: 'children', name: 'Children', capacity: null }], areOutsNamed: false },
  ]);
});

test('the form says what is wrong, in the words of the server', async () => {
  const opened = await openSection(TITLE, {
    ...WITH_TWO,
    [PATH]: refusal(400, 'This event had 64 categories already.', 'limit_reached'),
  });
  const { user, made, section } = opened;
  await user.clear(field('Category 2'));
  await user.type(field('Category 2'), 'adults');
  await opened.press('Save');
  await section.findByText('Two categories have the name adults.');
  expect(made('PUT')).toEqual([]);
  await user.type(field('Category 2'), ' too');
  await opened.press('Save');
  await section.findByText('This event had 64 categories already.');
});

test('an event offers eight categories at most', async () => {
  const list = Array.from({ length: 7 }, (_, i) => ({ categoryId: `c${i}`, name: `Kind ${i}`, capacity: null }));
  const event = { ...EVENT, categories: { list, areOutsNamed: false } };
  const { user, section } = await openSection(TITLE, { 'GET /api/events': [200, [event]] });
  await press(user, '+ Add Category');
  expect(names()).toHaveLength(8);
  expect(section.queryByRole('button', { name: '+ Add Category' })).toBeNull();
});
