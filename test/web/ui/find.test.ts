import { expect, test } from 'vitest';
import { find } from '../../../web/src/ui/forms/find';

const run = () => undefined;
const THINGS = [
  { id: 'size', label: 'Größe', words: '', run },
  { id: 'alarm', label: 'Evacuation', words: 'fire alarm', isUrgent: true, run },
  { id: 'arm', label: 'Armband', words: '', run },
];
const found = (typed: string) => find(typed, THINGS).map(({ id }) => id);

test.each([
  ['grosse', ['size']],
  ['GRÖSSE', ['size']],
  ['größe', ['size']],
  ['al fi', ['alarm']],
  ['a', ['alarm', 'arm']],
  ['arm', ['arm', 'alarm']],
])('%s finds %j: an urgent thing comes first once a word begins with what is typed', (typed, ids) =>
  expect(found(typed)).toEqual(ids),
);
