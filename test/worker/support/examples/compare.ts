import { expect } from 'vitest';
import type { Variables } from './shell';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Stands for more of the same. */
const MORE = '…';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the server has made up gets the name that the page gives it; any other time will do. */
function filled(shown: string, given: unknown, variables: Variables): unknown {
  const [, name] = /^\$([A-Z_]+)$/.exec(shown) ?? [];
  if (name !== undefined) {
    if (!variables.has(name) && typeof given === 'string') variables.set(name, given);
    return variables.get(name);
  }
  return TIME.test(shown) && typeof given === 'string' && TIME.test(given) ? given : shown;
}

function filledList(shown: readonly unknown[], given: unknown, variables: Variables): unknown[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const more = shown.indexOf(MORE);
  const [first, last] = more === -1 ? [shown, []] : [shown.slice(0, more), shown.slice(more + 1)];
  const lastFrom = Math.max(first.length, list.length - last.length);
  return [
    ...first.map((item, i) => fillIn(item, list[i], variables)),
    ...(more === -1 ? [] : list.slice(first.length, lastFrom)),
    ...last.map((item, i) => fillIn(item, list[lastFrom + i], variables)),
  ];
}

/** What the page shows, with what may differ as it was given. */
function fillIn(shown: unknown, given: unknown, variables: Variables): unknown {
  if (typeof shown === 'string') return filled(shown, given, variables);
  if (Array.isArray(shown)) return filledList(shown, given, variables);
  if (!isObject(shown)) return shown;
  const fields = isObject(given) ? given : {};
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, fillIn(value, fields[key], variables)]));
}

/** Whether a frame has the shown fields, whatever else is in it. */
export function isLike(given: unknown, shown: unknown): boolean {
  if (Array.isArray(shown)) {
    return Array.isArray(given) && shown.length === given.length && shown.every((item, i) => isLike(given[i], item));
  }
  if (!isObject(shown)) return given === shown;
  return isObject(given) && Object.entries(shown).every(([key, value]) => isLike(given[key], value));
}

/** Of CSV, as the event's clocks show it. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((row) => row.split(',').map((cell) => (LOCAL_TIME.test(cell) ? 'a time' : cell)));

/** The file has the shown lines, in which only times may differ. */
export function expectCsv(shown: string, given: string, variables: Variables, where: string): void {
  const wanted = csvRows(shown).map((row) => (row[0] === MORE ? MORE : row));
  const rows = csvRows(given);
  expect(rows, where).toEqual(filledList(wanted, rows, variables));
}

/** The answer is the shown one: no field more, none less. */
export function expectShown(shown: unknown, given: unknown, variables: Variables, where: string): void {
  expect(given, where).toEqual(fillIn(shown, given, variables));
}
