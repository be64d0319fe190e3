/** The texts about an event's categories. */
export const categoriesTexts = {
  categories: {
    lead: 'Doors count these kinds of people apart, each with a button of its own.',
    presets: [
      ['Adults', 'Children'],
      ['Women', 'Men'],
      ['First entry', 'Re-entry'],
      ['Guests', 'Staff'],
    ],
    startWith: 'Start with',
    nameHead: 'Name',
    capacityHead: 'Capacity',
    name: (place: number) => `Category ${place}`,
    namePlaceholder: 'e.g., Children',
    capacity: (place: number) => `Capacity of category ${place}`,
    capacityPlaceholder: 'No limit',
    up: (place: number) => `Move category ${place} up`,
    down: (place: number) => `Move category ${place} down`,
    remove: (place: number) => `Remove category ${place}`,
    add: '+ Add Category',
    areOutsNamed: 'Taps out name a category, too',
    namedHint:
      'Taps out get a button for each category. So you see how many of each are inside, and each can have a capacity.',
    unnamedHint: 'Taps out keep one button. How many of each category are inside is then unknown.',
    keptHint: 'What was counted stays. A removed category keeps its numbers.',
    saved: 'Categories saved',
  },
  categoryFigures: {
    label: (name: string) => `${name} by category`,
    category: 'Category',
    ins: 'In',
    outs: 'Out',
    inside: 'Inside',
    shareInside: '% inside',
    shareIns: '% of ins',
    of: (inside: string, capacity: string) => `${inside} / ${capacity}`,
    unknown: 'unknown',
    unknownWhy:
      'How many of each are inside is unknown: somebody was counted without a category. It is known again when the area is empty, reset or recounted by category.',
  },
  recountCategories: {
    legend: 'Of these, by category (optional)',
    none: 'Left empty, it is unknown how many of each are inside, unless nobody is.',
    sum: (people: string) => `Together ${people}.`,
  },
} as const;
