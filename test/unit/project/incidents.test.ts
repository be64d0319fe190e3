import { expect, test } from 'vitest';
import { ALARMS } from '../../../src/monitor/conditions';
import { findLogged } from './logged';
import { readTables } from './repository';

const { whats, jobs, unread } = findLogged();

/** The names in the first cells of a section's tables. */
const named = (section: string, head: string): string[] =>
  readTables('docs/incidents.md', head)
    .filter((row) => row.section === section)
    .flatMap(({ cells: [first = ''] }) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

test.each([
  ['what', 'What a line of the log means', whats],
  ['job', 'Jobs', jobs],
  ['alarm', 'Alarms', new Set<string>(ALARMS)],
])('docs/incidents.md has each %s that the code can log, once, and no other', (head, section, logged) => {
  expect(unread).toEqual([]);
  expect(named(section, head).toSorted()).toEqual([...logged].toSorted());
});
