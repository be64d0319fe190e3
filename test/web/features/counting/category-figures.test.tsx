import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CategoryCount } from '../../../../src/shared/schemas/category';
import { AreaCard } from '../../../../web/src/features/counting/areas/area-card';
import { CategoryFigures } from '../../../../web/src/features/counting/categories/category-figures';
import { venueCategories } from '../../../../web/src/features/counting/categories/shown-categories';
import { area } from '../../support/areas';

const CATEGORIES = {
  list: [
    { categoryId: 'adults', name: 'Adults', capacity: null },
    { categoryId: 'children', name: 'Children', capacity: 50 },
    { categoryId: 'old', name: 'Staff', capacity: null, isRemoved: true as const },
  ],
  areOutsNamed: true,
};
const count = (categoryId: string, ins: number, outs: number, inside: number | null): CategoryCount => ({
  categoryId,
  ins,
  outs,
  occupancy: inside,
});
const rows = () =>
  within(screen.getByRole('table', { name: 'Main Stage by category' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
const show = (counts: CategoryCount[], categories = CATEGORIES, occupancy = 60) =>
  render(<CategoryFigures name="Main Stage" counts={counts} live {...{ categories, occupancy }} />);

describe('the figures by category', () => {
  test('are in, out, inside with the capacity, and the share of the people inside', () => {
    show([count('adults', 1200, 1185, 15), count('children', 50, 5, 45)]);
    expect(rows()).toEqual([
      'Category | In | Out | Inside | % inside',
      'Adults | 1,200 | 1,185 | 15 | 25%',
      'Children | 50 | 5 | 45 / 50 | 75%',
    ]);
  });

  test('are unknown where nobody can know them, with the share of the entries', () => {
    show([count('adults', 30, 0, null), count('children', 10, 0, null)], { ...CATEGORIES, areOutsNamed: false });
    expect(rows()).toEqual(['Category | In | Inside | % of ins', 'Adults | 30 | – | 75%', 'Children | 10 | – | 25%']);
  });

  test('list a new category before it counts, and a removed one while its people are inside', () => {
    show([count('adults', 8, 0, 8), count('old', 2, 0, 2)]);
    expect(rows().slice(1)).toEqual([
      'Adults | 8 | 0 | 8 | 80%',
      'Children | 0 | 0 | 0 / 50 | 0%',
      'Staff | 2 | 0 | 2 | 20%',
    ]);
  });

  test('of an area that was never counted by category are unknown unless it is empty', () => {
    show([]);
    expect(rows()[1]).toBe('Adults | 0 | 0 | – | –');
  });
});

test('the venue adds up its areas, and knows who is inside only if each area does', () => {
  const main = area({ categories: [count('adults', 5, 1, 4), count('children', 2, 0, 2)], currentOccupancy: 6 });
  const bar = area({ areaId: 'a2', categories: [count('adults', 3, 0, 3)], currentOccupancy: 3 });
  expect(venueCategories([main, bar])).toEqual([count('adults', 8, 1, 7), count('children', 2, 0, 2)]);
  const unknown = { ...bar, categories: [count('adults', 3, 0, null)] };
  expect(venueCategories([main, unknown])).toEqual([count('adults', 8, 1, null), count('children', 2, 0, null)]);
  expect(venueCategories([area()])).toBeUndefined();
});

describe('a card', () => {
  test('shows them below its pads', async () => {
    const categories = [count('adults', 5, 1, 4), count('children', 2, 0, 2)];
    render(
      <AreaCard
        area={area({ categories, currentOccupancy: 6 })}
        categories={CATEGORIES}
        locked={false}
        onTap={() => undefined}
      />,
    );
    const table = await screen.findByRole('table', { name: 'Main Stage by category' });
    const pad = screen.getByRole('button', { name: 'Add one to Main Stage: Children' });
    expect(pad.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('of an event without categories has none', () => {
    render(<AreaCard area={area()} locked={false} onTap={() => undefined} />);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
