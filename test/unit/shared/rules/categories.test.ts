import { describe, expect, test } from 'vitest';
import { checkCategories } from '../../../../src/shared/rules/categories';
import { errorsIn, ok } from './checks';

describe('categories', () => {
  const GOOD = { categories: [{ name: 'Adults' }, { categoryId: 'c2', name: 'Children' }], areOutsNamed: false };
  const names = (...list: unknown[]) => list.map((name) => ({ categories: [{ name: 'A' }, { name }] }));

  test('an event has up to eight categories with names that differ in more than case', () => {
    expect(checkCategories(GOOD)).toEqual(
      ok({
        categories: [
          { categoryId: undefined, name: 'Adults', capacity: null },
          { categoryId: 'c2', name: 'Children', capacity: null },
        ],
        areOutsNamed: false,
      }),
    );
    const eight = Array.from({ length: 8 }, (_, i) => ({ name: `Ticket ${i}` }));
    expect(checkCategories({ categories: eight, areOutsNamed: true }).ok).toBe(true);
    expect(checkCategories({ categories: [], areOutsNamed: true }).ok).toBe(true);
    expect(checkCategories({ ...GOOD, categories: [{ name: ` ${'🎡'.repeat(40)} ` }] }).ok).toBe(true);
    expect(errorsIn(checkCategories, GOOD, [{ categories: [...eight, { name: 'Ninth' }] }])).toEqual([
      'An event can have at most 8 categories.',
    ]);
    const forms = [{ categories: undefined }, { categories: 'A' }, { categories: [1] }, { areOutsNamed: 'yes' }];
    expect(errorsIn(checkCategories, GOOD, forms)).toEqual([
      'Please send the categories, and whether taps out must name one.',
    ]);
    expect(errorsIn(checkCategories, GOOD, names(undefined, 7, ' ', '\u200b'))).toEqual([
      'Each category needs a name.',
    ]);
    expect(errorsIn(checkCategories, GOOD, names('x'.repeat(41), 'a\u0000b', ' a '))).toEqual([
      'The name of a category must be at most 40 characters long.',
      'The name of a category contains characters that cannot be used.',
      'Two categories have the name a.',
    ]);
    const twice = ['A', 'B'].map((name) => ({ categoryId: 'c1', name }));
    expect(errorsIn(checkCategories, GOOD, [{ categories: twice }])).toEqual(['A category is listed twice.']);
  });

  test('a category has a capacity only if exits name their category', () => {
    const categories = [
      { name: 'Children', capacity: 50 },
      { name: 'Adults', capacity: null },
    ];
    expect(checkCategories({ categories, areOutsNamed: true }).ok).toBe(true);
    expect(errorsIn(checkCategories, GOOD, [{ categories }])).toEqual([
      'A category can have a capacity only if taps out must name their category.',
    ]);
    const wrong = [0, 1.5, '5', 1_000_001].map((capacity) => ({ categories: [{ name: 'A', capacity }] }));
    expect(errorsIn(checkCategories, { ...GOOD, areOutsNamed: true }, wrong)).toEqual([
      'The capacity of a category must be a whole number from 1 to 1,000,000, or empty.',
    ]);
  });
});
