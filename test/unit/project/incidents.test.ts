import { expect, test } from 'vitest';
import { ALARMS } from '../../../src/monitor/conditions';
import { findLogged } from './logged';
import { readItems } from './repository';

const { whats, jobs, unread } = findLogged();

test.each([
  ['what', 'What a line of the log means', whats],
  ['job', 'Jobs', jobs],
  ['alarm', 'Alarms', new Set<string>(ALARMS)],
])('docs/incidents.md has each %s that the code can log, once, and no other', (_, section, logged) => {
  expect(unread).toEqual([]);
  expect(readItems('docs/incidents.md', section).toSorted()).toEqual([...logged].toSorted());
});
